/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: operations of the public-key accelerator, from operands to result. Every wait has a deadline; at the end
 * the number registers are clear. */
#include "engine/ltc/pk.h"
#include "port/block.h"

#if OB_WITH_PK

#define REGISTERS 4 /* A, B, N, E */

static unsigned register_of(uint16_t at)
{
    return (unsigned)(at - LTC_PKA) >> LTC_PK_SHIFT;
}

static bool is_quarter(uint16_t at)
{
    return at & ((1u << LTC_PK_SHIFT) - 1);
}

/* The number to the words from reg on, the lowest first. */
static void write_number(const struct ob_device *d, uint32_t reg, const uint8_t *p, size_t len)
{
    for (; len; reg += 4) {
        uint32_t w = 0;

        for (unsigned i = 0; i < 4 && len; i++)
            w |= (uint32_t)p[--len] << 8 * i;
        ob_port_write(d, reg, w);
    }
}

/* The lowest len bytes of the number in the words from reg on. */
static void read_number(const struct ob_device *d, uint32_t reg, uint8_t *out, size_t len)
{
    for (; len; reg += 4) {
        uint32_t w = ob_port_read(d, reg);

        for (unsigned i = 0; i < 4 && len; i++, w >>= 8)
            out[--len] = (uint8_t)w;
    }
}

/* STA with DI or EI, or 0 after the deadline. */
static uint32_t run_mode(const struct ob_device *d, uint32_t mode, struct obi_wait *wait)
{
    uint32_t status;

    ob_port_write(d, LTC_CW, LTC_CW_MODE);
    ob_port_write(d, LTC_STA, LTC_STA_DI);
    ob_port_write(d, LTC_MD, mode);
    do {
        status = ob_port_read(d, LTC_STA);
        if (status & (LTC_STA_DI | LTC_STA_EI))
            return status;
    } while (obi_wait_more(d, wait));
    return 0;
}

/* Clear the number registers. False if the block does not do it. */
static bool forget(const struct ob_device *d)
{
    struct obi_wait wait = {0, 0};
    bool good = (run_mode(d, LTC_PK_CLEAR, &wait) & (LTC_STA_DI | LTC_STA_EI)) == LTC_STA_DI;

    ob_port_write(d, LTC_STA, LTC_STA_DI);
    ob_port_write(d, LTC_CW, LTC_CW_PK);
    return good;
}

/* The result in B to out, which has room for it, zeros in front. False: it is longer than that. */
static bool result(const struct ob_device *d, uint8_t *out, size_t out_len)
{
    size_t len = ob_port_read(d, LTC_PKASZ + 8 * register_of(LTC_PKB));

    if (len > out_len)
        return false;
    memset(out, 0, out_len - len);
    read_number(d, LTC_PKB, out + out_len - len, len);
    return true;
}

int obi_ltc_pk_run(const struct obi_ltc_pk_job *j, uint32_t mode, const struct obi_ltc_operand *in, size_t n_in,
                   uint8_t *out, size_t out_len, uint32_t *flags)
{
    const struct ob_device *d = &j->l->device;
    struct obi_wait wait = {j->op->deadline_ns, 0};
    uint32_t size[REGISTERS] = {0}, status;
    bool is_point = false, good;
    int answer = OB_E_IO;

    ob_port_write(d, LTC_CW, LTC_CW_PK);
    for (size_t i = 0; i < n_in; i++) {
        write_number(d, in[i].at, in[i].p, in[i].len);
        size[register_of(in[i].at)] = in[i].len;
        is_point = is_point || is_quarter(in[i].at);
    }
    for (unsigned i = 0; i < REGISTERS; i++)
        if (size[i])
            ob_port_write(d, LTC_PKASZ + 8 * i, size[i]);
    status = run_mode(d, mode, &wait);
    good = (status & (LTC_STA_DI | LTC_STA_EI)) == LTC_STA_DI;
    if (!good && status & LTC_STA_EI && mode == LTC_PK_INVERT &&
        (ob_port_read(d, LTC_ESTA) & LTC_ESTA_ERRID) == LTC_ERRID_DIVIDE)
        answer = OBI_LTC_NO_INVERSE;
    if (good && is_point) {
        read_number(d, LTC_PKB + LTC_QUARTER, out, out_len / 2);
        read_number(d, LTC_PKB + 2 * LTC_QUARTER, out + out_len / 2, out_len / 2);
    } else if (good && out_len) {
        good = result(d, out, out_len);
    }
    if (!good)
        obi_ltc_reset(j->l); /* which ends what runs, so that the registers can be cleared */
    if (!forget(d)) {
        obi_ltc_reset(j->l);
        answer = OB_E_IO;
        good = false;
    }
    if (good && flags)
        *flags = status;
    return good ? OB_OK : answer;
}

