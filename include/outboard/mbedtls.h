/* SPDX-License-Identifier: Apache-2.0 */
/* The binding for Mbed TLS 3.6: its switches, and the few calls that an application may make besides the library's. */
#ifndef OUTBOARD_MBEDTLS_H
#define OUTBOARD_MBEDTLS_H

#include "engine.h"
#include "numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- switches ----
 *
 * Each is 1 (default): the function asks Outboard's dispatcher and runs the library's own code where that is cheaper
 * or no engine has the algorithm; or 0: the function is the library's own, untouched. They may be set one by one in
 * any combination, in OB_CONFIG_FILE or on the compiler's command line: after every call a context of the library has
 * the state that the library's own code would have left. What the build leaves out (OB_WITH_...) is off.
 * binding/mbedtls/README.md has the names that other vendors give to the same switches. */

/* Everything at once: the default of all others. */
#ifndef OB_MBEDTLS_ALL
#define OB_MBEDTLS_ALL 1
#endif

/* What one kind of block would serve: hashes and HMAC; ciphers, AEAD and CMAC. The default of those below. */
#ifndef OB_MBEDTLS_HASHES
#define OB_MBEDTLS_HASHES OB_MBEDTLS_ALL
#endif
#ifndef OB_MBEDTLS_CIPHERS
#define OB_MBEDTLS_CIPHERS OB_MBEDTLS_ALL
#endif

/* A message in one call; its middle (the bytes that fill blocks); its end. SHA256 covers SHA-224, SHA512 SHA-384. The
 * start of a message sets constants: it is always the library's. */
#ifndef OB_MBEDTLS_MD5
#define OB_MBEDTLS_MD5 (OB_MBEDTLS_HASHES && OB_WITH_MD5)
#endif
#ifndef OB_MBEDTLS_MD5_UPDATE
#define OB_MBEDTLS_MD5_UPDATE (OB_MBEDTLS_HASHES && OB_WITH_MD5)
#endif
#ifndef OB_MBEDTLS_MD5_FINISH
#define OB_MBEDTLS_MD5_FINISH (OB_MBEDTLS_HASHES && OB_WITH_MD5)
#endif
#ifndef OB_MBEDTLS_SHA1
#define OB_MBEDTLS_SHA1 (OB_MBEDTLS_HASHES && OB_WITH_SHA1)
#endif
#ifndef OB_MBEDTLS_SHA1_UPDATE
#define OB_MBEDTLS_SHA1_UPDATE (OB_MBEDTLS_HASHES && OB_WITH_SHA1)
#endif
#ifndef OB_MBEDTLS_SHA1_FINISH
#define OB_MBEDTLS_SHA1_FINISH (OB_MBEDTLS_HASHES && OB_WITH_SHA1)
#endif
#ifndef OB_MBEDTLS_SHA256
#define OB_MBEDTLS_SHA256 (OB_MBEDTLS_HASHES && OB_WITH_SHA256)
#endif
#ifndef OB_MBEDTLS_SHA256_UPDATE
#define OB_MBEDTLS_SHA256_UPDATE (OB_MBEDTLS_HASHES && OB_WITH_SHA256)
#endif
#ifndef OB_MBEDTLS_SHA256_FINISH
#define OB_MBEDTLS_SHA256_FINISH (OB_MBEDTLS_HASHES && OB_WITH_SHA256)
#endif
#ifndef OB_MBEDTLS_SHA512
#define OB_MBEDTLS_SHA512 (OB_MBEDTLS_HASHES && OB_WITH_SHA512)
#endif
#ifndef OB_MBEDTLS_SHA512_UPDATE
#define OB_MBEDTLS_SHA512_UPDATE (OB_MBEDTLS_HASHES && OB_WITH_SHA512)
#endif
#ifndef OB_MBEDTLS_SHA512_FINISH
#define OB_MBEDTLS_SHA512_FINISH (OB_MBEDTLS_HASHES && OB_WITH_SHA512)
#endif

