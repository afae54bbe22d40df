/* SPDX-License-Identifier: Apache-2.0 */
/* Mbed TLS 3.6 as small as its own switches make it for AES encryption, GCM and SHA-256. */
#define MBEDTLS_AES_C
#define MBEDTLS_AES_ROM_TABLES
#define MBEDTLS_AES_FEWER_TABLES
#define MBEDTLS_BLOCK_CIPHER_NO_DECRYPT
#define MBEDTLS_GCM_C
#define MBEDTLS_SHA256_C
#define MBEDTLS_SHA256_SMALLER
