/* SPDX-License-Identifier: Apache-2.0 */
/* A model of the block acryp (hw/acryp/README.md) on OpenSSL's numbers. */
#include "acryp_model.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/acryp/acryp_ops.h"
#include "hw/acryp/acryp_regs.h"

#define OPERANDS 80
#define WORDS    300 /* of the longest operand, which has 8192 bits or, an exponent, less than twice as many */
#define CONFIG   (2048u << OB_ACRYP_CONFIG_RAM_WORDS_LSB | 72u)

enum kind {
    MODULUS, /* odd, of exactly its bits; operands below it follow */
    BELOW,
    ANY,
};

static struct {
    uint32_t event, irq_en, result, ctrl, param[8];
    bool running, silent, zeros;
    unsigned n, at, word, faults, flip, wrongs, operations; /* operands, the current one, its next word */
    struct {
        enum kind kind;
        unsigned bits;
        BIGNUM *value;
    } in[OPERANDS];
    uint32_t words[WORDS], out[2 * WORDS];
    unsigned out_len, out_at;
    BN_CTX *ctx;
} m;

static BIGNUM *number(void)
{
    BIGNUM *b = BN_new();

    if (!b)
        abort();
    return b;
}

/* ---- operands ---- */

static void expect(enum kind kind, unsigned bits)
{
    m.in[m.n].kind = kind;
    m.in[m.n++].bits = bits;
}

static void expect_points(unsigned points)
{
    unsigned bits = m.param[0], k = m.param[1];

    expect(MODULUS, bits);
    for (unsigned i = 0; i < 5; i++)
        expect(BELOW, bits);
    expect(ANY, k);
    if (points == 2) {
        expect(BELOW, bits);
        expect(BELOW, bits);
        expect(ANY, k);
    }
}

/* The start, 32 entries, the scalar; the other point and its scalar. */
static void expect_base(bool two)
{
    unsigned bits = m.param[0];

    expect(MODULUS, bits);
    for (unsigned i = 0; i < 5; i++)
        expect(BELOW, bits);
    for (unsigned i = 0; i < 64; i++)
        expect(ANY, bits);
    expect(ANY, 6 * m.param[1]);
    if (two) {
        expect(BELOW, bits);
        expect(BELOW, bits);
        expect(ANY, 5 * m.param[2] + 1);
    }
}

static void expect_rsa(void)
{
    unsigned p = m.param[0], q = m.param[1], n = m.param[2], e = m.param[3];

    expect(MODULUS, n);
    expect(ANY, e);
    expect(BELOW, n);
    expect(BELOW, n);
    expect(MODULUS, p);
    expect(MODULUS, q);
    expect(ANY, p);
    expect(ANY, q);
    expect(ANY, 64);
    expect(ANY, 64);
    expect(ANY, p); /* the last modulus is q: it is compared with p below */
}

static bool bits_ok(void)
{
    unsigned a = m.param[0], b = m.param[1], n = m.param[2], e = m.param[3];

    switch (m.ctrl) {
    case OB_ACRYP_OP_RSA_PRIVATE:
        return a <= 4096 && a >= b && b >= 16 && e && n >= e && n <= 2 * a && n >= 2;
    case OB_ACRYP_OP_BASE_SUM:
    case OB_ACRYP_OP_EDWARDS_BASE_SUM:
        if (n > 160 || 5 * n < b + 5)
            return false;
        /* fall through */
    case OB_ACRYP_OP_BASE:
    case OB_ACRYP_OP_EDWARDS_BASE:
        return a >= 16 && a <= 640 && b && b <= 160;
    case OB_ACRYP_OP_POINT:
    case OB_ACRYP_OP_POINT_SUM:
    case OB_ACRYP_OP_EDWARDS:
    case OB_ACRYP_OP_EDWARDS_SUM:
    case OB_ACRYP_OP_LADDER:
        return a >= 16 && a <= 640 && b;
    default:
        return a >= 2 && a <= 8192;
    }
}

