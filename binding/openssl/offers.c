/* SPDX-License-Identifier: Apache-2.0 */
/* What the engines can serve in place of the default provider, and from which length on, by the price file. */
#include "binding/openssl/offers.h"
#include "offload/link.h"
#include "port/linux/file_limit.h"

#include <outboard/price.h>

#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LONGEST  ((size_t)1 << 30) /* no op is longer, because EVP counts in int */
#define N_MACS   (OB_HMAC_SM3 - OB_HMAC_MD5 + 1 + 3)
#define N_OFFERS (OB_PROV_ALGORITHMS_MAX + N_MACS)

struct ob_dispatcher obi_prov_dispatcher;

static struct ob_dispatcher reference_dispatcher;
struct ob_prov_offer obi_prov_offers[N_OFFERS]; /* one per algorithm, then HMACs and CMACs */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint32_t made;           /* 0: not yet; 1: nothing to offer; 2: done */
static unsigned engines_wanted; /* number of the dispatcher's engines in use; one more is the standby */
static uint32_t forked;         /* true in a child of a fork until its engines are restarted */
static const struct ob_engine *named_engines[OB_ENGINES_MAX + OB_PROV_REFERENCES]; /* by the last price file */
static unsigned n_named;
static const struct ob_prov_side no_sides[2] = {{.from = SIZE_MAX, .compare_from = SIZE_MAX},
                                                {.from = SIZE_MAX, .compare_from = SIZE_MAX}};
static struct obi_status *status; /* shared with other processes; NULL: not yet, or not at all */
static unsigned status_rows;

/* ---- prices ---- */

/* Set the prices of d's engines from text. The memory that this allocates is never freed. */
static bool load(struct ob_dispatcher *d, const char *text, size_t len, size_t lines)
{
    struct ob_price_file f = {.unit = "ns", .segments_max = lines, .lists_max = OB_ENGINES_MAX * (OB_ROW_NONE - 1)};
    char line[64];

    f.segments = calloc(lines, sizeof *f.segments);
    f.lists = calloc(f.lists_max, sizeof(const struct ob_price *));
    if (f.segments && f.lists && ob_price_load(&f, d, text, len) == OB_OK)
        return true;
    snprintf(line, sizeof line, "price file, line %zu: ", f.line);
    obi_prov_why(line, f.error ? f.error : "not enough memory");
    free(f.segments);
    free(f.lists);
    return false;
}

/* True if the last price file named e. */
static bool named(const struct ob_engine *e)
{
    for (unsigned i = 0; i < n_named; i++)
        if (named_engines[i] == e)
            return true;
    return false;
}

/* Load text into d, and remember which engines it names: those that it does not keep what they had. */
static bool load_named(struct ob_dispatcher *d, const char *text, size_t len, size_t lines)
{
    const struct ob_price *const *before[OB_ENGINES_MAX] = {NULL};

    for (unsigned i = 0; i < d->n_engines; i++)
        before[i] = d->engine[i]->prices;
    if (!load(d, text, len, lines))
        return false;
    for (unsigned i = 0; i < d->n_engines; i++)
        if (d->engine[i]->prices != before[i])
            named_engines[n_named++] = d->engine[i];
    return true;
}

static bool load_prices(const char *text, size_t len)
{
    size_t lines = 1;

    for (size_t i = 0; i < len; i++)
        lines += text[i] == '\n';
    n_named = 0;
    return load_named(&obi_prov_dispatcher, text, len, lines) && load_named(&reference_dispatcher, text, len, lines);
}

/* The price of the file for a row of e and this operation; NULL if it has none. */
static const struct ob_price *price_of(const struct ob_engine *e, unsigned row)
{
    return named(e) && e->prices[row] != e->ops->caps[row].price ? e->prices[row] : NULL;
}

static bool fits(const struct ob_cap *cap, uint8_t alg, unsigned bits, uint8_t dir)
{
    return cap->alg == alg && cap->dirs & dir && bits >= cap->bits_min && bits <= cap->bits_max;
}

/* The shortest length up to limit at which an engine's price is below factor times the default provider's; SIZE_MAX if
 * there is none. */
static size_t first_paying(const struct ob_price *base, uint32_t factor, const struct ob_price *price, size_t limit)
{
    const struct ob_price_pair pair = {price, base, factor, obi_prov_settings.objective, false};
    uint64_t at = ob_price_below(&pair, 1) ? 1 : ob_price_change(&pair, 1, limit);

    return at <= limit ? (size_t)at : SIZE_MAX;
}

