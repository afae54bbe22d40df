/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of core share. */
#ifndef OUTBOARD_CORE_H
#define OUTBOARD_CORE_H

#include <string.h>

#include <outboard/dispatch.h>
#include <outboard/engine.h>

#include "port/lock.h"
#include "port/thread.h"

/* True in a build with the core of single.c: one engine, which completes each op in submit. */
#define OBI_SINGLE (OB_ENGINES_MAX == 1 && !OB_ASYNC)

/* Where code must be small: a function that the compiler would copy into its callers, but must not, and one that it
 * would not, but must, because an application uses one of its callers alone. */
#if OB_SMALL
#define OBI_SMALL_CALL   __attribute__((noinline))
#define OBI_SMALL_INLINE inline __attribute__((always_inline))
#else
#define OBI_SMALL_CALL
#define OBI_SMALL_INLINE
#endif

/* True in a build with the hash class alone, which needs no key, direction or output buffer. */
#define OBI_HASH_ONLY (!(OB_WITH_MAC || OB_WITH_CIPHER || OB_WITH_AEAD || OB_WITH_PK))

#define OB_ALL_CLASSES                                                                                                 \
    (1u << OB_CLASS_HASH | 1u << OB_CLASS_MAC | 1u << OB_CLASS_CIPHER | 1u << OB_CLASS_AEAD | 1u << OB_CLASS_PK)

/* d, or the default dispatcher for NULL. */
static inline struct ob_dispatcher *obi_dispatcher(const struct ob_dispatcher *d)
{
    return d ? (struct ob_dispatcher *)(uintptr_t)d : &ob_default;
}

/* ---- alg.c ---- */

/* The block length in bytes of a hash or of the hash in an HMAC. */
static inline size_t obi_hash_block(uint8_t alg)
{
    return (alg & 0x1fu) - (OB_SHA384 & 0x1fu) <= OB_SHA512_256 - OB_SHA384 ? 128 : 64;
}

/* The lengths that keys and ops of a cipher or an AEAD may have. */
struct obi_shape {
    uint8_t keys;   /* bit n: a key of 8 * (n + 1) bytes is allowed */
    uint8_t unit;   /* ops are multiples of this many bytes, a power of two */
    uint8_t iv_len; /* bytes of a cipher's IV */
};

/* A mask of the bits that are 0 in each allowed length of an op's data: the unit of alg's ops less 1. */
uint32_t obi_part_of_unit(uint8_t alg);

/* True if the stream of alg has a standard mid-state (struct ob_mid). */
static inline bool obi_has_mid(uint8_t alg)
{
    unsigned cls = OB_ALG_CLASS(alg);

    return cls - OB_CLASS_HASH <= OB_CLASS_AEAD - OB_CLASS_HASH && alg != OB_AES_XTS && alg != OB_CHACHA20_POLY1305;
}

#if OB_WITH_MAC || OB_WITH_CIPHER || OB_WITH_AEAD
#define OBI_SHAPES (OB_WITH_AEAD ? 16 : OB_WITH_CIPHER ? 12 : 1)
extern const struct obi_shape obi_shapes[OBI_SHAPES];

/* The shape of a cipher or AEAD; NULL for other algorithms. alg is not one of the unused numbers before OB_NULL. */
static inline const struct obi_shape *obi_shape(uint8_t alg)
{
    unsigned i = (unsigned)alg - OB_AES_ECB;

    if (i > OB_SM4_CTR - OB_AES_ECB)
        i = (unsigned)alg - OB_NULL + OB_SM4_CTR - OB_AES_ECB + 1;
    return i < OBI_SHAPES ? obi_shapes + i : NULL;
}
#endif

/* ---- check.h ---- */

/* True if the areas share a byte. */
bool obi_overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len);

/* Bytes of an XTS data unit at most: 2^20 blocks (SP 800-38E, section 4). */
#define OBI_XTS_MAX ((size_t)1 << 24)

