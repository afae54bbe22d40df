/* SPDX-License-Identifier: Apache-2.0 */
/* The self-tests of Mbed TLS, one after the other, and those of every engine of Outboard. */
#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/cmac.h>
#include <mbedtls/des.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>
#include <outboard/board.h>
#include <outboard/engine.h>
#include <outboard/outboard.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "example/not_random.h"

/* Those that are long hash a million bytes or encrypt 10,000 blocks in a row: minutes on a simulated board. */
static const struct test {
    const char *name;
    int (*run)(int verbose);
    bool is_long;
} tests[] = {
    {"md5", mbedtls_md5_self_test, false},      {"sha1", mbedtls_sha1_self_test, true},
    {"sha224", mbedtls_sha224_self_test, true}, {"sha256", mbedtls_sha256_self_test, true},
    {"sha384", mbedtls_sha384_self_test, true}, {"sha512", mbedtls_sha512_self_test, true},
    {"des", mbedtls_des_self_test, true},       {"aes", mbedtls_aes_self_test, true},
    {"gcm", mbedtls_gcm_self_test, false},      {"ccm", mbedtls_ccm_self_test, false},
    {"cmac", mbedtls_cmac_self_test, false},
};

static const char *const classes[] = {"", "hash", "mac", "cipher", "aead", "pk"};

/* Whether an engine has a row of this class; the table's rows are sorted by algorithm. */
static bool has_class(const struct ob_engine *engine, unsigned class)
{
    for (unsigned row = 0; row < engine->ops->n_caps; row++)
        if (engine->ops->caps[row].alg >> 5 == class)
            return true;
    return false;
}

static unsigned library(void)
{
    unsigned failed = 0;

    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        int status;

        if (tests[i].is_long && ob_board_is_slow()) {
            printf("mbedtls %-8s skipped: too long for a simulated board\n", tests[i].name);
            continue;
        }
        status = tests[i].run(0);
        printf("mbedtls %-8s %s\n", tests[i].name, status == 0 ? "passed" : "FAILED");
        failed += status != 0;
    }
    return failed;
}

static unsigned engines(void)
{
    unsigned failed = 0;

    for (unsigned e = 0; e < ob_default.n_engines; e++) {
        struct ob_engine *engine = ob_default.engine[e];

        for (unsigned class = OB_CLASS_HASH; class <= OB_CLASS_PK; class ++) {
            int status;

            if (!has_class(engine, class))
                continue;
            status = ob_selftest(engine, 1u << class);
            printf("outboard %s %-8s %s\n", engine->ops->name, classes[class], status == OB_OK ? "passed" : "FAILED");
            failed += status != OB_OK;
        }
    }
    return failed;
}

int main(void)
{
    unsigned failed;
    int keys;

    if (ob_board_start(OB_BOARD_DMA) != OB_OK && ob_board_start(OB_BOARD_CPU) != OB_OK &&
        ob_board_start(OB_BOARD_SOFTWARE) != OB_OK) {
        printf("no engine starts\n");
        return EXIT_FAILURE;
    }
    keys = ob_board_start_keys(OB_BOARD_ALL_KEYS);
    if (keys != OB_OK && keys != OB_E_DECLINED) {
        printf("the block for public keys does not start: error %d\n", keys);
        return EXIT_FAILURE;
    }
    if (keys == OB_OK)
        ob_default.random = not_random; /* for a board with such a block and no source of randomness */
    failed = engines();
    failed += library();
    printf("%u failed\n", failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
