/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the binding share: sessions found by key, and the outcome of a wrapped call. */
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
#include "binding/mbedtls/wraps_numbers.h"
#include "outboard/mbedtls.h"
#include "outboard/outboard.h"
#include "port/lock.h"

/* ---- functions and switches ---- */

#if OB_MBEDTLS_NUMBERS
#define OBI_MBEDTLS_ALL_WRAPS(W) OBI_MBEDTLS_WRAPS(W) OBI_MBEDTLS_WRAPS_NUMBERS(W)
#else
#define OBI_MBEDTLS_ALL_WRAPS(W) OBI_MBEDTLS_WRAPS(W)
#endif

#define OBI_FN(name, function) OBI_FN_##function,
enum obi_function { OBI_MBEDTLS_ALL_WRAPS(OBI_FN) OBI_FN_COUNT }; /* fewer than 256 */
#undef OBI_FN

#define OBI_SWITCH(name, function) OBI_SWITCH_##function = OB_MBEDTLS_##name,
enum { OBI_MBEDTLS_ALL_WRAPS(OBI_SWITCH) };
#undef OBI_SWITCH

#if OB_MBEDTLS_RUNTIME
extern bool obi_mbedtls_off[OBI_FN_COUNT];
extern bool obi_mbedtls_no_fallback, obi_mbedtls_no_compare;
#define OBI_FALLBACK     (OB_MBEDTLS_FALLBACK && !obi_mbedtls_no_fallback)
#define OBI_COMPARE      (OBI_FALLBACK && !OB_MBEDTLS_REPLACE && !obi_mbedtls_no_compare)
#define OBI_ON(function) (OBI_SWITCH_##function && !obi_mbedtls_off[OBI_FN_##function])
#else
#define OBI_FALLBACK     OB_MBEDTLS_FALLBACK
#define OBI_COMPARE      (OB_MBEDTLS_FALLBACK && !OB_MBEDTLS_REPLACE)
#define OBI_ON(function) OBI_SWITCH_##function
#endif

/* Calls wait for sessions and engines in use, because they have nothing to fall back to. */
#define OBI_WAIT (!OBI_FALLBACK || OB_MBEDTLS_REPLACE)

/* The declarations for a wrapped function: the library's own code, and its replacement by the linker. */
#define OBI_WRAP(type, function, ...)                                                                                  \
    extern type __real_mbedtls_##function(__VA_ARGS__);                                                                \
    extern type __wrap_mbedtls_##function(__VA_ARGS__);                                                                \
    type __wrap_mbedtls_##function(__VA_ARGS__)

/* ---- sessions by key (pool.c) ---- */

/* The maximum number of words that identify a key: the inner block of HMAC, DES (obi_des_key), XTS, AES. */
#if defined(MBEDTLS_MD_C) && (defined(MBEDTLS_SHA384_C) || defined(MBEDTLS_SHA512_C))
#define OBI_TAG_WORDS 32
#elif defined(MBEDTLS_DES_C)
#define OBI_TAG_WORDS 25
#elif defined(MBEDTLS_MD_C) || defined(MBEDTLS_CIPHER_MODE_XTS)
#define OBI_TAG_WORDS 16
#else
#define OBI_TAG_WORDS 8
#endif

/* A session that this call uses alone. */
struct obi_lease {
    struct ob_session *s;
    enum obi_function function;
    bool made_of_parts; /* MACs: the library's code calls functions that are wrapped themselves */
    bool decrypts;      /* DES: the context's schedule is for decryption */
};

/* Find or open the session for a key of alg. Words of the library's context identify the key: the raw key (AES,
 * ChaCha20), the inner block of HMAC, the first and last four words of a DES schedule (obi_des_key); none for hashes.
 * OB_OK; OB_E_DECLINED: no engine has alg; OB_E_BUSY: other threads use all sessions; OB_E_ARG: core refuses the key.
 * Call obi_mbedtls_release after any of these results. */
int obi_mbedtls_take(struct obi_lease *lease, enum obi_function function, uint8_t alg, const uint32_t *tag,
                     unsigned words);

