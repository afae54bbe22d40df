/* SPDX-License-Identifier: Apache-2.0 */
/* Which engine would be chosen, and what each would cost: the chooser's own comparison, shown. */
#include "core.h"

#include <outboard/compare.h>
#include <outboard/price.h>

struct list {
    struct ob_candidate *at;
    size_t n, max;
};

static uint64_t total(const struct ob_candidate *c)
{
    return c->cost + c->open_cost;
}

/* Insert c before the first candidate that costs more; the last one is dropped if the list is full. */
static void insert(struct list *l, const struct ob_candidate *c)
{
    size_t at = l->n;

    for (; at > 0 && total(&l->at[at - 1]) > total(c); at--)
        if (at < l->max)
            l->at[at] = l->at[at - 1];
    if (at < l->max) {
        l->at[at] = *c;
        l->n += l->n < l->max;
    }
}

/* Move c, which would be chosen, to the first place; add it if it is not in the list. */
static void put_first(struct list *l, const struct ob_candidate *c)
{
    size_t at = 0;

    if (l->n == 0)
        return;
    while (at < l->n - 1 && l->at[at].cap != c->cap)
        at++;
    for (; at > 0; at--)
        l->at[at] = l->at[at - 1];
    l->at[0] = *c;
    l->at[0].chosen = 1;
}

bool ob_cap_serves(const struct ob_cap *cap, unsigned flags, uint8_t dir, uint64_t len)
{
    return obi_row_serves(cap, flags, dir, len, false);
}

size_t ob_explain(struct ob_dispatcher *dispatcher, uint8_t alg, uint8_t curve, unsigned bits, uint8_t dir,
                  uint64_t len, struct ob_candidate *list, size_t n)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    struct ob_comparison engines = OB_COMPARISON_NONE;
    struct ob_candidate chosen = {0};
    struct list l = {list, 0, n};
    bool only_checked = obi_pk_needs_checked(alg, dir, false);

    for (unsigned i = 0; i < d->n_engines; i++) {
        struct ob_engine *e = d->engine[i];
        struct ob_comparison rows = OB_COMPARISON_NONE;
        struct ob_candidate best = {0};

        if (e->ops->flags & OB_ENGINE_CALLER)
            continue;
        for (unsigned r = obi_first_row(e, alg); r < e->ops->n_caps && e->ops->caps[r].alg == alg; r++) {
            const struct ob_cap *cap = &e->ops->caps[r];
            const struct ob_price *price = obi_row_price(e, r);
            struct ob_candidate c = {e, cap, 0, 0, 0, 0};

            if (!obi_row_matches(cap, curve, bits) || !(cap->dirs & dir))
                continue;
            c.cost = ob_price_cost(price, d->policy.objective, len, false);
            c.open_cost = ob_price_segment(price, len)->open;
            c.selectable = obi_row_serves(cap, d->policy.session_flags, dir, len, false) &&
                           (!only_checked || cap->flags & OB_CAP_CHECKED) && obi_ready(e, obi_group(alg, dir));
            insert(&l, &c);
            if (c.selectable && ob_compare(&rows, (int)r, c.cost, 0, 0))
                best = c;
        }
        if (rows.best >= 0 && ob_compare(&engines, (int)i, best.cost, best.open_cost, 0))
            chosen = best;
    }
    if (engines.best >= 0)
        put_first(&l, &chosen);
    return l.n;
}
