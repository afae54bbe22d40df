/* SPDX-License-Identifier: Apache-2.0 */
/* What a session keeps of several engines: the rotation of its slots, clones with all slots, and what restricts its
 * choice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
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

    open_null(&s);
    for (unsigned i = 0; i < ENGINES; i++) {
        assert_int_equal(ob_selftest(&toy[i].engine, 0), OB_OK);
        assert_true(i == 0 || toy[i].opens == tested);
        tested = toy[i].opens;
    }
    if (state == NULL) /* called by the next test */
        for (unsigned i = 0; i < ENGINES; i++)
            toy[i].ops_table.flags = 0;
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

/* The same with engines that have a lock each, which is free afterwards. */
static void slots_of_engines_with_locks(void **state)
{
    (void)state;
    slots_are_given_up_in_turn(NULL);
    for (unsigned i = 0; i < ENGINES; i++)
        assert_int_equal(toy[i].engine.lock, 0);
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
        assert_null(s.avoided);
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

/* What a session may use is an engine, not its place in the list. */
static void restrictions_outlast_stop(void **state)
{
    struct ob_session pinned, avoiding;

    (void)state;
    open_null(&pinned);
    open_null(&avoiding);
    assert_int_equal(ob_session_pin(&pinned, &toy[0].engine), OB_OK);
    assert_int_equal(ob_session_avoid(&avoiding, &toy[0].engine), OB_OK);
    assert_int_equal(crypt(&pinned), OB_OK);
    ob_stop(d);
    assert_int_equal(ob_engine_add(d, &toy[1].engine), OB_OK);
    assert_int_equal(crypt(&pinned), OB_E_DECLINED); /* another one has its place */
    assert_int_equal(crypt(&avoiding), OB_OK);
    assert_int_equal(ob_engine_add(d, &toy[0].engine), OB_OK);
    assert_int_equal(crypt(&pinned), OB_OK);
    assert_int_equal(crypt(&avoiding), OB_OK); /* although the first one is cheaper */
    assert_int_equal(toy[0].ops, 2);
    assert_int_equal(toy[1].ops, 2);
    ob_session_close(&pinned);
    ob_session_close(&avoiding);
    assert_int_equal(ob_session_clone(&avoiding, &pinned), OB_E_STATE); /* there is nothing to copy */
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

/* A key that is open costs nothing more, whichever slot it has; one that is not waits until its credit pays for it. */
static void an_open_key_is_free(void **state)
{
    struct ob_session s;

    (void)state;
    for (unsigned slot = 0; slot < OB_SESSION_SLOTS; slot++) {
        unsigned ops;

        open_null(&s);
        toy[0].price.setup = 10;
        toy[0].price.open = 1000;
        for (unsigned i = 1; i < ENGINES; i++)
            toy[i].price.setup = i == 1 ? 110 : 5000;
        for (unsigned i = 0; i < slot; i++) { /* the last slot is the first to be taken */
            assert_int_equal(ob_session_pin(&s, &toy[2 + i].engine), OB_OK);
            assert_int_equal(crypt(&s), OB_OK);
        }
        assert_int_equal(ob_session_pin(&s, &toy[0].engine), OB_OK);
        assert_int_equal(crypt(&s), OB_OK);
        assert_int_equal(s.slot, OB_SESSION_SLOTS - 1 - slot);
        assert_int_equal(ob_session_pin(&s, NULL), OB_OK);
        ops = toy[0].ops;
        for (unsigned i = 0; i < 5; i++)
            assert_int_equal(crypt(&s), OB_OK);
        assert_int_equal(toy[0].ops, ops + 5);
        assert_int_equal(s.credit[0], 0);
        ob_session_close(&s);
    }
    open_null(&s);
    for (unsigned i = 0; i < 20; i++) {
        unsigned ops = toy[0].ops;

        assert_int_equal(crypt(&s), OB_OK);
        assert_int_equal(toy[0].ops - ops, i >= 9); /* nine lose 100 each; the tenth pays the last 100 by itself */
    }
    ob_session_close(&s);
}

/* The engines come back in another order: what an engine kept under the number of another one is opened anew. */
static void engines_in_another_order(void **state)
{
    struct ob_session s;

    (void)state;
    open_null(&s);
    for (unsigned i = OB_SESSION_SLOTS; i--;) { /* the first engine gets the first slot, which is taken last */
        assert_int_equal(ob_session_pin(&s, &toy[i].engine), OB_OK);
        assert_int_equal(crypt(&s), OB_OK);
    }
    assert_int_equal(s.slot, 0);
    assert_int_equal(ob_session_pin(&s, NULL), OB_OK);
    ob_stop(d);
    assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, 0), OB_E_DECLINED); /* there is no engine */
    for (unsigned i = 2; i--;) {
        toy[i].price.setup = 10 + (1 - i);
        assert_int_equal(ob_engine_add(d, &toy[i].engine), OB_OK);
        assert_int_equal(ob_selftest(&toy[i].engine, 0), OB_OK);
    }
    for (unsigned i = 0; i < 2; i++)
        toy[i].opens = toy[i].ops = 0;
    assert_int_equal(crypt(&s), OB_OK);
    assert_int_equal(toy[1].opens, 1);
    assert_int_equal(toy[1].ops, 1);
    ob_session_close(&s);
}