/* True if prices decide what is offered. */
static bool by_price(void)
{
    return obi_prov_settings.mode == OB_PROV_AUTO || obi_prov_settings.mode == OB_PROV_ASIDE_ALL;
}

/* True if observation corrects prices. It observes latency, so the objective must be latency. */
static bool adapts(void)
{
    return obi_prov_settings.mode == OB_PROV_AUTO && obi_prov_settings.adapt &&
           obi_prov_settings.objective == OB_LATENCY;
}

static void add_candidate(struct ob_prov_side *side, struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    const struct ob_price *price = price_of(e, row);
    size_t limit = cap->len_max ? cap->len_max : LONGEST, from = 1, compare_from;

    if (by_price()) {
        if (!(cap->flags & OB_CAP_HARDWARE) || !price || !side->base)
            return;
        from = first_paying(side->base, 1, price, limit);
        if (from == SIZE_MAX)
            return;
    }
    compare_from = adapts() ? first_paying(side->base, OB_CORRECTION_REACH, price, limit) : from;
    if (side->n_candidates == OB_ENGINES_MAX)
        return;
    side->candidate[side->n_candidates++] = (struct ob_prov_candidate){e, price ? price : cap->price, cap->len_max};
    side->streams = side->streams && cap->flags & OB_CAP_MID;
    side->intact = side->intact && e->ops->flags & OB_ENGINE_INTACT;
    side->from = from < side->from ? from : side->from;
    side->compare_from = compare_from < side->compare_from ? compare_from : side->compare_from;
    side->piece = limit < side->piece ? limit : side->piece;
}

/* before: the side by earlier prices, whose corrections go on. */
static void make_side(struct ob_prov_side *side, const struct ob_prov_side *before, uint8_t alg, unsigned bits,
                      uint8_t dir)
{
    side->from = side->compare_from = SIZE_MAX;
    side->piece = LONGEST;
    side->streams = side->intact = true;
    for (unsigned i = 0; i < OB_PROV_REFERENCES; i++) {
        const struct ob_engine *r = &obi_prov_references[i];

        for (unsigned row = 0; row < r->ops->n_caps && !side->base; row++)
            if (fits(&r->ops->caps[row], alg, bits, dir))
                side->base = price_of(r, row);
    }
    for (unsigned i = 0; i < engines_wanted; i++) {
        struct ob_engine *e = obi_prov_dispatcher.engine[i];

        for (unsigned row = 0; row < e->ops->n_caps; row++)
            if (fits(&e->ops->caps[row], alg, bits, dir))
                add_candidate(side, e, row);
    }
    if (adapts() && side->from != SIZE_MAX) {
        side->corrections = before->corrections;
        side->parallel = before->parallel;
        if (!side->corrections) {
            side->corrections = calloc(OB_CORRECTION_CLASSES, sizeof *side->corrections);
            side->parallel = calloc(OB_CORRECTION_CLASSES, sizeof *side->parallel);
        }
        if (!side->corrections || !side->parallel) {
            free(side->corrections);
            free(side->parallel);
            side->corrections = NULL;
            side->parallel = NULL;
            side->compare_from = side->from;
        }
    }
}

/* False if memory is short: the offer stays as it is. */
static bool make_sides(struct ob_prov_offer *o)
{
    struct ob_prov_side *sides = calloc(2, sizeof *sides);

    if (!sides)
        return false;
    make_side(&sides[0], &o->sides[0], o->alg, o->bits, OB_DIR_ENCRYPT);
    make_side(&sides[1], &o->sides[1], o->alg, o->bits, OB_DIR_DECRYPT);
    __atomic_store_n(&o->sides, sides, __ATOMIC_RELEASE);
    return true;
}

static void make_offer(struct ob_prov_offer *o, uint8_t alg, unsigned bits)
{
    o->alg = alg;
    o->bits = (uint16_t)bits;
}

/* ---- engines ---- */

static bool is_hardware(const struct ob_engine *e)
{
    for (unsigned row = 0; row < e->ops->n_caps; row++)
        if (e->ops->caps[row].flags & OB_CAP_HARDWARE)
            return true;
    return false;
}

static bool wanted(const struct ob_engine *e)
{
    switch (obi_prov_settings.mode) {
    case OB_PROV_FORCED:
        return strcmp(e->ops->name, obi_prov_settings.engine) == 0;
    case OB_PROV_RANDOM:
        return true;
    default:
        return e->ops->n_caps == 0 || is_hardware(e); /* some engines make their rows only when they start */
    }
}

