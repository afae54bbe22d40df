/* SPDX-License-Identifier: Apache-2.0 */
/* The command bench: how fast each engine is, as a table, CSV or JSON. */
#include <outboard/engine.h>

#include "cli/algorithm.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/suggest.h"
#include "cli/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENS_MAX    32
#define ENGINES_ALL OB_ENGINES_MAX
#define CURVES_ALL  0xff /* every curve that an engine has for the algorithm */

enum format { TABLE, CSV, JSON };

/* What to time. */
struct plan {
    bool algorithm[256];
    const struct ob_engine *engine[OB_ENGINES_MAX];
    unsigned n_engines;
    size_t len[LENS_MAX];
    unsigned n_lens;
    uint64_t bits; /* 0: the usual ones */
    uint8_t curve; /* OB_CURVE_NONE: all */
    uint8_t dirs;
    double seconds;
    enum format format;
    const char *board;
    bool quiet;
};

/* The state of a run. */
struct state {
    const struct plan *plan;
    struct cli_progress progress;
    uint64_t points, done; /* points is counted by a first pass without timing */
    bool counting, printed;
    double cycles_per_ns;
};

static const char *const columns =
    "board,engine,mode,config,algorithm,operation,bits,len_bytes,cycles,cpu_cycles,code_bytes,table_bytes,ram_bytes,"
    "stack_bytes,source";

/* The name in bench/results; for elliptic curves it includes the curve. */
static const char *full_name(const struct cli_work *w, char name[64])
{
    if (w->alg == OB_EDDSA)
        snprintf(name, 64, "%s", ob_curve_name(w->curve));
    else if (w->curve && w->alg != OB_SM2_SIGN)
        snprintf(name, 64, "%s-%s", ob_alg_name(w->alg), ob_curve_name(w->curve));
    else
        snprintf(name, 64, "%s", ob_alg_name(w->alg));
    return name;
}

/* The bits of a figure: of the key or of the curve. */
static unsigned full_bits(const struct cli_work *w)
{
    return w->curve ? ob_curve_bits(w->curve) : w->bits;
}

static void print(struct state *st, const struct cli_work *w, const struct ob_cap *cap, const struct cli_times *t)
{
    const char *engine = w->engine->ops->name, *operation = cli_operation_name(w->alg, w->dir);
    double kib_s = t->ns > 0 ? (double)w->len / 1024 / (t->ns / 1e9) : 0, ops_s = t->ns > 0 ? 1e9 / t->ns : 0;
    double cycles = t->ns * st->cycles_per_ns, cpu_cycles = t->cpu_ns * st->cycles_per_ns;
    char name[64], per_byte[16] = "-", rate[24] = "-";

    full_name(w, name);
    switch (st->plan->format) {
    case CSV:
        if (!st->printed)
            puts(columns);
        printf("%s,%s,%s,default,%s,%s,%u,%zu,%.0f,%.0f,,,,,host\n", st->plan->board, engine, cli_mode_name(cap->mode),
               name, operation, full_bits(w), w->len, cycles, cpu_cycles);
        break;
    case JSON:
        printf(
            "%s\n  {\"engine\": \"%s\", \"mode\": \"%s\", \"algorithm\": \"%s\", \"operation\": \"%s\", \"bits\": %u, "
            "\"len_bytes\": %zu, \"ns\": %.2f, \"cpu_ns\": %.2f, \"kib_per_s\": %.1f, \"ops_per_s\": %.1f, "
            "\"cycles_per_byte\": ",
            st->printed ? "," : "[", engine, cli_mode_name(cap->mode), name, operation, full_bits(w), w->len, t->ns,
            t->cpu_ns, kib_s, ops_s);
        if (w->len && st->cycles_per_ns > 0)
            printf("%.3f", cycles / (double)w->len);
        else
            printf("null");
        if (st->cycles_per_ns > 0)
            printf(", \"cycles\": %.0f, \"cpu_cycles\": %.0f}", cycles, cpu_cycles);
        else
            printf(", \"cycles\": null, \"cpu_cycles\": null}");
        break;
    default:
        if (!st->printed)
            printf("%-22s %-8s %5s %8s  %-10s %14s %12s %14s\n", "algorithm", "op", "bits", "bytes", "engine", "KiB/s",
                   "cycles/byte", "op/s");
        if (w->len && st->cycles_per_ns > 0)
            snprintf(per_byte, sizeof per_byte, "%.2f", cycles / (double)w->len);
        if (w->len)
            snprintf(rate, sizeof rate, "%.0f", kib_s);
        printf("%-22s %-8s %5u %8zu  %-10s %14s %12s %14.0f\n", name, operation, full_bits(w), w->len, engine, rate,
               per_byte, ops_s);
    }
    st->printed = true;
    fflush(stdout);
}

