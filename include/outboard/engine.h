/* SPDX-License-Identifier: Apache-2.0 */
/* The contract between core and an engine: price, capability and the verbs. Read this first. */
#ifndef OUTBOARD_ENGINE_H
#define OUTBOARD_ENGINE_H

#include "op.h"
#include "secret.h"
#include "session.h"
#include "stats.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ob_dispatcher;

/* ---- price ---- */

/* The cost of an op of len bytes: open (once per key) + setup + per_kib * len / 1024, in the unit of its table
 * (nanoseconds on Linux, core cycles on a microcontroller; never both in one dispatcher). A price is a list of
 * segments in order of length: the first with len <= upto holds, and the last has upto = OB_UPTO_ANY. cpu_*: the part
 * during which the CPU is not free; equal to the whole for software. All values saturate at UINT32_MAX. */
struct ob_price {
    uint32_t upto;
    uint32_t open;
    uint32_t setup;
    uint32_t per_kib;
    uint32_t cpu_setup;
    uint32_t cpu_per_kib;
};
#define OB_UPTO_ANY UINT32_MAX

/* ---- capability ---- */

/* A flag that a session can require has the value of that requirement (enum ob_session_flags). */
enum ob_cap_flags {
    OB_CAP_CT = 1,       /* constant time: no branch, address or variable-latency operand depends on a secret */
    OB_CAP_HARDWARE = 2, /* runs outside the CPU's own instructions */
    OB_CAP_POINT = 4,    /* ECDH: an op with OB_POINT gives the whole point */
    OB_CAP_MID = 32,     /* the stream's state between ops is exactly the session's struct ob_mid */
    OB_CAP_CHECKED = 8,  /* RSA: checks each private result with e before it leaves the engine; else core does, whose
                          * check the price then includes, and the row serves no decryption with padding */
    OB_CAP_BLINDED = 16, /* private operations run on values that random numbers hide */
};

enum ob_mode {
    OB_MODE_SW = 0,  /* instructions of the CPU */
    OB_MODE_CPU = 1, /* a block fed by the CPU */
    OB_MODE_DMA = 2, /* a block that fetches and stores by itself */
};

/* One row per algorithm, key range, direction and mode of an engine; positive facts only. The rows of an engine are
 * sorted by alg; among equal prices the earlier row wins. */
struct ob_cap {
    uint8_t alg;                  /* enum ob_alg */
    uint8_t curve;                /* enum ob_curve for elliptic curves, else 0 */
    uint8_t dirs;                 /* OR of enum ob_dir */
    uint8_t mode;                 /* enum ob_mode */
    uint16_t flags;               /* OR of enum ob_cap_flags */
    uint16_t bits_min, bits_max;  /* key bits, inclusive; 0 and 0 for hashes, 0 and UINT16_MAX for HMAC */
    uint32_t len_max;             /* longest op in bytes (data, without AAD); 0 = no limit */
    const struct ob_price *price; /* the engine's default price; replaced by ob_engine.prices */
};

/* ---- whole messages ---- */

/* How an engine serves whole messages of a session on the short path (docs/decisions/whole-messages.md). Core has
 * checked the arguments, but that iv and tag are not NULL; it holds the engine's lock, and in_len is below
 * OB_WHOLE_MAX. */
struct ob_whole_ops {
    /* Run w, or start it: OB_PENDING if end has to follow, else an answer as that of submit; OB_E_DECLINED or
     * OB_E_BUSY: nothing is written, core takes submit. It must not wait for what a device does by itself. */
    int (*begin)(void *dev, struct ob_session *s, const struct ob_whole *w);
    /* Wait for what begin started: OB_OK, OB_E_AUTH, OB_E_IO; OB_E_DECLINED as above. Core counts the
     * message before it calls. */
    int (*end)(void *dev, struct ob_session *s, const struct ob_whole *w);
};

/* ---- key slots ---- */

