/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: the block ciphers AES and SM4 under a session's key, and the counter mode that CTR, GCM and CCM share
 * (SP 800-38A, section 6.5). */
#include "engine/soft/block.h"

#include "algo/bytes.h"

#ifdef OBI_SOFT_BLOCK

#if OB_WITH_SM4

static bool is_sm4(const struct ob_session *s)
{
    return !OB_WITH_AES || s->alg == OB_SM4_ECB || s->alg == OB_SM4_CBC || s->alg == OB_SM4_CTR || s->alg == OB_SM4_GCM;
}

#endif

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

/* Write n counter blocks, beginning with counter, and set counter to the block after them. No branch may depend on the
 * last four bytes if wrap is 4: GCM derives them from the key if the IV has another length than 12 bytes. Longer
 * counters are public. */
static void count(uint8_t *out, uint8_t counter[16], size_t wrap, size_t n)
{
    uint32_t low = obi_load_be32(counter + 12);

    for (; n; n--, out += 16) {
        memcpy(out, counter, 12);
        obi_store_be32(out + 12, low);
        low++;
        for (size_t i = 12; i > 16 - wrap && low == 0;) {
            if (++counter[--i])
                break;
        }
    }
    obi_store_be32(counter + 12, low);
}

void obi_soft_block_stream(struct ob_session *s, uint8_t counter[16], size_t wrap, uint8_t *part, size_t used,
                           uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t stream[16 * OBI_SOFT_BATCH];
    size_t at = used, end = 0;

    if (used && part) {
        memcpy(stream, part, 16);
        end = 16;
    }
    while (len) {
        size_t n;

        if (at >= end) { /* at > end: the rest of a block whose keystream is computed again */
            size_t first = at > end ? at : 0;

            n = (first + len + 15) / 16;
            if (n > OBI_SOFT_BATCH)
                n = OBI_SOFT_BATCH;
            count(stream, counter, wrap, n);
            obi_soft_block_encrypt(s, stream, stream, n);
            at = first;
            end = 16 * n;
        }
        n = end - at < len ? end - at : len;
        obi_xor(out, in, stream + at, n);
        at += n;
        out += n;
        in += n;
        len -= n;
    }
    if (part && at % 16)
        memcpy(part, stream + at / 16 * 16, 16);
    ob_wipe(stream, sizeof stream);
}

#endif
