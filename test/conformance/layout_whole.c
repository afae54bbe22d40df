/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts of one session and whole buffers: one shot, in place, misaligned, reused. */
#include <string.h>

#include "test/conformance/internal.h"

void layout_one_shot(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    struct stream st;

    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    if (stream_init(&st, t, t->v, s, flags, FORM_APART, 0) && stream_finish(&st))
        suite_count(t);
    ob_session_close(s);
}

void layout_fallback(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    struct stream st;

    if (!suite_has_other(t) || !stream_open(t, t->v, s, flags, ANY_ENGINE))
        return;
    if (stream_init(&st, t, t->v, s, flags, FORM_APART, 0)) {
        st.moves = true;
        (void)stream_finish(&st);
    }
    ob_session_close(s);
}

void layout_in_place(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    struct stream st;

    if (t->v->kind != VECTOR_CIPHER && t->v->kind != VECTOR_AEAD)
        return;
    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    if (stream_init(&st, t, t->v, s, flags, FORM_IN_PLACE, 0))
        for (t->variant = 0; t->variant < 4; t->variant++) {
            stream_again(&st);
            st.cut.mode = t->variant ? CUT_RANDOM : CUT_WHOLE;
            if (!stream_finish(&st))
                break;
            suite_count(t);
        }
    ob_session_close(s);
}

void layout_misaligned(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];

    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return;
    for (t->variant = 1; t->variant < 16; t->variant++) {
        if (!suite_takes(t, 15))
            continue;
        /* In place as well, in turn; and parts, so that addresses drift. */
        enum stream_form form = t->variant & 1 ? FORM_APART : FORM_IN_PLACE;
        struct stream st;

        t->arena.used = 0;
        if (!stream_init(&st, t, t->v, s, flags, form, t->variant))
            break;
        st.cut.mode = t->variant & 2 ? CUT_RANDOM : CUT_WHOLE;
        if (!stream_finish(&st))
            break;
        suite_count(t);
    }
    ob_session_close(s);
}

void layout_reused(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    struct stream st[2];
    /* The other direction of the same vector: verification of a MAC, decryption. */
    uint32_t other = t->v->kind == VECTOR_MAC                                   ? flags ^ OB_VERIFY
                     : t->v->kind == VECTOR_CIPHER || t->v->kind == VECTOR_AEAD ? flags ^ OB_ENCRYPT
                                                                                : flags;
    bool both = (suite_cap(t)->dirs & OB_DIR_BOTH) == OB_DIR_BOTH;

    if (!stream_open(t, t->v, s, t->v->kind == VECTOR_AEAD ? 0 : flags, THIS_ENGINE))
        return;
    if (stream_init(&st[0], t, t->v, s, flags, FORM_APART, 0) &&
        stream_init(&st[1], t, t->v, s, both ? other : flags, FORM_APART, 0))
        for (t->variant = 0; t->variant < 6; t->variant++) {
            struct stream *at = &st[t->variant & 1];

            stream_again(at);
            at->cut.mode = t->variant < 3 ? CUT_WHOLE : CUT_RANDOM;
            if (!stream_finish(at))
                break;
            suite_count(t);
        }
    ob_session_close(s);
}
