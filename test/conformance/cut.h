/* SPDX-License-Identifier: Apache-2.0 */
/* How a stream is cut into ops: positions on one line, the AAD first, the data after it. */
#ifndef OUTBOARD_TEST_CUT_H
#define OUTBOARD_TEST_CUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A generator for choices (xorshift, period 2^32 - 1). */
struct dice {
    uint32_t state; /* not 0 */
};

static inline struct dice dice_of(uint32_t seed)
{
    struct dice d = {seed * 2654435761u + 0x9e3779b9u};

    if (d.state == 0)
        d.state = 1;
    return d;
}

/* A number below n, n not 0. */
static inline uint32_t dice_roll(struct dice *d, uint32_t n)
{
    d->state ^= d->state << 13;
    d->state ^= d->state >> 17;
    d->state ^= d->state << 5;
    return (uint32_t)(((uint64_t)d->state * n) >> 32);
}

enum cut_mode {
    CUT_WHOLE,  /* one op */
    CUT_AT,     /* two ops, cut at a position; equal to the length: an empty last op */
    CUT_MASK,   /* after unit i where bit i of mask is set */
    CUT_RANDOM, /* parts of random lengths, some of them empty */
};

/* What the stream is made of. */
struct cut_shape {
    size_t aad_len, in_len;
    size_t unit; /* data are cut at multiples of it */
    bool tail;   /* the last op takes at least 16 bytes of data (XTS) */
};

struct cut {
    struct cut_shape shape;
    uint8_t mode; /* enum cut_mode */
    size_t at;    /* CUT_AT */
    uint32_t mask;
    struct dice dice;
    unsigned parts; /* so far */
};

/* The number of places where the stream can be cut in two, its end included. */
size_t cut_places(const struct cut_shape *shape);

/* Position of place number i, from 0 on. */
size_t cut_place(const struct cut_shape *shape, size_t i);

/* The position where the op that begins at position ends; *last: it is the stream's last. */
size_t cut_next(struct cut *c, size_t position, bool *last);

#endif