int obi_ltc_pk_mod(const struct obi_ltc_pk_job *j, uint32_t mode, const struct obi_ltc_modulus *m, uint8_t *out,
                   const uint8_t *a, const uint8_t *b)
{
    const struct obi_ltc_operand in[] = {
        {LTC_PKN, (uint16_t)m->len, m->p}, {LTC_PKA, (uint16_t)m->len, a}, {LTC_PKB, (uint16_t)m->len, b}};

    return obi_ltc_pk_run(j, mode, in, b ? 3 : 2, out, m->len, NULL);
}

int obi_ltc_pk_reduce(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, uint8_t *out, const uint8_t *a,
                      size_t a_len)
{
    const struct obi_ltc_operand in[] = {{LTC_PKN, (uint16_t)m->len, m->p}, {LTC_PKA, (uint16_t)a_len, a}};

    return obi_ltc_pk_run(j, LTC_PK_REDUCE, in, 2, out, m->len, NULL);
}

int obi_ltc_pk_power(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, uint8_t *out, const uint8_t *a,
                     const uint8_t *e, size_t e_len, bool secret)
{
    const struct obi_ltc_operand in[] = {
        {LTC_PKN, (uint16_t)m->len, m->p}, {LTC_PKA, (uint16_t)m->len, a}, {LTC_PKE, (uint16_t)e_len, e}};

    return obi_ltc_pk_run(j, secret ? LTC_PK_EXP | LTC_PK_EQUAL : LTC_PK_EXP, in, 3, out, m->len, NULL);
}

int obi_ltc_pk_gcd(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, uint8_t *out, const uint8_t *a)
{
    const struct obi_ltc_operand in[] = {{LTC_PKN, (uint16_t)m->len, m->p}, {LTC_PKA, (uint16_t)m->len, a}};

    return obi_ltc_pk_run(j, LTC_PK_GCD, in, 2, out, m->len, NULL);
}

int obi_ltc_pk_prime(const struct obi_ltc_pk_job *j, const struct obi_ltc_modulus *m, const uint8_t *a, uint8_t rounds,
                     bool *is_prime)
{
    const struct obi_ltc_operand in[] = {
        {LTC_PKN, (uint16_t)m->len, m->p}, {LTC_PKA, (uint16_t)m->len, a}, {LTC_PKB, 1, &rounds}};
    uint32_t flags;
    int status = obi_ltc_pk_run(j, LTC_PK_PRIME, in, 3, NULL, 0, &flags);

    if (status == OB_OK)
        *is_prime = flags & LTC_STA_PRIME;
    return status;
}

int obi_ltc_pk_multiply(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *xy, const uint8_t *k,
                        const uint8_t *point, bool *infinity)
{
    uint16_t len = c->len;
    const struct obi_ltc_operand in[] = {
        {LTC_PKN, len, c->data},
        {LTC_PKA, len, point},
        {LTC_PKA + LTC_QUARTER, len, point + len},
        {LTC_PKA + 3 * LTC_QUARTER, len, c->data + len},
        {LTC_PKB, len, c->data + 2 * len},
        {LTC_PKE, len, k},
    };
    uint32_t flags;
    int status = obi_ltc_pk_run(j, LTC_PK_EC_MUL | LTC_PK_EQUAL, in, 6, xy, (size_t)2 * len, &flags);

    if (status == OB_OK)
        *infinity = flags & LTC_STA_ZERO;
    return status;
}

/* The block does not add a point to itself. */
int obi_ltc_pk_add(const struct obi_ltc_pk_job *j, const struct obi_ltc_curve *c, uint8_t *xy, const uint8_t *p,
                   const uint8_t *q, bool *infinity)
{
    uint16_t len = c->len;
    bool same = memcmp(p, q, (size_t)2 * len) == 0;
    const struct obi_ltc_operand in[] = {
        {LTC_PKN, len, c->data},
        {LTC_PKA + 3 * LTC_QUARTER, len, c->data + len},
        {LTC_PKB, len, c->data + 2 * len},
        {LTC_PKB + LTC_QUARTER, len, q},
        {LTC_PKB + 2 * LTC_QUARTER, len, q + len},
        {LTC_PKA, len, p},
        {LTC_PKA + LTC_QUARTER, len, p + len},
    };
    uint32_t flags;
    int status =
        obi_ltc_pk_run(j, same ? LTC_PK_EC_DOUBLE : LTC_PK_EC_ADD, in, same ? 5 : 7, xy, (size_t)2 * len, &flags);

    if (status == OB_OK)
        *infinity = flags & LTC_STA_ZERO;
    return status;
}

#endif
