/* SPDX-License-Identifier: Apache-2.0 */
/* What applications call: the dispatcher with its engines and policy, sessions, ops, statistics and trace. */
#ifndef OUTBOARD_DISPATCH_H
#define OUTBOARD_DISPATCH_H

#include "config.h"
#include "error.h"
#include "op.h"
#include "session.h"
#include "stats.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ob_cap;
struct ob_engine;

/* ---- policy ---- */

enum ob_objective {
    OB_LATENCY = 0,    /* the shortest time from submit to completion */
    OB_THROUGHPUT = 1, /* the most bytes a second with several ops under way: set-up that overlaps is free */
    OB_CPU_TIME = 2,   /* the least CPU time, whatever the latency */
};

enum ob_session_flags {
    OB_SESSION_CT = 1,          /* only rows with OB_CAP_CT */
    OB_SESSION_HARDWARE = 2,    /* only rows with OB_CAP_HARDWARE */
    OB_SESSION_NO_RETRY = 4,    /* return IO instead of redoing an op on another engine */
    OB_SESSION_WAIT = 8,        /* wait for a busy engine instead of falling back */
    OB_SESSION_UNVERIFIED = 16, /* allow AEAD decryption in parts, which hands out text before the tag is checked */
    OB_SESSION_MID = 32,        /* likewise only rows with OB_CAP_MID: s->mid has the stream's state after every op */
    OB_SESSION_NO_DMA = 64,     /* no row of OB_MODE_DMA, where the core has a choice (OB_ENGINES_MAX > 1) */
    OB_SESSION_CALLER = 128,    /* compare with OB_ENGINE_CALLER rows: OB_E_DECLINED where one of these is cheapest */
    /* Those that exclude rows, or a retry; the others allow or ask for something. */
    OB_SESSION_REQUIREMENTS =
        OB_SESSION_CT | OB_SESSION_HARDWARE | OB_SESSION_NO_RETRY | OB_SESSION_MID | OB_SESSION_NO_DMA,
};

struct ob_policy {
    uint8_t objective;     /* enum ob_objective */
    uint8_t session_flags; /* OR of enum ob_session_flags that every new session gets */
};

/* ---- trace ---- */

enum ob_event {
    OB_EVENT_TESTED,     /* a class of the engine has passed its self-test (OB_OK, no alg), or a row of it has not */
    OB_EVENT_SUBMITTED,  /* an op went to the engine */
    OB_EVENT_DONE,       /* an op ended with the engine's status; none for an op that no engine takes */
    OB_EVENT_FELL_BACK,  /* the engine declined or was busy (status); another is tried, but not within a stream */
    OB_EVENT_RETRIED,    /* the engine failed; the op is redone elsewhere */
    OB_EVENT_QUARANTINED /* the engine failed in a class and is set aside there */
};

/* No field depends on a key or on data. */
struct ob_trace {
    uint8_t event; /* enum ob_event */
    uint8_t alg;
    uint8_t row; /* of the engine's capability table */
    int8_t status;
    const struct ob_engine *engine;
    size_t len; /* input bytes of the op; 0 where the event is not of an op */
};

/* ---- dispatcher ---- */

/* An op without a deadline of its own is due after so many times what the price of its row says, but not before
 * ob_dispatcher.timeout_ns has passed. Times of key generation are scattered: one in a million takes 14 times the mean,
 * which the price is. That of RSA keys of more than 2048 bits is the row's price times the fourth power of the length,
 * in whole multiples of 2048 bits. */
#define OB_DEADLINE_FACTOR 16u

struct ob_dispatcher {
    /* -- above the line below: core's own, within reach of the shortest loads of a Cortex-M0 -- */
    struct ob_engine *engine[OB_ENGINES_MAX];
    uint8_t n_engines;
    uint32_t generation; /* changes with the engine list */
    uint32_t epoch; /* changes when an engine becomes selectable or ceases to be, and with prices; never 0 in use */
    uint32_t lock;  /* guards what several threads change: lists of ops, ob_session.op, results of self-tests */
    struct ob_op *completed; /* the last of a ring of ops that engines have completed and core has not yet finished */
    uint16_t finishing;      /* threads that are finishing such an op */
    /* -- the caller's; 0: the default -- */
    struct ob_policy policy;
    uint64_t timeout_ns; /* for ops without a deadline of their own, the least time until they are due; 0: 10 s */
    uint64_t retest_ns;  /* quarantine before the first new self-test, doubled at each failure up to 64 times; 0: 1 s;
                          * more than 2^56 ns (two years) is as much */
    void (*trace)(void *user, const struct ob_trace *event); /* NULL: none; see the table in engine.h */
    void *trace_user;
    /* Random bytes for nonces, blinding, padding and key generation: OB_OK, or OB_E_IO, and then private operations are
     * refused with OB_E_IO. May be called from several threads, and must not repeat itself after a fork. NULL: the
     * platform's (port/random.h). */
    int (*random)(void *user, uint8_t *out, size_t len);
    void *random_user;
    uint32_t random_failures; /* core's own: how often random has failed */
};

