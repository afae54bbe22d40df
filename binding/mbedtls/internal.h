/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the binding share: sessions by key, and what becomes of a wrapped call. */
#ifndef OB_BINDING_MBEDTLS_INTERNAL_H
#define OB_BINDING_MBEDTLS_INTERNAL_H

#define MBEDTLS_ALLOW_PRIVATE_ACCESS
#include <mbedtls/build_info.h>

#include <mbedtls/aes.h>
#include <mbedtls/cipher.h>
#if defined(MBEDTLS_BLOCK_CIPHER_C)
#include <mbedtls/block_cipher.h>
#endif

#include <string.h>

#include "binding/mbedtls/wraps.h"
#include "outboard/mbedtls.h"
#include "outboard/outboard.h"

/* ---- functions and switches ---- */

#define OBI_FN(name, function) OBI_FN_##function,
enum obi_function { OBI_MBEDTLS_WRAPS(OBI_FN) OBI_FN_COUNT }; /* fewer than 256 */
#undef OBI_FN

#define OBI_SWITCH(name, function) OBI_SWITCH_##function = OB_MBEDTLS_##name,
enum { OBI_MBEDTLS_WRAPS(OBI_SWITCH) };
#undef OBI_SWITCH

#if OB_MBEDTLS_RUNTIME
extern bool obi_mbedtls_off[OBI_FN_COUNT];
extern bool obi_mbedtls_no_fallback, obi_mbedtls_no_compare;
#define OBI_FALLBACK     (OB_MBEDTLS_FALLBACK && !obi_mbedtls_no_fallback)
#define OBI_COMPARE      (OBI_FALLBACK && !obi_mbedtls_no_compare)
#define OBI_ON(function) (OBI_SWITCH_##function && !obi_mbedtls_off[OBI_FN_##function])
#else
#define OBI_FALLBACK     OB_MBEDTLS_FALLBACK
#define OBI_COMPARE      OB_MBEDTLS_FALLBACK
#define OBI_ON(function) OBI_SWITCH_##function
#endif

/* The declarations of a wrapped function: the library's own code, and what the linker puts in its place. */
#define OBI_WRAP(type, function, ...)                                                                                  \
    extern type __real_mbedtls_##function(__VA_ARGS__);                                                                \
    extern type __wrap_mbedtls_##function(__VA_ARGS__);                                                                \
    type __wrap_mbedtls_##function(__VA_ARGS__)

/* ---- sessions by key (pool.c) ---- */

/* Words that tell a key from all others, at most: the inner block of HMAC-SHA-512. */
#define OBI_TAG_WORDS 32

/* A session that this call has for itself. */
struct obi_lease {
    struct ob_session *s;
    enum obi_function function;
    bool made_of_parts; /* MACs: the library's code consists of calls that are wrapped themselves */
    bool decrypts;      /* DES: the context's schedule is one for decryption */
};

/* Find or open the session for a key of alg, known by words of the library's context: the raw key (AES, ChaCha20), the
 * block that HMAC begins with, the first and last four words of a DES schedule (obi_des_key); none for hashes. OB_OK;
 * OB_E_DECLINED: no engine has alg; OB_E_BUSY: all sessions are in use by other threads; OB_E_ARG: the core refuses
 * the key. Whatever the answer, obi_mbedtls_settle follows. */
int obi_mbedtls_take(struct obi_lease *lease, enum obi_function function, uint8_t alg, const uint32_t *tag,
                     unsigned words);

/* The function that took a session last, for ob_mbedtls_check. */
extern uint8_t obi_mbedtls_last;

/* Give the session back after an op with result r, and count. True: the call is done, with *ret for its caller. False:
 * the library's own code is to run. intact: nothing that it reads has been overwritten if r is OB_E_IO; auth_failed:
 * the library's word for OB_E_AUTH. */
bool obi_mbedtls_settle(struct obi_lease *lease, int r, bool intact, int auth_failed, int *ret);

/* True once Outboard has been started; starts it if the build says so (start.c). */
bool obi_mbedtls_started(void);

/* Count a call that is left to the library without asking. */
void obi_mbedtls_left(enum obi_function function);

/* Close the sessions with this AES key, alone or as a half of an XTS key; or with exactly this key of one algorithm. */
void obi_mbedtls_forget_aes(const uint32_t *key, unsigned words);
void obi_mbedtls_forget_key(uint8_t alg, const uint32_t *tag, unsigned words);

/* Make the session for a key ready, without using it. */
void obi_mbedtls_prepare(enum obi_function function, uint8_t alg, const uint32_t *tag, unsigned words);

/* ---- raw keys of the library's contexts (keys.c) ---- */

#if defined(MBEDTLS_AES_C)

/* The raw key of an AES context, as little-endian words, from a schedule for encryption or for decryption: number of
 * words, or 0 if the context has no key. */
unsigned obi_aes_key(const mbedtls_aes_context *ctx, bool decrypts, uint32_t key[8]);

/* The same of a context for blocks of any cipher, where it is set for encryption: 0 also for ciphers but AES. */
#if defined(MBEDTLS_BLOCK_CIPHER_C)
unsigned obi_aes_key_of_block(const mbedtls_block_cipher_context_t *ctx, uint32_t key[8]);
#endif
#if defined(MBEDTLS_CIPHER_C)
bool obi_is_aes_ecb(const mbedtls_cipher_info_t *info);
unsigned obi_aes_key_of_cipher(const mbedtls_cipher_context_t *ctx, uint32_t key[8]);
#endif
#endif

/* The direction that a DES schedule must have. A few keys (FIPS 74, section 3.6) have the schedule of another key, or
 * their own, in the other direction. */
enum { OBI_DES_ENCRYPTS = 0, OBI_DES_DECRYPTS = 1, OBI_DES_EITHER = 2 };

/* The keys of n DES schedules, each known by its first and last four words, after which comes the direction that they
 * must have: 8 * n bytes, or SIZE_MAX if the words are
 * of no schedule of the library. *decrypts: the schedules are for decryption (where both are the same, a weak key's,
 * for encryption). Of three, the middle one goes the other way. */
size_t obi_des_key(const uint32_t *words, unsigned n, uint8_t *key, bool *decrypts);

/* ---- ops ---- */

static inline bool obi_is_aes(uint8_t alg)
{
    return (alg >= OB_AES_ECB && alg <= OB_AES_XTS) || alg == OB_AES_GCM || alg == OB_AES_CCM || alg == OB_AES_CMAC;
}

#endif
