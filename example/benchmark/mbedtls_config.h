/* SPDX-License-Identifier: Apache-2.0 */
/* What this program has of Mbed TLS: the algorithms that it times. */
#ifndef EXAMPLE_BENCHMARK_MBEDTLS_CONFIG_H
#define EXAMPLE_BENCHMARK_MBEDTLS_CONFIG_H

#define MBEDTLS_MD5_C
#define MBEDTLS_SHA1_C
#define MBEDTLS_SHA224_C
#define MBEDTLS_SHA256_C
#define MBEDTLS_SHA384_C
#define MBEDTLS_SHA512_C
#define MBEDTLS_AES_C
#define MBEDTLS_AES_ROM_TABLES
#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_DES_C
#define MBEDTLS_GCM_C
#define MBEDTLS_CCM_C

#endif
