/* SPDX-License-Identifier: Apache-2.0 */
/* The command probe: which of the kernel's drivers are proven to be hardware, and by which evidence. */
#include "cli/probe.h"
#include "cli/cli.h"
#include "cli/file.h"
#include "cli/json.h"

#include "offload/probe.h"
#include "offload/verdicts.h"
#include "port/linux/device.h"
#include "port/linux/machine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNTERS_MAX 32
#define TRUSTED_MAX  OBI_VERDICTS_MAX
#define TESTS_MAX_S  5 /* time for the kernel to test a driver */

struct request {
    const char *driver; /* the only driver to probe; NULL: all that may be hardware */
    const char *output;
    bool json;
    unsigned n_trusted;
    const char *trusted[TRUSTED_MAX]; /* names, or beginnings of names with a star */
    unsigned n_counters;
    struct {
        const char *driver, *path;
    } counter[COUNTERS_MAX];
};

struct probed {
    struct obi_crypto_driver driver;
    const struct obi_kernel_name *name;
    struct obi_judgement judgement;
};

static struct obi_link kernel = {.name = "probe"};

static const struct obi_kernel_name *name_of(const struct obi_crypto_driver *d)
{
    for (unsigned i = 0; i < OBI_KERNEL_NAMES; i++)
        if (strcmp(obi_kernel_names[i].name, d->name) == 0 &&
            obi_proc_crypto_fits(d, OB_ALG_CLASS(obi_kernel_names[i].alg)))
            return &obi_kernel_names[i];
    return NULL;
}

static const char *counter_of(const struct request *r, const char *driver)
{
    for (unsigned i = 0; i < r->n_counters; i++)
        if (strcmp(r->counter[i].driver, driver) == 0 || strcmp(r->counter[i].driver, "*") == 0)
            return r->counter[i].path;
    return NULL;
}

static bool is_trusted(const struct request *r, const char *driver)
{
    for (unsigned i = 0; i < r->n_trusted; i++) {
        const char *star = strchr(r->trusted[i], '*');

        if (star ? strncmp(r->trusted[i], driver, (size_t)(star - r->trusted[i])) == 0
                 : strcmp(r->trusted[i], driver) == 0)
            return true;
    }
    return false;
}

/* A synchronous driver without device or counter is a function on the CPU: operations would show nothing else. */
static bool may_be_hardware(const struct request *r, const struct obi_crypto_driver *d)
{
    char device[OBI_DEVICE_MAX];

    return d->async || is_trusted(r, d->driver) || counter_of(r, d->driver) ||
           obi_device_of_module(device, "", d->module);
}

static bool wanted(const struct request *r, const struct obi_crypto_driver *d)
{
    if (d->internal || d->untested || obi_proc_crypto_composed(d) || !name_of(d))
        return false;
    return r->driver ? strcmp(r->driver, d->driver) == 0 : may_be_hardware(r, d);
}

/* The kernel still tests a driver that was just registered, as at boot: wait for the end of its test. */
static void wait_for_tests(const struct request *r)
{
    for (unsigned i = 0; i < TESTS_MAX_S * 10; i++) {
        FILE *f = obi_proc_crypto_open();
        struct obi_crypto_driver d;
        bool waits = false;

        while (f && !waits && obi_proc_crypto_next(f, &d)) {
            waits = d.untested;
            d.untested = false;
            waits = waits && wanted(r, &d);
        }
        if (f)
            (void)fclose(f);
        if (!waits)
            return;
        usleep(100000);
    }
}

/* The drivers to probe, in allocated memory; NULL after a message. The list is made first, because a probe may change
 * it. */
static struct probed *list(const struct request *r, unsigned *n)
{
    struct probed *all = NULL, *more;
    struct obi_crypto_driver d;
    FILE *f = obi_proc_crypto_open();

