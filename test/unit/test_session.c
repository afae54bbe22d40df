/* SPDX-License-Identifier: Apache-2.0 */
/* What a session keeps of several engines: the rotation of its slots, clones with all slots, and what restricts its
 * choice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "toy.h"

#define ENGINES (OB_SESSION_SLOTS + 1)

static struct toy toy[ENGINES], elsewhere[2];
static struct ob_dispatcher all[3], *const d = &all[1]; /* the others lie on both sides of it */
static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8};
static uint8_t in[32], out[32];

static int make(void **state)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};

    (void)state;
    memset(all, 0, sizeof all);
    for (unsigned i = 0; i < ENGINES; i++) {
        toy_make(&toy[i], names[i], 10 + i, 1, 0);
        if (ob_engine_add(d, &toy[i].engine) != OB_OK)
            return -1;
    }
    for (unsigned i = 0; i < 2; i++) {
        toy_make(&elsewhere[i], "elsewhere", 1, 1, 0);
        if (ob_engine_add(&all[2 * i], &elsewhere[i].engine) != OB_OK)
            return -1;
    }
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        ob_stop(&all[i]);
    return 0;
}

static void open_null(struct ob_session *s)
{
    assert_int_equal(ob_cipher_open(s, d, OB_NULL, key, sizeof key), OB_OK);
}

static int crypt(struct ob_session *s)
{
    return ob_cipher_crypt(s, OB_DIR_ENCRYPT, out, sizeof out, NULL, 0, in, sizeof in);
}

/* Run one message on engine i, after which it has been opened and closed so often for s. */
static void use(struct ob_session *s, unsigned i, unsigned opens, unsigned closes)
{
    assert_int_equal(ob_session_pin(s, &toy[i].engine), OB_OK);
    assert_int_equal(crypt(s), OB_OK);
    assert_int_equal(toy[i].opens, opens);
    assert_int_equal(toy[i].closes, closes);
}

/* The engine that is not open in s. */
static unsigned not_open(const struct ob_session *s)
{
    for (unsigned i = 0; i < ENGINES; i++) {
        bool open = false;

        for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
            open |= s->owner[k] == toy[i].engine.index + 1;
        if (!open)
            return i;
    }
    fail();
    return 0;
}

/* The slots are given up in turn, whatever was used last; what stays in its slot is not opened again. */
static void slots_are_given_up_in_turn(void **state)
{
    struct ob_session s;
    unsigned tested = 0; /* openings by the self-test */

    (void)state;
    open_null(&s);
    for (unsigned i = 0; i < ENGINES; i++) {
        assert_int_equal(ob_selftest(&toy[i].engine, 0), OB_OK);
        assert_true(i == 0 || toy[i].opens == tested);
        tested = toy[i].opens;
    }
    for (unsigned i = 0; i < OB_SESSION_SLOTS; i++) /* all slots are free */
        use(&s, i, tested + 1, 0);
    for (unsigned turn = 0; turn < 2 * OB_SESSION_SLOTS; turn++) {
        unsigned next = not_open(&s), closes = 0;

        use(&s, next, toy[next].opens + 1, toy[next].closes);
        assert_int_equal(s.slot, turn % OB_SESSION_SLOTS);
        for (unsigned i = 0; i < ENGINES; i++)
            closes += toy[i].closes;
        assert_int_equal(closes, turn + 1); /* one state makes room */
        for (unsigned i = 0; i < ENGINES; i++)
            if (i != not_open(&s))
                use(&s, i, toy[i].opens, toy[i].closes);
    }
    ob_session_close(&s);
    for (unsigned i = 0; i < ENGINES; i++)
        assert_int_equal(toy[i].closes, toy[i].opens - tested);
}

/* An engine that does not open a key has no slot, whatever else it answers. */
static void a_key_that_does_not_open_has_no_slot(void **state)
{
    static const int answers[] = {OB_PENDING, 7, OB_E_IO};
    struct ob_session s;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_session_pin(&s, &toy[0].engine), OB_OK);
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        toy[0].open_answer = answers[i];
        assert_int_equal(crypt(&s), OB_E_IO);
        for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
            assert_int_equal(s.owner[k], 0);
        toy[0].open_answer = OB_OK;
        assert_int_equal(ob_selftest(&toy[0].engine, 0), OB_OK);
    }
    assert_int_equal(toy[0].ops, 0);
    assert_int_equal(crypt(&s), OB_OK);
    ob_session_close(&s);
}

static unsigned clones, fail_at;

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    ((struct toy *)dev)->wholes++; /* which this engine does not count otherwise */
    assert_int_equal(dst->slot, src->slot);
    return ++clones == fail_at ? OB_E_IO : OB_OK;
}

