/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key operations that do not wait. Lengths are for obi_pk_check_op to judge. */
#include <outboard/pk.h>

#include "core.h"

/* An op with these flags; done, user and deadline_ns are the caller's. */
static void begin(struct ob_op *op, uint32_t flags)
{
    void (*done)(struct ob_op *) = op->done;
    uint64_t deadline_ns = op->deadline_ns;
    void *user = op->user;

    obi_op_begin(op, flags | OB_FIRST | OB_LAST);
    op->done = done;
    op->user = user;
    op->deadline_ns = deadline_ns;
}

static int with_tag(struct ob_session *s, struct ob_op *op, uint32_t flags, uint8_t *sig, size_t sig_len,
                    const uint8_t *in, size_t in_len)
{
    begin(op, flags);
    op->in = in;
    op->in_len = in_len;
    op->tag = sig;
    op->tag_len = sig_len;
    return ob_submit(s, op);
}

static bool signs(const struct ob_session *s)
{
    return ob_pk_signature_len(s->alg, s->curve, s->bits) != 0;
}

int ob_pk_sign_submit(struct ob_session *s, struct ob_op *op, uint8_t *sig, size_t sig_size, const uint8_t *in,
                      size_t in_len)
{
    size_t len = ob_pk_signature_len(s->alg, s->curve, s->bits);

    if (!signs(s))
        return OB_E_STATE;
    if (sig_size < len)
        return OB_E_ARG;
    return with_tag(s, op, 0, sig, len, in, in_len);
}

int ob_pk_verify_submit(struct ob_session *s, struct ob_op *op, const uint8_t *sig, size_t sig_len, const uint8_t *in,
                        size_t in_len)
{
    if (!signs(s))
        return OB_E_STATE;
    return with_tag(s, op, OB_VERIFY, (uint8_t *)(uintptr_t)sig, sig_len, in, in_len);
}

static int to_out(struct ob_session *s, struct ob_op *op, uint32_t flags, uint8_t *out, size_t out_size,
                  const uint8_t *label, size_t label_len, const uint8_t *in, size_t in_len)
{
    begin(op, flags | (label_len ? OB_AAD : 0u));
    op->aad = label;
    op->aad_len = label_len;
    op->in = in;
    op->in_len = in_len;
    op->out = out;
    op->out_size = out_size;
    return ob_submit(s, op);
}

static bool crypts(const struct ob_session *s)
{
    return s->alg == OB_RSA || s->alg == OB_RSA_PKCS1_CRYPT || s->alg == OB_RSA_OAEP;
}

int ob_pk_encrypt_submit(struct ob_session *s, struct ob_op *op, uint8_t *out, size_t out_size, const uint8_t *label,
                         size_t label_len, const uint8_t *in, size_t in_len)
{
    return crypts(s) ? to_out(s, op, OB_ENCRYPT, out, out_size, label, label_len, in, in_len) : OB_E_STATE;
}

int ob_pk_decrypt_submit(struct ob_session *s, struct ob_op *op, uint8_t *out, size_t out_size, const uint8_t *label,
                         size_t label_len, const uint8_t *in, size_t in_len)
{
    return crypts(s) ? to_out(s, op, 0, out, out_size, label, label_len, in, in_len) : OB_E_STATE;
}

int ob_pk_derive_submit(struct ob_session *s, struct ob_op *op, uint8_t *secret, size_t secret_size,
                        const uint8_t *peer, size_t peer_len)
{
    return s->alg == OB_ECDH ? to_out(s, op, 0, secret, secret_size, NULL, 0, peer, peer_len) : OB_E_STATE;
}

int ob_pk_generate_submit(struct ob_session *s, struct ob_op *op, uint8_t *out, size_t out_size)
{
    if (OB_ALG_CLASS(s->alg) != OB_CLASS_PK || !s->pk || s->pk->kind != OB_KEY_NONE)
        return OB_E_STATE;
    return to_out(s, op, OB_GENERATE, out, out_size, NULL, 0, NULL, 0);
}
