/* SPDX-License-Identifier: Apache-2.0 */
/* What this example has of Mbed TLS for the engine mbedtls: all of the engine's symmetric algorithms, and one curve.
 * RSA and the other curves would do, too, but their self-tests take long on a simulated board. */
#ifndef OB_EXAMPLE_PEM_KEY_ENGINE_MBEDTLS_CONFIG_H
#define OB_EXAMPLE_PEM_KEY_ENGINE_MBEDTLS_CONFIG_H

#define MBEDTLS_HAVE_ASM
#define MBEDTLS_PLATFORM_C
#define MBEDTLS_ERROR_STRERROR_DUMMY

#define MBEDTLS_MD_C
#define MBEDTLS_MD5_C
#define MBEDTLS_SHA1_C
#define MBEDTLS_SHA224_C
#define MBEDTLS_SHA256_C
#define MBEDTLS_SHA384_C
#define MBEDTLS_SHA512_C

#define MBEDTLS_AES_C
#define MBEDTLS_AES_ROM_TABLES /* otherwise two threads could both build the tables at their first use */
#if defined(__x86_64__)
#define MBEDTLS_AESNI_C
#endif
#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_CIPHER_MODE_CTR
#define MBEDTLS_CIPHER_MODE_XTS
#define MBEDTLS_DES_C
#define MBEDTLS_GCM_C
#define MBEDTLS_CHACHA20_C
#define MBEDTLS_POLY1305_C
#define MBEDTLS_CHACHAPOLY_C

#define MBEDTLS_CTR_DRBG_C
#define MBEDTLS_BIGNUM_C
#define MBEDTLS_OID_C
#define MBEDTLS_ASN1_PARSE_C
#define MBEDTLS_ASN1_WRITE_C
#define MBEDTLS_ECP_C
#define MBEDTLS_ECP_NIST_OPTIM
#define MBEDTLS_ECDSA_C
#define MBEDTLS_ECDSA_DETERMINISTIC
#define MBEDTLS_HMAC_DRBG_C
#define MBEDTLS_ECDH_C
#define MBEDTLS_ECP_DP_SECP256R1_ENABLED

#endif
