/* SPDX-License-Identifier: Apache-2.0 */
/* The contract between the dispatcher and an engine: capability, price, session, op, and the verbs. Read this first. */
#ifndef OUTBOARD_ENGINE_H
#define OUTBOARD_ENGINE_H

#include "alg.h"
#include "config.h"
#include "error.h"

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

enum ob_dir {
    OB_DIR_ENCRYPT = 1,  /* encryption; also hashing, MAC, signing, derivation and the RSA private operation on data */
    OB_DIR_DECRYPT = 2,  /* decryption; also verification */
    OB_DIR_GENERATE = 4, /* key generation */
    OB_DIR_BOTH = 3,
};

enum ob_cap_flags {
    OB_CAP_CT = 1,       /* constant time: no branch, address or variable-latency operand depends on a secret */
    OB_CAP_HARDWARE = 2, /* runs outside the CPU's own instructions */
    OB_CAP_MID = 4,      /* the stream's state between ops is exactly the session's struct ob_mid */
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

/* ---- public keys ---- */

enum ob_key_kind {
    OB_KEY_NONE = 0, /* for key generation: bits or curve say what to make */
    OB_KEY_RSA_PUBLIC,
    OB_KEY_RSA_PRIVATE,
    OB_KEY_EC_PUBLIC,
    OB_KEY_EC_PRIVATE,
    OB_KEY_SLOT, /* the key lies in the engine's slot and is never readable */
};

struct ob_bytes {
    const uint8_t *data;
    size_t len;
};

/* A public or private key. The components are borrowed: they must live and not change until the session is closed.
 * Numbers are big-endian, leading zeros allowed; X25519, X448, Ed25519 and Ed448 use the byte strings of RFC 7748 and
 * RFC 8032 in x (public) and d (private). Missing components have len 0. */
struct ob_key {
    uint8_t kind;  /* enum ob_key_kind */
    uint8_t curve; /* enum ob_curve, or 0 */
    uint16_t bits; /* RSA: bits of the modulus; elliptic curves: 0 or ob_curve_bits(curve) */
    uint32_t slot; /* OB_KEY_SLOT: the engine's number of the slot */
    struct ob_bytes n, e, d, p, q, dp, dq, qinv; /* RSA; d, p and q are needed for a private key, the rest helps */
    struct ob_bytes x, y;                        /* elliptic curve point */
};

/* ---- op ---- */

enum ob_op_flags {
    OB_FIRST = 1,    /* the stream begins: iv is read, earlier stream state is forgotten */
    OB_LAST = 2,     /* the stream ends with this op's input: tag is written or compared */
    OB_AAD = 4,      /* aad is valid and precedes in; after the first byte of in no more aad may come */
    OB_ENCRYPT = 8,  /* cipher, AEAD, RSA: encrypt (absent: decrypt); for signatures and ECDH ignored */
    OB_VERIFY = 16,  /* MAC, signature: compare tag instead of writing it */
    OB_GENERATE = 32 /* public key: make a key pair; out receives the components (pk.h) */
};

/* One request on a session. The caller fills every field above the line and keeps op and buffers in place until
 * status is no longer OB_PENDING. in and out are equal or do not overlap; out overlaps nothing else.
 *
 * Lengths: ECB, CBC and XTS ops are whole blocks, except that the last op of an XTS unit is 16 bytes or more, of any
 * length; all others take any length. out receives in_len bytes. Hash digests, MACs and AEAD tags are in tag: hashes
 * with tag_len exactly the digest's length, MACs and AEADs truncated as the standard allows; CCM streams state
 * total_aad, total_in and tag_len at FIRST, because the first block holds them. Public key: in is the digest, message
 * or peer's point, tag the signature (written, or with OB_VERIFY compared; out_len is its length), out the result of
 * encryption, decryption, derivation and generation. */
struct ob_op {
    uint32_t flags;
    int32_t status; /* written last, with release order */
    const uint8_t *iv;
    size_t iv_len;
    uint64_t deadline_ns; /* on the port's clock; 0: the dispatcher's timeout from now */
    const uint8_t *aad;
    size_t aad_len;
    const uint8_t *in;
    size_t in_len;
    uint8_t *out;
    size_t out_size;
    size_t out_len; /* bytes written to out. Symmetric: set to in_len by core, an engine that wrote less says so, which
                     * counts as OB_E_IO; public key: written by the engine */
    uint8_t *tag;   /* read only where it is compared: decryption and OB_VERIFY */
    size_t tag_len;
    uint64_t total_aad, total_in; /* at FIRST: lengths of the whole stream; mandatory for CCM, else a hint, 0 unknown */
    void (*done)(struct ob_op *op); /* called once from ob_submit or ob_poll, after status; may be NULL */
    void *user;
    struct ob_op *next; /* the stream's next op, submitted with this one; NULL at the end */
    /* -- below this line: core's own -- */
    struct ob_session *session;
    struct ob_op *pending_next; /* in its engine's list of pending ops */
    uint64_t due_ns;            /* its deadline once pending */
    uint32_t tried;             /* engines that declined or failed this op, one bit each */
    uint8_t engine;             /* index of the engine that has it */
    uint8_t row;                /* and that engine's row */
    uint8_t was_busy, failed;   /* at least one engine was busy, or failed */
    uint8_t cancelled;          /* why it is being cancelled, 0: it is not */
    int8_t status_at_cancel;    /* what the engine says of it meanwhile */
};

/* ---- whole messages ---- */

struct ob_session;
struct obi_kat;

/* One message in one call: an op with FIRST and LAST that waits for its answer, as ob_op says of the fields that have
 * the same names. out receives in_len bytes. */
struct ob_whole {
    uint32_t shape; /* OB_WHOLE_SHAPE */
    const uint8_t *iv;
    const uint8_t *aad;
    size_t aad_len; /* 0: none */
    const uint8_t *in;
    size_t in_len;
    uint8_t *out;
    uint8_t *tag;
};

/* What messages have in common that are alike: OB_ENCRYPT and OB_VERIFY, the length of the IV, below 65536 (longer ones
 * need an op), and that of the tag. One word, so that one comparison is enough. */
#define OB_WHOLE_SHAPE(flags, iv_len, tag_len) ((uint32_t)(flags) | (uint32_t)(iv_len) << 8 | (uint32_t)(tag_len) << 24)
#define OB_WHOLE_FLAGS(w)                      ((w)->shape & 0xffu)
#define OB_WHOLE_IV_LEN(w)                     ((w)->shape >> 8 & 0xffffu)
#define OB_WHOLE_TAG_LEN(w)                    ((w)->shape >> 24)

/* How an engine serves whole messages of a session on the short path (docs/decisions/whole-messages.md). Core has
 * checked the arguments, but that iv and tag are not NULL; it holds the engine's lock, and in_len is below
 * OB_WHOLE_MAX. */
struct ob_whole_ops {
    /* Run w, or start it: OB_PENDING if end has to follow, else an answer as that of submit; OB_E_DECLINED or
     * OB_E_BUSY: nothing is written, core takes submit. It must not wait for what a device does by itself. */
    int (*begin)(void *dev, struct ob_session *s, const struct ob_whole *w);
    /* Wait for what begin started: OB_OK, OB_E_AUTH, OB_E_IO; OB_E_DECLINED as above. Core keeps its books before it
     * calls. */
    int (*end)(void *dev, struct ob_session *s, const struct ob_whole *w);
};
#define OB_WHOLE_MAX ((size_t)1 << 24)

/* An answer of the chooser that holds for all whole messages of one shape and a range of lengths. */
struct ob_shortcut {
    uint32_t epoch;      /* the dispatcher's, when the answer was given: valid as long as that is the same; 0: none */
    uint32_t from, span; /* bytes: from from to from + span, */
    uint32_t part;       /* none of these bits in the length, */
    uint32_t shape;      /* and this shape */
    struct ob_engine *engine;
    void *dev;
    uint32_t *lock;                 /* of the engine, NULL: it takes none */
    const struct ob_whole_ops *ops; /* NULL: it answers at once, so submit serves */
    uint8_t slot, row;              /* of the session, of the engine */
    uint8_t objective;              /* the policy's */
    uint8_t has_out;                /* there is output, of the input's length */
};

/* ---- session ---- */

/* The standard mid-state: all that a stream needs between two ops besides key and lengths, so that a stream can move
 * between engines whose rows carry OB_CAP_MID. An engine writes it only when an op ends with OB_OK.
 *   hash, HMAC   h: hash words after all whole blocks (64-bit words as two halves, most significant first; for HMAC the
 *                inner hash, whose count includes the key block); part: the last in_done % block bytes.
 *   CMAC         y: CBC-MAC value; part: the last 1 to 16 bytes, not yet absorbed (0 before the first byte).
 *   CBC          iv: the last ciphertext block (the IV at first).
 *   CTR          iv: the next counter block to encrypt; part: the keystream block in use when in_done % 16 is not 0.
 *   GCM          iv: J0; y: GHASH with the bytes of a partial block already added at their places, multiplied when
 *                the block is full or its part (AAD, data) ends.
 *   CCM          iv: A0, the counter block with counter 0; y: CBC-MAC, partial blocks added likewise.
 * Rows without OB_CAP_MID may use it as they like. */
struct ob_mid {
    uint32_t h[16];
    uint8_t iv[16];
    uint8_t y[16];
    uint8_t part[OB_BLOCK_MAX];
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
};

#define OB_ROW_NONE 255

enum ob_stream {
    OB_STREAM_IDLE = 0, /* no stream: the next op must be FIRST */
    OB_STREAM_AAD,      /* in a stream, no data yet */
    OB_STREAM_DATA,     /* in a stream, data has been processed */
    OB_STREAM_READY,    /* typed calls: direction and IV are set, the FIRST op waits for data */
};

/* One key with its parameters, in memory of the caller, aligned for uint64_t. It may be moved by copying between ops
 * unless an engine that owns resources holds a part of it; it belongs to one thread at a time. Engines read the
 * fields marked (e). */
struct ob_session {
    /* Bytes come first: the shortest load instructions of a Cortex-M0 reach 32 bytes. */
    uint8_t alg;          /* (e) enum ob_alg */
    uint8_t stream;       /* enum ob_stream */
    uint8_t stream_flags; /* (e) OB_ENCRYPT and OB_VERIFY of the FIRST op */
    uint8_t flags;        /* OR of enum ob_session_flags */
    uint8_t curve;        /* (e) enum ob_curve */
    uint8_t hash;         /* (e) public key: the hash of the digest, of PSS and OAEP; else 0 */
    uint8_t slot;         /* the slot of the current engine */
    uint8_t row;          /* (e) the capability row that was chosen */
    uint8_t pinned;       /* engine index + 1 that alone may serve; 0: any */
    uint8_t testing;      /* not 0: the self-test's session, may use engines that are not yet selectable */
    uint8_t next_slot;    /* the slot to give up next when all are in use */
    uint16_t bits;        /* (e) key bits */
    uint16_t key_len;     /* (e) bytes of key */
    struct ob_dispatcher *dispatcher;
    struct ob_op *op;        /* the op that is pending, or NULL */
    const struct ob_key *pk; /* (e) borrowed until close; NULL for symmetric algorithms */
    uint8_t generation;      /* of the dispatcher's engine list when rows was filled */
    uint8_t resumed;         /* not 0: the stream began elsewhere (ob_session_resume), its next op chooses an engine */
    uint8_t avoided;         /* engine index + 1 that may not serve; 0: none */
    uint8_t held_len;        /* bytes in held; cleared with the counts that follow */
    uint64_t aad_done, in_done;      /* (e) bytes of the stream done before this op */
    uint64_t total_aad, total_in;    /* (e) as stated at FIRST; a one-shot op's own lengths */
    uint8_t rows[OB_ENGINES_MAX];    /* per engine: its first row for alg; OB_ROW_NONE: none */
    uint8_t owner[OB_SESSION_SLOTS]; /* engine index + 1 whose state fills the slot; 0: free */
    uint64_t last_len;               /* the chooser's last question: stated length, */
    uint32_t last_flags;             /* direction and objective, */
    uint32_t last_epoch;             /* and the dispatcher's epoch then; 0: no answer is kept */
    const struct obi_kat *kat;       /* in a build with one engine: what the algorithm takes */
    uint8_t last_engine, last_row;   /* its answer */
    uint8_t next_shortcut;           /* the one to give up next; the upper bits count messages that took none */
    struct ob_shortcut shortcut[OB_SHORTCUTS];
    uint32_t regret[OB_ENGINES_MAX]; /* what each engine would have saved so far, in the price's unit */
    uint8_t key[OB_SESSION_KEY_MAX]; /* (e) */
    uint8_t held[32];                /* input that the typed calls hold back until a block is whole */
    struct ob_mid mid;               /* (e) written by the engine */
    uint64_t state[OB_SESSION_SLOTS][(OB_STATE_SIZE + 7) / 8];
};

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
    OB_ENGINE_REENTRANT = 1, /* its verbs run in several threads at once on different sessions: core takes no lock */
    OB_ENGINE_OWNS = 2,      /* its state owns heap or kernel objects: sessions must be closed, moved only by clone */
    OB_ENGINE_CALLER = 4,    /* runs nothing: its rows and prices stand for code that a caller has besides Outboard, as
                              * a binding has its library. Only sessions with OB_SESSION_CALLER see it; no self-test */
    OB_ENGINE_INTACT = 8,    /* where it answers OB_E_IO it has written nothing: an op in place can be redone, too */
};

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
     * OB_E_ARG for a public key that is none. */
    int (*open)(void *dev, struct ob_session *s);
    /* Run op. OB_OK: done. OB_PENDING: ob_op_complete will be called from poll. OB_E_DECLINED: only at FIRST, with
     * nothing written. OB_E_BUSY: nothing written, mid unchanged. OB_E_AUTH: wrong tag, signature or padding.
     * OB_E_IO: the device failed and can no longer write the caller's memory. Arguments have been checked by core,
     * except for what only the engine knows about public keys (OB_E_ARG). */
    int (*submit)(void *dev, struct ob_session *s, struct ob_op *op);
    /* Complete what is done; the number of completed ops, or OB_E_IO if the device is dead: then core cancels what is
     * pending by close. NULL: the engine never returns OB_PENDING; else close must be there, too. */
    int (*poll)(void *dev);
    /* Copy this engine's state from src to dst (slots as in the sessions). NULL: copying the bytes is enough. */
    int (*clone)(void *dev, struct ob_session *dst, const struct ob_session *src);
    /* Cancel a pending op, wait until the device can't write any more, release what the state owns. Core wipes the
     * slot afterwards. NULL: nothing to release. */
    void (*close)(void *dev, struct ob_session *s);
    void (*stop)(void *dev);
    /* How row s->row serves messages of s that have the shape of like, and no AAD. NULL, as the verb or its answer: by
     * submit alone. Core asks once for many messages. */
    const struct ob_whole_ops *(*whole)(void *dev, const struct ob_session *s, const struct ob_whole *like);
};

