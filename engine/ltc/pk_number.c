/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the little arithmetic of public keys that the CPU does itself. Time depends on lengths alone. */
#include "engine/ltc/pk.h"

#if OB_WITH_PK

uint32_t obi_ltc_below(const uint8_t *a, const uint8_t *b, size_t len)
{
    uint32_t borrow = 0;

    for (size_t i = len; i-- > 0;)
        borrow = ((uint32_t)a[i] - b[i] - borrow) >> 31;
    return borrow;
}

uint32_t obi_ltc_is_zero(const uint8_t *a, size_t len)
{
    uint32_t any = 0;

    for (size_t i = 0; i < len; i++)
        any |= a[i];
    return (any - 1) >> 31;
}

void obi_ltc_cut(uint8_t *a, const uint8_t *b, size_t len)
{
    uint32_t mask = obi_ltc_below(a, b, len) - 1, borrow = 0;

    for (size_t i = len; i-- > 0;) {
        uint32_t t = (uint32_t)a[i] - (b[i] & mask) - borrow;

        a[i] = (uint8_t)t;
        borrow = t >> 31;
    }
}

unsigned obi_ltc_bits(struct ob_bytes b)
{
    unsigned bits;

    while (b.len && *b.data == 0) {
        b.data++;
        b.len--;
    }
    if (!b.len)
        return 0;
    bits = (unsigned)b.len * 8;
    for (unsigned top = b.data[0]; !(top & 0x80); top <<= 1)
        bits--;
    return bits;
}

/* All orders here have whole bytes. */
void obi_ltc_digest_number(uint8_t *out, const struct obi_ltc_modulus *m, const uint8_t *in, size_t in_len)
{
    size_t n = in_len < m->len ? in_len : m->len;

    memset(out, 0, m->len - n);
    memcpy(out + m->len - n, in, n);
    obi_ltc_cut(out, m->p, m->len); /* it is below 2 m, as m has all of its bits */
}

int obi_ltc_random_below(struct ob_session *s, uint8_t *out, const struct obi_ltc_modulus *m)
{
    for (unsigned i = 0; i < 256; i++) { /* more than half of the candidates serve */
        if (ob_random(s, out, m->len) != OB_OK)
            break;
        out[0] = (uint8_t)(out[0] & 0xffu >> (m->len * 8 - m->bits));
        if (!obi_ltc_is_zero(out, m->len) && obi_ltc_below(out, m->p, m->len))
            return OB_OK;
    }
    ob_wipe(out, m->len);
    return OB_E_IO;
}

#endif
