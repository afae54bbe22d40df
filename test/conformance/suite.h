/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite: every vector of a source under every layout on every capability row of an engine. It needs no
 * malloc and no stdio, so the same code runs on a board; test/conformance/README.md says what each layout is. */
#ifndef OUTBOARD_TEST_SUITE_H
#define OUTBOARD_TEST_SUITE_H

#include <outboard/outboard.h>

#include "test/conformance/arena.h"
#include "test/conformance/vector.h"

enum suite_layout {
    LAYOUT_ONE_SHOT,    /* one op, buffers apart, room beyond the output's length */
    LAYOUT_IN_PLACE,    /* out is in: one op, and parts */
    LAYOUT_MISALIGNED,  /* every buffer at each offset from 1 to 15 */
    LAYOUT_SPLIT,       /* every cut of a short message in two */
    LAYOUT_COMPOSED,    /* every way to cut a very short message */
    LAYOUT_RANDOM,      /* random cuts, empty parts among them */
    LAYOUT_CHAINED,     /* ops linked by next */
    LAYOUT_TYPED,       /* the typed calls, whole and in parts of any length */
    LAYOUT_REUSED,      /* one session for several messages, directions mixed */
    LAYOUT_CLONED,      /* a clone in mid-stream; both go on */
    LAYOUT_MOVED,       /* the session's memory moves between ops */
    LAYOUT_INTERLEAVED, /* two to eight sessions in turn */
    LAYOUT_ABANDONED,   /* streams dropped in the middle, sessions dropped without close */
    LAYOUT_MIGRATED,    /* the stream moves between engines by price */
    LAYOUT_COUNTERS,    /* lengths beyond 4 GiB, by simulated counters */
    LAYOUT_LONG,        /* messages too long to be held: repeated and chained vectors */
    LAYOUT_REFUSED,     /* vectors that must not pass */
    LAYOUT_TAMPERED,    /* vectors changed so that they must not pass */
    LAYOUT_ARGUMENTS,   /* calls with wrong lengths, pointers or order */
    LAYOUT_CROSSED,     /* what one engine signs or encrypts, another verifies or decrypts */
    LAYOUTS,
    LAYOUT_SLOTS = LAYOUTS, /* keys that live in the engine; not counted in the tables, as few vectors run so */
    LAYOUT_CACHED,          /* RSA keys that were lent memory; not counted either */
    LAYOUT_NAMES,
};

/* "one-shot", "in-place", ...: the words of the tables. */
const char *suite_layout_name(enum suite_layout layout);

#define SUITE_SESSIONS 9 /* the most that one layout uses: eight in turn, and a clone */
#define SUITE_TOGETHER 8

/* What ran on one capability row. */
struct suite_count {
    uint32_t vectors;          /* vectors that ran */
    uint32_t negatives;        /* those of them that must not pass */
    uint32_t declined;         /* vectors that the engine has declined, as it may: a hash or a length it lacks */
    uint32_t streams[LAYOUTS]; /* messages processed in each layout */
};

struct suite_failure {
    enum suite_layout layout;
    const struct vector *v; /* NULL: none in particular */
    const struct ob_engine *engine;
    unsigned row;
    const char *what;          /* "wrong output", ... */
    int status;                /* the last call's */
    uint32_t detail;           /* which variant of the layout */
    const uint8_t *got, *want; /* len bytes of each, where bytes are wrong; else NULL */
    size_t len;
};

/* With suite.brief: the longest vector in bytes, and the shares of negative ones and of layouts that run. */
#define SUITE_BRIEF_LEN       320
#define SUITE_BRIEF_NEGATIVES 16
#define SUITE_BRIEF_LAYOUTS   8

/* Rows that an engine's table may have. */
#ifndef SUITE_ROWS_MAX
#define SUITE_ROWS_MAX 254
#endif

struct suite {
    /* ---- filled by the caller ---- */
    struct vector_source *source;
    struct ob_dispatcher *dispatcher; /* holds the engine under test and those that it works together with */
    struct ob_engine *engine;         /* under test */
    struct ob_session *sessions;      /* SUITE_SESSIONS of them */
    struct arena arena;
    struct suite_count *counts; /* one for each of the engine's rows */
    uint32_t every;             /* above 1: once a row has had a layout, one vector in so many runs in it; each runs in
                                 * one shot, and those that must not pass are all run */
    uint32_t thin;              /* above 1: of the many variants of a layout one in so many, as the seed and the vector
                                 * decide; all of fewer */
    uint32_t part, parts;       /* parts above 1: of the vectors wanted only those whose number modulo parts is part */
    bool brief;                 /* for simulated blocks: no long vectors, few of those that must not pass, each in
                                 * some layouts */
    bool whole;                 /* rows without OB_CAP_MID take a message in one op, or decline it */
    bool vectors_only;          /* no generation of keys, for which there are no vectors */
    uint32_t sample;            /* vectors that pass, taken of each kind; 0: all */
    uint32_t seed;              /* which ones, and how they are cut */
    uint32_t layouts;           /* mask of 1 << enum suite_layout; 0: all */
    uint32_t classes;           /* mask of 1 << enum ob_class; 0: all */
    uint8_t alg;                /* this algorithm alone; OB_ALG_NONE: all */
    uint32_t max_failures;      /* stop after so many; 0: never */
    void (*failed)(void *user, const struct suite_failure *f);
    void (*progress)(void *user, uint32_t vectors); /* vectors read so far; may be NULL */
    void *user;
    /* ---- the suite's own ---- */
    uint32_t failures;
    uint32_t read;
    uint32_t wanted;   /* of these, vectors of the classes and the algorithm */
    uint32_t too_long; /* layouts left out because the arena has no room */
    const struct vector *v;
    enum suite_layout layout;
    uint32_t variant;
    uint32_t dice; /* state of the choices */
    uint8_t row;
    bool declined;                     /* the engine has declined the vector at hand */
    uint8_t n_recent;                  /* vectors in recent */
    uint8_t in_slots[SUITE_ROWS_MAX];  /* 1: a vector of the row has run with its key in a slot; in a sample one must */
    uint8_t in_caches[SUITE_ROWS_MAX]; /* 1: a vector of the row has run with a key that was lent memory */
    struct vector recent[SUITE_TOGETHER];
    const struct ob_price *prices[OB_ENGINES_MAX][SUITE_ROWS_MAX];
};

/* Run all: the number of failures, or OB_E_ARG if the source is damaged or the engine has too many rows. The
 * dispatcher's engines have planted prices for the time of the run. */
int suite_run(struct suite *t);

#endif
