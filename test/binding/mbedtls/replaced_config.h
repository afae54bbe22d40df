/* SPDX-License-Identifier: Apache-2.0 */
/* Mbed TLS with what the binding can replace as a whole (OB_MBEDTLS_REPLACE), and no other cipher for GCM. */
#define MBEDTLS_AES_C
#define MBEDTLS_GCM_C
#define MBEDTLS_SHA1_C
#define MBEDTLS_SHA224_C
#define MBEDTLS_SHA256_C
#define MBEDTLS_SHA384_C
#define MBEDTLS_SHA512_C
