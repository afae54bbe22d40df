/* SPDX-License-Identifier: Apache-2.0 */
/* Ciphers in parts in the core for one engine (core/single_cipher.c) on engine soft: what is held back, the end of a
 * message, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern struct ob_engine ob_engine_soft;

static const uint8_t key[16] = {1, 2, 3, 4};
static uint8_t in[256];

static int add_soft(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(i * 11 + 1);
    return ob_start() == 1 ? 0 : -1;
}

static int remove_soft(void **state)
{
    (void)state;
    ob_stop(NULL);
    return 0;
}

static bool all(const void *p, size_t len, uint8_t value)
{
    const uint8_t *b = (const uint8_t *)p;

    for (size_t i = 0; i < len; i++)
        if (b[i] != value)
            return false;
    return true;
}

/* What an unfinished message has left in the session is not of the next one. */
static void start_drops_an_unfinished_message(void **state)
{
    struct ob_session s;
    uint8_t x[32], y[32];
    size_t n;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_CBC, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, x, sizeof x, in, 16, in, 32), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 5), OB_OK);
    assert_int_equal(n, 0);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 15, 0), OB_E_ARG); /* the message goes on */
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in + 5, 11), OB_OK);
    assert_int_equal(n, 16);
    assert_memory_equal(x, y, 16);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 7), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 32), OB_OK);
    assert_int_equal(n, 32);
    assert_memory_equal(x, y, 32);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_OK);
    ob_session_close(&s);
}

/* What finish says of what is left over, and that it leaves nothing of it in the session. */
static void finish_ends_the_message(void **state)
{
    static const uint8_t none[32];
    struct ob_session s;
    uint8_t x[32], y[32];
    size_t n;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_CBC, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 5), OB_OK);
    assert_int_equal(ob_cipher_finish(&s, y, 4, &n), OB_E_ARG); /* no room: the message goes on */
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 11), OB_OK);
    assert_int_equal(n, 16);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 5), OB_OK);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_E_ARG);
    assert_int_equal(n, 0);
    assert_memory_equal(s.held, none, sizeof s.held);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_E_STATE);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 16), OB_OK);
    assert_int_equal(ob_cipher_finish(&s, NULL, 0, &n), OB_OK);
    assert_int_equal(n, 0);
    assert_int_equal(ob_cipher_finish(&s, NULL, 0, &n), OB_E_STATE);
    ob_session_close(&s);
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_XTS, in, 32), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, x, sizeof x, in, 16, in, 20), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 20), OB_OK);
    assert_int_equal(ob_cipher_finish(&s, NULL, sizeof y, &n), OB_E_ARG); /* no output: the message goes on */
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_OK);
    assert_int_equal(n, 20);
    assert_memory_equal(x, y, 20);
    assert_memory_equal(s.held, none, sizeof s.held);
    ob_session_close(&s);
}

static bool busy;

static int says_busy(void *dev, struct ob_session *s, struct ob_op *op)
{
    return busy ? OB_E_BUSY : ob_engine_soft.ops->submit(dev, s, op);
}

/* Bytes that were held back go through out, where they meet what follows: nothing is written there by a call that is
 * refused, nothing is left there by one that fails, and one for which the engine was busy can be repeated. */
static void held_bytes_go_through_out(void **state)
{
    struct ob_engine_ops ops = *ob_engine_soft.ops;
    uint8_t x[80], y[80 + 1];
    struct ob_dispatcher other;
    struct ob_session s;
    struct ob_engine e;
    size_t n;

    (void)state;
    memset(&other, 0, sizeof other);
    memset(&e, 0, sizeof e);
    e.ops = &ops;
    ops.submit = says_busy;
    busy = false;
    assert_int_equal(ob_engine_add(&other, &e), OB_OK);
    assert_int_equal(ob_cipher_open(&s, &other, OB_AES_CBC, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, x, sizeof x, in, 16, in, 80), OB_OK);
    memset(y, 0x77, sizeof y);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 5), OB_OK);
    assert_int_equal(ob_cipher_update(&s, NULL, sizeof y, &n, in + 5, 60), OB_E_ARG);
    assert_int_equal(ob_cipher_update(&s, y, 63, &n, in + 5, 60), OB_E_ARG);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, y + 63, 60), OB_E_ARG);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, y, 60), OB_E_ARG);
    assert_int_equal(n, 0);
    assert_true(all(y, sizeof y, 0x77));
    assert_int_equal(ob_cipher_update(&s, y, 64, &n, in + 5, 60), OB_OK);
    assert_int_equal(n, 64);
    busy = true;
    assert_int_equal(ob_cipher_update(&s, y + 64, 16, &n, in + 65, 15), OB_E_BUSY);
    assert_int_equal(n, 0);
    assert_memory_equal(x, y, 64);
    assert_true(all(y + 64, 16, 0) && y[80] == 0x77);
    busy = false;
    assert_int_equal(ob_cipher_update(&s, y + 64, 16, &n, in + 65, 15), OB_OK);
    assert_int_equal(n, 16);
    assert_memory_equal(x, y, 80);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_OK);
    /* nothing held: the call can be repeated */
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    busy = true;
    memset(y, 0x77, sizeof y);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 39), OB_E_BUSY);
    assert_true(n == 0 && all(y, sizeof y, 0x77));
    busy = false;
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 39), OB_OK);
    assert_int_equal(n, 32);
    assert_int_equal(ob_cipher_update(&s, y + 32, sizeof y - 32, &n, in + 39, 41), OB_OK);
    assert_int_equal(n, 48);
    assert_memory_equal(x, y, 80);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_OK);
    ob_session_close(&s);
    ob_stop(&other);
}

