/* SPDX-License-Identifier: Apache-2.0 */
/* One symmetric vector as a stream of ops, with every output compared and every other byte seen to be untouched. */
#include <string.h>

#include "test/conformance/internal.h"

/* Room beyond the output that nothing may write. */
#define BEYOND 24

static size_t block_unit(uint8_t alg)
{
    switch (alg) {
    case OB_AES_ECB:
    case OB_AES_CBC:
    case OB_AES_XTS:
    case OB_DES_ECB:
    case OB_DES_CBC:
    case OB_DES3_ECB:
    case OB_DES3_CBC:
    case OB_SM4_ECB:
    case OB_SM4_CBC:
        return ob_alg_block(alg);
    default:
        return 1;
    }
}

static bool encrypts(const struct vector *v, uint32_t flags)
{
    return flags & OB_ENCRYPT && (v->kind == VECTOR_CIPHER || v->kind == VECTOR_AEAD);
}

static struct ob_bytes input_of(const struct vector *v, uint32_t flags)
{
    if ((v->kind == VECTOR_CIPHER || v->kind == VECTOR_AEAD) && !encrypts(v, flags))
        return v->field[FIELD_OUT];
    return v->field[FIELD_IN];
}

struct cut_shape stream_shape(const struct vector *v, uint32_t flags)
{
    struct cut_shape shape = {v->field[FIELD_AAD].len, input_of(v, flags).len, block_unit(v->alg),
                              v->alg == OB_AES_XTS};

    return shape;
}

bool stream_open(struct suite *t, const struct vector *v, struct ob_session *s, uint32_t flags, int engine)
{
    struct ob_bytes key = v->field[FIELD_KEY];
    bool opens = OB_ALG_CLASS(v->alg) == OB_CLASS_AEAD && !(flags & OB_ENCRYPT);
    int r = ob_session_open(s, t->dispatcher, v->alg, key.data, key.len);

    if (r != OB_OK)
        return suite_fail(t, "the key is refused", r);
    if (engine == THIS_ENGINE)
        r = ob_session_pin(s, t->engine);
    if (r == OB_OK)
        r = ob_session_require(s, OB_SESSION_NO_RETRY | (opens ? OB_SESSION_UNVERIFIED : 0u));
    if (r != OB_OK) {
        ob_session_close(s);
        return suite_fail(t, "the session cannot be pinned", r);
    }
    return true;
}

bool stream_init(struct stream *st, struct suite *t, const struct vector *v, struct ob_session *s, uint32_t flags,
                 enum stream_form form, unsigned shift)
{
    struct arena *a = &t->arena;
    bool has_out = v->kind == VECTOR_CIPHER || v->kind == VECTOR_AEAD || v->kind == VECTOR_OPEN;
    bool reads_tag = flags & OB_VERIFY || ((v->kind == VECTOR_AEAD || v->kind == VECTOR_OPEN) && !encrypts(v, flags));
    size_t tag_len = v->field[FIELD_TAG].len;

    memset(st, 0, sizeof *st);
    st->t = t;
    st->v = v;
    st->s = s;
    st->flags = flags;
    st->in_place = form == FORM_IN_PLACE && has_out;
    st->want_in = input_of(v, flags);
    if (has_out && v->kind != VECTOR_OPEN)
        st->want_out = encrypts(v, flags) ? v->field[FIELD_OUT] : v->field[FIELD_IN];
    st->want_tag = v->field[FIELD_TAG];
    st->want_aad = v->field[FIELD_AAD];
    st->cut.shape = stream_shape(v, flags);
    st->cut.dice = dice_of(suite_roll(t, UINT32_MAX));
    if (!arena_copy(a, &st->iv, v->field[FIELD_IV].data, v->field[FIELD_IV].len, 0, shift) ||
        !arena_copy(a, &st->aad, st->want_aad.data, st->want_aad.len, 0, shift) ||
        !arena_copy(a, &st->in, st->want_in.data, st->want_in.len, st->in_place ? BEYOND : 0, shift) ||
        !arena_copy(a, &st->tag, st->want_tag.data, reads_tag ? tag_len : 0, reads_tag ? 0 : tag_len, shift)) {
        t->too_long++;
        return false;
    }
    st->out = st->in;
    if (has_out && !st->in_place && !arena_take(a, &st->out, st->want_in.len + BEYOND, shift)) {
        t->too_long++;
        return false;
    }
    return true;
}

void stream_again(struct stream *st)
{
    st->at = 0;
    st->begun = false;
    st->done = 0;
    st->cut.parts = 0;
    if (st->in_place) {
        region_reset(&st->in);
        memcpy(st->in.p, st->want_in.data, st->want_in.len);
    } else if (st->want_out.data) {
        region_reset(&st->out);
    }
    if (!(st->flags & OB_VERIFY) && !(st->want_out.data && !encrypts(st->v, st->flags)))
        region_reset(&st->tag);
}

