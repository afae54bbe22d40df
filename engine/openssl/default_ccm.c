/* SPDX-License-Identifier: Apache-2.0 */
/* CCM (SP 800-38C) by the library's own cipher, as the default provider runs it. It takes the message's length first,
 * and all of the data in one call. */
#include "engine/openssl/internal.h"

#include <openssl/err.h>

int obi_openssl_default_ccm_open(struct ob_session *s)
{
    static const char *const names[] = {"AES-128-CCM", "AES-192-CCM", "AES-256-CCM"};
    struct ob_openssl_state *st = openssl_state(s);
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(obi_openssl_lib(), names[s->key_len / 8 - 2], NULL);
    EVP_CIPHER_CTX *c = st->chain[CHAIN_STREAM].ctx = EVP_CIPHER_CTX_new();
    bool ok = cipher && c && EVP_CipherInit_ex2(c, cipher, NULL, NULL, 1, NULL);

    EVP_CIPHER_free(cipher); /* the context holds a reference */
    return ok ? OB_OK : OB_E_IO;
}

/* The lengths of nonce and tag belong to the key's context, so they must be set before the key. */
static bool set_lengths(struct ob_session *s, const struct ob_op *op, int encrypt)
{
    struct ob_openssl_state *st = openssl_state(s);
    EVP_CIPHER_CTX *c = st->chain[CHAIN_STREAM].ctx;

    if (st->iv_len == op->iv_len && st->tag_len == op->tag_len)
        return true;
    st->iv_len = 0;
    if (EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_IVLEN, (int)op->iv_len, NULL) <= 0 ||
        !EVP_CipherInit_ex2(c, NULL, NULL, NULL, 1, NULL) ||
        EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, (int)op->tag_len, NULL) <= 0 ||
        !EVP_CipherInit_ex2(c, NULL, s->key, NULL, encrypt, NULL))
        return false;
    st->iv_len = (uint32_t)op->iv_len;
    st->tag_len = (uint32_t)op->tag_len;
    return true;
}

static int begin(struct ob_session *s, const struct ob_op *op, bool encrypt)
{
    EVP_CIPHER_CTX *c = openssl_state(s)->chain[CHAIN_STREAM].ctx;
    uint64_t len = op->flags & OB_LAST ? op->in_len : op->total_in;
    int n;

    if (len > INT32_MAX)
        return OB_E_DECLINED;
    if (!set_lengths(s, op, encrypt) || !EVP_CipherInit_ex2(c, NULL, NULL, op->iv, encrypt, NULL) ||
        (!encrypt && EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_SET_TAG, (int)op->tag_len, op->tag) <= 0) ||
        !EVP_CipherUpdate(c, NULL, &n, NULL, (int)len))
        return OB_E_IO;
    return op->flags & OB_AAD ? obi_openssl_update(c, NULL, op->aad, op->aad_len) : OB_OK;
}

int obi_openssl_default_ccm_submit(struct ob_session *s, struct ob_op *op)
{
    EVP_CIPHER_CTX *c = openssl_state(s)->chain[CHAIN_STREAM].ctx;
    bool encrypt = op->flags & OB_ENCRYPT;
    uint8_t none[16];
    int n, ok, err;

    if (!(op->flags & OB_FIRST) || (!(op->flags & OB_LAST) && op->in_len))
        return OB_E_IO; /* calibrate measures no message in parts */
    if (op->flags & OB_LAST && !op->in_len)
        return OB_E_DECLINED;
    err = begin(s, op, encrypt);
    if (err != OB_OK || !(op->flags & OB_LAST))
        return err;
    ERR_set_mark();
    ok = EVP_CipherUpdate(c, op->out, &n, op->in, (int)op->in_len);
    ERR_pop_to_mark();
    if (ok > 0 && (!encrypt || (EVP_CipherFinal_ex(c, none, &n) &&
                                EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, (int)op->tag_len, op->tag) > 0)))
        return OB_OK;
    ob_wipe(op->out, op->in_len);
    return encrypt ? OB_E_IO : OB_E_AUTH;
}
