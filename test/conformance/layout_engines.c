/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts that look inside: streams that move between engines by price, and counters that no test reaches by hand. */
#include <string.h>

#include "test/conformance/internal.h"

/* A row of e that can go on with a stream of v from its mid-state, or -1. */
static int mid_row(const struct ob_engine *e, const struct vector *v, uint8_t dir)
{
    for (unsigned row = 0; row < e->ops->n_caps; row++) {
        const struct ob_cap *cap = &e->ops->caps[row];

        if (suite_matches(cap, v) && cap->flags & OB_CAP_MID && cap->dirs & dir && cap->len_max == 0)
            return (int)row;
    }
    return -1;
}

static uint8_t direction(const struct vector *v, uint32_t flags)
{
    if (flags & OB_VERIFY)
        return OB_DIR_DECRYPT;
    if (v->kind == VECTOR_CIPHER || v->kind == VECTOR_AEAD)
        return flags & OB_ENCRYPT ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT;
    return OB_DIR_ENCRYPT;
}

/* Let the engine under test or a partner be the cheapest. */
static void plant_one_of(struct suite *t, const struct ob_engine *partner, int partner_row)
{
    if (suite_roll(t, 2))
        suite_plant(t, t->engine, t->row);
    else
        suite_plant(t, partner, (unsigned)partner_row);
}

static const struct ob_engine *serving(const struct ob_session *s)
{
    return s->owner[s->slot] ? s->dispatcher->engine[s->owner[s->slot] - 1] : NULL;
}

/* Run the stream with a new price before every op: the number of moves, or -1. */
static int migrate(struct suite *t, struct stream *st, const struct ob_engine *partner, int partner_row)
{
    const struct ob_engine *at = NULL;
    int moves = 0, r;

    do {
        const struct ob_engine *now;

        plant_one_of(t, partner, partner_row);
        r = stream_step(st);
        now = serving(st->s);
        if (now != t->engine && now != partner) {
            suite_fail(t, "neither of the two engines served", r);
            return -1;
        }
        moves += at && at != now;
        at = now;
        if (r == 1 && ob_session_pin(st->s, at == partner ? t->engine : partner) != OB_E_STATE) {
            suite_fail(t, "pinned in mid-stream", OB_OK);
            return -1;
        }
    } while (r == 1);
    return r < 0 ? -1 : moves;
}

void layout_migrated(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    uint8_t dir = direction(t->v, flags);

    if (!(suite_cap(t)->flags & OB_CAP_MID) || suite_cap(t)->len_max)
        return;
    for (unsigned i = 0; i < t->dispatcher->n_engines; i++) {
        const struct ob_engine *partner = t->dispatcher->engine[i];
        int row = partner == t->engine ? -1 : mid_row(partner, t->v, dir);

        if (row < 0)
            continue;
        if (!stream_open(t, t->v, s, flags, ANY_ENGINE))
            break;
        for (unsigned k = 0; k < 4; k++) {
            struct stream st;
            int moves;

            t->variant = i * 16 + k;
            t->arena.used = 0;
            if (!stream_init(&st, t, t->v, s, flags, FORM_APART, 0))
                break;
            st.cut.mode = CUT_RANDOM;
            st.moves = true;
            moves = migrate(t, &st, partner, row);
            if (moves < 0)
                break;
            if (moves > 0) /* a short message may have had no chance to move */
                suite_count(t);
        }
        ob_session_close(s);
    }
    suite_plant(t, t->engine, t->row);
}

/* The first op takes the AAD and no data (CMAC: one byte, because its state has a form of its own before that); then
 * the session counts more than it has seen, and the rest follows. */
