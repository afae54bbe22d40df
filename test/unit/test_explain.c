/* SPDX-License-Identifier: Apache-2.0 */
/* What ob_explain calls chosen is what a new session's first op takes, and engine sched's price is that of the engine
 * that serves: random price tables, requirements and lengths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>
#include <outboard/price.h>
#include <outboard/sched.h>

#define ENGINES  4
#define ROWS     3
#define SEGMENTS 3
#define TABLES   400
#define LENGTHS  24

struct random_engine {
    struct ob_price price[ROWS][SEGMENTS];
    struct ob_cap cap[ROWS];
    struct ob_engine_ops ops;
    struct ob_engine engine;
};

static struct random_engine engines[ENGINES];
static struct ob_dispatcher d;
static unsigned n_engines;
static bool exact;        /* all rows take the same keys, and no cost is rounded */
static bool free_to_open; /* all open prices are 0 */
static uint32_t seed = 20260801;
static uint8_t in[70000], out[70000];

static const struct ob_engine_ops *served; /* by whom, and on which row, the last op was done */
static uint8_t served_row;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u; /* Numerical Recipes, section 7.1 */
    return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    if (op->in_len && op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    served = &((const struct random_engine *)dev)->ops;
    served_row = s->row;
    return OB_OK;
}

static void draw_price(struct ob_price *p)
{
    static const uint32_t open[] = {0, 0, 10, 300, 5000};
    unsigned n = 1 + draw(SEGMENTS);
    uint32_t upto = 0;

    for (unsigned i = 0; i < n; i++) {
        upto += 1 + draw(3000);
        p[i] = (struct ob_price){OB_UPTO_ANY, open[draw(5)], draw(4000), draw(20000), draw(2000), draw(18000)};
        if (i + 1 < n)
            p[i].upto = upto;
        if (free_to_open)
            p[i].open = 0;
        if (exact) {
            p[i].per_kib &= ~1023u;
            p[i].cpu_per_kib &= ~1023u;
        }
    }
}

static void draw_engine(struct random_engine *e)
{
    unsigned n = 1 + draw(ROWS);

    memset(e, 0, sizeof *e);
    for (unsigned r = 0; r < n; r++) {
        draw_price(e->price[r]);
        e->cap[r] = (struct ob_cap){OB_NULL,
                                    0,
                                    draw(5) ? OB_DIR_BOTH : OB_DIR_DECRYPT,
                                    (uint8_t)draw(3),
                                    (uint16_t)draw(8),
                                    exact ? 128 : (uint16_t)(draw(2) * 128),
                                    exact ? 128 : (uint16_t)(128 + draw(2) * 128),
                                    draw(4) ? 0 : 300 + draw(2000),
                                    e->price[r]};
    }
    e->ops = (struct ob_engine_ops){
        .name = "random", .caps = e->cap, .n_caps = (uint16_t)n, .flags = OB_ENGINE_REENTRANT, .submit = submit};
    e->engine.ops = &e->ops;
    e->engine.dev = e;
}

static void draw_table(void)
{
    static const uint8_t flags[] = {0, 0, 0, OB_SESSION_CT, OB_SESSION_HARDWARE, OB_SESSION_NO_DMA, OB_SESSION_MID};

    memset(&d, 0, sizeof d);
    d.policy.objective = (uint8_t)draw(3);
    d.policy.session_flags = flags[draw(sizeof flags)];
    n_engines = 1 + draw(ENGINES);
    for (unsigned i = 0; i < n_engines; i++) {
        draw_engine(&engines[i]);
        assert_int_equal(ob_engine_add(&d, &engines[i].engine), OB_OK);
        assert_int_equal(ob_selftest(&engines[i].engine, 0), OB_OK);
    }
}

/* A new session runs one op of len bytes: OB_OK, or the error if no row serves it. */
static int run(struct ob_dispatcher *on, size_t len)
{
    static const uint8_t key[16];
    struct ob_session s;
    int r = ob_cipher_open(&s, on, OB_NULL, key, sizeof key);

    served = NULL;
    if (r == OB_OK) {
        r = ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, len);
        ob_session_close(&s);
    }
    return r;
}

