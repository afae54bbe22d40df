/* SPDX-License-Identifier: Apache-2.0 */
/* How a stream is cut into ops. */
#include "cut.h"

/* Data units before which the stream can be cut: all whole ones, but for those that the last op must take. */
static size_t units(const struct cut_shape *s)
{
    if (s->tail)
        return s->in_len >= 16 ? (s->in_len - 16) / s->unit : 0;
    return s->in_len / s->unit;
}

size_t cut_places(const struct cut_shape *s)
{
    return s->aad_len + units(s) + 1;
}

size_t cut_place(const struct cut_shape *s, size_t i)
{
    return i <= s->aad_len ? i : s->aad_len + (i - s->aad_len) * s->unit;
}

/* The place at or before a position. */
static size_t place_before(const struct cut_shape *s, size_t position)
{
    size_t i;

    if (position <= s->aad_len)
        return position;
    i = (position - s->aad_len) / s->unit;
    return s->aad_len + (i < units(s) ? i : units(s));
}

static size_t random_end(struct cut *c, size_t position)
{
    const struct cut_shape *s = &c->shape;
    size_t here = place_before(s, position), places = cut_places(s), left = places - 1 - here;
    uint32_t roll = dice_roll(&c->dice, 8);
    size_t step;

    if (c->parts > 64) /* long streams go on in large parts, with an end in sight */
        step = left;
    else if (roll == 0)
        step = 0;
    else if (roll < 4)
        step = 1 + dice_roll(&c->dice, 17);
    else
        step = dice_roll(&c->dice, (uint32_t)(left < 0x10000 ? left : 0x10000) + 1);
    return cut_place(s, here + (step < left ? step : left));
}

size_t cut_next(struct cut *c, size_t position, bool *last)
{
    const struct cut_shape *s = &c->shape;
    size_t total = s->aad_len + s->in_len, end = total;

    c->parts++;
    *last = true;
    switch (c->mode) {
    case CUT_AT:
        if (c->parts == 1) {
            end = c->at;
            *last = false;
        }
        break;
    case CUT_MASK:
        for (size_t i = place_before(s, position); i + 1 < cut_places(s); i++)
            if (cut_place(s, i + 1) > position && i < 32 && c->mask >> i & 1) {
                *last = false;
                return cut_place(s, i + 1);
            }
        break;
    case CUT_RANDOM:
        /* XTS cannot have an empty last op; all others end with one now and then. */
        if (c->parts <= 70 && dice_roll(&c->dice, 6) != 0) {
            end = random_end(c, position);
            *last = false;
            if (end == total && dice_roll(&c->dice, 2))
                *last = true;
            if (end == position && c->parts > 66)
                *last = true;
        }
        if (*last)
            end = total;
        break;
    default:
        break;
    }
    return end;
}
