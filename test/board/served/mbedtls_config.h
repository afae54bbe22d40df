/* SPDX-License-Identifier: Apache-2.0 */
/* What this program has of Mbed TLS: what engines are to serve in it. */
#ifndef TEST_BOARD_SERVED_MBEDTLS_CONFIG_H
#define TEST_BOARD_SERVED_MBEDTLS_CONFIG_H

#define MBEDTLS_PLATFORM_C
#define MBEDTLS_SELF_TEST

#define MBEDTLS_SHA224_C
#define MBEDTLS_SHA256_C

#define MBEDTLS_AES_C
#define MBEDTLS_AES_ROM_TABLES
#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_CIPHER_MODE_CTR
#define MBEDTLS_CIPHER_MODE_XTS
#define MBEDTLS_GCM_C
#define MBEDTLS_CCM_C
#define MBEDTLS_CIPHER_C
#define MBEDTLS_CMAC_C

#endif
