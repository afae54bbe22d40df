/* SPDX-License-Identifier: Apache-2.0 */
/* The command refresh: makes evidence and prices for the OpenSSL provider again if they are no longer valid. */
#include "cli/cli.h"
#include "cli/file.h"
#include "cli/probe.h"
#include "port/linux/machine.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROUGH "# rough"

static struct obi_verdicts verdicts;

struct refresh {
    const char *folder;
    bool full, force;
    char evidence[PATH_MAX], prices[PATH_MAX], fresh[PATH_MAX];
};

/* False if there is no valid evidence. */
static bool read_evidence(const struct refresh *r)
{
    FILE *f = fopen(r->evidence, "re");
    const char *why;
    bool ok = f && obi_verdicts_read(&verdicts, f, true, &why);

    verdicts.n = ok ? verdicts.n : 0;
    if (f)
        (void)fclose(f);
    return ok;
}

static unsigned hardware(void)
{
    unsigned n = 0;

    for (unsigned i = 0; i < verdicts.n; i++)
        n += verdicts.line[i].verdict != OBI_UNPROVEN;
    return n;
}

/* True if the price file is valid and at least as exact as requested. */
static bool prices_hold(const struct refresh *r)
{
    FILE *f = fopen(r->prices, "re");
    char *text = NULL;
    size_t size = 0;
    bool ok =
        f && getdelim(&text, &size, 0, f) > 0 && obi_machine_fits(text) && !(r->full && strstr(text, "\n" ROUGH "\n"));

    if (f)
        (void)fclose(f);
    free(text);
    return ok;
}

/* Run another command of this program. */
static int call(const struct cli_command *command, char **argv)
{
    int n = 0;

    while (argv[n])
        n++;
    optind = 0; /* makes getopt begin again (getopt(3)) */
    return command->run(n, argv);
}

/* The lines for the machine and the drivers for which the prices are valid. */
static bool seal(const struct refresh *r)
{
    char line[OBI_MACHINE_MAX];
    FILE *f = obi_machine(line) ? fopen(r->fresh, "ae") : NULL;
    bool ok = f != NULL;

    if (!ok)
        return false;
    fprintf(f, "%s\n", line);
    for (unsigned i = 0; i < verdicts.n; i++)
        if (verdicts.line[i].verdict != OBI_UNPROVEN && !strchr(verdicts.line[i].driver, '('))
            fprintf(f, OBI_MACHINE_DRIVER "%s\n", verdicts.line[i].driver);
    if (!r->full)
        fputs(ROUGH "\n", f);
    ok = fflush(f) == 0 && fsync(fileno(f)) == 0;
    return (fclose(f) == 0) & ok;
}

static int measure(const struct refresh *r)
{
    char engines[64], all[] = "hash,mac,cipher,aead", quick[] = "0", usual[] = "0.005", name[] = "calibrate";
    char *argv[] = {name,
                    (char *)(uintptr_t) "-qft",
                    r->full ? usual : quick,
                    (char *)(uintptr_t) "-a",
                    all,
                    (char *)(uintptr_t) "-e",
                    engines,
                    (char *)(uintptr_t) "-o",
                    (char *)(uintptr_t)r->fresh,
                    NULL};
    int code;

    if (ob_start() <= 0) {
        cli_error("no engine has started");
        return CLI_ENGINE;
    }
    if (!ob_engine_find(NULL, "openssl")) {
        cli_error("this build has no engine openssl, which measures the default provider");
        return CLI_ENGINE;
    }
    snprintf(engines, sizeof engines, "openssl%s%s", ob_engine_find(NULL, "afalg") ? ",afalg" : "",
             ob_engine_find(NULL, "devcrypto") ? ",devcrypto" : "");
    code = call(&cli_calibrate, argv);
    if (code == CLI_OK && (!seal(r) || rename(r->fresh, r->prices) != 0)) {
        cli_error("%s: %s", r->prices, strerror(errno));
        code = CLI_FILE;
    }
    if (code != CLI_OK)
        (void)unlink(r->fresh);
    return code;
}

