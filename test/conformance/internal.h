/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the suite share with each other. */
#ifndef OUTBOARD_TEST_SUITE_INTERNAL_H
#define OUTBOARD_TEST_SUITE_INTERNAL_H

#include "test/conformance/cut.h"
#include "test/conformance/suite.h"

/* ---- suite.c ---- */

/* Count a failure and report it; false, so that a function can return it. */
bool suite_fail(struct suite *t, const char *what, int status);

/* The same, for bytes that are not the expected ones. */
bool suite_differ(struct suite *t, const char *what, int status, const uint8_t *got, const uint8_t *want, size_t len);

/* A number below n, n not 0. */
uint32_t suite_roll(struct suite *t, uint32_t n);

/* One message has been processed in the layout at hand. */
void suite_count(struct suite *t);

/* Let this row of this engine be the cheapest. */
void suite_plant(struct suite *t, const struct ob_engine *e, unsigned row);

/* True if the run is for this algorithm, too. */
static inline bool suite_wants(const struct suite *t, uint8_t alg)
{
    return (t->classes == 0 || t->classes >> OB_ALG_CLASS(alg) & 1) && (t->alg == OB_ALG_NONE || t->alg == alg);
}

/* Whether this variant of the layout, which has n, is one that runs: one at least of any that follow each other does.
 */
static inline bool suite_takes(const struct suite *t, size_t n)
{
    return t->thin <= 1 || n < t->thin || (t->variant + t->v->number + t->seed) % t->thin == 0;
}

static inline const struct ob_cap *suite_cap(const struct suite *t)
{
    return &t->engine->ops->caps[t->row];
}

/* The layouts in which every message is one op, or which may decline. */
#define SUITE_WHOLE_LAYOUTS                                                                                            \
    (1u << LAYOUT_ONE_SHOT | 1u << LAYOUT_IN_PLACE | 1u << LAYOUT_MISALIGNED | 1u << LAYOUT_REFUSED |                  \
     1u << LAYOUT_TAMPERED)

static inline bool suite_whole(const struct suite *t, const struct ob_cap *cap)
{
    return t->whole && !(cap->flags & OB_CAP_MID);
}

/* True if cap is for the algorithm, curve and key length of v. */
bool suite_matches(const struct ob_cap *cap, const struct vector *v);

/* True if an engine besides the one under test has a row for the vector at hand. */
bool suite_has_other(const struct suite *t);

/* ---- stream.c: one symmetric vector, op by op ---- */

struct stream {
    struct suite *t;
    const struct vector *v;
    struct ob_session *s;
    uint32_t flags; /* OB_ENCRYPT or OB_VERIFY or 0 */
    struct ob_bytes want_in, want_out, want_tag, want_aad;
    struct region iv, aad, in, out, tag; /* out is in where it is written in place */
    bool in_place, begun;
    bool moves; /* other engines may serve it */
    size_t at;  /* position on the line of AAD and data */
    struct cut cut;
    unsigned done; /* callbacks */
};

/* Which engine may serve a session. */
enum { ANY_ENGINE, THIS_ENGINE };

/* Open s for v and flags. */
bool stream_open(struct suite *t, const struct vector *v, struct ob_session *s, uint32_t flags, int engine);

enum stream_form { FORM_APART, FORM_IN_PLACE };

/* Prepare buffers at address % 16 == shift; false without a report if the arena has no room. */
bool stream_init(struct stream *st, struct suite *t, const struct vector *v, struct ob_session *s, uint32_t flags,
                 enum stream_form form, unsigned shift);

/* What a stream of v with flags is made of. */
struct cut_shape stream_shape(const struct vector *v, uint32_t flags);

/* Run the next op: 1 there is more, 0 ended well, -1 failed and reported. */
int stream_step(struct stream *st);

/* All that is left of it. */
bool stream_finish(struct stream *st);

/* The ops of the stream from its first to the end in one submit, at most n of them. */
bool stream_chain(struct stream *st, struct ob_op *ops, unsigned n);

/* The prepared stream from its beginning again. */
void stream_again(struct stream *st);

/* A stream where st stands, with buffers of its own, on session s; false without a report if there is no room. */
bool stream_copy(struct stream *copy, const struct stream *st, struct ob_session *s);

/* ---- layouts; each runs t->v on t->row with flags ---- */

void layout_one_shot(struct suite *t, uint32_t flags);
void layout_fallback(struct suite *t, uint32_t flags); /* one shot on whatever engine takes it */
void layout_in_place(struct suite *t, uint32_t flags);
void layout_misaligned(struct suite *t, uint32_t flags);
void layout_split(struct suite *t, uint32_t flags);
void layout_composed(struct suite *t, uint32_t flags);
void layout_random(struct suite *t, uint32_t flags);
void layout_chained(struct suite *t, uint32_t flags);
void layout_reused(struct suite *t, uint32_t flags);
void layout_cloned(struct suite *t, uint32_t flags);
void layout_moved(struct suite *t, uint32_t flags);
void layout_interleaved(struct suite *t, uint32_t flags);
void layout_abandoned(struct suite *t, uint32_t flags);
void layout_migrated(struct suite *t, uint32_t flags);
void layout_counters(struct suite *t, uint32_t flags);
void layout_long(struct suite *t, uint32_t flags);
void layout_typed(struct suite *t, uint32_t flags);
void layout_refused(struct suite *t, uint32_t flags);
void layout_tampered(struct suite *t, uint32_t flags);
void layout_arguments(struct suite *t, uint32_t flags);

/* ---- slots.c ---- */

#if OB_WITH_SLOTS
/* Run t->v with its key in a slot, and end the key, if the engine has slots and v has such a key. */
void slots_vector(struct suite *t);

/* Fill and empty all slots of the engine. */
void slots_all(struct suite *t);
#else
static inline void slots_vector(struct suite *t)
{
    (void)t;
}

static inline void slots_all(struct suite *t)
{
    (void)t;
}
#endif

/* ---- pk_layout.c, pk_generate.c ---- */

/* Run t->v, a public-key vector, on t->row under every layout that it has: false if the row does not serve it. */
bool pk_run(struct suite *t);

/* Generate keys on every row of the engine that can, and use them. */
void pk_generate(struct suite *t);

#endif