/* The direction that a row must have for op. The RSA public operation counts as encryption, the private one as
 * decryption. Of the other public-key operations only verification and generation have directions of their own. */
static inline uint8_t obi_direction(const struct ob_session *s, uint32_t op_flags)
{
    unsigned alg = s->alg;
    bool decrypt = !OBI_HASH_ONLY && op_flags & OB_VERIFY;

    (void)alg; /* unused in a build with hashes only */
    if (OB_WITH_PK && op_flags & OB_GENERATE)
        return OB_DIR_GENERATE;
    if (OB_WITH_PK && alg == OB_RSA && decrypt)
        return OB_DIR_ENCRYPT;
    if (!OBI_HASH_ONLY && alg >= OB_AES_ECB &&
        (!OB_WITH_PK || alg <= OB_RSA || alg == OB_RSA_PKCS1_CRYPT || alg == OB_RSA_OAEP))
        decrypt |= !(op_flags & OB_ENCRYPT);
    return decrypt ? OB_DIR_DECRYPT : OB_DIR_ENCRYPT;
}

/* True if op compares something: a tag, a signature, or the padding of what it decrypts. */
static inline bool obi_compares(const struct ob_session *s, const struct ob_op *op)
{
    return op->flags & OB_LAST && OB_ALG_CLASS(s->alg) != OB_CLASS_CIPHER &&
           obi_direction(s, op->flags) == OB_DIR_DECRYPT;
}

/* ---- random.c ---- */

/* As ob_random, for core itself. */
int obi_random(struct ob_dispatcher *d, uint8_t *out, size_t len);

/* ---- pk_check.c ---- */

#define OBI_RSA_E_MAX 32 /* bytes of the public exponent: FIPS 186-5, section A.1.1 */

/* True if an op of alg in this direction takes no secret key: verification of a signature, encryption with RSA. */
static inline bool obi_needs_no_secret(uint8_t alg, uint8_t dir)
{
    if (!OB_WITH_PK || alg < OB_RSA)
        return false;
    if (alg == OB_RSA || alg == OB_RSA_PKCS1_CRYPT || alg == OB_RSA_OAEP)
        return dir == OB_DIR_ENCRYPT;
    return dir == OB_DIR_DECRYPT;
}

/* The directions in which a public-key algorithm needs neither a secret nor random bytes. */
static inline uint8_t obi_pk_plain_dirs(uint8_t alg)
{
    if (alg == OB_RSA)
        return OB_DIR_ENCRYPT;
    return alg == OB_RSA_PKCS1_CRYPT || alg == OB_RSA_OAEP || alg == OB_ECDH ? 0 : OB_DIR_DECRYPT;
}

/* A group is tested, becomes selectable and is set aside as a whole. Each class is a group. Public-key operations
 * without secret and random bytes form two more, so that verification does not depend on the random source: ECDSA and
 * SM2 are apart from the others, because OpenSSL draws random bytes to verify them. */
#define OBI_GROUP_PK_PLAIN       (OB_CLASS_PK + 1)
#define OBI_GROUP_PK_WEIERSTRASS (OB_CLASS_PK + 2)
#define OBI_GROUP_LAST           OBI_GROUP_PK_WEIERSTRASS
static inline unsigned obi_group(uint8_t alg, uint8_t dir)
{
    unsigned cls = OB_ALG_CLASS(alg);

    if (!OB_WITH_PK || cls != OB_CLASS_PK || !(obi_pk_plain_dirs(alg) & dir))
        return cls;
    return alg == OB_ECDSA || alg == OB_SM2_SIGN ? OBI_GROUP_PK_WEIERSTRASS : OBI_GROUP_PK_PLAIN;
}

/* False if s requires constant time, its key has or will have a secret, and no row offers constant time. */
bool obi_pk_may_serve(const struct ob_session *s);

/* Wipe the cache of the session's key, if it belongs to the session. */
void obi_pk_leave_cache(const struct ob_session *s);

