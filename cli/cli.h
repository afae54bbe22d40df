/* SPDX-License-Identifier: Apache-2.0 */
/* What the commands of the outboard program share: exit codes, messages, arguments, start-up. */
#ifndef OUTBOARD_CLI_H
#define OUTBOARD_CLI_H

#include <outboard/outboard.h>

#include <getopt.h>

/* Exit codes, as the man page lists them. */
enum cli_exit {
    CLI_OK = 0,
    CLI_NO = 1,     /* the answer is no: a wrong key, damaged data, a differing digest, a failed self-test */
    CLI_USAGE = 2,  /* the command line is wrong: nothing was done */
    CLI_FILE = 3,   /* a file cannot be read or written */
    CLI_ENGINE = 4, /* no engine can do this, or an engine or the random source failed */
};

struct cli_command {
    const char *name;
    const char *summary; /* one line */
    const char *help;    /* usage and options */
    int (*run)(int argc, char **argv);
};

extern const struct cli_command cli_engines, cli_selftest, cli_bench, cli_calibrate, cli_explain, cli_hash, cli_enc,
    cli_dec, cli_keygen, cli_pubkey, cli_sign, cli_verify, cli_doctor, cli_probe, cli_refresh, cli_setup, cli_status;

/* Print "outboard <command>: ..." and a newline on standard error. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for a wrong command line, with a hint at --help; returns CLI_USAGE. */
int cli_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The exit code of an error of the library, after a message "<what>: <error text>". */
int cli_failed(const char *what, int err);

/* getopt_long for a command: returns the option, -1 at the end, or '?' after a message. */
int cli_option(int argc, char **argv, const char *shorts, const struct option *longs);

/* Parse a number of bytes or rounds: decimal, followed by K, M or G (powers of 1024) if suffix is allowed. */
bool cli_number(const char *text, uint64_t max, bool suffix, uint64_t *value);

/* Copy the next item of a comma-separated list, and advance *list. False at its end or if the item is too long. */
bool cli_item(const char **list, char *item, size_t size);

/* Start the engines and load the prices: CLI_OK, or an exit code after a message. */
int cli_start(void);

/* ---- names ---- */

const char *cli_class_name(unsigned class);
const char *cli_mode_name(uint8_t mode);

/* The letters of a price file for a set of directions. */
const char *cli_dirs_name(uint8_t dirs, char letters[4]);

/* "any", or the number of bytes up to which a price segment is valid. */
const char *cli_upto_name(uint32_t upto, char text[16]);

/* The unit of all prices on this system. */
#define CLI_PRICE_UNIT "ns"

#endif
