/* SPDX-License-Identifier: Apache-2.0 */
/* What OpenSSL will use with the provider, for each algorithm and length: the default provider or an engine, and why.
 * Reads the files that the provider reads: its section of openssl.cnf, prices, evidence. */
#include <outboard/compare.h>
#include <outboard/dispatch.h>

#include "cli/doctor/doctor.h"
#include "cli/doctor/use.h"

#include "cli/json.h"
#include "port/linux/machine.h"
#include "port/linux/slow.h"

#include <stdlib.h>
#include <string.h>

#define RANGES_MAX 8
/* The longest request to the kernel. Longer ops are split, or go to the default provider. */
#define LEN_MAX 65536u

struct range {
    uint64_t from, to;             /* bytes of an op */
    const struct doctor_price *by; /* NULL: the default provider */
};

static struct doctor_prices prices;

static uint8_t objective_of(const struct doctor *d)
{
    return strcmp(d->objective, "throughput") == 0 ? OB_THROUGHPUT
           : strcmp(d->objective, "cpu") == 0      ? OB_CPU_TIME
                                                   : OB_LATENCY;
}

static bool is_kernel_engine(const char *engine)
{
    return strcmp(engine, "afalg") == 0 || strcmp(engine, "devcrypto") == 0;
}

/* ---- candidates ---- */

static bool in_list(const char *list, const char *name)
{
    size_t len = strlen(name);

    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == len && strncmp(at, name, len) == 0)
            return true;
    return false;
}

/* The driver that serves a row of the kernel's engines as hardware; NULL if no driver is proven or claimed in the
 * settings to be hardware. */
static const char *driver_of(const struct doctor *d, const struct doctor_price *row, const char **verdict)
{
    for (unsigned i = 0; i < d->evidence.n; i++) {
        const struct obi_verdict_line *line = &d->evidence.line[i];
        bool named = in_list(d->offload, line->driver);

        if (strcmp(line->algorithm, row->algorithm) != 0 || (d->offload[0] ? !named : line->verdict == OBI_UNPROVEN))
            continue;
        *verdict = named ? "vouched for by the settings" : obi_verdict_text(line->verdict);
        return line->driver;
    }
    if (!d->offload[0])
        return NULL;
    *verdict = "vouched for by the settings";
    return d->offload; /* any of them: the probe has not examined one */
}

static bool serves(const struct doctor *d, const struct doctor_price *row)
{
    const char *verdict;

    return is_kernel_engine(row->engine) && strcmp(row->mode, "sw") != 0 && driver_of(d, row, &verdict) != NULL;
}

/* ---- lengths ---- */

/* The cheapest candidate at a length for the case of base; NULL if base itself is. */
static const struct doctor_price *cheapest(const struct doctor *d, const struct doctor_price *base, char dir,
                                           uint64_t len)
{
    uint8_t objective = objective_of(d);
    struct ob_comparison rows = OB_COMPARISON_NONE; /* base is number 0, so it wins at equal cost */
    const struct doctor_price *by = NULL;

    (void)ob_compare(&rows, 0, ob_price_cost(base->segment, objective, len, false), 0, 0);
    for (unsigned i = 0; i < prices.n; i++) {
        const struct doctor_price *row = &prices.row[i];

        if (strcmp(row->algorithm, base->algorithm) != 0 || !strchr(row->dirs, dir) || row->bits_max < base->bits_min ||
            row->bits_min > base->bits_max || !serves(d, row))
            continue;
        if (ob_compare(&rows, (int)i + 1, ob_price_cost(row->segment, objective, len, false), 0, 0))
            by = row;
    }
    return by;
}

/* Find the ranges of lengths in order. Between two powers of two at most one change is found, exactly. */
static unsigned find_ranges(const struct doctor *d, const struct doctor_price *base, char dir,
                            struct range ranges[RANGES_MAX])
{
    unsigned n = 1;

    ranges[0] = (struct range){1, LEN_MAX, cheapest(d, base, dir, 1)};
    for (uint64_t low = 1; low < LEN_MAX && n < RANGES_MAX; low *= 2) {
        const struct doctor_price *then = cheapest(d, base, dir, 2 * low);
        uint64_t same = low, other = 2 * low;

        if (then == ranges[n - 1].by)
            continue;
        while (other - same > 1) {
            uint64_t middle = same + (other - same) / 2;

            if (cheapest(d, base, dir, middle) == ranges[n - 1].by)
                same = middle;
            else
                other = middle;
        }
        ranges[n - 1].to = same;
        ranges[n++] = (struct range){other, LEN_MAX, cheapest(d, base, dir, other)};
    }
    return n;
}

/* ---- what is printed ---- */

