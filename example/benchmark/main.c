/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes, ciphers and AEADs of several lengths, by the CPU's instructions, by the board's blocks fed by the CPU, and by
 * their DMA. Each figure is one call; what needs a key has it set outside, and the block holds another key before. */
#include <inttypes.h>
#include <outboard/board.h>
#include <outboard/mbedtls.h>
#include <outboard/outboard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"

#define MODES     3
#define LENGTHS   9
#define ROWS_MAX  256
#define TABLE_LEN 1024 /* of the main table */

static const char *const mode_names[MODES] = {"software", "cpu", "dma"};
static const uint32_t lengths[LENGTHS] = {16, 32, 64, 128, 256, 512, 1024, 4096, 16384};

/* Software is timed up to the length of the table: what it takes grows with the length alone. */
static const uint32_t longest[MODES] = {TABLE_LEN, 16384, 16384};

struct figure {
    uint32_t cycles; /* 0: not timed */
    uint32_t idle;   /* the part of them that the CPU slept */
};

static struct figure figures[JOBS_MAX][MODES][LENGTHS];

/* Make rows of this mode (enum ob_mode) cheaper than all others, so that they serve every length. */
static void prefer(uint8_t mode)
{
    static const struct ob_price cheap = {.upto = OB_UPTO_ANY};
    static const struct ob_price dear = {OB_UPTO_ANY, 0, UINT32_MAX / 2, 0, UINT32_MAX / 2, 0};
    static const struct ob_price *prices[OB_ENGINES_MAX][ROWS_MAX];

    for (unsigned e = 0; e < ob_default.n_engines; e++) {
        struct ob_engine *engine = ob_default.engine[e];

        for (unsigned row = 0; row < engine->ops->n_caps && row < ROWS_MAX; row++)
            prices[e][row] = engine->ops->caps[row].mode == mode ? &cheap : &dear;
        engine->prices = prices[e];
    }
}

static int time_one(const struct job *job, unsigned mode, const struct buffers *buffers, uint32_t len,
                    struct figure *figure)
{
    uint64_t began, idle;
    int status = 0;

    /* Once to open the key; then another key, or another message, goes through the block before the call that counts.
     * Software has neither, and on a real machine the first call warms its caches. */
    if (mode != OB_BOARD_SOFTWARE || !ob_board_is_exact())
        status = job->run(job, buffers, len, 0);
    if (status == 0 && mode != OB_BOARD_SOFTWARE)
        status = job->run(job, buffers, len, 1);
    idle = ob_board_idle_cycles();
    began = ob_board_cycles();
    if (status == 0)
        status = job->run(job, buffers, len, 0);
    figure->cycles = (uint32_t)(ob_board_cycles() - began);
    figure->idle = (uint32_t)(ob_board_idle_cycles() - idle);
    return status;
}

/* Whether an engine has a row of this mode for the job. */
static int has_mode(const struct job *job, uint8_t mode)
{
    static struct ob_candidate list[16];
    size_t n = ob_explain(NULL, (uint8_t)job->id, 0, job->bits, OB_DIR_ENCRYPT, TABLE_LEN, list, 16);

    for (size_t i = 0; i < n && i < 16; i++)
        if (list[i].cap->mode == mode)
            return 1;
    return 0;
}

/* All jobs that are, or are not, Outboard's own calls. */
static int time_all(unsigned mode, int outboard, const struct buffers *buffers)
{
    for (unsigned j = 0; j < jobs_count; j++) {
        int status;

        if (jobs[j].outboard != outboard || (mode != OB_BOARD_SOFTWARE && !has_mode(&jobs[j], (uint8_t)mode)))
            continue;
        status = jobs[j].open(&jobs[j]);

        for (unsigned l = 0; status == 0 && l < LENGTHS && lengths[l] <= longest[mode]; l++)
            status = time_one(&jobs[j], mode, buffers, lengths[l], &figures[j][mode][l]);
        jobs[j].close(&jobs[j]);
        if (status != 0) {
            printf("%s %s: error %d\n", jobs[j].name, mode_names[mode], status);
            return status;
        }
    }
    return 0;
}

