/* SPDX-License-Identifier: Apache-2.0 */
/* Engines with a library in several threads at once, on sessions of their own: open, one message, parts, clone, close,
 * while other threads run the self-tests, public keys among them. Every answer is that of one thread alone. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#define THREADS 4
#define ROUNDS  4
#define LEN     1024
#define ENGINES 3

extern struct ob_engine ob_engine_openssl, ob_engine_mbedtls, ob_engine_soft;

static struct ob_engine *const engines[ENGINES] = {&ob_engine_openssl, &ob_engine_mbedtls, &ob_engine_soft};

static const struct {
    uint8_t alg, key_len, iv_len, tag_len;
} algs[] = {
    {OB_SHA256, 0, 0, 32},       {OB_SHA512, 0, 0, 64},
    {OB_HMAC_SHA256, 20, 0, 32}, {OB_AES_CMAC, 16, 0, 16},
    {OB_AES_CBC, 16, 16, 0},     {OB_AES_CTR, 32, 16, 0},
    {OB_AES_XTS, 32, 16, 0},     {OB_AES_GCM, 16, 12, 16},
    {OB_AES_CCM, 16, 12, 16},    {OB_CHACHA20_POLY1305, 32, 12, 16},
};
#define ALGS (sizeof algs / sizeof algs[0])

static struct ob_dispatcher d;
static uint8_t in[LEN];

struct answer {
    uint8_t out[LEN], tag[64];
};
static struct answer right[ALGS];

struct work {
    unsigned ops;
    const char *wrong; /* what was, or NULL */
};

static void make_op(struct ob_op *op, unsigned i, struct answer *a)
{
    memset(op, 0, sizeof *op);
    op->flags = OB_FIRST | OB_LAST | OB_ENCRYPT;
    op->iv = in;
    op->iv_len = algs[i].iv_len;
    op->in = in;
    op->in_len = LEN;
    op->out = OB_ALG_CLASS(algs[i].alg) < OB_CLASS_CIPHER ? NULL : a->out;
    op->out_size = op->out ? LEN : 0;
    op->tag = a->tag;
    op->tag_len = algs[i].tag_len;
    op->total_in = LEN;
}

/* The second half of a message on s, and on a copy of s, whose results must be equal. */
static int end_twice(struct ob_session *s, struct ob_op *op, struct answer *a)
{
    struct ob_session copy;
    struct answer b;
    struct ob_op second = *op;
    int r = ob_session_clone(&copy, s);

    if (r != OB_OK)
        return r;
    memset(&b, 0, sizeof b);
    memcpy(b.out, a->out, LEN / 2);
    second.out = op->out ? b.out + LEN / 2 : NULL;
    second.tag = b.tag;
    r = ob_run(&copy, &second);
    ob_session_close(&copy);
    if (r == OB_OK)
        r = ob_run(s, op);
    return r == OB_OK && memcmp(a, &b, sizeof b) != 0 ? OB_E_AUTH : r;
}

/* Algorithm i on engine e, in one op or in two: OB_OK, or an error. */
static int one(struct ob_engine *e, unsigned i, bool parts, struct answer *a)
{
    struct ob_session s;
    struct ob_op op;
    int r = ob_session_open(&s, &d, algs[i].alg, algs[i].key_len ? in : NULL, algs[i].key_len);

    memset(a, 0, sizeof *a);
    if (r != OB_OK)
        return r;
    r = ob_session_pin(&s, e);
    if (r == OB_OK)
        r = ob_session_require(&s, OB_SESSION_WAIT);
    make_op(&op, i, a);
    if (r == OB_OK && !parts) {
        r = ob_run(&s, &op);
    } else if (r == OB_OK) {
        op.flags &= ~(uint32_t)OB_LAST;
        op.in_len = LEN / 2;
        op.out_size = op.out ? LEN / 2 : 0;
        r = ob_run(&s, &op);
        op.flags = OB_LAST | OB_ENCRYPT;
        op.in += LEN / 2;
        if (op.out)
            op.out += LEN / 2;
        if (r == OB_OK)
            r = end_twice(&s, &op, a);
    }
    ob_session_close(&s);
    return r;
}

static void *work(void *arg)
{
    struct work *w = (struct work *)arg;
    struct answer a;

    for (unsigned round = 0; round < ROUNDS && !w->wrong; round++)
        for (unsigned n = 0; n < ALGS * ENGINES; n++) {
            int r = one(engines[n / ALGS], n % ALGS, (round & 1) != 0, &a);

            if (r == OB_E_DECLINED)
                continue; /* the engine does not have it */
            if (r != OB_OK || memcmp(&a, &right[n % ALGS], sizeof a) != 0) {
                w->wrong = ob_alg_name(algs[n % ALGS].alg);
                break;
            }
            w->ops++;
        }
    return NULL;
}

/* The self-tests of two engines at once. Those of public keys take long where the library is instrumented, so each
 * engine has them once. */
static void *test_openssl(void *arg)
{
    struct work *w = (struct work *)arg;

    for (unsigned i = 0; i < 2; i++)
        if (ob_selftest(&ob_engine_openssl, 0) != OB_OK)
            w->wrong = "openssl";
    return NULL;
}

static void *test_mbedtls(void *arg)
{
    struct work *w = (struct work *)arg;

    if (ob_selftest(&ob_engine_mbedtls, 0) != OB_OK)
        w->wrong = "mbedtls";
    return NULL;
}

static void all_at_once(void **state)
{
    pthread_t thread[THREADS + 2];
    struct work w[THREADS + 2];

    (void)state;
    for (unsigned i = 0; i < LEN; i++)
        in[i] = (uint8_t)(i * 5 + 3);
    for (unsigned i = 0; i < ENGINES; i++)
        assert_int_equal(ob_engine_add(&d, engines[i]), OB_OK);
    for (unsigned i = 0; i < ALGS; i++)
        assert_int_equal(one(&ob_engine_soft, i, false, &right[i]), OB_OK);
    memset(w, 0, sizeof w);
    for (unsigned i = 0; i < THREADS + 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL,
                                        i < THREADS    ? work
                                        : i == THREADS ? test_openssl
                                                       : test_mbedtls,
                                        &w[i]),
                         0);
    for (unsigned i = 0; i < THREADS + 2; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        if (w[i].wrong)
            fail_msg("thread %u: %s", i, w[i].wrong);
        assert_true(i >= THREADS || w[i].ops >= ROUNDS * ALGS);
    }
    ob_stop(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_at_once)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
