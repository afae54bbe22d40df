/* SPDX-License-Identifier: Apache-2.0 */
/* Whole messages: the short path from the caller to the engine, and how the choice that it needs is kept. A message for
 * which no kept choice holds, or that an engine does not finish well, becomes an op (dispatch.c).
 * docs/decisions/whole-messages.md */
#include "core.h"

/* If all shortcuts are in use, a session replaces one with every LEARN_EVERY-th message that finds none. */
#define LEARN_EVERY 8
#define INDEX_BITS  3 /* of ob_session.next_shortcut */
_Static_assert(OB_SHORTCUTS <= 1 << INDEX_BITS && (LEARN_EVERY + 1) << INDEX_BITS <= 256, "next_shortcut has 8 bits");

/* True if w passes check.h and k holds for it: w has the shape and a length of the messages for which k was kept, its
 * session has no stream, and its buffers do not overlap. False may also mean that only the slow path can tell. Loads
 * come first and are decided upon at once: a core waits for a load, and a branch costs time. */
static inline bool fits(const struct ob_session *s, const struct ob_shortcut *k, const struct ob_whole *w)
{
    const struct ob_dispatcher *d = s->dispatcher;
    size_t len = w->in_len, from = k->from, span = k->span;
    uintptr_t in = (uintptr_t)w->in, away = (uintptr_t)w->out - in;
    uintptr_t differs = (k->epoch ^ obi_epoch(d)) | (k->shape ^ w->shape) | (len & k->part) | w->aad_len |
                        (uint32_t)(k->objective ^ d->policy.objective) | s->stream;

#if OB_TRACE
    differs |= (uintptr_t)d->trace;
#endif
    if (__builtin_expect(differs || len - from > span || !in, 0))
        return false;
    if (__builtin_expect(away + len - 1 >= 2 * len - 1 && w->out, 1)) /* at least len bytes apart */
        return true;
    return !k->has_out || !away;
}

/* Field by field: a copy in wide words would wait for the narrow ones that have just been written. */
static inline void op_begin(struct ob_op *op, const struct ob_whole *w)
{
    obi_op_begin(op, OB_WHOLE_FLAGS(w) | OB_FIRST | OB_LAST | OB_AAD);
    op->iv = w->iv;
    op->iv_len = OB_WHOLE_IV_LEN(w);
    op->aad = w->aad;
    op->aad_len = w->aad_len;
    op->in = w->in;
    op->in_len = w->in_len;
    op->out = w->out;
    op->out_size = w->in_len;
    op->tag = w->tag;
    op->tag_len = OB_WHOLE_TAG_LEN(w);
}

/* The short path of an engine that has none of its own and answers at once: an op, without asking again what w's kind
 * has answered. OB_E_DECLINED leaves it to the ordinary path to say what is wrong. */
static inline int submit(struct ob_session *s, const struct ob_engine *e, const struct ob_whole *w)
{
    struct ob_op op;
    size_t out_len;
    int r;

    op_begin(&op, w);
    if ((op.iv_len && !op.iv) || (op.tag_len && !op.tag))
        return OB_E_DECLINED;
    op.session = s;
    op.engine = e->index;
    op.row = s->row;
    op.out_len = out_len = obi_expected_len(s, &op);
    obi_begin_stream(s, &op);
    r = e->ops->submit(e->dev, s, &op);
    s->stream = OB_STREAM_IDLE;
    if (r == OB_PENDING || (r == OB_OK && op.out_len != out_len))
        return OB_E_IO;
    return r;
}

/* Leave out of the range what a standard does not allow: XTS units without a whole block (IEEE 1619, section 5.1), and
 * CCM messages that its length field of 15 - iv_len bytes can't say (SP 800-38C, appendix A). */
static void stay_within_limits(struct ob_shortcut *k, uint8_t alg, const struct ob_whole *w, uint32_t upto)
{
    uint32_t least = alg == OB_AES_XTS ? 16 : 0;
    size_t iv_len = OB_WHOLE_IV_LEN(w);

    if (alg == OB_AES_CCM && iv_len == 13 && upto > UINT16_MAX)
        upto = UINT16_MAX; /* with shorter IVs it says OB_WHOLE_MAX and more */
    if (k->from < least)
        k->from = least;
    k->span = upto - k->from;
}