/* Which operands the operation takes; false if there is none such. */
static bool plan(void)
{
    unsigned bits = m.param[0];

    m.n = 0;
    switch (m.ctrl) {
    case OB_ACRYP_OP_ADD:
    case OB_ACRYP_OP_SUB:
    case OB_ACRYP_OP_MUL:
        expect(MODULUS, bits);
        expect(BELOW, bits);
        expect(BELOW, bits);
        return true;
    case OB_ACRYP_OP_REDUCE:
        expect(MODULUS, bits);
        for (unsigned i = 0; i < m.param[1] && m.n < OPERANDS; i++)
            expect(ANY, bits);
        return m.param[1] > 0;
    case OB_ACRYP_OP_INVERT:
        expect(MODULUS, bits);
        expect(BELOW, bits);
        return true;
    case OB_ACRYP_OP_CONSTANT:
        expect(MODULUS, bits);
        return true;
    case OB_ACRYP_OP_POWER:
    case OB_ACRYP_OP_POWER_PUBLIC:
        expect(MODULUS, bits);
        if (m.param[2])
            expect(BELOW, bits);
        expect(BELOW, bits);
        expect(ANY, m.param[1]);
        return m.param[1] > 0;
    case OB_ACRYP_OP_RSA_PRIVATE:
        expect_rsa();
        return true;
    case OB_ACRYP_OP_POINT:
    case OB_ACRYP_OP_EDWARDS:
        expect_points(1);
        return true;
    case OB_ACRYP_OP_POINT_SUM:
    case OB_ACRYP_OP_EDWARDS_SUM:
        expect_points(2);
        return true;
    case OB_ACRYP_OP_BASE:
    case OB_ACRYP_OP_EDWARDS_BASE:
    case OB_ACRYP_OP_BASE_SUM:
    case OB_ACRYP_OP_EDWARDS_BASE_SUM:
        expect_base(m.ctrl == OB_ACRYP_OP_BASE_SUM || m.ctrl == OB_ACRYP_OP_EDWARDS_BASE_SUM);
        return true;
    case OB_ACRYP_OP_LADDER:
        expect(MODULUS, bits);
        for (unsigned i = 0; i < 3; i++)
            expect(BELOW, bits);
        expect(ANY, m.param[1]);
        return true;
    default:
        return false;
    }
}

static bool acceptable(unsigned i)
{
    const BIGNUM *value = m.in[i].value;

    if (m.in[i].kind == MODULUS)
        return BN_is_odd(value) && (unsigned)BN_num_bits(value) == m.in[i].bits;
    return m.in[i].kind == ANY || BN_cmp(value, m.in[0].value) < 0;
}

/* ---- operations: each returns how it ended, and its result in x, or x and y ---- */

static const BIGNUM *in(unsigned i)
{
    return m.in[i].value;
}

/* x = a b + c modulo P, c may be NULL. */
static void multiply(BIGNUM *x, const BIGNUM *a, const BIGNUM *b, const BIGNUM *c)
{
    BN_mod_mul(x, a, b, in(0), m.ctx);
    if (c)
        BN_mod_add(x, x, c, in(0), m.ctx);
}

struct point {
    BIGNUM *x, *y;
};

static struct point new_point(void)
{
    return (struct point){number(), number()};
}

static void free_point(struct point *p)
{
    BN_free(p->x);
    BN_free(p->y);
}

static void copy_point(struct point *to, const struct point *p)
{
    BN_copy(to->x, p->x);
    BN_copy(to->y, p->y);
}

/* p += q on a x^2 + y^2 = 1 + d x^2 y^2. */
static void add_edwards(struct point *p, const struct point *q)
{
    BIGNUM *xx = number(), *yy = number(), *xy = number(), *t = number(), *one = number();

    BN_one(one);
    multiply(xx, p->x, q->x, NULL);
    multiply(yy, p->y, q->y, NULL);
    multiply(xy, p->x, q->y, NULL);
    multiply(t, p->y, q->x, xy); /* x1 y2 + y1 x2 */
    BN_copy(xy, t);
    multiply(t, xx, yy, NULL);
    multiply(t, t, in(2), NULL); /* d x1 x2 y1 y2 */
    multiply(xx, xx, in(1), NULL);
    BN_mod_sub(yy, yy, xx, in(0), m.ctx);
    BN_mod_add(xx, one, t, in(0), m.ctx);
    BN_mod_inverse(xx, xx, in(0), m.ctx);
    multiply(p->x, xy, xx, NULL);
    BN_mod_sub(xx, one, t, in(0), m.ctx);
    BN_mod_inverse(xx, xx, in(0), m.ctx);
    multiply(p->y, yy, xx, NULL);
    BN_free(xx);
    BN_free(yy);
    BN_free(xy);
    BN_free(t);
    BN_free(one);
}

