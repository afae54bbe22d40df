/* SPDX-License-Identifier: Apache-2.0 */
/* CMAC and CCM of the engine mbedtls (SP 800-38B, SP 800-38C) on the library's AES. The library's own CMAC allocates
 * memory, and its CCM takes at most 65,279 bytes of additional data. */
#include "engine/mbedtls/internal.h"

#include "algo/mid_ccm.h"

static int cbc_mac(void *key, uint8_t y[16], const uint8_t *in, size_t len)
{
    for (; len > 0; in += 16, len -= 16) {
        for (unsigned i = 0; i < 16; i++)
            y[i] ^= in[i];
        if (mbedtls_aes_crypt_ecb(key, MBEDTLS_AES_ENCRYPT, y, y))
            return OB_E_IO;
    }
    return OB_OK;
}

static int ctr(void *key, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
               size_t len)
{
    size_t at = (size_t)(done % 16);

    return mbedtls_result(mbedtls_aes_crypt_ctr(key, len, &at, counter, part, in, out));
}

int obi_mbedtls_cmac_open(struct ob_session *s)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);

    if (mbedtls_aes_setkey_enc(&st->u.cmac.enc, s->key, s->key_len * 8u))
        return OB_E_IO;
    return obi_mid_cmac_subkeys(st->u.cmac.subkeys, cbc_mac, &st->u.cmac.enc);
}

int obi_mbedtls_cmac_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);

    return obi_mid_cmac_submit(s, op, st->u.cmac.subkeys, cbc_mac, &st->u.cmac.enc);
}

int obi_mbedtls_ccm_open(struct ob_session *s)
{
    return mbedtls_result(mbedtls_aes_setkey_enc(&mbedtls_state(s)->u.aes.enc, s->key, s->key_len * 8u));
}

int obi_mbedtls_ccm_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_ccm_submit(s, op, cbc_mac, ctr, &mbedtls_state(s)->u.aes.enc);
}