    *n = 0;
    if (!f) {
        cli_error("%s: %s", obi_proc_crypto_path, strerror(errno));
        return NULL;
    }
    all = (struct probed *)malloc(sizeof *all);
    while (all && obi_proc_crypto_next(f, &d)) {
        if (!wanted(r, &d))
            continue;
        more = (struct probed *)realloc(all, (*n + 2) * sizeof *all);
        if (!more)
            free(all);
        all = more;
        if (all) {
            all[*n].driver = d;
            all[(*n)++].name = name_of(&d);
        }
    }
    (void)fclose(f);
    if (!all)
        cli_error("%s", strerror(ENOMEM));
    return all;
}

static void show(const struct probed *p)
{
    printf("%s: %s: %s\n  %s\n", p->driver.driver, p->driver.name, obi_verdict_text(p->judgement.verdict),
           p->judgement.text);
}

static void show_json(const struct probed *p, bool first)
{
    printf("%s\n    {", first ? "" : ",");
    cli_json_text("driver", p->driver.driver, true);
    cli_json_text("algorithm", p->driver.name, false);
    cli_json_text("verdict", obi_verdict_word(p->judgement.verdict), false);
    cli_json_text("evidence", obi_proof_word(p->judgement.proof), false);
    cli_json_text("detail", p->judgement.text, false);
    printf("}");
}

/* Write a new file and rename it: a program that starts meanwhile reads the old file or the new one. */
/* Write the verdicts to out, which is open: CLI_OK, or an exit code after a message. */
static int keep(struct cli_output *out, const struct probed *all, unsigned n)
{
    char machine[OBI_MACHINE_MAX];
    char *text = NULL;
    size_t len = 0;
    FILE *f;
    int code;

    if (!obi_machine(machine)) {
        cli_error("cannot read the kernel's version (is /proc mounted?): the results would belong to no kernel");
        return CLI_ENGINE;
    }
    f = open_memstream(&text, &len);
    if (f) {
        fprintf(f, "%s\n" OBI_VERDICTS_COLUMNS "\n", machine);
        for (unsigned i = 0; i < n && i < OBI_VERDICTS_MAX; i++)
            fprintf(f, "%s,%s,%s,%s,%s\n", all[i].driver.driver, all[i].name ? ob_alg_name(all[i].name->alg) : "-",
                    obi_verdict_word(all[i].judgement.verdict), obi_proof_word(all[i].judgement.proof),
                    all[i].judgement.text);
    }
    if (!f || fclose(f) != 0 || !text) {
        cli_error("%s", strerror(ENOMEM));
        return CLI_FILE;
    }
    code = cli_output_write(out, text, len) ? cli_output_commit(out) : CLI_FILE;
    free(text);
    return code;
}

static int probe(const struct request *r, struct cli_output *out)
{
    unsigned n, hardware = 0;
    struct probed *all;
    int code = CLI_OK;

    wait_for_tests(r);
    all = list(r, &n);
    if (!all)
        return CLI_FILE;
    if (r->driver && n == 0) {
        cli_error("there is no driver \"%s\" with an algorithm that a program can use", r->driver);
        free(all);
        return CLI_ENGINE;
    }
    for (unsigned i = 0; i < r->n_trusted; i++) {
        const struct request one = {.n_trusted = 1, .trusted = {r->trusted[i]}};
        bool there = false;

        for (unsigned k = 0; k < n; k++)
            there |= is_trusted(&one, all[k].driver.driver);
        if (!there) /* it may be misspelt, or its module is not loaded */
            cli_error("--trust: there is no driver \"%s\"", r->trusted[i]);
    }
    obi_link_register(&kernel);
    if (r->json)
        printf("{\n  \"drivers\": [");
    for (unsigned i = 0; i < n; i++) {
        obi_probe_driver(&kernel, &all[i].driver, all[i].name, counter_of(r, all[i].driver.driver),
                         is_trusted(r, all[i].driver.driver), &all[i].judgement);
        hardware += all[i].judgement.verdict != OBI_UNPROVEN;
        if (r->json)
            show_json(&all[i], i == 0);
        else
            show(&all[i]);
        fflush(stdout);
    }
    if (r->json)
        printf("%s]\n}\n", n ? "\n  " : "");
    else
        printf("%u of %u drivers %s to be hardware\n", hardware, n, r->n_trusted ? "proven or trusted" : "proven");
    if (r->output)
        code = keep(out, all, n);
    obi_link_stop(&kernel);
    free(all);
    return code;
}