/* The dispatcher that sessions use unless told otherwise. */
#define ob_default OB_LAYOUT_NAME(ob_default)
extern struct ob_dispatcher ob_default;

/* The engines that the build has linked, in order of configuration, ended by NULL. Written by the build. */
extern struct ob_engine *const ob_linked_engines[];

/* Add the linked engines to ob_default, once; later calls do nothing. An engine whose start fails is left out. Returns
 * the number of engines, or OB_E_DECLINED if there is none. Not thread-safe: call it before the first session. */
OB_MUST_CHECK int ob_start(void);

/* Add an engine to d (NULL: ob_default) and start it. OB_OK; OB_E_ARG if its table breaks the contract (rows not
 * sorted, state larger than OB_STATE_SIZE, no price) or it belongs to a dispatcher; OB_E_BUSY if d is full; OB_E_IO if
 * start failed: then it is not added. It is not selectable before its self-test passed: that runs class by class at
 * the first use of the class, or at once by ob_selftest. Not thread-safe. */
#define ob_engine_add OB_LAYOUT_NAME(ob_engine_add)
int ob_engine_add(struct ob_dispatcher *d, struct ob_engine *e);

/* Stop all engines of d (NULL: ob_default) and forget them. No other thread may use d meanwhile. Ops that are pending
 * end with OB_E_IO; their callbacks may not submit others. Sessions of engines with OB_ENGINE_OWNS must have been
 * closed. Others survive: they open again at their next FIRST op. */
void ob_stop(struct ob_dispatcher *d);

/* For a process that forks while its threads use d (NULL: ob_default): call ob_before_fork before, which waits until no
 * engine runs and no op is being finished, and then holds the locks; and ob_after_fork in both processes, which gives
 * them back. pthread_atfork does so. Neither is called from a callback of trace. A process with one thread needs only
 * ob_after_fork in its child.
 *
 * In the child, ops that were pending end with OB_E_IO, their successors with OB_E_STATE, without a callback: their
 * devices are the parent's. What another thread had in use, a session or an op, may only be abandoned. */
void ob_before_fork(struct ob_dispatcher *d);
void ob_after_fork(struct ob_dispatcher *d, bool in_child);

/* Run the known-answer tests of all rows of e in the classes given as a mask of 1 << enum ob_class (0: all), whatever
 * their state. OB_OK: all passed, the classes are selectable and a quarantine ends. OB_E_IO: at least one failed; its
 * class is not selectable. OB_E_BUSY: the engine is in use. */
OB_MUST_CHECK int ob_selftest(struct ob_engine *e, unsigned classes);

/* The engine of this name in d (NULL: ob_default), or NULL. */
struct ob_engine *ob_engine_find(const struct ob_dispatcher *d, const char *name);

/* ---- sessions ---- */

/* Open s for a symmetric algorithm. The key is copied, so the caller's may be wiped afterwards; hashes take key_len 0;
 * HMAC keys longer than OB_SESSION_KEY_MAX or the block are first hashed (RFC 2104). d NULL: ob_default. OB_OK;
 * OB_E_ARG: unknown algorithm or key length, equal XTS halves (IEEE 1619); OB_E_DECLINED: no engine of d has it.
 * After an error s needs no close. The memory's earlier content does not matter. */
#define ob_session_open OB_LAYOUT_NAME(ob_session_open)
OB_MUST_CHECK int ob_session_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key,
                                  size_t key_len);

/* Open s for a public-key algorithm; key is borrowed until close, with its components. hash: the hash algorithm of the
 * digest (signatures, OAEP), else 0. Errors as ob_session_open; OB_E_ARG also for a key without what alg needs. */
#define ob_session_open_pk OB_LAYOUT_NAME(ob_session_open_pk)
OB_MUST_CHECK int ob_session_open_pk(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, uint8_t hash,
                                     const struct ob_key *key);

/* Let only this engine serve s (NULL: any, again). OB_E_DECLINED if it lacks the algorithm; OB_E_STATE in a stream.
 * The engine stays the only one when ob_stop has removed it: s serves no op until it is added again. */
OB_MUST_CHECK int ob_session_pin(struct ob_session *s, const struct ob_engine *e);

/* Never let this engine serve s (NULL: all may, again): for a binding, whose library e runs on. With OB_SESSION_CALLER
 * its prices count as those of an OB_ENGINE_CALLER. OB_E_DECLINED if no other can be there (OB_SINGLE, or the engine of
 * a key slot's key); OB_E_STATE in a stream. */
OB_MUST_CHECK int ob_session_avoid(struct ob_session *s, const struct ob_engine *e);

