/* SPDX-License-Identifier: Apache-2.0 */
/* The chooser: which engine and row serves an op, by price, requirement and state (DESIGN.md, rules 1, 3 and 8). */
#include "core.h"

#include <outboard/compare.h>
#include <outboard/price.h>

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
        obi_slots_forget(s);
    s->generation = d->generation;
    return found;
}

static bool has_slot(const struct ob_session *s, unsigned engine)
{
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
        if (s->owner[k] == engine + 1)
            return true;
    return false;
}

/* The length by which op is priced: its own if it is one-shot or its mode chooses at each op, total_in if the stream
 * states it; else 0, for which the engine with the smallest setup is the cheapest. */
static uint64_t stated_len(const struct ob_session *s, const struct ob_op *op, bool only_mid)
{
    if ((op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) || only_mid)
        return op->in_len;
    if (op->total_in)
        return op->total_in;
    return OB_ALG_CLASS(s->alg) == OB_CLASS_CIPHER && s->alg != OB_AES_XTS ? op->in_len : 0;
}

/* ---- the last answer ---- */

/* The cheapest row of engine index for len bytes, and *cost, with the key already open; OB_ROW_NONE if no row serves
 * them. The open price is the same for all rows of an engine that has the key open, so it is left out. */
static uint8_t cheapest_row(const struct ob_session *s, unsigned index, uint8_t dir, uint64_t len, bool only_mid,
                            bool only_checked, uint64_t *cost)
{
    const struct ob_dispatcher *d = s->dispatcher;
    const struct ob_engine *e = d->engine[index];
    const struct ob_cap *cap;
    struct ob_comparison rows = OB_COMPARISON_NONE;
    unsigned flags = s->flags;

    for (unsigned r = s->rows[index]; r < e->ops->n_caps && (cap = &e->ops->caps[r])->alg == s->alg; r++)
        if (obi_row_matches(cap, s->curve, s->bits) && obi_row_serves(cap, flags, dir, len, only_mid) &&
            (!only_checked || cap->flags & OB_CAP_CHECKED) && obi_may_use(s, r))
            ob_compare(&rows, (int)r, ob_price_cost(obi_row_price(e, r), d->policy.objective, len, false), 0, 0);
    *cost = rows.run;
    return rows.best < 0 ? OB_ROW_NONE : (uint8_t)rows.best;
}

/* True if engine index may serve s, or is the caller's own code, which is only compared. */
static bool candidate(const struct ob_session *s, unsigned index)
{
    return s->rows[index] != OB_ROW_NONE && (!s->pinned || s->pinned == s->dispatcher->engine[index]) &&
           (s->flags & OB_SESSION_CALLER || !obi_is_callers(s, index));
}

/* What an op asks of the chooser. */
struct question {
    uint64_t len;   /* bytes by which it is priced */
    uint32_t flags; /* all else on which the answer depends besides the epoch */
    uint8_t dir;
    bool only_mid, only_checked;
};

/* epoch: that in which the answer was found. */
static void keep_answer(struct ob_session *s, const struct question *q, uint32_t epoch, int engine, uint8_t row)
{
    s->last_len = q->len;
    s->last_flags = q->flags;
    s->last_engine = (uint8_t)engine;
    s->last_row = row;
    s->last_epoch = epoch;
}

/* The implementation of obi_choose where the last answer does not hold. Out of line, so that the usual case is short.
 */
