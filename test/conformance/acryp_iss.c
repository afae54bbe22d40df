/* SPDX-License-Identifier: Apache-2.0 */
/* The microcode of the block acryp behind the block's registers (hw/acryp/architecture.md, scripts/acryp/iss.py). */
#include "acryp_iss.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/acryp/acryp_ops.h"
#include "hw/acryp/acryp_regs.h"
#include "test/conformance/acryp_limbs.h"

#define WIDTH     72u
#define WORD_LEN  (WIDTH / 8) /* a word of the RAM in bytes, the least significant first */
#define RAM_WORDS 2048u
#define ROM_WORDS 2048u
#define CONFIG    (RAM_WORDS << OB_ACRYP_CONFIG_RAM_WORDS_LSB | WIDTH)
#define OPERAND   1024u /* 32-bit words of the longest operand, and more */
#define OUT_MAX   600u
#define STACK     8u

/* ---- instructions: their codes in scripts/acryp/isa.py ---- */

enum {
    END = 0,
    SCALAR = 1,
    JUMP = 2,
    SETF = 3,
    SETK = 4,
    ADD = 5,
    SUB = 6,
    MADD = 7,
    MSUB = 8,
    SUBK = 9,
    SEL = 10,
    SET = 11,
    BIT = 12,
    MUL = 13,
    SQR = 14,
    MULW = 15,
    DIV = 16,
    LIN = 17,
    SCAN = 18,
    GETB = 19,
    IN = 20,
    OUT = 21,
};
enum { LI, ADDI, ADDR, SUBR, SHL, SHR, POS, DEC, SETX, MULB, GEO, DCLR, DABS, DIVI, FLAG };
enum { JMP, JZ, JNZ, DJNZ, JC, JNC, JEQ, JNE, JD, JND, JB, JNB, JLT, JN, CALL, RET };

struct instruction {
    uint8_t op, d, a, b, f, cond, rs, rd, sub;
    bool xd, xa, xb;
    uint16_t imm;
};

/* A modulus and what belongs to it: -1/N modulo R, kept while N and R are the same. */
struct field {
    uint8_t slot, bound;
    bool folds;
    unsigned of_n; /* words of the N that `inverse` is for; 0: none */
    uint8_t modulus[230 * WORD_LEN];
    struct number inverse;
};

static struct {
    struct instruction rom[ROM_WORDS];
    /* the engine */
    uint8_t ram[RAM_WORDS * WORD_LEN + 8];
    uint16_t reg[16];
    unsigned n, stride, x, digit, pc, depth;
    bool c, z, b, s;
    struct field field[2];
    int theta;
    signed_wide matrix[4];
    uint16_t stack[STACK];
    /* the registers */
    uint32_t event, irq_en, result, param[8], in[OPERAND], out[OUT_MAX];
    unsigned in_len, wanted, out_len, out_at, wrongs;
    bool running, gives; /* an operation; its results are being read */
} m;

/* The microcode has done what it must not: no answer is better than a wrong one. */
_Noreturn static void fault(const char *what)
{
    fprintf(stderr, "acryp's microcode at %u: %s\n", m.pc - 1, what);
    abort();
}

/* ---- numbers ---- */

static unsigned limbs(void)
{
    return (m.n * WIDTH + 63) / 64;
}

/* Clear what lies above R = 2^(72 n). True if there was something. */
static bool mask(struct number *v, unsigned len)
{
    unsigned bits = m.n * WIDTH, top = bits / 64;
    bool more = false;

    for (unsigned i = top; i < len; i++) {
        uint64_t keep = i == top ? ((uint64_t)1 << bits % 64) - 1 : 0;

        more |= (v->limb[i] & ~keep) != 0;
        v->limb[i] &= keep;
    }
    return more;
}

/* A slot, with a limb of 0 above its limbs. */
static void load(struct number *v, unsigned slot)
{
    size_t at = (size_t)slot * m.stride;

    if (at + m.n > RAM_WORDS)
        fault("a slot is past the end of the RAM");
    v->limb[limbs() - 1] = v->limb[limbs()] = 0;
    memcpy(v->limb, m.ram + at * WORD_LEN, (size_t)m.n * WORD_LEN);
}

static void store(unsigned slot, const struct number *v)
{
    size_t at = (size_t)slot * m.stride;

    if (at + m.n > RAM_WORDS)
        fault("a slot is past the end of the RAM");
    memcpy(m.ram + at * WORD_LEN, v->limb, (size_t)m.n * WORD_LEN);
}