/* Time one point, or count it. */
static int point(struct state *st, struct cli_work *w, const struct ob_cap *cap)
{
    struct cli_times t;
    char what[96], name[64];
    int err;

    if (st->counting) {
        st->points++;
        return CLI_OK;
    }
    snprintf(what, sizeof what, "%s %s", w->engine->ops->name, full_name(w, name));
    st->progress.what = what;
    cli_progress_at(&st->progress, st->done++);
    err = cli_time(w, (uint64_t)(st->plan->seconds * 1e9), false, &t);
    if (st->progress.shown)
        fputs("\r\033[K", stderr);
    if (err == OB_OK)
        print(st, w, cap, &t);
    else
        cli_error("%s %s %s, %u bits, %zu bytes: %s", w->engine->ops->name, name, cli_operation_name(w->alg, w->dir),
                  full_bits(w), w->len, ob_error_text(err));
    return err == OB_OK || err == OB_E_DECLINED ? CLI_OK : CLI_ENGINE;
}

/* Time all lengths and directions of one row of the table on one engine. */
static int row(struct state *st, const struct ob_engine *e, const struct ob_cap *cap, uint16_t bits)
{
    int worst = CLI_OK;

    for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_GENERATE; dir = (uint8_t)(dir << 1)) {
        struct cli_work w = {.alg = cap->alg, .curve = cap->curve, .dir = dir, .bits = bits, .engine = e};

        if (!(st->plan->dirs & dir & cap->dirs) || !cli_has_direction(cap->alg, dir))
            continue;
        if (OB_ALG_CLASS(cap->alg) == OB_CLASS_PK) {
            int code = point(st, &w, cap);
            worst = code != CLI_OK ? code : worst;
            continue;
        }
        for (unsigned i = 0; i < st->plan->n_lens; i++) {
            w.len = st->plan->len[i];
            if (!cli_len_ok(cap->alg, w.len) || (cap->len_max && w.len > cap->len_max))
                continue;
            int code = point(st, &w, cap);
            worst = code != CLI_OK ? code : worst;
        }
    }
    return worst;
}

/* The first row of e for this algorithm, curve and key length. Engines on Linux have one mode for each. */
static const struct ob_cap *find(const struct ob_engine *e, uint8_t alg, uint8_t curve, uint64_t bits, uint8_t dirs)
{
    for (unsigned i = 0; i < e->ops->n_caps; i++) {
        const struct ob_cap *cap = &e->ops->caps[i];
        if (cap->alg == alg && cap->curve == curve && bits >= cap->bits_min && bits <= cap->bits_max &&
            cap->dirs & dirs)
            return cap;
    }
    return NULL;
}