static bool count_on(struct suite *t, struct stream *st)
{
    struct ob_op op;
    uint64_t aad_done = vector_number(t->v, FIELD_DONE, 0, 8), in_done = vector_number(t->v, FIELD_DONE, 8, 8);
    size_t head = t->v->alg == OB_AES_CMAC ? 1 : 0;
    int r;

    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | (st->flags & OB_ENCRYPT) | (st->want_aad.len ? OB_AAD : 0u);
    op.iv = st->iv.p;
    op.iv_len = st->iv.len;
    op.aad = st->aad.p;
    op.aad_len = st->want_aad.len;
    op.in = st->in.p;
    op.in_len = head;
    op.tag_len = t->v->alg == OB_AES_CCM ? st->want_tag.len : 0;
    op.total_aad = aad_done + st->want_aad.len;
    op.total_in = in_done + st->want_in.len;
    r = ob_run(st->s, &op);
    if (r != OB_OK)
        return suite_fail(t, "no stream of that length", r);
    st->s->aad_done += aad_done;
    st->s->in_done += in_done;
    st->begun = true;
    st->at = st->want_aad.len + head;
    return true;
}

void layout_counters(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];

    if (!(suite_cap(t)->flags & OB_CAP_MID) || !stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    for (t->variant = 0; t->variant < 4; t->variant++) {
        struct stream st;

        t->arena.used = 0;
        if (!stream_init(&st, t, t->v, s, flags, FORM_APART, 0))
            break;
        st.cut.mode = t->variant ? CUT_RANDOM : CUT_WHOLE;
        if (!count_on(t, &st) || !stream_finish(&st))
            break;
        suite_count(t);
    }
    ob_session_close(s);
}

/* ---- long messages ---- */

#define LONG_BUFFER 4096

/* A message of one byte repeated: the digest or tag of it in parts of many sizes. */
static void repeated(struct suite *t, struct stream *st)
{
    uint64_t left = vector_number(t->v, FIELD_REPEAT, 0, 4);
    struct region buffer;
    bool first = true;

    if (!arena_take(&t->arena, &buffer, LONG_BUFFER, 0)) {
        t->too_long++;
        return;
    }
    memset(buffer.p, st->want_in.data[0], LONG_BUFFER);
    while (left || first) {
        size_t n = suite_roll(t, LONG_BUFFER + 1);
        struct ob_op op;
        int r;

        if (n > left)
            n = (size_t)left;
        memset(&op, 0, sizeof op);
        left -= n;
        op.flags = (first ? OB_FIRST : 0u) | (left ? 0u : OB_LAST);
        op.in = buffer.p;
        op.in_len = n;
        op.tag = st->tag.p;
        op.tag_len = st->want_tag.len;
        r = ob_run(st->s, &op);
        first = false;
        if (r != OB_OK) {
            suite_fail(t, "an op failed", r);
            return;
        }
    }
    if (memcmp(st->tag.p, st->want_tag.data, st->want_tag.len) != 0 || !region_guarded(&st->tag))
        suite_differ(t, "wrong tag", OB_OK, st->tag.p, st->want_tag.data, st->want_tag.len);
    else
        suite_count(t);
}

/* SHAVS, section 6.4: 1,000 hashes, each of the last three digests; the seed counts as three digests before them. */
static void monte(struct suite *t, struct stream *st)
{
    size_t len = ob_alg_tag(t->v->alg);
    uint8_t last[3 * OB_DIGEST_MAX];

    for (unsigned i = 0; i < 3; i++)
        memcpy(last + i * len, t->v->field[FIELD_IN].data, len);
    for (unsigned i = 0; i < 1000; i++) {
        struct ob_op op;
        int r;

        memset(&op, 0, sizeof op);
        op.flags = OB_FIRST | OB_LAST;
        op.in = last;
        op.in_len = 3 * len;
        op.tag = st->tag.p;
        op.tag_len = len;
        r = ob_run(st->s, &op);
        if (r != OB_OK) {
            suite_fail(t, "an op failed", r);
            return;
        }
        memmove(last, last + len, 2 * len);
        memcpy(last + 2 * len, st->tag.p, len);
    }
    if (memcmp(st->tag.p, st->want_tag.data, len) != 0)
        suite_differ(t, "wrong tag", OB_OK, st->tag.p, st->want_tag.data, len);
    else
        suite_count(t);
}

void layout_long(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    struct stream st;

    if (t->v->field[FIELD_IN].len == 0 || !stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    if (stream_init(&st, t, t->v, s, flags, FORM_APART, 0)) {
        if (t->v->kind == VECTOR_MONTE)
            monte(t, &st);
        else
            repeated(t, &st);
    }
    ob_session_close(s);
}
