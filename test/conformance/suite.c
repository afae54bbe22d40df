/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every vector that is chosen under every layout on every row that it belongs to. */
#include "suite.h"

#include <string.h>

#include "test/conformance/internal.h"

/* With a price of one unit, whatever the length, and with one that no sum of others reaches. */
static const struct ob_price cheap = {OB_UPTO_ANY, 0, 1, 0, 1, 0};
static const struct ob_price dear = {OB_UPTO_ANY, 0, 1000000000, 0, 1000000000, 0};

const char *suite_layout_name(enum suite_layout layout)
{
    static const char *const names[LAYOUT_NAMES] = {
        "one-shot", "in-place", "misaligned", "split",       "composed",  "random",   "chained",  "typed",
        "reused",   "cloned",   "moved",      "interleaved", "abandoned", "migrated", "counters", "long",
        "refused",  "tampered", "arguments",  "crossed",     "slots",     "cached",
    };

    return names[layout];
}

bool suite_fail(struct suite *t, const char *what, int status)
{
    return suite_differ(t, what, status, NULL, NULL, 0);
}

bool suite_differ(struct suite *t, const char *what, int status, const uint8_t *got, const uint8_t *want, size_t len)
{
    struct suite_failure f;

    f.layout = t->layout;
    f.v = t->v;
    f.engine = t->engine;
    f.row = t->row;
    f.what = what;
    f.status = status;
    f.detail = t->variant;
    f.got = got;
    f.want = want;
    f.len = len;
    t->failures++;
    if (t->failed)
        t->failed(t->user, &f);
    return false;
}

uint32_t suite_roll(struct suite *t, uint32_t n)
{
    struct dice d = {t->dice};
    uint32_t number = dice_roll(&d, n);

    t->dice = d.state;
    return number;
}

void suite_count(struct suite *t)
{
    t->counts[t->row].streams[t->layout]++;
}

void suite_plant(struct suite *t, const struct ob_engine *e, unsigned row)
{
    for (unsigned i = 0; i < t->dispatcher->n_engines; i++)
        for (unsigned k = 0; k < t->dispatcher->engine[i]->ops->n_caps; k++)
            t->prices[i][k] = t->dispatcher->engine[i] == e && k == row ? &cheap : &dear;
}

bool suite_has_other(const struct suite *t)
{
    for (unsigned i = 0; i < t->dispatcher->n_engines; i++) {
        const struct ob_engine *e = t->dispatcher->engine[i];

        for (unsigned row = 0; e != t->engine && row < e->ops->n_caps; row++)
            if (suite_matches(&e->ops->caps[row], t->v))
                return true;
    }
    return false;
}

bool suite_matches(const struct ob_cap *cap, const struct vector *v)
{
    unsigned bits = vector_bits(v);

    return cap->alg == v->alg && cap->curve == v->curve && bits >= cap->bits_min && bits <= cap->bits_max;
}

static bool chosen(const struct suite *t, const struct vector *v)
{
    if (!suite_wants(t, v->alg))
        return false;
    if (t->brief && (v->field[FIELD_IN].len > SUITE_BRIEF_LEN || v->field[FIELD_IV].len > SUITE_BRIEF_LEN ||
                     v->kind == VECTOR_MONTE || vector_has(v, FIELD_REPEAT)))
        return false;
    if (t->brief && v->expect != EXPECT_OK)
        return (v->number + t->seed) % SUITE_BRIEF_NEGATIVES == 0;
    if (v->expect != EXPECT_OK || t->sample == 0)
        return true;
    return (v->rank + t->seed) % v->count < t->sample;
}

static bool in_part(struct suite *t, const struct vector *v)
{
    return t->parts <= 1 || !suite_wants(t, v->alg) || t->wanted++ % t->parts == t->part;
}

typedef void layout_function(struct suite *t, uint32_t flags);

static void run_layout(struct suite *t, enum suite_layout layout, layout_function *run, uint32_t flags)
{
    uint32_t every = t->brief ? SUITE_BRIEF_LAYOUTS : t->every;
    bool whole = !t->brief && (layout == LAYOUT_ONE_SHOT || layout == LAYOUT_REFUSED);

    if (t->layouts && !(t->layouts >> layout & 1))
        return;
    if (every > 1 && !whole && t->counts[t->row].streams[layout] && (t->v->number + layout + t->seed) % every != 0)
        return;
    t->layout = layout;
    t->variant = 0;
    t->arena.used = 0;
    run(t, flags);
}

/* A vector that passes, in one direction. */
static void run_good(struct suite *t, uint32_t flags)
{
    static const struct {
        uint8_t layout;
        layout_function *run;
    } all[] = {
        {LAYOUT_IN_PLACE, layout_in_place},
        {LAYOUT_MISALIGNED, layout_misaligned},
        {LAYOUT_SPLIT, layout_split},
        {LAYOUT_COMPOSED, layout_composed},
        {LAYOUT_RANDOM, layout_random},
        {LAYOUT_CHAINED, layout_chained},
        {LAYOUT_TYPED, layout_typed},
        {LAYOUT_REUSED, layout_reused},
        {LAYOUT_CLONED, layout_cloned},
        {LAYOUT_MOVED, layout_moved},
        {LAYOUT_INTERLEAVED, layout_interleaved},
        {LAYOUT_ABANDONED, layout_abandoned},
        {LAYOUT_MIGRATED, layout_migrated},
        {LAYOUT_TAMPERED, layout_tampered},
        {LAYOUT_ARGUMENTS, layout_arguments},
    };

    run_layout(t, LAYOUT_ONE_SHOT, layout_one_shot, flags);
    if (t->declined) { /* what this engine declines, another one takes */
        run_layout(t, LAYOUT_ONE_SHOT, layout_fallback, flags);
        return;
    }
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!suite_whole(t, suite_cap(t)) || SUITE_WHOLE_LAYOUTS >> all[i].layout & 1)
            run_layout(t, (enum suite_layout)all[i].layout, all[i].run, flags);
    t->declined = false; /* only a message in parts */
}

