/* SPDX-License-Identifier: Apache-2.0 */
/* The conformance suite on a host: conformance --vectors FILE [options] ENGINE. Exit status 0: all passed; 1: not; 2:
 * it could not run. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <outboard/offload.h>

#include "test/conformance/blocks.h"
#include "test/conformance/counts.h"
#include "test/conformance/host.h"
#include "test/conformance/targets.h"

/* Eight long messages at once, each with its result. */
#define ARENA_LEN ((size_t)4 << 20)

struct options {
    const char *vectors, *counts, *known, *results;
    uint32_t sample, seed, every, part, parts;
    uint32_t min; /* vectors that each row must have seen */
    bool quiet, brief, whole;
    const char *alg;
    bool list;
    uint32_t layouts; /* a mask of 1 << enum suite_layout; 0: all */
    uint32_t classes; /* a mask of 1 << enum ob_class; 0: all */
};

struct report {
    const struct vector_memory *source;
    bool terminal;
    unsigned shown;
    uint32_t failures[SUITE_ROWS_MAX];
};

/* Bytes from the first one that differs, at most 16 of them. */
static void show_bytes(const char *what, const uint8_t *bytes, size_t at, size_t len)
{
    fprintf(stderr, "    %-9s", what);
    for (size_t i = at; i < len && i < at + 16; i++)
        fprintf(stderr, "%02x", bytes[i]);
    fprintf(stderr, "%s\n", len > at + 16 ? "..." : "");
}

static void show_difference(const uint8_t *got, const uint8_t *want, size_t len)
{
    size_t at = 0;

    while (at < len && got[at] == want[at])
        at++;
    fprintf(stderr, "    the first wrong byte is number %zu of %zu; from there:\n", at + 1, len);
    show_bytes("expected", want, at, len);
    show_bytes("got", got, at, len);
}

static void failed(void *user, const struct suite_failure *f)
{
    struct report *r = (struct report *)user;
    const struct ob_cap *cap = &f->engine->ops->caps[f->row];
    char name[64] = "generated";

    r->failures[f->row]++;
    if (r->shown++ >= 20)
        return;
    if (f->v)
        r->source->source.name(&r->source->source, f->v->source, name, sizeof name);
    if (r->terminal)
        fputs("\r\033[K", stderr);
    fprintf(stderr, "%s: %s%s%s, %s, variant %u: %s (%d); %s:%u\n", f->engine->ops->name, ob_alg_name(cap->alg),
            cap->curve ? "-" : "", cap->curve ? ob_curve_name(cap->curve) : "", suite_layout_name(f->layout),
            (unsigned)f->detail, f->what, f->status, name, f->v ? (unsigned)f->v->number : 0u);
    if (f->got)
        show_difference(f->got, f->want, f->len);
}

static void progress(void *user, uint32_t vectors)
{
    struct report *r = (struct report *)user;

    if (r->terminal && vectors % 1024 == 0)
        fprintf(stderr, "\r%3u %%", (unsigned)(100.0 * vectors / r->source->total));
}

/* The algorithm of this name among an engine's; OB_ALG_NONE if it has none such. */
static uint8_t alg_of(const struct ob_engine *engine, const char *name)
{
    for (unsigned row = 0; row < engine->ops->n_caps; row++)
        if (strcmp(ob_alg_name(engine->ops->caps[row].alg), name) == 0)
            return engine->ops->caps[row].alg;
    return OB_ALG_NONE;
}

/* Each algorithm of an engine once, in the order of its rows. */
static int list(const struct ob_engine *engine)
{
    uint8_t seen[256 / 8] = {0};

    for (unsigned row = 0; row < engine->ops->n_caps; row++) {
        uint8_t alg = engine->ops->caps[row].alg;

        if (!(seen[alg / 8] >> alg % 8 & 1))
            puts(ob_alg_name(alg));
        seen[alg / 8] |= (uint8_t)(1u << alg % 8);
    }
    return 0;
}

/* The layout of this name as a mask; it ends the program if there is none. */
static uint32_t layout_mask(const char *name)
{
    for (unsigned i = 0; i < LAYOUT_NAMES; i++)
        if (strcmp(name, suite_layout_name((enum suite_layout)i)) == 0)
            return 1u << i;
    fprintf(stderr, "conformance: there is no layout \"%s\"\n", name);
    exit(2);
}

