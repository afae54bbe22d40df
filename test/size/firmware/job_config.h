/* SPDX-License-Identifier: Apache-2.0 */
/* Mbed TLS for AES-128-GCM and SHA-256, with the tables of AES in flash. */
#define MBEDTLS_AES_C
#define MBEDTLS_AES_ONLY_128_BIT_KEY_LENGTH
#define MBEDTLS_AES_ROM_TABLES
#define MBEDTLS_GCM_C
#define MBEDTLS_SHA256_C
