/* SPDX-License-Identifier: Apache-2.0 */
/* The commands engines and selftest: the engines, their capabilities, and whether they work. */
#include "cli/cli.h"
#include "cli/prices.h"

#include <outboard/offload.h>

#include <stdio.h>
#include <string.h>

#define CLASS_FIRST OB_CLASS_HASH
#define CLASS_LAST  OB_CLASS_PK

static unsigned rows_of(const struct ob_engine *e, unsigned class)
{
    unsigned n = 0;

    for (unsigned row = 0; row < e->ops->n_caps; row++)
        n += OB_ALG_CLASS(e->ops->caps[row].alg) == class;
    return n;
}

/* Run the self-test of one class; returns the word for its result. */
static const char *test(struct ob_engine *e, unsigned class, int *worst)
{
    int err = ob_selftest(e, 1u << class);

    if (err != OB_OK)
        *worst = err == OB_E_BUSY ? CLI_ENGINE : CLI_NO;
    return err == OB_OK ? "passed" : err == OB_E_BUSY ? "busy" : "FAILED";
}

/* ---- engines ---- */

static void print_row(const struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    char dirs[4], upto[16];

    printf("  %-18s %-15s %5u-%-5u %-3s %-3s %s%s%s%s%s\n", ob_alg_name(cap->alg),
           cap->curve ? ob_curve_name(cap->curve) : "-", cap->bits_min, cap->bits_max, cli_dirs_name(cap->dirs, dirs),
           cli_mode_name(cap->mode), cap->flags & OB_CAP_CT ? " constant-time" : "",
           cap->flags & OB_CAP_HARDWARE ? " hardware" : "", cap->flags & OB_CAP_MID ? " movable" : "",
           cap->flags & OB_CAP_BLINDED ? " blinded" : "", cap->flags & OB_CAP_CHECKED ? " checked" : "");
    for (const struct ob_price *p = cli_price_of(e, row);; p++) {
        printf("      up to %-10s open %lu, setup %lu, per KiB %lu; CPU: setup %lu, per KiB %lu " CLI_PRICE_UNIT "\n",
               cli_upto_name(p->upto, upto), (unsigned long)p->open, (unsigned long)p->setup, (unsigned long)p->per_kib,
               (unsigned long)p->cpu_setup, (unsigned long)p->cpu_per_kib);
        if (p->upto == OB_UPTO_ANY)
            break;
    }
}

static void print_prices(void)
{
    const struct ob_price_file *f = &cli_prices.file;

    if (!cli_prices.path[0]) {
        puts("prices: the engines' own, not measured on this machine (outboard calibrate measures them)");
        return;
    }
    printf("prices: %s: %zu rows, measured on %.*s, %.*s, version %.*s", cli_prices.path, f->rows, (int)f->board.len,
           f->board.at, (int)f->date.len, f->date.at, (int)f->commit.len, f->commit.at);
    if (f->skipped)
        printf("; %zu lines are for engines or rows that this program does not have", f->skipped);
    putchar('\n');
}

/* How many keys can live in e. */
static void print_slots(const struct ob_engine *e)
{
    unsigned n = 0;

#if OB_WITH_SLOTS
    unsigned n_free;

    n = ob_slot_count(e, &n_free);
#else
    (void)e;
#endif
    if (n)
        printf(", %u key slots", n);
    putchar(';');
}

static int run_engines(int argc, char **argv)
{
    static const struct option options[] = {
        {"capabilities", no_argument, NULL, 'c'},
        {"no-selftest", no_argument, NULL, 'n'},
        {NULL, 0, NULL, 0},
    };
    bool rows = false, tests = true;
    int option, code, worst = CLI_OK;
    const char *note;

    while ((option = cli_option(argc, argv, "cn", options)) != -1) {
        if (option == 'c')
            rows = true;
        else if (option == 'n')
            tests = false;
        else
            return CLI_USAGE;
    }
    code = cli_start();
    if (code != CLI_OK)
        return code;
    for (int i = optind; i < argc; i++)
        if (!ob_engine_find(NULL, argv[i]))
            return cli_usage("there is no engine \"%s\"", argv[i]);
    print_prices();
    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        struct ob_engine *e = ob_default.engine[i];
        bool named = optind == argc;

        for (int k = optind; k < argc; k++)
            named |= strcmp(argv[k], e->ops->name) == 0;
        if (!named)
            continue;
        printf("%s: %u capabilities%s%s", e->ops->name, e->ops->n_caps,
               e->ops->flags & OB_ENGINE_REENTRANT ? ", reentrant" : "",
               e->ops->flags & OB_ENGINE_OWNS ? ", owns memory" : "");
        print_slots(e);
        for (unsigned class = CLASS_FIRST; class <= CLASS_LAST; class ++)
            if (rows_of(e, class))
                printf(" %s %s", cli_class_name(class), tests ? test(e, class, &worst) : "not tested");
        note = ob_offload_async_state(e->ops->name);
        printf("%s%s\n", *note ? "; " : "", note);
        for (unsigned row = 0; rows && row < e->ops->n_caps; row++)
            print_row(e, row);
    }
    for (unsigned i = 0; optind == argc && ob_linked_engines[i]; i++) {
        const char *name = ob_linked_engines[i]->ops->name, *why = ob_offload_why(name);

        if (!ob_engine_find(NULL, name))
            printf("%s: not here%s%s\n", name, *why ? ": " : "", why);
    }
    return worst;
}

const struct cli_command cli_engines = {
    "engines",
    "list the engines, what they can do, their prices and self-tests",
    "Usage: outboard engines [OPTION]... [ENGINE]...\n\n"
    "List the engines (or those named), whether their self-tests pass, and where\n"
    "prices come from.\n\n"
    "  -c, --capabilities  list every algorithm, too: curve, key bits, directions,\n"
    "                      mode, properties, price\n"
    "  -n, --no-selftest   do not run the self-tests\n"
    "  -h, --help          print this\n",
    run_engines,
};

/* ---- selftest ---- */

static int run_selftest(int argc, char **argv)
{
    static const struct option options[] = {{NULL, 0, NULL, 0}};
    int code, worst = CLI_OK;

    if (cli_option(argc, argv, "", options) != -1)
        return CLI_USAGE;
    code = cli_start();
    if (code != CLI_OK)
        return code;
    for (int i = optind; i < argc; i++)
        if (!ob_engine_find(NULL, argv[i]))
            return cli_usage("there is no engine \"%s\"", argv[i]);
    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        struct ob_engine *e = ob_default.engine[i];
        bool named = optind == argc;

        for (int k = optind; k < argc; k++)
            named |= strcmp(argv[k], e->ops->name) == 0;
        for (unsigned class = CLASS_FIRST; named && class <= CLASS_LAST; class ++)
            if (rows_of(e, class))
                printf("%-10s %-6s %3u rows  %s\n", e->ops->name, cli_class_name(class), rows_of(e, class),
                       test(e, class, &worst));
    }
    return worst;
}

const struct cli_command cli_selftest = {
    "selftest",
    "run the known-answer tests",
    "Usage: outboard selftest [ENGINE]...\n\n"
    "Run the known-answer tests of every engine, or of those named.\n\n"
    "  -h, --help  print this\n",
    run_selftest,
};
