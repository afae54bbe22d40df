/* SPDX-License-Identifier: Apache-2.0 */
/* The same as small as the library's own switches make it. */
#include "job_config.h"
#define MBEDTLS_AES_FEWER_TABLES
#define MBEDTLS_BLOCK_CIPHER_NO_DECRYPT
#define MBEDTLS_SHA256_SMALLER
