/* SPDX-License-Identifier: Apache-2.0 */
/* Which engine would be chosen, and what each would cost: the chooser's own arithmetic, shown. */
#include "core.h"

#include <outboard/price.h>

size_t ob_explain(struct ob_dispatcher *dispatcher, uint8_t alg, uint8_t curve, unsigned bits, uint8_t dir,
                  uint64_t len, struct ob_candidate *list, size_t n)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    size_t found = 0;

    for (unsigned i = 0; i < d->n_engines; i++) {
        struct ob_engine *e = d->engine[i];

        if (e->ops->flags & OB_ENGINE_CALLER)
            continue;
        for (unsigned r = obi_first_row(e, alg); r < e->ops->n_caps && e->ops->caps[r].alg == alg; r++) {
            const struct ob_cap *cap = &e->ops->caps[r];
            struct ob_candidate c = {e, cap, 0, 0, 0, 0};
            size_t at;

            if (!obi_row_matches(cap, curve, bits) || !(cap->dirs & dir))
                continue;
            c.cost = ob_price_cost(obi_row_price(e, r), d->policy.objective, len, false);
            c.open_cost = obi_row_price(e, r)->open;
            c.selectable =
                obi_row_serves(cap, d->policy.session_flags, dir, len, false) && obi_ready(e, OB_ALG_CLASS(alg));
            for (at = found; at > 0 && list[at - 1].cost + list[at - 1].open_cost > c.cost + c.open_cost; at--)
                if (at < n)
                    list[at] = list[at - 1];
            if (at < n) {
                list[at] = c;
                found += found < n;
            }
        }
    }
    for (size_t i = 0; i < found; i++)
        if (list[i].selectable) {
            list[i].chosen = 1;
            break;
        }
    return found;
}