static bool on_curve(const BIGNUM *x, const BIGNUM *y, bool edwards)
{
    BIGNUM *l = number(), *r = number(), *one = number();
    bool is;

    if (edwards) {
        BN_one(one);
        multiply(l, x, x, NULL);
        multiply(r, y, y, NULL);
        multiply(l, l, in(1), r);
        multiply(r, x, y, NULL);
        multiply(r, r, r, NULL);
        multiply(r, r, in(2), one);
    } else {
        multiply(l, y, y, NULL);
        multiply(r, x, x, in(1));
        multiply(r, r, x, in(2));
    }
    is = BN_cmp(l, r) == 0;
    BN_free(l);
    BN_free(r);
    BN_free(one);
    return is;
}

static void times(struct point *sum, const BIGNUM *k, const BIGNUM *x, const BIGNUM *y)
{
    struct point p = new_point(), twice = new_point();

    BN_copy(p.x, x);
    BN_copy(p.y, y);
    BN_zero(sum->x);
    BN_one(sum->y);
    for (int i = BN_num_bits(k); i-- > 0;) {
        copy_point(&twice, sum);
        add_edwards(sum, &twice);
        if (BN_is_bit_set(k, i))
            add_edwards(sum, &p);
    }
    free_point(&p);
    free_point(&twice);
}

static void edwards_points(BIGNUM *x, BIGNUM *y, bool two)
{
    struct point sum = new_point(), other = new_point();

    times(&sum, in(6), in(4), in(5));
    if (two) {
        times(&other, in(9), in(7), in(8));
        add_edwards(&sum, &other);
    }
    BN_copy(x, sum.x);
    BN_copy(y, sum.y);
    free_point(&sum);
    free_point(&other);
}

static unsigned weierstrass_points(BIGNUM *x, BIGNUM *y, bool two)
{
    EC_GROUP *group = EC_GROUP_new_curve_GFp(in(0), in(1), in(2), m.ctx);
    EC_POINT *p = EC_POINT_new(group), *q = EC_POINT_new(group);
    unsigned end = OB_ACRYP_END_OK;

    EC_POINT_set_affine_coordinates(group, p, in(4), in(5), m.ctx);
    EC_POINT_mul(group, p, NULL, p, in(6), m.ctx);
    if (two) {
        EC_POINT_set_affine_coordinates(group, q, in(7), in(8), m.ctx);
        EC_POINT_mul(group, q, NULL, q, in(9), m.ctx);
        EC_POINT_add(group, p, p, q, m.ctx);
    }
    if (EC_POINT_is_at_infinity(group, p))
        end = OB_ACRYP_END_NO_INVERSE;
    else
        EC_POINT_get_affine_coordinates(group, p, x, y, m.ctx);
    EC_POINT_free(p);
    EC_POINT_free(q);
    EC_GROUP_free(group);
    return end;
}

static unsigned points(BIGNUM *x, BIGNUM *y, bool edwards, bool two)
{
    if (!on_curve(in(4), in(5), edwards) || (two && !on_curve(in(7), in(8), edwards)))
        return OB_ACRYP_END_ARG;
    if (!edwards)
        return weierstrass_points(x, y, two);
    edwards_points(x, y, two);
    return OB_ACRYP_END_OK;
}

/* The table's entry that column i of the scalar in operand 70 selects, and whether its negative. */
static unsigned column(unsigned i, bool *negative)
{
    unsigned d = m.param[1], entry = 0;

    for (unsigned t = 0; t < 5; t++)
        entry |= (unsigned)BN_is_bit_set(in(70), (int)(i + t * d)) << t;
    *negative = !BN_is_bit_set(in(70), (int)(i + 5 * d));
    return *negative ? 31 - entry : entry;
}

