/* SPDX-License-Identifier: Apache-2.0 */
/* ECB, CBC and CTR of the engine openssl (SP 800-38A). Each op begins and ends with the standard mid-state. */
#include "engine/openssl/internal.h"

#include <string.h>

/* The library has DES only with two or three keys. This gives the library's algorithm and the 24-byte key for the same
 * cipher: EDE with three equal keys is DES (SP 800-67, section 3.1). */
static uint8_t library_key(const struct ob_session *s, uint8_t key[OB_SESSION_KEY_MAX], size_t *key_len)
{
    uint8_t alg = s->alg;

    *key_len = s->key_len;
    memcpy(key, s->key, s->key_len);
    if (alg >= OB_DES_ECB && alg <= OB_DES3_CBC) {
        if (s->key_len == 8)
            memcpy(key + 8, s->key, 8);
        if (s->key_len < 24)
            memcpy(key + 16, s->key, 8);
        *key_len = 24;
        alg = alg == OB_DES_ECB || alg == OB_DES3_ECB ? OB_DES3_ECB : OB_DES3_CBC;
    }
    return alg;
}

/* Make the context of one direction, if it does not exist. */
static int prepare(struct ob_session *s, bool encrypt)
{
    struct ob_openssl_state *st = openssl_state(s);
    EVP_CIPHER_CTX **ctx = &st->chain[encrypt ? CHAIN_ENCRYPT : CHAIN_DECRYPT].ctx;
    uint8_t key[OB_SESSION_KEY_MAX], alg;
    size_t key_len;
    int err;

    if (*ctx)
        return OB_OK;
    alg = library_key(s, key, &key_len);
    if (!obi_openssl_cipher(alg, key_len))
        err = OB_E_DECLINED;
    else
        err = obi_openssl_context(ctx, alg, key, key_len, encrypt);
    ob_wipe(key, sizeof key);
    return err;
}

static bool is_ctr(uint8_t alg)
{
    return alg == OB_AES_CTR || alg == OB_SM4_CTR;
}

int obi_openssl_cipher_open(struct ob_session *s, bool encrypt)
{
    return prepare(s, encrypt || is_ctr(s->alg));
}

int obi_openssl_cipher_submit(struct ob_session *s, struct ob_op *op)
{
    bool first = op->flags & OB_FIRST;
    bool encrypt = is_ctr(s->alg) || ((first ? op->flags : s->stream_flags) & OB_ENCRYPT);
    struct ob_openssl_chain *c = &openssl_state(s)->chain[encrypt ? CHAIN_ENCRYPT : CHAIN_DECRYPT];
    const uint8_t *from = first ? op->iv : s->mid.iv;
    uint8_t iv[16], part[16];
    size_t block = 16;
    int err;

    if (s->alg == OB_AES_XTS)
        return obi_openssl_xts_submit(s, op);
    if (prepare(s, encrypt))
        return OB_E_IO;
    switch (s->alg) {
    case OB_AES_ECB:
    case OB_SM4_ECB:
    case OB_DES_ECB:
    case OB_DES3_ECB:
        return obi_openssl_update(c->ctx, op->out, op->in, op->in_len);
    case OB_AES_CTR:
    case OB_SM4_CTR:
        memcpy(iv, from, 16);
        memcpy(part, s->mid.part, 16);
        err = obi_openssl_ctr(c, iv, part, first ? 0 : s->in_done, op->out, op->in, op->in_len);
        if (err == OB_OK)
            memcpy(s->mid.part, part, 16);
        ob_wipe(part, sizeof part);
        break;
    case OB_DES_CBC:
    case OB_DES3_CBC:
        block = 8;
        /* fall through */
    default:
        memcpy(iv, from, block);
        err = obi_openssl_cbc(c, iv, block, encrypt, op->out, op->in, op->in_len);
        break;
    }
    if (err == OB_OK)
        memcpy(s->mid.iv, iv, block);
    return err;
}
