/* SPDX-License-Identifier: Apache-2.0 */
/* The context of GCM, CCM and ChaCha20-Poly1305. */
#ifndef OUTBOARD_BINDING_OPENSSL_AEAD_H
#define OUTBOARD_BINDING_OPENSSL_AEAD_H

#include "binding/openssl/offers.h"

#define OB_PROV_IV_MAX    128   /* maximum bytes of IV on an engine */
#define OB_PROV_AAD_MAX   256   /* maximum bytes of AAD on an engine */
#define OB_PROV_TEXT_MAX  65536 /* bytes of an engine's one update, which may be repeated */
#define OB_PROV_TAG_LEN   16
#define OB_PROV_TLS_AAD   13 /* bytes: sequence number, type, version, length (RFC 5246, section 6.2.3.3) */
#define OB_PROV_TLS_FIXED 12 /* maximum bytes of the IV's fixed part */

enum ob_prov_aead_phase {
    OB_PROV_AEAD_OPEN,    /* no data yet; the default provider has the AAD, and aad a copy */
    OB_PROV_AEAD_ASIDE,   /* the default provider serves the message */
    OB_PROV_AEAD_ENGINE,  /* an engine served the first update of data, whose input is in text */
    OB_PROV_AEAD_FINISHED /* an engine served the message; the next one needs a new IV */
};

struct ob_prov_aead {
    void *inner; /* the default provider's context; the first field, because algorithms.c relies on that */
    OSSL_FUNC_cipher_update_fn *update;
    size_t from;
    const struct ob_prov *prov;
    const struct ob_prov_base *base;
    unsigned number;
    uint8_t alg;
    uint8_t phase; /* enum ob_prov_aead_phase */
    bool encrypt, has_iv, has_tag;
    bool in_parts;   /* a message came in several updates, so the next ones probably will, too */
    bool has_stated; /* CCM: a length of `stated` bytes was announced */
    size_t iv_len, tag_len, aad_len, text_len, stated;
    uint8_t iv[OB_PROV_IV_MAX], tag[OB_PROV_TAG_LEN], aad[OB_PROV_AAD_MAX];
    uint8_t *text; /* the input of the update that an engine served, or NULL */
    /* TLS 1.2 records (aead_tls.c) */
    bool tls; /* the next update is a record */
    size_t fixed_len;
    uint8_t fixed[OB_PROV_TLS_FIXED], tls_aad[OB_PROV_TLS_AAD];
    struct ob_prov_use use;
};

/* Serve a record in place. False: nothing has happened, and the default provider must serve it. */
bool obi_prov_aead_record(struct ob_prov_aead *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                          size_t in_len);

#endif
