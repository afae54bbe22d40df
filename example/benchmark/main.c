/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes, ciphers and AEADs of several lengths, by the CPU's instructions, by the board's blocks fed by the CPU, and by
 * their DMA; and by an engine in software that is made for the CPU, where the board links one. Each figure is one call;
 * what needs a key has it set outside, and the block holds another key before. */
#include <inttypes.h>
#include <outboard/board.h>
#include <outboard/mbedtls.h>
#include <outboard/outboard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jobs.h"

#define MODES      5
#define LENGTHS    9
#define ROWS_MAX   256  /* of all engines together */
#define TABLE_LEN  1024 /* of the main table */
#define BUFFER_LEN 16384

/* The columns: enum ob_board_mode; after it the engine for the CPU, and a second block that serves what the first does,
 * which are named when they are found. */
#define TUNED  3u
#define SECOND 4u

static const char *mode_names[MODES] = {"software", "cpu", "dma"};
static const uint32_t lengths[LENGTHS] = {16, 32, 64, 128, 256, 512, 1024, 4096, 16384};

/* Software is timed up to the length of the table: what it takes grows with the length alone. */
static const uint32_t longest[MODES] = {TABLE_LEN, BUFFER_LEN, BUFFER_LEN, TABLE_LEN, BUFFER_LEN};

struct figure {
    uint32_t cycles; /* 0: not timed */
    uint32_t idle;   /* the part of them that the CPU slept */
};

static struct figure figures[JOBS_MAX][MODES][LENGTHS];

/* Of each job: the row of column TUNED is in constant time where the library's code, which looks tables up by secrets,
 * is not. The library's hashes are, too. */
static bool only_tuned_is_constant[JOBS_MAX];

/* The engine's AES as the build option names it. */
#ifdef BENCHMARK_AES
#define VARIANT " (OB_CORTEXM_AES=" BENCHMARK_AES ")"
#else
#define VARIANT ""
#endif

/* The linked engine in software that is not the portable one; NULL if there is none. */
static struct ob_engine *tuned_engine(void)
{
    for (unsigned e = 0; e < ob_default.n_engines; e++)
        if (strcmp(ob_default.engine[e]->ops->name, "soft") != 0)
            return ob_default.engine[e];
    return NULL;
}

/* Whether two engines have a row for the same algorithm, both fed by the CPU. */
static bool overlap(const struct ob_engine *a, const struct ob_engine *b)
{
    for (unsigned i = 0; i < a->ops->n_caps; i++)
        for (unsigned j = 0; j < b->ops->n_caps; j++)
            if (a->ops->caps[i].alg == b->ops->caps[j].alg && a->ops->caps[i].mode == OB_MODE_CPU &&
                b->ops->caps[j].mode == OB_MODE_CPU)
                return true;
    return false;
}

/* The block that serves what another one before it does; NULL if there is none. */
static struct ob_engine *second_engine(void)
{
    for (unsigned b = 0; b < ob_default.n_engines; b++)
        for (unsigned a = 0; a < b; a++)
            if (overlap(ob_default.engine[a], ob_default.engine[b])) {
                mode_names[OB_BOARD_CPU] = ob_default.engine[a]->ops->name;
                mode_names[SECOND] = ob_default.engine[b]->ops->name;
                return ob_default.engine[b];
            }
    return NULL;
}

/* The engine that is in a column of its own, TUNED or SECOND, and in no other; NULL if there is none. */
struct apart {
    const struct ob_engine *engine;
    unsigned mode;
};

/* Whether a row is of this column. */
static int is_of(const struct ob_engine *engine, const struct ob_cap *row, unsigned mode, struct apart apart)
{
    return engine == apart.engine ? mode == apart.mode : row->mode == mode;
}

/* Make rows of this column cheaper than all others, so that they serve every length. 0 if all is well. */
static int prefer(unsigned mode, struct apart apart)
{
    static const struct ob_price cheap = {.upto = OB_UPTO_ANY};
    static const struct ob_price dear = {OB_UPTO_ANY, 0, UINT32_MAX / 2, 0, UINT32_MAX / 2, 0};
    static const struct ob_price *prices[ROWS_MAX];
    unsigned used = 0;

    for (unsigned e = 0; e < ob_default.n_engines; e++) {
        struct ob_engine *engine = ob_default.engine[e];

        if (engine->ops->n_caps > ROWS_MAX - used)
            return -1;
        for (unsigned row = 0; row < engine->ops->n_caps; row++)
            prices[used + row] = is_of(engine, &engine->ops->caps[row], mode, apart) ? &cheap : &dear;
        engine->prices = prices + used;
        used += engine->ops->n_caps;
    }
    return 0;
}

static int time_one(const struct job *job, unsigned mode, const struct buffers *buffers, uint32_t len,
                    struct figure *figure)
{
    uint64_t began, idle;
    int status = 0;