/* HMAC over these hashes: a message in one call; key, middle, end; the key once more. Where one is off, the library
 * computes that phase with the hash, to which the hash's own switches apply. */
#ifndef OB_MBEDTLS_HMAC
#define OB_MBEDTLS_HMAC (OB_MBEDTLS_HASHES && OB_WITH_HMAC)
#endif
#ifndef OB_MBEDTLS_HMAC_STARTS
#define OB_MBEDTLS_HMAC_STARTS (OB_MBEDTLS_HASHES && OB_WITH_HMAC)
#endif
#ifndef OB_MBEDTLS_HMAC_UPDATE
#define OB_MBEDTLS_HMAC_UPDATE (OB_MBEDTLS_HASHES && OB_WITH_HMAC)
#endif
#ifndef OB_MBEDTLS_HMAC_FINISH
#define OB_MBEDTLS_HMAC_FINISH (OB_MBEDTLS_HASHES && OB_WITH_HMAC)
#endif
#ifndef OB_MBEDTLS_HMAC_RESET
#define OB_MBEDTLS_HMAC_RESET (OB_MBEDTLS_HASHES && OB_WITH_HMAC)
#endif

/* Setting a key always runs the library's code, so that the context is the library's, too. On: a key that the context
 * held before is forgotten at once, and a session for the new one is made ready where its mode is known (GCM, CCM).
 * Off: the first operation makes it, and a replaced key stays until its place is needed or ob_mbedtls_forget. */
#ifndef OB_MBEDTLS_AES_SETKEY_ENC
#define OB_MBEDTLS_AES_SETKEY_ENC (OB_MBEDTLS_CIPHERS && OB_WITH_AES)
#endif
#ifndef OB_MBEDTLS_AES_SETKEY_DEC
#define OB_MBEDTLS_AES_SETKEY_DEC (OB_MBEDTLS_CIPHERS && OB_WITH_AES)
#endif
#ifndef OB_MBEDTLS_GCM_SETKEY
#define OB_MBEDTLS_GCM_SETKEY (OB_MBEDTLS_CIPHERS && OB_WITH_AES_GCM)
#endif
#ifndef OB_MBEDTLS_CCM_SETKEY
#define OB_MBEDTLS_CCM_SETKEY (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CCM)
#endif
#ifndef OB_MBEDTLS_DES_SETKEY_ENC
#define OB_MBEDTLS_DES_SETKEY_ENC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES_SETKEY_DEC
#define OB_MBEDTLS_DES_SETKEY_DEC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES3_SET2KEY_ENC
#define OB_MBEDTLS_DES3_SET2KEY_ENC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES3_SET2KEY_DEC
#define OB_MBEDTLS_DES3_SET2KEY_DEC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES3_SET3KEY_ENC
#define OB_MBEDTLS_DES3_SET3KEY_ENC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES3_SET3KEY_DEC
#define OB_MBEDTLS_DES3_SET3KEY_DEC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif

/* Freeing a context: on, sessions with its key are closed and wiped. */
#ifndef OB_MBEDTLS_FREE
#define OB_MBEDTLS_FREE OB_MBEDTLS_ALL
#endif

/* AES on blocks, in its modes; XTS is one data unit. */
#ifndef OB_MBEDTLS_AES_ECB
#define OB_MBEDTLS_AES_ECB (OB_MBEDTLS_CIPHERS && OB_WITH_AES_ECB)
#endif
#ifndef OB_MBEDTLS_AES_CBC
#define OB_MBEDTLS_AES_CBC (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CBC)
#endif
#ifndef OB_MBEDTLS_AES_CTR
#define OB_MBEDTLS_AES_CTR (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CTR)
#endif
#ifndef OB_MBEDTLS_AES_XTS
#define OB_MBEDTLS_AES_XTS (OB_MBEDTLS_CIPHERS && OB_WITH_AES_XTS)
#endif