/* The last function that took a session; ob_mbedtls_check reads it. */
extern uint8_t obi_mbedtls_last;

/* Give the session back after an op with result r, and count. True: the call is done, and *ret is the result for the
 * caller. False: the library's own code must run. intact: if r is OB_E_IO, the input of that code is not overwritten.
 * auth_failed: the library's error for OB_E_AUTH. */
bool obi_mbedtls_release(struct obi_lease *lease, int r, bool intact, int auth_failed, int *ret);

/* True if Outboard has been started. Starts it if the build is configured so (start.c). */
bool obi_mbedtls_started(void);

/* Held while a thread starts Outboard. */
extern uint32_t obi_mbedtls_start_lock;

/* Prepare for forks of this process, once (pool.c). */
void obi_mbedtls_watch_forks(void);

enum obi_outcome { OBI_BY_ENGINE, OBI_BY_LIBRARY, OBI_REFUSED };

#if OB_MBEDTLS_COUNTS
extern uint32_t obi_mbedtls_counts[OBI_FN_COUNT][3];
#endif
static inline void obi_mbedtls_count(enum obi_function function, enum obi_outcome outcome)
{
#if !OB_MBEDTLS_COUNTS
    (void)function, (void)outcome;
#elif OB_STATS_SHARDS > 1
    __atomic_fetch_add(&obi_mbedtls_counts[function][outcome], 1, __ATOMIC_RELAXED);
#else
    obi_mbedtls_counts[function][outcome]++;
#endif
}

/* Count a call that is left to the library without asking the dispatcher. */
void obi_mbedtls_left(enum obi_function function);

/* Close the sessions that use this AES key, alone or as half of an XTS key; or those with exactly this key of one
 * algorithm. */
void obi_mbedtls_forget_aes(const uint32_t *key, unsigned words);
void obi_mbedtls_forget_key(uint8_t alg, const uint32_t *tag, unsigned words);

/* Open the session for a key without using it. */
void obi_mbedtls_prepare(enum obi_function function, uint8_t alg, const uint32_t *tag, unsigned words);

/* ---- whole messages ---- */

/* An entry of the pool. The fields that are compared first come first. */
struct obi_entry {
    uint32_t lock;
    int32_t used;   /* time of the last use on the pool's clock, */
    uint8_t recent; /* valid unless this is set: used since vacate last looked */
    uint8_t alg;    /* 0: free */
    uint8_t words;
    bool decrypts; /* DES: the schedule is one for decryption */
    uint32_t tag[OBI_TAG_WORDS];
    struct ob_session s;
};

/* The pool entry of a session that was taken. */
static inline struct obi_entry *obi_mbedtls_entry(struct ob_session *s)
{
    return (struct obi_entry *)(void *)((uint8_t *)s - offsetof(struct obi_entry, s));
}

/* The pool entry in which the session of the context at an address was last; threads read and write it without a lock.
 * This is only a hint: the key alone identifies a session. */
enum { OBI_HINTS = 8 };
extern struct obi_entry *obi_mbedtls_hints[OBI_HINTS];

static inline struct obi_entry **obi_mbedtls_hint(const void *ctx)
{
    return &obi_mbedtls_hints[(uintptr_t)ctx / 16 % OBI_HINTS];
}

/* The entry that last served ctx, locked, if it is for alg and has this number of words; else NULL. The caller compares
 * the words, then calls obi_mbedtls_whole or unlocks the entry. */
static inline struct obi_entry *obi_mbedtls_again(const void *ctx, uint8_t alg, unsigned words)
{
    struct obi_entry *e = __atomic_load_n(obi_mbedtls_hint(ctx), __ATOMIC_RELAXED);

    if (!e || !ob_port_trylock(&e->lock))
        return NULL;
    if (__builtin_expect(e->alg == alg && e->words == words, 1))
        return e;
    ob_port_unlock(&e->lock);
    return NULL;
}

/* Not 0 if the words differ. The time depends only on their number. */
static inline uint32_t obi_mbedtls_differ(const uint32_t *a, const uint32_t *b, unsigned words)
{
    uint32_t difference = 0;

    for (; words >= 4; words -= 4, a += 4, b += 4)
        difference |= (a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]);
    for (; words; words--)
        difference |= *a++ ^ *b++;
    return difference;
}