/* The other scalar without the bit above its windows. */
static BIGNUM *other_scalar(void)
{
    BIGNUM *l = BN_dup(in(73));

    BN_clear_bit(l, (int)(5 * m.param[2]));
    return l;
}

static unsigned edwards_base(BIGNUM *x, BIGNUM *y, bool two)
{
    struct point sum = new_point(), other = new_point();

    BN_copy(sum.x, in(4));
    BN_copy(sum.y, in(5));
    for (unsigned i = m.param[1]; i-- > 0;) {
        bool negative;
        unsigned e = column(i, &negative);

        copy_point(&other, &sum);
        add_edwards(&sum, &other);
        BN_copy(other.x, in(6 + 2 * e));
        BN_copy(other.y, in(7 + 2 * e));
        if (negative)
            BN_mod_sub(other.x, in(0), other.x, in(0), m.ctx);
        add_edwards(&sum, &other);
    }
    if (two) {
        BIGNUM *l = other_scalar();

        times(&other, l, in(71), in(72));
        add_edwards(&sum, &other);
        BN_free(l);
    }
    BN_copy(x, sum.x);
    BN_copy(y, sum.y);
    free_point(&sum);
    free_point(&other);
    return OB_ACRYP_END_OK;
}

/* Where the block meets equal or opposite points within a sum it ends with NO_INVERSE; here only if the whole two are
 * equal. */
static unsigned weierstrass_base(BIGNUM *x, BIGNUM *y, bool two)
{
    EC_GROUP *group = EC_GROUP_new_curve_GFp(in(0), in(1), in(2), m.ctx);
    EC_POINT *p = EC_POINT_new(group), *q = EC_POINT_new(group);
    unsigned end = OB_ACRYP_END_OK;

    EC_POINT_set_affine_coordinates(group, p, in(4), in(5), m.ctx);
    for (unsigned i = m.param[1]; i-- > 0;) {
        bool negative;
        unsigned e = column(i, &negative);

        EC_POINT_dbl(group, p, p, m.ctx);
        if (!EC_POINT_set_affine_coordinates(group, q, in(6 + 2 * e), in(7 + 2 * e), m.ctx))
            end = OB_ACRYP_END_CHECK;
        if (negative)
            EC_POINT_invert(group, q, m.ctx);
        EC_POINT_add(group, p, p, q, m.ctx);
    }
    if (two) {
        BIGNUM *l = other_scalar();

        EC_POINT_set_affine_coordinates(group, q, in(71), in(72), m.ctx);
        EC_POINT_mul(group, q, NULL, q, l, m.ctx);
        if (EC_POINT_cmp(group, p, q, m.ctx) == 0)
            end = OB_ACRYP_END_NO_INVERSE;
        EC_POINT_add(group, p, p, q, m.ctx);
        BN_free(l);
    }
    if (EC_POINT_is_at_infinity(group, p))
        end = OB_ACRYP_END_NO_INVERSE;
    else
        EC_POINT_get_affine_coordinates(group, p, x, y, m.ctx);
    EC_POINT_free(p);
    EC_POINT_free(q);
    EC_GROUP_free(group);
    return end;
}

static unsigned base(BIGNUM *x, BIGNUM *y, bool edwards, bool two)
{
    if (!on_curve(in(4), in(5), edwards) || (two && !on_curve(in(71), in(72), edwards)))
        return OB_ACRYP_END_ARG;
    return edwards ? edwards_base(x, y, two) : weierstrass_base(x, y, two);
}

