/* SPDX-License-Identifier: Apache-2.0 */
/* The command calibrate: measures the price of every capability and writes a price file or C tables. */
#include "cli/algorithm.h"
#include "cli/cli.h"
#include "cli/file.h"
#include "cli/prices.h"
#include "cli/progress.h"
#include "cli/suggest.h"
#include "cli/version.h"
#include "cli/work.h"

#include <outboard/slow.h>

#include "port/linux/slow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

/* The lengths whose cost is measured: every power of two, because a library may switch to code that is three times
 * faster at one of them. */
static const size_t lens[] = {16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
#define N_LENS   (sizeof lens / sizeof lens[0])
#define ROUNDS   3   /* number of times that every row is measured */
#define AAD      13  /* bytes of AAD of a timed AEAD: a record of TLS 1.2 (RFC 5246, section 6.2.3.3) */
#define SOFTWARE 0.9 /* from this share of CPU time on, all time counts as CPU time: the rest is the clock's error */

struct request {
    const char *output, *from, *engines, *algorithms, *board;
    double seconds;
    bool wanted[256]; /* by enum ob_alg, if the user names algorithms */
    uint32_t slow;    /* how many times as long OpenSSL must take; 0: not given */
    bool c, force, quiet;
    uint32_t mask; /* engines of ob_default, one bit each */
};

/* The best figures of a row so far. */
struct samples {
    struct ob_price_sample at[N_LENS], beginning;
    size_t n;
    uint32_t open;
};

/* The measurement of an engine; no engine has OB_ROW_NONE rows. */
struct measured {
    struct samples samples[OB_ROW_NONE];
    struct ob_price segments[OB_ROW_NONE][N_LENS];
    const struct ob_price *lists[OB_ROW_NONE], *scratch[OB_ROW_NONE];
};

static uint32_t rounded(double x)
{
    return x >= (double)UINT32_MAX ? UINT32_MAX : (uint32_t)(x + 0.5);
}

/* While a row is measured its price is 0 and all other rows of its engine have the highest price, so the dispatcher
 * chooses it. */
static void prefer(struct ob_engine *e, const struct ob_price **lists, unsigned row)
{
    static const struct ob_price nothing = {.upto = OB_UPTO_ANY};
    static const struct ob_price most = {OB_UPTO_ANY, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};

    for (unsigned i = 0; i < e->ops->n_caps; i++)
        lists[i] = i == row ? &nothing : &most;
    e->prices = lists;
}

/* The largest key of a usual length that the row takes. */
static uint16_t key_bits(const struct ob_cap *cap)
{
    if (cap->curve)
        return 0;
    if (OB_ALG_CLASS(cap->alg) == OB_CLASS_PK) {
        unsigned most = cap->dirs == OB_DIR_GENERATE ? 2048 : 4096; /* a larger key takes minutes to make */
        return (uint16_t)(cap->bits_max < most   ? cap->bits_max
                          : cap->bits_min < most ? most
                                                 : (cap->bits_min + 63u) & ~63u);
    }
    for (unsigned bits = cap->bits_max > 512 ? 256 : cap->bits_max; bits >= cap->bits_min && bits > 0; bits -= 8)
        if (ob_alg_key_ok(cap->alg, bits / 8))
            return (uint16_t)bits;
    return cap->bits_min;
}

/* True if the price of e's row leaves out the op's beginning with nonce and AAD. OpenSSL's default provider always
 * processes these before the length of the data is known, so an offload never saves their time. */
static bool without_beginning(const struct ob_engine *e, const struct ob_cap *cap)
{
    return strcmp(e->ops->name, "default") == 0 && OB_ALG_CLASS(cap->alg) == OB_CLASS_AEAD;
}

/* Time every direction of a row at one length, and keep the best time in the sample; directions that share a row give
 * their mean. beginning: time only the beginning of an AEAD's op. open: NULL, or the cost of opening the key, which
 * keeps the best time, too. */
static int sample(const struct ob_engine *e, const struct ob_cap *cap, const struct request *r, size_t len,
                  bool beginning, struct ob_price_sample *s, uint32_t *open)
{
    double ns = 0, cpu_ns = 0, open_ns = 0, n = 0;
    uint32_t cost, cpu_cost;

    for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_GENERATE; dir = (uint8_t)(dir << 1)) {
        struct cli_work w = {
            .alg = cap->alg,
            .curve = cap->curve,
            .dir = dir,
            .bits = key_bits(cap),
            .len = len,
            .aad_len = OB_ALG_CLASS(cap->alg) == OB_CLASS_AEAD ? AAD : 0,
            .beginning = beginning,
            .engine = e,
        };
        struct cli_times t;
        int err;

        if (!(cap->dirs & dir) || !cli_has_direction(cap->alg, dir))
            continue;
        if (dir == OB_DIR_GENERATE && n > 0)
            continue; /* the operations give the price of a row that also generates keys */
        err = cli_time(&w, (uint64_t)(r->seconds * 1e9 / ROUNDS), open != NULL && n == 0, &t);
        if (err != OB_OK)
            return err;
        ns += t.ns;
        cpu_ns += t.cpu_ns;
        open_ns += t.open_ns;
        n++;
    }
    if (n == 0)
        return OB_E_DECLINED;
    cost = rounded(ns / n);
    cpu_cost = cpu_ns >= SOFTWARE * ns ? cost : rounded(cpu_ns / n);
    s->len = (uint32_t)len;
    s->cost = cost < s->cost ? cost : s->cost;
    s->cpu_cost = cpu_cost < s->cpu_cost ? cpu_cost : s->cpu_cost;
    if (open && rounded(open_ns) < *open)
        *open = rounded(open_ns);
    return OB_OK;
}