/* Lengths that fit the shape. No standard has longer ones, except IVs of GCM, which then go to the library. */
static inline bool obi_has_shape(size_t iv_len, size_t tag_len)
{
    return (iv_len >> 16 | tag_len >> 8) == 0;
}

/* Not a status: no op has run. */
#define OBI_NOT_THERE 100

/* Run w on e, which is locked, and unlock e. OB_OK, which is counted, or the result to pass to obi_mbedtls_release. */
static inline __attribute__((always_inline)) int obi_mbedtls_whole(struct obi_entry *e, enum obi_function function,
                                                                   const struct ob_whole *w)
{
    int r;

    e->recent = 1;
    r = ob_whole(&e->s, w);
    ob_port_unlock(&e->lock);
    if (__builtin_expect(r == OB_OK, 1))
        obi_mbedtls_count(function, OBI_BY_ENGINE);
    return r;
}

/* Unlock e, because its key is another one. */
static inline void obi_mbedtls_not_again(struct obi_entry *e)
{
    ob_port_unlock(&e->lock);
}

/* Note that the key of the context was found in lease's entry, where the next call will look first. */
static inline void obi_mbedtls_remember(const void *ctx, const struct obi_lease *lease)
{
    if (lease->s)
        __atomic_store_n(obi_mbedtls_hint(ctx), obi_mbedtls_entry(lease->s), __ATOMIC_RELAXED);
}

/* memcpy that returns 0. */
int obi_copy_unaligned(uint8_t *to, const uint8_t *from, size_t len);

/* Copy a block of 8 or 16 bytes, quicker if it is aligned. Returns 0, so that a successful call can end with it. */
static inline __attribute__((always_inline)) int obi_copy(uint8_t *to, const uint8_t *from, size_t len)
{
    uint32_t a, b, c, d;

    if (__builtin_expect((long)(((uintptr_t)to | (uintptr_t)from) & 3), 0))
        return obi_copy_unaligned(to, from, len);
    to = (uint8_t *)__builtin_assume_aligned(to, 4);
    from = (const uint8_t *)__builtin_assume_aligned(from, 4);
    memcpy(&a, from, 4); /* single variables, because an array would be in memory */
    memcpy(&b, from + 4, 4);
    if (len == 16) {
        memcpy(&c, from + 8, 4);
        memcpy(&d, from + 12, 4);
        memcpy(to + 8, &c, 4);
        memcpy(to + 12, &d, 4);
    }
    memcpy(to, &a, 4);
    memcpy(to + 4, &b, 4);
    return 0;
}

/* The rest of a call that the short path has not done. */
#define OBI_SLOWLY static __attribute__((noinline))

/* Run a message on the session of lease; r is the result of taking it. Returns the op's status. */
static inline int obi_mbedtls_run(const struct obi_lease *lease, int r, const struct ob_whole *w)
{
    return r == OB_OK ? ob_whole(lease->s, w) : r;
}

/* ---- raw keys of the library's contexts (keys.c) ---- */

#if defined(MBEDTLS_AES_C)

/* Read the raw key of an AES context, as little-endian words, from a schedule for encryption or decryption. Returns the
 * number of words, 0 if the context has no key, or its schedule is for the other direction: then only the library's own
 * code gives the library's result. */
unsigned obi_aes_key(const mbedtls_aes_context *ctx, bool decrypts, uint32_t key[8]);

/* The AES context of a cipher context that is set for encryption; NULL for other ciphers and directions. */
#if defined(MBEDTLS_BLOCK_CIPHER_C)
static inline const mbedtls_aes_context *obi_aes_of_block(const mbedtls_block_cipher_context_t *ctx)
{
#if defined(MBEDTLS_BLOCK_CIPHER_SOME_PSA)
    if (ctx->engine != MBEDTLS_BLOCK_CIPHER_ENGINE_LEGACY)
        return NULL;
#endif
    return ctx->id == MBEDTLS_BLOCK_CIPHER_ID_AES ? &ctx->ctx.aes : NULL;
}
#endif
#if defined(MBEDTLS_CIPHER_C)
bool obi_is_aes_ecb(const mbedtls_cipher_info_t *info);
const mbedtls_aes_context *obi_aes_of_cipher(const mbedtls_cipher_context_t *ctx);
#endif

