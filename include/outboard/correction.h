/* SPDX-License-Identifier: Apache-2.0 */
/* The one place where observation corrects a price: what operations took, against what they should have taken. A caller
 * that has code of its own besides the engines (the OpenSSL provider: OpenSSL's default provider) compares that code
 * with the cheapest engine; each of the two gets a correction. Time comes in as lengths of operations alone: there is
 * no clock here (docs/decisions/prices-adapt.md). */
#ifndef OUTBOARD_CORRECTION_H
#define OUTBOARD_CORRECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the constants of the choice ---- */

/* All constants that decide a choice, each with its unit and the reason for its value; prices are measured, not here.
 * Measured in virtual machines and on made-up clocks (test/unit/test_correction.c): */

/* A correction is a factor in units of 1/1024: a power of two, so that no division is needed to apply it. */
#define OB_CORRECTION_ONE 1024u
/* The least factor, 1/4: it bounds what a price file can do whose prices are far too high. */
#define OB_CORRECTION_MIN (OB_CORRECTION_ONE / 4)
/* The greatest factor, 32: it bounds how long a server that recovers has to wait for its next trial, and keeps products
 * of two costs within 64 bits. */
#define OB_CORRECTION_MAX (OB_CORRECTION_ONE * 32)
/* Classes of lengths that are corrected apart: up to 64 bytes, 128, 256 ... 64 KiB, and above. Within a factor of two
 * of the length the set-up is about the same part of an operation; above 64 KiB it hardly counts. */
#define OB_CORRECTION_CLASSES 12
/* ns of operations after which an observation counts 1/e: 67 ms, a power of two. Some time slices of a scheduler: a
 * process that shares its processor sees most operations undisturbed, and a few that take a slice longer. */
#define OB_CORRECTION_MEMORY_NS ((uint64_t)1 << 26)
/* ns of undisturbed operations that the measured price is worth: one disturbed operation then changes little. */
#define OB_CORRECTION_TRUST_NS 4000000u
/* ns, the longest operation that is told apart: sums of more would overflow. */
#define OB_CORRECTION_LONGEST_NS 10000000000u
/* ns by which an operation counts at most longer than its price: the machine may have slept. */
#define OB_CORRECTION_LATE_NS 100000000u
/* ns and operations after which a trial has succeeded: two time slices of 4 ms, and more than a chance few. */
#define OB_CORRECTION_TRIAL_NS  8000000u
#define OB_CORRECTION_TRIAL_OPS 8u
/* 1/256 of the time of all operations may go into failed trials. With 1/64, two processes with 3DES-CBC of 8 KiB lost
 * 1.6 to 5.5 %: a trial costs those who share the device, too, and they try as well. */
#define OB_CORRECTION_TRIAL_SHARE 256u
/* The other server must be cheaper by 1/32 to be preferred: noise is no reason to change. */
#define OB_CORRECTION_STAY_SHARE 32u
/* Factor of the caller's own code from which on more operations are timed, although by the measured prices no engine
 * pays: 1.25, above the noise of undisturbed operations. */
#define OB_CORRECTION_SLOW (OB_CORRECTION_ONE + OB_CORRECTION_ONE / 4)
/* Factor of the caller's own code from which on the processor counts as crowded: 1.5. Two processes that always want
 * one processor see 2, less than 1.5 is one that leaves it free for a good part. Added from 1.25 on, the delay of
 * others would leave AES-CTR of 4 KiB a gain of 1.10 to 1.26 instead of 1.18 to 1.35. */
#define OB_CORRECTION_CROWDED (OB_CORRECTION_ONE + OB_CORRECTION_ONE / 2)
/* The delay of others is the factor beyond that, at most 1/8: what an engine may take longer than own code. */
#define OB_CORRECTION_DELAY_MAX (OB_CORRECTION_ONE / 8)
/* Own code at up to four times its price is compared with engines: below the length where even that is cheaper, nothing
 * is timed and no clock is read. */