/* Time a row once at every length. */
static int measure(const struct ob_engine *e, unsigned row, const struct request *r, struct samples *s)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    int err = OB_OK;

    s->n = 0;
    if (OB_ALG_CLASS(cap->alg) == OB_CLASS_PK) {
        err = sample(e, cap, r, 0, false, &s->at[s->n++], &s->open);
    } else {
        for (size_t i = 0; i < N_LENS && err == OB_OK; i++) {
            if (!cli_len_ok(cap->alg, lens[i]) || (cap->len_max && lens[i] > cap->len_max))
                continue;
            err = sample(e, cap, r, lens[i], false, &s->at[s->n], s->n == 0 ? &s->open : NULL);
            s->n++;
        }
        if (err == OB_OK && without_beginning(e, cap))
            err = sample(e, cap, r, lens[0], true, &s->beginning, NULL);
    }
    return err;
}

/* Subtract the time of the beginning when the best times of both are known, because single times may be too high. */
static void leave_the_rest(struct samples *s)
{
    for (size_t i = 0; i < s->n; i++) {
        struct ob_price_sample *at = &s->at[i];

        at->cost = at->cost > s->beginning.cost ? at->cost - s->beginning.cost : 0;
        at->cpu_cost = at->cpu_cost > s->beginning.cpu_cost ? at->cpu_cost - s->beginning.cpu_cost : 0;
    }
}

static bool wanted(const struct request *r, const struct ob_engine *e, unsigned row)
{
    return !r->algorithms || r->wanted[e->ops->caps[row].alg];
}

/* Measure every row of e in several rounds, so that a short disturbance does not affect all times of a row. Then give e
 * the prices that fit. */
static int measure_engine(struct ob_engine *e, const struct request *r, struct cli_progress *p, uint64_t *done)
{
    unsigned n = e->ops->n_caps;
    struct measured *m = malloc(sizeof *m); /* the engine uses its prices until the program ends */
    int code = CLI_OK;

    if (!m) {
        cli_error("not enough memory");
        return CLI_ENGINE;
    }
    memset(m->samples, 0xff, sizeof m->samples); /* all ones: no time yet */
    for (unsigned row = 0; row < n; row++)
        m->samples[row].n = 0;
    p->what = e->ops->name;
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned row = 0; row < n; row++) {
            int err;

            cli_progress_at(p, (*done)++);
            if ((round > 0 && m->samples[row].n == 0) || !wanted(r, e, row))
                continue;
            prefer(e, m->scratch, row);
            err = measure(e, row, r, &m->samples[row]);
            if (err == OB_OK)
                continue;
            m->samples[row].n = 0;
            cli_error("%s %s, row %u: %s; the row keeps the engine's own price", e->ops->name,
                      ob_alg_name(e->ops->caps[row].alg), row, ob_error_text(err));
            code = CLI_ENGINE;
        }
    for (unsigned row = 0; row < n; row++) {
        struct ob_price *own = m->segments[row];
        struct samples *s = &m->samples[row];

        if (s->n > 0 && without_beginning(e, &e->ops->caps[row]))
            leave_the_rest(s);
        m->lists[row] = ob_price_fit(own, N_LENS, s->at, s->n, s->open) > 0 ? own : e->ops->caps[row].price;
    }
    e->prices = m->lists;
    return code;
}