/* Counters since start. */
struct ob_stats {
    uint64_t ops;       /* ops completed with OB_OK or OB_E_AUTH */
    uint64_t bytes;     /* their input bytes, without AAD */
    uint64_t fallbacks; /* ops that this engine declined or was too busy for */
    uint64_t retries;   /* ops that failed here and were redone elsewhere */
    uint64_t errors;    /* OB_E_IO, those that were redone included */
};

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
    struct ob_op *pending; /* ops that it has accepted and not completed */
    uint32_t lock;         /* held from submit to completion, unless OB_ENGINE_REENTRANT */
    uint32_t poll_lock, list_lock, test_lock;
    uint64_t retest_ns[OB_ASYNC ? OB_CLASS_PK : 1]; /* per class: quarantined until then, 0: not quarantined */
    uint8_t failures[OB_CLASS_PK];                  /* per class: since the last self-test that passed */
    struct ob_stats_shard stats[OB_STATS_SHARDS];
};

/* For engines: op, accepted with OB_PENDING, has ended with status (not OB_PENDING). Called from poll or close only,
 * never from an interrupt handler, as the last access of the engine to op, session and buffers. */
void ob_op_complete(struct ob_op *op, int status);

/* Wipe len bytes at p so that the compiler can't drop it. */
void ob_wipe(void *p, size_t len);

/* 0 if the len bytes at a and b are equal, not 0 otherwise; time depends on len alone. */
int ob_differ(const void *a, const void *b, size_t len);

#ifdef __cplusplus
}
#endif

#endif
