/* SPDX-License-Identifier: Apache-2.0 */
/* Part of every test suite of the library that runs under the binding: sets who serves before the suite begins, and
 * writes at its end what became of the calls. OB_SUITE_MODE: price; engine for no fallback; blocks for the Verilated
 * blocks, with the library for what these lack; OB_SUITE_COUNTS: the file to write. */
#include <outboard/cryp.h>
#include <outboard/dispatch.h>
#include <outboard/hasher.h>
#include <outboard/mbedtls.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "port/sim/sim.h"

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

/* The Verilated blocks of the folder OB_RTL_DIR as the only engines. */
static void add_blocks(void)
{
    static struct ob_hasher hasher;
    static struct ob_cryp cryp;
    static const char *const names[] = {"hasher_udma", "cryp_udma"};
    struct ob_device *devices[] = {&hasher.device, &cryp.device};
    const char *folder = getenv("OB_RTL_DIR");
    char path[512];

    for (unsigned i = 0; i < 2; i++) {
        struct ob_sim *sim;

        snprintf(path, sizeof path, "%s/%s/lib%s.so", folder ? folder : ".", names[i], names[i]);
        sim = ob_sim_open(path, 1);
        if (!sim)
            abort();
        ob_sim_device(sim, devices[i], OB_SIM_COHERENT);
    }
    if (ob_hasher_init(&hasher) != OB_OK || ob_engine_add(NULL, &hasher.engine) != OB_OK ||
        ob_cryp_init(&cryp) != OB_OK || ob_engine_add(NULL, &cryp.engine) != OB_OK)
        abort();
}

__attribute__((constructor)) static void begin(void)
{
    const char *mode = getenv("OB_SUITE_MODE");

    suite = getpid();
    if (mode && strcmp(mode, "blocks") == 0) {
        add_blocks();
        ob_mbedtls_compare(false);
    }
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