/* Generate the RSA keys while the engines still have their own prices, so that the fastest engine does it. */
static void make_keys(const struct request *r)
{
    struct ob_key key;

    for (unsigned i = 0; i < ob_default.n_engines; i++)
        for (unsigned row = 0; r->mask >> i & 1 && row < ob_default.engine[i]->ops->n_caps; row++) {
            const struct ob_cap *cap = &ob_default.engine[i]->ops->caps[row];
            if (OB_ALG_CLASS(cap->alg) == OB_CLASS_PK && !cap->curve && cap->dirs != OB_DIR_GENERATE &&
                wanted(r, ob_default.engine[i], row))
                (void)cli_key_pair(cap->alg, 0, key_bits(cap), &key); /* measuring the row reports a failure */
        }
}

static int measure_all(const struct request *r)
{
    struct cli_progress progress;
    uint64_t rows = 0, done = 0;
    int code = CLI_OK;

    for (unsigned i = 0; i < ob_default.n_engines; i++)
        rows += r->mask >> i & 1 ? ob_default.engine[i]->ops->n_caps : 0;
    cli_progress_begin(&progress, "measuring", ROUNDS * rows, false, r->quiet);
    make_keys(r);
    for (unsigned i = 0; i < ob_default.n_engines; i++)
        if (r->mask >> i & 1) {
            int one = measure_engine(ob_default.engine[i], r, &progress, &done);
            code = one != CLI_OK ? one : code;
        }
    cli_progress_end(&progress);
    return code;
}

/* ---- output ---- */

static int write_out(const struct request *r, struct cli_output *out)
{
    char date[16] = "", version[64];
    struct cli_price_origin origin = {r->board, date, version, obi_slow_times};
    time_t now = time(NULL);
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    int code;

    snprintf(version, sizeof version, "%s", CLI_COMMIT);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    if (r->from) {
        const struct ob_price_file *p = &cli_prices.file;
        static char board[64];
        snprintf(board, sizeof board, "%.*s", (int)p->board.len, p->board.at);
        snprintf(date, sizeof date, "%.*s", (int)p->date.len, p->date.at);
        snprintf(version, sizeof version, "%.*s", (int)p->commit.len, p->commit.at);
        origin.board = board;
        origin.slow = obi_slow_of(cli_prices.text);
    }
    if (!f) {
        cli_error("%s", strerror(errno));
        return CLI_FILE;
    }
    if (r->c)
        cli_prices_write_c(f, r->mask, &origin);
    else
        cli_prices_write(f, r->mask, r->algorithms ? r->wanted : NULL, &origin);
    if (fclose(f) != 0 || !text) {
        cli_error("%s", strerror(ENOMEM));
        return CLI_FILE;
    }
    code = cli_output_write(out, text, len) ? cli_output_commit(out) : CLI_FILE;
    free(text);
    return code;
}

static int parse(int argc, char **argv, struct request *r)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"force", no_argument, NULL, 'f'},
        {"c", no_argument, NULL, 'c'},
        {"from", required_argument, NULL, 'i'},
        {"engines", required_argument, NULL, 'e'},
        {"algorithms", required_argument, NULL, 'a'},
        {"board", required_argument, NULL, 'B'},
        {"time", required_argument, NULL, 't'},
        {"slow", required_argument, NULL, 'S'},
        {"quiet", no_argument, NULL, 'q'},
        {NULL, 0, NULL, 0},
    };
    int option;
    char *end;

    while ((option = cli_option(argc, argv, "o:fce:a:B:t:q", options)) != -1) {
        switch (option) {
        case 'o':
            r->output = optarg;
            break;
        case 'f':
            r->force = true;
            break;
        case 'c':
            r->c = true;
            break;
        case 'i':
            r->from = optarg;
            break;
        case 'e':
            r->engines = optarg;
            break;
        case 'a':
            r->algorithms = optarg;
            break;
        case 'B':
            r->board = optarg;
            if (strpbrk(optarg, ",\r\n\"*/"))
                return cli_usage("--board takes a name without commas, quotes, stars, slashes and line ends");
            break;
        case 't':
            r->seconds = strtod(optarg, &end);
            if (end == optarg || *end || !(r->seconds >= 0 && r->seconds <= 60))
                return cli_usage("--time takes 0 to 60 seconds, not \"%s\"", optarg);
            break;
        case 'S':
            if (!obi_slow_parse(optarg, &r->slow))
                return cli_usage("--slow takes 1 to %d times, not \"%s\"", OBI_SLOW_MAX, optarg);
            break;
        case 'q':
            r->quiet = true;
            break;
        default:
            return CLI_USAGE;
        }
    }
    if (r->slow && (r->c || r->from))
        return cli_usage("--slow is for measuring a price file, not for --c and --from");
    return optind < argc ? cli_usage("\"%s\" is no option", argv[optind]) : CLI_OK;
}

#ifdef CLI_WITH_OPENSSL
extern struct ob_engine ob_engine_openssl, ob_engine_openssl_default;

