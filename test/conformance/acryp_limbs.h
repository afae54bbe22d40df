/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of many limbs, for the interpreter of acryp's microcode. */
#ifndef OUTBOARD_TEST_ACRYP_LIMBS_H
#define OUTBOARD_TEST_ACRYP_LIMBS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A number of at most 2 x 230 words of the RAM, which the longest product has. */
#define LIMBS 520u
__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;

struct number {
    uint64_t limb[LIMBS]; /* the least significant first */
};

/* d = a + b, or a - b, in len limbs: the carry or borrow. */
static inline bool add(struct number *d, const struct number *a, const struct number *b, unsigned len)
{
    uint64_t carry = 0;

    for (unsigned i = 0; i < len; i++) {
        wide t = (wide)a->limb[i] + b->limb[i] + carry;

        d->limb[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    return carry;
}

static inline bool sub(struct number *d, const struct number *a, const struct number *b, unsigned len)
{
    uint64_t borrow = 0;

    for (unsigned i = 0; i < len; i++) {
        wide t = (wide)a->limb[i] - b->limb[i] - borrow;

        d->limb[i] = (uint64_t)t;
        borrow = (uint64_t)(t >> 64) & 1;
    }
    return borrow;
}

static inline bool is_zero(const struct number *v, unsigned len)
{
    uint64_t any = 0;

    for (unsigned i = 0; i < len; i++)
        any |= v->limb[i];
    return any == 0;
}

/* d = a b; the lowest len limbs of it if low, else all 2 len. d is neither a nor b. */
static inline void multiply(struct number *d, const struct number *a, const struct number *b, unsigned len, bool low)
{
    memset(d->limb, 0, 2 * len * sizeof d->limb[0]);
    for (unsigned i = 0; i < len; i++) {
        unsigned end = low ? len - i : len;
        uint64_t carry = 0;

        for (unsigned k = 0; k < end; k++) {
            wide t = (wide)a->limb[i] * b->limb[k] + d->limb[i + k] + carry;

            d->limb[i + k] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        if (!low)
            d->limb[i + len] = carry;
    }
}

/* v >>= bits, which is below 64 times len; what comes in from above is `fill`. */
static inline void shift(struct number *v, unsigned bits, unsigned len, uint64_t fill)
{
    unsigned by = bits / 64, rest = bits % 64;

    for (unsigned i = 0; i < len; i++) {
        uint64_t lo = i + by < len ? v->limb[i + by] : fill, hi = i + by + 1 < len ? v->limb[i + by + 1] : fill;

        v->limb[i] = rest ? lo >> rest | hi << (64 - rest) : lo;
    }
}

#endif
