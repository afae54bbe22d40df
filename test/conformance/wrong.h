/* SPDX-License-Identifier: Apache-2.0 */
/* An engine with a deliberate fault around a sound one: each must make the suite fail. */
#ifndef OUTBOARD_TEST_WRONG_H
#define OUTBOARD_TEST_WRONG_H

#include <outboard/engine.h>

enum wrong_fault {
    WRONG_NOTHING,
    WRONG_ONE_SHOT,   /* a bit of every message in one op */
    WRONG_IN_PLACE,   /* a bit of what is written in place */
    WRONG_MISALIGNED, /* a bit if the input lies at an odd address */
    WRONG_LATER,      /* a bit of every op but the first */
    WRONG_SECOND,     /* a bit of the second message of a session */
    WRONG_CLONE,      /* a clone whose state differs in a bit */
    WRONG_MOVED,      /* a bit if the session has moved since its first op */
    WRONG_SHARED,     /* one state for all sessions: a bit if another one came between */
    WRONG_STALE,      /* a bit if the last stream was not ended */
    WRONG_STRANGER,   /* a bit of streams that have been elsewhere since the last op */
    WRONG_COUNTER,    /* lengths in 32 bits */
    WRONG_LONG,       /* a bit beyond 64 KiB */
    WRONG_TRUSTING,   /* every tag and signature is right */
    WRONG_PRIVATE,    /* signatures that only this engine takes for good */
    WRONG_BEYOND,     /* writes a byte behind the output */
    WRONG_BEFORE,     /* writes a byte before the output */
    WRONG_TAG_BEYOND, /* writes a byte behind the tag */
    WRONG_INPUT,      /* changes its input */
    WRONG_AAD,        /* changes the AAD */
    WRONG_EARLY,      /* writes to the output that a later op is to fill */
    WRONG_DECLINES,   /* declines after it has written */
    WRONG_PLACE,      /* public key: a bit if the session is not where it was opened */
    WRONG_ONE_KEY,    /* public key: one key for all sessions: a bit if another one was opened since */
    WRONG_LENIENT,    /* every public key is one */
    WRONG_SLOT,       /* keys in slots: the key of another slot */
    WRONG_SLOT_KEPT,  /* a key stays when it is destroyed */
    WRONG_SLOT_OPEN,  /* hands out a private number with the public half */
    WRONG_SLOT_LAST,  /* one slot less than it says */
    WRONG_CACHE,      /* key's memory: takes what is in it for its own */
    WRONG_CACHE_ROOM, /* a byte behind it */
    WRONG_CACHE_KEPT, /* uses what is another session's */
    WRONG_FAULTS,
};

/* In static memory; engine is to be given to ob_engine_add. */
struct wrong {
    const struct ob_engine *sound;
    enum wrong_fault fault;
    const struct ob_session *first;  /* the session of the last FIRST op */
    const struct ob_session *last;   /* the session of the last op */
    const struct ob_session *opened; /* the session opened last, if it is open */
    uint64_t seen;                   /* bytes of the stream at the end of the last op */
    unsigned messages;               /* begun on that session in a row */
    uint8_t open_stream;
    struct ob_engine_ops ops;
    struct ob_slot_ops slots;
    struct ob_engine engine;
};

void wrong_init(struct wrong *w, const struct ob_engine *sound, enum wrong_fault fault);

#endif
