/* SPDX-License-Identifier: Apache-2.0 */
/* The binding's sessions: a few in static memory, identified by the key itself. A program may move, copy, abandon or
 * re-key a context of the library in any way, so the binding keeps nothing about contexts: all that a call needs is in
 * its context. docs/decisions/mbedtls-sessions-by-key.md */
#include "binding/mbedtls/rsa_keys.h"

#include <mbedtls/error.h>
#include <mbedtls/platform.h>

#include "port/clock.h"
#include "port/lock.h"
#include "port/process.h"
#include "port/thread.h"

static struct obi_entry pool[OB_MBEDTLS_SESSIONS];
static int32_t now;
struct obi_entry *obi_mbedtls_hints[OBI_HINTS];
uint8_t obi_mbedtls_last;

/* Algorithms that no engine has while the dispatcher has the same engines: one bit each. A thread that finds the lock
 * taken does without them. */
static uint8_t lacking[32];
static uint32_t lacking_generation; /* the dispatcher's generation for which the bits are valid */
static uint32_t lacking_lock;

#if OB_MBEDTLS_RUNTIME
bool obi_mbedtls_off[OBI_FN_COUNT];
bool obi_mbedtls_no_fallback, obi_mbedtls_no_compare;
#endif

/* ---- counts ---- */

#define NAME(name, function) #function,
static const char *const names[] = {OBI_MBEDTLS_ALL_WRAPS(NAME)};
#undef NAME

#if OB_MBEDTLS_COUNTS
uint32_t obi_mbedtls_counts[OBI_FN_COUNT][3];
#endif

size_t ob_mbedtls_counts(struct ob_mbedtls_count *list, size_t n)
{
    for (size_t i = 0; i < n && i < OBI_FN_COUNT; i++) {
        list[i] = (struct ob_mbedtls_count){names[i], 0, 0, 0};
#if OB_MBEDTLS_COUNTS
        list[i].engine = __atomic_load_n(&obi_mbedtls_counts[i][OBI_BY_ENGINE], __ATOMIC_RELAXED);
        list[i].fallback = __atomic_load_n(&obi_mbedtls_counts[i][OBI_BY_LIBRARY], __ATOMIC_RELAXED);
        list[i].refused = __atomic_load_n(&obi_mbedtls_counts[i][OBI_REFUSED], __ATOMIC_RELAXED);
#endif
    }
    return OBI_FN_COUNT;
}

void ob_mbedtls_counts_reset(void)
{
#if OB_MBEDTLS_COUNTS
    for (unsigned i = 0; i < OBI_FN_COUNT; i++)
        for (unsigned outcome = 0; outcome < 3; outcome++)
            __atomic_store_n(&obi_mbedtls_counts[i][outcome], 0, __ATOMIC_RELAXED);
#endif
}

/* ---- entries ---- */

static bool has_key(const struct obi_entry *e, uint8_t alg, const uint32_t *tag, unsigned words)
{
    return e->alg == alg && e->words == words && !obi_mbedtls_differ(e->tag, tag, words);
}

/* The caller holds e's lock. */
static void empty(struct obi_entry *e)
{
    ob_session_close(&e->s);
    ob_wipe(e->tag, sizeof e->tag);
    e->words = 0;
    ob_port_store8(&e->alg, 0);
}

/* The entry with this key, locked; NULL if there is none. */
static struct obi_entry *find(uint8_t alg, const uint32_t *tag, unsigned words)
{
    for (struct obi_entry *e = pool; e < pool + OB_MBEDTLS_SESSIONS; e++) {
        if (ob_port_load8(&e->alg) != alg || !ob_port_trylock(&e->lock))
            continue;
        if (has_key(e, alg, tag, words))
            return e;
        ob_port_unlock(&e->lock);
    }
    return NULL;
}

static int32_t tick(void)
{
    int32_t t = ob_port_load32(&now) + 1;

    ob_port_store32(&now, t);
    return t;
}

/* An entry to fill, locked: a free one, else the least recently used one; NULL if all are in use. */
static struct obi_entry *vacate(void)
{
    struct obi_entry *best = NULL;

