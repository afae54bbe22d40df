/* SPDX-License-Identifier: Apache-2.0 */
/* Toy engines of the null algorithm whose price, flags and answers a test sets. */
#ifndef OUTBOARD_TEST_TOY_H
#define OUTBOARD_TEST_TOY_H

#include <outboard/engine.h>
#include <outboard/outboard.h>

struct toy {
    /* what a test sets */
    int answer;       /* what submit says instead of working; OB_OK: works */
    int open_answer;  /* the same for open */
    bool later;       /* complete in poll */
    bool mute;        /* with later: never complete, but write in poll until closed */
    bool wrong;       /* copy wrongly */
    bool start_fails; /* start says OB_E_IO */
    size_t short_by;  /* say of an op that it wrote so much less */
    int begin_answer; /* what the short path says instead of working, if the table has it (toy_shorten), */
    int end_answer;   /* or after having worked */
    /* what it sees, self-test apart */
    unsigned ops, wholes, opens, closes, starts, tests;
    size_t last_len;
    struct ob_op *held;
    /* the engine */
    struct ob_price price;
    struct ob_cap cap;
    struct ob_engine_ops ops_table;
    struct ob_engine engine;
};

/* Make toy an engine called name with these prices: free to open, setup and per_kib for time, half of it CPU time;
 * cap_flags: OR of enum ob_cap_flags. It is reentrant unless engine_flags says otherwise. */
void toy_make(struct toy *toy, const char *name, uint32_t setup, uint32_t per_kib, uint16_t cap_flags);

/* Give it a short path for whole messages. */
void toy_shorten(struct toy *toy);

#endif