static __attribute__((noinline)) int choose_again(struct ob_session *s, struct ob_op *op, const struct question *q,
                                                  uint8_t *row)
{
    struct ob_dispatcher *d = s->dispatcher;
    unsigned group = obi_group(s->alg, q->dir);
    /* Loaded before prices and readiness: if another thread changes these, the answer is out of date at once. */
    uint32_t epoch = __atomic_load_n(&d->epoch, OB_PORT_ADDRESS);
    uint32_t random_failures = d->random_failures;
    struct ob_comparison engines = OB_COMPARISON_NONE;
    uint64_t run[OB_ENGINES_MAX];  /* cost of the op without the open price */
    uint32_t unopened = 0;         /* engines that do not have the key open, one bit each */
    bool lasting = op->tried == 0; /* true while the same question will have the same answer */
    bool tested = false;           /* an engine has passed a self-test meanwhile, which changes the epoch */

    for (unsigned i = 0; i < d->n_engines; i++) {
        struct ob_engine *e = d->engine[i];
        uint32_t open = 0;
        uint8_t at;

        if (op->tried >> i & 1 || !candidate(s, i))
            continue;
        at = cheapest_row(s, i, q->dir, q->len, q->only_mid, q->only_checked, &run[i]);
        if (at == OB_ROW_NONE)
            continue;
        if (!s->testing && !obi_is_callers(s, i) && !obi_is_ready(e, group)) {
            if (!obi_ready(e, group)) {
                lasting = false;                                     /* its quarantine may end */
                op->failed |= d->random_failures != random_failures; /* the self-test got no random bytes */
                continue;
            }
            tested = true;
        }
        if (!has_slot(s, i)) {
            unopened |= 1u << i;
            open = ob_price_segment(obi_row_price(e, at), q->len)->open;
        }
        if (ob_compare(&engines, (int)i, run[i], open, s->credit[i]))
            *row = at;
    }
    if (tested)
        return choose_again(s, op, q, row); /* for an answer that can be kept */
    for (unsigned i = 0; i < d->n_engines; i++)
        if (unopened >> i & 1 && run[i] < engines.run) { /* only its open price makes it dearer */
            uint64_t credit = ob_compare_credit(s->credit[i], run[i], engines.run);

            s->credit[i] = credit > UINT32_MAX ? UINT32_MAX : (uint32_t)credit;
            lasting = false;
        }
    if (engines.best >= 0 && lasting)
        keep_answer(s, q, epoch, engines.best, *row);
    return engines.best;
}

int obi_choose(struct ob_session *s, struct ob_op *op, bool only_mid, uint8_t *row)
{
    const struct ob_dispatcher *d = s->dispatcher;
    uint64_t len = stated_len(s, op, only_mid);
    uint8_t dir = obi_direction(s, op->flags);
    bool only_checked = obi_pk_needs_checked(s->alg, dir, op->in == op->out);
    uint32_t flags =
        (uint32_t)dir | (uint32_t)only_mid << 3 | (uint32_t)d->policy.objective << 4 | (uint32_t)only_checked << 8;

    if (s->last_epoch == obi_epoch(d) && s->last_len == len && s->last_flags == flags && op->tried == 0) {
        *row = s->last_row;
        return s->last_engine;
    }
    return choose_again(s, op, &(const struct question){len, flags, dir, only_mid, only_checked}, row);
}

/* ---- ranges of lengths ---- */

/* True if the chooser, with all keys open, gives its last answer for all lengths from a to b, where it is known for one
 * end and len is the other one: no row reaches its len_max in between, every cost is a straight line, and the same row
 * is the cheapest at both ends. */
static bool same_answer(const struct ob_session *s, uint8_t dir, uint32_t a, uint32_t b, uint32_t len)
{
    const struct ob_dispatcher *d = s->dispatcher;
    struct ob_comparison best = OB_COMPARISON_NONE;
    unsigned best_row = OB_ROW_NONE;

    for (unsigned i = 0; i < d->n_engines; i++) {
        const struct ob_engine *e = d->engine[i];
        bool is_candidate = candidate(s, i);
        const struct ob_cap *cap;

        for (unsigned r = s->rows[i]; r < e->ops->n_caps && (cap = &e->ops->caps[r])->alg == s->alg; r++) {
            const struct ob_price *price = obi_row_price(e, r);

            if (ob_price_line_end(price, d->policy.objective, a) < b ||
                (cap->len_max && (a <= cap->len_max) != (b <= cap->len_max)))
                return false;
            if (is_candidate && obi_row_matches(cap, s->curve, s->bits) &&
                obi_row_serves(cap, s->flags, dir, len, false) && obi_may_use(s, r) &&
                ob_compare(&best, (int)i, ob_price_cost(price, d->policy.objective, len, false), 0, 0))
                best_row = r;
        }
    }
    return best.best == s->last_engine && best_row == s->last_row;
}

void obi_range(const struct ob_session *s, uint8_t dir, uint32_t len, uint32_t *from, uint32_t *upto)
{
    uint32_t away;

    /* Try the largest distance first, then a quarter of it (upwards) or half of it (downwards), and so on. */
    *from = *upto = len;
    for (away = OB_WHOLE_MAX - 1 - len; away; away /= 4)
        if (same_answer(s, dir, len, len + away, len + away)) {
            *upto = len + away;
            break;
        }
    for (away = len; away; away /= 2)
        if (same_answer(s, dir, len - away, len, len - away)) {
            *from = len - away;
            break;
        }
}
