/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC_DRBG against OpenSSL's from the same entropy, and what happens when entropy fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

/* Entropy that anyone can follow: a running number; fails when told to. */
struct counter {
    uint8_t next;
    bool fails;
    unsigned calls;
};

static int count(void *user, uint8_t *out, size_t len)
{
    struct counter *c = (struct counter *)user;

    c->calls++;
    if (c->fails)
        return OB_E_IO;
    for (size_t i = 0; i < len; i++)
        out[i] = c->next++;
    return OB_OK;
}

static struct ob_rng rng;
static struct counter entropy;

static void open_rng(const char *personal)
{
    memset(&rng, 0, sizeof rng);
    memset(&entropy, 0, sizeof entropy);
    rng.entropy = count;
    rng.entropy_user = &entropy;
    assert_int_equal(ob_rng_open(&rng, NULL, (const uint8_t *)personal, strlen(personal)), OB_OK);
}

/* ---- OpenSSL's generator over its test source ---- */

struct peer {
    EVP_RAND_CTX *source, *drbg;
    uint8_t entropy[80]; /* what count gives to an instantiation (48) and a reseeding (32) */
};

static void feed_source(struct peer *p, size_t from, size_t nonce_len)
{
    unsigned strength = 256;
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_uint(OSSL_RAND_PARAM_STRENGTH, &strength),
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_ENTROPY, p->entropy + from, 32),
        OSSL_PARAM_construct_octet_string(OSSL_RAND_PARAM_TEST_NONCE, p->entropy + 32, nonce_len),
        OSSL_PARAM_construct_end(),
    };

    assert_int_equal(EVP_RAND_CTX_set_params(p->source, params), 1);
}

static void open_peer(struct peer *p, const char *personal)
{
    static char mac[] = "HMAC", digest[] = "SHA256";
    OSSL_PARAM params[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_MAC, mac, 0),
        OSSL_PARAM_construct_utf8_string(OSSL_DRBG_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_RAND *source = EVP_RAND_fetch(NULL, "TEST-RAND", NULL), *drbg = EVP_RAND_fetch(NULL, "HMAC-DRBG", NULL);

    for (size_t i = 0; i < sizeof p->entropy; i++)
        p->entropy[i] = (uint8_t)i;
    p->source = EVP_RAND_CTX_new(source, NULL);
    assert_non_null(p->source);
    feed_source(p, 0, 16);
    assert_int_equal(EVP_RAND_instantiate(p->source, 256, 0, NULL, 0, NULL), 1);
    p->drbg = EVP_RAND_CTX_new(drbg, p->source);
    assert_non_null(p->drbg);
    assert_int_equal(EVP_RAND_instantiate(p->drbg, 256, 0, (const uint8_t *)personal, strlen(personal), params), 1);
    EVP_RAND_free(source);
    EVP_RAND_free(drbg);
}

static void agrees_with_openssl(void **state)
{
    static const char *const personal[] = {"", "Outboard",
                                           "a longer personalisation string than one block of SHA-256 takes"};
    static const size_t lengths[] = {1, 31, 32, 33, 64, 100, 1000};
    uint8_t ours[1000], theirs[1000];

    (void)state;
    for (size_t p = 0; p < 3; p++) {
        struct peer peer;

        open_rng(personal[p]);
        open_peer(&peer, personal[p]);
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            assert_int_equal(ob_rng_bytes(&rng, ours, lengths[i]), OB_OK);
            assert_int_equal(EVP_RAND_generate(peer.drbg, theirs, lengths[i], 256, 0, NULL, 0), 1);
            assert_memory_equal(ours, theirs, lengths[i]);
        }
        feed_source(&peer, 48, 16);
        assert_int_equal(ob_rng_reseed(&rng, (const uint8_t *)"more", 4), OB_OK);
        assert_int_equal(EVP_RAND_reseed(peer.drbg, 0, NULL, 0, (const uint8_t *)"more", 4), 1);
        assert_int_equal(ob_rng_bytes(&rng, ours, 100), OB_OK);
        assert_int_equal(EVP_RAND_generate(peer.drbg, theirs, 100, 256, 0, NULL, 0), 1);
        assert_memory_equal(ours, theirs, 100);
        EVP_RAND_CTX_free(peer.drbg);
        EVP_RAND_CTX_free(peer.source);
        ob_rng_close(&rng);
    }
}

static void reseeds_when_due(void **state)
{
    uint8_t out[16];

    (void)state;
    memset(&rng, 0, sizeof rng);
    memset(&entropy, 0, sizeof entropy);
    rng.entropy = count;
    rng.entropy_user = &entropy;
    rng.reseed_interval = 3;
    assert_int_equal(ob_rng_open(&rng, NULL, NULL, 0), OB_OK);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(entropy.calls, 1 + (i ? (i - 1) / 3 : 0));
        assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_OK);
    }
    ob_rng_close(&rng);
}