/* Engines were removed; the session has nothing to give back, whatever the number of the present list is. */
static void closed_after_the_engines(void **state)
{
    struct ob_session s;

    (void)state;
    d->generation--; /* the highest number follows 0 */
    for (unsigned i = 0; i < 2; i++) {
        open_null(&s);
        assert_int_equal(crypt(&s), OB_OK);
        ob_stop(d);
        ob_session_close(&s);
        assert_null(s.dispatcher);
        assert_int_equal(ob_engine_add(d, &toy[0].engine), OB_OK);
        d->generation = (__typeof__(d->generation))-1;
    }
}

/* A session that is reset has nothing left of its stream. */
static void a_reset_leaves_no_data(void **state)
{
    struct ob_session s;
    size_t n;

    (void)state;
    assert_true(ob_start() > 0);
    assert_int_equal(ob_session_open(&s, NULL, OB_AES_ECB, key, sizeof key), OB_OK);
    memset(in, 0x5a, sizeof in);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 0, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 15), OB_OK);
    assert_int_equal(s.held_len, 15);
    assert_int_equal(ob_cipher_finish(&s, out, sizeof out, &n), OB_E_ARG); /* a part of a block is left */
    assert_int_equal(s.held_len, 0);
    for (size_t i = 0; i < sizeof s.held; i++)
        assert_int_equal(s.held[i], 0);
    ob_session_close(&s);
}

/* Rows for other lengths of the key, before those of another algorithm: no engine has the key. */
static void no_row_for_the_key(void **state)
{
    static const uint8_t keys[32] = {1};
    struct ob_cap caps[2];
    struct toy other;
    struct ob_session s;

    (void)state;
    ob_stop(d);
    toy_make(&other, "other", 1, 1, 0);
    caps[0] = caps[1] = other.cap;
    caps[0].alg = OB_AES_ECB;
    caps[1].alg = OB_AES_CBC;
    caps[1].bits_min = caps[1].bits_max = 256;
    other.ops_table.caps = caps;
    other.ops_table.n_caps = 2;
    assert_int_equal(ob_engine_add(d, &other.engine), OB_OK);
    memset(&s, 0x5a, sizeof s);
    assert_int_equal(ob_session_open(&s, d, OB_AES_ECB, keys, 32), OB_E_DECLINED);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, 16, NULL, 0, in, 16), OB_E_STATE); /* it is not open */
    ob_session_close(&s);
    assert_int_equal(ob_session_open(&s, d, OB_AES_CBC, keys, 16), OB_E_DECLINED);
    assert_int_equal(ob_session_open(&s, d, OB_AES_CBC, keys, 32), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_session_open(&s, d, OB_AES_ECB, keys, 16), OB_OK);
    ob_session_close(&s);
}

/* HMAC whose key is longer than a block, where no engine has the hash. */
static void no_engine_for_the_hash_of_a_key(void **state)
{
    static const uint8_t keys[65] = {1};
    struct toy other;
    struct ob_session s;

    (void)state;
    ob_stop(d);
    toy_make(&other, "other", 1, 1, 0);
    other.cap.alg = OB_HMAC_SHA256;
    other.cap.bits_min = 0;
    other.cap.bits_max = UINT16_MAX;
    assert_int_equal(ob_engine_add(d, &other.engine), OB_OK);
    assert_int_equal(ob_session_open(&s, d, OB_HMAC_SHA256, keys, 64), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_session_open(&s, d, OB_HMAC_SHA256, keys, 65), OB_E_DECLINED);
    assert_null(s.dispatcher);
}

