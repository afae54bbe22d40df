/* SPDX-License-Identifier: Apache-2.0 */
/* The chooser: which engine and row serves an op, by price, requirement and state (DESIGN.md, rules 1, 3 and 8). */
#include "core.h"

uint8_t obi_first_row(const struct ob_engine *e, uint8_t alg)
{
    const struct ob_cap *caps = e->ops->caps;
    unsigned low = 0, high = e->ops->n_caps;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (caps[middle].alg < alg)
            low = middle + 1;
        else
            high = middle;
    }
    return low < e->ops->n_caps && caps[low].alg == alg ? (uint8_t)low : OB_ROW_NONE;
}

bool obi_match_rows(struct ob_session *s)
{
    struct ob_dispatcher *d = s->dispatcher;
    bool found = false;

    for (unsigned i = 0; i < d->n_engines; i++) {
        const struct ob_engine *e = d->engine[i];
        uint8_t row = obi_first_row(e, s->alg);

        while (row < e->ops->n_caps && e->ops->caps[row].alg == s->alg &&
               !obi_row_matches(&e->ops->caps[row], s->curve, s->bits))
            row++;
        if (row >= e->ops->n_caps || e->ops->caps[row].alg != s->alg)
            row = OB_ROW_NONE;
        s->rows[i] = row;
        found |= row != OB_ROW_NONE && !(e->ops->flags & OB_ENGINE_CALLER);
    }
    if (s->generation != d->generation)
        for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
            s->owner[k] = 0; /* their engines are gone: nothing is left to release (ob_stop) */
    s->generation = d->generation;
    return found;
}

bool obi_row_serves(const struct ob_cap *cap, unsigned flags, uint8_t dir, uint64_t len, bool only_mid)
{
    if (!(cap->dirs & dir) || (only_mid && !(cap->flags & OB_CAP_MID)))
        return false;
    if ((flags & OB_SESSION_CT && !(cap->flags & OB_CAP_CT)) ||
        (flags & OB_SESSION_HARDWARE && !(cap->flags & OB_CAP_HARDWARE)) ||
        (flags & OB_SESSION_MID && !(cap->flags & OB_CAP_MID)) ||
        (flags & OB_SESSION_NO_DMA && cap->mode == OB_MODE_DMA))
        return false;
    return cap->len_max == 0 || len <= cap->len_max;
}

static bool has_slot(const struct ob_session *s, unsigned engine)
{
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
        if (s->owner[k] == engine + 1)
            return true;
    return false;
}

/* The length that the op states for its choice: exact for one-shot, total_in for a stream that names it, the op's own
 * for modes that choose at each op, else unknown, which counts as 0: the smallest set-up. */
static uint64_t stated_len(const struct ob_session *s, const struct ob_op *op, bool only_mid)
{
    if ((op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) || only_mid)
        return op->in_len;
    if (op->total_in)
        return op->total_in;
    return OB_ALG_CLASS(s->alg) == OB_CLASS_CIPHER && s->alg != OB_AES_XTS ? op->in_len : 0;
}

/* ---- the last answer ---- */

/* What the answer depends on besides length and epoch. */
static uint32_t question(const struct ob_session *s, uint8_t dir, bool only_mid)
{
    return (uint32_t)dir | (uint32_t)only_mid << 3 | (uint32_t)s->dispatcher->policy.objective << 4;
}

static void keep_answer(struct ob_session *s, uint64_t len, uint32_t flags, uint8_t engine, uint8_t row)
{
    s->last_len = len;
    s->last_flags = flags;
    s->last_engine = engine;
    s->last_row = row;
    s->last_epoch = s->dispatcher->epoch;
}

int obi_choose(struct ob_session *s, const struct ob_op *op, bool only_mid, uint8_t *row)
{
    struct ob_dispatcher *d = s->dispatcher;
    unsigned cls = OB_ALG_CLASS(s->alg);
    uint8_t dir = obi_direction(s, op->flags);
    uint64_t len = stated_len(s, op, only_mid);
    uint32_t flags = question(s, dir, only_mid);
    uint64_t run[OB_ENGINES_MAX]; /* cost of the op alone */
    uint64_t best_cost = 0;
    uint32_t unopened = 0;         /* engines whose open price kept them from being compared by run alone */
    bool lasting = op->tried == 0; /* the same question has the same answer next time */
    int best = -1;

    if (s->last_epoch == d->epoch && s->last_len == len && s->last_flags == flags && op->tried == 0) {
        *row = s->last_row;
        return s->last_engine;
    }
    for (unsigned i = 0; i < d->n_engines; i++) {
        struct ob_engine *e = d->engine[i];
        const struct ob_cap *cap;
        const struct ob_price *price = NULL;
        uint8_t at = OB_ROW_NONE;
        bool caller = obi_is_callers(s, i);
        uint64_t cost;

        if (s->rows[i] == OB_ROW_NONE || op->tried >> i & 1 || (s->pinned && s->pinned != i + 1) ||
            (caller && !(s->flags & OB_SESSION_CALLER)))
            continue;
        for (unsigned r = s->rows[i]; r < e->ops->n_caps && (cap = &e->ops->caps[r])->alg == s->alg; r++) {
            if (!obi_row_matches(cap, s->curve, s->bits) || !obi_row_serves(cap, s->flags, dir, len, only_mid) ||
                !obi_may_use(s, r))
                continue;
            uint64_t c = ob_price_cost(obi_row_price(e, r), d->policy.objective, len, false);
            if (at == OB_ROW_NONE || c < run[i]) {
                at = (uint8_t)r;
                run[i] = c;
                price = obi_row_price(e, r);
            }
        }
        if (at == OB_ROW_NONE)
            continue;
        if (!s->testing && !caller && !obi_ready(e, cls)) {
            lasting = false; /* it may leave its quarantine */
            continue;
        }
        cost = run[i];
        if (!has_slot(s, i)) {
            unopened |= 1u << i;
            cost += price->open > s->regret[i] ? price->open - s->regret[i] : 0;
        }
        if (best < 0 || cost < best_cost) {
            best = (int)i;
            best_cost = cost;
            *row = at;
        }
    }
    /* An engine that loses only by its open price gains credit: after as much loss as that price it is opened, so the
     * total loss is never more than twice that of knowing the future (the ski-rental bound). */
    for (unsigned i = 0; best >= 0 && unopened >> i; i++)
        if (unopened >> i & 1 && run[i] < run[best]) {
            uint64_t credit = run[best] - run[i] + s->regret[i];
            s->regret[i] = credit > UINT32_MAX ? UINT32_MAX : (uint32_t)credit;
            lasting = false;
        }
    if (best >= 0 && lasting)
        keep_answer(s, len, flags, (uint8_t)best, *row);
    return best;
}