/* True if core has to check the result of an op of alg on this row (docs/decisions/rsa-results-are-checked.md). */
static inline bool obi_pk_to_check(uint8_t alg, uint32_t op_flags, const struct ob_cap *cap)
{
    if (cap->flags & OB_CAP_CHECKED || op_flags & (OB_VERIFY | OB_GENERATE))
        return false;
    return alg == OB_RSA_PKCS1_SIGN || alg == OB_RSA_PSS || (alg == OB_RSA && !(op_flags & OB_ENCRYPT));
}

/* True if only a row with OB_CAP_CHECKED can serve op: core cannot check a decryption with padding, because it does not
 * see the encoded message, or a private operation in place, because the input is overwritten. */
static inline bool obi_pk_needs_checked(uint8_t alg, uint8_t dir, bool in_place)
{
    if (!OB_WITH_PK || alg < OB_RSA || dir != OB_DIR_DECRYPT)
        return false;
    return alg == OB_RSA_PKCS1_CRYPT || alg == OB_RSA_OAEP || (alg == OB_RSA && in_place);
}

/* OB_OK; OB_E_ARG if key is malformed or does not suit alg and hash; OB_E_DECLINED for a hash that no engine has.
 * *bits: length of an RSA modulus, else 0. */
int obi_pk_check_key(uint8_t alg, uint8_t hash, const struct ob_key *key, unsigned *bits);

/* True if key is a point of order 1, 2, 4 or 8. It is a public key of Ed25519 or Ed448, and has its curve's length. */
bool obi_pk_small_order(const struct ob_key *key);

/* OB_OK, OB_E_ARG, or OB_E_AUTH for a signature of a wrong length. */
int obi_pk_check_op(const struct ob_session *s, const struct ob_op *op);

/* As obi_complete. A plaintext of RSA with padding may have any length up to the longest; that of a signature is
 * known and not looked at. */
#if OB_WITH_PK
bool obi_pk_complete(const struct ob_session *s, const struct ob_op *op);
#else
static inline bool obi_pk_complete(const struct ob_session *s, const struct ob_op *op)
{
    (void)s, (void)op;
    return true;
}
#endif

/* ---- outcome.c ---- */

/* Set counts, totals and direction of the stream that op, a FIRST op, begins. */
void obi_begin_stream(struct ob_session *s, const struct ob_op *op);

/* True if the dispatcher's engines are those for which s has states, so that these are valid. In the core for one
 * engine: true if the engine has the session's key. */
static inline bool obi_is_current(const struct ob_session *s)
{
    return s->generation == s->dispatcher->generation;
}

#if OBI_SINGLE
/* Run op, without its chain and its callback. Returns its final status. */
int obi_run(struct ob_session *s, struct ob_op *op);
#else
#define obi_run ob_run
#endif

/* The output length of a symmetric op; 0 for public key. */
static inline size_t obi_expected_len(const struct ob_session *s, const struct ob_op *op)
{
    unsigned alg = s->alg;

    (void)alg;
    return !OBI_HASH_ONLY && alg >= OB_AES_ECB && (!OB_WITH_PK || alg < OB_RSA) ? op->in_len : 0;
}

/* False if out_len, as the engine has set it, is not the expected length. */
static inline bool obi_complete(const struct ob_session *s, const struct ob_op *op)
{
    return OB_ALG_CLASS(s->alg) == OB_CLASS_PK ? obi_pk_complete(s, op) : op->out_len == obi_expected_len(s, op);
}

/* Add the bytes of op, which has ended with OB_OK, to the stream's counts. */
void obi_count_done(struct ob_session *s, const struct ob_op *op);

/* Wipe the outputs of op, which has ended with OB_E_AUTH or OB_E_IO. */
void obi_wipe_outputs(const struct ob_session *s, const struct ob_op *op);

/* ---- choose.c ---- */

/* The first row of e for alg, OB_ROW_NONE if there is none. */
uint8_t obi_first_row(const struct ob_engine *e, uint8_t alg);

