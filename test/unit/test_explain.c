/* SPDX-License-Identifier: Apache-2.0 */
/* What ob_explain calls chosen is what a new session's first op takes: random price tables, requirements and lengths.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>
#include <outboard/price.h>

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
    uint32_t upto = 0, price = open[draw(5)];

    for (unsigned i = 0; i < n; i++) {
        upto += 1 + draw(3000);
        p[i] = (struct ob_price){i + 1 < n ? upto : OB_UPTO_ANY, price, draw(400), draw(1000), draw(200), draw(900)};
    }
}

static void draw_engine(struct random_engine *e)
{
    unsigned n = 1 + draw(ROWS);

    memset(e, 0, sizeof *e);
    for (unsigned r = 0; r < n; r++) {
        draw_price(e->price[r]);
        e->cap[r] =
            (struct ob_cap){OB_NULL, 0,   draw(5) ? OB_DIR_BOTH : OB_DIR_DECRYPT, (uint8_t)draw(3), (uint16_t)draw(8),
                            128,     128, draw(4) ? 0 : 300 + draw(2000),         e->price[r]};
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
            struct ob_candidate list[ENGINES * ROWS], first;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explains_the_choice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
