/* SPDX-License-Identifier: Apache-2.0 */
/* What the framework costs, and how fast the engine soft is, against Mbed TLS with table AES in the same run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <outboard/outboard.h>

#include "test/speed/plain.h"

#define LEN      4096
#define ROUNDS   200     /* batches of each of the two; the best of each counts */
#define BATCH_NS 30000.0 /* short enough that most batches are not interrupted */
#define ATTEMPTS 6       /* other work on the machine may spoil one */

static uint8_t in[LEN], out[LEN], tag[64];
static const uint8_t key[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, iv[16];

enum job { NULL_OP, NULL_OPEN, CBC, CTR, GCM, HASH };

/* One of ours: what an iteration does is told by job. */
struct ours {
    enum job job;
    struct ob_session s;
};

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int run_ours(struct ours *o, size_t digest_len, unsigned n)
{
    struct ob_session other;
    int err = OB_OK;

    for (; n && err == OB_OK; n--) {
        switch (o->job) {
        case NULL_OP:
            err = ob_cipher_crypt(&o->s, OB_DIR_ENCRYPT, out, 16, NULL, 0, in, 16);
            break;
        case NULL_OPEN:
            err = ob_cipher_open(&other, NULL, OB_NULL, key, sizeof key);
            ob_session_close(&other);
            break;
        case CBC:
        case CTR:
            err = ob_cipher_crypt(&o->s, OB_DIR_ENCRYPT, out, LEN, iv, 16, in, LEN);
            break;
        case GCM:
            err = ob_aead_encrypt(&o->s, out, LEN, tag, 16, iv, 12, NULL, 0, in, LEN);
            break;
        case HASH:
            err = ob_hash_compute(&o->s, tag, digest_len, in, LEN);
            break;
        }
    }
    return err;
}

/* Time of one of ours over time of one of theirs: best batches out of many that take turns. */
static double ratio(struct ours *o, size_t digest_len, enum plain_job job, double *ours_ns, double *theirs_ns)
{
    unsigned n[2] = {1, 1};
    double best[2] = {1e18, 1e18};

    for (int who = 0; who < 2; who++)
        for (;; n[who] *= 2) {
            double began = now_ns();
            assert_int_equal(who ? plain_run(job, out, tag, in, LEN, n[who]) : run_ours(o, digest_len, n[who]), 0);
            if (now_ns() - began >= BATCH_NS)
                break;
        }
    for (int round = 0; round < ROUNDS; round++)
        for (int who = 0; who < 2; who++) {
            double began = now_ns(), ns;
            assert_int_equal(who ? plain_run(job, out, tag, in, LEN, n[who]) : run_ours(o, digest_len, n[who]), 0);
            ns = (now_ns() - began) / n[who];
            best[who] = ns < best[who] ? ns : best[who];
        }
    *ours_ns = best[0];
    *theirs_ns = best[1];
    return best[0] / best[1];
}

/* Ours takes at most limit times the time of theirs, in at least one attempt. */
static void at_most(const char *what, struct ours *o, size_t digest_len, enum plain_job job, double limit)
{
    double best = 1e18, ours_ns = 0, theirs_ns = 0;

    for (int i = 0; i < ATTEMPTS && best > limit; i++) {
        double r = ratio(o, digest_len, job, &ours_ns, &theirs_ns);
        best = r < best ? r : best;
    }
    printf("  %-40s %6.3f times Mbed TLS's time (%.1f to %.1f ns in the last attempt), at most %.3f\n", what, best,
           ours_ns, theirs_ns, limit);
    if (best > limit)
        fail_msg("%s takes %.3f times as long as Mbed TLS, more than %.3f", what, best, limit);
}

static int set_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < LEN; i++)
        in[i] = (uint8_t)(7 * i);
    return ob_start() > 0 && plain_key(key) == 0 ? 0 : -1;
}

/* Lookup, price, dispatch and typed call of a 16-byte op cost half of one AES block; opening and closing, two. */
static void test_framework(void **state)
{
    struct ours o = {.job = NULL_OP};

    (void)state;
    assert_int_equal(ob_cipher_open(&o.s, NULL, OB_NULL, key, sizeof key), OB_OK);
    at_most("16-byte op through null", &o, 0, PLAIN_AES_BLOCK, 0.5);
    ob_session_close(&o.s);
    o.job = NULL_OPEN;
    at_most("open and close", &o, 0, PLAIN_AES_BLOCK, 2);
}

/* soft against Mbed TLS on 4 KiB: at least so many times as fast. */
static void at_least(const char *what, uint8_t alg, enum job job, enum plain_job theirs, double times)
{
    struct ours o;
    size_t key_len = OB_ALG_CLASS(alg) == OB_CLASS_HASH ? 0 : sizeof key;

    o.job = job;
    assert_int_equal(ob_session_open(&o.s, NULL, alg, key, key_len), OB_OK);
    assert_int_equal(ob_session_pin(&o.s, ob_engine_find(NULL, "soft")), OB_OK);
    at_most(what, &o, ob_alg_tag(alg), theirs, 1 / times);
    ob_session_close(&o.s);
}

static void test_soft(void **state)
{
    (void)state;
    at_least("soft SHA-256", OB_SHA256, HASH, PLAIN_SHA256, 1.0);
    at_least("soft SHA-512", OB_SHA512, HASH, PLAIN_SHA512, 1.0);
    at_least("soft AES-128-CTR, constant time", OB_AES_CTR, CTR, PLAIN_AES_CTR, 0.5);
    at_least("soft AES-128-GCM, constant time", OB_AES_GCM, GCM, PLAIN_AES_GCM, 0.5);
    at_least("soft AES-128-CBC encryption, constant time", OB_AES_CBC, CBC, PLAIN_AES_CBC, 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_framework), cmocka_unit_test(test_soft)};
    return cmocka_run_group_tests(tests, set_up, NULL);
}
