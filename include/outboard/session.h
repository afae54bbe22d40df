/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of a session. Core owns it; it is public because callers provide it and engines read a part. */
#ifndef OUTBOARD_SESSION_H
#define OUTBOARD_SESSION_H

#include "alg.h"
#include "config.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ob_dispatcher;
struct ob_engine;
struct ob_key;
struct ob_op;
struct ob_whole_ops;
struct obi_kat;

/* ---- layout ---- */

/* The settings of config.h that decide what struct ob_session, struct ob_dispatcher and struct ob_engine look like are
 * a part of the names of the functions that set such memory up (OB_LAYOUT_NAME). Where an application was compiled with
 * other values than the library, the linker says that it does not find, for example,
 * ob_session_open_for_8_engines_2_slots_..., and nothing is overwritten at run time. This costs neither code nor time.
 * Each of these settings must therefore be a plain decimal number. */
#define OB_LAYOUT_JOIN(name, engines, slots, shortcuts, key, state, shards)                                            \
    name##_for_##engines##_engines_##slots##_slots_##shortcuts##_shortcuts_##key##_key_##state##_state_##shards##_shards
#define OB_LAYOUT_EXPAND(name, engines, slots, shortcuts, key, state, shards)                                          \
    OB_LAYOUT_JOIN(name, engines, slots, shortcuts, key, state, shards)
#define OB_LAYOUT_NAME(name)                                                                                           \
    OB_LAYOUT_EXPAND(name, OB_ENGINES_MAX, OB_SESSION_SLOTS, OB_SHORTCUTS, OB_SESSION_KEY_MAX, OB_STATE_SIZE,          \
                     OB_STATS_SHARDS)

/* ---- mid-state ---- */

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

/* ---- session ---- */

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
    uint8_t testing;      /* not 0: the self-test's session, may use engines that are not yet selectable */
    uint8_t tag_len;      /* CCM: bytes of the tag as stated at FIRST; others do not look */
    uint8_t was_pending;  /* not 0: an op was pending once, another thread may be finishing it */
    uint16_t bits;        /* (e) key bits */
    uint16_t key_len;     /* (e) bytes of key */
    struct ob_dispatcher *dispatcher;
    struct ob_op *op;        /* the op that is pending, or being finished; NULL: none */
    const struct ob_key *pk; /* (e) borrowed until close; NULL for symmetric algorithms */
    uint8_t next_slot;       /* the slot to release next when all are in use */
    uint8_t resumed;         /* not 0: the stream began elsewhere (ob_session_resume), its next op chooses an engine */
    uint8_t held_len;        /* bytes in held; cleared with the counts that follow */
    uint64_t aad_done, in_done;      /* (e) bytes of the stream done before this op */
    uint64_t total_aad, total_in;    /* (e) as stated at FIRST; a one-shot op's own lengths */
    uint8_t rows[OB_ENGINES_MAX];    /* per engine: its first row for alg; OB_ROW_NONE: none */
    uint8_t owner[OB_SESSION_SLOTS]; /* engine index + 1 whose state fills the slot; 0: free */
    uint8_t cancelling;              /* not 0: its ops are being cancelled, and it takes no others */
    uint32_t generation;             /* of the dispatcher's engine list when the session took its engines */
    uint64_t last_len;               /* the chooser's last question: stated length, */
    uint32_t last_flags;             /* direction and objective, */
    uint32_t last_epoch;             /* and the dispatcher's epoch then; 0: no answer is kept */
    const struct obi_kat *kat;       /* in a build with one engine: what the algorithm takes */
    uint8_t last_engine, last_row;   /* its answer */
    uint8_t next_shortcut;           /* the one to replace next; the upper bits count messages that took none */
    uint8_t excused;                 /* not 0: what failed the last op is not its engine's fault: the random source, or
                                      * the caller who gave it up */
    struct ob_shortcut shortcut[OB_SHORTCUTS];
    uint32_t credit[OB_ENGINES_MAX]; /* what each engine would have saved while its key was not open (compare.h) */
#if OB_ENGINES_MAX > 1 || OB_ASYNC
    const struct ob_engine *pinned;  /* that alone may serve, while it is in the list; NULL: any */
    const struct ob_engine *avoided; /* that may not serve; NULL: none */
#endif
    uint8_t key[OB_SESSION_KEY_MAX]; /* (e); of a public-key session core's: not 0, the key has a cache */
    uint8_t held[32];                /* input that the typed calls hold back until a block is whole */
    struct ob_mid mid;               /* (e) written by the engine */
    uint64_t state[OB_SESSION_SLOTS][(OB_STATE_SIZE + 7) / 8];
};

#ifdef __cplusplus
}
#endif

#endif
