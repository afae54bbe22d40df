/* SPDX-License-Identifier: Apache-2.0 */
/* The outboard program: finds the command and runs it. */
#include "cli/cli.h"
#include "cli/prices.h"
#include "cli/suggest.h"

#include <outboard/offload.h>

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_command *const commands[] = {
    &cli_engines, &cli_selftest, &cli_bench, &cli_calibrate, &cli_explain, &cli_hash,  &cli_enc,     &cli_dec,
    &cli_keygen,  &cli_pubkey,   &cli_sign,  &cli_verify,    &cli_doctor,  &cli_probe, &cli_refresh, &cli_status,
#ifdef CLI_WITH_OPENSSL
    &cli_setup,
#endif
};
#define N_COMMANDS (sizeof commands / sizeof commands[0])

static char program[32] = "outboard"; /* with the command, for messages */

static void message(const char *format, va_list args)
{
    fflush(stdout);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void cli_error(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    message(format, args);
    va_end(args);
}

int cli_usage(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    message(format, args);
    va_end(args);
    fprintf(stderr, "Try: %s --help\n", program);
    return CLI_USAGE;
}

int cli_failed(const char *what, int err)
{
    cli_error("%s: %s", what, ob_error_text(err));
    return err == OB_E_AUTH ? CLI_NO : CLI_ENGINE;
}

int cli_option(int argc, char **argv, const char *shorts, const struct option *longs)
{
    int option = getopt_long(argc, argv, shorts, longs, NULL);

    if (option == '?')
        fprintf(stderr, "Try: %s --help\n", program);
    return option;
}

int cli_start(void)
{
    int n = ob_start();

    if (n <= 0) {
        cli_error("no engine has started");
        return CLI_ENGINE;
    }
    return cli_prices_load();
}

static void help(FILE *to)
{
    fputs("outboard - crypto engines, measured and chosen by price\n\n"
          "Usage: outboard COMMAND [OPTION]... [ARGUMENT]...\n\nCommands:\n",
          to);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\nOptions:\n"
          "  -h, --help     print this, or after a command its options\n"
          "  -V, --version  print the version\n\n"
          "Prices are read from the file that OUTBOARD_PRICES names, or else from\n"
          "~/.config/outboard/prices.csv, /var/cache/outboard/prices.csv or\n"
          "/etc/outboard/prices.csv.\n",
          to);
}

/* Use the helper of this installation, which may have another prefix than the build's. */
static void find_helper(void)
{
#ifdef CLI_HELPER
    static char path[PATH_MAX + sizeof CLI_HELPER];
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);
    char *slash = n > 0 && n < PATH_MAX ? strrchr(path, '/') : NULL;

    if (!slash)
        return;
    memcpy(slash + 1, CLI_HELPER, sizeof CLI_HELPER);
    if (!getenv("OUTBOARD_HELPER") && access(path, X_OK) == 0)
        ob_offload_settings.helper = path;
#endif
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* Standard output may be on a full disk: report an error if the output could not be written. */
static int finished(int code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        cli_error("standard output: cannot be written");
        return code == CLI_OK ? CLI_FILE : code;
    }
    return code;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    struct cli_suggest near = {.wrong = name};

    find_helper();
    ob_offload_settings.probe = true; /* this program must list and measure all drivers */
    if (!name) {
        help(stderr);
        return CLI_USAGE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        help(stdout);
        return finished(CLI_OK);
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("outboard %s\n", OB_VERSION);
        return finished(CLI_OK);
    }
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (strcmp(name, commands[i]->name) != 0) {
            cli_suggest_add(&near, commands[i]->name);
            continue;
        }
        snprintf(program, sizeof program, "outboard %s", name);
        argv[1] = program; /* getopt prints this before its messages */
        if (asks_for_help(argc - 1, argv + 1)) {
            fputs(commands[i]->help, stdout);
            return finished(CLI_OK);
        }
        return finished(commands[i]->run(argc - 1, argv + 1));
    }
    return cli_suggest_usage(&near, "there is no command");
}