/* True if a row is for this curve and key length. */
static inline bool obi_row_matches(const struct ob_cap *cap, uint8_t curve, unsigned bits)
{
#if !(OB_WITH_MAC || OB_WITH_CIPHER || OB_WITH_AEAD || OB_WITH_PK)
    (void)cap, (void)curve, (void)bits;
    return true; /* hashes have no key */
#else
    return (!OB_WITH_PK || cap->curve == curve) && bits >= cap->bits_min && bits <= cap->bits_max;
#endif
}

/* The requirements of a session that a row meets if it has the flag of the same value. */
#define OBI_REQUIREMENTS (OB_SESSION_CT | OB_SESSION_HARDWARE | OB_SESSION_MID)
_Static_assert(OB_SESSION_CT == (int)OB_CAP_CT && OB_SESSION_HARDWARE == (int)OB_CAP_HARDWARE &&
                   OB_SESSION_MID == (int)OB_CAP_MID,
               "a requirement has the value of the row's flag that meets it");

/* True if a row may serve an op of this length and direction under these session flags. */
static inline bool obi_row_serves(const struct ob_cap *cap, unsigned flags, uint8_t dir, uint64_t len, bool only_mid)
{
    if (only_mid)
        flags |= OB_SESSION_MID;
    if (obi_needs_no_secret(cap->alg, dir))
        flags &= ~(unsigned)OB_SESSION_CT;
    return (OBI_HASH_ONLY || cap->dirs & dir) && !(flags & ~(unsigned)cap->flags & OBI_REQUIREMENTS) &&
           !(flags & OB_SESSION_NO_DMA && cap->mode == OB_MODE_DMA) && (cap->len_max == 0 || len <= cap->len_max);
}

/* The price of a row. Another thread may load new prices meanwhile. */
static inline const struct ob_price *obi_row_price(const struct ob_engine *e, unsigned row)
{
    const struct ob_price *const *prices = __atomic_load_n(&e->prices, OB_PORT_ADDRESS);

    return prices ? prices[row] : e->ops->caps[row].price;
}

/* Fill s->rows for the dispatcher's present engines, and wipe the states of earlier ones. False if no engine has a row
 * for s->alg and the key, curve and direction. */
bool obi_match_rows(struct ob_session *s);

/* Choose engine and row for op among the engines that are not in op->tried. Returns the engine's index and sets *row;
 * -1 if no engine is left. only_mid: the stream has begun, so only rows with OB_CAP_MID can continue it. */
int obi_choose(struct ob_session *s, struct ob_op *op, bool only_mid, uint8_t *row);

/* Discard the chooser's last answer on s, and its shortcuts. */
static inline void obi_forget_answers(struct ob_session *s)
{
    s->last_epoch = 0;
    for (unsigned i = 0; i < OB_SHORTCUTS; i++)
        s->shortcut[i].epoch = 0;
}

#if !OBI_SINGLE
/* Set *from and *upto, at most OB_WHOLE_MAX - 1, to the ends of a range of lengths for all of which the chooser's last
 * answer on s holds. That answer was for a whole message of len bytes. */
void obi_range(const struct ob_session *s, uint8_t dir, uint32_t len, uint32_t *from, uint32_t *upto);

/* True if engine index stands for the caller's own code when s is served: core compares its price, but never runs
 * it. */
static inline bool obi_is_callers(const struct ob_session *s, unsigned engine)
{
    const struct ob_engine *e = s->dispatcher->engine[engine];

    return e->ops->flags & OB_ENGINE_CALLER || s->avoided == e;
}
#endif

/* ---- registry.c ---- */

/* True if group cls of e (obi_group) is selectable. */
static inline bool obi_is_ready(const struct ob_engine *e, unsigned cls)
{
    return ob_port_load8(&e->ready) >> cls & 1;
}

/* As obi_is_ready, but runs the self-test if it has not run yet or a quarantine has ended. */
bool obi_ready(struct ob_engine *e, unsigned cls);