/* After an error in a chain no op claims to have written anything. */
static void a_chain_that_fails_has_written_nothing(void **state)
{
    struct ob_session s;
    struct ob_op ops[3];

    (void)state;
    open_null(&s);
    assert_int_equal(ob_session_require(&s, OB_SESSION_NO_RETRY), OB_OK);
    assert_int_equal(crypt(&s), OB_OK);
    for (unsigned i = 0; i < 3; i++) {
        ops[i] = (struct ob_op){.flags = OB_ENCRYPT | OB_FIRST | OB_LAST, .in = in, .in_len = 16};
        ops[i].out = out;
        ops[i].out_size = sizeof out;
        ops[i].out_len = 99;
        ops[i].tag_len = 16; /* which a cipher does not look at */
        ops[i].next = i < 2 ? &ops[i + 1] : NULL;
    }
    toy[0].answer = OB_E_IO;
    assert_int_equal(ob_run(&s, &ops[0]), OB_E_IO);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(ops[i].status, i == 0 ? OB_E_IO : OB_E_STATE);
        assert_int_equal(ops[i].out_len, 0);
    }
    ob_session_close(&s);
}

/* No typed call begins a stream of another class, or a cipher's or AEAD's without its IV; none begins a second one. */
static void typed_calls_keep_to_the_stream(void **state)
{
    struct ob_session s;
    size_t n;

    (void)state;
    open_null(&s);
    assert_int_equal(ob_feed(&s, OB_ENCRYPT, out, 16, in, 16), OB_E_STATE);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 16), OB_E_STATE);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, in, 12, 0, 0, 16), OB_E_STATE);
    assert_int_equal(toy[0].ops, 0);
    ob_session_close(&s);
    assert_int_equal(ob_start() > 0, 1);
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_E_STATE);
    assert_int_equal(ob_aead_update(&s, out, sizeof out, in, 16), OB_E_STATE);
    assert_int_equal(ob_aead_aad(&s, in, 16), OB_E_STATE);
    ob_session_close(&s);
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_E_STATE);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, in, 12, 0, 0, 16), OB_E_STATE);
    assert_int_equal(ob_hash_update(&s, in, 3), OB_OK);
    assert_int_equal(ob_feed(&s, OB_FIRST, NULL, 0, in, 3), OB_E_STATE);
    assert_int_equal(s.in_done, 3);
    ob_session_close(&s);
    ob_stop(NULL);
}

/* Areas that lie side by side do not overlap. */
static void areas_overlap_by_a_byte(void **state)
{
    const uint8_t *a = in, *far = (const uint8_t *)3000, *near = (const uint8_t *)1000;

    (void)state;
    assert_false(obi_overlap(a, 8, a + 8, 8));
    assert_false(obi_overlap(a + 8, 8, a, 8));
    assert_true(obi_overlap(a, 9, a + 8, 8));
    assert_true(obi_overlap(a + 8, 8, a, 9));
    assert_true(obi_overlap(a, 1, a, 1));
    assert_false(obi_overlap(far, 8, near, 500));
    assert_false(obi_overlap(near, 500, far, 8));
}

#define TOY(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY(slots_are_given_up_in_turn),
        TOY(slots_of_engines_with_locks),
        TOY(an_open_key_is_free),
        TOY(engines_in_another_order),
        TOY(closed_after_the_engines),
        TOY(a_reset_leaves_no_data),
        TOY(no_row_for_the_key),
        TOY(no_engine_for_the_hash_of_a_key),
        TOY(a_chain_that_fails_has_written_nothing),
        TOY(typed_calls_keep_to_the_stream),
        TOY(areas_overlap_by_a_byte),
        TOY(a_key_that_does_not_open_has_no_slot),
        TOY(clones_have_all_slots),
        TOY(a_failed_clone_is_closed),
        TOY(only_engines_of_the_dispatcher_restrict),
        TOY(restrictions_outlast_stop),
        TOY(a_resumed_stream_chooses_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
