/* SPDX-License-Identifier: Apache-2.0 */
/* AES modes of the engine wolfssl as steps between mid-states (SP 800-38A), and CMAC, CCM and GCM on them. */
#include "engine/wolfssl/internal.h"

#include <string.h>

#include "algo/mid_ccm.h"
#include "algo/mid_gcm.h"

int obi_wolfssl_aes_key(Aes *aes, const uint8_t *key, size_t key_len, bool encrypt)
{
    int r = wc_AesInit(aes, NULL, INVALID_DEVID);

    if (r == 0)
        r = wc_AesSetKey(aes, key, (word32)key_len, NULL, encrypt ? AES_ENCRYPTION : AES_DECRYPTION);
    return wolfssl_result(r);
}

int obi_wolfssl_aes_cbc(Aes *aes, uint8_t iv[16], bool encrypt, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t last[16];

    for (size_t n; len > 0; len -= n, in += n, out += n) {
        int r = wc_AesSetIV(aes, iv);

        n = len < WOLFSSL_CALL_MAX ? len : WOLFSSL_CALL_MAX;
        if (!encrypt)
            memcpy(last, in + n - 16, 16); /* processing in place will overwrite it */
        if (r == 0)
            r = encrypt ? wc_AesCbcEncrypt(aes, out, in, (word32)n) : wc_AesCbcDecrypt(aes, out, in, (word32)n);
        if (r != 0)
            return OB_E_IO;
        memcpy(iv, encrypt ? out + n - 16 : last, 16);
    }
    return OB_OK;
}

/* counter += n over all 128 bits, big-endian. */
static void counter_add(uint8_t counter[16], uint64_t n)
{
    for (unsigned i = 16; i-- > 0 && n > 0;) {
        n += counter[i];
        counter[i] = (uint8_t)n;
        n >>= 8;
    }
}

/* Process whole blocks. */
static int ctr_blocks(Aes *aes, uint8_t counter[16], uint8_t *out, const uint8_t *in, size_t len)
{
    for (size_t n; len > 0; len -= n, in += n, out += n) {
        n = len < WOLFSSL_CALL_MAX ? len : WOLFSSL_CALL_MAX;
        if (wc_AesSetIV(aes, counter) || wc_AesCtrEncrypt(aes, out, in, (word32)n))
            return OB_E_IO;
        counter_add(counter, n / 16);
    }
    return OB_OK;
}

int obi_wolfssl_aes_ctr(Aes *aes, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
                        size_t len)
{
    static const uint8_t zero[16];
    size_t whole;

    for (unsigned i = (unsigned)(done % 16); i > 0 && i < 16 && len > 0; i++, len--)
        *out++ = *in++ ^ part[i];
    whole = len & ~(size_t)15;
    if (ctr_blocks(aes, counter, out, in, whole))
        return OB_E_IO;
    if (len > whole && ctr_blocks(aes, counter, part, zero, 16))
        return OB_E_IO;
    for (size_t i = whole; i < len; i++)
        out[i] = in[i] ^ part[i - whole];
    return OB_OK;
}

/* ---- CMAC and CCM: the library's own take only whole messages ---- */

static int cbc_mac(void *key, uint8_t y[16], const uint8_t *in, size_t len)
{
    for (; len > 0; in += 16, len -= 16) {
        for (unsigned i = 0; i < 16; i++)
            y[i] ^= in[i];
        wc_AesEncryptDirect(key, y, y);
    }
    return OB_OK;
}

static int ctr(void *key, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
               size_t len)
{
    return obi_wolfssl_aes_ctr(key, counter, part, done, out, in, len);
}

int obi_wolfssl_cmac_open(struct ob_session *s)
{
    struct wolfssl_contexts *st = wolfssl_state(s);

    if (obi_wolfssl_aes_key(&st->u.cmac.enc, s->key, s->key_len, true))
        return OB_E_IO;
    return obi_mid_cmac_subkeys(st->u.cmac.subkeys, cbc_mac, &st->u.cmac.enc);
}

int obi_wolfssl_cmac_submit(struct ob_session *s, struct ob_op *op)
{
    struct wolfssl_contexts *st = wolfssl_state(s);

    return obi_mid_cmac_submit(s, op, st->u.cmac.subkeys, cbc_mac, &st->u.cmac.enc);
}

int obi_wolfssl_ccm_open(struct ob_session *s)
{
    return obi_wolfssl_aes_key(&wolfssl_state(s)->u.aes.enc, s->key, s->key_len, true);
}

int obi_wolfssl_ccm_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_ccm_submit(s, op, cbc_mac, ctr, &wolfssl_state(s)->u.aes.enc);
}

int obi_wolfssl_gcm_parts(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_gcm_submit(s, op, ctr, &wolfssl_state(s)->u.gcm);
}
