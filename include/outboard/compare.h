/* SPDX-License-Identifier: Apache-2.0 */
/* The one comparison of costs: the dispatcher's chooser, ob_explain, engine sched and the OpenSSL provider all use it.
 */
#ifndef OUTBOARD_COMPARE_H
#define OUTBOARD_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A comparison under way: candidates are added one by one, and the cheapest so far is kept. All costs are in the unit
 * of the price tables. */
struct ob_comparison {
    int best;      /* number of the cheapest candidate; -1: there is none */
    uint64_t cost; /* what the op costs there: run and, if its key is not open, what is left of the open price */
    uint64_t run;  /* what the op alone costs there */
};

#define OB_COMPARISON_NONE                                                                                             \
    {                                                                                                                  \
        -1, 0, 0                                                                                                       \
    }

/* Add a candidate: run is the cost of the op with the key open (ob_price_cost), open the price of opening the key, 0 if
 * it is open, and credit what the candidate has gained so far (ob_compare_credit). True if it is now the cheapest;
 * among equals the first stays. */
static inline bool ob_compare(struct ob_comparison *c, int candidate, uint64_t run, uint64_t open, uint64_t credit)
{
    uint64_t cost = run + (open > credit ? open - credit : 0);

    if (c->best >= 0 && cost >= c->cost)
        return false;
    c->best = candidate;
    c->cost = cost;
    c->run = run;
    return true;
}

/* The credit of a candidate whose key is not open, after an op that another one has done at a cost of best_run: it
 * gains what it would have saved. Once the credit reaches the open price the key is opened, so the total loss is never
 * more than twice that of knowing the future (docs/decisions/open-price-by-credit.md). */
static inline uint64_t ob_compare_credit(uint64_t credit, uint64_t run, uint64_t best_run)
{
    return run < best_run ? credit + (best_run - run) : credit;
}

#ifdef __cplusplus
}
#endif

#endif
