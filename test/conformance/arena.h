/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers with guard bytes around them, at any alignment, out of one piece of memory. */
#ifndef OUTBOARD_TEST_ARENA_H
#define OUTBOARD_TEST_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GUARD_LEN 32

struct arena {
    uint8_t *memory; /* aligned to 16 bytes */
    size_t len;
    size_t used;
};

/* A buffer of len bytes; GUARD_LEN bytes with the arena's pattern lie on each side of it. */
struct region {
    uint8_t *p;
    size_t len;
};

/* Take a buffer of len bytes at address % 16 == shift, filled with the pattern: false if there is no room. */
bool arena_take(struct arena *a, struct region *r, size_t len, unsigned shift);

/* The same, filled with a copy of len bytes from data and followed by extra bytes of pattern. */
bool arena_copy(struct arena *a, struct region *r, const uint8_t *data, size_t len, size_t extra, unsigned shift);

/* True if both guards of r are intact. */
bool region_guarded(const struct region *r);

/* True if the bytes of r from offset from to offset to (at most r->len) still hold the pattern. */
bool region_untouched(const struct region *r, size_t from, size_t to);

/* True if all these bytes are zero. */
bool region_wiped(const struct region *r, size_t from, size_t to);

/* Give r its pattern again. */
void region_reset(const struct region *r);

#endif
