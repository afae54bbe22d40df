/* SPDX-License-Identifier: Apache-2.0 */
/* What the program has of Mbed TLS: AES-CBC with tables in ROM, as uTasker's MBEDTLS_AES_ROM_TABLES, and SHA-256. */
#ifndef TEST_BOARD_UTASKER_MBEDTLS_CONFIG_H
#define TEST_BOARD_UTASKER_MBEDTLS_CONFIG_H

#define MBEDTLS_AES_C
#define MBEDTLS_AES_ROM_TABLES
#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_SHA256_C

#endif
