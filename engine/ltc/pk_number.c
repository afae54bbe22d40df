/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the little arithmetic of public keys that the CPU does itself. Time depends on lengths alone. */
#include "engine/ltc/pk.h"

#if OB_WITH_PK

/* All orders here have whole bytes. */
void obi_ltc_digest_number(uint8_t *out, const struct obi_ltc_modulus *m, const uint8_t *in, size_t in_len)
{
    size_t n = in_len < m->len ? in_len : m->len;

    memset(out, 0, m->len - n);
    memcpy(out + m->len - n, in, n);
    obi_number_cut(out, m->p, m->len); /* it is below 2 m, as m has all of its bits */
}

int obi_ltc_random_below(struct ob_session *s, uint8_t *out, const struct obi_ltc_modulus *m)
{
    for (unsigned i = 0; i < 256; i++) { /* more than half of the candidates serve */
        if (ob_random(s, out, m->len) != OB_OK)
            break;
        out[0] = (uint8_t)(out[0] & 0xffu >> (m->len * 8 - m->bits));
        if (!obi_number_is_zero(out, m->len) && obi_number_below(out, m->p, m->len))
            return OB_OK;
    }
    ob_wipe(out, m->len);
    return OB_E_IO;
}

#endif
