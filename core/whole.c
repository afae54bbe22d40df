/* SPDX-License-Identifier: Apache-2.0 */
/* Whole messages: the short path from the caller to the engine, where an earlier choice still holds, and how such a
 * choice is kept. Whatever is unusual goes by an op (dispatch.c). docs/decisions/whole-messages.md */
#include "core.h"

/* A session with more kinds of messages than shortcuts learns anew with every so many messages that find none. */
#define LEARN_EVERY 8
#define INDEX_BITS  3 /* of ob_session.next_shortcut */
_Static_assert(OB_SHORTCUTS <= 1 << INDEX_BITS && (LEARN_EVERY + 1) << INDEX_BITS <= 256, "next_shortcut has 8 bits");

/* True if w passes check.c, as far as can be seen without looking for long: it is as the message for which k was kept,
 * which did, and what may differ between the two is usual. Loads first, one decision: cores stall and branches cost. */
static inline bool fits(const struct ob_session *s, const struct ob_shortcut *k, const struct ob_whole *w)
{
    const struct ob_dispatcher *d = s->dispatcher;
    size_t len = w->in_len, from = k->from, span = k->span;
    uintptr_t in = (uintptr_t)w->in, away = (uintptr_t)w->out - in;
    uintptr_t odd = (k->epoch ^ d->epoch) | (k->shape ^ w->shape) | (len & k->part) | w->aad_len |
                    (uint32_t)(k->objective ^ d->policy.objective) | s->stream;

#if OB_TRACE
    odd |= (uintptr_t)d->trace;
#endif
    if (odd || len - from > span || !in)
        return false;
    return !k->has_out || !away || (away + len - 1 >= 2 * len - 1 && w->out); /* at least len bytes apart */
}

static struct ob_op op_of(const struct ob_whole *w)
{
    struct ob_op op = {.flags = OB_WHOLE_FLAGS(w) | OB_FIRST | OB_LAST | OB_AAD,
                       .status = OB_PENDING,
                       .iv = w->iv,
                       .iv_len = OB_WHOLE_IV_LEN(w),
                       .aad = w->aad,
                       .aad_len = w->aad_len,
                       .in = w->in,
                       .in_len = w->in_len,
                       .out = w->out,
                       .out_size = w->in_len,
                       .tag = w->tag,
                       .tag_len = OB_WHOLE_TAG_LEN(w)};

    return op;
}

/* Keep the choice that has just served w well, if it is a lasting one and the engine has a short path. */
static void learn(struct ob_session *s, const struct ob_whole *w)
{
    struct ob_dispatcher *d = s->dispatcher;
    struct ob_engine *e = d->engine[s->last_engine];
    struct ob_shortcut *k = &s->shortcut[s->next_shortcut & ((1 << INDEX_BITS) - 1)];
    const struct ob_whole_ops *ops;
    unsigned index = (unsigned)(k - s->shortcut);
    uint32_t upto;

    if (s->last_epoch != d->epoch || s->last_len != w->in_len || w->in_len >= OB_WHOLE_MAX || !e->ops->whole ||
        s->owner[s->slot] != s->last_engine + 1 || s->row != s->last_row)
        return;
    if (k->epoch == d->epoch) {
        s->next_shortcut = (uint8_t)(s->next_shortcut + (1u << INDEX_BITS));
        if (s->next_shortcut >> INDEX_BITS < LEARN_EVERY)
            return;
    }
    ops = w->aad_len ? NULL : e->ops->whole(e->dev, s, w);
    if (!ops)
        return;
    obi_range(s, obi_direction(s, OB_WHOLE_FLAGS(w)), (uint32_t)w->in_len, &k->from, &upto);
    k->span = upto - k->from;
    k->part = obi_part_of_unit(s->alg);
    k->shape = w->shape;
    k->has_out = s->alg >= OB_AES_ECB;
    k->engine = e;
    k->dev = e->dev;
    k->lock = e->ops->flags & OB_ENGINE_REENTRANT ? NULL : &e->lock;
    k->ops = ops;
    k->slot = s->slot;
    k->row = s->row;
    k->objective = d->policy.objective;
    k->epoch = d->epoch;
    s->next_shortcut = (uint8_t)((index + 1) % OB_SHORTCUTS);
}

/* By an op, as if there were no short path. */
static __attribute__((noinline)) int by_op(struct ob_session *s, const struct ob_whole *w)
{
    struct ob_op op = op_of(w);
    int r;

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    r = ob_run(s, &op);
    if (r == OB_OK)
        learn(s, w);
    return r;
}

/* The engine has answered with r, which is not OB_OK. */
static __attribute__((noinline)) int otherwise(struct ob_session *s, const struct ob_shortcut *k,
                                               const struct ob_whole *w, int r)
{
    struct ob_op op;

    if (r == OB_E_DECLINED || r == OB_E_BUSY)
        return by_op(s, w);
    op = op_of(w);
    op.engine = k->engine->index;
    op.row = k->row;
    return obi_conclude_whole(s, &op, r);
}

static inline __attribute__((always_inline)) int take(struct ob_session *s, const struct ob_shortcut *k,
                                                      const struct ob_whole *w)
{
    struct ob_engine *e = k->engine;
    int r;

    if (k->lock && !ob_port_trylock(k->lock))
        return by_op(s, w);
    s->slot = k->slot;
    s->row = k->row;
    r = k->ops->begin(k->dev, s, w);
    if (r == OB_PENDING) {
        obi_count(e, OBI_OPS, w->in_len); /* while the device works */
        r = k->ops->end(k->dev, s, w);
        if (r != OB_OK)
            obi_count(e, OBI_OPS_TAKEN_BACK, w->in_len);
    } else if (r == OB_OK) {
        obi_count(e, OBI_OPS, w->in_len);
    }
    if (k->lock)
        ob_port_unlock(k->lock);
    (void)e; /* without statistics */
    return r == OB_OK ? r : otherwise(s, k, w, r);
}

int ob_whole(struct ob_session *s, const struct ob_whole *w)
{
    if (s->dispatcher)
        for (const struct ob_shortcut *k = s->shortcut; k < s->shortcut + OB_SHORTCUTS; k++)
            if (fits(s, k, w))
                return take(s, k, w);
    return by_op(s, w);
}