#define OB_CORRECTION_REACH 4u
/* ns of an operation to which timing, 250 to 500 ns, is nothing: below 1 %. */
#define OB_CORRECTION_LONG_NS 50000u
/* Of the operations for which by the measured prices no engine pays, one in so many is timed: */
enum ob_correction_sampling {
    OB_SAMPLE_64TH = 0, /* nothing was observed that differs from the price: timing costs 8 ns an operation */
    OB_SAMPLE_32ND = 1, /* own code takes longer than its price */
    OB_SAMPLE_16TH = 2, /* the first of these, of operations as long as OB_CORRECTION_LONG_NS, */
    OB_SAMPLE_4TH = 4,  /* and the second */
    OB_SAMPLE_EACH = 6, /* an engine is preferred, or one of the two is tried */
};
/* Operations that are kept from the engines after a failure: 1, doubled at each failure up to this. A device that is
 * gone then costs one failure in 1024 operations, and one that comes back is found within as many. */
#define OB_BACKOFF_OPS_MAX 1024u

/* ---- state ---- */

enum ob_server {
    OB_SERVER_CALLER, /* the caller's own code */
    OB_SERVER_ENGINE, /* an engine */
};

/* One direction of one algorithm at lengths of one class; all zero to begin with. Any thread may read what is atomic.
 */
struct ob_correction {
    uint32_t lock;
    uint32_t factor[2];  /* atomic; by enum ob_server: observed by measured price, in 1/OB_CORRECTION_ONE; 0: 1 */
    uint8_t preferred;   /* atomic; the better server + 1, as far as is known; 0: not yet decided */
    uint8_t trial;       /* atomic; not 0: the other one is being tried */
    uint8_t sampling;    /* atomic; enum ob_correction_sampling */
    uint32_t unobserved; /* atomic; operations for which no time was taken */
    uint32_t trial_ops;
    uint64_t trial_ns;                     /* spent in the trial, */
    int64_t trial_loss_ns;                 /* and how much of that the preferred server would have spared */
    uint64_t debt_ns;                      /* of failed trials: paid off by a small part of what operations take */
    uint64_t observed_ns[2], priced_ns[2]; /* what operations took, and should have; older ones count less */
};

/* ---- use ---- */

/* The one of OB_CORRECTION_CLASSES for operations of len bytes. */
static inline struct ob_correction *ob_correction_of(struct ob_correction *classes, size_t len)
{
    unsigned long above = len > 64 ? (unsigned long)(len - 1) >> 6 : 0; /* 64 bytes and its powers of two */
    unsigned at = above ? 8 * (unsigned)sizeof above - (unsigned)__builtin_clzl(above) : 0;

    return &classes[at < OB_CORRECTION_CLASSES ? at : OB_CORRECTION_CLASSES - 1];
}

/* True if an operation of a length at which by the measured prices no engine pays is to be timed. It costs next to
 * nothing. */
static inline bool ob_correction_sample(struct ob_correction *c)
{
    uint32_t n = __atomic_load_n(&c->unobserved, __ATOMIC_RELAXED) + 1;

    __atomic_store_n(&c->unobserved, n, __ATOMIC_RELAXED); /* threads may lose counts */
    return (n & ((64u >> __atomic_load_n(&c->sampling, __ATOMIC_RELAXED)) - 1)) == 0;
}

/* A server's factor, from OB_CORRECTION_MIN to OB_CORRECTION_MAX. */
static inline uint32_t ob_correction_factor(const struct ob_correction *c, unsigned server)
{
    uint32_t factor = __atomic_load_n(&c->factor[server], __ATOMIC_RELAXED);

    return factor ? factor : OB_CORRECTION_ONE;
}

/* No product of a price in ns below this with a factor overflows. */
#define OB_CORRECTION_PRICE_MAX (UINT64_MAX / OB_CORRECTION_MAX)

/* A measured price in ns, corrected; c NULL: as measured. */
static inline uint64_t ob_correction_cost(const struct ob_correction *c, unsigned server, uint64_t price_ns)
{
    if (!c)
        return price_ns;
    if (price_ns > OB_CORRECTION_PRICE_MAX)
        return UINT64_MAX;
    return price_ns * ob_correction_factor(c, server) / OB_CORRECTION_ONE;
}

/* Who is to serve the next operation, at these corrected costs in ns. c NULL: the cheaper one, the caller if they are
 * equal. */
enum ob_server ob_correction_choose(struct ob_correction *c, uint64_t caller_ns, uint64_t engine_ns);

/* A server has done an operation of a measured price in took_ns; the other one's corrected cost is other_ns. True if
 * it is now preferred, and was not before. An observation is passed over while another thread makes one. */
bool ob_correction_observe(struct ob_correction *c, enum ob_server server, uint64_t price_ns, uint64_t other_ns,
                           uint64_t took_ns);

#ifdef __cplusplus
}
#endif

#endif