/* A start of another class, or in no direction, leaves what there is. */
static void start_fits_the_session(void **state)
{
    struct ob_session s;
    uint8_t y[16];
    size_t n;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_CTR, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, in, 16, 0, 0, 16), OB_E_STATE);
    assert_int_equal(ob_cipher_start(&s, 0, in, 16, 0), OB_E_ARG);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_BOTH, in, 16, 0), OB_E_ARG);
    assert_int_equal(ob_aead_update(&s, y, sizeof y, in, 16), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_aead_open(&s, NULL, OB_AES_GCM, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_E_STATE);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, in, 12, 0, 0, 16), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 16), OB_E_STATE);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_E_STATE);
    ob_session_close(&s);
}

/* What an update takes, and what it is refused for. */
static void updates_fit_the_session(void **state)
{
    struct ob_session s;
    uint8_t y[32];
    size_t n = 7;

    (void)state;
    assert_int_equal(ob_hash_open(&s, NULL, OB_SHA256), OB_OK);
    assert_int_equal(ob_hash_update(&s, in, 5), OB_OK); /* a stream, but not of a cipher */
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 16), OB_E_STATE);
    assert_int_equal(n, 0);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_E_STATE);
    ob_session_close(&s);
    assert_int_equal(ob_cipher_open(&s, NULL, OB_SM4_CTR, key, sizeof key), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, NULL, 0, &n, NULL, 0), OB_OK);
    s.in_done = (uint64_t)1 << 24; /* the end of an XTS unit, but not of this */
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 16), OB_OK);
    assert_int_equal(n, 16);
    ob_session_close(&s);
}

/* XTS in parts: the last op has 16 bytes or more; less ends the message. */
static void xts_ends_with_a_whole_block(void **state)
{
    struct ob_session s;
    uint8_t x[48], y[48];
    size_t n, done;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, NULL, OB_AES_XTS, in, 32), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, x, sizeof x, in, 16, in, 47), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &done, in, 40), OB_OK);
    assert_int_equal(done, 16);
    assert_int_equal(ob_cipher_update(&s, y + done, sizeof y - done, &n, in + 40, 7), OB_OK);
    assert_int_equal(n, 0);
    assert_int_equal(ob_cipher_finish(&s, y + done, 30, &n), OB_E_ARG); /* no room: the message goes on */
    assert_int_equal(ob_cipher_finish(&s, y + done, 31, &n), OB_OK);
    assert_int_equal(n, 31);
    assert_memory_equal(x, y, 47);
    for (size_t len = 0; len < 16; len += 15) {
        assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
        assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, len), OB_OK);
        assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_E_ARG);
        assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 16), OB_E_STATE);
    }
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    s.in_done = ((uint64_t)1 << 24) - 16;
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 48), OB_E_ARG);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 32), OB_OK);
    assert_int_equal(ob_cipher_finish(&s, y, sizeof y, &n), OB_E_ARG);
    /* what is held back is not written by a call that would go beyond */
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, in, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 16), OB_OK);
    s.in_done = ((uint64_t)1 << 24) - 16;
    memset(y, 0x77, sizeof y);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 32), OB_E_ARG);
    for (size_t i = 0; i < sizeof y; i++)
        assert_int_equal(y[i], 0x77);
    assert_int_equal(ob_cipher_update(&s, y, sizeof y, &n, in, 31), OB_OK);
    assert_int_equal(n, 16);
    ob_session_close(&s);
}

#define SOFT(name) cmocka_unit_test_setup_teardown(name, add_soft, remove_soft)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SOFT(start_drops_an_unfinished_message), SOFT(finish_ends_the_message),
        SOFT(held_bytes_go_through_out),         SOFT(start_fits_the_session),
        SOFT(updates_fit_the_session),           SOFT(xts_ends_with_a_whole_block),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