/* RFC 7748, section 5. */
static unsigned ladder(BIGNUM *x)
{
    BIGNUM *x2 = number(), *z2 = number(), *x3 = number(), *z3 = number(), *a = number(), *b = number(), *c = number(),
           *d = number();

    BN_one(x2);
    BN_zero(z2);
    BN_copy(x3, in(3));
    BN_one(z3);
    for (int i = (int)m.in[4].bits; i-- > 0;) {
        int bit = BN_is_bit_set(in(4), i);

        if (bit) {
            BN_swap(x2, x3);
            BN_swap(z2, z3);
        }
        BN_mod_add(a, x2, z2, in(0), m.ctx);
        BN_mod_sub(b, x2, z2, in(0), m.ctx);
        BN_mod_add(c, x3, z3, in(0), m.ctx);
        BN_mod_sub(d, x3, z3, in(0), m.ctx);
        multiply(d, d, a, NULL);
        multiply(c, c, b, NULL);
        BN_mod_add(x3, d, c, in(0), m.ctx);
        multiply(x3, x3, x3, NULL);
        BN_mod_sub(z3, d, c, in(0), m.ctx);
        multiply(z3, z3, z3, NULL);
        multiply(z3, z3, in(3), NULL);
        multiply(a, a, a, NULL);
        multiply(b, b, b, NULL);
        multiply(x2, a, b, NULL);
        BN_mod_sub(c, a, b, in(0), m.ctx);
        multiply(z2, c, in(1), a);
        multiply(z2, z2, c, NULL);
        if (bit) {
            BN_swap(x2, x3);
            BN_swap(z2, z3);
        }
    }
    BN_zero(x);
    if (!BN_is_zero(z2)) {
        BN_mod_inverse(z2, z2, in(0), m.ctx);
        multiply(x, x2, z2, NULL);
    }
    for (unsigned i = 0; i < 8; i++)
        BN_free(((BIGNUM *[]){x2, z2, x3, z3, a, b, c, d})[i]);
    return OB_ACRYP_END_OK;
}

/* m = mQ + Q ((mP - mQ) / Q mod P), if its power E is C. */
static unsigned private_power(BIGNUM *x)
{
    BIGNUM *p = number(), *q = number(), *back = number();
    unsigned end = OB_ACRYP_END_OK;

    if (BN_cmp(in(10), in(4)) >= 0) {
        end = OB_ACRYP_END_ARG;
    } else {
        BN_mod_exp(p, in(2), in(6), in(4), m.ctx);
        BN_mod_exp(q, in(2), in(7), in(5), m.ctx);
        BN_mod_sub(p, p, q, in(4), m.ctx);
        BN_mod_mul(p, p, in(10), in(4), m.ctx);
        BN_mul(x, p, in(5), m.ctx);
        BN_add(x, x, q);
        BN_nnmod(x, x, in(0), m.ctx);
        BN_mod_exp(back, x, in(1), in(0), m.ctx);
        if (BN_cmp(back, in(2)) != 0)
            end = OB_ACRYP_END_CHECK;
        if (!BN_mod_inverse(back, in(3), in(0), m.ctx))
            end = OB_ACRYP_END_NO_INVERSE;
        if (m.faults) {
            m.faults--;
            end = OB_ACRYP_END_CHECK;
        }
    }
    BN_free(p);
    BN_free(q);
    BN_free(back);
    return end;
}

/* R^2 modulo the modulus. Here R is 2^(its bits). */
static void constant(BIGNUM *x)
{
    BN_one(x);
    BN_lshift(x, x, 2 * (int)m.param[0]);
    BN_nnmod(x, x, in(0), m.ctx);
}

/* A power that the block computes with another number in place of the constant is another one. */
static void spoil(BIGNUM *x, const BIGNUM *given)
{
    BIGNUM *right = number();

    constant(right);
    if (BN_cmp(given, right) != 0) {
        BN_mod_mul(x, x, given, in(0), m.ctx);
        BN_add_word(x, 1);
        BN_nnmod(x, x, in(0), m.ctx);
    }
    BN_free(right);
}