/* Another process has another number, greater or less. */
static void reseeds_in_another_process(void **state)
{
    uint8_t out[16];

    (void)state;
    open_rng("");
    for (unsigned i = 0; i < 2; i++) {
        unsigned calls = entropy.calls;

        rng.process += i ? 1u : (uint32_t)-1;
        assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_OK);
        assert_int_equal(entropy.calls, calls + 1);
        assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_OK);
        assert_int_equal(entropy.calls, calls + 1);
    }
    ob_rng_close(&rng);
}

/* The HMAC is the dispatcher's own, and no session stays open between two calls. */
static void uses_its_dispatcher(void **state)
{
    static struct ob_dispatcher empty, d;
    static struct ob_engine soft;
    uint8_t out[16];

    (void)state;
    memset(&rng, 0, sizeof rng);
    memset(&entropy, 0, sizeof entropy);
    rng.entropy = count;
    rng.entropy_user = &entropy;
    assert_int_equal(ob_rng_open(&rng, &empty, NULL, 0), OB_E_IO);
    soft.ops = ob_engine_find(NULL, "soft")->ops;
    assert_int_equal(ob_engine_add(&d, &soft), OB_OK);
    assert_int_equal(ob_rng_open(&rng, &d, NULL, 0), OB_OK);
    assert_null(rng.mac.dispatcher);
    assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_OK);
    assert_null(rng.mac.dispatcher);
    ob_stop(&d);
    assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_E_IO);
    ob_rng_close(&rng);
}

static void fails_with_its_entropy(void **state)
{
    uint8_t out[64];

    (void)state;
    memset(&rng, 0, sizeof rng);
    memset(&entropy, 0, sizeof entropy);
    rng.entropy = count;
    rng.entropy_user = &entropy;
    rng.reseed_interval = 1;
    entropy.fails = true;
    assert_int_equal(ob_rng_open(&rng, NULL, NULL, 0), OB_E_IO);
    assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_E_STATE);
    entropy.fails = false;
    assert_int_equal(ob_rng_open(&rng, NULL, NULL, 0), OB_OK);
    assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_OK);
    entropy.fails = true;
    memset(out, 0x55, sizeof out);
    assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_E_IO);
    for (size_t i = 0; i < sizeof out; i++)
        assert_int_equal(out[i], 0);
    ob_rng_close(&rng);
    assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_E_STATE);
}

static void splits_long_calls_and_draws_from_the_platform(void **state)
{
    static uint8_t out[2 * OB_RNG_REQUEST_MAX + 5];
    unsigned seen[256] = {0};

    (void)state;
    memset(&rng, 0, sizeof rng);
    assert_int_equal(ob_rng_open(&rng, NULL, NULL, 0), OB_OK);
    assert_int_equal(ob_rng_bytes(&rng, out, sizeof out), OB_OK);
    for (size_t i = 0; i < sizeof out; i++)
        seen[out[i]]++;
    for (unsigned i = 0; i < 256; i++)
        assert_in_range(seen[i], 512 - 200, 512 + 200); /* nine standard deviations */
    ob_rng_close(&rng);
}

/* A child, and its child, that draw from a copy of their parent's generator. */
static void differs_after_a_fork(void **state)
{
    uint8_t out[3][32];
    int ends[2], status = 0;
    pid_t pid;

    (void)state;
    memset(&rng, 0, sizeof rng);
    assert_int_equal(ob_rng_open(&rng, NULL, NULL, 0), OB_OK);
    assert_int_equal(pipe(ends), 0);
    pid = fork();
    if (pid == 0) {
        int r;

        pid = fork();
        r = ob_rng_bytes(&rng, out[0], 32);
        if (r != OB_OK || write(ends[1], out[0], 32) != 32)
            _exit(1);
        _exit(pid ? waitpid(pid, &status, 0) != pid || status : 0);
    }
    assert_int_equal(ob_rng_bytes(&rng, out[0], 32), OB_OK);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_int_equal(read(ends[0], out[1], 32), 32);
    assert_int_equal(read(ends[0], out[2], 32), 32);
    assert_memory_not_equal(out[0], out[1], 32);
    assert_memory_not_equal(out[0], out[2], 32);
    assert_memory_not_equal(out[1], out[2], 32);
    (void)close(ends[0]);
    (void)close(ends[1]);
    ob_rng_close(&rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_openssl),
        cmocka_unit_test(reseeds_when_due),
        cmocka_unit_test(reseeds_in_another_process),
        cmocka_unit_test(uses_its_dispatcher),
        cmocka_unit_test(fails_with_its_entropy),
        cmocka_unit_test(differs_after_a_fork),
        cmocka_unit_test(splits_long_calls_and_draws_from_the_platform),
    };

    if (ob_start() < 1)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