    /* Once to open the key; then another key, or another message, goes through the block before the call that counts.
     * The library's software has neither, and on a real machine the first call warms its caches. */
    if (mode != OB_BOARD_SOFTWARE || job->outboard || !ob_board_is_exact())
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

/* The row of an engine for the job in this column; NULL if there is none. */
static const struct ob_cap *row_of(const struct job *job, unsigned mode, struct apart apart)
{
    static struct ob_candidate list[16];
    size_t n = ob_explain(NULL, (uint8_t)job->id, 0, job->bits, OB_DIR_ENCRYPT, TABLE_LEN, list, 16);

    for (size_t i = 0; i < n && i < 16; i++)
        if (is_of(list[i].engine, list[i].cap, mode, apart))
            return list[i].cap;
    return NULL;
}

/* All jobs that are, or are not, Outboard's own calls. */
static int time_all(unsigned mode, int outboard, struct apart apart, const struct buffers *buffers)
{
    for (unsigned j = 0; j < jobs_count; j++) {
        const struct ob_cap *row = mode == OB_BOARD_SOFTWARE ? NULL : row_of(&jobs[j], mode, apart);
        int status;

        if (jobs[j].outboard != outboard || (mode != OB_BOARD_SOFTWARE && !row))
            continue;
        if (mode == TUNED)
            only_tuned_is_constant[j] = !outboard && row->flags & OB_CAP_CT && OB_ALG_CLASS(row->alg) != OB_CLASS_HASH;
        status = jobs[j].open(&jobs[j]);

        for (unsigned l = 0; status == 0 && l < LENGTHS && lengths[l] <= longest[mode] && lengths[l] <= buffers->len;
             l++)
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

/* Whether the engine for the CPU is slower than software at a length because it is in constant time. */
static bool pays_for_constant_time(unsigned job, unsigned length)
{
    return only_tuned_is_constant[job] &&
           figures[job][TUNED][length].cycles > figures[job][OB_BOARD_SOFTWARE][length].cycles;
}

static void print_table(const unsigned *modes, unsigned n_modes, unsigned table)
{
    uint32_t khz = ob_board_khz();
    bool any = false;

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
        printf("%s\n", pays_for_constant_time(j, table) ? "  slower: constant time" : "");
        any = any || pays_for_constant_time(j, table);
    }
    if (any)
        printf("constant time: %s" VARIANT " never looks up by a secret; the library's AES has tables\n",
               mode_names[TUNED]);
}

/* One line per algorithm and mode: length, cycles, and those that the CPU slept. */
static void print_figures(const unsigned *modes, unsigned n_modes)
{
    printf("\ncycles of a call (of these, free for other work), by its bytes%s\n",
           mode_names[TUNED] ? "; *: slower than software, in constant time" : "");
    for (unsigned j = 0; j < jobs_count; j++)
        for (unsigned m = 0; m < n_modes; m++) {
            const struct figure *figure = figures[j][modes[m]];

            if (figure->cycles == 0)
                continue;
            printf("%-13s %-8s", jobs[j].name, mode_names[modes[m]]);
            for (unsigned l = 0; l < LENGTHS && figure[l].cycles; l++)
                printf(" %" PRIu32 ": %" PRIu32 " (%" PRIu32 ")%s", lengths[l], figure[l].cycles, figure[l].idle,
                       modes[m] == TUNED && pays_for_constant_time(j, l) ? "*" : "");
            printf("\n");
        }
}

/* Start what the column needs and time it. 0 if all is well, 1 if the board has nothing for it, or -1. */
static int time_mode(unsigned mode, const struct buffers *buffers)
{
    struct apart apart = {NULL, 0};
    int status = 0;

    /* The library's own code runs while no engine is started. */
    if (mode == OB_BOARD_SOFTWARE)
        status = time_all(mode, 0, apart, buffers);
    if (ob_board_start(mode == TUNED    ? OB_BOARD_SOFTWARE
                       : mode == SECOND ? OB_BOARD_CPU
                                        : (enum ob_board_mode)mode) != OB_OK)
        return 1;
    if (mode == OB_BOARD_SOFTWARE || mode == TUNED)
        apart = (struct apart){tuned_engine(), TUNED};
    else if (mode == OB_BOARD_CPU || mode == SECOND)
        apart = (struct apart){second_engine(), SECOND};
    if (mode == apart.mode && !apart.engine) {
        ob_stop(NULL);
        return 1;
    }
    if (mode == TUNED)
        mode_names[TUNED] = apart.engine->ops->name;
    if (status == 0)
        status = prefer(mode, apart);
    if (status == 0 && mode != OB_BOARD_SOFTWARE)
        status = time_all(mode, 0, apart, buffers);
    if (status == 0)
        status = time_all(mode, 1, apart, buffers);
    ob_mbedtls_forget();
    ob_stop(NULL);
    return status == 0 ? 0 : -1;
}

int main(void)
{
    struct buffers buffers;
    unsigned modes[MODES], n_modes = 0, table = 0;
    size_t room;
    uint8_t *memory = ob_board_memory(&room);

    buffers.len = room / 2 < BUFFER_LEN ? (uint32_t)(room / 2) : BUFFER_LEN;
    if (buffers.len < TABLE_LEN) {
        printf("%lu bytes of memory for messages are too few\n", (unsigned long)room);
        return EXIT_FAILURE;
    }
    buffers.in = memory;
    buffers.out = memory + buffers.len;
    for (size_t i = 0; i < buffers.len; i++)
        buffers.in[i] = (uint8_t)(i * 5 + 1);
    while (lengths[table] != TABLE_LEN)
        table++;
    printf("benchmark on %s, CPU at %" PRIu32 " MHz\n", ob_board_name(), ob_board_khz() / 1000);
    for (unsigned mode = 0; mode < MODES; mode++) {
        int status = time_mode(mode, &buffers);

        if (status < 0)
            return EXIT_FAILURE;
        if (status == 0)
            modes[n_modes++] = mode;
    }
    print_table(modes, n_modes, table);
    print_figures(modes, n_modes);
    return n_modes ? EXIT_SUCCESS : EXIT_FAILURE;
}
