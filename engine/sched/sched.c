/* SPDX-License-Identifier: Apache-2.0 */
/* Engine sched: each session opens one on the inner dispatcher and passes its ops on. Price, failover on BUSY, DECLINED
 * and quarantine, and policy are the inner dispatcher's. */
#include <outboard/dispatch.h>
#include <outboard/price.h>
#include <outboard/sched.h>

#include <string.h>

#include "engine/sched/state.h"
#include "port/lock.h"

_Static_assert(sizeof(struct ob_sched_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than sched's state");

enum phase { SUBMITTING, PENDING, DONE };

/* The length at which the prices of rows that become one are compared. */
#define TYPICAL_LEN 4096

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

static void give_slot(struct ob_sched_slot *slot)
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
    if (r == OB_OK)
        r = ob_session_require(&slot->session, (unsigned)(s->flags | sched->inner->policy.session_flags));
    if (r != OB_OK) {
        give_slot(slot);
        return r == OB_E_ARG ? OB_E_DECLINED : r;
    }
    ((struct ob_sched_state *)ob_state(s))->slot = slot;
    return OB_OK;
}

/* The inner op is complete. */
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
        r = inner->status; /* another thread's poll was faster */
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
        give_slot(slot);
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
    give_slot(slot);
}

/* ---- table ---- */

static bool same_row(const struct ob_cap *a, const struct ob_cap *b)
{
    return a->alg == b->alg && a->curve == b->curve && a->bits_min == b->bits_min && a->bits_max == b->bits_max &&
           a->dirs == b->dirs;
}

static void merge(struct ob_cap *into, const struct ob_cap *row, const struct ob_price *price)
{
    into->flags &= row->flags;
    into->len_max = into->len_max && row->len_max ? (into->len_max > row->len_max ? into->len_max : row->len_max) : 0;
    if (ob_price_cost(price, OB_LATENCY, TYPICAL_LEN, true) <
        ob_price_cost(into->price, OB_LATENCY, TYPICAL_LEN, true)) {
        into->price = price;
        into->mode = row->mode;
    }
}

int ob_sched_init(struct ob_sched *sched)
{
    size_t n = 0;

    for (unsigned i = 0; i < sched->inner->n_engines; i++) {
        const struct ob_engine *e = sched->inner->engine[i];

        for (unsigned r = 0; r < e->ops->n_caps; r++) {
            const struct ob_cap *row = &e->ops->caps[r];
            const struct ob_price *price = e->prices ? e->prices[r] : row->price;
            size_t at = 0;

            while (at < n && !same_row(&sched->caps[at], row))
                at++;
            if (at < n) {
                merge(&sched->caps[at], row, price);
                continue;
            }
            if (n == sched->n_caps)
                return OB_E_ARG;
            for (at = n++; at > 0 && sched->caps[at - 1].alg > row->alg; at--)
                sched->caps[at] = sched->caps[at - 1];
            sched->caps[at] = *row;
            sched->caps[at].flags &= (uint16_t) ~(unsigned)OB_CAP_MID; /* the stream's state is the inner session's */
            sched->caps[at].price = price;
        }
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