/* Make all answers of the chooser invalid: an engine has become selectable or is no longer, or prices have changed. */
void obi_new_epoch(struct ob_dispatcher *d);

/* The present epoch: an answer that was kept in another one is invalid. */
static inline uint32_t obi_epoch(const struct ob_dispatcher *d)
{
    return __atomic_load_n(&d->epoch, __ATOMIC_RELAXED);
}

/* Set group cls of e aside after an IO error. */
void obi_quarantine(struct ob_engine *e, unsigned cls);

/* ---- key.c, session.c ---- */

#if OBI_SINGLE && OB_LENT_SESSION
struct ob_session *obi_test_session(void);
#endif

/* ob_session.testing: 0, row + 1, or this value for all rows that match. */
#define OBI_TESTING_ANY 255

/* Initialise s as an open session without a key. */
#if !OBI_SINGLE || OB_WITH_PK
void obi_session_begin(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg);
#endif

/* Initialise s as a session of e's self-test. */
void obi_session_for_test(struct ob_session *s, struct ob_engine *e, uint8_t testing);

/* Open s for the self-test of e, which need not be selectable. The first form opens a public key for all rows that
 * match, the second one a symmetric key for one row. */
int obi_session_open_test(struct ob_session *s, struct ob_engine *e, uint8_t alg, uint8_t hash,
                          const struct ob_key *key);
#if !OBI_SINGLE
int obi_session_open_row(struct ob_session *s, struct ob_engine *e, unsigned row, uint8_t alg, const uint8_t *key,
                         size_t key_len);
#endif

/* True if s may use this row. The session of a self-test may use only what it tests. */
static inline bool obi_may_use(const struct ob_session *s, unsigned row)
{
    return s->testing == 0 || (OB_WITH_PK && s->testing == OBI_TESTING_ANY) || s->testing == row + 1;
}

/* Make sure that engine index has its state in a slot of s; open the key if it has not. The caller holds the engine's
 * lock. OB_OK, the engine's error, or OBI_NO_SLOT if other engines' states occupy all slots. */
#define OBI_NO_SLOT 3
int obi_slot_take(struct ob_session *s, unsigned engine, uint8_t row);

/* Release the slot whose turn it is (round robin). */
void obi_slot_vacate(struct ob_session *s);

/* Release and wipe one slot. The first form takes its engine's lock; the caller of the second one holds it. */
void obi_slot_release(struct ob_session *s, unsigned slot);
void obi_slot_close(struct ob_session *s, struct ob_engine *e, unsigned slot);

/* Wipe the states of engines that were removed. ob_stop has stopped these engines, so they have nothing to release. */
void obi_slots_forget(struct ob_session *s);

/* ---- key_slot.c ---- */

/* True if the key of s lives in an engine. */
static inline bool obi_key_is_in_slot(const struct ob_session *s)
{
#if OB_WITH_SLOTS
    return s->pk && s->pk->kind == OB_KEY_SLOT;
#else
    (void)s;
    return false;
#endif
}

#if OB_WITH_SLOTS
/* A copy of what core knows of the slot's key: OB_OK, or OB_E_STATE if the handle names no key of its owner. */
int obi_key_slot_entry(const struct ob_dispatcher *d, const struct ob_key *slot, struct ob_slot_entry *copy);

/* Begin to use the key of s in op; the key stays until obi_key_slot_end. OB_OK; OBI_NOT_ALLOWED: op is not one that the
 * key may be used for; OBI_NO_KEY: the key was destroyed. */
#define OBI_NO_KEY      4
#define OBI_NOT_ALLOWED 5
int obi_key_slot_begin(struct ob_session *s, const struct ob_op *op);
void obi_key_slot_end(struct ob_session *s);

/* Why op, on a key in a slot, finds no engine: OB_E_STATE: the key was destroyed; OB_E_IO: its engine is set aside;
 * OB_E_DECLINED: it does not do this. */