/* A clone has the keys that are open in the original, and releases them by itself. */
static void clones_have_all_slots(void **state)
{
    struct ob_session s, copy;
    unsigned opens[2];

    (void)state;
    open_null(&s);
    for (unsigned i = 0; i < 2; i++) {
        toy[i].ops_table.clone = clone;
        assert_int_equal(ob_session_pin(&s, &toy[i].engine), OB_OK);
        assert_int_equal(crypt(&s), OB_OK);
        opens[i] = toy[i].opens;
    }
    clones = fail_at = 0;
    memset(&copy, 0x5a, sizeof copy);
    assert_int_equal(ob_session_clone(&copy, &s), OB_OK);
    assert_int_equal(clones, 2);
    assert_int_equal(toy[0].wholes, 1); /* each by its own engine */
    assert_int_equal(toy[1].wholes, 1);
    assert_int_equal(copy.slot, s.slot);
    for (unsigned i = 0; i < 2; i++)
        use(&copy, i, opens[i], 0);
    ob_session_close(&copy);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(toy[i].closes, 1);
    for (unsigned i = 0; i < 2; i++)
        use(&s, i, opens[i], 1);
    ob_session_close(&s);
}

/* An engine that cannot clone its state: the clone is closed, and gives back what it had by then. */
static void a_failed_clone_is_closed(void **state)
{
    struct ob_session s, copy;
    unsigned slots[2];

    (void)state;
    open_null(&s);
    for (unsigned i = 0; i < 2; i++) {
        toy[i].ops_table.clone = clone;
        assert_int_equal(ob_session_pin(&s, &toy[i].engine), OB_OK);
        assert_int_equal(crypt(&s), OB_OK);
        slots[i] = s.slot;
    }
    for (fail_at = 1; fail_at <= 2; fail_at++) {
        clones = 0;
        memset(&copy, 0x5a, sizeof copy);
        assert_int_equal(ob_session_clone(&copy, &s), OB_E_IO);
        assert_int_equal(clones, fail_at);
        assert_null(copy.dispatcher);
        assert_int_equal(toy[0].closes + toy[1].closes, fail_at - 1);
        for (size_t k = 0; k < sizeof key; k++)
            assert_int_equal(copy.key[k], 0);
        for (unsigned i = 0; i < 2; i++) /* no expanded key is left, of the one that failed or of the other */
            assert_true(clones <= i || memcmp(copy.state[slots[i]], key, 8) != 0);
    }
    ob_session_close(&s);
}

static void only_engines_of_the_dispatcher_restrict(void **state)
{
    struct ob_session s;
    size_t n;

    (void)state;
    open_null(&s);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(ob_session_pin(&s, &elsewhere[i].engine), OB_E_DECLINED);
        assert_int_equal(ob_session_avoid(&s, &elsewhere[i].engine), OB_OK); /* it could not serve anyway */
        assert_int_equal(crypt(&s), OB_OK);
        assert_int_equal(s.avoided, 0);
    }
    assert_int_equal(toy[0].ops, 2);
    assert_int_equal(ob_session_avoid(&s, &toy[0].engine), OB_OK);
    assert_int_equal(crypt(&s), OB_OK);
    assert_int_equal(toy[1].ops, 1);
    assert_int_equal(ob_session_avoid(&s, NULL), OB_OK);
    toy[3].cap.alg = OB_AES_ECB; /* an engine without the algorithm */
    ob_session_close(&s);
    open_null(&s);
    assert_int_equal(ob_session_pin(&s, &toy[3].engine), OB_E_DECLINED);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_OK);
    assert_int_equal(ob_session_pin(&s, NULL), OB_E_STATE);
    assert_int_equal(ob_session_avoid(&s, NULL), OB_E_STATE);
    ob_session_close(&s);
}

/* The stream that goes on chooses for its next op, and from then on stays where it is. */
static void a_resumed_stream_chooses_once(void **state)
{
    struct ob_session s;

    (void)state;
    for (unsigned i = 0; i < ENGINES; i++)
        toy[i].cap.flags |= OB_CAP_MID;
    open_null(&s);
    assert_int_equal(ob_session_pin(&s, &toy[1].engine), OB_OK);
    assert_int_equal(crypt(&s), OB_OK);
    assert_int_equal(ob_session_pin(&s, NULL), OB_OK);
    assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, 5), OB_OK);
    assert_int_equal(s.resumed, 1);
    struct ob_op op = {.flags = OB_ENCRYPT, .in = in, .in_len = 3, .out = out, .out_size = sizeof out};
    assert_int_equal(ob_run(&s, &op), OB_OK);
    assert_int_equal(toy[0].ops, 1); /* the cheapest, not the one that was used before */
    assert_int_equal(s.resumed, 0);
    assert_int_equal(s.in_done, 8);
    ob_session_close(&s);
}

#define TOY(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY(slots_are_given_up_in_turn),
        TOY(a_key_that_does_not_open_has_no_slot),
        TOY(clones_have_all_slots),
        TOY(a_failed_clone_is_closed),
        TOY(only_engines_of_the_dispatcher_restrict),
        TOY(a_resumed_stream_chooses_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
