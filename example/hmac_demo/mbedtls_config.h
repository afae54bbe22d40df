/* SPDX-License-Identifier: Apache-2.0 */
/* What this program has of Mbed TLS: HMAC over all of its older digests. */
#ifndef EXAMPLE_HMAC_DEMO_MBEDTLS_CONFIG_H
#define EXAMPLE_HMAC_DEMO_MBEDTLS_CONFIG_H

#define MBEDTLS_MD_C
#define MBEDTLS_MD5_C
#define MBEDTLS_SHA1_C
#define MBEDTLS_SHA224_C
#define MBEDTLS_SHA256_C
#define MBEDTLS_SHA384_C
#define MBEDTLS_SHA512_C

#endif