static void run_direction(struct suite *t, uint32_t flags)
{
    if (vector_has(t->v, FIELD_DONE))
        run_layout(t, LAYOUT_COUNTERS, layout_counters, flags);
    else if (t->v->kind == VECTOR_MONTE || vector_has(t->v, FIELD_REPEAT))
        run_layout(t, LAYOUT_LONG, layout_long, flags);
    else
        run_good(t, flags);
}

/* Every direction of a symmetric vector that the row has: false if it has none. */
static bool run_symmetric(struct suite *t)
{
    uint8_t dirs = suite_cap(t)->dirs;
    bool mac = t->v->kind == VECTOR_MAC;

    bool decrypts = dirs & OB_DIR_DECRYPT && t->v->kind != VECTOR_HASH && t->v->kind != VECTOR_MONTE;

    if (t->v->expect != EXPECT_OK) {
        if (t->v->expect != EXPECT_KEY && !decrypts)
            return false;
        run_layout(t, LAYOUT_REFUSED, layout_refused, mac ? OB_VERIFY : 0);
        return !t->declined;
    }
    if (dirs & OB_DIR_ENCRYPT)
        run_direction(t, t->v->kind == VECTOR_CIPHER || t->v->kind == VECTOR_AEAD ? OB_ENCRYPT : 0);
    if (decrypts)
        run_direction(t, mac ? OB_VERIFY : 0);
    return !t->declined && (decrypts || dirs & OB_DIR_ENCRYPT);
}

static void remember(struct suite *t)
{
    if (t->n_recent && t->recent[0].alg != t->v->alg)
        t->n_recent = 0;
    if (t->n_recent == SUITE_TOGETHER)
        t->n_recent--;
    memmove(t->recent + 1, t->recent, t->n_recent * sizeof t->recent[0]);
    t->recent[0] = *t->v;
    t->n_recent++;
}

static void run_vector(struct suite *t, const struct vector *v)
{
    const struct ob_engine_ops *ops = t->engine->ops;
    bool positive = v->expect == EXPECT_OK, ran = false;

    t->v = v;
    for (unsigned row = 0; row < ops->n_caps; row++) {
        const struct ob_cap *cap = &ops->caps[row];
        uint32_t before = t->failures;

        /* A key that must be refused has, as a rule, a length of no row: the first of the algorithm stands for all. */
        if (v->expect == EXPECT_KEY ? cap->alg != v->alg || ran : !suite_matches(cap, v))
            continue;
        if (cap->len_max && (v->field[FIELD_IN].len > cap->len_max || v->field[FIELD_OUT].len > cap->len_max))
            continue;
        t->row = (uint8_t)row;
        t->dice = dice_of(t->seed * 31 + v->number * 7 + v->source).state;
        suite_plant(t, t->engine, row);
        t->declined = false;
        if (OB_ALG_CLASS(v->alg) == OB_CLASS_PK ? !pk_run(t) : !run_symmetric(t)) {
            t->counts[row].declined += t->declined;
            continue;
        }
        slots_vector(t);
        if (t->failures == before) {
            t->counts[row].vectors++;
            t->counts[row].negatives += !positive;
        }
        ran = true;
    }
    if (ran && positive && !vector_has(v, FIELD_DONE) && !vector_has(v, FIELD_REPEAT) && v->kind != VECTOR_MONTE)
        remember(t);
}

int suite_run(struct suite *t)
{
    struct vector v;
    int r;

    memset(t->in_slots, 0, sizeof t->in_slots);
    memset(t->in_caches, 0, sizeof t->in_caches);
    t->failures = t->read = t->wanted = t->too_long = t->n_recent = 0;
    for (unsigned i = 0; i < t->dispatcher->n_engines; i++) {
        if (t->dispatcher->engine[i]->ops->n_caps > SUITE_ROWS_MAX)
            return OB_E_ARG;
        t->dispatcher->engine[i]->prices = t->prices[i];
    }
    suite_plant(t, t->engine, 0);
    t->source->rewind(t->source);
    while ((r = t->source->next(t->source, &v)) == 1) {
        t->read++;
        if (in_part(t, &v) && chosen(t, &v))
            run_vector(t, &v);
        if (t->progress && (t->read & 255) == 0)
            t->progress(t->user, t->read);
        if (t->max_failures && t->failures >= t->max_failures)
            break;
    }
    if (r == 0 && !t->vectors_only) {
        pk_generate(t);
        slots_all(t);
    }
    for (unsigned i = 0; i < t->dispatcher->n_engines; i++)
        t->dispatcher->engine[i]->prices = NULL;
    if (r < 0)
        return OB_E_ARG;
    return (int)t->failures;
}