/* Name the classes whose known answers the engine gets wrong: core sends them nothing, so no layout can show more. */
static void show_selftest(struct ob_engine *engine)
{
    static const char *const names[] = {
        [OB_CLASS_HASH] = "hashes", [OB_CLASS_MAC] = "MACs",       [OB_CLASS_CIPHER] = "ciphers",
        [OB_CLASS_AEAD] = "AEADs",  [OB_CLASS_PK] = "public keys",
    };

    for (unsigned class = OB_CLASS_HASH; class <= OB_CLASS_PK; class ++)
        if (ob_selftest(engine, 1u << class) == OB_E_IO)
            fprintf(stderr, "%s: the self-test of %s fails, so core sends them no message\n", engine->ops->name,
                    names[class]);
}

static int run(struct ob_dispatcher *d, struct ob_engine *engine, const struct options *o)
{
    static struct suite t;
    static struct suite_count counts[SUITE_ROWS_MAX];
    static struct ob_session sessions[SUITE_SESSIONS];
    static struct vector_memory source;
    static struct report report;
    size_t len;
    const uint8_t *data = host_map(o->vectors, &len);
    void *memory = mmap(NULL, ARENA_LEN, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int failures, missing;

    if (!data || memory == MAP_FAILED)
        return 2;
    report.source = &source;
    report.terminal = !o->quiet && isatty(STDERR_FILENO);
    if (vector_memory_open(&source, data, len) != OB_OK) {
        fprintf(stderr, "conformance: %s is not a converted vector file\n", o->vectors);
        return 2;
    }
    t.source = &source.source;
    t.dispatcher = d;
    t.engine = engine;
    t.sessions = sessions;
    t.arena.memory = (uint8_t *)memory;
    t.arena.len = ARENA_LEN;
    t.counts = counts;
    t.brief = o->brief;
    t.whole = o->whole;
    t.sample = o->sample;
    t.seed = o->seed;
    t.every = o->every;
    t.part = o->part;
    t.parts = o->parts;
    t.vectors_only = o->results != NULL;
    t.layouts = o->layouts;
    t.classes = o->classes;
    t.alg = o->alg ? alg_of(engine, o->alg) : OB_ALG_NONE;
    t.failed = failed;
    t.progress = progress;
    t.user = &report;
    if (o->alg && t.alg == OB_ALG_NONE) {
        fprintf(stderr, "conformance: %s has no algorithm \"%s\"\n", engine->ops->name, o->alg);
        return 2;
    }
    failures = suite_run(&t);
    if (report.terminal)
        fputs("\r\033[K", stderr);
    if (failures < 0) {
        fprintf(stderr, "conformance: %s is damaged, or the engine has too many rows\n", o->vectors);
        return 2;
    }
    if (o->results && counts_write_results(&t, report.failures, o->results) != 0)
        return 2;
    missing = o->results || o->parts > 1 ? 0 : counts_complete(&t, o->min);
    if (failures || missing)
        show_selftest(engine);
    if (o->known)
        missing += counts_known(&t, o->known);
    if (o->counts && failures == 0 && counts_write(&t, o->counts) != 0) /* who has failed has not passed */
        return 2;
    printf("%s: %s%u vectors read, %d failures, %d gaps, %u layouts without room\n", engine->ops->name,
           o->sample ? "a sample (--full: all); " : "", (unsigned)t.read, failures, missing, (unsigned)t.too_long);
    return failures || missing ? 1 : 0;
}

static void usage(FILE *to)
{
    fputs("usage: conformance --vectors FILE [options] ENGINE\n"
          "  --full         every vector (default: a sample)\n"
          "  --sample N     vectors of each kind that must pass (default 2); negative ones are all run\n"
          "  --seed N       which ones, and how they are cut (default 1)\n"
          "  --every N      one vector in so many in a layout that its row has had, but all negative ones\n"
          "  --min N        vectors that each capability row must have seen (default 1)\n"
          "  --layout NAME  only this layout, and others that are named so\n"
          "  --brief        no long vectors, one in 16 of the negative ones: for simulated blocks\n"
          "  --symmetric    no public-key algorithms\n"
          "  --whole        an engine that takes whole messages, except where it keeps the standard mid-state\n"
          "  --public-key   these alone\n"
          "  --alg NAME     this algorithm alone\n"
          "  --list         only print the engine's algorithms\n"
          "  --part K/N     of these vectors the Kth of N parts; a row may lack a layout there\n"
          "  --counts FILE  write what ran on each row as CSV, if all passed\n"
          "  --known FILE   counts of a full run, which must have had each row\n"
          "  --results FILE write what the vectors gave on each row, failures too; no gaps, no key generation\n"
          "  --quiet        no progress\n"
          "ENGINE: a linked engine, sched (a dispatcher over all others), or late:NAME (answers only when polled);\n"
          "hasher, cryp, acryp (Verilated, from OB_RTL_DIR), those two also with :none, :apart, :cached, :async; "
          "acryp:model;\nltc:kw, ltc:k82, ltc:kl82 (a model)\n",
          to);
}

/* The number that text begins with; end is where it ends. */
static uint32_t leading_number(const char *text, char **end)
{
    unsigned long n = strtoul(text, end, 0);

    if (*end == text || n > UINT32_MAX) {
        fprintf(stderr, "conformance: \"%s\" is not a number\n", text);
        exit(2);
    }
    return (uint32_t)n;
}

static uint32_t number(const char *text)
{
    char *end;
    uint32_t n = leading_number(text, &end);

    if (*end) {
        fprintf(stderr, "conformance: \"%s\" is not a number\n", text);
        exit(2);
    }
    return n;
}

/* "K/N" with K from 1 to N. */
static void part_of(struct options *o, const char *text)
{
    char *end;
    uint32_t k = leading_number(text, &end);

    o->parts = *end == '/' ? number(end + 1) : 0;
    if (k < 1 || k > o->parts) {
        fprintf(stderr, "conformance: \"%s\" is no part: K/N, with K from 1 to N\n", text);
        exit(2);
    }
    o->part = k - 1;
}

int main(int argc, char **argv)
{
    static const struct option names[] = {
        {"vectors", required_argument, NULL, 'v'}, {"full", no_argument, NULL, 'f'},
        {"sample", required_argument, NULL, 's'},  {"seed", required_argument, NULL, 'r'},
        {"every", required_argument, NULL, 'e'},   {"min", required_argument, NULL, 'm'},
        {"layout", required_argument, NULL, 'l'},  {"counts", required_argument, NULL, 'c'},
        {"known", required_argument, NULL, 'k'},   {"symmetric", no_argument, NULL, 'y'},
        {"public-key", no_argument, NULL, 'p'},    {"quiet", no_argument, NULL, 'q'},
        {"brief", no_argument, NULL, 'b'},         {"whole", no_argument, NULL, 'w'},
        {"alg", required_argument, NULL, 'a'},     {"part", required_argument, NULL, 'n'},
        {"list", no_argument, NULL, 'i'},          {"results", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
    };
    struct options o = {.sample = 2, .seed = 1, .min = 1};
    static struct ob_dispatcher d;
    struct ob_engine *engine;
    int c;

    while ((c = getopt_long(argc, argv, "", names, NULL)) != -1) {
        switch (c) {
        case 'v':
            o.vectors = optarg;
            break;
        case 'f':
            o.sample = 0;
            break;
        case 's':
            o.sample = number(optarg);
            break;
        case 'r':
            o.seed = number(optarg);
            break;
        case 'e':
            o.every = number(optarg);
            break;
        case 'm':
            o.min = number(optarg);
            break;
        case 'l':
            o.layouts |= layout_mask(optarg);
            break;
        case 'c':
            o.counts = optarg;
            break;
        case 'k':
            o.known = optarg;
            break;
        case 'o':
            o.results = optarg;
            break;
        case 'y':
            o.classes = 1u << OB_CLASS_HASH | 1u << OB_CLASS_MAC | 1u << OB_CLASS_CIPHER | 1u << OB_CLASS_AEAD;
            break;
        case 'p':
            o.classes = 1u << OB_CLASS_PK;
            break;
        case 'b':
            o.brief = true;
            break;
        case 'w':
            o.whole = true;
            break;
        case 'a':
            o.alg = optarg;
            break;
        case 'n':
            part_of(&o, optarg);
            break;
        case 'i':
            o.list = true;
            break;
        case 'q':
            o.quiet = true;
            break;
        case 'h':
            usage(stdout);
            return 0;
        default:
            usage(stderr);
            return 2;
        }
    }
    if ((!o.vectors && !o.list) || optind + 1 != argc) {
        usage(stderr);
        return 2;
    }
#ifdef TEST_OFFLOAD
    ob_offload_settings.probe = true;
#endif
    engine = target_make(&d, argv[optind]);
    if (!engine) {
        fprintf(stderr, "conformance: there is no engine \"%s\", or it does not start\n", argv[optind]);
        return 2;
    }
    c = o.list ? list(engine) : run(&d, engine, &o);
    ob_stop(&d);
#ifdef TEST_BLOCKS
    if (block_wrongs()) {
        fprintf(stderr, "conformance: the simulated block saw %u illegal accesses\n", block_wrongs());
        return 1;
    }
#endif
    return c;
}