/* GCM and CCM: additional data, data and (GCM) the tag of a message in parts; a message in one call. The first block of
 * a message, and the last of CCM, are the library's on a block of AES. */
#ifndef OB_MBEDTLS_GCM_STARTS
#define OB_MBEDTLS_GCM_STARTS (OB_MBEDTLS_CIPHERS && OB_WITH_AES_GCM)
#endif
#ifndef OB_MBEDTLS_GCM_UPDATE_AD
#define OB_MBEDTLS_GCM_UPDATE_AD (OB_MBEDTLS_CIPHERS && OB_WITH_AES_GCM)
#endif
#ifndef OB_MBEDTLS_GCM_UPDATE
#define OB_MBEDTLS_GCM_UPDATE (OB_MBEDTLS_CIPHERS && OB_WITH_AES_GCM)
#endif
#ifndef OB_MBEDTLS_GCM_FINISH
#define OB_MBEDTLS_GCM_FINISH (OB_MBEDTLS_CIPHERS && OB_WITH_AES_GCM)
#endif
#ifndef OB_MBEDTLS_GCM_CRYPT_AND_TAG
#define OB_MBEDTLS_GCM_CRYPT_AND_TAG (OB_MBEDTLS_CIPHERS && OB_WITH_AES_GCM)
#endif
#ifndef OB_MBEDTLS_GCM_AUTH_DECRYPT
#define OB_MBEDTLS_GCM_AUTH_DECRYPT (OB_MBEDTLS_CIPHERS && OB_WITH_AES_GCM)
#endif
#ifndef OB_MBEDTLS_CCM_UPDATE_AD
#define OB_MBEDTLS_CCM_UPDATE_AD (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CCM)
#endif
#ifndef OB_MBEDTLS_CCM_UPDATE
#define OB_MBEDTLS_CCM_UPDATE (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CCM)
#endif
#ifndef OB_MBEDTLS_CCM_ENCRYPT_AND_TAG
#define OB_MBEDTLS_CCM_ENCRYPT_AND_TAG (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CCM)
#endif
#ifndef OB_MBEDTLS_CCM_AUTH_DECRYPT
#define OB_MBEDTLS_CCM_AUTH_DECRYPT (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CCM)
#endif

/* ChaCha20-Poly1305 in one call. In parts it is the library's. */
#ifndef OB_MBEDTLS_CHACHAPOLY_ENCRYPT_AND_TAG
#define OB_MBEDTLS_CHACHAPOLY_ENCRYPT_AND_TAG (OB_MBEDTLS_CIPHERS && OB_WITH_CHACHA20_POLY1305)
#endif
#ifndef OB_MBEDTLS_CHACHAPOLY_AUTH_DECRYPT
#define OB_MBEDTLS_CHACHAPOLY_AUTH_DECRYPT (OB_MBEDTLS_CIPHERS && OB_WITH_CHACHA20_POLY1305)
#endif

/* AES-CMAC: a message in one call; middle; end. Where one is off, the library computes it block by block with AES. */
#ifndef OB_MBEDTLS_CMAC
#define OB_MBEDTLS_CMAC (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CMAC)
#endif
#ifndef OB_MBEDTLS_CMAC_UPDATE
#define OB_MBEDTLS_CMAC_UPDATE (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CMAC)
#endif
#ifndef OB_MBEDTLS_CMAC_FINISH
#define OB_MBEDTLS_CMAC_FINISH (OB_MBEDTLS_CIPHERS && OB_WITH_AES_CMAC)
#endif

/* DES and triple DES on blocks and in CBC. */
#ifndef OB_MBEDTLS_DES_ECB
#define OB_MBEDTLS_DES_ECB (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES_CBC
#define OB_MBEDTLS_DES_CBC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES3_ECB
#define OB_MBEDTLS_DES3_ECB (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif
#ifndef OB_MBEDTLS_DES3_CBC
#define OB_MBEDTLS_DES3_CBC (OB_MBEDTLS_CIPHERS && OB_WITH_DES)
#endif