/* Probe again. Drivers that were trusted stay so, on a new kernel, too. */
static int probe(const struct refresh *r)
{
    static struct obi_verdicts before;
    char name[] = "probe";
    char *argv[4 + 2 * OBI_VERDICTS_MAX] = {name, (char *)(uintptr_t) "-o", (char *)(uintptr_t)r->evidence};
    FILE *f = fopen(r->evidence, "re");
    const char *why;
    unsigned n = 3;

    if (f && obi_verdicts_read(&before, f, false, &why))
        for (unsigned i = 0; i < before.n; i++)
            if (strcmp(before.line[i].proof, obi_proof_word(OBI_PROOF_TRUST)) == 0) {
                argv[n++] = (char *)(uintptr_t) "-t";
                argv[n++] = before.line[i].driver;
            }
    if (f)
        (void)fclose(f);
    return call(&cli_probe, argv);
}

static int refresh(const struct refresh *r)
{
    bool holds = read_evidence(r);
    int code;

    if (r->force || !holds || !cli_probe_covers(&verdicts)) {
        code = probe(r);
        if (code != CLI_OK)
            return code;
        (void)read_evidence(r);
    } else if (!hardware() || prices_hold(r)) {
        puts("nothing has changed");
        return CLI_OK;
    }
    if (hardware())
        return measure(r);
    puts("no driver is hardware: there is nothing to measure");
    if (unlink(r->prices) != 0 && errno != ENOENT) {
        cli_error("%s: %s", r->prices, strerror(errno));
        return CLI_FILE;
    }
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"folder", required_argument, NULL, 'F'},
        {"force", no_argument, NULL, 'f'},
        {"full", no_argument, NULL, 'l'},
        {NULL, 0, NULL, 0},
    };
    static struct refresh r = {.folder = "/var/cache/outboard"};
    int option;

    while ((option = cli_option(argc, argv, "F:f", options)) != -1) {
        if (option == 'F')
            r.folder = optarg;
        else if (option == 'f')
            r.force = true;
        else if (option == 'l')
            r.full = true;
        else
            return CLI_USAGE;
    }
    if (optind < argc)
        return cli_usage("refresh takes no argument \"%s\"", argv[optind]);
    if (snprintf(r.evidence, sizeof r.evidence, "%s/evidence.csv", r.folder) >= (int)sizeof r.evidence ||
        snprintf(r.prices, sizeof r.prices, "%s/prices.csv", r.folder) >= (int)sizeof r.prices ||
        snprintf(r.fresh, sizeof r.fresh, "%s/prices.new", r.folder) >= (int)sizeof r.fresh)
        return cli_usage("the folder's name is too long");
    /* Check this before anything takes time. */
    if (cli_make_folders(r.evidence) != CLI_OK)
        return CLI_FILE;
    if (access(r.folder, W_OK) != 0) {
        cli_error("%s: %s", r.folder, strerror(errno));
        return CLI_FILE;
    }
    setenv("OUTBOARD_EVIDENCE", r.evidence, 1); /* measure what programs will use */
    return refresh(&r);
}

const struct cli_command cli_refresh = {
    "refresh",
    "probe and measure again where something has changed",
    "Usage: outboard refresh [OPTION]...\n\n"
    "Write the evidence and the prices that the OpenSSL provider reads, if they are\n"
    "missing, or if kernel, processor or a driver has changed. If no driver is\n"
    "hardware, measure nothing. A first table is rough; --full replaces it.\n\n"
    "  -F, --folder FOLDER  make FOLDER, and write evidence.csv and prices.csv there\n"
    "                       (default: /var/cache/outboard)\n"
    "  -f, --force          probe and measure even if nothing has changed\n"
    "      --full           measure as exactly as outboard calibrate does; minutes\n"
    "  -h, --help           print this\n",
    run,
};