/* Require or allow (OR of enum ob_session_flags), besides what the session requires already. OB_E_STATE in a stream;
 * OB_E_ARG for a flag that does not exist; OB_E_DECLINED: no engine has the public key's algorithm with these. After an
 * error nothing has changed. */
OB_MUST_CHECK int ob_session_require(struct ob_session *s, unsigned flags);

/* No longer require or allow these. OB_E_STATE in a stream; OB_E_ARG, and nothing has changed, if the dispatcher's
 * policy requires one of them (OB_SESSION_REQUIREMENTS): a session can only be stricter. */
OB_MUST_CHECK int ob_session_relax(struct ob_session *s, unsigned flags);

/* Make dst an independent copy of src, stream included. OB_OK; OB_E_STATE if src is closed or an op of it is pending;
 * an engine's own error: then dst is closed. dst must not be an open session. */
#define ob_session_clone OB_LAYOUT_NAME(ob_session_clone)
OB_MUST_CHECK int ob_session_clone(struct ob_session *dst, const struct ob_session *src);

/* Cancel what is pending, release and wipe. Callbacks of what it cancels may not submit on the session (OB_E_STATE). A
 * session that is all zero or closed is allowed. */
void ob_session_close(struct ob_session *s);

/* Go on with a stream that began outside this session, for a caller that keeps the state of its streams elsewhere. The
 * caller has set s->mid (struct ob_mid) and, for CCM, s->total_aad, s->total_in and s->tag_len; flags are OB_ENCRYPT
 * and OB_VERIFY of the stream's FIRST op, aad_done and in_done its bytes so far. An earlier stream is forgotten. The
 * next op chooses an engine among the rows with OB_CAP_MID, and s->mid holds the state again after each op that ends
 * well. OB_OK; OB_E_ARG for an algorithm without a mid-state and for a key in a key slot; OB_E_STATE while an op is
 * pending; OB_E_DECLINED: no engine has it. */
OB_MUST_CHECK int ob_session_resume(struct ob_session *s, unsigned flags, uint64_t aad_done, uint64_t in_done);

/* Forget the stream; the key stays. OB_E_STATE while an op is pending. */
int ob_session_reset(struct ob_session *s);

/* ---- ops ---- */

/* Submit op, and those linked by next, on s. OB_OK: all done. OB_PENDING: some are not; ob_poll goes on with them. Else
 * the first error: op->status of every op tells; ops after a failed one have OB_E_STATE and did not run. An op's done
 * is called after its status is final, those of one chain in their order if one thread polls. At FIRST the engine is
 * chosen by price; see DESIGN.md, rules 1 and 2, for fallback and retry. */
OB_MUST_CHECK int ob_submit(struct ob_session *s, struct ob_op *op);

/* An op of a batch, or a chain of ops linked by next. */
struct ob_request {
    struct ob_session *session;
    struct ob_op *op;
    int result; /* written: what ob_submit has answered for op, later its final status, of a chain the first error */
};

/* Submit n ops, each on a session of its own, in their order, whatever the others get. OB_OK: all are done. OB_PENDING:
 * some are not. Else the first error; result says what each got. Where an engine takes one op at a time, an op that
 * finds it busy waits for it if its session has OB_SESSION_WAIT, else it goes to another engine or ends with OB_E_BUSY.
 * A session that is in the list twice gets OB_E_STATE while its first op is pending. */
OB_MUST_CHECK int ob_submit_all(struct ob_request *list, size_t n);

/* ob_wait on all of a batch that are pending, to the ends of chains. OB_OK or the first error in the list's order. */
OB_MUST_CHECK int ob_wait_all(struct ob_request *list, size_t n);

/* Complete what is done on all engines of d (NULL: ob_default): number of ops completed. Ops whose deadline has passed
 * are cancelled and end with OB_E_IO, or are redone elsewhere. Several threads may call it. */
int ob_poll(struct ob_dispatcher *d);

/* Poll until op, which was submitted, is no longer pending, and return its status. Its deadline, and those of the ops
 * before it in its chain, bound the time. */
OB_MUST_CHECK int ob_wait(struct ob_op *op);

/* Give up op, which was submitted, with its chain: what an engine has pending ends with OB_E_IO, its outputs wiped, and
 * its successors with OB_E_STATE; what is already completed keeps its result. Callbacks are called as always, before
 * this returns, and may not submit on the session (OB_E_STATE). Returns the status of op, which is final then. The
 * session stays open, and no engine is set aside for it. */
int ob_cancel(struct ob_op *op);

/* ob_submit, and ob_wait on each op: when it returns, none of them is pending. OB_OK or the first error. */
OB_MUST_CHECK int ob_run(struct ob_session *s, struct ob_op *op);