bool stream_copy(struct stream *copy, const struct stream *st, struct ob_session *s)
{
    struct arena *a = &st->t->arena;

    *copy = *st;
    copy->s = s;
    copy->done = 0;
    if (!arena_copy(a, &copy->tag, st->tag.p, st->tag.len, 0, 0) ||
        !arena_copy(a, &copy->in, st->in.p, st->in.len, 0, 0) ||
        !arena_copy(a, &copy->aad, st->aad.p, st->aad.len, 0, 0))
        return false;
    if (st->in_place) { /* what lies beyond keeps the pattern of its new place */
        region_reset(&copy->in);
        memcpy(copy->in.p, st->in.p, st->want_in.len);
    }
    if (!(st->flags & OB_VERIFY) && !(st->want_out.data && !encrypts(st->v, st->flags)))
        region_reset(&copy->tag);
    copy->out = copy->in;
    if (st->want_out.data && !st->in_place) {
        size_t done = st->at > st->want_aad.len ? st->at - st->want_aad.len : 0;

        if (!arena_take(a, &copy->out, st->out.len, 0))
            return false;
        memcpy(copy->out.p, st->out.p, done);
    }
    return true;
}

static void done(struct ob_op *op)
{
    ++*(unsigned *)op->user;
}

/* Build the op from the stream's position on: its last one if the result is true. */
static bool build(struct stream *st, struct ob_op *op, size_t *next)
{
    size_t aad_len = st->want_aad.len, aad_end, in_at, in_end;
    bool last;

    *next = cut_next(&st->cut, st->at, &last);
    aad_end = *next < aad_len ? *next : aad_len;
    in_at = st->at > aad_len ? st->at - aad_len : 0;
    in_end = *next > aad_len ? *next - aad_len : 0;
    memset(op, 0, sizeof *op);
    op->flags = st->flags;
    if (st->flags & OB_VERIFY && !last && dice_roll(&st->cut.dice, 2))
        op->flags &= ~(uint32_t)OB_VERIFY; /* only the last op has to say so */
    op->done = done;
    op->user = &st->done;
    if (!st->begun) {
        op->flags |= OB_FIRST;
        op->iv = st->iv.p;
        op->iv_len = st->iv.len;
        if (st->v->alg == OB_AES_CCM || dice_roll(&st->cut.dice, 2)) {
            op->total_aad = aad_len;
            op->total_in = st->want_in.len;
        }
        if (st->v->alg == OB_AES_CCM)
            op->tag_len = st->want_tag.len;
    }
    if (aad_end > st->at || (st->want_aad.data && in_at == 0 && dice_roll(&st->cut.dice, 4) == 0)) {
        op->flags |= OB_AAD;
        op->aad = aad_end > st->at ? st->aad.p + st->at : NULL;
        op->aad_len = aad_end > st->at ? aad_end - st->at : 0;
    }
    op->in_len = in_end - in_at;
    op->in = op->in_len || dice_roll(&st->cut.dice, 2) ? st->in.p + in_at : NULL;
    if (st->want_out.data || st->in_place || st->v->kind == VECTOR_OPEN) {
        op->out = op->in_len || op->in ? st->out.p + in_at : NULL;
        op->out_size = op->out ? st->out.len - in_at : 0;
    }
    if (last) {
        op->flags |= OB_LAST;
        op->tag = st->tag.p;
        op->tag_len = st->tag.len;
    }
    return last;
}

/* What every op must leave behind. */
static bool check(struct stream *st, const struct ob_op *op, size_t next, bool last)
{
    struct suite *t = st->t;
    size_t aad_len = st->want_aad.len;
    size_t in_at = st->at > aad_len ? st->at - aad_len : 0, in_end = next > aad_len ? next - aad_len : 0;
    bool reads_tag = st->flags & OB_VERIFY || (st->want_out.data && !encrypts(st->v, st->flags));

    if (st->want_out.data) {
        if (op->out_len != op->in_len)
            return suite_fail(t, "out_len is not in_len", (int)op->out_len);
        if (in_end > in_at && memcmp(st->out.p + in_at, st->want_out.data + in_at, in_end - in_at) != 0)
            return suite_differ(t, "wrong output", OB_OK, st->out.p + in_at, st->want_out.data + in_at, in_end - in_at);
        if (st->in_place ? memcmp(st->in.p + in_end, st->want_in.data + in_end, st->want_in.len - in_end) != 0 ||
                               !region_untouched(&st->in, st->want_in.len, st->in.len)
                         : !region_untouched(&st->out, in_end, last ? st->out.len : in_end + GUARD_LEN))
            return suite_fail(t, "wrote beyond the output", OB_OK);
        if (!region_guarded(&st->out))
            return suite_fail(t, "wrote outside the output buffer", OB_OK);
    }
    if (!region_guarded(&st->tag))
        return suite_fail(t, "wrote outside the tag buffer", OB_OK);
    if (!last && !reads_tag && !region_untouched(&st->tag, 0, st->tag.len))
        return suite_fail(t, "wrote the tag before the end", OB_OK);
    if (last && st->want_tag.len && memcmp(st->tag.p, st->want_tag.data, st->want_tag.len) != 0)
        return suite_differ(t, reads_tag ? "changed the tag that it compares" : "wrong tag", OB_OK, st->tag.p,
                            st->want_tag.data, st->want_tag.len);
    return true;
}