static unsigned operate(BIGNUM *x, BIGNUM *y)
{
    unsigned last = m.n - 1;

    switch (m.ctrl) {
    case OB_ACRYP_OP_ADD:
        return BN_mod_add(x, in(1), in(2), in(0), m.ctx) ? OB_ACRYP_END_OK : OB_ACRYP_END_ARG;
    case OB_ACRYP_OP_SUB:
        return BN_mod_sub(x, in(1), in(2), in(0), m.ctx) ? OB_ACRYP_END_OK : OB_ACRYP_END_ARG;
    case OB_ACRYP_OP_MUL:
        multiply(x, in(1), in(2), NULL);
        return OB_ACRYP_END_OK;
    case OB_ACRYP_OP_REDUCE:
        BN_zero(x);
        for (unsigned i = 1; i < m.n; i++) {
            BN_lshift(x, x, (int)m.param[0]);
            BN_add(x, x, in(i));
        }
        BN_nnmod(x, x, in(0), m.ctx);
        return OB_ACRYP_END_OK;
    case OB_ACRYP_OP_INVERT:
        return BN_mod_inverse(x, in(1), in(0), m.ctx) ? OB_ACRYP_END_OK : OB_ACRYP_END_NO_INVERSE;
    case OB_ACRYP_OP_CONSTANT:
        constant(x);
        return OB_ACRYP_END_OK;
    case OB_ACRYP_OP_POWER:
    case OB_ACRYP_OP_POWER_PUBLIC:
        BN_mod_exp(x, in(last - 1), in(last), in(0), m.ctx);
        if (m.param[2])
            spoil(x, in(1));
        return OB_ACRYP_END_OK;
    case OB_ACRYP_OP_RSA_PRIVATE:
        return private_power(x);
    case OB_ACRYP_OP_LADDER:
        return ladder(x);
    case OB_ACRYP_OP_BASE:
    case OB_ACRYP_OP_BASE_SUM:
        return base(x, y, false, m.ctrl == OB_ACRYP_OP_BASE_SUM);
    case OB_ACRYP_OP_EDWARDS_BASE:
    case OB_ACRYP_OP_EDWARDS_BASE_SUM:
        return base(x, y, true, m.ctrl == OB_ACRYP_OP_EDWARDS_BASE_SUM);
    case OB_ACRYP_OP_EDWARDS:
    case OB_ACRYP_OP_EDWARDS_SUM:
        return points(x, y, true, m.ctrl == OB_ACRYP_OP_EDWARDS_SUM);
    default:
        return points(x, y, false, m.ctrl == OB_ACRYP_OP_POINT_SUM);
    }
}

/* ---- registers ---- */

static void end(unsigned code)
{
    m.running = false;
    m.result = code;
    m.event |= OB_ACRYP_EVENT_DONE;
    memset(m.param, 0, sizeof m.param);
    for (unsigned i = 0; i < OPERANDS; i++) {
        BN_clear_free(m.in[i].value);
        m.in[i].value = NULL;
    }
}

static void put(const BIGNUM *value, unsigned bits)
{
    uint8_t bytes[4 * WORDS];
    unsigned words = (bits + 31) / 32;

    if (m.zeros)
        memset(bytes, 0, 4 * words);
    else
        BN_bn2lebinpad(value, bytes, (int)(4 * words));
    memcpy(m.out + m.out_len, bytes, 4 * words);
    m.out_len += words;
}

static void work(void)
{
    BIGNUM *x = number(), *y = number();
    unsigned bits = m.ctrl == OB_ACRYP_OP_RSA_PRIVATE ? m.param[2] : m.param[0], code = operate(x, y);
    bool two = m.ctrl == OB_ACRYP_OP_POINT || m.ctrl == OB_ACRYP_OP_POINT_SUM || m.ctrl == OB_ACRYP_OP_EDWARDS ||
               m.ctrl == OB_ACRYP_OP_EDWARDS_SUM || m.ctrl >= OB_ACRYP_OP_BASE;

    if (code == OB_ACRYP_END_OK) {
        if (m.flip && --m.flip == 0)
            (void)(BN_is_odd(x) ? BN_sub_word(x, 1) : BN_add_word(x, 1));
        put(x, bits);
        if (two)
            put(y, bits);
        m.event |= OB_ACRYP_EVENT_OUT;
        m.at = m.n;
    } else {
        end(code);
    }
    BN_free(x);
    BN_free(y);
}