/* Run one message. Where the dispatcher's answer for an earlier message of the same shape still holds and the engine
 * has a way for whole messages, that is all that runs between the caller and the device; else as ob_run on an op with
 * OB_FIRST and OB_LAST. OB_OK or an error as of ob_submit; OB_E_STATE if a stream is under way. */
OB_MUST_CHECK int ob_whole(struct ob_session *s, const struct ob_whole *w);

/* ---- what the typed calls are made of ---- */

/* Run an op with one source and one destination: from is the AAD with OB_AAD, else the input; to is the output and,
 * with OB_LAST, the digest or tag instead (ciphers: the output still). For a hash or MAC, OB_FIRST is added if no
 * stream is under way, and OB_E_STATE if one is and flags has it. Waits for the result. */
OB_MUST_CHECK int ob_feed(struct ob_session *s, uint32_t flags, void *to, size_t to_len, const void *from,
                          size_t from_len);

/* Run one message of a cipher or an AEAD in one op; flags: OB_ENCRYPT, or 0 to decrypt. OB_E_STATE if a stream is under
 * way. Waits for the result. */
#if OB_ENGINES_MAX > 1 || OB_ASYNC
OB_MUST_CHECK int ob_crypt(struct ob_session *s, uint32_t flags, uint8_t *out, size_t out_size, const uint8_t *iv,
                           size_t iv_len, const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t in_len,
                           uint8_t *tag, size_t tag_len);

/* Begin a stream in direction dir on a session of class cls, which is OB_CLASS_CIPHER or OB_CLASS_AEAD; of op's fields,
 * iv, tag_len and the totals count. OB_E_STATE for another class. Waits for the result. */
OB_MUST_CHECK int ob_begin(struct ob_session *s, unsigned cls, uint8_t dir, struct ob_op *op);
#else
/* Both lay out the op where they are called, which is smaller than twelve arguments, and constants vanish. This runs
 * it: with OB_LAST as ob_crypt, cls does not matter; else as ob_begin. Of its fields those from flags to the totals
 * count, as far as flags asks for them, but for the deadline. */
OB_MUST_CHECK int ob_typed(struct ob_session *s, struct ob_op *op, unsigned cls);
OB_MUST_CHECK static inline int ob_crypt(struct ob_session *s, uint32_t flags, uint8_t *out, size_t out_size,
                                         const uint8_t *iv, size_t iv_len, const uint8_t *aad, size_t aad_len,
                                         const uint8_t *in, size_t in_len, uint8_t *tag, size_t tag_len)
{
    struct ob_op op;

    op.flags = OB_FIRST | OB_LAST | OB_AAD | flags;
    op.iv = iv;
    op.iv_len = iv_len;
    op.aad = aad;
    op.aad_len = aad_len;
    op.in = in;
    op.in_len = in_len;
    op.out = out;
    op.out_size = out_size;
    op.tag = tag;
    op.tag_len = tag_len;
    return ob_typed(s, &op, 0);
}
OB_MUST_CHECK static inline int ob_begin(struct ob_session *s, unsigned cls, uint8_t dir, struct ob_op *op)
{
    if (dir != OB_DIR_ENCRYPT && dir != OB_DIR_DECRYPT)
        return OB_E_ARG;
    op->flags = OB_FIRST | (uint32_t)dir << 3; /* OB_ENCRYPT, or OB_VERIFY, which is ignored here */
    op->in = NULL;
    op->in_len = 0;
    op->out = op->tag = NULL;
    return ob_typed(s, op, cls);
}
#endif

/* ---- why ---- */

/* True if a row may serve an op of len bytes in direction dir (enum ob_dir) on a session with these flags (OR of enum
 * ob_session_flags). */
bool ob_cap_serves(const struct ob_cap *cap, unsigned flags, uint8_t dir, uint64_t len);

/* One engine's answer to ob_explain. */
struct ob_candidate {
    const struct ob_engine *engine;
    const struct ob_cap *cap;
    uint64_t cost;      /* of one op, key already open */
    uint64_t open_cost; /* of opening the key */
    uint8_t selectable; /* self-test passed, not quarantined, requirements met */
    uint8_t chosen;     /* 1 for the one that a new session's first one-shot op would take */
};

/* List the rows of d (NULL: ob_default) that match alg, curve, key bits and direction (enum ob_dir), with the cost of a
 * one-shot op of len bytes, as the chooser itself computes it: the chosen row first, then the others, the cheapest
 * first, key opening included. At most n; returns the number. Of one engine's rows the chooser takes the one on which
 * the op alone costs least, for an open key serves them all; the engines' open prices then count between engines. */
size_t ob_explain(struct ob_dispatcher *d, uint8_t alg, uint8_t curve, unsigned bits, uint8_t dir, uint64_t len,
                  struct ob_candidate *list, size_t n);

#ifdef __cplusplus
}
#endif

#endif