/* What core knows of the key in a slot. */
struct ob_slot_entry {
    uint64_t serial; /* of the key; 0: there is none */
    uint32_t owner;
    uint16_t bits;
    uint16_t users; /* ops that use it now */
    uint8_t alg, hash, curve, usage;
    uint8_t state;
};

/* The key slots of an engine's instance, in static memory: { entry, n } and zeros. The rest is core's own. */
struct ob_slot_table {
    struct ob_slot_entry *entry;
    uint16_t n; /* slots, at most 65,535 */
    uint64_t serial;
};

/* How an engine keeps keys (docs/key-slots.md). Core decides who may use a key and for what, runs one of these verbs or
 * the verbs of an op on one slot at a time, and never runs destroy while an op uses the slot. A key stays over stop and
 * start; before ob_stop core destroys all. A slot is a number below n.
 *
 * An op with such a key has s->pk->kind OB_KEY_SLOT and s->pk->slot; s->key_len is 0. Core calls open, submit and close
 * for each op and then wipes the state, so nothing of the key stays in the session. The engine needs no check of its
 * own, but answers OB_E_DECLINED from open if the slot is empty: a forked process may have lost the key. */
struct ob_slot_ops {
    struct ob_slot_table *(*table)(void *dev);
    /* Put the key of s into the empty slot: *s->pk; for a symmetric algorithm s->key, or if s->key_len is 0 a random
     * one of s->bits. A key of kind OB_KEY_NONE is generated. s has algorithm, curve, bits, hash and row; ob_state(s)
     * is zero and wiped afterwards. OB_OK; the slot stays empty with OB_E_DECLINED (too large for the slot), OB_E_BUSY,
     * OB_E_ARG (not a key), OB_E_IO. */
    int (*fill)(void *dev, struct ob_session *s, unsigned slot);
    /* Write the public half of the private key to out, and let key's kind and components say where; core has set the
     * other fields. OB_OK, OB_E_ARG if out is too small, OB_E_DECLINED if the slot is empty, or OB_E_IO. */
    int (*public_half)(void *dev, unsigned slot, struct ob_key *key, uint8_t *out, size_t out_size);
    /* Wipe the key; an empty slot stays empty. Must not fail: a device that does not obey is reset. */
    void (*destroy)(void *dev, unsigned slot);
};

/* ---- state ---- */

/* This engine's state in the session: OB_STATE_SIZE bytes, zero before open, 8-byte aligned. */
static inline void *ob_state(struct ob_session *s)
{
    return s->state[s->slot];
}

static inline const void *ob_state_const(const struct ob_session *s)
{
    return s->state[s->slot];
}

/* ---- engine ---- */

enum ob_engine_flags {
    OB_ENGINE_REENTRANT = 1, /* its verbs run in several threads at once on different sessions: see the table below */
    OB_ENGINE_OWNS = 2,      /* its state owns heap or kernel objects: sessions must be closed, moved only by clone */
    OB_ENGINE_CALLER = 4,    /* runs nothing: its rows and prices stand for code that a caller has besides Outboard, as
                              * a binding has its library. Only sessions with OB_SESSION_CALLER see it; no self-test */
    OB_ENGINE_INTACT = 8,    /* where it answers OB_E_IO it has written nothing: an op in place can be redone, too */
};

