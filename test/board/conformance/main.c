/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite on a board's blocks: a sample of the vectors, linked in, through every row of the engines that
 * drive a block, with engine soft as the partner that streams move to. Then a byte of what is expected is altered for
 * each engine, which must be found. */
#include <outboard/board.h>
#include <outboard/outboard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/conformance/counts.h"
#include "test/conformance/internal.h"

#define ARENA_LEN 65536
#define EVERY     8 /* a row that has had a layout runs it with one vector in so many, */
#define THIN      5 /* and of its many variants one in so many */

/* What a simulation of minutes has time for. */
#define LAYOUTS_HERE                                                                                                   \
    (1u << LAYOUT_ONE_SHOT | 1u << LAYOUT_IN_PLACE | 1u << LAYOUT_MISALIGNED | 1u << LAYOUT_SPLIT |                    \
     1u << LAYOUT_TYPED | 1u << LAYOUT_CLONED | 1u << LAYOUT_INTERLEAVED | 1u << LAYOUT_REFUSED |                      \
     1u << LAYOUT_TAMPERED)

extern uint8_t test_vectors[], test_vectors_end[];

__asm__(".section .data.test_vectors, \"aw\"\n"
        ".balign 4\n"
        ".global test_vectors, test_vectors_end\n"
        "test_vectors: .incbin \"" VECTORS "\"\n"
        "test_vectors_end:\n"
        ".previous\n");

static struct ob_session sessions[SUITE_SESSIONS];
static struct suite_count counts[SUITE_ROWS_MAX];
static struct vector_memory source;
static struct suite suite;

#define CLASSES (1u << OB_CLASS_HASH | 1u << OB_CLASS_MAC | 1u << OB_CLASS_CIPHER | 1u << OB_CLASS_AEAD)

/* There are no public keys in this program: the rows for them run on the host, on the model of their block. */
bool pk_run(struct suite *t)
{
    (void)t;
    return false;
}

void pk_generate(struct suite *t)
{
    (void)t;
}

#if OB_WITH_SLOTS
void slots_vector(struct suite *t)
{
    (void)t;
}

void slots_all(struct suite *t)
{
    (void)t;
}
#endif

static void failed(void *user, const struct suite_failure *f)
{
    const struct ob_cap *cap = &f->engine->ops->caps[f->row];
    char name[64] = "generated";

    if (f->v)
        source.source.name(&source.source, f->v->source, name, sizeof name);
    printf("%s%s: %s, row %u, %s, variant %u: %s (%d); %s:%u\n", user ? "as it should be: " : "", f->engine->ops->name,
           ob_alg_name(cap->alg), f->row, suite_layout_name(f->layout), (unsigned)f->detail, f->what, f->status, name,
           f->v ? (unsigned)f->v->number : 0u);
}

static uint64_t operations(const struct ob_engine *e)
{
    struct ob_stats stats;

    ob_engine_stats(e, &stats);
    return stats.ops;
}

/* The suite on an engine: the number of failures. */
static int run(struct ob_engine *e)
{
    memset(counts, 0, sizeof counts);
    suite.source = &source.source;
    suite.dispatcher = &ob_default;
    suite.engine = e;
    suite.sessions = sessions;
    suite.arena.memory = ob_board_memory(&suite.arena.len);
    suite.arena.len = ARENA_LEN;
    suite.counts = counts;
    suite.every = EVERY;
    suite.thin = THIN;
    suite.seed = 1;
    suite.classes = CLASSES;
    suite.failed = failed;
    return suite_run(&suite);
}

/* All of it: the number of things that are not as they should be. */
static unsigned conform(struct ob_engine *e)
{
    uint64_t before = operations(e);
    int failures, missing;
    unsigned served;

    suite.layouts = LAYOUTS_HERE;
    suite.max_failures = 20;
    suite.user = NULL;
    failures = run(e);
    served = (unsigned)(operations(e) - before);
    counts_print(&suite, stdout);
    missing = counts_complete(&suite, 1);
    printf("%s: %u operations, %d failures, %d gaps, %u layouts without room\n", e->ops->name, served, failures,
           missing, (unsigned)suite.too_long);
    return (unsigned)(failures != 0) + (unsigned)missing + (served == 0) + (suite.too_long != 0);
}

/* What the first vector that e has rows for expects; NULL if there is none. */
static uint8_t *first_expectation(const struct ob_engine *e)
{
    struct vector v;

    source.source.rewind(&source.source);
    while (source.source.next(&source.source, &v) == 1)
        for (unsigned row = 0; row < e->ops->n_caps; row++)
            if (v.expect == EXPECT_OK && suite_matches(&e->ops->caps[row], &v)) {
                enum vector_field field = vector_has(&v, FIELD_TAG) ? FIELD_TAG : FIELD_OUT;

                return test_vectors + (v.field[field].data - test_vectors);
            }
    return NULL;
}

/* The suite with one byte of an expectation altered: 1 if that is not found. */
static unsigned overlook(struct ob_engine *e)
{
    uint8_t *byte = first_expectation(e);
    int failures;

    if (!byte)
        return 1;
    *byte ^= 1;
    suite.layouts = 1u << LAYOUT_ONE_SHOT;
    suite.max_failures = 1;
    suite.user = &suite;
    failures = run(e);
    *byte ^= 1;
    printf("%s: an altered vector is %s\n", e->ops->name, failures > 0 ? "found" : "NOT found");
    return failures <= 0;
}

int main(void)
{
    static const char *const names[] = {"hasher", "cryp", "mmcau", "ltc"};
    unsigned wrong = 0, found = 0;

    if ((ob_board_start(OB_BOARD_DMA) != OB_OK && ob_board_start(OB_BOARD_CPU) != OB_OK) ||
        vector_memory_open(&source, test_vectors, (size_t)(test_vectors_end - test_vectors)) != OB_OK) {
        printf("the suite does not start\n");
        return EXIT_FAILURE;
    }
    printf("%u vectors\n", (unsigned)source.total);
    counts_print_head(stdout);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct ob_engine *e = ob_engine_find(NULL, names[i]);

        if (!e)
            continue;
        found++;
        wrong += conform(e);
        wrong += overlook(e);
    }
    wrong += found == 0;
    printf("%u failed\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
