/* SPDX-License-Identifier: Apache-2.0 */
/* PKHA: its operations on OpenSSL's numbers. */
#include "sim/cortexm/device/ltc_pkha.h"

#include "sim/cortexm/device/device.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace cortexm
{
namespace
{

enum : unsigned { reg_a, reg_b, reg_n, reg_e };
enum : unsigned {
    fn_clear = 1,
    fn_add,
    fn_sub_ab,
    fn_sub_ba,
    fn_mul,
    fn_exp,
    fn_reduce,
    fn_inverse,
    fn_ecc_add,
    fn_ecc_double,
    fn_ecc_mul,
    fn_gcd = 14,
    fn_prime,
};
enum : unsigned {
    error_mode = 1,
    error_n_size,
    error_e_size,
    error_a_size,
    error_b_size,
    error_divide = 7,
    error_even,
};
constexpr uint32_t mode_low = 0xfff, equalised = 1u << 10, variants = 0xf0000;
constexpr uint32_t clear_a = 1u << 19, clear_b = 1u << 18, clear_e = 1u << 17, clear_n = 1u << 16;
constexpr uint32_t flag_prime = 1u << 28, flag_one = 1u << 29, flag_zero = 1u << 30;
constexpr uint32_t sizes_at = 0x80, memory_at = 0x800, memory_size = 0x200;
constexpr unsigned quadrant = 16, largest = 256, largest_field = 64;

struct Free {
    void operator()(BIGNUM *n) const
    {
        BN_free(n);
    }
    void operator()(BN_CTX *c) const
    {
        BN_CTX_free(c);
    }
    void operator()(EC_GROUP *g) const
    {
        EC_GROUP_free(g);
    }
    void operator()(EC_POINT *p) const
    {
        EC_POINT_free(p);
    }
};

void need(int ok)
{
    if (ok == 0) {
        throw std::bad_alloc();
    }
}

/* A number of OpenSSL's. */
class Number
{
  public:
    Number() : n_(BN_new())
    {
        need(n_ != nullptr);
    }
    Number(const Number &other) : n_(BN_dup(other.n_.get()))
    {
        need(n_ != nullptr);
    }
    Number &operator=(const Number &other)
    {
        need(this == &other || BN_copy(n_.get(), other.n_.get()) != nullptr);
        return *this;
    }
    operator BIGNUM *() const
    {
        return n_.get();
    }

  private:
    std::unique_ptr<BIGNUM, Free> n_;
};

struct Point {
    Number x, y;
    bool infinity = false;
};

} // namespace

/* One operation. */
class PkhaJob
{
  public:
    PkhaJob(Pkha *pkha, uint32_t mode) : p_(*pkha), mode_(mode), ctx_(BN_CTX_new())
    {
        need(ctx_ != nullptr);
    }

    unsigned run()
    {
        const unsigned function = mode_ & 0x3f;
        const bool ecc = function >= fn_ecc_add && function <= fn_ecc_mul;
        p_.flags_ = 0;
        if (function == fn_clear) {
            return clear();
        }
        const bool may_equalise = function == fn_exp || function == fn_ecc_mul;
        if (function < fn_add || function > fn_prime || function == 12 || function == 13 || (mode_ & variants) != 0 ||
            (mode_ & mode_low & ~(0x3fu | (may_equalise ? equalised : 0u))) != 0) {
            return error_mode;
        }
        if (p_.size_[reg_n] == 0 || p_.size_[reg_n] > (ecc ? largest_field : largest)) {
            return error_n_size;
        }
        n_ = whole(reg_n);
        if (BN_is_zero(n_)) {
            return error_divide;
        }
        return ecc ? curve(function) : modular(function);
    }

  private:
    unsigned clear()
    {
        static const struct {
            uint32_t bit;
            unsigned number;
        } which[] = {{clear_a, reg_a}, {clear_b, reg_b}, {clear_n, reg_n}, {clear_e, reg_e}};
        for (const auto &w : which) {
            if ((mode_ & w.bit) != 0) {
                std::memset(p_.r_[w.number], 0, sizeof p_.r_[w.number]);
                p_.size_[w.number] = 0;
            }
        }
        return 0;
    }

    /* The number in size bytes from a word on. */
    Number number(unsigned reg, unsigned first, unsigned size)
    {
        uint8_t bytes[4 * Pkha::words];
        Number n;
        for (unsigned i = 0; i < size; i++) {
            bytes[i] = static_cast<uint8_t>(p_.r_[reg][first + i / 4] >> (8 * (i % 4)));
        }
        need(BN_lebin2bn(bytes, static_cast<int>(size), n) != nullptr);
        return n;
    }
    Number whole(unsigned reg)
    {
        return number(reg, 0, p_.size_[reg]);
    }
    Number coordinate(unsigned reg, unsigned place)
    {
        return number(reg, quadrant * place, p_.size_[reg_n]);
    }

    void put(unsigned reg, unsigned first, unsigned size, const Number &value)
    {
        uint8_t bytes[4 * Pkha::words] = {};
        need(BN_bn2lebinpad(value, bytes, static_cast<int>(sizeof bytes)) >= 0);
        for (unsigned i = 0; i < size; i += 4) {
            p_.r_[reg][first + i / 4] = uint32_t{bytes[i]} | uint32_t{bytes[i + 1]} << 8 |
                                        uint32_t{bytes[i + 2]} << 16 | uint32_t{bytes[i + 3]} << 24;
        }
    }

    /* A result: to B, as long as it is; noise behind it. */
    void give(const Number &value)
    {
        const unsigned size = std::max(1u, static_cast<unsigned>(BN_num_bytes(value)));
        p_.noise(reg_b);
        put(reg_b, 0, size, value);
        p_.size_[reg_b] = size;
        p_.flags_ |= BN_is_zero(value) ? flag_zero : BN_is_one(value) ? flag_one : 0;
    }

    void below(const Number &value) const
    {
        if (BN_cmp(value, n_) >= 0) {
            throw Fault("PKHA: an operand is not below the modulus");
        }
    }

    unsigned modular(unsigned function)
    {
        const bool two = function <= fn_mul || function == fn_prime;
        if (p_.size_[reg_a] == 0 || p_.size_[reg_a] > largest) {
            return error_a_size;
        }
        if (two && (p_.size_[reg_b] == 0 || p_.size_[reg_b] > largest)) {
            return error_b_size;
        }
        if (function == fn_exp && (p_.size_[reg_e] == 0 || p_.size_[reg_e] > largest)) {
            return error_e_size;
        }
        if ((function == fn_mul || function == fn_exp || function == fn_prime) && !BN_is_odd(n_)) {
            return error_even;
        }
        const Number a = whole(reg_a), b = two ? whole(reg_b) : Number();
        Number r;
        if (function != fn_reduce && function != fn_gcd) {
            below(a);
        }
        if (two && function != fn_prime) {
            below(b);
        }
        switch (function) {
        case fn_add:
            need(BN_mod_add(r, a, b, n_, ctx_.get()));
            break;
        case fn_sub_ab:
            need(BN_mod_sub(r, a, b, n_, ctx_.get()));
            break;
        case fn_sub_ba:
            need(BN_mod_sub(r, b, a, n_, ctx_.get()));
            break;
        case fn_mul:
            need(BN_mod_mul(r, a, b, n_, ctx_.get()));
            break;
        case fn_exp:
            need(BN_mod_exp(r, a, whole(reg_e), n_, ctx_.get()));
            p_.noise(reg_e);
            break;
        case fn_reduce:
            need(BN_mod(r, a, n_, ctx_.get()));
            break;
        case fn_inverse:
            if (BN_mod_inverse(r, a, n_, ctx_.get()) == nullptr) {
                return error_divide;
            }
            break;
        case fn_gcd:
            need(BN_gcd(r, a, n_, ctx_.get()));
            break;
        default: /* N is the candidate, A a random seed, B the number of rounds: OpenSSL has seeds of its own */
            p_.flags_ = BN_check_prime(n_, ctx_.get(), nullptr) == 1 ? flag_prime : 0;
            return 0;
        }
        p_.noise(reg_a);
        give(r);
        return 0;
    }

    Point doubled(const Point &p)
    {
        Number lambda, t;
        if (p.infinity || BN_is_zero(p.y)) {
            return infinity();
        }
        need(BN_mod_sqr(lambda, p.x, n_, ctx_.get()));
        need(BN_mod_add(t, lambda, lambda, n_, ctx_.get()));
        need(BN_mod_add(t, t, lambda, n_, ctx_.get()));
        need(BN_mod_add(t, t, a_, n_, ctx_.get()));
        need(BN_mod_add(lambda, p.y, p.y, n_, ctx_.get()));
        need(BN_mod_inverse(lambda, lambda, n_, ctx_.get()) != nullptr);
        need(BN_mod_mul(lambda, lambda, t, n_, ctx_.get()));
        return chord(lambda, p, p);
    }

    Point sum(const Point &p, const Point &q)
    {
        Number lambda, t;
        if (p.infinity) {
            return q;
        }
        if (q.infinity) {
            return p;
        }
        if (BN_cmp(p.x, q.x) == 0) {
            return BN_cmp(p.y, q.y) == 0 ? doubled(p) : infinity();
        }
        need(BN_mod_sub(lambda, q.y, p.y, n_, ctx_.get()));
        need(BN_mod_sub(t, q.x, p.x, n_, ctx_.get()));
        need(BN_mod_inverse(t, t, n_, ctx_.get()) != nullptr);
        need(BN_mod_mul(lambda, lambda, t, n_, ctx_.get()));
        return chord(lambda, p, q);
    }

    Point multiple(const Number &k, const Point &p, const Number &b)
    {
        Point r;
        const std::unique_ptr<EC_GROUP, Free> group(EC_GROUP_new_curve_GFp(n_, a_, b, ctx_.get()));
        need(group != nullptr);
        const std::unique_ptr<EC_POINT, Free> point(EC_POINT_new(group.get()));
        need(point != nullptr);
        if (EC_POINT_set_affine_coordinates(group.get(), point.get(), p.x, p.y, ctx_.get()) != 1) {
            ERR_clear_error();
            throw Fault("PKHA: a point that is multiplied is not on its curve");
        }
        need(EC_POINT_mul(group.get(), point.get(), nullptr, point.get(), k, ctx_.get()));
        if (EC_POINT_is_at_infinity(group.get(), point.get()) == 1) {
            return infinity();
        }
        need(EC_POINT_get_affine_coordinates(group.get(), point.get(), r.x, r.y, ctx_.get()));
        return r;
    }

    /* The third point on the line through p and q, turned over. */
    Point chord(const Number &lambda, const Point &p, const Point &q)
    {
        Point r;
        need(BN_mod_sqr(r.x, lambda, n_, ctx_.get()));
        need(BN_mod_sub(r.x, r.x, p.x, n_, ctx_.get()));
        need(BN_mod_sub(r.x, r.x, q.x, n_, ctx_.get()));
        need(BN_mod_sub(r.y, p.x, r.x, n_, ctx_.get()));
        need(BN_mod_mul(r.y, r.y, lambda, n_, ctx_.get()));
        need(BN_mod_sub(r.y, r.y, p.y, n_, ctx_.get()));
        return r;
    }

    static Point infinity()
    {
        Point r;
        r.infinity = true;
        return r;
    }

    Point point(unsigned reg, unsigned x, unsigned y)
    {
        Point p;
        p.x = coordinate(reg, x);
        p.y = coordinate(reg, y);
        below(p.x);
        below(p.y);
        return p;
    }

    /* A: x, y, none, a; B: b, x and y of the other point. The result: x and y to the places of the other point. */
    unsigned curve(unsigned function)
    {
        Point r;
        if (!BN_is_odd(n_)) {
            return error_even;
        }
        if (p_.size_[reg_a] != p_.size_[reg_n]) {
            return error_a_size;
        }
        if (p_.size_[reg_b] != p_.size_[reg_n]) {
            return error_b_size;
        }
        if (function == fn_ecc_mul && (p_.size_[reg_e] == 0 || p_.size_[reg_e] > largest)) {
            return error_e_size;
        }
        a_ = coordinate(reg_a, 3);
        below(a_);
        if (function == fn_ecc_mul) {
            r = multiple(whole(reg_e), point(reg_a, 0, 1), coordinate(reg_b, 0));
            p_.noise(reg_e);
        } else if (function == fn_ecc_double) {
            r = doubled(point(reg_b, 1, 2));
        } else {
            const Point p = point(reg_a, 0, 1), q = point(reg_b, 1, 2);
            if (BN_cmp(p.x, q.x) == 0 && BN_cmp(p.y, q.y) == 0) {
                throw Fault("PKHA: a point is added to itself");
            }
            r = sum(p, q);
        }
        p_.noise(reg_a);
        p_.noise(reg_b);
        put(reg_b, quadrant, p_.size_[reg_n], r.x);
        put(reg_b, 2 * quadrant, p_.size_[reg_n], r.y);
        p_.size_[reg_b] = p_.size_[reg_n];
        p_.flags_ |= r.infinity ? flag_zero : 0;
        return 0;
    }

    Pkha &p_;
    uint32_t mode_;
    std::unique_ptr<BN_CTX, Free> ctx_;
    Number n_, a_;
};

bool Pkha::has(uint32_t offset)
{
    return (offset >= memory_at && offset < memory_at + registers * memory_size && offset % memory_size < 4 * words) ||
           (offset >= sizes_at && offset < sizes_at + 8 * registers && offset % 8 == 0);
}

uint32_t Pkha::read(uint32_t offset) const
{
    return offset < sizes_at + 8 * registers ? size_[(offset - sizes_at) / 8]
                                             : r_[(offset - memory_at) / memory_size][offset % memory_size / 4];
}

void Pkha::write(uint32_t offset, uint32_t value)
{
    if (offset < sizes_at + 8 * registers) {
        size_[(offset - sizes_at) / 8] = value & 0x1ff;
    } else {
        r_[(offset - memory_at) / memory_size][offset % memory_size / 4] = value;
    }
}

unsigned Pkha::run(uint32_t mode)
{
    return PkhaJob(this, mode).run();
}

void Pkha::clear_sizes(uint32_t which)
{
    for (unsigned i = 0; i < registers; i++) {
        size_[i] = (which >> i & 1) != 0 ? 0 : size_[i];
    }
}

void Pkha::noise(unsigned number)
{
    for (uint32_t &word : r_[number]) {
        noise_ = noise_ * 1664525u + 1013904223u;
        word = noise_;
    }
}

bool Pkha::holds_secrets() const
{
    return std::any_of(&r_[0][0], &r_[0][0] + registers * words, [](uint32_t w) { return w != 0; });
}

} // namespace cortexm