    for (struct obi_entry *e = pool; e < pool + OB_MBEDTLS_SESSIONS; e++) {
        if (best && best->alg == 0)
            break;
        if (!ob_port_trylock(&e->lock))
            continue;
        if (e->recent) {
            e->recent = 0;
            e->used = tick();
        }
        if (!best || e->alg == 0 || e->used - best->used < 0) {
            if (best)
                ob_port_unlock(&best->lock);
            best = e;
        } else {
            ob_port_unlock(&e->lock);
        }
    }
    if (best)
        empty(best);
    return best;
}

#if OB_ENGINES_MAX == 1 && !OB_ASYNC && OB_LENT_SESSION
extern struct ob_session *obi_test_session(void);

/* Core's self-test borrows an entry that is free, or becomes free. */
struct ob_session *obi_test_session(void)
{
    struct obi_entry *e = vacate();

    if (!e)
        return NULL;
    ob_port_unlock(&e->lock);
    return &e->s;
}
#endif

/* ---- keys ---- */

/* True if the dispatcher has already said that no engine has alg. */
static bool lacks(uint8_t alg)
{
    bool is;

    if (!ob_port_trylock(&lacking_lock))
        return false;
    if (lacking_generation != ob_default.generation) {
        memset(lacking, 0, sizeof lacking);
        lacking_generation = ob_default.generation;
    }
    is = lacking[alg / 8] >> alg % 8 & 1;
    ob_port_unlock(&lacking_lock);
    return is;
}

/* The dispatcher has said in this generation that no engine has alg. */
static void note_lacking(uint8_t alg, uint32_t generation)
{
    if (!ob_port_trylock(&lacking_lock))
        return;
    if (lacking_generation == generation)
        lacking[alg / 8] |= (uint8_t)(1u << alg % 8);
    ob_port_unlock(&lacking_lock);
}

static bool dma_allowed(uint8_t alg)
{
    switch (OB_IS_HMAC(alg) ? OB_HMAC_HASH(alg) : alg) {
    case OB_MD5:
        return OB_MBEDTLS_MD5_DMA;
    case OB_SHA1:
        return OB_MBEDTLS_SHA1_DMA;
    case OB_SHA224:
    case OB_SHA256:
        return OB_MBEDTLS_SHA256_DMA;
    case OB_SHA384:
    case OB_SHA512:
        return OB_MBEDTLS_SHA512_DMA;
    case OB_DES_ECB:
    case OB_DES_CBC:
    case OB_DES3_ECB:
    case OB_DES3_CBC:
        return OB_MBEDTLS_DES_DMA;
    case OB_AES_GCM:
        return OB_MBEDTLS_GCM_DMA;
    case OB_AES_CCM:
        return OB_MBEDTLS_CCM_DMA;
    case OB_CHACHA20_POLY1305:
        return OB_MBEDTLS_CHACHAPOLY_DMA;
    default:
        return OB_MBEDTLS_AES_DMA;
    }
}

/* Write the raw key that a tag identifies. Returns its length; SIZE_MAX if the tag identifies none. */
static size_t raw_key(uint8_t alg, const uint32_t *tag, unsigned words, uint8_t key[4 * OBI_TAG_WORDS], bool *decrypts)
{
    if (alg >= OB_DES_ECB && alg <= OB_DES3_CBC)
        return obi_des_key(tag, words / 8, key, decrypts);
    if (OB_IS_HMAC(alg)) {
        memcpy(key, tag, 4u * words);
        for (unsigned i = 0; i < 4 * words; i++)
            key[i] ^= 0x36; /* RFC 2104, section 2: the inner block is the key, filled up with zeros, xor 0x36 */
        return 4u * words;
    }
    for (unsigned i = 0; i < 4 * words; i++)
        key[i] = (uint8_t)(tag[i / 4] >> (i % 4 * 8));
    return 4u * words;
}

static int open_entry(struct obi_entry *e, uint8_t alg, const uint32_t *tag, unsigned words)
{
    uint8_t key[4 * OBI_TAG_WORDS];
    size_t key_len = raw_key(alg, tag, words, key, &e->decrypts);
    uint32_t generation = ob_default.generation;
    unsigned flags;
    int r = key_len == SIZE_MAX ? OB_E_ARG : ob_session_open(&e->s, NULL, alg, key, key_len);

    ob_wipe(key, sizeof key);
    if (r == OB_E_DECLINED)
        note_lacking(alg, generation);
    if (r != OB_OK)
        return r;
    flags = OB_SESSION_UNVERIFIED; /* the library's streams also release text before the tag is checked */
    if (!dma_allowed(alg))
        flags |= OB_SESSION_NO_DMA;
    if (OBI_COMPARE)
        flags |= OB_SESSION_CALLER;
    if (OBI_WAIT)
        flags |= OB_SESSION_WAIT;
    r = ob_session_require(&e->s, flags);
    if (r == OB_OK && (OB_ENGINES_MAX > 1 || !OB_MBEDTLS_REPLACE))
        r = ob_session_avoid(&e->s, ob_engine_find(NULL, "mbedtls")); /* that engine would call the library again */
    if (r != OB_OK) {
        ob_session_close(&e->s);
        return r;
    }
    if (words)
        memcpy(e->tag, tag, 4u * words);
    e->words = (uint8_t)words;
    ob_port_store8(&e->alg, alg);
    return OB_OK;
}