/* The number of words in a context's buffer, which has room for the longest schedule that the library's build supports
 * (it may be limited to 128-bit keys), and the index at which a schedule may begin. */
#define OBI_AES_BUF_WORDS      (sizeof((mbedtls_aes_context *)0)->buf / 4)
#define OBI_AES_SCHEDULE_WORDS (OBI_AES_BUF_WORDS < 60 ? 44 : 60)
#define OBI_AES_OFFSET_MAX     (OBI_AES_BUF_WORDS - OBI_AES_SCHEDULE_WORDS)

/* The place and the number of words of the key in a schedule for encryption; NULL if the context has no key. */
static inline const uint32_t *obi_aes_key_place(const mbedtls_aes_context *ctx, unsigned *words)
{
    unsigned nr = (unsigned)ctx->nr, schedule = 4 * (nr + 1);

    *words = nr - 6;
    if ((nr != 10 && nr != 12 && nr != 14) || schedule > OBI_AES_SCHEDULE_WORDS ||
        ctx->rk_offset > OBI_AES_BUF_WORDS - schedule)
        return NULL;
    return ctx->buf + ctx->rk_offset;
}

/* Run w on the session of an AES context that is set for encryption, if that is still in the entry of the last time.
 * OB_OK, which is counted, or the result to pass to obi_mbedtls_release; OBI_NOT_THERE if it is not there. */
static inline __attribute__((always_inline)) int
obi_mbedtls_aes_whole(enum obi_function function, uint8_t alg, const mbedtls_aes_context *ctx, const struct ob_whole *w)
{
    unsigned words = (unsigned)ctx->nr - 6, at = (unsigned)ctx->rk_offset;
    struct obi_entry *e = obi_mbedtls_again(ctx, alg, words); /* the entry has a key of this length, so nr is valid */
    const uint32_t *tag, *buf = ctx->buf;
    uint32_t difference;

    if (!e)
        return OBI_NOT_THERE;
    if (at > OBI_AES_OFFSET_MAX) {
        obi_mbedtls_not_again(e);
        return OBI_NOT_THERE;
    }
    tag = e->tag;
    difference = (tag[0] ^ buf[at]) | (tag[1] ^ buf[at + 1]) | (tag[2] ^ buf[at + 2]) | (tag[3] ^ buf[at + 3]);
    if (__builtin_expect(words > 4, 1)) {
        difference |= (tag[4] ^ buf[at + 4]) | (tag[5] ^ buf[at + 5]);
        if (__builtin_expect(words > 6, 1))
            difference |= (tag[6] ^ buf[at + 6]) | (tag[7] ^ buf[at + 7]);
    }
    if (difference) {
        obi_mbedtls_not_again(e);
        return OBI_NOT_THERE;
    }
    return obi_mbedtls_whole(e, function, w);
}
#endif

/* The direction that a DES schedule must have. The schedule of a few keys (FIPS 74, section 3.6) is also that of
 * another key, or of the same key, in the other direction. */
enum { OBI_DES_ENCRYPTS = 0, OBI_DES_DECRYPTS = 1, OBI_DES_EITHER = 2 };

/* The keys of n DES schedules. words has the first and the last four words of each schedule, then the direction that
 * the schedules must have. Returns 8 * n bytes of key, or SIZE_MAX if the words are from no schedule of the library.
 * *decrypts: the schedules are for decryption; those of a weak key, which are the same for both, count as encryption.
 * Of three schedules the middle one has the opposite direction. */
size_t obi_des_key(const uint32_t *words, unsigned n, uint8_t *key, bool *decrypts);

/* ---- ops ---- */

static inline bool obi_is_aes(uint8_t alg)
{
    return (alg >= OB_AES_ECB && alg <= OB_AES_XTS) || alg == OB_AES_GCM || alg == OB_AES_CCM || alg == OB_AES_CMAC;
}

#endif