/* KiB/s and cycles per byte, from the cycles for the table's length. */
static void print_speed(uint32_t cycles, uint32_t khz)
{
    uint64_t kib_s = cycles ? (uint64_t)khz * 1000 * TABLE_LEN / 1024 / cycles : 0;
    uint32_t hundredths = (uint32_t)((uint64_t)cycles * 100 / TABLE_LEN);

    if (cycles)
        printf("%8" PRIu32 " %6" PRIu32 ".%02" PRIu32, (uint32_t)kib_s, hundredths / 100, hundredths % 100);
    else
        printf("%18s", "-");
}

static void print_table(const unsigned *modes, unsigned n_modes, unsigned table)
{
    uint32_t khz = ob_board_khz();

    printf("\n%" PRIu32 " bytes: KiB/s and cycles/byte; published: the vendor's engine, scaled to %" PRIu32
           " MHz\n%-13s",
           (uint32_t)TABLE_LEN, khz / 1000, "");
    for (unsigned m = 0; m < n_modes; m++)
        printf(" %17s %9s", mode_names[modes[m]], "published");
    printf("\n");
    for (unsigned j = 0; j < jobs_count; j++) {
        printf("%-13s", jobs[j].name);
        for (unsigned m = 0; m < n_modes; m++) {
            uint32_t published = jobs[j].published[modes[m]];

            print_speed(figures[j][modes[m]][table].cycles, khz);
            if (published)
                printf(" %9" PRIu32, (uint32_t)((uint64_t)published * khz / PUBLISHED_KHZ));
            else
                printf(" %9s", "-");
        }
        printf("\n");
    }
}

/* One line per algorithm and mode: length, cycles, and those that the CPU slept. */
static void print_figures(const unsigned *modes, unsigned n_modes)
{
    printf("\ncycles of a call (of these, free for other work), by its bytes\n");
    for (unsigned j = 0; j < jobs_count; j++)
        for (unsigned m = 0; m < n_modes; m++) {
            const struct figure *figure = figures[j][modes[m]];

            if (figure->cycles == 0)
                continue;
            printf("%-13s %-8s", jobs[j].name, mode_names[modes[m]]);
            for (unsigned l = 0; l < LENGTHS && figure[l].cycles; l++)
                printf(" %" PRIu32 ": %" PRIu32 " (%" PRIu32 ")", lengths[l], figure[l].cycles, figure[l].idle);
            printf("\n");
        }
}

int main(void)
{
    struct buffers buffers;
    unsigned modes[MODES], n_modes = 0, table = 0;
    size_t room;
    uint8_t *memory = ob_board_memory(&room);

    buffers.in = memory;
    buffers.out = memory + 16384;
    for (size_t i = 0; i < 16384; i++)
        buffers.in[i] = (uint8_t)(i * 5 + 1);
    while (lengths[table] != TABLE_LEN)
        table++;
    printf("benchmark on %s, CPU at %" PRIu32 " MHz\n", ob_board_name(), ob_board_khz() / 1000);
    for (unsigned mode = 0; mode < MODES; mode++) {
        int status;

        /* The library's own code runs while no engine is started. */
        status = mode == OB_BOARD_SOFTWARE ? time_all(mode, 0, &buffers) : 0;
        if (ob_board_start((enum ob_board_mode)mode) != OB_OK)
            continue;
        prefer((uint8_t)mode);
        if (status == 0 && mode != OB_BOARD_SOFTWARE)
            status = time_all(mode, 0, &buffers);
        if (status == 0)
            status = time_all(mode, 1, &buffers);
        ob_mbedtls_forget();
        ob_stop(NULL);
        if (status != 0)
            return EXIT_FAILURE;
        modes[n_modes++] = mode;
    }
    print_table(modes, n_modes, table);
    print_figures(modes, n_modes);
    return n_modes ? EXIT_SUCCESS : EXIT_FAILURE;
}
