/* SPDX-License-Identifier: Apache-2.0 */
/* Mbed TLS for PSA keys in secure elements, and for the engine mbedtls beside it. */
#ifndef OUTBOARD_TEST_PSA_CONFIG_H
#define OUTBOARD_TEST_PSA_CONFIG_H

#include "engine/mbedtls/config.h"

#define MBEDTLS_ENTROPY_C
#define MBEDTLS_PK_C
#define MBEDTLS_PK_PARSE_C
#define MBEDTLS_PK_WRITE_C
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_STORAGE_C
#define MBEDTLS_PSA_ITS_FILE_C
#define MBEDTLS_FS_IO
#define MBEDTLS_PSA_CRYPTO_SE_C

/* PSA brings the library's cipher layer. With this GCM does without it all the same, so that its context is as small as
 * in the other programs of the build, whose session it has to fit into. */
#define MBEDTLS_BLOCK_CIPHER_C

#endif