/* What may run at the same time, and under which lock. One verb never runs at once with another for one session.
 * test_contract.c and test_slot.c check each row, test_stress.c, test_pending.c and test_threads.c with several
 * threads.
 *
 *   verb of an engine        not OB_ENGINE_REENTRANT                 OB_ENGINE_REENTRANT
 *   start, stop              its lock; no op is pending              its lock; no op is pending, but other threads may
 *                                                                    run the verbs of the next two lines
 *   open, submit, whole,     its lock, or OB_E_BUSY where another    no lock: several threads at once, on different
 *   begin to end             thread has it or an op is pending       sessions
 *   clone; close where       its lock; another session's op may be   no lock, likewise
 *   nothing is pending       pending
 *   fill, public_half,       its lock; no op is pending              no lock, likewise on different slots
 *   destroy
 *   poll; close to cancel    its lock                                its lock, so these two never meet
 *   ob_op_complete           in poll or close; or in submit before   likewise; or in poll while submit still runs in
 *                            it answers OB_PENDING                   another thread
 *
 * The locks, in the order in which a thread may take them: ob_engine.test_lock (from the first to the last op of a
 * self-test: other threads that need its result wait), ob_engine.lock (above), an engine's own locks,
 * ob_dispatcher.lock (lists of ops, ob_session.op, results of self-tests). No thread has the locks of two engines of
 * one dispatcher, but in ob_before_fork, which takes all in the order of the list. Engine sched has a dispatcher of its
 * own, whose locks follow those of the outer one. ob_engine_add calls start without a lock, before the engine is in the
 * list. A thread that waits for a lock calls ob_port_relax, which must let threads of lower priority run.
 *
 * ob_op.done           No lock is held. It may call everything but ob_engine_add and ob_stop: submit, wait, poll, run,
 *                      open and close sessions, its own included, use its op again. An op that has it stays in place
 *                      until it was called, even after status is final. Several threads that poll may run several at
 *                      once.
 * ob_dispatcher.trace, Locks may be held. They call no function of a dispatcher.
 * ob_watch.step,
 * ob_device.wait etc.
 * interrupt handler    It calls ob_device_mask at most. What happened is seen by the next poll.
 * waiting              ob_wait, ob_run and the typed calls poll all engines, and call other ops' done. A self-test, and
 *                      the wait for a busy engine, poll but leave done to the next ob_poll. Deadlines end every wait.
 * fork                 ob_before_fork and ob_after_fork. In a child the latter destroys the keys in slots without a
 *                      lock: no other thread is there.
 *                      No verb tells the engine of it, and pending ops are not closed: the device is the parent's. An
 *                      engine that keeps pending ops in memory of its own forgets them in the child (the process's id
 *                      has changed), or it stays busy there, and each op with OB_SESSION_WAIT waits to its deadline.
 */

/* The verbs. Only submit is mandatory. None keeps a pointer to the session after its op is complete. dev is the
 * instance's ob_engine.dev. */
struct ob_engine_ops {
    const char *name;
    const struct ob_cap *caps;
    uint16_t n_caps;
    uint16_t state_size; /* bytes used in a session slot; at most OB_STATE_SIZE */
    uint32_t flags;      /* OR of enum ob_engine_flags */

    /* Clock, reset, identify. OB_OK, or OB_E_IO if the device is not there or not the expected one. */
    int (*start)(void *dev);
    /* Expand s->key (or s->pk) for row s->row into ob_state(s). OB_OK, OB_E_DECLINED, OB_E_BUSY, OB_E_IO, or
     * OB_E_ARG for a public key that is none. Symmetric keys have been checked by core. Any other answer counts as
     * OB_E_IO. */
    int (*open)(void *dev, struct ob_session *s);
    /* Run op. OB_OK: done. OB_PENDING: ob_op_complete will be called from poll. OB_E_DECLINED: only at FIRST, with
     * nothing written. OB_E_BUSY: nothing written, mid unchanged. OB_E_AUTH: wrong tag, signature or padding, only
     * where the op compares or decrypts such, with OB_LAST. OB_E_IO: the device failed and can no longer write the
     * caller's memory; mid unchanged. Arguments have been checked by core, except for what only the engine knows about
     * public keys: there OB_E_ARG, with nothing written. Core takes any other answer, as OB_E_ARG of a symmetric
     * algorithm, for OB_E_IO and does not rely on mid (docs/decisions/core-for-one-engine.md says what the small core
     * does not look at). */
    int (*submit)(void *dev, struct ob_session *s, struct ob_op *op);
    /* Complete what is done; the number of completed ops, or OB_E_IO if the device is dead: then core cancels what is
     * pending by close. NULL: the engine never returns OB_PENDING; else close must be there, too. */
    int (*poll)(void *dev);
    /* Copy this engine's state from src to dst (slots as in the sessions): answers as those of open; after another one
     * than OB_OK dst has no state to close. NULL: copying the bytes is enough. */
    int (*clone)(void *dev, struct ob_session *dst, const struct ob_session *src);
    /* Cancel a pending op, wait until the device can't write any more, release what the state owns. If the op has ended
     * by itself meanwhile, ob_op_complete says so. Core wipes the slot afterwards. NULL: nothing to release. */
    void (*close)(void *dev, struct ob_session *s);
    void (*stop)(void *dev);
    /* How row s->row serves messages of s that have the shape of like, and no AAD. NULL, as the verb or its answer: by
     * submit alone. Core asks once for many messages. */
    const struct ob_whole_ops *(*whole)(void *dev, const struct ob_session *s, const struct ob_whole *like);
    /* NULL: the engine keeps no keys. */
    const struct ob_slot_ops *slots;
};