static size_t draw_len(void)
{
    const struct random_engine *e = &engines[draw(n_engines)];
    const struct ob_cap *cap = &e->cap[draw(e->ops.n_caps)];

    switch (draw(3)) {
    case 0: /* around the end of a segment */
        if (cap->price[0].upto < sizeof in - 1)
            return cap->price[0].upto + draw(2);
        break;
    case 1: /* around the longest op of a row */
        if (cap->len_max)
            return cap->len_max + draw(2);
        break;
    default:
        break;
    }
    return draw(draw(2) ? 4000 : sizeof in);
}

static void explains_the_choice(void **state)
{
    unsigned seen = 0, differed = 0;

    (void)state;
    for (unsigned t = 0; t < TABLES; t++) {
        draw_table();
        for (unsigned k = 0; k < LENGTHS; k++) {
            struct ob_candidate list[ENGINES * ROWS], first = {0};
            size_t len = draw_len(), n = ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, len, list, ENGINES * ROWS);
            unsigned chosen = 0;
            int r = run(&d, len);

            for (size_t i = 0; i < n; i++)
                chosen += list[i].chosen;
            if (n == 0 || !list[0].chosen) {
                assert_int_equal(chosen, 0);
                assert_int_equal(r, OB_E_DECLINED);
                continue;
            }
            assert_int_equal(chosen, 1);
            assert_int_equal(r, OB_OK);
            assert_ptr_equal(list[0].engine->ops, served);
            assert_int_equal(list[0].cap - list[0].engine->ops->caps, served_row);
            assert_int_equal(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, len, &first, 1), 1);
            assert_ptr_equal(first.cap, list[0].cap);
            assert_true(first.chosen);
            for (size_t i = 2; i < n; i++)
                assert_true(list[i - 1].cost + list[i - 1].open_cost <= list[i].cost + list[i].open_cost);
            seen++;
            for (size_t i = 1; i < n; i++)
                differed += list[i].selectable && list[i].engine == list[0].engine &&
                            list[i].cost + list[i].open_cost < list[0].cost + list[0].open_cost;
        }
        ob_stop(&d);
    }
    assert_true(seen > TABLES * LENGTHS / 2);
    assert_true(differed > 0); /* rows of one engine whose open prices differ were among them */
}

/* Where opening is free, later ops of a session are chosen as its first: what it keeps of earlier answers is right. */
static void later_ops_too(void **state)
{
    static const uint8_t key[16];

    (void)state;
    exact = free_to_open = true; /* where costs are rounded, two that cross may be taken for each other */
    for (unsigned t = 0; t < TABLES; t++) {
        struct ob_session s;

        draw_table();
        if (ob_cipher_open(&s, &d, OB_NULL, key, sizeof key) == OB_OK)
            for (unsigned k = 0; k < 4 * LENGTHS; k++) {
                struct ob_candidate first = {0};
                size_t len = draw_len();
                bool chosen = ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, len, &first, 1) && first.chosen;
                int r = ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, len);

                assert_int_equal(r, chosen ? OB_OK : OB_E_DECLINED);
                if (chosen) {
                    assert_ptr_equal(first.engine->ops, served);
                    assert_int_equal(first.cap - first.engine->ops->caps, served_row);
                }
            }
        ob_session_close(&s);
        ob_stop(&d);
    }
    exact = free_to_open = false;
}

