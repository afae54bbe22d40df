/* SPDX-License-Identifier: Apache-2.0 */
/* GCM (SP 800-38D) and ChaCha20-Poly1305 (RFC 8439) of the engine openssl. The library's context holds the stream. */
#include "engine/openssl/internal.h"

#include <openssl/err.h>

/* The longest GCM nonce in bytes that every version 3 of the library takes. */
#define IV_MAX 128

int obi_openssl_aead_open(struct ob_session *s)
{
    struct ob_openssl_state *st = openssl_state(s);

    if (!obi_openssl_cipher(s->alg, s->key_len))
        return OB_E_DECLINED;
    st->iv_len = 12; /* the library's default for all AEADs */
    return obi_openssl_context(&st->chain[CHAIN_STREAM].ctx, s->alg, s->key, s->key_len, 1);
}

static int begin(struct ob_openssl_state *st, const struct ob_op *op)
{
    EVP_CIPHER_CTX *c = st->chain[CHAIN_STREAM].ctx;

    if (op->iv_len > IV_MAX)
        return OB_E_DECLINED;
    if (st->iv_len != op->iv_len) {
        st->iv_len = 0;
        if (EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_IVLEN, (int)op->iv_len, NULL) <= 0)
            return OB_E_IO;
        st->iv_len = (uint32_t)op->iv_len;
    }
    return EVP_CipherInit_ex2(c, NULL, NULL, op->iv, (op->flags & OB_ENCRYPT) != 0, NULL) ? OB_OK : OB_E_IO;
}

/* The library compares the tag itself, in constant time; its failure means that the tag is wrong. */
static int finish(EVP_CIPHER_CTX *c, struct ob_op *op, bool encrypt)
{
    uint8_t none[16];
    int n, ok;

    if (encrypt)
        return EVP_CipherFinal_ex(c, none, &n) &&
                       EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, (int)op->tag_len, op->tag) > 0
                   ? OB_OK
                   : OB_E_IO;
    if (EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, (int)op->tag_len, op->tag) <= 0)
        return OB_E_IO;
    ERR_set_mark();
    ok = EVP_CipherFinal_ex(c, none, &n) > 0;
    ERR_pop_to_mark();
    return ok ? OB_OK : OB_E_AUTH;
}

int obi_openssl_aead_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_openssl_state *st = openssl_state(s);
    EVP_CIPHER_CTX *c = st->chain[CHAIN_STREAM].ctx;
    bool first = op->flags & OB_FIRST;
    bool encrypt = (first ? op->flags : s->stream_flags) & OB_ENCRYPT;
    int err = OB_OK;

    if (first)
        err = begin(st, op);
    if (err == OB_OK && (op->flags & OB_AAD))
        err = obi_openssl_update(c, NULL, op->aad, op->aad_len);
    if (err == OB_OK)
        err = obi_openssl_update(c, op->out, op->in, op->in_len);
    if (err == OB_OK && (op->flags & OB_LAST))
        err = finish(c, op, encrypt);
    if (err == OB_E_AUTH || err == OB_E_IO)
        ob_wipe(op->out, op->in_len);
    return err;
}
