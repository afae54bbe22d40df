/* SPDX-License-Identifier: Apache-2.0 */
/* The context of ECB, CBC and CTR, and how it goes between engines and the default provider. */
#ifndef OUTBOARD_BINDING_OPENSSL_CIPHER_H
#define OUTBOARD_BINDING_OPENSSL_CIPHER_H

#include "binding/openssl/offers.h"

#define OB_PROV_BLOCK_MAX 16
#define OB_PROV_MAC_MAX   64

/* The default provider's context does everything until an engine first runs. From then on the IV of the next block may
 * be here, newer than there: the context there is "behind", and is given the IV before it goes on. */
struct ob_prov_cipher {
    void *inner; /* the default provider's context; first, algorithms.c relies on it */
    OSSL_FUNC_cipher_update_fn *update;
    size_t from; /* updates shorter than this are the default provider's without a further look */
    const struct ob_prov *prov;
    const struct ob_prov_base *base;
    unsigned number;             /* of the algorithm */
    uint8_t alg, block, key_len; /* in bytes */
    bool takes_iv;               /* not ECB */
    bool encrypt, keyed, has_iv, padding;
    bool buffers;                    /* parts of blocks stay in the default provider's context: ECB and CBC */
    bool behind;                     /* see above */
    bool replaced;                   /* the default provider has been given an IV other than the caller's */
    uint8_t held;                    /* bytes that stay in its context */
    uint8_t tail[OB_PROV_BLOCK_MAX]; /* the last bytes of input, of which held are those */
    uint8_t iv[OB_PROV_BLOCK_MAX];   /* of the next block, if behind */
    uint8_t first_iv[OB_PROV_BLOCK_MAX];
    /* TLS records (tls.c) */
    unsigned tls_version;
    size_t mac_len;
    bool has_mac; /* mac is of the last record */
    uint8_t mac[OB_PROV_MAC_MAX];
    struct ob_prov_use use;
};

/* Bring the default provider's context up to date. False: it refused. */
bool obi_prov_cipher_sync(struct ob_prov_cipher *c);

/* The IV of the next block, into c->iv, where it already is if behind; and the bytes of a keystream block in use.
 * False: the default provider does not tell. */
bool obi_prov_cipher_take(struct ob_prov_cipher *c, unsigned *num);

/* Run len bytes, whole blocks, from in to out, as far as it pays and goes well: the bytes done. c->iv is the IV before,
 * and then after them, and the default provider is behind. */
size_t obi_prov_cipher_run(struct ob_prov_cipher *c, uint8_t *out, const uint8_t *in, size_t len);

/* Set c->from for the state that c is in. */
void obi_prov_cipher_ready(struct ob_prov_cipher *c);

/* A whole TLS record, in place, as cipher update does it once tls-version is set: 1, or 0 with *out_len untouched. */
int obi_prov_tls_update(struct ob_prov_cipher *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                        size_t in_len);

#endif