/* Engine soft is the standby for streams that an engine loses; its price makes it the last choice. */
static void add_standby(void)
{
    static const struct ob_price last = {OB_UPTO_ANY, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    static const struct ob_price *prices[OB_ROW_NONE];
    static struct ob_engine_ops ops;
    static struct ob_engine standby;

    for (unsigned i = 0; i < OB_ROW_NONE; i++)
        prices[i] = &last;
    ops = *ob_engine_soft.ops;
    ops.name = "standby";
    standby.ops = &ops;
    standby.prices = prices;
    (void)ob_engine_add(&obi_prov_dispatcher, &standby);
}

static void add_engines(void)
{
    obi_prov_dispatcher.policy.objective = obi_prov_settings.objective;
    obi_prov_dispatcher.trace = obi_prov_event;
    for (unsigned i = 0; obi_prov_engines[i]; i++)
        if (wanted(obi_prov_engines[i]))
            (void)ob_engine_add(&obi_prov_dispatcher, obi_prov_engines[i]);
    engines_wanted = obi_prov_dispatcher.n_engines;
    if (engines_wanted)
        add_standby();
}

static void restart_engines(void)
{
    for (unsigned i = 0; i < obi_prov_dispatcher.n_engines; i++) {
        struct ob_engine *e = obi_prov_dispatcher.engine[i];

        if (e->ops->stop)
            e->ops->stop(e->dev);
        if (e->ops->start && e->ops->start(e->dev) != OB_OK)
            e->ready = 0;
    }
}

/* ---- fork ---- */

static void before_fork(void)
{
    (void)pthread_mutex_lock(&mutex);
    ob_before_fork(&obi_prov_dispatcher);
}

static void in_parent(void)
{
    ob_after_fork(&obi_prov_dispatcher, false);
    (void)pthread_mutex_unlock(&mutex);
}

static void in_child(void)
{
    ob_after_fork(&obi_prov_dispatcher, true);
    (void)pthread_mutex_unlock(&mutex);
    for (unsigned i = 0; i < N_OFFERS; i++) { /* the parent reports its own counts */
        struct ob_prov_side *sides = obi_prov_offers[i].sides;

        obi_prov_offers[i].count = &obi_prov_offers[i].own;
        obi_prov_offers[i].warm = false;
        memset(&obi_prov_offers[i].own, 0, sizeof obi_prov_offers[i].own);
        for (unsigned k = 0; k < 2; k++) /* another thread of the parent may have been changing it */
            if (sides[k].corrections) {
                memset(sides[k].corrections, 0, OB_CORRECTION_CLASSES * sizeof *sides[k].corrections);
                memset(sides[k].parallel, 0, OB_CORRECTION_CLASSES * sizeof *sides[k].parallel);
            }
    }
    obi_prov_under_way = 0;
    obi_status_forget();
    status = NULL;
    status_rows = 0;
    obi_prov_prices_forked();
    __atomic_store_n(&obi_prov_status_begun, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&forked, 1, __ATOMIC_RELEASE);
}

void obi_prov_offers_renew(void)
{
    if (!__atomic_load_n(&forked, __ATOMIC_ACQUIRE))
        return;
    (void)pthread_mutex_lock(&mutex);
    if (forked) {
        bool owns = false;

        for (unsigned i = 0; i < obi_prov_dispatcher.n_engines; i++)
            owns |= (obi_prov_dispatcher.engine[i]->ops->flags & OB_ENGINE_OWNS) != 0;
        if (owns) { /* the sessions' states belong to the parent: they are opened again */
            ob_stop(&obi_prov_dispatcher);
            add_engines();
        } else { /* sessions survive stop and start, and so do streams */
            restart_engines();
        }
        __atomic_store_n(&forked, 0, __ATOMIC_RELEASE);
    }
    (void)pthread_mutex_unlock(&mutex);
}

/* ---- the status ---- */

/* The row of an offer in the status begins at zero; ops before the row existed are in the offer's own counters. */
static void show_row(struct obi_status_row *row, struct ob_prov_offer *o)
{
    const char *name = ob_alg_name(o->alg);

    snprintf(row->algorithm, sizeof row->algorithm, "%s", name ? name : "?");
    row->bits = o->bits;
    __atomic_store_n(&o->count, row, __ATOMIC_RELEASE);
}

/* Show engines, and the offers that pay and are not shown yet. The caller holds the mutex. */
static void show_offers(void)
{
    if (!status)
        return;
    for (unsigned i = 0; i < obi_prov_dispatcher.n_engines; i++)
        snprintf(status->engine[i], sizeof status->engine[i], "%s", obi_prov_dispatcher.engine[i]->ops->name);
    __atomic_store_n(&status->n_engines, obi_prov_dispatcher.n_engines, __ATOMIC_RELEASE);
    for (unsigned i = 0; i < N_OFFERS && status_rows < OBI_STATUS_ROWS; i++) {
        struct ob_prov_offer *o = &obi_prov_offers[i];

        if (o->alg != OB_ALG_NONE && o->count == &o->own && obi_prov_offer_pays(o))
            show_row(&status->row[status_rows++], o);
    }
}

void obi_prov_status_begin(void)
{
    (void)pthread_mutex_lock(&mutex);
    if (!obi_prov_status_begun && strcmp(obi_prov_settings.status, "off") != 0 && !obi_sandbox_closed())
        status = obi_status_make(obi_prov_settings.status);
    if (status) {
        status->slow = obi_prov_settings.slow;
        show_offers();
        obi_status_show(status);
    }
    __atomic_store_n(&obi_prov_status_begun, 1, __ATOMIC_RELEASE);
    (void)pthread_mutex_unlock(&mutex);
}

/* ---- all of it ---- */

bool obi_prov_offers_hold(void)
{
    return pthread_mutex_trylock(&mutex) == 0;
}

void obi_prov_offers_let_go(void)
{
    (void)pthread_mutex_unlock(&mutex);
}

static bool start_engines(void)
{
    if (obi_prov_dispatcher.n_engines == 0)
        add_engines();
    if (obi_prov_dispatcher.n_engines == 0) {
        obi_prov_why("no engine for an accelerator", "");
        return false;
    }
    for (unsigned i = reference_dispatcher.n_engines; i < OB_PROV_REFERENCES; i++)
        (void)ob_engine_add(&reference_dispatcher, &obi_prov_references[i]);
    return true;
}

bool obi_prov_offers_price(char *text, size_t len)
{
    bool ok = (text || !by_price()) && start_engines() && (!text || load_prices(text, len)), any = false;

    free(text);
    for (unsigned i = 0; i < N_OFFERS; i++) {
        struct ob_prov_offer *o = &obi_prov_offers[i];

        if (o->alg == OB_ALG_NONE)
            continue;
        if (!ok)
            __atomic_store_n(&o->sides, (struct ob_prov_side *)(uintptr_t)no_sides, __ATOMIC_RELEASE);
        else if (!make_sides(o))
            ok = false;
        any |= obi_prov_offer_pays(o);
    }
    if (ok)
        obi_prov_why(any ? "" : "no engine pays at any length", "");
    show_offers();
    return any;
}

static bool make(const struct ob_prov *p)
{
    unsigned n = OB_PROV_ALGORITHMS_MAX;
    size_t len = 0;
    char *text = NULL;
    bool may_come = false, there;

    obi_prov_settings_read(p);
    if (obi_prov_settings.mode == OB_PROV_OFF)
        return false;
    for (unsigned i = 0; i < N_OFFERS; i++) {
        obi_prov_offers[i].count = &obi_prov_offers[i].own;
        obi_prov_offers[i].sides = (struct ob_prov_side *)(uintptr_t)no_sides;
    }
    for (unsigned i = 0; i < obi_prov_n_algorithms; i++)
        if (obi_prov_algorithms[i].alg != OB_ALG_NONE)
            make_offer(&obi_prov_offers[i], obi_prov_algorithms[i].alg, obi_prov_algorithms[i].bits);
    for (uint8_t alg = OB_HMAC_MD5; alg <= OB_HMAC_SM3; alg++)
        make_offer(&obi_prov_offers[n++], alg, 0);
    for (unsigned bits = 128; bits <= 256; bits += 64)
        make_offer(&obi_prov_offers[n++], OB_AES_CMAC, bits);
    if (by_price()) {
        obi_sandbox_look();
        text = obi_prov_prices_read(&len);
        may_come = obi_prov_prices_begin(text);
        if (!text && !may_come)
            return false;
    }
    there = text || !by_price();
    if (!obi_prov_offers_price(text, len) && (there || !may_come))
        return false;
    return pthread_atfork(before_fork, in_parent, in_child) == 0;
}

bool obi_prov_offers_make(const struct ob_prov *p)
{
    uint32_t now = __atomic_load_n(&made, __ATOMIC_ACQUIRE);

    if (now == 0) {
        (void)pthread_mutex_lock(&mutex);
        if (made == 0)
            __atomic_store_n(&made, make(p) ? 2 : 1, __ATOMIC_RELEASE);
        now = made;
        (void)pthread_mutex_unlock(&mutex);
    }
    return now == 2;
}

struct ob_prov_offer *obi_prov_offer_mac(uint8_t alg, unsigned bits)
{
    for (unsigned i = OB_PROV_ALGORITHMS_MAX; i < N_OFFERS; i++)
        if (obi_prov_offers[i].alg == alg && obi_prov_offers[i].bits == bits)
            return obi_prov_offer_pays(&obi_prov_offers[i]) ? &obi_prov_offers[i] : NULL;
    return NULL;
}

struct ob_prov_offer *obi_prov_offer_of(uint8_t alg)
{
    for (unsigned i = 0; i < N_OFFERS; i++)
        if (obi_prov_offers[i].alg == alg && obi_prov_offer_pays(&obi_prov_offers[i]))
            return &obi_prov_offers[i];
    return NULL;
}

bool obi_prov_worth(const struct ob_prov_algorithm *a)
{
    unsigned i = (unsigned)(a - obi_prov_algorithms);

    if (made != 2)
        return false;
    if (obi_prov_prices_may_come()) /* what pays by then cannot be added later */
        return true;
    if (a->alg != OB_ALG_NONE)
        return obi_prov_offer_pays(&obi_prov_offers[i]);
    for (i = OB_PROV_ALGORITHMS_MAX; i < N_OFFERS; i++) /* HMAC and CMAC: the key decides later which one it is */
        if ((obi_prov_offers[i].alg == OB_AES_CMAC) == (a->block == 16) && obi_prov_offer_pays(&obi_prov_offers[i]))
            return true;
    return false;
}

/* ---- counters ---- */

static uint64_t read_count(const uint64_t *count)
{
    return __atomic_load_n(count, __ATOMIC_RELAXED);
}

uint32_t obi_prov_status_begun;

/* The counts of an offer: its own and those in the status. */
static uint64_t sum(const struct ob_prov_offer *o, size_t at)
{
    const struct obi_status_row *row = obi_prov_count(o);
    uint64_t n = read_count((const uint64_t *)(const void *)((const char *)&o->own + at));

    return row == &o->own ? n : n + read_count((const uint64_t *)(const void *)((const char *)row + at));
}

#define REPORT_ROW 1024 /* bytes: more than the lines of an algorithm take */

/* At the end of the process append the counters to the file that the settings name, even if not all algorithms were
 * freed. */
__attribute__((destructor)) static void report(void)
{
    int fd;

    obi_status_remove();
    if (made != 2 || !obi_prov_settings.report[0])
        return;
    fd = open(obi_prov_settings.report, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    for (unsigned i = 0; fd >= 0 && i < N_OFFERS; i++) {
        const struct ob_prov_offer *o = &obi_prov_offers[i];
        const char *name = ob_alg_name(o->alg);

        if (o->alg == OB_ALG_NONE || !name || !obi_prov_offer_pays(o))
            continue;
        if (!obi_sandbox_closed() && !obi_file_takes(fd, REPORT_ROW))
            break;
        for (unsigned k = 0; k < obi_prov_dispatcher.n_engines; k++)
            dprintf(fd, "%ld,%s,%u,%s,%llu,%llu\n", (long)getpid(), name, o->bits,
                    obi_prov_dispatcher.engine[k]->ops->name,
                    (unsigned long long)sum(o, offsetof(struct obi_status_row, engine) +
                                                   k * sizeof(struct obi_status_engine) +
                                                   offsetof(struct obi_status_engine, ops)),
                    (unsigned long long)sum(o, offsetof(struct obi_status_row, engine) +
                                                   k * sizeof(struct obi_status_engine) +
                                                   offsetof(struct obi_status_engine, bytes)));
        dprintf(fd, "%ld,%s,%u,default,%llu,\n", (long)getpid(), name, o->bits,
                (unsigned long long)sum(o, offsetof(struct obi_status_row, aside)));
        dprintf(fd, "%ld,%s,%u,failed,%llu,\n", (long)getpid(), name, o->bits,
                (unsigned long long)sum(o, offsetof(struct obi_status_row, failed)));
        dprintf(fd, "%ld,%s,%u,busy,%llu,\n", (long)getpid(), name, o->bits,
                (unsigned long long)sum(o, offsetof(struct obi_status_row, busy)));
    }
    if (fd >= 0)
        (void)close(fd);
}
