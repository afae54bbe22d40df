/* SPDX-License-Identifier: Apache-2.0 */
/* The self-tests of Mbed TLS for AES, SHA-2, GCM, CCM and CMAC with Outboard's engines alone: the binding has no
 * fallback, so that an operation without an engine fails, and those that engines served are counted by function. The
 * engine that the dispatcher takes must be the one that is made for the core. */
#include <outboard/board.h>
#include <outboard/mbedtls.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS 128u

/* The library's own, under other names (CMakeLists.txt). */
int served_sha224_self_test(int verbose);
int served_sha256_self_test(int verbose);
int served_aes_self_test(int verbose);
int served_gcm_self_test(int verbose);
int served_ccm_self_test(int verbose);
int served_cmac_self_test(int verbose);

static const struct test {
    const char *name;
    int (*run)(int verbose);
    bool is_long;             /* 10,000 blocks in a row, or a million bytes */
    const char *functions[7]; /* that engines must have served at least once */
} tests[] = {
    {"sha224", served_sha224_self_test, true, {"sha256_update", "sha256_finish"}},
    {"sha256", served_sha256_self_test, true, {"sha256_update", "sha256_finish"}},
    {"aes", served_aes_self_test, true, {"aes_crypt_ecb", "aes_crypt_cbc", "aes_crypt_ctr", "aes_crypt_xts"}},
    {"gcm", served_gcm_self_test, false, {"gcm_crypt_and_tag", "gcm_update_ad", "gcm_update", "gcm_finish"}},
    {"ccm", served_ccm_self_test, false, {"ccm_encrypt_and_tag", "ccm_auth_decrypt"}},
    {"cmac", served_cmac_self_test, false, {"cipher_cmac"}},
};

static struct ob_mbedtls_count counts[FUNCTIONS];

static const struct ob_mbedtls_count *count_of(const char *function, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(counts[i].function, function) == 0)
            return &counts[i];
    return NULL;
}

/* What engines may refuse, and the library serves: the first vector of XTS has two equal keys. */
static bool may_refuse(const struct ob_mbedtls_count *count)
{
    return strcmp(count->function, "aes_crypt_xts") == 0 && count->refused == 2;
}

/* Whether engines served all of the test's functions, and the library nothing. */
static bool all_served(const struct test *test)
{
    size_t n = ob_mbedtls_counts(counts, FUNCTIONS);
    bool good = n <= FUNCTIONS;

    for (size_t i = 0; good && i < n; i++) {
        if (counts[i].engine || counts[i].fallback || counts[i].refused)
            printf("  %-20s %lu by engines, %lu by the library, %lu refused\n", counts[i].function,
                   (unsigned long)counts[i].engine, (unsigned long)counts[i].fallback,
                   (unsigned long)counts[i].refused);
        good = counts[i].fallback == 0 && (counts[i].refused == 0 || may_refuse(&counts[i]));
    }
    for (size_t f = 0; good && f < sizeof test->functions / sizeof *test->functions && test->functions[f]; f++) {
        const struct ob_mbedtls_count *count = count_of(test->functions[f], n);

        good = count && count->engine > 0;
        if (!good)
            printf("  %s was not served by an engine\n", test->functions[f]);
    }
    return good;
}

/* Whether the engine that is made for the core is the cheapest, at 16 bytes as at 1024. */
static bool is_cheapest(uint8_t alg, unsigned bits)
{
    static struct ob_candidate list[1];
    bool good = true;

    for (uint64_t len = 16; len <= 1024; len *= 8) {
        if (ob_explain(NULL, alg, 0, bits, OB_DIR_ENCRYPT, len, list, 1) == 0)
            return false;
        good = good && strcmp(list[0].engine->ops->name, "cortexm") == 0;
    }
    printf("%s %s\n", ob_alg_name(alg), good ? "passed" : "FAILED: another engine than cortexm is cheaper");
    return good;
}

int main(void)
{
    static const uint8_t ciphers[] = {OB_AES_CMAC, OB_AES_ECB, OB_AES_CBC, OB_AES_CTR, OB_AES_GCM, OB_AES_CCM};
    unsigned failed = 0;

    if (ob_board_start(OB_BOARD_SOFTWARE) != OB_OK) {
        printf("no engine starts\n");
        return EXIT_FAILURE;
    }
    failed += !is_cheapest(OB_SHA256, 0);
    for (size_t i = 0; i < sizeof ciphers; i++)
        failed += !is_cheapest(ciphers[i], 128);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        bool good;

        if (tests[i].is_long && ob_board_is_slow()) {
            printf("%-6s skipped: too long\n", tests[i].name);
            continue;
        }
        ob_mbedtls_counts_reset();
        good = tests[i].run(0) == 0;
        printf("%-6s %s\n", tests[i].name, good ? "passed" : "FAILED");
        good = all_served(&tests[i]) && good;
        failed += !good;
    }
    printf("%u failed\n", failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
