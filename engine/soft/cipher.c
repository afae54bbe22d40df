/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: AES and SM4 in ECB, CBC and CTR (SP 800-38A, sections 6.1, 6.2 and 6.5) and AES in XTS (IEEE 1619-2018,
 * section 5). */
#include "engine/soft/block.h"

#include "algo/mid_xts.h"

#ifdef OBI_SOFT_CIPHER

#define WITH_CBC (OB_WITH_AES_CBC || OB_WITH_SM4)
#define WITH_CTR (OB_WITH_AES_CTR || OB_WITH_SM4)
#define WITH_ECB (OB_WITH_AES_ECB || OB_WITH_SM4)
#define WITH_DEC (OB_WITH_AES_DEC || OB_WITH_SM4)

void obi_soft_cipher_open(struct ob_session *s)
{
    size_t key_len = s->key_len;

#ifdef OBI_SOFT_XTS
    if (s->alg == OB_AES_XTS) {
        key_len /= 2;
        obi_aes_ct_key(&obi_soft_block(s)->extra.tweak, s->key + key_len, key_len);
    }
#endif
    obi_soft_block_key(s, s->key, key_len);
}

#if WITH_CBC

/* Blocks to process next: one batch, or what is left if that is less. */
static size_t batch(size_t len)
{
    return len < 16 * OBI_SOFT_BATCH ? len / 16 : OBI_SOFT_BATCH;
}

#endif

#if WITH_ECB || defined(OBI_SOFT_XTS)

static void crypt(void *s, bool encrypting, uint8_t *out, const uint8_t *in, size_t n)
{
#if WITH_DEC
    if (!encrypting) {
        obi_soft_block_decrypt(s, out, in, n);
        return;
    }
#else
    (void)encrypting;
#endif
    obi_soft_block_encrypt(s, out, in, n);
}

#endif

#if WITH_CBC

static void cbc(struct ob_session *s, bool encrypting, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t *iv = s->mid.iv;

    if (encrypting) {
        for (; len; len -= 16, in += 16, out += 16) {
            obi_xor(iv, iv, in, 16);
            obi_soft_block_encrypt(s, iv, iv, 1);
            memcpy(out, iv, 16);
        }
    }
#if WITH_DEC
    while (len) { /* decryption */
        uint8_t text[16 * OBI_SOFT_BATCH], next[16];
        size_t n = batch(len);

        obi_soft_block_decrypt(s, text, in, n);
        for (size_t i = 0; i < 16 * n; i += 16) {
            memcpy(next, in + i, 16);
            obi_xor(out + i, text + i, iv, 16);
            memcpy(iv, next, 16);
        }
        in += 16 * n;
        out += 16 * n;
        len -= 16 * n;
        ob_wipe(text, 16 * n);
    }
#endif
}

#endif

int obi_soft_cipher(struct ob_session *s, struct ob_op *op)
{
    bool encrypting = op->flags & OB_ENCRYPT;

    if (op->flags & OB_FIRST && op->iv_len)
        memcpy(s->mid.iv, op->iv, 16);
    switch (s->alg) {
#if WITH_CBC
    case OB_AES_CBC:
    case OB_SM4_CBC:
        cbc(s, encrypting, op->out, op->in, op->in_len);
        break;
#endif
#if WITH_CTR
    case OB_AES_CTR:
    case OB_SM4_CTR:
        obi_soft_block_stream(s, s->mid.iv, 16, s->mid.part, (size_t)s->in_done & 15, op->out, op->in, op->in_len);
        break;
#endif
#ifdef OBI_SOFT_XTS
    case OB_AES_XTS:
        if (op->flags & OB_FIRST)
            obi_aes_ct_encrypt(&obi_soft_block(s)->extra.tweak, s->mid.iv, s->mid.iv, 1);
        obi_mid_xts(s->mid.iv, crypt, s, encrypting, op->out, op->in, op->in_len);
        break;
#endif
    default:
#if WITH_ECB
        crypt(s, encrypting, op->out, op->in, op->in_len / 16);
#endif
        break;
    }
    return OB_OK;
}

#endif