/* Every length can be asked about. */
static void prices_at_the_limits(void **state)
{
    static const struct ob_price most = {OB_UPTO_ANY, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    static const struct ob_price nothing = {OB_UPTO_ANY, 0, 0, 0, 0, 0};

    (void)state;
    for (uint8_t objective = OB_LATENCY; objective <= OB_CPU_TIME; objective++) {
        const struct ob_price_pair above = {&most, &nothing, 4, objective, true};
        const struct ob_price_pair below = {&nothing, &most, 4, objective, true};

        assert_true(ob_price_change(&above, 0, UINT64_MAX) == UINT64_MAX);
        assert_true(ob_price_change(&below, 0, UINT64_MAX) == UINT64_MAX);
        assert_true(ob_price_below(&below, UINT64_MAX));
        assert_true(ob_price_cost(&most, objective, UINT64_MAX, true) > UINT32_MAX);
    }
}

/* ---- sched ---- */

static struct ob_dispatcher outer;
static struct ob_sched sched;
static struct random_engine beside;

static void make_outer(void)
{
    static struct ob_sched_slot slots[1];
    static struct ob_cap caps[8 * ENGINES * ROWS];
    static struct ob_price segments[400];

    memset(&outer, 0, sizeof outer);
    memset(&sched, 0, sizeof sched);
    memset(slots, 0, sizeof slots);
    outer.policy.objective = d.policy.objective;
    sched = (struct ob_sched){.inner = &d,
                              .slots = slots,
                              .n_slots = 1,
                              .caps = caps,
                              .n_caps = sizeof caps / sizeof *caps,
                              .segments = segments,
                              .n_segments = sizeof segments / sizeof *segments};
}

static void sched_hands_on_the_price(void **state)
{
    unsigned seen = 0, by_sched = 0;

    (void)state;
    exact = true;
    for (unsigned t = 0; t < TABLES; t++) {
        draw_table();
        make_outer();
        if (ob_sched_init(&sched) != OB_OK) { /* no row meets the inner policy */
            struct ob_candidate list[1];

            assert_false(ob_explain(&d, OB_NULL, 0, 128, OB_DIR_BOTH, 0, list, 1) && list[0].chosen);
            ob_stop(&d);
            continue;
        }
        draw_engine(&beside);
        assert_int_equal(ob_engine_add(&outer, &sched.engine), OB_OK);
        assert_int_equal(ob_selftest(&sched.engine, 0), OB_OK);
        assert_int_equal(ob_engine_add(&outer, &beside.engine), OB_OK);
        assert_int_equal(ob_selftest(&beside.engine, 0), OB_OK);
        for (unsigned k = 0; k < LENGTHS; k++) {
            struct ob_candidate inside[1] = {{0}}, list[64];
            size_t len = draw_len(), n = ob_explain(&outer, OB_NULL, 0, 128, OB_DIR_ENCRYPT, len, list, 64);
            bool has_inside = ob_explain(&d, OB_NULL, 0, 128, OB_DIR_ENCRYPT, len, inside, 1) && inside[0].chosen;
            const struct ob_candidate *handed_on = NULL;
            int r = run(&outer, len);

            for (size_t i = 0; i < n; i++)
                if (list[i].engine == &sched.engine && list[i].selectable) {
                    assert_null(handed_on); /* one row for a direction and a key length */
                    handed_on = &list[i];
                }
            assert_int_equal(handed_on != NULL, has_inside);
            if (handed_on) {
                assert_int_equal(handed_on->cost, inside[0].cost);
                assert_int_equal(handed_on->open_cost, inside[0].open_cost);
                seen++;
            }
            if (n == 0 || !list[0].chosen) {
                assert_int_equal(r, OB_E_DECLINED);
                continue;
            }
            assert_int_equal(r, OB_OK);
            assert_ptr_equal(list[0].engine == &sched.engine ? inside[0].engine->ops : &beside.ops, served);
            by_sched += list[0].engine == &sched.engine;
        }
        ob_stop(&outer);
        ob_stop(&d);
    }
    assert_true(seen > TABLES * LENGTHS / 2);
    assert_true(by_sched > TABLES && by_sched < seen);
}

/* Too little room is said, and nothing is written beyond it. */
static void sched_needs_room(void **state)
{
    size_t n_caps, n_segments;

    (void)state;
    for (;;) {
        draw_table();
        make_outer();
        if (ob_sched_init(&sched) == OB_OK && sched.segments_used > 2)
            break;
        ob_stop(&d);
    }
    n_caps = sched.engine.ops->n_caps;
    n_segments = sched.segments_used;
    sched.n_caps = n_caps;
    sched.n_segments = n_segments;
    assert_int_equal(ob_sched_init(&sched), OB_OK);
    sched.n_segments = n_segments - 1;
    assert_int_equal(ob_sched_init(&sched), OB_E_ARG);
    sched.n_segments = n_segments;
    sched.n_caps = n_caps - 1;
    assert_int_equal(ob_sched_init(&sched), OB_E_ARG);
    ob_stop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explains_the_choice),  cmocka_unit_test(later_ops_too),
        cmocka_unit_test(prices_at_the_limits), cmocka_unit_test(sched_hands_on_the_price),
        cmocka_unit_test(sched_needs_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
