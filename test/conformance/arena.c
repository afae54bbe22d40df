/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers with guard bytes around them. */
#include "arena.h"

#include <string.h>

/* The pattern depends on the address, so that bytes copied from elsewhere in it are found; it is never zero. */
static uint8_t pattern(const uint8_t *p)
{
    return (uint8_t)(((uintptr_t)p * 7) | 0x80);
}

static void fill(uint8_t *p, size_t len)
{
    for (; len; len--, p++)
        *p = pattern(p);
}

static bool filled(const uint8_t *p, size_t len)
{
    for (; len; len--, p++)
        if (*p != pattern(p))
            return false;
    return true;
}

bool arena_take(struct arena *a, struct region *r, size_t len, unsigned shift)
{
    size_t start = (a->used + 15) & ~(size_t)15;
    size_t need = GUARD_LEN + (shift & 15) + len + GUARD_LEN;

    if (start > a->len || need > a->len - start)
        return false;
    r->p = a->memory + start + GUARD_LEN + (shift & 15);
    r->len = len;
    a->used = start + need;
    fill(r->p - GUARD_LEN, GUARD_LEN + len + GUARD_LEN);
    return true;
}

bool arena_copy(struct arena *a, struct region *r, const uint8_t *data, size_t len, size_t extra, unsigned shift)
{
    if (!arena_take(a, r, len + extra, shift))
        return false;
    if (len)
        memcpy(r->p, data, len);
    return true;
}

bool region_guarded(const struct region *r)
{
    return filled(r->p - GUARD_LEN, GUARD_LEN) && filled(r->p + r->len, GUARD_LEN);
}

bool region_untouched(const struct region *r, size_t from, size_t to)
{
    if (to > r->len)
        to = r->len;
    return from >= to || filled(r->p + from, to - from);
}

bool region_wiped(const struct region *r, size_t from, size_t to)
{
    for (; from < to && from < r->len; from++)
        if (r->p[from])
            return false;
    return true;
}

void region_reset(const struct region *r)
{
    fill(r->p - GUARD_LEN, GUARD_LEN + r->len + GUARD_LEN);
}