int obi_key_slot_unserved(struct ob_session *s, const struct ob_op *op);

/* Destroy all keys of e. The caller holds its lock, or there is no other thread. */
void obi_key_slots_clear(struct ob_engine *e);
#endif

/* ---- dispatch.c ---- */

/* Continue op, a whole message to which its engine and row have answered r, not OB_OK, on the short path. Returns its
 * final status. */
int obi_finish_whole(struct ob_session *s, struct ob_op *op, int r);

/* Use the result of a completed op: finish it and start its chain, or submit it to another engine. Returns the op's
 * status, or OB_PENDING; the op may no longer exist then. The caller holds no lock and has added itself to
 * ob_dispatcher.finishing, which this function decrements. */
int obi_resume(struct ob_op *op);

/* ---- pending.c ---- */

/* Who may touch an op that was submitted (ob_op.state). The state changes under the dispatcher's lock, except to
 * OBI_IN_CORE by the thread that has the op: that is one atomic store. */
enum obi_op_state {
    OBI_IN_CORE,   /* the one thread that submits it or uses its result */
    OBI_PENDING,   /* its engine, in whose list it is */
    OBI_CANCELLED, /* its engine, whose close is cancelling it */
    OBI_COMPLETED, /* no one: it is in the ring of completed ops, or submit has not returned yet */
};

/* Why a pending op is cancelled (ob_op.cancelled). */
enum obi_cancel { OBI_CANCEL_DUE = 1, OBI_CANCEL_STOP, OBI_CANCEL_CLOSE }; /* the last two: it is not redone */

#define OBI_TIMEOUT_NS 10000000000u /* default of ob_dispatcher.timeout_ns */

/* The time on the port's clock at which op ends with OB_E_IO if it is still pending. */
uint64_t obi_due(const struct ob_op *op);

/* submit has returned OB_PENDING: put op into e's list and return OB_PENDING, or return its result if e has already
 * completed it. */
int obi_set_pending(struct ob_engine *e, struct ob_op *op);

/* Poll the engines that have pending ops, and cancel the ops that are due. Finishes no op and calls no callback. */
void obi_collect(struct ob_dispatcher *d);

/* Cancel the ops of e that are due at time now. The caller holds e's lock. */
void obi_cancel_pending(struct ob_engine *e, uint64_t now, uint8_t why);

/* Cancel what follows the completed ops: they keep their results, but are not redone, and their chains end. */
void obi_cancel_completed(struct ob_dispatcher *d);

/* Wait for op as ob_wait does, but finish no other op. */
int obi_wait_alone(struct ob_op *op);

/* Cancel the op under way on s, which is being closed. The op ends with OB_E_IO unless the engine has completed it; its
 * successors end with OB_E_STATE. */
void obi_cancel(struct ob_session *s);

/* True if s takes no op now: one is pending, or its ops are being cancelled. The latter ends obi_cancel, though a
 * callback always submits again; another thread may be that callback's. */
static inline bool obi_is_busy(const struct ob_session *s)
{
    return s->op || (OB_ASYNC && __atomic_load_n(&s->cancelling, __ATOMIC_RELAXED));
}

/* ---- locks: include/outboard/engine.h has the table ---- */

/* Wait for a lock. */
static inline void obi_lock(uint32_t *lock)
{
    while (!ob_port_trylock(lock))
        ob_port_relax();
}