static bool has_candidate(const struct doctor *d, const struct doctor_price *base, char dir)
{
    for (unsigned i = 0; i < prices.n; i++)
        if (strcmp(prices.row[i].algorithm, base->algorithm) == 0 && strchr(prices.row[i].dirs, dir) &&
            prices.row[i].bits_max >= base->bits_min && prices.row[i].bits_min <= base->bits_max &&
            serves(d, &prices.row[i]))
            return true;
    return false;
}

static void name_case(const struct doctor_price *base, char dir, char text[80])
{
    size_t len = (size_t)snprintf(text, 80, "%s", base->algorithm);

    if (base->bits_min && base->bits_min == base->bits_max)
        len += (size_t)snprintf(text + len, 80 - len, " %u bits", base->bits_min);
    else if (base->bits_min)
        len += (size_t)snprintf(text + len, 80 - len, " %u to %u bits", base->bits_min, base->bits_max);
    if (strcmp(base->dirs, "ed") != 0 || dir == 'd')
        snprintf(text + len, 80 - len, ", %s", dir == 'e' ? "encryption" : "decryption");
}

static void show_case(struct doctor *d, const struct doctor_price *base, char dir)
{
    struct range ranges[RANGES_MAX];
    unsigned n = find_ranges(d, base, dir, ranges);
    char name[80], text[900];
    size_t len = 0;

    name_case(base, dir, name);
    if (n == 1 && !ranges[0].by) {
        if (has_candidate(d, base, dir))
            doctor_say(d, DOCTOR_NOTE, NULL, "%s: default provider at every length: no engine is ever cheaper", name);
        else
            doctor_say(d, DOCTOR_OK, NULL, "%s: default provider: no engine with proven hardware has it", name);
        return;
    }
    for (unsigned i = 0; i < n && len < sizeof text; i++) {
        const char *verdict = "", *driver = ranges[i].by ? driver_of(d, ranges[i].by, &verdict) : NULL;

        len += (size_t)snprintf(text + len, sizeof text - len, "%s%llu to %llu bytes %s", i ? "; " : "",
                                (unsigned long long)ranges[i].from, (unsigned long long)ranges[i].to,
                                driver ? ranges[i].by->engine : "default provider");
        if (driver && len < sizeof text)
            len += (size_t)snprintf(text + len, sizeof text - len, " (%s: %s)", driver, verdict);
    }
    doctor_say(d, DOCTOR_NOTE, NULL, "%s: %s", name, text);
}

static void show_case_json(struct doctor *d, const struct doctor_price *base, char dir, bool first)
{
    struct range ranges[RANGES_MAX];
    unsigned n = find_ranges(d, base, dir, ranges);

    printf("%s\n    {", first ? "" : ",");
    cli_json_text("algorithm", base->algorithm, true);
    cli_json_number("bits_min", base->bits_min, false);
    cli_json_number("bits_max", base->bits_max, false);
    cli_json_text("direction", dir == 'e' ? "enc" : "dec", false);
    cli_json_text("why",
                  n > 1 || ranges[0].by         ? "the cheapest at each length"
                  : has_candidate(d, base, dir) ? "no engine is ever cheaper"
                                                : "no engine with proven hardware has it",
                  false);
    printf(",\n      \"lengths\": [");
    for (unsigned i = 0; i < n; i++) {
        const char *verdict = "", *driver = ranges[i].by ? driver_of(d, ranges[i].by, &verdict) : NULL;

        printf("%s{", i ? ", " : "");
        cli_json_number("from", ranges[i].from, true);
        cli_json_number("to", ranges[i].to, false);
        cli_json_text("by", driver ? ranges[i].by->engine : "default", false);
        if (driver) {
            cli_json_text("driver", driver, false);
            cli_json_text("verdict", verdict, false);
        }
        putchar('}');
    }
    printf("]}");
}

/* The default provider's price for a row of engine openssl in a direction: that of "default", if the prices differ. */
static const struct doctor_price *price_of_default(const struct doctor_price *row, char dir)
{
    for (unsigned i = 0; i < prices.n; i++) {
        const struct doctor_price *own = &prices.row[i];

        if (strcmp(own->engine, "default") == 0 && strcmp(own->algorithm, row->algorithm) == 0 &&
            own->bits_min == row->bits_min && own->bits_max == row->bits_max && strchr(own->dirs, dir))
            return own;
    }
    return row;
}

static void each_case(struct doctor *d, void (*call)(struct doctor *d, const struct doctor_price *base, char dir))
{
    for (unsigned i = 0; i < prices.n; i++) {
        const struct doctor_price *row = &prices.row[i];

        if (strcmp(row->engine, "openssl") != 0)
            continue;
        for (const char *dir = row->dirs; *dir; dir++)
            if (strchr("ed", *dir))
                call(d, price_of_default(row, *dir), *dir);
    }
}