/* inverse = -1 / N modulo R, each step doubling the bits that are right. */
static const struct number *inverse_of(struct field *f, const struct number *modulus)
{
    static struct number t, u;
    unsigned len = limbs();

    if (f->of_n == m.n && memcmp(f->modulus, modulus->limb, (size_t)m.n * WORD_LEN) == 0)
        return &f->inverse;
    f->of_n = m.n;
    memcpy(f->modulus, modulus->limb, (size_t)m.n * WORD_LEN);
    memset(&f->inverse, 0, sizeof f->inverse);
    if (!(modulus->limb[0] & 1))
        return &f->inverse;
    f->inverse.limb[0] = 1;
    for (unsigned bits = 1; bits < 64 * len; bits *= 2) { /* x = x (2 - N x) */
        multiply(&t, modulus, &f->inverse, len, true);
        for (unsigned i = 0; i < len; i++)
            t.limb[i] = ~t.limb[i];
        for (unsigned i = 0, add_three = 3; i < len && add_three; i++) {
            wide sum = (wide)t.limb[i] + add_three;

            t.limb[i] = (uint64_t)sum;
            add_three = (unsigned)(sum >> 64);
        }
        multiply(&u, &t, &f->inverse, len, true);
        memcpy(f->inverse.limb, u.limb, len * sizeof u.limb[0]);
    }
    memset(&t, 0, sizeof t);
    (void)sub(&f->inverse, &t, &f->inverse, len);
    (void)mask(&f->inverse, len);
    return &f->inverse;
}

/* ---- the inversion ---- */

static signed_wide lowest(const struct number *v)
{
    return (signed_wide)(((wide)v->limb[1] << 64 | v->limb[0]) & (((wide)1 << WIDTH) - 1));
}

/* Division steps of Bernstein and Yang on the lowest words. */
static void divide(signed_wide f, signed_wide g)
{
    signed_wide u = 1, v = 0, q = 0, r = 1;

    for (unsigned i = 0; i < WIDTH - 2; i++) {
        bool odd = g & 1;

        if (odd && m.theta >= 0) {
            signed_wide g_old = g, q_old = q, r_old = r;

            m.theta = -m.theta;
            g = (g - f) >> 1;
            f = g_old;
            q = q_old - u;
            r = r_old - v;
            u = 2 * q_old;
            v = 2 * r_old;
        } else {
            if (odd) {
                g += f;
                q += u;
                r += v;
            }
            m.theta++;
            g >>= 1;
            u *= 2;
            v *= 2;
        }
    }
    m.matrix[0] = u;
    m.matrix[1] = v;
    m.matrix[2] = q;
    m.matrix[3] = r;
}

