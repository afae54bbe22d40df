/* SPDX-License-Identifier: Apache-2.0 */
/* outboard calibrate: what the ops are that it measures, and what of them it takes for a price. Engines of the test's,
 * which work like others, are the only ones that it finds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>
#include <outboard/price.h>

extern struct ob_engine ob_engine_soft;
int outboard_main(int argc, char **argv); /* that of cli/main.c */

/* The AAD of a record of TLS 1.2 (RFC 5246, section 6.2.3.3): number, type, version, length. */
#define RECORD_AAD (8 + 1 + 2 + 2)

static struct ob_engine_ops spy_ops;
static struct ob_engine spy = {.ops = &spy_ops};
static unsigned ops[256], wrong[256]; /* by enum ob_alg; wrong: with other AAD than a record's, or none */

static int note(void *dev, struct ob_session *s, struct ob_op *op)
{
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;

    if (!s->testing) {
        ops[s->alg]++;
        wrong[s->alg] += aad_len != (OB_ALG_CLASS(s->alg) == OB_CLASS_AEAD ? RECORD_AAD : 0);
    }
    return ob_engine_soft.ops->submit(dev, s, op);
}

static void run(char *algorithms)
{
    char *argv[] = {"outboard", "calibrate", "-q", "-t", "0", "-a", algorithms, NULL};

    optind = 1;
    assert_int_equal(outboard_main((int)(sizeof argv / sizeof argv[0]) - 1, argv), 0);
}

static void test_aead_with_the_aad_of_a_record(void **state)
{
    static const uint8_t measured[] = {OB_AES_GCM, OB_AES_CCM, OB_CHACHA20_POLY1305, OB_AES_CTR, OB_SHA256};
    static char algorithms[] = "aes-gcm,aes-ccm,chacha20-poly1305,aes-ctr,sha256";

    (void)state;
    spy_ops = *ob_engine_soft.ops;
    spy_ops.name = "spy";
    spy_ops.submit = note;
    spy_ops.whole = NULL; /* a way that passes submit by */
    assert_int_equal(ob_engine_add(NULL, &spy), OB_OK);
    run(algorithms);
    ob_stop(NULL);
    for (size_t i = 0; i < sizeof measured; i++) {
        assert_true(ops[measured[i]] > 0);
        assert_int_equal(wrong[measured[i]], 0);
    }
    assert_int_equal(ops[OB_AES_CBC], 0); /* which nobody asked for */
}

#ifdef CLI_WITH_OPENSSL
extern struct ob_engine ob_engine_openssl, ob_engine_openssl_default;

#define BEGINNING_NS 300000u /* so much longer takes a beginning, */
#define REST_NS      100000u /* and so much an end */

static const struct ob_engine_ops *of_default;

static void take(uint64_t ns)
{
    struct timespec now, end;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += (long)ns;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (now.tv_sec < end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec < end.tv_nsec));
}

static int slow(void *dev, struct ob_session *s, struct ob_op *op)
{
    if (!s->testing)
        take((op->flags & OB_FIRST ? BEGINNING_NS : 0) + (op->flags & OB_LAST ? REST_NS : 0));
    return of_default->submit(dev, s, op);
}

/* What OpenSSL's default provider has done before anybody chooses is no part of its price. */
static void test_default_provider_without_the_beginning(void **state)
{
    static char algorithms[] = "aes-ccm,aes-cmac";
    struct ob_engine_ops ops_table;
    unsigned aeads = 0, others = 0;

    (void)state;
    of_default = ob_engine_openssl_default.ops;
    ops_table = *of_default;
    ops_table.submit = slow;
    ob_engine_openssl_default.ops = &ops_table;
    assert_int_equal(ob_engine_add(NULL, &ob_engine_openssl), OB_OK);
    run(algorithms);
    for (unsigned row = 0; row < of_default->n_caps; row++) {
        const struct ob_cap *cap = &of_default->caps[row];
        uint64_t least = UINT64_MAX, most = 0; /* what else runs here adds to some */

        for (size_t len = 16; len <= 1024; len *= 2) {
            uint64_t cost = ob_price_cost(ob_engine_openssl_default.prices[row], OB_LATENCY, len, false);

            least = cost < least ? cost : least;
            most = cost > most ? cost : most;
        }
        if (cap->alg == OB_AES_CCM) {
            aeads++;
            assert_true(least < BEGINNING_NS && most > REST_NS / 2);
        } else if (cap->alg == OB_AES_CMAC) {
            others++;
            assert_true(least > BEGINNING_NS + REST_NS / 2);
        }
    }
    assert_int_equal(aeads, 2);
    assert_int_equal(others, 2);
    ob_stop(NULL);
    ob_engine_openssl_default.ops = of_default;
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aead_with_the_aad_of_a_record),
#ifdef CLI_WITH_OPENSSL
        cmocka_unit_test(test_default_provider_without_the_beginning),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