/* ---- the parts ---- */

static void read_evidence(struct doctor *d)
{
    const char *place = d->evidence_path[0] ? d->evidence_path : "/var/cache/outboard/evidence.csv", *why;
    FILE *file = doctor_open(d, place);

    if (!file) {
        if (d->hardware && !d->offload[0])
            doctor_say(d, DOCTOR_PROBLEM, "outboard refresh",
                       "no driver was probed: without evidence none counts as hardware");
        return;
    }
    doctor_rights(d, place, "whoever changes it can make software count as hardware");
    d->probed = obi_verdicts_read(&d->evidence, file, d->live, &why);
    if (!d->probed)
        doctor_say(d, DOCTOR_PROBLEM, "outboard refresh", "%s does not count: %s", place, why);
    fclose(file);
    for (unsigned i = 0; i < d->evidence.n; i++) {
        const struct obi_verdict_line *line = &d->evidence.line[i];

        doctor_say(d, line->verdict == OBI_UNPROVEN ? DOCTOR_OK : DOCTOR_NOTE, NULL, "%s: %s: %s", line->driver,
                   obi_verdict_text(line->verdict), line->detail);
    }
}

static bool proven(const struct doctor *d)
{
    for (unsigned i = 0; i < d->evidence.n; i++)
        if (d->evidence.line[i].verdict != OBI_UNPROVEN)
            return true;
    return false;
}

static bool read_prices(struct doctor *d)
{
    static const char *const places[] = {"/var/cache/outboard/prices.csv", "/etc/outboard/prices.csv"};
    const char *place = d->prices_path;
    char *text = *place ? doctor_read(d, place) : NULL;
    unsigned line;
    bool ok;

    for (size_t i = 0; !text && !*d->prices_path && i < sizeof places / sizeof *places; i++)
        text = doctor_read(d, place = places[i]);
    if (!text && d->probed && !proven(d) && !d->offload[0]) {
        doctor_say(d, DOCTOR_NOTE, NULL,
                   "no driver is hardware, so that nothing was measured, and the provider offers nothing");
        return false;
    }
    if (!text) {
        doctor_say(d, DOCTOR_PROBLEM, "systemctl enable --now outboard-prices",
                   "nothing was measured: without a price file the provider offers nothing");
        return false;
    }
    doctor_rights(d, place, "whoever changes it can make programs choose the slower way, or offload nothing");
    ok = !d->live || obi_machine_fits(text);
    if (!ok)
        doctor_say(
            d, DOCTOR_PROBLEM, "systemctl restart outboard-prices",
            "%s is of another kernel or machine, or names a driver that is not there: the provider offers nothing",
            place);
    else if (!(ok = obi_slow_of(text) == d->slow))
        doctor_say(d, DOCTOR_PROBLEM, "systemctl restart outboard-prices",
                   "%s is of software %u times as slow, not %u times as the setting slow says: the provider offers "
                   "nothing",
                   place, (unsigned)obi_slow_of(text), (unsigned)d->slow);
    else if (!(ok = doctor_prices_read(&prices, text, &line)))
        doctor_say(d, DOCTOR_PROBLEM, "systemctl restart outboard-prices",
                   "%s, line %u is wrong: the provider offers nothing", place, line);
    free(text);
    return ok;
}

void doctor_use(struct doctor *d)
{
    bool software = d->major > 7 || (d->major == 7 && d->minor >= 2), any = false;

    doctor_heading(d, "what OpenSSL will use");
    prices.n = 0;
    if (!d->provider)
        return;
    read_evidence(d);
    if (strcmp(d->mode, "auto") != 0) {
        doctor_say(d, DOCTOR_NOTE, NULL,
                   strcmp(d->mode, "off") == 0 ? "the default provider for everything: mode is %s"
                                               : "mode is %s: prices and evidence do not count",
                   d->mode);
        return;
    }
    if (!read_prices(d))
        return;
    for (unsigned i = 0; i < prices.n; i++)
        any |= serves(d, &prices.row[i]);
    if (!any)
        doctor_say(d, DOCTOR_NOTE, NULL,
                   "the default provider for everything: no row of the price file is of a driver "
                   "that is proven to be hardware%s",
                   software && !d->dev_crypto ? ", and AF_ALG of this kernel reaches none" : "");
    each_case(d, show_case);
}

static bool first_case;

static void case_json(struct doctor *d, const struct doctor_price *base, char dir)
{
    show_case_json(d, base, dir, first_case);
    first_case = false;
}

void doctor_use_json(struct doctor *d)
{
    printf("  \"use\": [");
    first_case = true;
    each_case(d, case_json);
    printf("%s],\n", first_case ? "" : "\n  ");
}
