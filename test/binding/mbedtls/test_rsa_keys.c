/* SPDX-License-Identifier: Apache-2.0 */
/* Public RSA keys that the binding keeps: R^2 is computed once for a key, in whatever context it is, and belongs to no
 * other key. The binding of this program has room for two keys of 1024 bits, on a model of the block. */
#include "under.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mbedtls/pk.h>
#include <mbedtls/rsa.h>
#include <outboard/acryp.h>
#include <outboard/outboard.h>
#include <psa/crypto.h>

#include "test/conformance/acryp_model.h"

enum { LEN = 128, KEYS = 3, ALONE = 1, MAKING = 3 }; /* operations of the block: the power; R^2, its check, the power */

static struct ob_acryp acryp;
static mbedtls_rsa_context keys[KEYS], longer;
static uint8_t message[2 * LEN], signatures[KEYS][LEN];
static const uint8_t digest[32] = "a digest of some message, 32 byt";

static int begin(void **state)
{
    (void)state;
    seed(9);
    acryp_model_device(&acryp.device);
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    assert_int_equal(ob_acryp_init(&acryp), OB_OK);
    assert_int_equal(ob_engine_add(NULL, &acryp.engine), OB_OK);
    assert_int_equal(ob_selftest(&acryp.engine, 1u << OB_CLASS_PK), OB_OK);
    by_library();
    for (unsigned i = 0; i < KEYS; i++) {
        mbedtls_rsa_init(&keys[i]);
        assert_int_equal(mbedtls_rsa_gen_key(&keys[i], random_bytes, NULL, 1024, 65537), 0);
        assert_int_equal(
            mbedtls_rsa_pkcs1_sign(&keys[i], random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, signatures[i]), 0);
    }
    mbedtls_rsa_init(&longer);
    assert_int_equal(mbedtls_rsa_gen_key(&longer, random_bytes, NULL, 1032, 65537), 0);
    fill(message + 1, sizeof message - 1); /* below each modulus */
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < KEYS; i++)
        mbedtls_rsa_free(&keys[i]);
    mbedtls_rsa_free(&longer);
    return 0;
}

/* Nothing is kept. */
static void begin_anew(void)
{
    ob_mbedtls_forget();
    by_engine();
    ob_mbedtls_counts_reset();
}

/* What the library says of the public operation on the numbers of ctx, in a context of its own. */
static void by_the_library(const mbedtls_rsa_context *ctx, uint8_t *out)
{
    mbedtls_rsa_context fresh;

    mbedtls_rsa_init(&fresh);
    assert_int_equal(mbedtls_rsa_import(&fresh, &ctx->N, NULL, NULL, NULL, &ctx->E), 0);
    assert_int_equal(mbedtls_rsa_complete(&fresh), 0);
    assert_int_equal(mbedtls_mpi_read_binary(&fresh.D, message, ctx->len), 0);
    assert_int_equal(mbedtls_mpi_exp_mod(&fresh.D, &fresh.D, &fresh.E, &fresh.N, NULL), 0);
    assert_int_equal(mbedtls_mpi_write_binary(&fresh.D, out, ctx->len), 0);
    mbedtls_rsa_free(&fresh);
}

/* Operations of the block for a public operation, whose result is the library's. */
static unsigned operations(mbedtls_rsa_context *ctx)
{
    uint8_t out[2 * LEN], want[2 * LEN];
    unsigned before = acryp_model_operations();

    assert_int_equal(mbedtls_rsa_public(ctx, message, out), 0);
    before = acryp_model_operations() - before;
    by_the_library(ctx, want);
    assert_memory_equal(out, want, ctx->len);
    return before;
}

static void assert_kept(mbedtls_rsa_context *ctx)
{
    assert_int_equal(operations(ctx), ALONE);
    assert_int_equal(operations(ctx), MAKING);
    assert_int_equal(operations(ctx), ALONE);
    assert_int_equal(operations(ctx), ALONE);
}

/* ---- what is kept ---- */

