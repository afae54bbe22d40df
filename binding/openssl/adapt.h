/* SPDX-License-Identifier: Apache-2.0 */
/* Prices that follow what operations take: a correction for each of the two ways of a range of lengths. Time comes in
 * as lengths of operations alone, so that a test can make its own (docs/decisions/prices-adapt.md). */
#ifndef OUTBOARD_BINDING_OPENSSL_ADAPT_H
#define OUTBOARD_BINDING_OPENSSL_ADAPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OB_PROV_ADAPT_ONE     1024u                   /* a factor of 1 */
#define OB_PROV_ADAPT_LEAST   (OB_PROV_ADAPT_ONE / 4) /* the bounds of a factor */
#define OB_PROV_ADAPT_MOST    (OB_PROV_ADAPT_ONE * 32)
#define OB_PROV_ADAPT_CLASSES 12 /* up to 64 bytes, 128, 256 ... 64 KiB, and above */

/* How many of the operations at whose length no engine pays by the measured prices are looked at. A look takes 250 to
 * 500 ns itself, most of it for the clock, before which the processor has to end what it has begun. */
enum ob_prov_looks {
    OB_PROV_LOOK_64TH = 0, /* nothing was seen that differs from the price */
    OB_PROV_LOOK_32ND = 1, /* software takes longer than its price */
    OB_PROV_LOOK_16TH = 2, /* the first of these, where an operation takes so long that a look is nothing to it, */
    OB_PROV_LOOK_4TH = 4,  /* and the second */
    OB_PROV_LOOK_EACH = 6, /* an engine is held to be better, or one of the two is tried */
};

enum ob_prov_server {
    OB_PROV_SOFTWARE, /* the default provider */
    OB_PROV_OFFLOAD,  /* an engine */
};

/* One direction of one algorithm at lengths of one class; all zero to begin with. Any thread may read what is atomic.
 */
struct ob_prov_adapt {
    uint32_t lock;
    uint32_t factor[2]; /* atomic; of observed by measured price, times OB_PROV_ADAPT_ONE; 0: 1 */
    uint8_t held;       /* atomic; the server that is held to be the better one + 1; 0: none yet */
    uint8_t trial;      /* atomic; the other one is tried */
    uint8_t looks;      /* atomic; enum ob_prov_looks */
    uint32_t passed_by; /* atomic; operations that were not looked at */
    uint32_t trial_ops;
    uint64_t trial_ns;                     /* spent with it, */
    int64_t trial_loss_ns;                 /* and how much of that the held one would have spared */
    uint64_t debt_ns;                      /* of trials that failed: paid off by a small part of what operations take */
    uint64_t observed_ns[2], priced_ns[2]; /* what operations took, and should have; older ones count less */
};

/* The one of OB_PROV_ADAPT_CLASSES for operations of len bytes. */
static inline struct ob_prov_adapt *obi_prov_adapt_of(struct ob_prov_adapt *classes, size_t len)
{
    unsigned long above = len > 64 ? (unsigned long)(len - 1) >> 6 : 0; /* 64 bytes and its powers of two */
    unsigned at = above ? 8 * (unsigned)sizeof above - (unsigned)__builtin_clzl(above) : 0;

    return &classes[at < OB_PROV_ADAPT_CLASSES ? at : OB_PROV_ADAPT_CLASSES - 1];
}

/* True if an operation of a length at which by the measured prices no engine pays is to be looked at. It costs next to
 * nothing. */
static inline bool obi_prov_adapt_look(struct ob_prov_adapt *a)
{
    uint32_t n = __atomic_load_n(&a->passed_by, __ATOMIC_RELAXED) + 1;

    __atomic_store_n(&a->passed_by, n, __ATOMIC_RELAXED); /* threads may lose counts */
    return (n & ((64u >> __atomic_load_n(&a->looks, __ATOMIC_RELAXED)) - 1)) == 0;
}

/* A server's factor, from OB_PROV_ADAPT_LEAST to OB_PROV_ADAPT_MOST. */
static inline uint32_t obi_prov_adapt_factor(const struct ob_prov_adapt *a, unsigned server)
{
    uint32_t factor = __atomic_load_n(&a->factor[server], __ATOMIC_RELAXED);

    return factor ? factor : OB_PROV_ADAPT_ONE;
}

/* A measured price in ns, corrected; no product with a factor overflows below this. */
#define OB_PROV_ADAPT_PRICE_MAX (UINT64_MAX / OB_PROV_ADAPT_MOST)

static inline uint64_t obi_prov_adapt_cost(const struct ob_prov_adapt *a, unsigned server, uint64_t price_ns)
{
    uint64_t factor = obi_prov_adapt_factor(a, server);

    return price_ns > OB_PROV_ADAPT_PRICE_MAX ? UINT64_MAX : price_ns * factor / OB_PROV_ADAPT_ONE;
}

/* Who is to serve the next operation, at these corrected costs in ns. */
enum ob_prov_server obi_prov_adapt_choose(struct ob_prov_adapt *a, uint64_t software_ns, uint64_t offload_ns);

/* A server has done an operation of a measured price in took_ns; the other one's corrected cost is other_ns. True if
 * it is now held to be the better one, and was not before. An observation is passed over while another thread makes
 * one. */
bool obi_prov_adapt_observe(struct ob_prov_adapt *a, enum ob_prov_server server, uint64_t price_ns, uint64_t other_ns,
                            uint64_t took_ns);

#endif
