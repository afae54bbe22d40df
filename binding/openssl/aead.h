/* SPDX-License-Identifier: Apache-2.0 */
/* The context of GCM, CCM and ChaCha20-Poly1305. */
#ifndef OUTBOARD_BINDING_OPENSSL_AEAD_H
#define OUTBOARD_BINDING_OPENSSL_AEAD_H

#include "binding/openssl/offers.h"

#define OB_PROV_IV_MAX    128   /* bytes of IV; longer ones are the default provider's */
#define OB_PROV_AAD_MAX   256   /* bytes of AAD, likewise */
#define OB_PROV_TEXT_MAX  65536 /* bytes of the one update that an engine does: it may have to be done again */
#define OB_PROV_TAG_LEN   16
#define OB_PROV_TLS_AAD   13 /* bytes: sequence number, type, version, length (RFC 5246, section 6.2.3.3) */
#define OB_PROV_TLS_FIXED 12 /* bytes of the IV's fixed part, at most */

enum ob_prov_aead_phase {
    OB_PROV_AEAD_OPEN,    /* no data yet: the default provider has the AAD, and so has aad */
    OB_PROV_AEAD_ASIDE,   /* the message is the default provider's */
    OB_PROV_AEAD_ENGINE,  /* an engine did the first update of data, which is in text */
    OB_PROV_AEAD_FINISHED /* an engine did the message: the next one needs an IV of its own */
};

struct ob_prov_aead {
    void *inner; /* the default provider's context; first, algorithms.c relies on it */
    OSSL_FUNC_cipher_update_fn *update;
    size_t from;
    const struct ob_prov *prov;
    const struct ob_prov_base *base;
    unsigned number;
    uint8_t alg;
    uint8_t phase; /* enum ob_prov_aead_phase */
    bool encrypt, has_iv, has_tag;
    bool in_parts;   /* a message came in several updates: the next ones are expected to */
    bool has_stated; /* CCM: stated bytes of data are announced */
    size_t iv_len, tag_len, aad_len, text_len, stated;
    uint8_t iv[OB_PROV_IV_MAX], tag[OB_PROV_TAG_LEN], aad[OB_PROV_AAD_MAX];
    uint8_t *text; /* NULL, or the input of the update that an engine did */
    /* TLS 1.2 records (aead_tls.c) */
    bool tls; /* the next update is a record */
    size_t fixed_len;
    uint8_t fixed[OB_PROV_TLS_FIXED], tls_aad[OB_PROV_TLS_AAD];
    struct ob_prov_use use;
};

/* A record in place. False: nothing has happened, and the default provider has to do it. */
bool obi_prov_aead_record(struct ob_prov_aead *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                          size_t in_len);

#endif