/* A key that is used once pays nothing; R^2 is made for the second use, and outlives the context. */
static void the_constant_is_computed_once_for_a_key(void **state)
{
    mbedtls_rsa_context other;

    (void)state;
    begin_anew();
    assert_kept(&keys[0]);
    mbedtls_rsa_init(&other);
    assert_int_equal(mbedtls_rsa_copy(&other, &keys[0]), 0);
    assert_int_equal(operations(&other), ALONE);
    mbedtls_rsa_free(&other);
    mbedtls_rsa_init(&other);
    assert_int_equal(mbedtls_rsa_import(&other, &keys[0].N, NULL, NULL, NULL, &keys[0].E), 0);
    assert_int_equal(mbedtls_rsa_complete(&other), 0);
    assert_int_equal(mbedtls_mpi_grow(&other.N, 40), 0); /* more limbs, the same number */
    assert_int_equal(operations(&other), ALONE);
    mbedtls_rsa_free(&other);
    assert_int_equal(engine_ops("rsa_public"), 6);
    assert_no_library_ops();
    ob_mbedtls_forget();
    assert_kept(&keys[0]);
    ob_mbedtls_forget();
}

/* Every check of a signature begins with the public operation. */
static void signatures_use_it_too(void **state)
{
    unsigned want[] = {ALONE, MAKING, ALONE, ALONE}, before;
    uint8_t sig[LEN], pss[LEN];

    (void)state;
    begin_anew();
    memcpy(sig, signatures[1], LEN);
    for (unsigned i = 0; i < 4; i++) {
        before = acryp_model_operations();
        assert_int_equal(mbedtls_rsa_pkcs1_verify(&keys[1], MBEDTLS_MD_SHA256, 32, digest, sig), 0);
        assert_int_equal(acryp_model_operations(), before + want[i]);
    }
    sig[LEN - 1] ^= 1;
    assert_int_equal(mbedtls_rsa_pkcs1_verify(&keys[1], MBEDTLS_MD_SHA256, 32, digest, sig),
                     MBEDTLS_ERR_RSA_VERIFY_FAILED);
    assert_int_equal(mbedtls_rsa_pkcs1_verify(&keys[1], MBEDTLS_MD_SHA256, 32, digest, signatures[1]), 0);
    /* With another hash it is another session. */
    assert_int_equal(mbedtls_rsa_pkcs1_sign(&keys[1], random_bytes, NULL, MBEDTLS_MD_SHA1, 20, digest, sig), 0);
    before = acryp_model_operations();
    assert_int_equal(mbedtls_rsa_pkcs1_verify(&keys[1], MBEDTLS_MD_SHA1, 20, digest, sig), 0);
    assert_int_equal(mbedtls_rsa_pkcs1_verify(&keys[1], MBEDTLS_MD_SHA256, 32, digest, signatures[1]), 0);
    assert_int_equal(acryp_model_operations(), before + 2 * ALONE);
    assert_no_library_ops();
    assert_int_equal(mbedtls_rsa_set_padding(&keys[1], MBEDTLS_RSA_PKCS_V21, MBEDTLS_MD_SHA256), 0);
    assert_int_equal(mbedtls_rsa_rsassa_pss_sign(&keys[1], random_bytes, NULL, MBEDTLS_MD_SHA256, 32, digest, pss), 0);
    for (unsigned i = 0; i < 4; i++) {
        before = acryp_model_operations();
        assert_int_equal(mbedtls_rsa_rsassa_pss_verify(&keys[1], MBEDTLS_MD_SHA256, 32, digest, pss), 0);
        assert_int_equal(acryp_model_operations(), before + want[i]);
    }
    pss[3] ^= 1;
    assert_true(mbedtls_rsa_rsassa_pss_verify(&keys[1], MBEDTLS_MD_SHA256, 32, digest, pss) != 0);
    assert_int_equal(mbedtls_rsa_set_padding(&keys[1], MBEDTLS_RSA_PKCS_V15, MBEDTLS_MD_NONE), 0);
}