/* ---- public keys ----
 *
 * On: a build with more than one engine asks the dispatcher; with one, as without OB_WITH_PK, the library computes.
 * What no engine has is the library's also without fallback. PSA, mbedtls_pk_* and TLS arrive here, too. */
#ifndef OB_MBEDTLS_PUBLIC_KEYS
#define OB_MBEDTLS_PUBLIC_KEYS OB_MBEDTLS_ALL
#endif

/* RSA: the primitive; PKCS#1 v1.5 signatures, and PSS with a salt as long as the digest. */
#ifndef OB_MBEDTLS_RSA_PUBLIC
#define OB_MBEDTLS_RSA_PUBLIC OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_RSA_PRIVATE
#define OB_MBEDTLS_RSA_PRIVATE OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_RSA_PKCS1_SIGN
#define OB_MBEDTLS_RSA_PKCS1_SIGN OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_RSA_PKCS1_VERIFY
#define OB_MBEDTLS_RSA_PKCS1_VERIFY OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_RSA_PSS_SIGN
#define OB_MBEDTLS_RSA_PSS_SIGN OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_RSA_PSS_VERIFY
#define OB_MBEDTLS_RSA_PSS_VERIFY OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_RSA_PSS_VERIFY_EXT
#define OB_MBEDTLS_RSA_PSS_VERIFY_EXT OB_MBEDTLS_PUBLIC_KEYS
#endif

/* A point of a curve times a number: ECDH, key pairs, public halves of keys. */
#ifndef OB_MBEDTLS_ECP_MUL
#define OB_MBEDTLS_ECP_MUL OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_ECP_MUL_RESTARTABLE
#define OB_MBEDTLS_ECP_MUL_RESTARTABLE OB_MBEDTLS_PUBLIC_KEYS
#endif

/* ECDSA: with a nonce of Outboard's random source, with that of RFC 6979; on r and s, or in DER. */
#ifndef OB_MBEDTLS_ECDSA_SIGN
#define OB_MBEDTLS_ECDSA_SIGN OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_ECDSA_SIGN_DET
#define OB_MBEDTLS_ECDSA_SIGN_DET OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_ECDSA_VERIFY
#define OB_MBEDTLS_ECDSA_VERIFY OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_ECDSA_WRITE_SIGNATURE
#define OB_MBEDTLS_ECDSA_WRITE_SIGNATURE OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_ECDSA_READ_SIGNATURE
#define OB_MBEDTLS_ECDSA_READ_SIGNATURE OB_MBEDTLS_PUBLIC_KEYS
#endif

/* ---- numbers ----
 *
 * Single operations on numbers (mbedtls_mpi_...) on a block, which ob_mbedtls_numbers names: for Diffie-Hellman and an
 * application's own protocols. RSA and curves have better calls above, which blind and check. Only a program whose
 * binding is made with NUMBERS (ob_bind_mbedtls, which defines this as 1) has its calls of these functions redirected,
 * because the library's curves make thousands of them. */
#ifndef OB_MBEDTLS_NUMBERS
#define OB_MBEDTLS_NUMBERS 0
#endif
#ifndef OB_MBEDTLS_MPI_EXP_MOD
#define OB_MBEDTLS_MPI_EXP_MOD OB_MBEDTLS_PUBLIC_KEYS
#endif
#ifndef OB_MBEDTLS_MPI_INV_MOD
#define OB_MBEDTLS_MPI_INV_MOD OB_MBEDTLS_PUBLIC_KEYS
#endif

