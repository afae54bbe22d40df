/* SPDX-License-Identifier: Apache-2.0 */
/* Engine sched: opens a session on an inner dispatcher for each of its own, and passes the ops on. The inner dispatcher
 * decides: price, policy, quarantine, and fallback on BUSY and DECLINED. */
#include <outboard/compare.h>
#include <outboard/dispatch.h>
#include <outboard/price.h>
#include <outboard/sched.h>

#include <string.h>

#include "engine/sched/state.h"
#include "port/lock.h"

_Static_assert(sizeof(struct ob_sched_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than sched's state");

enum phase { SUBMITTING, PENDING, DONE };

/* The maximum number of inner rows that one row of sched can stand for. */
#define ROWS_MAX 64

static struct ob_sched_slot *slot_of(const struct ob_session *s)
{
    return ((const struct ob_sched_state *)ob_state_const(s))->slot;
}

static struct ob_sched_slot *take_slot(struct ob_sched *sched)
{
    for (size_t i = 0; i < sched->n_slots; i++)
        if (ob_port_trylock(&sched->slots[i].lock))
            return &sched->slots[i];
    return NULL;
}

static void release_slot(struct ob_sched_slot *slot)
{
    ob_wipe(&slot->op, sizeof slot->op);
    ob_port_unlock(&slot->lock);
}

static int open_key(void *dev, struct ob_session *s)
{
    struct ob_sched *sched = (struct ob_sched *)dev;
    struct ob_sched_slot *slot = take_slot(sched);
    int r;

    if (!slot)
        return OB_E_BUSY;
    if (s->pk)
        r = ob_session_open_pk(&slot->session, sched->inner, s->alg, s->hash, s->pk);
    else
        r = ob_session_open(&slot->session, sched->inner, s->alg, s->key, s->key_len);
    if (r == OB_OK) {
        r = ob_session_require(&slot->session, s->flags);
        if (r != OB_OK)
            ob_session_close(&slot->session);
    }
    if (r != OB_OK) {
        release_slot(slot);
        return r == OB_E_ARG ? OB_E_DECLINED : r;
    }
    ((struct ob_sched_state *)ob_state(s))->slot = slot;
    return OB_OK;
}

/* The callback of the inner op. */
static void inner_done(struct ob_op *op)
{
    struct ob_sched_slot *slot = (struct ob_sched_slot *)op->user;

    slot->outer->out_len = op->out_len;
    if (__atomic_exchange_n(&slot->phase, DONE, __ATOMIC_ACQ_REL) == PENDING)
        ob_op_complete(slot->outer, op->status);
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_sched_slot *slot = slot_of(s);
    struct ob_op *inner = &slot->op;
    int r;

    (void)dev;
    slot->outer = op;
    slot->phase = SUBMITTING;
    memset(inner, 0, sizeof *inner);
    inner->flags = op->flags;
    inner->iv = op->iv;
    inner->iv_len = op->iv_len;
    inner->aad = op->aad;
    inner->aad_len = op->aad_len;
    inner->in = op->in;
    inner->in_len = op->in_len;
    inner->out = op->out;
    inner->out_size = op->out_size;
    inner->tag = op->tag;
    inner->tag_len = op->tag_len;
    inner->total_aad = op->total_aad;
    inner->total_in = op->total_in;
    inner->deadline_ns = op->deadline_ns;
    inner->done = inner_done;
    inner->user = slot;
    r = ob_submit(&slot->session, inner);
    if (r == OB_PENDING && __atomic_exchange_n(&slot->phase, PENDING, __ATOMIC_ACQ_REL) == DONE)
        r = inner->status; /* another thread's poll completed it meanwhile */
    return r;
}

static int poll_inner(void *dev)
{
    return ob_poll(((struct ob_sched *)dev)->inner);
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    struct ob_sched_slot *slot = take_slot((struct ob_sched *)dev);
    int r;

    ((struct ob_sched_state *)ob_state(dst))->slot = NULL;
    if (!slot)
        return OB_E_BUSY;
    r = ob_session_clone(&slot->session, &slot_of(src)->session);
    if (r != OB_OK)
        release_slot(slot);
    else
        ((struct ob_sched_state *)ob_state(dst))->slot = slot;
    return r;
}

static void close_key(void *dev, struct ob_session *s)
{
    struct ob_sched_slot *slot = slot_of(s);

    (void)dev;
    if (!slot)
        return;
    ob_session_close(&slot->session);
    release_slot(slot);
}

/* ---- table ---- */

/* The inner rows for one algorithm, curve, range of key bits and set of directions; one row of sched stands for them.
 * They are in the inner dispatcher's order, so rows of the same engine are neighbours. */
struct group {
    const struct ob_dispatcher *inner;
    unsigned n;
    struct {
        unsigned engine; /* index in the inner dispatcher */
        const struct ob_cap *cap;
        const struct ob_price *price;
    } row[ROWS_MAX];
};

/* The next inner row for this algorithm and curve, at or after row *at of engine *engine; NULL if there is none. */
static const struct ob_cap *next_row(const struct ob_dispatcher *inner, const struct ob_cap *like, unsigned *engine,
                                     unsigned *at)
{
    for (; *engine < inner->n_engines; (*engine)++, *at = 0) {
        const struct ob_engine_ops *ops = inner->engine[*engine]->ops;

        for (; !(ops->flags & OB_ENGINE_CALLER) && *at < ops->n_caps; (*at)++)
            if (ops->caps[*at].alg == like->alg && ops->caps[*at].curve == like->curve)
                return &ops->caps[(*at)++];
    }
    return NULL;
}

/* True if cap may serve all keys of like in this direction under the inner dispatcher's policy. */
static bool covers(const struct ob_dispatcher *inner, const struct ob_cap *cap, const struct ob_cap *like, uint8_t dir)
{
    return cap->bits_min <= like->bits_min && cap->bits_max >= like->bits_max &&
           ob_cap_serves(cap, inner->policy.session_flags, dir, 0);
}

/* The directions, including dir, that exactly the same inner rows serve. */
static uint8_t same_dirs(const struct ob_dispatcher *inner, const struct ob_cap *like, uint8_t dir)
{
    uint8_t dirs = OB_DIR_ENCRYPT | OB_DIR_DECRYPT | OB_DIR_GENERATE;
    unsigned engine = 0, at = 0;
    const struct ob_cap *cap;

    while ((cap = next_row(inner, like, &engine, &at)) != NULL)
        for (uint8_t other = OB_DIR_ENCRYPT; other <= OB_DIR_GENERATE; other = (uint8_t)(other << 1))
            if (covers(inner, cap, like, other) != covers(inner, cap, like, dir))
                dirs &= (uint8_t)~other;
    return dirs;
}

/* Fill g with the rows that take like's keys in direction dir. False if there are none, or more than ROWS_MAX. */
static bool find_group(struct group *g, const struct ob_dispatcher *inner, const struct ob_cap *like, uint8_t dir)
{
    unsigned engine = 0, at = 0;
    const struct ob_cap *cap;

    g->inner = inner;
    g->n = 0;
    while ((cap = next_row(inner, like, &engine, &at)) != NULL) {
        const struct ob_price *const *prices = __atomic_load_n(&inner->engine[engine]->prices, OB_PORT_ADDRESS);

        if (!covers(inner, cap, like, dir))
            continue;
        if (g->n == ROWS_MAX)
            return false;
        g->row[g->n].engine = engine;
        g->row[g->n].cap = cap;
        g->row[g->n++].price = prices ? prices[at - 1] : cap->price;
    }
    return g->n > 0; /* like is one of them: the analyser must see it */
}

/* The row that the inner dispatcher chooses for a first op of len bytes on a new session; -1 if no row takes such a
 * length. */
static int choose(const struct group *g, uint64_t len)
{
    struct ob_comparison engines = OB_COMPARISON_NONE;
    uint8_t objective = g->inner->policy.objective;

    for (unsigned i = 0, next; i < g->n; i = next) {
        struct ob_comparison rows = OB_COMPARISON_NONE;

        for (next = i; next < g->n && g->row[next].engine == g->row[i].engine; next++)
            if (g->row[next].cap->len_max == 0 || len <= g->row[next].cap->len_max)
                (void)ob_compare(&rows, (int)next, ob_price_cost(g->row[next].price, objective, len, false), 0, 0);
        if (rows.best >= 0)
            (void)ob_compare(&engines, rows.best, rows.run, ob_price_segment(g->row[rows.best].price, len)->open, 0);
    }
    return engines.best;
}

/* The end of the range from len on in which the order of the rows by price stays the same, no price changes its segment
 * and no row reaches its len_max. */
static uint32_t end_of_range(const struct group *g, uint32_t len)
{
    uint64_t end = OB_UPTO_ANY;

    for (unsigned i = 0; i < g->n; i++) {
        uint32_t upto = ob_price_segment(g->row[i].price, len)->upto, len_max = g->row[i].cap->len_max;

        end = upto < end ? upto : end;
        if (len_max && len <= len_max && len_max < end)
            end = len_max;
        for (unsigned k = 0; k < g->n; k++) {
            const struct ob_price_pair pair = {g->row[i].price, g->row[k].price, 1, g->inner->policy.objective,
                                               g->row[i].engine != g->row[k].engine};
            uint64_t change = i == k ? UINT64_MAX : ob_price_change(&pair, len, end);

            end = change <= end ? change - 1 : end;
        }
    }
    return (uint32_t)end;
}

/* Make the price of g: at each length the price of the row that the inner dispatcher chooses. False if there is no
 * room. */
static bool make_price(struct ob_sched *sched, const struct group *g, const struct ob_price **price)
{
    struct ob_price *first = sched->segments + sched->segments_used, *last = NULL;
    uint64_t len = 0;
    int served_by = -1;

    *price = g->row[0].price;
    if (g->n == 1)
        return true;
    while (len <= OB_UPTO_ANY) {
        uint32_t end = end_of_range(g, (uint32_t)len);
        int row = choose(g, len);
        const struct ob_price *of;

        if (row < 0) /* too long for all rows: the last price stays, and the len_max of the row of sched ends it */
            break;
        of = ob_price_segment(g->row[row].price, len);
        if (last && row == served_by && of->open == last->open && of->setup == last->setup &&
            of->per_kib == last->per_kib && of->cpu_setup == last->cpu_setup && of->cpu_per_kib == last->cpu_per_kib) {
            last->upto = end;
        } else {
            if (sched->segments_used == sched->n_segments)
                return false;
            last = &sched->segments[sched->segments_used++];
            *last = *of;
            last->upto = end;
        }
        served_by = row;
        len = (uint64_t)end + 1;
    }
    if (last) /* always: every row serves length 0 */
        last->upto = OB_UPTO_ANY;
    *price = first;
    return true;
}

static bool is_there(const struct ob_sched *sched, size_t n, const struct ob_cap *like, uint8_t dir)
{
    for (size_t i = 0; i < n; i++) {
        const struct ob_cap *cap = &sched->caps[i];

        if (cap->alg == like->alg && cap->curve == like->curve && cap->bits_min == like->bits_min &&
            cap->bits_max == like->bits_max && cap->dirs & dir)
            return true;
    }
    return false;
}

/* Add a row for g, with the key range of like, in the order of algorithms. False if there is no room for the row or its
 * price. */
static bool add_row(struct ob_sched *sched, size_t *n, const struct group *g, const struct ob_cap *like, uint8_t dirs)
{
    struct ob_cap row = *like;
    size_t at;

    row.dirs = dirs;
    row.flags &= (uint16_t) ~(unsigned)OB_CAP_MID; /* the inner session holds the stream's state */
    for (unsigned i = 0; i < g->n; i++) {
        const struct ob_cap *cap = g->row[i].cap;

        row.flags &= cap->flags;
        row.mode = cap->mode < row.mode ? cap->mode : row.mode;
        row.len_max = row.len_max && cap->len_max ? (row.len_max > cap->len_max ? row.len_max : cap->len_max) : 0;
    }
    if (*n == sched->n_caps || !make_price(sched, g, &row.price))
        return false;
    for (at = (*n)++; at > 0 && sched->caps[at - 1].alg > row.alg; at--)
        sched->caps[at] = sched->caps[at - 1];
    sched->caps[at] = row;
    return true;
}

/* Add the missing rows for the algorithm, curve and key range of like. */
static bool add_rows(struct ob_sched *sched, size_t *n, const struct ob_cap *like)
{
    for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_GENERATE; dir = (uint8_t)(dir << 1)) {
        struct group g;

        if (!covers(sched->inner, like, like, dir) || is_there(sched, *n, like, dir))
            continue;
        if (!find_group(&g, sched->inner, like, dir))
            return false;
        if (!add_row(sched, n, &g, like, same_dirs(sched->inner, like, dir)))
            return false;
    }
    return true;
}

int ob_sched_init(struct ob_sched *sched)
{
    size_t n = 0;

    sched->segments_used = 0;
    for (unsigned i = 0; i < sched->inner->n_engines; i++) {
        const struct ob_engine_ops *ops = sched->inner->engine[i]->ops;

        for (unsigned r = 0; !(ops->flags & OB_ENGINE_CALLER) && r < ops->n_caps; r++)
            if (!add_rows(sched, &n, &ops->caps[r]))
                return OB_E_ARG;
    }
    if (n == 0 || n >= OB_ROW_NONE)
        return OB_E_ARG;
    sched->ops = (struct ob_engine_ops){
        .name = "sched",
        .caps = sched->caps,
        .n_caps = (uint16_t)n,
        .state_size = sizeof(struct ob_sched_state),
        .flags = OB_ENGINE_REENTRANT | OB_ENGINE_OWNS,
        .open = open_key,
        .submit = submit,
        .poll = poll_inner,
        .clone = clone,
        .close = close_key,
    };
    sched->engine.ops = &sched->ops;
    sched->engine.dev = sched;
    return OB_OK;
}
