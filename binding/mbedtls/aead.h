/* SPDX-License-Identifier: Apache-2.0 */
/* What GCM and CCM of the library share: a context that contains a block cipher, whose key identifies the session. */
#ifndef OB_BINDING_MBEDTLS_AEAD_H
#define OB_BINDING_MBEDTLS_AEAD_H

#include "binding/mbedtls/internal.h"

#if (defined(MBEDTLS_GCM_C) || defined(MBEDTLS_CCM_C)) && defined(MBEDTLS_AES_C)

/* The AES context in an AEAD's context; NULL for another cipher. */
#if defined(MBEDTLS_BLOCK_CIPHER_C)
#define OBI_AES_IN(ctx) obi_aes_of_block(&(ctx)->block_cipher_ctx)
#else
#define OBI_AES_IN(ctx) obi_aes_of_cipher(&(ctx)->cipher_ctx)
#endif

/* What differs between the two: the algorithm, and the library's error for a wrong tag. */
struct obi_aead {
    uint8_t alg;
    int auth_failed;
};

/* Find the session of an AES context; *r is the result of obi_mbedtls_take. False if aes is NULL or has no key: then
 * nothing is counted. */
bool obi_aead_take(struct obi_lease *lease, enum obi_function function, uint8_t alg, const mbedtls_aes_context *aes,
                   int *r);

/* Prepare the session for the key that was set in aes; aes may be NULL. */
void obi_aead_prepare(enum obi_function function, uint8_t alg, const mbedtls_aes_context *aes);

/* Serve a message in one call after the short path has returned *r, not OB_OK. True: the call is done, and *r is the
 * result for the caller. */
bool obi_aead_slowly(enum obi_function function, const struct obi_aead *aead, const mbedtls_aes_context *aes,
                     const struct ob_whole *w, int *r);

/* Serve a message in one call. True: the call is done, and *ret is the result for the caller. */
static inline __attribute__((always_inline)) bool obi_aead_whole(enum obi_function function,
                                                                 const struct obi_aead *aead,
                                                                 const mbedtls_aes_context *aes,
                                                                 const struct ob_whole *w, int *ret)
{
    *ret = aes ? obi_mbedtls_aes_whole(function, aead->alg, aes, w) : OBI_NOT_THERE;
    return *ret == OB_OK || obi_aead_slowly(function, aead, aes, w, ret);
}

#endif
#endif