/* ---- the calls ---- */

int obi_mbedtls_take(struct obi_lease *lease, enum obi_function function, uint8_t alg, const uint32_t *tag,
                     unsigned words)
{
    struct obi_entry *e;
    int r = OB_OK;

    ob_port_store8(&obi_mbedtls_last, (uint8_t)function);
    lease->function = function;
    lease->s = NULL;
    lease->made_of_parts = OB_ALG_CLASS(alg) == OB_CLASS_MAC;
    if (!obi_mbedtls_started())
        return OB_E_DECLINED;
    e = find(alg, tag, words);
    if (!e) {
        if (lacks(alg))
            return OB_E_DECLINED;
        for (unsigned tries = 0; (e = vacate()) == NULL && OBI_WAIT && tries < 1000000; tries++)
            ob_port_relax();
        if (!e)
            return OB_E_BUSY;
        r = open_entry(e, alg, tag, words);
        if (r != OB_OK) {
            ob_port_unlock(&e->lock);
            return r;
        }
    }
    e->used = tick();
    lease->s = &e->s;
    lease->decrypts = e->decrypts;
    return r;
}

static void release(struct obi_lease *lease)
{
    struct obi_entry *e;

    if (!lease->s)
        return;
    e = obi_mbedtls_entry(lease->s);
    if (e->s.stream != OB_STREAM_IDLE)
        (void)ob_session_reset(&e->s);
    ob_port_unlock(&e->lock);
}

bool obi_mbedtls_release(struct obi_lease *lease, int r, bool intact, int auth_failed, int *ret)
{
    release(lease);
    *ret = 0;
    switch (r) {
    case OB_OK:
        obi_mbedtls_count(lease->function, OBI_BY_ENGINE);
        return true;
    case OB_E_AUTH:
        obi_mbedtls_count(lease->function, OBI_BY_ENGINE);
        *ret = auth_failed;
        return true;
    case OB_E_ARG:
        obi_mbedtls_count(lease->function, OBI_REFUSED);
        return false;
    case OB_E_IO:
        if (!intact)
            break;
        /* fall through */
    default:
        if (OBI_FALLBACK)
            obi_mbedtls_count(lease->function, OBI_BY_LIBRARY);
        if (OBI_FALLBACK || lease->made_of_parts)
            return false;
        obi_mbedtls_count(lease->function, OBI_BY_LIBRARY);
        break;
    }
    *ret = MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED;
    return true;
}

int obi_copy_unaligned(uint8_t *to, const uint8_t *from, size_t len)
{
    memcpy(to, from, len);
    return 0;
}

void obi_mbedtls_left(enum obi_function function)
{
    ob_port_store8(&obi_mbedtls_last, (uint8_t)function);
    obi_mbedtls_count(function, OBI_BY_LIBRARY);
    (void)function;
}

void obi_mbedtls_prepare(enum obi_function function, uint8_t alg, const uint32_t *tag, unsigned words)
{
    struct obi_lease lease;

    (void)obi_mbedtls_take(&lease, function, alg, tag, words);
    release(&lease);
}

/* ---- forgetting ---- */

/* Another thread uses the entry for the same key in another context: keep it. */
void obi_mbedtls_forget_aes(const uint32_t *key, unsigned words)
{
    for (struct obi_entry *e = pool; e < pool + OB_MBEDTLS_SESSIONS; e++) {
        if (!obi_is_aes(ob_port_load8(&e->alg)) || !ob_port_trylock(&e->lock))
            continue;
        for (unsigned at = 0; at + words <= e->words; at += words)
            if (obi_is_aes(e->alg) && !ob_differ(e->tag + at, key, 4u * words))
                empty(e);
        ob_port_unlock(&e->lock);
    }
}

