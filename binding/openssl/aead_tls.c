/* SPDX-License-Identifier: Apache-2.0 */
/* TLS 1.2 records in GCM (RFC 5288), CCM (RFC 6655) and ChaCha20-Poly1305 (RFC 7905): in place, with nonce and tag, as
 * provider-cipher(7) defines them after tlsaad. */
#include "binding/openssl/aead.h"

#include <openssl/core_names.h>

#include <string.h>

#define EXPLICIT 8 /* bytes of the nonce that GCM and CCM send with the record */

/* Make the record's nonce, and for encryption write its explicit part into the record. For GCM it comes from the
 * default provider's counter, which engines and default provider share, so that no nonce is used twice. */
static bool nonce(struct ob_prov_aead *c, uint8_t iv[12], uint8_t *record)
{
    OSSL_FUNC_cipher_get_ctx_params_fn *get =
        (OSSL_FUNC_cipher_get_ctx_params_fn *)c->base->fn[OSSL_FUNC_CIPHER_GET_CTX_PARAMS];

    if (c->alg == OB_CHACHA20_POLY1305) {
        memcpy(iv, c->fixed, 12);
        for (unsigned i = 0; i < 8; i++)
            iv[4 + i] ^= c->tls_aad[i];
        return true;
    }
    memcpy(iv, c->fixed, 4);
    if (!c->encrypt) {
        memcpy(iv + 4, record, EXPLICIT);
    } else if (c->alg == OB_AES_CCM) {
        memcpy(iv + 4, c->tls_aad, EXPLICIT);
    } else {
        OSSL_PARAM ask[] = {{OSSL_CIPHER_PARAM_AEAD_TLS1_GET_IV_GEN, OSSL_PARAM_OCTET_STRING, iv + 4, EXPLICIT, 0},
                            {0}};

        if (!get(c->inner, ask))
            return false;
    }
    return true;
}

bool obi_prov_aead_record(struct ob_prov_aead *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                          size_t in_len)
{
    bool chacha = c->alg == OB_CHACHA20_POLY1305;
    size_t explicit_len = chacha ? 0 : EXPLICIT, tag_len = c->alg == OB_AES_CCM ? c->tag_len : OB_PROV_TAG_LEN;
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_AAD | (c->encrypt ? OB_ENCRYPT : 0)};
    uint8_t iv[12], aad[OB_PROV_TLS_AAD], *text = out + explicit_len;
    size_t len = in_len - explicit_len - tag_len;

    if (in != out || !in || in_len > out_size || in_len <= explicit_len + tag_len || len > UINT16_MAX ||
        c->fixed_len != (chacha ? 12u : 4u) || !obi_prov_use_pays(&c->use, c->encrypt ? 0 : 1, len) ||
        !nonce(c, iv, out))
        return false;
    memcpy(aad, c->tls_aad, sizeof aad);
    aad[11] = (uint8_t)(len >> 8);
    aad[12] = (uint8_t)len;
    op.iv = iv;
    op.iv_len = sizeof iv;
    op.aad = aad;
    op.aad_len = sizeof aad;
    op.in = op.out = text;
    op.in_len = op.out_size = len;
    op.tag = text + len;
    op.tag_len = tag_len;
    if (obi_prov_use_run(&c->use, &op) != OB_OK)
        return false;
    if (c->encrypt && !chacha)
        memcpy(out, iv + 4, EXPLICIT);
    *out_len = c->encrypt ? in_len : len;
    return true;
}
