/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the engine openssl in a session. */
#ifndef OB_ENGINE_OPENSSL_STATE_H
#define OB_ENGINE_OPENSSL_STATE_H

#include <stdint.h>

#include <openssl/types.h>

/* A cipher context and the position of its chain. An op that continues where the last one ended need not set the
 * chaining value or counter again, which would cost more than a block. */
struct ob_openssl_chain {
    EVP_CIPHER_CTX *ctx;
    uint8_t at[16];
    uint8_t at_known;
};

struct ob_openssl_state {
    struct ob_openssl_chain chain[2]; /* see enum openssl_chain_use */
    EVP_CIPHER_CTX *tweak[2];         /* XTS: ECB under the second key, encryption and decryption */
    EVP_MD_CTX *md[3];                /* see enum openssl_md_use */
    EVP_PKEY *pkey;
    EVP_PKEY_CTX *pctx[2]; /* see enum openssl_pkey_use */
    uint8_t subkeys[32];   /* CMAC: K1, K2 */
    uint32_t iv_len;       /* AEAD: the IV length that is set in chain[0] */
    uint32_t tag_len;      /* the library's own CCM: the tag length that is set there */
};

#endif