static void psa_uses_it_too(void **state)
{
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    static const unsigned want[] = {ALONE, MAKING, ALONE, ALONE};
    uint8_t der[512];
    unsigned char *at = der + sizeof der;
    psa_key_id_t key;
    mbedtls_pk_context pk;
    int len;

    (void)state;
    begin_anew();
    mbedtls_pk_init(&pk);
    assert_int_equal(mbedtls_pk_setup(&pk, mbedtls_pk_info_from_type(MBEDTLS_PK_RSA)), 0);
    assert_int_equal(mbedtls_rsa_copy(mbedtls_pk_rsa(pk), &keys[2]), 0);
    len = mbedtls_pk_write_pubkey(&at, der, &pk);
    assert_true(len > 0);
    mbedtls_pk_free(&pk);
    assert_int_equal(psa_crypto_init(), PSA_SUCCESS);
    psa_set_key_type(&attributes, PSA_KEY_TYPE_RSA_PUBLIC_KEY);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_VERIFY_HASH);
    psa_set_key_algorithm(&attributes, PSA_ALG_RSA_PKCS1V15_SIGN(PSA_ALG_SHA_256));
    assert_int_equal(psa_import_key(&attributes, at, (size_t)len, &key), PSA_SUCCESS);
    for (unsigned i = 0; i < 4; i++) { /* PSA makes a context for each call */
        unsigned before = acryp_model_operations();

        assert_int_equal(
            psa_verify_hash(key, PSA_ALG_RSA_PKCS1V15_SIGN(PSA_ALG_SHA_256), digest, 32, signatures[2], LEN),
            PSA_SUCCESS);
        assert_int_equal(acryp_model_operations(), before + want[i]);
    }
    assert_int_equal(psa_destroy_key(key), PSA_SUCCESS);
    mbedtls_psa_crypto_free();
}

/* ---- whose it is ---- */

/* A context whose numbers are written over, by the library's calls or without, has the results of the new key. */
static void a_key_that_is_written_over_meets_no_other_constant(void **state)
{
    mbedtls_rsa_context ctx;

    (void)state;
    begin_anew();
    mbedtls_rsa_init(&ctx);
    for (unsigned i = 0; i < 3 * KEYS; i++) {
        const mbedtls_rsa_context *from = &keys[i % KEYS];

        if (i < KEYS) {
            assert_int_equal(mbedtls_rsa_import(&ctx, &from->N, NULL, NULL, NULL, &from->E), 0);
            assert_int_equal(mbedtls_rsa_complete(&ctx), 0);
        } else if (i < 2 * KEYS) {
            assert_int_equal(mbedtls_rsa_copy(&ctx, from), 0);
        } else {
            assert_int_equal(ctx.N.n, from->N.n);
            memcpy(ctx.N.p, from->N.p, from->N.n * sizeof *from->N.p);
        }
        for (unsigned k = 0; k < 3; k++)
            (void)operations(&ctx);
    }
    /* A bit here and there of a modulus whose constant is kept. */
    assert_int_equal(operations(&ctx), ALONE);
    for (size_t bit = 1; bit < 1023; bit += 73) {
        mbedtls_mpi_uint mask = (mbedtls_mpi_uint)1 << bit % (8 * sizeof mask);

        ctx.N.p[bit / (8 * sizeof mask)] ^= mask;
        assert_kept(&ctx);
        ctx.N.p[bit / (8 * sizeof mask)] ^= mask;
        (void)operations(&ctx);
        assert_int_equal(operations(&ctx) % 2, 1); /* kept, or made again */
    }
    mbedtls_rsa_free(&ctx);
}

/* The same modulus with another exponent is another key. */
static void exponents_are_compared(void **state)
{
    mbedtls_rsa_context ctx;

    (void)state;
    begin_anew();
    assert_kept(&keys[0]);
    mbedtls_rsa_init(&ctx);
    assert_int_equal(mbedtls_rsa_copy(&ctx, &keys[0]), 0);
    assert_int_equal(mbedtls_mpi_lset(&ctx.E, 65539), 0);
    assert_kept(&ctx);
    assert_int_equal(mbedtls_mpi_lset(&ctx.E, 3), 0);
    assert_kept(&ctx);
    assert_int_equal(mbedtls_mpi_lset(&ctx.E, 1), 0);
    assert_int_equal(mbedtls_mpi_shift_l(&ctx.E, 40), 0);
    assert_int_equal(mbedtls_mpi_add_int(&ctx.E, &ctx.E, 1), 0); /* longer than those that are kept */
    assert_int_equal(operations(&ctx), ALONE);
    assert_int_equal(operations(&ctx), ALONE);
    mbedtls_rsa_free(&ctx);
}