static int run_plan(struct state *st)
{
    const struct plan *p = st->plan;
    int worst = CLI_OK;

    for (unsigned alg = 1; alg < 256; alg++) {
        if (!p->algorithm[alg])
            continue;
        for (unsigned curve = 0; curve < OB_CURVE_COUNT; curve++) {
            uint64_t bits = p->bits;
            uint8_t usual = (uint8_t)curve;

            if (p->curve && curve && p->curve != curve)
                continue;
            cli_usual_key((uint8_t)alg, &usual, &bits);
            if (usual != curve)
                continue; /* an algorithm of elliptic curves needs a curve */
            for (unsigned i = 0; i < p->n_engines; i++) {
                uint8_t seen = 0;
                for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_GENERATE; dir = (uint8_t)(dir << 1)) {
                    const struct ob_cap *cap = find(p->engine[i], (uint8_t)alg, (uint8_t)curve, bits, dir);
                    struct ob_cap one;
                    if (!cap || seen & dir)
                        continue;
                    one = *cap;
                    one.dirs = dir;
                    seen |= dir;
                    int code = row(st, p->engine[i], &one, (uint16_t)bits);
                    worst = code != CLI_OK ? code : worst;
                }
            }
        }
    }
    return worst;
}

/* ---- arguments ---- */

struct texts {
    const char *algorithms, *engines, *lens;
};

static int choose(struct plan *p, const struct texts *t)
{
    const char *list = t->algorithms;
    char item[64] = "";
    uint64_t len = 0;

    memset(p->algorithm, !list, sizeof p->algorithm);
    while (list) {
        uint8_t alg = cli_item(&list, item, sizeof item) ? cli_algorithm(item, NULL) : (uint8_t)OB_ALG_NONE;
        if (!alg)
            return cli_suggest_algorithm("--algorithms: there is no algorithm", item, 0);
        p->algorithm[alg] = true;
    }
    list = t->engines;
    for (unsigned i = 0; !list && i < ob_default.n_engines; i++)
        p->engine[p->n_engines++] = ob_default.engine[i];
    while (list) {
        const struct ob_engine *e = cli_item(&list, item, sizeof item) ? ob_engine_find(NULL, item) : NULL;
        if (!e || p->n_engines == ENGINES_ALL)
            return cli_usage("--engines: there is no engine \"%.60s\"", item);
        p->engine[p->n_engines++] = e;
    }
    list = t->lens;
    while (list) {
        if (!cli_item(&list, item, sizeof item) || !cli_number(item, CLI_WORK_MAX, true, &len) || p->n_lens == LENS_MAX)
            return cli_usage("--lengths takes up to %d numbers of bytes, each at most 16M", LENS_MAX);
        p->len[p->n_lens++] = (size_t)len;
    }
    return CLI_OK;
}

static int parse_dirs(const char *text, uint8_t *dirs)
{
    char item[16] = "";
    uint8_t dir = 0;
    int code = CLI_OK;

    *dirs = 0;
    while (text && code == CLI_OK) {
        code = cli_item(&text, item, sizeof item) ? cli_direction(item, &dir)
                                                  : cli_usage("--directions takes enc, dec and key, with commas");
        if (code == CLI_OK)
            *dirs |= dir;
    }
    return code;
}

