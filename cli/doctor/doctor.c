/* SPDX-License-Identifier: Apache-2.0 */
/* The command doctor: finds what keeps this system's programs from its accelerator, and shows the line that corrects
 * it. */
#include "cli/doctor/doctor.h"

#include "cli/cli.h"
#include "cli/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *pending; /* heading of a part; it is printed before the part's first finding */

void doctor_heading(struct doctor *d, const char *text)
{
    pending = d->part = text;
}

static void say_json(struct doctor *d, const char *level, const char *fix, const char *text)
{
    printf("%s\n    {", d->findings++ ? "," : "");
    cli_json_text("part", d->part, true);
    cli_json_text("level", level, false);
    cli_json_text("text", text, false);
    if (fix)
        cli_json_text("fix", fix, false);
    putchar('}');
}

void doctor_say(struct doctor *d, enum doctor_level level, const char *fix, const char *format, ...)
{
    static const char *const words[] = {"ok", "note", "problem"};
    char text[1200];
    va_list args;

    if (level == DOCTOR_PROBLEM)
        d->problems++;
    if (level == DOCTOR_OK && !d->verbose)
        return;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0)
        text[0] = 0;
    va_end(args);
    if (d->json) {
        say_json(d, words[level], fix, text);
        return;
    }
    if (pending)
        printf("%s\n", pending);
    pending = NULL;
    printf("  %-8s %s\n", words[level], text);
    if (fix)
        printf("  %-8s   fix: %s\n", "", fix);
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"json", no_argument, NULL, 'j'},
        {"root", required_argument, NULL, 'r'},
        {"verbose", no_argument, NULL, 'v'},
        {NULL, 0, NULL, 0},
    };
    static struct doctor d;
    int option;

    d.root = "";
    while ((option = cli_option(argc, argv, "jr:v", options)) != -1) {
        if (option == 'r')
            d.root = optarg;
        else if (option == 'j')
            d.json = true;
        else if (option == 'v')
            d.verbose = true;
        else
            return CLI_USAGE;
    }
    if (optind < argc)
        return cli_usage("doctor takes no argument \"%s\"", argv[optind]);
    d.live = strcmp(d.root, "") == 0 || strcmp(d.root, "/") == 0;
    if (d.live)
        d.root = "";
    else if (!doctor_exists(&d, "/")) {
        cli_error("%s: there is no such folder", d.root);
        return CLI_FILE;
    }
    if (d.json)
        printf("{\n  \"findings\": [");
    doctor_kernel(&d);
    doctor_disks(&d);
    doctor_openssl(&d);
    doctor_use(&d);
    doctor_services(&d);
    if (d.json) {
        printf("%s],\n", d.findings ? "\n  " : "");
        doctor_kernel_json(&d);
        doctor_use_json(&d);
        printf("  \"problems\": %u\n}\n", d.problems);
    } else if (d.problems)
        printf("%u problem%s\n", d.problems, d.problems == 1 ? "" : "s");
    else
        puts("no problem found");
    return d.problems ? CLI_NO : CLI_OK;
}

const struct cli_command cli_doctor = {
    "doctor",
    "find what keeps programs from the accelerator",
    "Usage: outboard doctor [OPTION]...\n\n"
    "Examine kernel, OpenSSL and services: which drivers have a device, which\n"
    "interface reaches them, which setting prevents it, what OpenSSL will use for\n"
    "each algorithm and length. For each problem, print the line that solves it.\n"
    "Change nothing. The exit code is 1 if there is a problem.\n\n"
    "  -j, --json         print JSON: findings, drivers, and who serves each\n"
    "                     algorithm at each length\n"
    "  -r, --root FOLDER  examine the files of another system, copied or mounted\n"
    "                     there; the file dmsetup-table there may have the output of\n"
    "                     its \"dmsetup table --target crypt\"\n"
    "  -v, --verbose      print what is in order as well\n"
    "  -h, --help         print this\n",
    run,
};
