/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts of several sessions: cloned, moved, interleaved, abandoned. */
#include <string.h>

#include "test/conformance/internal.h"

/* A message longer than this is not run in several sessions at once. */
#define LONG_MESSAGE 8192

static bool owns(const struct suite *t)
{
    return (t->engine->ops->flags & OB_ENGINE_OWNS) != 0;
}

void layout_cloned(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0], *other = &t->sessions[1];

    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    for (t->variant = 0; t->variant < 8; t->variant++) {
        struct stream st, copy;
        size_t places;
        int r;

        if (!suite_takes(t, 8))
            continue;
        t->arena.used = 0;
        if (!stream_init(&st, t, t->v, s, flags, FORM_APART, 0))
            break;
        places = cut_places(&st.cut.shape);
        st.cut.mode = CUT_AT;
        st.cut.at = cut_place(&st.cut.shape, suite_roll(t, (uint32_t)places));
        if (stream_step(&st) < 0)
            break;
        memset(other, 0x5a, sizeof *other); /* whatever it held before must not matter */
        r = ob_session_clone(other, s);
        if (r != OB_OK) {
            suite_fail(t, "no clone in mid-stream", r);
            break;
        }
        if (!stream_copy(&copy, &st, other)) {
            ob_session_close(other);
            break;
        }
        st.cut.mode = copy.cut.mode = CUT_RANDOM;
        copy.cut.dice = dice_of(suite_roll(t, UINT32_MAX));
        /* In turn: the clone to its end first; the original first; both step by step; the original goes away. */
        if ((t->variant & 3) == 0) {
            if (!stream_finish(&copy) || !stream_finish(&st))
                r = -1;
        } else if ((t->variant & 3) == 1) {
            if (!stream_finish(&st) || !stream_finish(&copy))
                r = -1;
        } else if ((t->variant & 3) == 2) {
            int a = 1, b = 1;

            while (a > 0 || b > 0) {
                if (a > 0)
                    a = stream_step(&st);
                if (b > 0)
                    b = stream_step(&copy);
            }
            if (a < 0 || b < 0)
                r = -1;
        } else {
            ob_session_close(s);
            if (!stream_finish(&copy) || !stream_open(t, t->v, s, flags, THIS_ENGINE))
                r = -1;
        }
        ob_session_close(other);
        if (r != OB_OK)
            break;
        suite_count(t);
    }
    ob_session_close(s);
}

void layout_moved(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    unsigned place = 0;

    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    for (t->variant = 0; t->variant < 4; t->variant++) {
        struct stream st;
        int r;

        t->arena.used = 0;
        if (!stream_init(&st, t, t->v, s, flags, FORM_APART, 0))
            break;
        st.cut.mode = CUT_RANDOM;
        while ((r = stream_step(&st)) > 0) {
            struct ob_session *to = &t->sessions[place = (place + 1) % 3];

            if (owns(t)) {
                r = ob_session_clone(to, st.s);
                ob_session_close(st.s);
            } else {
                memcpy(to, st.s, sizeof *to);
                r = OB_OK;
            }
            memset(st.s, 0xee, sizeof *st.s);
            st.s = to;
            if (r != OB_OK) {
                suite_fail(t, "no clone in mid-stream", r);
                r = -1;
                break;
            }
        }
        s = st.s;
        if (r < 0)
            break;
        suite_count(t);
    }
    ob_session_close(s);
}

void layout_interleaved(struct suite *t, uint32_t flags)
{
    struct stream st[SUITE_TOGETHER];
    unsigned n = 0, left;
    bool failed = false;

    if (t->v->field[FIELD_IN].len > LONG_MESSAGE || t->v->field[FIELD_AAD].len > LONG_MESSAGE)
        return;
    /* This vector and the recent ones of this row; this one twice if there are none. */
    for (unsigned i = 0; i < SUITE_TOGETHER && (i < 2 || i <= t->n_recent); i++) {
        const struct vector *v = i == 0 || i > t->n_recent ? t->v : &t->recent[i - 1];

        if (v->kind != t->v->kind || !suite_matches(suite_cap(t), v) || v->field[FIELD_IN].len > LONG_MESSAGE)
            continue;
        if (!stream_open(t, v, &t->sessions[n], flags, THIS_ENGINE)) {
            failed = true;
            break;
        }
        if (!stream_init(&st[n], t, v, &t->sessions[n], flags, FORM_APART, 0)) {
            ob_session_close(&t->sessions[n]);
            break;
        }
        st[n++].cut.mode = CUT_RANDOM;
    }
    left = n;
    while (left && !failed) {
        unsigned i = suite_roll(t, n);
        int r;

        if (!st[i].t)
            continue;
        r = stream_step(&st[i]);
        failed = r < 0;
        if (r == 0) {
            st[i].t = NULL;
            left--;
            suite_count(t);
        }
    }
    for (unsigned i = 0; i < n; i++)
        ob_session_close(&t->sessions[i]);
}

/* Run a part of a message and leave it there. */
static bool drop(struct suite *t, struct ob_session *s, uint32_t flags)
{
    struct stream st;
    int r = 1;

    if (!stream_init(&st, t, t->v, s, flags, FORM_APART, 0))
        return false;
    st.cut.mode = CUT_RANDOM;
    for (unsigned steps = suite_roll(t, 4) + 1; r == 1 && steps; steps--)
        r = stream_step(&st);
    return r >= 0;
}

void layout_abandoned(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];

    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    for (t->variant = 0; t->variant < 6; t->variant++) {
        struct stream st;

        t->arena.used = 0;
        if (!drop(t, s, flags))
            break;
        switch (t->variant % 3) {
        case 0: /* FIRST in the middle of a stream */
            break;
        case 1:
            if (ob_session_reset(s) != OB_OK) {
                suite_fail(t, "no reset in mid-stream", OB_E_STATE);
                ob_session_close(s);
                return;
            }
            break;
        default: /* the memory is used for something else, and then for a new session */
            if (owns(t))
                ob_session_close(s);
            memset(s, 0xc3, sizeof *s);
            if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
                return;
            break;
        }
        t->arena.used = 0;
        if (!stream_init(&st, t, t->v, s, flags, FORM_APART, 0))
            break;
        st.cut.mode = t->variant < 3 ? CUT_WHOLE : CUT_RANDOM;
        if (!stream_finish(&st))
            break;
        suite_count(t);
    }
    ob_session_close(s);
}