/* sum += factor times v, both signed, in len limbs. |factor| is below 2^72. */
static void add_times(struct number *sum, signed_wide factor, const struct number *v, unsigned len)
{
    static struct number product;
    wide by = factor < 0 ? -(wide)factor : (wide)factor;
    uint64_t part[2] = {(uint64_t)by, (uint64_t)(by >> 64)};

    for (unsigned k = 0; k < 2; k++) {
        uint64_t carry = 0;

        memset(product.limb, 0, len * sizeof product.limb[0]);
        for (unsigned i = 0; i + k < len; i++) {
            wide t = (wide)part[k] * v->limb[i] + carry;

            product.limb[i + k] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        if (factor < 0)
            (void)sub(sum, sum, &product, len);
        else
            (void)add(sum, sum, &product, len);
    }
}

/* A slot as a signed number of len limbs. */
static void load_signed(struct number *v, unsigned slot, unsigned len)
{
    unsigned bits = m.n * WIDTH;

    load(v, slot);
    for (unsigned i = limbs(); i < len; i++)
        v->limb[i] = 0;
    if (v->limb[(bits - 1) / 64] >> (bits - 1) % 64 & 1) {
        if (bits % 64)
            v->limb[bits / 64] |= ~(uint64_t)0 << bits % 64;
        for (unsigned i = (bits + 63) / 64; i < len; i++)
            v->limb[i] = ~(uint64_t)0;
    }
}

/* A row of the matrix times (a, b), divided by 2^70; with the multiple of N that makes it exact. */
static void linear(struct number *t, unsigned a, unsigned b, const struct instruction *i)
{
    static struct number va, vb, modulus;
    const signed_wide *row = m.matrix + (i->cond & 1 ? 2 : 0);
    unsigned len = limbs() + 3, k = WIDTH - 2, bits = m.n * WIDTH;
    const wide low = ((wide)1 << k) - 1;
    uint64_t sign;

    load_signed(&va, a, len);
    load_signed(&vb, b, len);
    memset(t->limb, 0, len * sizeof t->limb[0]);
    add_times(t, row[0], &va, len);
    add_times(t, row[1], &vb, len);
    if (i->cond & 2) {
        wide inverse = 1, lowest_n;

        load(&modulus, m.field[i->f].slot);
        for (unsigned j = limbs(); j < len; j++)
            modulus.limb[j] = 0;
        lowest_n = (wide)lowest(&modulus);
        for (unsigned j = 0; j < 7; j++)
            inverse *= 2 - lowest_n * inverse;
        add_times(t, (signed_wide)((~(inverse * ((wide)t->limb[1] << 64 | t->limb[0])) + 1) & low), &modulus, len);
    }
    if (((wide)t->limb[1] << 64 | t->limb[0]) & low)
        fault("a division by the step's power of two has a remainder");
    sign = t->limb[len - 1] >> 63 ? ~(uint64_t)0 : 0;
    shift(t, k, len, sign);
    for (unsigned j = bits - 1; j < 64 * len; j++) /* all bits from the sign's up are the sign */
        if ((t->limb[j / 64] >> j % 64 & 1) != (sign & 1))
            fault("an inversion's operand overflows");
    (void)mask(t, len);
}

/* ---- products ---- */

/* t = (t mod R + t / R times the constant after the modulus), and the multiple of the modulus that makes it divisible
 * by a word. */
static void fold(struct number *t, struct field *f, const struct number *modulus)
{
    static struct number high, constant;
    const struct number *inverse = inverse_of(f, modulus);
    const wide low = ((wide)1 << WIDTH) - 1;
    unsigned len = limbs();

    if (m.n != m.stride)
        fault("a constant for folding without its slot");
    load(&constant, f->slot + 1u);
    memset(&high, 0, sizeof high);
    memcpy(high.limb, t->limb, 2 * len * sizeof high.limb[0]);
    shift(&high, m.n * WIDTH, 2 * len, 0);
    memset(t->limb + len, 0, (len + 3) * sizeof t->limb[0]);
    (void)mask(t, len + 3);
    add_times(t, lowest(&constant), &high, len + 3);
    add_times(t, (signed_wide)((wide)lowest(t) * (wide)lowest(inverse) & low), modulus, len + 3);
}

/* d = (a b + q N) / R with the q below R that makes it exact. In a field that folds: of the folded product, with a word
 * in R's place. */
static void montgomery(struct number *d, const struct number *a, const struct number *b, struct field *f)
{
    static struct number modulus, t, q, low;
    unsigned len = limbs();

    memset(&modulus, 0, sizeof modulus);
    load(&modulus, f->slot);
    multiply(&t, a, b, len, false);
    if (f->folds) {
        fold(&t, f, &modulus);
        shift(&t, WIDTH, len + 3, 0);
    } else {
        memcpy(low.limb, t.limb, len * sizeof low.limb[0]);
        (void)mask(&low, len);
        multiply(&q, &low, inverse_of(f, &modulus), len, true);
        (void)mask(&q, len);
        multiply(d, &q, &modulus, len, false);
        t.limb[2 * len] = d->limb[2 * len] = 0;
        t.limb[2 * len] = add(&t, &t, d, 2 * len);
        shift(&t, m.n * WIDTH, 2 * len + 1, 0);
    }
    memcpy(d->limb, t.limb, (len + 1) * sizeof d->limb[0]);
    if (mask(d, len + 1))
        fault("a product does not fit");
}

/* ---- instructions ---- */

static bool condition(unsigned cond)
{
    const bool value[] = {false, true, m.c, !m.c, m.b, !m.b, m.s, m.z};

    return value[cond];
}

/* The bit of an operand at a cursor, which may go on in the next slot. */
static unsigned bit_at(unsigned slot, unsigned cursor)
{
    unsigned word = slot * m.stride + (cursor >> 7), bit = cursor & 127;

    if (word >= RAM_WORDS || bit >= WIDTH)
        fault("a cursor points beyond the RAM");
    return m.ram[word * WORD_LEN + bit / 8] >> bit % 8 & 1;
}

/* The words of an operand of so many bits into the RAM. */
static void take(unsigned slot, unsigned bits)
{
    unsigned words = (bits + WIDTH - 1) / WIDTH, at = slot * m.stride;
    size_t len = (bits + 7) / 8;

    if (words < m.n)
        words = m.n;
    if (at + words > RAM_WORDS)
        fault("an operand is longer than the RAM");
    memset(m.ram + at * WORD_LEN, 0, (size_t)words * WORD_LEN);
    memcpy(m.ram + at * WORD_LEN, m.in, len);
    if (bits % 8)
        m.ram[at * WORD_LEN + len - 1] &= (uint8_t)((1u << bits % 8) - 1);
    memset(m.in, 0, sizeof m.in);
    m.in_len = 0;
}

static void give_out(unsigned slot, unsigned bits)
{
    unsigned words = (bits + 31) / 32;
    static struct number v;

    memset(&v, 0, sizeof v);
    load(&v, slot);
    if (m.out_len + words > OUT_MAX)
        fault("too much output");
    memcpy(m.out + m.out_len, v.limb, words * sizeof m.out[0]);
    m.out_len += words;
}

static void scalar(const struct instruction *i)
{
    uint16_t rs = m.reg[i->rs], rt = m.reg[i->imm & 15], *rd = &m.reg[i->rd];
    bool c = m.c, z = m.z, b = m.b;

    switch (i->sub) {
    case LI:
        *rd = i->imm;
        break;
    case ADDI:
        *rd = (uint16_t)(rs + i->imm);
        break;
    case ADDR:
        *rd = (uint16_t)(rs + rt);
        break;
    case SUBR:
        *rd = (uint16_t)(rs - rt);
        break;
    case SHL:
        *rd = (uint16_t)(rs << (i->imm & 15));
        break;
    case SHR:
        *rd = (uint16_t)(rs >> (i->imm & 15));
        break;
    case POS:
        *rd = (uint16_t)((rs / WIDTH) << 7 | rs % WIDTH);
        break;
    case DEC:
        *rd = (uint16_t)(rs & 127 ? rs - 1u : (rs - 128u) | (WIDTH - 1));
        break;
    case MULB:
        *rd = (uint16_t)(rs * WIDTH);
        break;
    case SETX:
        m.x = (rs + i->imm) & 255;
        break;
    case GEO:
        if (!rs || !*rd || rs > 228)
            fault("a geometry that there is not");
        m.n = rs;
        m.stride = *rd;
        break;
    case DCLR:
        m.digit = 0;
        break;
    case DABS: {
        unsigned half = 1u << (i->imm - 1);

        m.s = m.digit < half;
        m.digit = m.s ? half - 1 - m.digit : m.digit - half;
        break;
    }
    case DIVI:
        m.theta = 0;
        break;
    case FLAG: {
        const bool value[] = {c, z, b && z, b || c, b && c, b || z, !b, false};

        m.b = value[i->imm & 7];
        break;
    }
    default:
        fault("no such function");
    }
}

static void jump(const struct instruction *i)
{
    uint16_t rs = i->sub == DJNZ ? --m.reg[i->rs] : m.reg[i->rs];
    const bool taken[] = {true,           rs == 0, rs != 0, rs != 0,           m.c,      !m.c, m.z,  !m.z, m.digit & 1,
                          !(m.digit & 1), m.b,     !m.b,    rs < m.reg[i->rd], rs >> 15, true, false};

    if (i->sub == CALL) {
        if (m.depth == STACK)
            fault("calls deeper than the stack");
        m.stack[m.depth++] = (uint16_t)m.pc;
    } else if (i->sub == RET) {
        if (m.depth == 0)
            fault("a return without a call");
        m.pc = m.stack[--m.depth];
        return;
    }
    if (taken[i->sub])
        m.pc = i->imm;
}

/* One instruction with slots. False: it waits for an operand of the host. */
static bool vector(const struct instruction *i)
{
    static struct number va, vb, r;
    unsigned d = (i->d + (i->xd ? m.x : 0)) & 255, a = (i->a + (i->xa ? m.x : 0)) & 255,
             b = (i->b + (i->xb ? m.x : 0)) & 255, len = limbs(), bits;
    struct field *f = &m.field[i->f];

    switch (i->op) {
    case MUL:
    case SQR:
        load(&va, a);
        load(&vb, i->op == SQR ? a : b);
        montgomery(&r, &va, &vb, f);
        break;
    case ADD:
    case SUB:
        load(&va, a);
        load(&vb, b);
        if (!condition(i->cond))
            memset(vb.limb, 0, len * sizeof vb.limb[0]);
        r.limb[len] = 0;
        m.c = i->op == ADD ? add(&r, &va, &vb, len) : sub(&r, &va, &vb, len);
        m.c |= mask(&r, len);
        m.z = is_zero(&r, len);
        break;
    case MADD: /* a + b, less K if it is K or more */
        load(&va, a);
        load(&vb, b);
        r.limb[len] = add(&r, &va, &vb, len);
        load(&vb, f->bound);
        vb.limb[len] = 0;
        if (sub(&va, &r, &vb, len + 1))
            va = r;
        r = va;
        (void)mask(&r, len + 1);
        break;
    case MSUB: /* a - b, and K more if it is negative */
    case SUBK: /* a - b + K */
        load(&va, a);
        load(&vb, b);
        if (sub(&r, &va, &vb, len) || i->op == SUBK) {
            load(&vb, f->bound);
            (void)add(&r, &r, &vb, len);
        }
        (void)mask(&r, len);
        break;
    case SEL:
        load(&r, condition(i->cond) ? b : a);
        break;
    case SET:
        memset(r.limb, 0, len * sizeof r.limb[0]);
        r.limb[0] = i->imm;
        break;
    case BIT: {
        unsigned cursor = m.reg[i->b & 15], at = WIDTH * (cursor >> 7) + (cursor & 127);

        if (cursor >> 7 >= m.n)
            fault("a cursor points beyond its operand");
        memset(r.limb, 0, len * sizeof r.limb[0]);
        r.limb[at / 64] = (uint64_t)1 << at % 64;
        break;
    }
    case MULW:
        load(&va, a);
        load(&vb, b);
        memset(r.limb, 0, (len + 2) * sizeof r.limb[0]);
        add_times(&r, lowest(&va), &vb, len);
        (void)mask(&r, len);
        break;
    case DIV:
        load(&va, a);
        load(&vb, b);
        divide(lowest(&va), lowest(&vb));
        return true;
    case LIN:
        linear(&r, a, b, i);
        break;
    case SCAN:
        memset(r.limb, 0, len * sizeof r.limb[0]);
        for (unsigned e = 0; e < m.reg[i->b & 15]; e++)
            if (e == m.digit)
                load(&r, (a + e) & 255);
        break;
    case GETB:
        m.digit = (m.digit << 1 | bit_at(a, m.reg[i->b & 15])) & 255;
        return true;
    case IN:
        bits = m.reg[i->b & 15];
        m.wanted = (bits + 31) / 32;
        if (m.wanted > OPERAND)
            fault("an operand is too long");
        if (m.in_len < m.wanted)
            return false;
        m.wanted = 0;
        take(d, bits);
        return true;
    case OUT:
        give_out(a, m.reg[i->b & 15]);
        return true;
    case SETF:
        f->slot = f->bound = (uint8_t)a;
        f->folds = i->cond & 2;
        return true;
    case SETK:
        f->bound = (uint8_t)a;
        return true;
    default:
        fault("no such instruction");
    }
    store(d, &r);
    return true;
}

/* ---- operations ---- */

/* Everything but the ROM and the registers that the host reads. */
static void erase(void)
{
    memset(m.ram, 0, sizeof m.ram);
    memset(m.reg, 0, sizeof m.reg);
    m.n = m.stride = 1;
    m.x = m.digit = m.pc = m.depth = 0;
    m.c = m.z = m.b = m.s = false;
    memset(m.field, 0, sizeof m.field);
    m.theta = 0;
    memset(m.matrix, 0, sizeof m.matrix);
    memset(m.in, 0, sizeof m.in);
    memset(m.out, 0, sizeof m.out);
    memset(m.param, 0, sizeof m.param);
    m.in_len = m.wanted = m.out_len = m.out_at = 0;
    m.running = m.gives = false;
}

static void end(unsigned code)
{
    if (code == OB_ACRYP_END_OK && m.out_len) {
        m.gives = true;
        m.event |= OB_ACRYP_EVENT_OUT;
        return;
    }
    erase();
    m.result = code;
    m.event |= OB_ACRYP_EVENT_DONE;
}

/* Go on until the end or the next operand that is not there. */
static void go(void)
{
    for (;;) {
        const struct instruction *i = &m.rom[m.pc % ROM_WORDS];

        m.pc++;
        if (i->op == SCALAR) {
            scalar(i);
        } else if (i->op == JUMP) {
            jump(i);
        } else if (i->op == END) {
            end(i->imm);
            return;
        } else if (!vector(i)) {
            m.pc--;
            return;
        }
    }
}

static void begin(uint32_t ctrl)
{
    uint32_t param[8];

    memcpy(param, m.param, sizeof param);
    erase();
    for (unsigned i = 0; i < 8; i++)
        m.reg[i] = (uint16_t)param[i];
    m.running = true;
    m.pc = ctrl & OB_ACRYP_CTRL_OP;
    go();
}

/* ---- registers ---- */

static bool wants_data(void)
{
    return m.running && !m.gives && m.wanted != 0;
}

static uint32_t refuse(void)
{
    m.wrongs++;
    m.event |= OB_ACRYP_EVENT_SEQ;
    return 0;
}

static uint32_t read_result(void)
{
    uint32_t word;

    if (!m.gives)
        return refuse();
    word = m.out[m.out_at++];
    if (m.out_at == m.out_len) {
        erase();
        m.result = OB_ACRYP_END_OK;
        m.event |= OB_ACRYP_EVENT_DONE;
    }
    return word;
}

static uint32_t read_register(void *user, uint32_t offset)
{
    (void)user;
    if (offset >= OB_ACRYP_DATA_OUT && offset < OB_ACRYP_DATA_OUT + 4 * OB_ACRYP_DATA_OUT_COUNT)
        return read_result();
    switch (offset) {
    case OB_ACRYP_NAME:
        return OB_ACRYP_NAME_RESET;
    case OB_ACRYP_VERSION:
        return OB_ACRYP_VERSION_RESET;
    case OB_ACRYP_CONFIG:
        return CONFIG;
    case OB_ACRYP_STATUS:
        return (m.running ? OB_ACRYP_STATUS_BUSY : 0) | (wants_data() ? OB_ACRYP_STATUS_WANTS_DATA : 0);
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
    if (offset >= OB_ACRYP_PARAM && offset < OB_ACRYP_PARAM + 4 * OB_ACRYP_PARAM_COUNT) {
        if (m.running)
            (void)refuse();
        else
            m.param[(offset - OB_ACRYP_PARAM) / 4] = value & 0xffff;
    } else if (offset >= OB_ACRYP_DATA_IN && offset < OB_ACRYP_DATA_IN + 4 * OB_ACRYP_DATA_IN_COUNT) {
        if (!wants_data()) {
            (void)refuse();
        } else {
            m.in[m.in_len++] = value;
            if (m.in_len == m.wanted)
                go();
        }
    } else if (offset == OB_ACRYP_CTRL) {
        if (m.running)
            (void)refuse();
        else
            begin(value);
    } else if (offset == OB_ACRYP_EVENT) {
        m.event &= ~value;
    } else if (offset == OB_ACRYP_WIPE && m.running) {
        erase();
        m.result = 0;
        m.event |= OB_ACRYP_EVENT_DONE;
    } else if (offset == OB_ACRYP_IRQ_EN) {
        m.irq_en = value;
    }
}

/* The words of the ROM from the package that the RTL has, as scripts/acryp/rom.py writes it. */
static bool read_rom(void)
{
    FILE *file = fopen(ACRYP_UCODE, "r");
    unsigned n = 0;
    char line[512];

    if (!file)
        return false;
    while (fgets(line, sizeof line, file))
        for (char *at = line; n < ROM_WORDS && (at = strstr(at, "36'h"));) {
            uint64_t w = strtoull(at + 4, &at, 16);

            m.rom[n++] = (struct instruction){
                .op = w >> 31 & 31,
                .d = w >> 23 & 255,
                .a = w >> 15 & 255,
                .b = w >> 7 & 255,
                .f = w >> 6 & 1,
                .xd = w >> 5 & 1,
                .xa = w >> 4 & 1,
                .xb = w >> 3 & 1,
                .cond = w & 7,
                .rs = w >> 27 & 15,
                .rd = w >> 23 & 15,
                .sub = w >> 3 & 15,
                .imm = (uint16_t)(w >> 7),
            };
        }
    (void)fclose(file);
    return n == ROM_WORDS;
}

bool acryp_iss_device(struct ob_device *d)
{
    static const struct ob_device_calls calls = {read_register, write_register, NULL, NULL};

    erase();
    memset(d, 0, sizeof *d);
    d->calls = &calls;
    return read_rom();
}

unsigned acryp_iss_wrongs(void)
{
    return m.wrongs;
}