void obi_mbedtls_forget_key(uint8_t alg, const uint32_t *tag, unsigned words)
{
    struct obi_entry *e = find(alg, tag, words);

    if (e) {
        empty(e);
        ob_port_unlock(&e->lock);
    }
}

void ob_mbedtls_forget(void)
{
    for (struct obi_entry *e = pool; e < pool + OB_MBEDTLS_SESSIONS; e++) {
        while (!ob_port_trylock(&e->lock))
            ob_port_relax();
        empty(e);
        ob_port_unlock(&e->lock);
    }
#if OBI_RSA_KEYS
    obi_rsa_forget();
#endif
}

/* ---- forks ---- */

#if OB_PORT_FORKS

enum { PATIENCE_NS = 1000000000 };

/* What the thread that forks has locked. */
static _Thread_local bool held[OB_MBEDTLS_SESSIONS], start_held;

/* Lock what is free of what is not held yet; true if all of it is held then. The lock of the start comes first, because
 * a start may need an entry. */
static bool lock_rest(void)
{
    bool all = true;

    start_held = start_held || ob_port_trylock(&obi_mbedtls_start_lock);
    for (unsigned i = 0; i < OB_MBEDTLS_SESSIONS && start_held; i++) {
        held[i] = held[i] || ob_port_trylock(&pool[i].lock);
        all = all && held[i];
    }
#if OBI_RSA_KEYS
    all = obi_rsa_hold(false) && all;
#endif
    return all && start_held;
}

/* Wait until no thread is in a call: with all locks held, every session is whole. A thread that forks within a call
 * (in a signal handler, or in a callback of the dispatcher) can't wait for itself: what stays locked is given up in the
 * child. */
static void before_fork(void)
{
    uint64_t until = ob_port_clock_ns() + PATIENCE_NS;

    start_held = false;
    memset(held, 0, sizeof held);
#if OBI_RSA_KEYS
    (void)obi_rsa_hold(true);
#endif
    while (!lock_rest() && ob_port_clock_ns() < until)
        ob_port_relax();
}

static void in_parent(void)
{
    for (unsigned i = 0; i < OB_MBEDTLS_SESSIONS; i++)
        if (held[i])
            ob_port_unlock(&pool[i].lock);
#if OBI_RSA_KEYS
    obi_rsa_let_go();
#endif
    if (start_held)
        ob_port_unlock(&obi_mbedtls_start_lock);
}

static void in_child(void)
{
    ob_after_fork(NULL, true); /* threads of the parent may have used the dispatcher by themselves */
    for (unsigned i = 0; i < OB_MBEDTLS_SESSIONS; i++)
        if (!held[i]) { /* in the midst of an op of a thread that is not here */
            ob_wipe(&pool[i].s, sizeof pool[i].s);
            ob_wipe(pool[i].tag, sizeof pool[i].tag);
            pool[i].words = 0;
            ob_port_store8(&pool[i].alg, 0);
        }
    for (unsigned i = 0; i < OB_MBEDTLS_SESSIONS; i++)
        ob_port_unlock(&pool[i].lock);
#if OBI_RSA_KEYS
    obi_rsa_in_child();
#endif
    ob_port_unlock(&lacking_lock);
    ob_port_unlock(&obi_mbedtls_start_lock);
}

/* The caller holds the lock of the start, or is the one that starts. */
void obi_mbedtls_watch_forks(void)
{
    static bool watching;

    watching = watching || ob_port_at_fork(before_fork, in_parent, in_child);
}

#else
void obi_mbedtls_watch_forks(void)
{
}
#endif

#if OB_MBEDTLS_RUNTIME
int ob_mbedtls_switch(const char *function, bool on)
{
    int r = OB_E_ARG;

    for (unsigned i = 0; i < OBI_FN_COUNT; i++)
        if (!function || strcmp(function, names[i]) == 0) {
            obi_mbedtls_off[i] = !on;
            r = OB_OK;
        }
    return r;
}

void ob_mbedtls_fallback(bool allowed)
{
    obi_mbedtls_no_fallback = !allowed;
    ob_mbedtls_forget();
}

void ob_mbedtls_compare(bool with_library)
{
    obi_mbedtls_no_compare = !with_library;
    ob_mbedtls_forget();
}
#endif