/* For pointers that one thread changes under a lock while other threads read them without it. */
static inline struct ob_op *obi_load_op(struct ob_op *const *p)
{
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static inline void obi_store_op(struct ob_op **p, struct ob_op *op)
{
    __atomic_store_n(p, op, __ATOMIC_RELAXED);
}

/* Take e's lock for an op. False if another thread holds it or another op is pending. A reentrant engine has no
 * lock. */
static inline bool obi_acquire(struct ob_engine *e)
{
    if (e->ops->flags & OB_ENGINE_REENTRANT)
        return true;
    if (!ob_port_trylock(&e->lock))
        return false;
#if OB_ASYNC
    if (obi_load_op(&e->pending)) {
        ob_port_unlock(&e->lock);
        return false;
    }
#endif
    return true;
}

/* Wait for e's lock, for a verb that may run while an op of another session is pending. A reentrant engine has no
 * lock. */
static inline void obi_enter(struct ob_engine *e)
{
    if (!(e->ops->flags & OB_ENGINE_REENTRANT))
        obi_lock(&e->lock);
}

/* Release e's lock, if it has one. */
static inline void obi_release(struct ob_engine *e)
{
    if (!(e->ops->flags & OB_ENGINE_REENTRANT))
        ob_port_unlock(&e->lock);
}

/* ---- typed.c ---- */

/* Set the flags of op and clear all other fields of the caller's; the fields that only core writes stay as they are. */
static inline void obi_op_begin(struct ob_op *op, uint32_t flags)
{
#if OBI_SINGLE
    ob_wipe(op, offsetof(struct ob_op, session));
    op->flags = flags;
#else /* single stores are faster than a call of memset */
    op->flags = flags;
    op->iv = op->aad = op->in = NULL;
    op->iv_len = op->aad_len = op->in_len = 0;
    op->out = op->tag = NULL;
    op->out_size = op->tag_len = 0;
    op->total_aad = op->total_in = 0;
    op->deadline_ns = 0;
    op->done = NULL;
    op->next = NULL;
#endif
}

#if !OBI_SINGLE
static inline void obi_op_no_data(struct ob_op *op)
{
    op->aad = op->in = NULL;
    op->aad_len = op->in_len = 0;
    op->out = op->tag = NULL;
    op->out_size = 0;
    op->deadline_ns = 0;
    op->done = NULL;
    op->next = NULL;
}

/* Begin a stream on a session of the cipher class, as ob_begin does. */
int obi_cipher_begin(struct ob_session *s, uint8_t dir, const uint8_t *iv, size_t iv_len, uint64_t total);
#endif

/* ---- selftest_pk.c ---- */

/* Test a public-key row of e with known answers, in those of the directions dirs (enum ob_dir) that it has. Returns
 * what obi_selftest_row (selftest.h) returns. */
int obi_selftest_pk_row(struct ob_session *s, struct ob_engine *e, unsigned row, unsigned dirs);

/* ---- trace.c, stats.c ---- */

#if OB_TRACE
void obi_trace_call(const struct ob_engine *e, uint8_t event, uint8_t alg, uint8_t row, int status, size_t len);

static inline void obi_trace(const struct ob_engine *e, uint8_t event, uint8_t alg, uint8_t row, int status, size_t len)
{
    if (e->dispatcher && e->dispatcher->trace)
        obi_trace_call(e, event, alg, row, status, len);
}
#else
#define obi_trace(e, event, alg, row, status, len) ((void)0)
#endif

enum obi_count { OBI_OPS, OBI_FALLBACKS, OBI_RETRIES, OBI_ERRORS, OBI_OPS_TAKEN_BACK };
#if OB_STATS && OB_STATS_SHARDS > 1
void obi_count(struct ob_engine *e, enum obi_count what, size_t bytes);
#elif OB_STATS
/* With one thread no atomic access is needed; 32-bit cores do not have it for 64 bits. */
static inline void obi_count(struct ob_engine *e, enum obi_count what, size_t bytes)
{
    struct ob_stats *c = &e->stats[0].count;

    switch (what) {
    case OBI_OPS:
        c->ops++;
        c->bytes += bytes;
        break;
    case OBI_OPS_TAKEN_BACK:
        c->ops--;
        c->bytes -= bytes;
        break;
    case OBI_FALLBACKS:
        c->fallbacks++;
        break;
    case OBI_RETRIES:
        c->retries++;
        break;
    default:
        c->errors++;
        break;
    }
}
#else
#define obi_count(e, what, bytes) ((void)0)
#endif

#endif
