/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the library's modules the binding replaces as a whole (OB_MBEDTLS_REPLACE). */
#ifndef OB_BINDING_MBEDTLS_REPLACED_H
#define OB_BINDING_MBEDTLS_REPLACED_H

#include "binding/mbedtls/internal.h"

/* GCM is replaced if each of its functions is switched on, and AES is the only cipher that it can have here. */
#if OB_MBEDTLS_REPLACE && OB_MBEDTLS_GCM_SETKEY && OB_MBEDTLS_GCM_STARTS && OB_MBEDTLS_GCM_UPDATE_AD &&                \
    OB_MBEDTLS_GCM_UPDATE && OB_MBEDTLS_GCM_FINISH && OB_MBEDTLS_GCM_CRYPT_AND_TAG && OB_MBEDTLS_GCM_AUTH_DECRYPT &&   \
    defined(MBEDTLS_GCM_C) && defined(MBEDTLS_AES_C) && !defined(MBEDTLS_ARIA_C) && !defined(MBEDTLS_CAMELLIA_C) &&    \
    !defined(MBEDTLS_BLOCK_CIPHER_SOME_PSA)
#define OBI_GCM_REPLACED 1
#else
#define OBI_GCM_REPLACED 0
#endif

/* A hash is replaced if each of its functions is switched on. */
#define OBI_SHA1_REPLACED (OB_MBEDTLS_REPLACE && OB_MBEDTLS_SHA1 && OB_MBEDTLS_SHA1_UPDATE && OB_MBEDTLS_SHA1_FINISH)
#define OBI_SHA256_REPLACED                                                                                            \
    (OB_MBEDTLS_REPLACE && OB_MBEDTLS_SHA256 && OB_MBEDTLS_SHA256_UPDATE && OB_MBEDTLS_SHA256_FINISH)
#define OBI_SHA512_REPLACED                                                                                            \
    (OB_MBEDTLS_REPLACE && OB_MBEDTLS_SHA512 && OB_MBEDTLS_SHA512_UPDATE && OB_MBEDTLS_SHA512_FINISH)
#define OBI_MD5_REPLACED 0

#endif