static int take_trusted(struct request *r, const char *text)
{
    const char *star = strchr(text, '*');

    if (!*text || text == star || (star && star[1]))
        return cli_usage("--trust takes a driver's name, or its beginning and a star, not \"%s\"", text);
    if (r->n_trusted == TRUSTED_MAX)
        return cli_usage("more than %d names are trusted", TRUSTED_MAX);
    r->trusted[r->n_trusted++] = text;
    return CLI_OK;
}

static int take_counter(struct request *r, char *text)
{
    char *equals = strchr(text, '=');

    if (!equals || equals == text || !equals[1])
        return cli_usage("--counter takes DRIVER=FILE, not \"%s\"", text);
    if (r->n_counters == COUNTERS_MAX)
        return cli_usage("there are more than %d counters", COUNTERS_MAX);
    *equals = 0;
    r->counter[r->n_counters].driver = text;
    r->counter[r->n_counters++].path = equals + 1;
    return CLI_OK;
}

bool cli_probe_covers(const struct obi_verdicts *v)
{
    const struct request all = {.driver = NULL};
    struct probed *there;
    bool covered = true;
    unsigned n;

    wait_for_tests(&all);
    there = list(&all, &n);
    for (unsigned i = 0; there && i < n; i++) {
        bool found = false;

        for (unsigned k = 0; k < v->n; k++)
            found |= strcmp(v->line[k].driver, there[i].driver.driver) == 0;
        covered = covered && found;
    }
    free(there);
    return covered;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"counter", required_argument, NULL, 'c'}, {"driver", required_argument, NULL, 'd'},
        {"json", no_argument, NULL, 'j'},          {"output", required_argument, NULL, 'o'},
        {"trust", required_argument, NULL, 't'},   {NULL, 0, NULL, 0},
    };
    struct request r = {.driver = NULL};
    struct cli_output out = {.fd = -1};
    int option, code = CLI_OK;

    while (code == CLI_OK && (option = cli_option(argc, argv, "c:d:jo:t:", options)) != -1) {
        switch (option) {
        case 'c':
            code = take_counter(&r, optarg);
            break;
        case 'd':
            r.driver = optarg;
            break;
        case 'j':
            r.json = true;
            break;
        case 'o':
            r.output = optarg;
            break;
        case 't':
            code = take_trusted(&r, optarg);
            break;
        default:
            code = CLI_USAGE;
        }
    }
    if (code != CLI_OK)
        return code;
    if (optind < argc)
        return cli_usage("probe takes no argument \"%s\"", argv[optind]);
    if (r.output) /* check this before the rounds; it replaces earlier verdicts */
        code = cli_output_open(&out, r.output, 0666, true);
    if (code == CLI_OK)
        code = probe(&r, &out);
    cli_output_abandon(&out);
    return code;
}

const struct cli_command cli_probe = {
    "probe",
    "find out which kernel drivers are hardware",
    "Usage: outboard probe [OPTION]...\n\n"
    "Run operations on each driver of the kernel that may have a device, and look\n"
    "for proof that they reach it: interrupts that follow the operations; else a\n"
    "counter of the driver; else a device that it is bound to, and idle CPUs.\n"
    "Names prove nothing. Programs offload only to proven drivers.\n\n"
    "  -c, --counter DRIVER=FILE  a file in which the driver (*: each) counts its\n"
    "                             operations\n"
    "  -d, --driver NAME          this driver alone, whatever it is\n"
    "  -j, --json                 print JSON\n"
    "  -o, --output FILE          write the verdicts, which hold for this kernel and\n"
    "                             machine; programs read\n"
    "                             /var/cache/outboard/evidence.csv\n"
    "  -t, --trust DRIVER         take your word that this driver is hardware, if\n"
    "                             nothing proves it; refresh keeps to it. DRIVER may\n"
    "                             end in *\n"
    "  -h, --help                 print this\n",
    run,
};