/* Off unless they are set: to move the numbers to the block and back takes a CPU longer than to compute. */
#ifndef OB_MBEDTLS_MPI_ADD
#define OB_MBEDTLS_MPI_ADD 0
#endif
#ifndef OB_MBEDTLS_MPI_SUB
#define OB_MBEDTLS_MPI_SUB 0
#endif
#ifndef OB_MBEDTLS_MPI_MUL
#define OB_MBEDTLS_MPI_MUL 0
#endif
#ifndef OB_MBEDTLS_MPI_MOD
#define OB_MBEDTLS_MPI_MOD 0
#endif

/* ---- DMA ----
 *
 * 1 (default): rows of engines that fetch and store by themselves may serve this algorithm, if their price is lowest;
 * 0: only the CPU's instructions and blocks that the CPU feeds. Each hash covers its HMAC; AES covers ECB, CBC, CTR,
 * XTS and CMAC. */
#ifndef OB_MBEDTLS_DMA
#define OB_MBEDTLS_DMA 1
#endif
#ifndef OB_MBEDTLS_MD5_DMA
#define OB_MBEDTLS_MD5_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_SHA1_DMA
#define OB_MBEDTLS_SHA1_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_SHA256_DMA
#define OB_MBEDTLS_SHA256_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_SHA512_DMA
#define OB_MBEDTLS_SHA512_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_AES_DMA
#define OB_MBEDTLS_AES_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_DES_DMA
#define OB_MBEDTLS_DES_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_GCM_DMA
#define OB_MBEDTLS_GCM_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_CCM_DMA
#define OB_MBEDTLS_CCM_DMA OB_MBEDTLS_DMA
#endif
#ifndef OB_MBEDTLS_CHACHAPOLY_DMA
#define OB_MBEDTLS_CHACHAPOLY_DMA OB_MBEDTLS_DMA
#endif

/* ---- behaviour ---- */

/* 1: where no engine is cheaper, or none can, the library's own code runs. 0: the call fails with
 * MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED instead, except for public keys, and for MACs: where no engine has these, the
 * library makes them of hashes and AES blocks, which are under the same rule. Arguments that Outboard does not take
 * (XTS with two equal keys, buffers that overlap in part, lengths beyond a standard's limit) are the library's to judge
 * in either case. Default 1. */
#ifndef OB_MBEDTLS_FALLBACK
#define OB_MBEDTLS_FALLBACK 1
#endif

/* 1: the code of the library that the engine replaces is left out of the image: GCM, SHA-1 and SHA-2, and AES where
 * only GCM uses it. A call that no engine can serve (its self-test has failed, all OB_MBEDTLS_SESSIONS are in use) then
 * fails with MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED; arguments that Outboard does not take are MBEDTLS_ERR_..._BAD_INPUT.
 * A module is replaced if the switches of all its functions are on. Default 0; CMake sets it where engine cortexm is
 * the only one (OB_SINGLE), and where soft is and OB_MBEDTLS_ALL, _HASHES or _CIPHERS are 1, if OB_MBEDTLS_FALLBACK is
 * not set. */
#ifndef OB_MBEDTLS_REPLACE
#define OB_MBEDTLS_REPLACE 0
#endif

/* 1: the first call starts ob_default and its engines if the application has not (ob_mbedtls_start). Default 1. */
#ifndef OB_MBEDTLS_AUTOSTART
#define OB_MBEDTLS_AUTOSTART 1
#endif

/* Keys that the binding keeps open at once, 1 to 255, each sizeof(struct ob_session) plus 140 bytes of static memory:
 * as many as are used in turn, and as threads that call at the same time. With fewer, keys are opened again. Default
 * 16; on a microcontroller 4, or 1 where the library has no TLS and OB_SMALL is on. All hashes take one, too. */
#ifndef OB_MBEDTLS_SESSIONS
#if defined(__unix__)
#define OB_MBEDTLS_SESSIONS 16
#elif OB_SMALL && !defined(MBEDTLS_SSL_TLS_C)
#define OB_MBEDTLS_SESSIONS 1
#else
#define OB_MBEDTLS_SESSIONS 4
#endif
#endif