/* The key that was used longest ago makes room; a longer one finds none. */
static void keys_take_turns(void **state)
{
    (void)state;
    begin_anew();
    assert_kept(&keys[0]);
    assert_kept(&keys[1]);
    assert_int_equal(operations(&keys[0]), ALONE);
    assert_int_equal(operations(&keys[2]), ALONE); /* in the place of the second one */
    assert_int_equal(operations(&keys[0]), ALONE);
    assert_int_equal(operations(&keys[2]), MAKING);
    assert_kept(&keys[1]);
    for (unsigned i = 0; i < 3 * KEYS; i++)
        assert_int_equal(operations(&keys[i % KEYS]), ALONE); /* in turn: as without */
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(operations(&longer), ALONE);
    assert_int_equal(engine_ops("rsa_public"), 4 + 4 + 4 + 4 + 3 * KEYS + 3);
    assert_no_library_ops();
}

/* ---- faults ---- */

/* A constant that is wrong is not used, and the block's silence costs nothing but the block. */
static void a_fault_while_it_is_made_gives_no_wrong_result(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 2; n++) {
        begin_anew();
        assert_int_equal(operations(&keys[0]), ALONE);
        acryp_model_flip(n); /* the constant, its check */
        assert_int_equal(operations(&keys[0]), MAKING);
        (void)operations(&keys[0]);
        (void)operations(&keys[0]);
        assert_int_equal(operations(&keys[0]), ALONE);
    }
    assert_int_equal(ob_selftest(&acryp.engine, 1u << OB_CLASS_PK), OB_OK);
}

/* ---- threads and forks ---- */

static uint8_t expected[LEN];

static void *use(void *p)
{
    mbedtls_rsa_context ctx;
    uint8_t out[LEN];
    int ret;

    mbedtls_rsa_init(&ctx);
    ret = mbedtls_rsa_copy(&ctx, (const mbedtls_rsa_context *)p);
    for (unsigned i = 0; i < 60 && ret == 0; i++) {
        ret = mbedtls_rsa_public(&ctx, message, out);
        if (ret == 0 && memcmp(out, expected, LEN) != 0)
            ret = 1;
        if (i % 16 == 15)
            ob_mbedtls_forget();
    }
    mbedtls_rsa_free(&ctx);
    return ret ? p : NULL;
}

/* Each thread has a context of its own, and all have one key; the block is busy for all but one. */
static void threads_share_a_key(void **state)
{
    pthread_t threads[4];
    void *failed;

    (void)state;
    begin_anew();
    by_the_library(&keys[1], expected);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use, &keys[1]), 0);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CAN_FORK 0 /* their locks may hang in the child of a process with threads */
#else
#define CAN_FORK 1
#endif

static volatile bool stop;

static void *spin(void *p)
{
    mbedtls_rsa_context ctx;
    uint8_t out[LEN];
    int ret;

    mbedtls_rsa_init(&ctx);
    ret = mbedtls_rsa_copy(&ctx, (const mbedtls_rsa_context *)p);
    while (!stop && ret == 0)
        ret = mbedtls_rsa_public(&ctx, message, out);
    mbedtls_rsa_free(&ctx);
    return ret ? p : NULL;
}

/* The child waits for no thread of its parent: a place that stays locked would hold it up. The block is the parent's.
 */
static void a_child_has_all_places(void **state)
{
    pthread_t thread;
    void *failed;

    (void)state;
    if (!CAN_FORK)
        skip();
    begin_anew();
    by_the_library(&keys[0], expected);
    assert_int_equal(pthread_create(&thread, NULL, spin, &keys[0]), 0);
    for (unsigned i = 0; i < 20; i++) {
        pid_t child = fork();
        int status;

        assert_true(child >= 0);
        if (child == 0) {
            uint8_t out[LEN];

            (void)alarm(30);
            ob_mbedtls_forget();
            by_library();
            _exit(mbedtls_rsa_public(&keys[0], message, out) != 0 || memcmp(out, expected, LEN) != 0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    stop = true;
    assert_int_equal(pthread_join(thread, &failed), 0);
    assert_null(failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_constant_is_computed_once_for_a_key),
        cmocka_unit_test(signatures_use_it_too),
        cmocka_unit_test(psa_uses_it_too),
        cmocka_unit_test(a_key_that_is_written_over_meets_no_other_constant),
        cmocka_unit_test(exponents_are_compared),
        cmocka_unit_test(keys_take_turns),
        cmocka_unit_test(a_fault_while_it_is_made_gives_no_wrong_result),
        cmocka_unit_test(threads_share_a_key),
        cmocka_unit_test(a_child_has_all_places),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
