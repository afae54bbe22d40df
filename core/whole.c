/* SPDX-License-Identifier: Apache-2.0 */
/* Whole messages: the calls that take one, the short path to the engine, and the kept choices (shortcuts) that it
 * needs. A message that no shortcut fits, or that an engine does not finish well, becomes an op (dispatch.c). See
 * docs/decisions/whole-messages.md. */
#include "core.h"

/* Once all shortcuts are in use, every LEARN_EVERY-th message that fits none of them replaces one. */
#define LEARN_EVERY 8
#define INDEX_BITS  3 /* the low bits of ob_session.next_shortcut: an index */
_Static_assert(OB_SHORTCUTS <= 1 << INDEX_BITS && (LEARN_EVERY + 1) << INDEX_BITS <= 256, "next_shortcut has 8 bits");

/* True if shortcut k is valid for w, and w passes check.h: w has the shape of k and a length in its range, the session
 * has no stream, and the buffers do not overlap. False may also mean that only the slow path can decide. For speed all
 * loads come first and are combined before one branch. */
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
    if (__builtin_expect(away + len - 1 >= 2 * len - 1 && w->out, 1)) /* the buffers are at least len bytes apart */
        return true;
    return !k->has_out || !away;
}

/* Copies field by field: the fields were just written one by one, and a wider load would have to wait for these
 * stores. */
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

/* The short path of an engine without the verb whole that completes each op in submit: an op, without the checks that
 * the shortcut answers. OB_E_DECLINED: the ordinary path must find the error. */
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
        return OB_E_STATE; /* an answer that the contract does not allow, as these are */
    return r;
}

/* Exclude lengths that a standard does not allow: XTS data units shorter than a block (IEEE 1619, section 5.1), and CCM
 * messages too long for the length field of 15 - iv_len bytes (SP 800-38C, appendix A). */
static void stay_within_limits(struct ob_shortcut *k, uint8_t alg, const struct ob_whole *w, uint32_t upto)
{
    uint32_t least = alg == OB_AES_XTS ? 16 : 0;
    size_t iv_len = OB_WHOLE_IV_LEN(w);

    if (alg == OB_AES_CCM && iv_len == 13 && upto > UINT16_MAX)
        upto = UINT16_MAX; /* the field of a shorter IV holds more than OB_WHOLE_MAX */
    if (k->from < least)
        k->from = least;
    k->span = upto - k->from;
}

/* Keep the choice that has just served w, if the chooser's answer is a lasting one and the engine has a short path. */
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
        return; /* an op may be pending on it, which the short path does not check */
    if (e->ops->whole) {
        if (!obi_acquire(e))
            return;
        ops = e->ops->whole(e->dev, s, w);
        obi_release(e);
    }
    if (!ops && e->ops->poll)
        return; /* only an op can be pending */
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

/* Serve w as an op, without the short path. */
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

/* The engine has answered r, which is not OB_OK. */
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

/* Serve w on an engine that completes each op in submit. This is a function of its own to keep the path of engines with
 * a device short. */
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

/* Serve w by shortcut k. Each value is loaded some instructions before its test, because a core waits for a load. */
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
        obi_count(k->engine, OBI_OPS, w->in_len); /* count while the device works */
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

#if OB_WITH_CIPHER || OB_WITH_AEAD
int ob_crypt(struct ob_session *s, uint32_t flags, uint8_t *out, size_t out_size, const uint8_t *iv, size_t iv_len,
             const uint8_t *aad, size_t aad_len, const uint8_t *in, size_t in_len, uint8_t *tag, size_t tag_len)
{
    if (aad_len == 0 && (iv_len >> 16 | tag_len >> 8) == 0) {
        const struct ob_whole w = {OB_WHOLE_SHAPE(flags, iv_len, tag_len), iv, NULL, 0, in, in_len, out, tag};

        if (out_size < in_len && s->alg >= OB_AES_ECB && s->stream == OB_STREAM_IDLE)
            return OB_E_ARG;
        return ob_whole(s, &w);
    }
    struct ob_op op;

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    obi_op_begin(&op, OB_FIRST | OB_LAST | OB_AAD | flags);
    op.iv = iv;
    op.iv_len = iv_len;
    op.aad = aad;
    op.aad_len = aad_len;
    op.in = in;
    op.in_len = in_len;
    op.out = out;
    op.out_size = out_size;
    op.tag = tag;
    op.tag_len = tag_len;
    return ob_run(s, &op);
}
#endif