static void begin(uint32_t ctrl)
{
    m.ctrl = ctrl & OB_ACRYP_CTRL_OP;
    m.at = m.word = m.out_len = m.out_at = 0;
    m.running = true;
    m.operations++;
    if (!plan() || !bits_ok())
        end(OB_ACRYP_END_ARG);
}

static void give(uint32_t word)
{
    unsigned words = (m.in[m.at].bits + 31) / 32;

    m.words[m.word++] = word;
    if (m.word < words)
        return;
    m.word = 0;
    m.in[m.at].value = number();
    BN_lebin2bn((const uint8_t *)m.words, (int)(4 * words), m.in[m.at].value);
    BN_mask_bits(m.in[m.at].value, (int)m.in[m.at].bits);
    if (!acceptable(m.at))
        end(OB_ACRYP_END_ARG);
    else if (++m.at == m.n)
        work();
}

static void refuse(void)
{
    m.wrongs++;
    m.event |= OB_ACRYP_EVENT_SEQ;
}

static uint32_t read_register(void *user, uint32_t offset)
{
    (void)user;
    if (m.silent)
        return offset == OB_ACRYP_STATUS ? OB_ACRYP_STATUS_BUSY : 0;
    if (offset >= OB_ACRYP_DATA_OUT && offset < OB_ACRYP_DATA_OUT + 4 * OB_ACRYP_DATA_OUT_COUNT) {
        uint32_t word;

        if (!m.running || m.out_at == m.out_len) {
            refuse();
            return 0;
        }
        word = m.out[m.out_at++];
        if (m.out_at == m.out_len) {
            end(OB_ACRYP_END_OK);
            memset(m.out, 0, sizeof m.out);
        }
        return word;
    }
    switch (offset) {
    case OB_ACRYP_NAME:
        return OB_ACRYP_NAME_RESET;
    case OB_ACRYP_VERSION:
        return OB_ACRYP_VERSION_RESET;
    case OB_ACRYP_CONFIG:
        return CONFIG;
    case OB_ACRYP_STATUS:
        return (m.running ? OB_ACRYP_STATUS_BUSY : 0) | (m.running && m.at < m.n ? OB_ACRYP_STATUS_WANTS_DATA : 0);
    case OB_ACRYP_EVENT:
        return m.event;
    case OB_ACRYP_RESULT:
        return m.result;
    default:
        return 0;
    }
}

static void write_register(void *user, uint32_t offset, uint32_t value)
{
    (void)user;
    if (m.silent)
        return;
    if (offset >= OB_ACRYP_PARAM && offset < OB_ACRYP_PARAM + 4 * OB_ACRYP_PARAM_COUNT) {
        if (m.running)
            refuse();
        else
            m.param[(offset - OB_ACRYP_PARAM) / 4] = value & 0xffff;
    } else if (offset >= OB_ACRYP_DATA_IN && offset < OB_ACRYP_DATA_IN + 4 * OB_ACRYP_DATA_IN_COUNT) {
        if (m.running && m.at < m.n)
            give(value);
        else
            refuse();
    } else if (offset == OB_ACRYP_CTRL) {
        if (m.running)
            refuse();
        else
            begin(value);
    } else if (offset == OB_ACRYP_EVENT) {
        m.event &= ~value;
    } else if (offset == OB_ACRYP_WIPE && m.running) {
        uint32_t events = m.event;

        end(0);
        m.event = events;
    } else if (offset == OB_ACRYP_IRQ_EN) {
        m.irq_en = value;
    }
}

void acryp_model_device(struct ob_device *d)
{
    static const struct ob_device_calls calls = {read_register, write_register, NULL, NULL};

    if (!m.ctx)
        m.ctx = BN_CTX_new();
    memset(d, 0, sizeof *d);
    d->calls = &calls;
}

void acryp_model_fault(unsigned n)
{
    m.faults = n;
}

void acryp_model_flip(unsigned n)
{
    m.flip = n;
}

void acryp_model_silent(bool silent)
{
    m.silent = silent;
}

void acryp_model_zeros(bool zeros)
{
    m.zeros = zeros;
}

unsigned acryp_model_wrongs(void)
{
    return m.wrongs;
}

unsigned acryp_model_operations(void)
{
    return m.operations;
}
