/* SPDX-License-Identifier: Apache-2.0 */
/* The state of the engine mbedtls in a session: expanded keys; only those of RSA have parts on the heap. Streams are in
 * the standard mid-state, except those of ChaCha20-Poly1305. */
#ifndef OB_ENGINE_MBEDTLS_STATE_H
#define OB_ENGINE_MBEDTLS_STATE_H

#include <stdint.h>

#define MBEDTLS_ALLOW_PRIVATE_ACCESS
#include <mbedtls/aes.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/des.h>
#include <mbedtls/gcm.h>
#include <mbedtls/rsa.h>

/* The directions for which the key has been expanded. */
enum mbedtls_expanded { EXPANDED_ENCRYPT = 1, EXPANDED_DECRYPT = 2 };

struct ob_mbedtls_state {
    uint8_t expanded;
    union {
        struct {
            uint32_t inner[16], outer[16]; /* hash words after the key block */
        } hmac;
        struct {
            mbedtls_aes_context enc, dec;
        } aes;
        struct {
            mbedtls_aes_context enc;
            uint8_t subkeys[32];
        } cmac;
        mbedtls_des_context des;
        mbedtls_des3_context des3;
        mbedtls_aes_xts_context xts; /* for one direction at a time */
        struct {
            mbedtls_gcm_context gcm;
#if !defined(MBEDTLS_BLOCK_CIPHER_C)
            mbedtls_aes_context aes; /* replaces the context that the library would allocate */
#endif
            uint8_t has_j0; /* 1: gcm.base_ectr is the encryption of counter block j0 */
            uint8_t j0[16];
        } gcm;
        mbedtls_chachapoly_context chachapoly;
        mbedtls_rsa_context rsa;
    } u;
};

#endif