/* ---- instance ---- */

struct ob_stats_shard {
    struct ob_stats count;
    uint64_t pad[OB_STATS_SHARDS > 1 ? 11 : 3]; /* no cache line in common with the next one, however aligned */
};

/* An instance of an engine, in static memory of its owner: { &ops, dev } and zeros. It belongs to one dispatcher. */
struct ob_engine {
    const struct ob_engine_ops *ops;
    void *dev;
    const struct ob_price *const *prices; /* n_caps price lists instead of the rows' own; NULL: the rows' own */
    /* -- below this line: core's own -- */
    struct ob_dispatcher *dispatcher;
    uint8_t tested; /* one bit per class: self-test has run */
    uint8_t ready;  /* one bit per class: self-test has passed, the class is selectable */
    uint8_t index;
    uint8_t started;
    struct ob_op *pending;                              /* ops that it has accepted and not completed */
    uint32_t lock;                                      /* held while a verb runs: see the table above */
    uint32_t test_lock;                                 /* held while its self-test runs */
    uint64_t retest_ns[OB_ASYNC ? OB_CLASS_PK + 2 : 1]; /* per class: quarantined until then, 0: not quarantined */
    uint8_t failures[OB_CLASS_PK + 2];                  /* per class: since the last self-test that passed */
    struct ob_stats_shard stats[OB_STATS_SHARDS];
};

/* For engines: len random bytes for an op of s, from the dispatcher's one source. OB_OK, or OB_E_IO with out wiped:
 * then the engine answers the op with OB_E_IO, which is not counted as its own fault. Not for interrupt handlers. */
int ob_random(struct ob_session *s, uint8_t *out, size_t len);

/* For engines: OB_OK if the public-key op needs neither a secret nor random bytes, or the source has some; else
 * OB_E_IO, with which the engine answers. An engine whose library keeps a generator or blinding values, or signs
 * without random bytes, asks this first, so that no private operation outlives the source. */
int ob_random_ready(struct ob_session *s, const struct ob_op *op);

/* For engines: a key that takes long to make is a step nearer, as by a candidate for a prime. OB_OK, or OB_E_IO: its
 * caller gives it up, so stop and answer the op with OB_E_IO, which is not counted as the engine's fault. Called from
 * submit or poll, never from an interrupt handler; takes a few instructions where there is no watch. */
int ob_progress(struct ob_session *s);

/* For engines: op, which submit has accepted or is about to accept with OB_PENDING, has ended with status (not
 * OB_PENDING). Called from poll, close or submit, never from an interrupt handler, as the last access of the engine to
 * op, session and buffers. It only notes the status: core counts, tries another engine, goes on with the chain and
 * calls done later, when no lock is held. */
void ob_op_complete(struct ob_op *op, int status);

#ifdef __cplusplus
}
#endif

#endif
