/* SPDX-License-Identifier: Apache-2.0 */
/* Part of every test suite of the library that runs under the binding: sets who serves before the suite begins, and
 * writes at its end what became of the calls. OB_SUITE_MODE: price, or engine for no fallback; OB_SUITE_COUNTS: the
 * file to write. */
#include <outboard/mbedtls.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUNCTIONS_MAX 128

static pid_t suite;

static void report(void)
{
    struct ob_mbedtls_count list[FUNCTIONS_MAX];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS_MAX);
    const char *name = getenv("OB_SUITE_COUNTS");
    FILE *file;

    if (!name || getpid() != suite) /* a child of a test */
        return;
    file = fopen(name, "w");
    if (!file || n > FUNCTIONS_MAX)
        abort();
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%s,%u,%u,%u\n", list[i].function, list[i].engine, list[i].fallback, list[i].refused);
    if (fclose(file))
        abort();
}

__attribute__((constructor)) static void begin(void)
{
    const char *mode = getenv("OB_SUITE_MODE");

    suite = getpid();
    if (ob_mbedtls_start() != OB_OK) {
        fputs("calls of the library do not arrive at the binding\n", stderr);
        abort();
    }
    if (mode && strcmp(mode, "engine") == 0) {
        ob_mbedtls_compare(false);
        ob_mbedtls_fallback(false);
    }
    ob_mbedtls_counts_reset();
    if (atexit(report))
        abort();
}
