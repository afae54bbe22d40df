/* SPDX-License-Identifier: Apache-2.0 */
/* What the program has of wolfSSL: AES-CBC with its own tables, and SHA-256. */
#ifndef TEST_BOARD_UTASKER_WOLFSSL_USER_SETTINGS_H
#define TEST_BOARD_UTASKER_WOLFSSL_USER_SETTINGS_H

#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define WOLFSSL_GENERIC_TYPES
#define SIZEOF_LONG_LONG 8
#define NO_FILESYSTEM
#define NO_WRITEV
#define WOLFSSL_NO_SOCK
#define NO_MAIN_DRIVER
#define NO_ERROR_STRINGS
#define NO_ASN
#define NO_CERTS
#define NO_DH
#define NO_DSA
#define NO_MD4
#define NO_MD5
#define NO_OLD_TLS
#define NO_PWDBASED
#define NO_RC4
#define NO_RSA
#define NO_SHA
#define NO_DES3
#define WC_NO_RNG
#define NO_AESGCM_AEAD

#endif
