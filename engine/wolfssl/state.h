/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the engine wolfssl in a session: the library's contexts, which own no heap memory here. */
#ifndef OB_ENGINE_WOLFSSL_STATE_H
#define OB_ENGINE_WOLFSSL_STATE_H

#include <stdint.h>

#include <wolfssl/options.h>

#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/chacha20_poly1305.h>
#include <wolfssl/wolfcrypt/des3.h>
#include <wolfssl/wolfcrypt/hmac.h>

/* The directions for which the key has been expanded. */
enum wolfssl_expanded { EXPANDED_ENCRYPT = 1, EXPANDED_DECRYPT = 2 };

/* The contexts, with the alignment that the library needs. */
struct wolfssl_contexts {
    uint8_t expanded;
    union {
        wc_Md5 md5;
        wc_Sha sha1;
        wc_Sha256 sha256; /* SHA-224, too */
        wc_Sha512 sha512; /* SHA-384, SHA-512/224 and SHA-512/256, too */
        Hmac hmac;
        struct {
            Aes enc, dec;
        } aes;
        struct {
            Aes enc;
            uint8_t subkeys[32];
        } cmac;
        XtsAes xts; /* xts and the next two: for one direction at a time */
        Des des;
        Des3 des3;
        Aes gcm;
        ChaChaPoly_Aead chachapoly;
    } u;
};

/* A session is aligned to 8 bytes and may move. The contexts begin at the first address with their alignment in
 * bytes. */
struct ob_wolfssl_state {
    uint8_t offset; /* offset of the contexts when they were last used */
    uint8_t bytes[sizeof(struct wolfssl_contexts) + _Alignof(struct wolfssl_contexts)];
};

#endif
