/* SPDX-License-Identifier: Apache-2.0 */
/* The context of ECB, CBC and CTR, and how it moves between engines and the default provider. */
#ifndef OUTBOARD_BINDING_OPENSSL_CIPHER_H
#define OUTBOARD_BINDING_OPENSSL_CIPHER_H

#include "binding/openssl/offers.h"

#define OB_PROV_BLOCK_MAX 16
#define OB_PROV_MAC_MAX   64

/* The default provider's context does everything until an engine first runs. From then on the IV of the next block may
 * be newer here than there. The context there is then "behind", and gets the IV before it continues. */
struct ob_prov_cipher {
    void *inner; /* the default provider's context; the first field, because algorithms.c relies on that */
    OSSL_FUNC_cipher_update_fn *update;
    size_t from; /* shorter updates go to the default provider without a comparison */
    const struct ob_prov *prov;
    const struct ob_prov_base *base;
    unsigned number;             /* index of the algorithm */
    uint8_t alg, block, key_len; /* in bytes */
    bool takes_iv;               /* not ECB */
    bool encrypt, keyed, has_iv, padding;
    bool buffers;                    /* parts of blocks stay in the default provider's context: ECB and CBC */
    bool behind;                     /* the default provider's IV is older than iv (see above) */
    bool replaced;                   /* the default provider has been given an IV other than the caller's */
    uint8_t held;                    /* bytes that the default provider's context holds back */
    uint8_t tail[OB_PROV_BLOCK_MAX]; /* the last bytes of input, of which held are those */
    uint8_t iv[OB_PROV_BLOCK_MAX];   /* of the next block, if behind */
    uint8_t first_iv[OB_PROV_BLOCK_MAX];
    /* TLS records (tls.c) */
    unsigned tls_version;
    size_t mac_len;
    bool has_mac; /* mac is valid: it is the last record's */
    uint8_t mac[OB_PROV_MAC_MAX];
    struct ob_prov_use use;
};

/* Bring the default provider's context up to date. False: it refused. */
bool obi_prov_cipher_sync(struct ob_prov_cipher *c);

/* Set c->iv to the IV of the next block (if behind, it is already there), and find the bytes of a keystream block in
 * use. False: the default provider does not tell. */
bool obi_prov_cipher_take(struct ob_prov_cipher *c, unsigned *num);

/* Run len bytes, whole blocks, from in to out on engines while that pays and succeeds. Returns the bytes done. c->iv is
 * the IV before the first block, and becomes the one after the last; then the default provider is behind. */
size_t obi_prov_cipher_run(struct ob_prov_cipher *c, uint8_t *out, const uint8_t *in, size_t len);

/* Set c->from for the state that c is in. */
void obi_prov_cipher_ready(struct ob_prov_cipher *c);

/* Serve a whole TLS record in place, as the update function does once tls-version is set: 1, or 0 with *out_len
 * untouched. */
int obi_prov_tls_update(struct ob_prov_cipher *c, uint8_t *out, size_t *out_len, size_t out_size, const uint8_t *in,
                        size_t in_len);

#endif