/* Keep the choice that has just served w well, if it is a lasting one and there is a short path to the engine. */
static void learn(struct ob_session *s, const struct ob_whole *w)
{
    struct ob_dispatcher *d = s->dispatcher;
    struct ob_engine *e = d->engine[s->last_engine];
    struct ob_shortcut *k = &s->shortcut[s->next_shortcut & ((1 << INDEX_BITS) - 1)];
    const struct ob_whole_ops *ops = NULL;
    unsigned index = (unsigned)(k - s->shortcut);
    uint32_t upto;

    if (s->last_epoch != obi_epoch(d) || s->last_len != w->in_len || w->in_len >= OB_WHOLE_MAX || w->aad_len ||
        s->owner[s->slot] != s->last_engine + 1 || s->row != s->last_row)
        return;
    if (k->epoch == obi_epoch(d)) {
        s->next_shortcut = (uint8_t)(s->next_shortcut + (1u << INDEX_BITS));
        if (s->next_shortcut >> INDEX_BITS < LEARN_EVERY)
            return;
    }
    if (e->ops->poll && !(e->ops->flags & OB_ENGINE_REENTRANT))
        return; /* it may have an op pending, which the short path would not see */
    if (e->ops->whole) {
        if (!obi_acquire(e))
            return;
        ops = e->ops->whole(e->dev, s, w);
        obi_release(e);
    }
    if (!ops && e->ops->poll)
        return; /* what is pending is an op */
    obi_range(s, obi_direction(s, OB_WHOLE_FLAGS(w)), (uint32_t)w->in_len, &k->from, &upto);
    stay_within_limits(k, s->alg, w, upto);
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
    k->epoch = s->last_epoch;
    s->next_shortcut = (uint8_t)((index + 1) % OB_SHORTCUTS);
}

/* By an op, as if there were no short path. */
static __attribute__((noinline)) int by_op(struct ob_session *s, const struct ob_whole *w)
{
    struct ob_op op;
    int r;

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    op_begin(&op, w);
    r = ob_run(s, &op);
    if (r == OB_OK)
        learn(s, w);
    return r;
}

/* The engine has answered with r, which is not OB_OK. */
static __attribute__((noinline)) int finish_badly(struct ob_session *s, const struct ob_shortcut *k,
                                                  const struct ob_whole *w, int r)
{
    struct ob_op op;

    if (r == OB_E_DECLINED || r == OB_E_BUSY)
        return by_op(s, w);
    op_begin(&op, w);
    op.engine = k->engine->index;
    op.row = k->row;
    return obi_finish_whole(s, &op, r);
}

/* The engine of k answers at once. A function of its own: those with a device count cycles. */
static __attribute__((noinline)) int take_prompt(struct ob_session *s, const struct ob_shortcut *k,
                                                 const struct ob_whole *w)
{
    struct ob_engine *e = k->engine;
    int r;

    if (k->lock && !ob_port_trylock(k->lock))
        return by_op(s, w);
    s->slot = k->slot;
    s->row = k->row;
    r = submit(s, e, w);
    if (r == OB_OK)
        obi_count(e, OBI_OPS, w->in_len);
    if (k->lock)
        ob_port_unlock(k->lock);
    return r == OB_OK ? r : finish_badly(s, k, w, r);
}

/* What is tested is loaded a little earlier, for a core waits for a load that it needs at once. */
static inline __attribute__((always_inline)) int take(struct ob_session *s, const struct ob_shortcut *k,
                                                      const struct ob_whole *w)
{
    const struct ob_whole_ops *ops = k->ops;
    uint32_t *lock = k->lock;
    int r;

    if (__builtin_expect(!ops, 0))
        return take_prompt(s, k, w);
    if (__builtin_expect(lock != NULL, 1) && !ob_port_trylock(lock))
        return by_op(s, w);
    s->slot = k->slot;
    s->row = k->row;
    r = ops->begin(k->dev, s, w);
    if (__builtin_expect(r == OB_PENDING, 1)) {
        obi_count(k->engine, OBI_OPS, w->in_len); /* while the device works */
        r = k->ops->end(k->dev, s, w);
        lock = k->lock;
        if (r != OB_OK)
            obi_count(k->engine, OBI_OPS_TAKEN_BACK, w->in_len);
    } else {
        lock = k->lock;
        if (r == OB_OK)
            obi_count(k->engine, OBI_OPS, w->in_len);
    }
    if (__builtin_expect(lock != NULL, 1))
        ob_port_unlock(lock);
    return __builtin_expect(r == OB_OK, 1) ? r : finish_badly(s, k, w, r);
}

int ob_whole(struct ob_session *s, const struct ob_whole *w)
{
    const struct ob_shortcut *k = s->shortcut;

    if (!s->dispatcher)
        return by_op(s, w);
    if (__builtin_expect(!fits(s, k, w), 0)) {
        do
            if (++k == s->shortcut + OB_SHORTCUTS)
                return by_op(s, w);
        while (!fits(s, k, w));
    }
    return take(s, k, w);
}
