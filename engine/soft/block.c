/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: the block ciphers AES and SM4 under a session's key, and the counter mode that CTR, GCM and CCM share
 * (SP 800-38A, section 6.5). */
#include "engine/soft/block.h"

#include "algo/bytes.h"

#ifdef OBI_SOFT_BLOCK

static bool is_sm4(const struct ob_session *s)
{
#if !OB_WITH_AES
    (void)s;
    return true;
#elif OB_WITH_SM4
    return s->alg == OB_SM4_ECB || s->alg == OB_SM4_CBC || s->alg == OB_SM4_CTR || s->alg == OB_SM4_GCM;
#else
    (void)s;
    return false;
#endif
}

void obi_soft_block_key(struct ob_session *s, const uint8_t *key, size_t key_len)
{
    struct obi_soft_block *k = obi_soft_block(s);

#if OB_WITH_SM4
    if (is_sm4(s)) {
        obi_sm4_ct_key(&k->key.sm4, key);
        return;
    }
#endif
#if OB_WITH_AES
    obi_aes_ct_key(&k->key.aes, key, key_len);
#else
    (void)key_len;
#endif
}

void obi_soft_block_encrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t n)
{
    const struct obi_soft_block *k = obi_soft_block(s);

#if OB_WITH_SM4
    if (is_sm4(s)) {
        obi_sm4_ct_encrypt(&k->key.sm4, out, in, n);
        return;
    }
#endif
#if OB_WITH_AES
    obi_aes_ct_encrypt(&k->key.aes, out, in, n);
#endif
}

#if OB_WITH_AES_DEC || OB_WITH_SM4

void obi_soft_block_decrypt(struct ob_session *s, uint8_t *out, const uint8_t *in, size_t n)
{
    const struct obi_soft_block *k = obi_soft_block(s);

#if OB_WITH_SM4
    if (is_sm4(s)) {
        obi_sm4_ct_decrypt(&k->key.sm4, out, in, n);
        return;
    }
#endif
#if OB_WITH_AES_DEC
    obi_aes_ct_decrypt(&k->key.aes, out, in, n);
#endif
}

#endif

/* n counter blocks from counter on, which moves behind them. */
static void count(uint8_t *out, uint8_t counter[16], size_t wrap, size_t n)
{
    uint32_t low = obi_load_be32(counter + 12);

    for (; n; n--, out += 16) {
        memcpy(out, counter, 12);
        obi_store_be32(out + 12, low);
        low++;
        for (size_t i = 12; low == 0 && i > 16 - wrap;) {
            if (++counter[--i])
                break;
        }
    }
    obi_store_be32(counter + 12, low);
}

void obi_soft_block_stream(struct ob_session *s, uint8_t counter[16], size_t wrap, uint8_t part[16], size_t used,
                           uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t stream[16 * OBI_SOFT_BATCH];

    if (used) {
        size_t n = 16 - used < len ? 16 - used : len;

        obi_soft_xor(out, in, part + used, n);
        out += n;
        in += n;
        len -= n;
    }
    while (len) {
        size_t n = len < sizeof stream ? len : sizeof stream;
        size_t blocks = (n + 15) / 16;

        count(stream, counter, wrap, blocks);
        obi_soft_block_encrypt(s, stream, stream, blocks);
        obi_soft_xor(out, in, stream, n);
        if (n % 16)
            memcpy(part, stream + 16 * (blocks - 1), 16);
        out += n;
        in += n;
        len -= n;
    }
    ob_wipe(stream, sizeof stream);
}

#endif