/* What the whole stream must leave behind. */
static bool check_end(struct stream *st)
{
    struct suite *t = st->t;
    struct ob_bytes iv = st->v->field[FIELD_IV];

    if (!st->in_place &&
        ((st->want_in.len && memcmp(st->in.p, st->want_in.data, st->want_in.len) != 0) || !region_guarded(&st->in)))
        return suite_fail(t, "changed its input", OB_OK);
    if ((st->want_aad.len && memcmp(st->aad.p, st->want_aad.data, st->want_aad.len) != 0) || !region_guarded(&st->aad))
        return suite_fail(t, "changed the AAD", OB_OK);
    if ((iv.len && memcmp(st->iv.p, iv.data, iv.len) != 0) || !region_guarded(&st->iv))
        return suite_fail(t, "changed the IV", OB_OK);
    if (!st->moves && st->s->row != t->row)
        return suite_fail(t, "another row served", (int)st->s->row);
    return true;
}

/* An engine may decline a message when it is bound to it; then it must not have touched anything. */
static int declined(struct stream *st)
{
    if ((st->want_out.data && !st->in_place && !region_untouched(&st->out, 0, st->out.len)) ||
        (st->in_place && memcmp(st->in.p, st->want_in.data, st->want_in.len) != 0) || !region_guarded(&st->out) ||
        !region_guarded(&st->tag))
        suite_fail(st->t, "declined after it had written", OB_E_DECLINED);
    st->t->declined = true;
    return -1;
}

int stream_step(struct stream *st)
{
    struct ob_op op;
    size_t next;
    bool last = build(st, &op, &next);
    unsigned callbacks = st->done;
    int r = ob_run(st->s, &op);

    if (r == OB_E_DECLINED && op.flags & OB_FIRST && !st->moves)
        return declined(st);
    if (r != OB_OK || op.status != OB_OK) {
        suite_fail(st->t, r == OB_OK ? "status and result differ" : "an op failed", r);
        return -1;
    }
    if (st->done != callbacks + 1) {
        suite_fail(st->t, "done was not called once", (int)(st->done - callbacks));
        return -1;
    }
    if (!check(st, &op, next, last))
        return -1;
    st->begun = true;
    st->at = next;
    if (!last)
        return 1;
    return check_end(st) ? 0 : -1;
}

bool stream_finish(struct stream *st)
{
    int r;

    while ((r = stream_step(st)) == 1)
        ;
    return r == 0;
}

bool stream_chain(struct stream *st, struct ob_op *ops, unsigned n)
{
    unsigned count = 0;
    bool last = false;
    int r;

    while (!last && count < n) {
        size_t next;

        if (count + 1 == n)
            st->cut.mode = CUT_WHOLE; /* the rest */
        last = build(st, &ops[count], &next);
        if (count)
            ops[count - 1].next = &ops[count];
        count++;
        st->begun = true;
        st->at = next;
    }
    r = ob_run(st->s, ops);
    for (unsigned i = 0; i < count; i++)
        if (r == OB_OK && ops[i].status != OB_OK)
            return suite_fail(st->t, "an op of a chain failed", ops[i].status);
    if (r != OB_OK)
        return suite_fail(st->t, "a chain failed", r);
    if (st->done != count)
        return suite_fail(st->t, "done was not called once per op", (int)st->done);
    if (st->want_out.data) {
        if (memcmp(st->out.p, st->want_out.data, st->want_out.len) != 0)
            return suite_differ(st->t, "wrong output", OB_OK, st->out.p, st->want_out.data, st->want_out.len);
        if (!region_untouched(&st->out, st->want_in.len, st->out.len) || !region_guarded(&st->out))
            return suite_fail(st->t, "wrote beyond the output", OB_OK);
    }
    if (st->want_tag.len && memcmp(st->tag.p, st->want_tag.data, st->want_tag.len) != 0)
        return suite_differ(st->t, "wrong tag", OB_OK, st->tag.p, st->want_tag.data, st->want_tag.len);
    return region_guarded(&st->tag) ? check_end(st) : suite_fail(st->t, "wrote outside the tag buffer", OB_OK);
}