/* Public RSA keys that the binding keeps open at once, 0 to 255, with R^2 mod n for those that are used more than once,
 * and bytes of the longest modulus. Each takes sizeof(struct ob_session), twice these bytes, and 160 bytes of static
 * memory. Other keys are opened for each call. Default 0; CMake sets 2 where engine acryp is linked, which uses R^2. */
#ifndef OB_MBEDTLS_RSA_KEYS
#define OB_MBEDTLS_RSA_KEYS 0
#endif
#ifndef OB_MBEDTLS_RSA_LEN
#define OB_MBEDTLS_RSA_LEN 512
#endif

/* 1: count operations per function (ob_mbedtls_counts). Default OB_STATS. */
#ifndef OB_MBEDTLS_COUNTS
#define OB_MBEDTLS_COUNTS OB_STATS
#endif

/* 1: switches and fallback can also be turned off while the program runs, for tests. Default 0. */
#ifndef OB_MBEDTLS_RUNTIME
#define OB_MBEDTLS_RUNTIME 0
#endif

/* ---- calls ---- */

/* Start ob_default with its linked engines (ob_start), add the library's own prices to it, and check that calls really
 * arrive (ob_mbedtls_check). OB_OK; OB_E_DECLINED: there is no engine; OB_E_STATE: calls do not arrive, because the
 * library was linked without the binding's options or compiled with link-time optimisation. Not thread-safe: call it
 * before the library. Later calls only check, unless there is no engine: then they start again. */
int ob_mbedtls_start(void);

/* Whether engines may serve. OB_OK: started; OB_PENDING: no call has started them yet; OB_E_DECLINED: the start has
 * failed (no engine started and passed its self-test), or the application has stopped them. A start that has failed is
 * not repeated by the library's calls, which run the library's own code; ob_mbedtls_start tries once more. */
int ob_mbedtls_status(void);

/* Call wrapped functions the way the library's own files do, as far as its configuration has them: OB_OK if all of the
 * calls arrived at the binding, else OB_E_STATE. */
int ob_mbedtls_check(void);

/* Close and wipe all keys that the binding keeps. Contexts stay valid: the next operation opens their key again. */
void ob_mbedtls_forget(void);

/* The library's own code as the dispatcher sees it: rows and prices, in nanoseconds on a machine with an operating
 * system, else in cycles. Set its field prices before ob_mbedtls_start to replace them. */
extern struct ob_engine ob_mbedtls_library;

#if OB_MBEDTLS_NUMBERS
/* The block for single operations on numbers; NULL, the default: none. */
extern const struct ob_numbers *ob_mbedtls_numbers;
#endif

/* What became of the calls of one function. Calls that process nothing (an update that only fills a buffer) and that
 * the library refuses are not counted. */
struct ob_mbedtls_count {
    const char *function; /* without "mbedtls_" */
    uint32_t engine;      /* served by an engine */
    uint32_t fallback;    /* by the library: it was cheaper, or no engine could */
    uint32_t refused;     /* by the library: Outboard does not take such arguments */
};

/* The counts of the first n wrapped functions; returns their number. All zero without OB_MBEDTLS_COUNTS. */
size_t ob_mbedtls_counts(struct ob_mbedtls_count *list, size_t n);
void ob_mbedtls_counts_reset(void);

#if OB_MBEDTLS_RUNTIME
/* Turn the switch of one function (its name without "mbedtls_"; NULL: of all) on or off. OB_E_ARG: there is none. */
int ob_mbedtls_switch(const char *function, bool on);

/* Allow fallback to the library's own code (default), or not, as OB_MBEDTLS_FALLBACK 0. */
void ob_mbedtls_fallback(bool allowed);

/* Compare with the library's prices (default), or let engines serve whatever they can. */
void ob_mbedtls_compare(bool with_library);
#endif

#ifdef __cplusplus
}
#endif

#endif
