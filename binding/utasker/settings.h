/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration defines of uTasker's document, sections 2.2 and 3.1, as the binding reads them. The build's own
 * OB_UTASKER_MMCAU and OB_UTASKER_LTC say which engines are linked. */
#ifndef OUTBOARD_BINDING_UTASKER_SETTINGS_H
#define OUTBOARD_BINDING_UTASKER_SETTINGS_H

#if !defined(CRYPTO_AES) && !defined(CRYPTO_SHA)
#define CRYPTO_AES
#define CRYPTO_SHA
#endif

#ifndef AES_INSTANCE_COUNT
#define AES_INSTANCE_COUNT 2
#endif

/* The library below: a name of an engine, which serves when no block does. MBEDTLS_AES_ROM_TABLES,
 * MBEDTLS_SHA256_SMALLER and OPENSSL_AES_FULL_LOOP_UNROLL are settings of these libraries' own builds. */
#if defined(CRYPTO_WOLF_SSL)
#define UTASKER_LIBRARY "wolfssl"
#elif defined(CRYPTO_MBEDTLS)
#define UTASKER_LIBRARY "mbedtls"
#elif defined(CRYPTO_OPEN_SSL)
#define UTASKER_LIBRARY "openssl"
#else
#define UTASKER_LIBRARY ""
#endif

/* Direct calls, without the dispatcher: of the LTC before the mmCAU, where both are linked and none is disabled. */
#if defined(NATIVE_AES_CAU) && OB_UTASKER_LTC && !defined(AES_DISABLE_LTC)
#define UTASKER_AES_LTC 1
#else
#define UTASKER_AES_LTC 0
#endif
#if defined(NATIVE_AES_CAU) && OB_UTASKER_MMCAU && !defined(AES_DISABLE_CAU) && !UTASKER_AES_LTC
#define UTASKER_AES_MMCAU 1
#else
#define UTASKER_AES_MMCAU 0
#endif
#if defined(NATIVE_SHA256_CAU) && OB_UTASKER_LTC && !defined(SHA_DISABLE_LTC)
#define UTASKER_SHA_LTC 1
#else
#define UTASKER_SHA_LTC 0
#endif
#if defined(NATIVE_SHA256_CAU) && OB_UTASKER_MMCAU && !defined(SHA_DISABLE_CAU) && !UTASKER_SHA_LTC
#define UTASKER_SHA_MMCAU 1
#else
#define UTASKER_SHA_MMCAU 0
#endif

#endif