static int parse(int argc, char **argv, struct plan *p, struct texts *t)
{
    static const struct option options[] = {
        {"algorithms", required_argument, NULL, 'a'},
        {"engines", required_argument, NULL, 'e'},
        {"lengths", required_argument, NULL, 'l'},
        {"bits", required_argument, NULL, 'b'},
        {"curve", required_argument, NULL, 'C'},
        {"directions", required_argument, NULL, 'd'},
        {"time", required_argument, NULL, 't'},
        {"format", required_argument, NULL, 'F'},
        {"board", required_argument, NULL, 'B'},
        {"quiet", no_argument, NULL, 'q'},
        {NULL, 0, NULL, 0},
    };
    static const char *const formats[] = {"table", "csv", "json"};
    int option, code = CLI_OK;
    char *end;

    while (code == CLI_OK && (option = cli_option(argc, argv, "a:e:l:b:C:d:t:F:B:q", options)) != -1) {
        switch (option) {
        case 'a':
            t->algorithms = optarg;
            break;
        case 'e':
            t->engines = optarg;
            break;
        case 'l':
            t->lens = optarg;
            break;
        case 'b':
            if (!cli_number(optarg, UINT16_MAX, false, &p->bits))
                code = cli_usage("--bits takes a number, not \"%s\"", optarg);
            break;
        case 'C':
            p->curve = ob_curve_from_name(optarg);
            if (!p->curve)
                code = cli_usage("there is no curve \"%s\"", optarg);
            break;
        case 'd':
            code = parse_dirs(optarg, &p->dirs);
            break;
        case 't':
            p->seconds = strtod(optarg, &end);
            if (end == optarg || *end || !(p->seconds >= 0 && p->seconds <= 60))
                code = cli_usage("--time takes 0 to 60 seconds, not \"%s\"", optarg);
            break;
        case 'F':
            for (p->format = TABLE; p->format <= JSON && strcmp(formats[p->format], optarg) != 0;)
                p->format++;
            if (p->format > JSON)
                code = cli_usage("--format is table, csv or json, not \"%s\"", optarg);
            break;
        case 'B':
            p->board = optarg;
            if (strpbrk(optarg, ",\r\n\""))
                code = cli_usage("--board takes a name without commas, quotes and line ends");
            break;
        case 'q':
            p->quiet = true;
            break;
        default:
            code = CLI_USAGE;
        }
    }
    if (code == CLI_OK && optind < argc)
        code = cli_usage("\"%s\" is no option", argv[optind]);
    return code;
}

static int run(int argc, char **argv)
{
    struct plan p = {.dirs = OB_DIR_ENCRYPT, .seconds = 0.02, .board = "host"};
    struct texts t = {NULL, NULL, "16,256,1K,4K,16K"};
    struct state st = {.plan = &p};
    const char *from;
    int code = parse(argc, argv, &p, &t);

    if (code == CLI_OK)
        code = cli_start();
    if (code == CLI_OK)
        code = choose(&p, &t);
    if (code != CLI_OK)
        return code;
    st.cycles_per_ns = cli_cycles_per_ns(&from);
    if (p.format == CSV && st.cycles_per_ns <= 0) {
        cli_error("the clock of this processor is not known, so there are no cycles to write");
        return CLI_ENGINE;
    }
    st.counting = true;
    run_plan(&st);
    if (st.points == 0)
        return cli_usage("no engine has what was asked for");
    st.counting = false;
    cli_progress_begin(&st.progress, "", st.points, false, p.quiet);
    code = run_plan(&st);
    cli_progress_end(&st.progress);
    if (p.format == JSON)
        puts(st.printed ? "\n]" : "[]");
    if (p.format == TABLE && st.cycles_per_ns > 0)
        printf("cycles: at %.0f MHz (%s). Wall clock of a shared machine: compare only within one run.\n",
               st.cycles_per_ns * 1e3, from);
    return code;
}

const struct cli_command cli_bench = {
    "bench",
    "measure how fast the engines are",
    "Usage: outboard bench [OPTION]...\n\n"
    "Time one-shot ops with a warm key on every engine: KiB/s, cycles per byte,\n"
    "ops per second.\n"
    "Each figure is the best of many short batches.\n\n"
    "  -a, --algorithms LIST  these algorithms, with commas (default: all)\n"
    "  -e, --engines LIST     these engines (default: all)\n"
    "  -l, --lengths LIST     bytes of an op; K, M: times 1024 (16,256,1K,4K,16K)\n"
    "  -b, --bits N           bits of the key (AES 128, HMAC 256, RSA 2048)\n"
    "  -C, --curve NAME       this curve only\n"
    "  -d, --directions LIST  enc (default; also hash, MAC, signature),\n"
    "                         dec (also verification), key (generation)\n"
    "  -t, --time SECONDS     for each figure (0.02)\n"
    "  -F, --format NAME      table (default), csv (as in bench/results) or json\n"
    "  -B, --board NAME       the board column of csv (host)\n"
    "  -q, --quiet            no progress bar\n"
    "  -h, --help             print this\n",
    run,
};