/* Make OpenSSL's engines take `times` as long. */
static int slow_down(uint32_t times)
{
    static struct ob_slow of_engine, of_default;
    int r = ob_slow_wrap(&of_engine, &ob_engine_openssl, times);

    return r == OB_OK ? ob_slow_wrap(&of_default, &ob_engine_openssl_default, times) : r;
}

/* The default provider of OpenSSL is measured together with engine openssl, where their prices differ. */
static void add_default_provider(struct request *r)
{
    const struct ob_engine *openssl = ob_engine_find(NULL, "openssl");

    if (openssl && r->mask >> openssl->index & 1 && !r->c && ob_engine_add(NULL, &ob_engine_openssl_default) == OB_OK)
        r->mask |= 1u << ob_engine_openssl_default.index;
}
#else
static int slow_down(uint32_t times)
{
    (void)times;
    return OB_E_DECLINED;
}

static void add_default_provider(struct request *r)
{
    (void)r;
}
#endif

static int choose(struct request *r)
{
    const char *list = r->engines;
    char item[64];

    r->mask = list ? 0 : UINT32_MAX;
    while (list) {
        const struct ob_engine *e = cli_item(&list, item, sizeof item) ? ob_engine_find(NULL, item) : NULL;
        if (!e)
            return cli_usage("--engines: there is no engine \"%.60s\"", item);
        r->mask |= 1u << e->index;
    }
    add_default_provider(r);
    return CLI_OK;
}

/* Mark the algorithms of the list, which has names of algorithms or classes. */
static int choose_algorithms(struct request *r)
{
    const char *list = r->algorithms;
    char item[64];

    while (list) {
        bool any = false, good = cli_item(&list, item, sizeof item);
        uint8_t one = good ? cli_algorithm(item, NULL) : (uint8_t)OB_ALG_NONE;

        for (unsigned alg = 1; good && alg < 256; alg++)
            if (ob_alg_name((uint8_t)alg) && (alg == one || strcmp(item, cli_class_name(OB_ALG_CLASS(alg))) == 0))
                r->wanted[alg] = any = true;
        if (!any)
            return cli_suggest_algorithm("--algorithms: there is no algorithm and no class", item, 0);
    }
    return r->algorithms && r->c ? cli_usage("--c writes the prices of all algorithms") : CLI_OK;
}

static int run(int argc, char **argv)
{
    struct utsname machine;
    struct request r = {.output = "-", .seconds = 0.005};
    struct cli_output out = {.fd = -1};
    int code = parse(argc, argv, &r), measured = CLI_OK;

    if (code != CLI_OK)
        return code;
    if (r.slow && slow_down(r.slow) != OB_OK)
        return cli_usage("--slow is for OpenSSL, which this program is built without");
    if (!r.board)
        r.board = uname(&machine) == 0 ? machine.machine : "host";
    if (ob_start() <= 0)
        return cli_failed("engines", OB_E_DECLINED);
    code = choose(&r);
    if (code == CLI_OK)
        code = choose_algorithms(&r);
    if (code == CLI_OK) /* check this before the measurement, which takes minutes */
        code = cli_make_folders(r.output);
    if (code == CLI_OK)
        code = cli_output_open(&out, r.output, 0666, r.force);
    if (code == CLI_OK && r.from)
        code = cli_prices_load_file(r.from);
    else if (code == CLI_OK)
        measured = measure_all(&r);
    if (code == CLI_OK)
        code = write_out(&r, &out);
    cli_output_abandon(&out);
    return code != CLI_OK ? code : measured;
}

const struct cli_command cli_calibrate = {
    "calibrate",
    "measure the prices of this machine and write a price file",
    "Usage: outboard calibrate [OPTION]...\n\n"
    "Measure what every capability of every engine costs on this machine, and write\n"
    "a price file. \"outboard --help\" says where programs look for it.\n\n"
    "  -o, --output FILE   write to FILE, and make its folders (default: standard\n"
    "                      output)\n"
    "  -f, --force         replace FILE if it exists\n"
    "  -c, --c             write constant tables in C, for a system without files\n"
    "      --from FILE     take the prices from a price file instead of measuring\n"
    "  -e, --engines LIST  these engines, with commas (default: all)\n"
    "  -a, --algorithms LIST\n"
    "                      measure and write only these algorithms, or classes:\n"
    "                      hash, mac, cipher, aead, pk\n"
    "  -B, --board NAME    the board in the head of the file\n"
    "                      (default: the machine's architecture)\n"
    "  -t, --time SECONDS  for each length of each capability (0.005)\n"
    "      --slow TIMES    make OpenSSL take so many times as long: prices for the\n"
    "                      provider's setting slow\n"
    "  -q, --quiet         no progress bar\n"
    "  -h, --help          print this\n",
    run,
};
