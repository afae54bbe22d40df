/* SPDX-License-Identifier: Apache-2.0 */
/* Layouts of one session and many ops: split, composed, random, chained. */
#include <string.h>

#include "test/conformance/internal.h"

/* Messages up to this many places are cut at every one of them, longer ones at some. */
#define SHORT_PLACES 300
#define SOME_PLACES  12

/* Messages up to this many places are cut in every way there is: 2 to this power of them. */
#define COMPOSED_PLACES 7

#define CHAIN_LEN 6

static bool begin(struct suite *t, struct stream *st, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];

    if (!stream_open(t, t->v, s, flags, THIS_ENGINE))
        return false;
    if (stream_init(st, t, t->v, s, flags, FORM_APART, 0))
        return true;
    ob_session_close(s);
    return false;
}

void layout_split(struct suite *t, uint32_t flags)
{
    struct stream st;
    size_t places, count;

    if (!begin(t, &st, flags))
        return;
    places = cut_places(&st.cut.shape);
    count = places <= SHORT_PLACES ? places : SOME_PLACES;
    for (t->variant = 0; t->variant < count; t->variant++) {
        size_t place = places <= SHORT_PLACES ? t->variant : suite_roll(t, (uint32_t)places);

        if (!suite_takes(t, count))
            continue;
        stream_again(&st);
        st.cut.mode = CUT_AT;
        st.cut.at = cut_place(&st.cut.shape, place);
        if (!stream_finish(&st))
            break;
        suite_count(t);
    }
    ob_session_close(st.s);
}

void layout_composed(struct suite *t, uint32_t flags)
{
    struct cut_shape shape = stream_shape(t->v, flags);
    size_t places = cut_places(&shape) - 1;
    struct stream st;

    if (places > COMPOSED_PLACES || !begin(t, &st, flags))
        return;
    for (t->variant = 0; t->variant < 1u << places; t->variant++) {
        if (!suite_takes(t, (size_t)1 << places))
            continue;
        stream_again(&st);
        st.cut.mode = CUT_MASK;
        st.cut.mask = t->variant;
        if (!stream_finish(&st))
            break;
        suite_count(t);
    }
    ob_session_close(st.s);
}

void layout_random(struct suite *t, uint32_t flags)
{
    struct stream st;

    if (!begin(t, &st, flags))
        return;
    for (t->variant = 0; t->variant < 16; t->variant++) {
        if (!suite_takes(t, 16))
            continue;
        stream_again(&st);
        st.cut.mode = CUT_RANDOM;
        if (!stream_finish(&st))
            break;
        suite_count(t);
    }
    ob_session_close(st.s);
}

void layout_chained(struct suite *t, uint32_t flags)
{
    struct ob_op ops[CHAIN_LEN];
    struct stream st;

    if (!begin(t, &st, flags))
        return;
    for (t->variant = 0; t->variant < 4; t->variant++) {
        stream_again(&st);
        st.cut.mode = CUT_RANDOM;
        if (!stream_chain(&st, ops, CHAIN_LEN))
            break;
        suite_count(t);
    }
    ob_session_close(st.s);
}
