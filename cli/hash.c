/* SPDX-License-Identifier: Apache-2.0 */
/* The command hash: digests of files, printed and checked as sha256sum does. */
#include "cli/algorithm.h"
#include "cli/cli.h"
#include "cli/file.h"
#include "cli/progress.h"
#include "cli/suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART_SIZE ((size_t)256 << 10)

enum { CHECK = 'c', QUIET = 'q' };

/* Compute the digest of one file: CLI_OK, or an exit code after a message. */
static int digest_of(struct ob_session *s, const char *path, uint8_t *digest, size_t digest_len, bool quiet)
{
    static uint8_t part[PART_SIZE];
    struct cli_input in;
    struct cli_progress progress;
    struct ob_op op;
    uint64_t done = 0;
    ssize_t n;
    int err = OB_OK, code = cli_input_open(&in, path);

    if (code != CLI_OK)
        return code;
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST;
    op.in = part;
    op.total_in = in.size; /* the dispatcher chooses by the file's length */
    cli_progress_begin(&progress, in.name, in.size, true, quiet);
    do {
        n = cli_input_read(&in, part, sizeof part);
        if (n < 0)
            break;
        op.in_len = (size_t)n;
        if ((size_t)n < sizeof part) {
            op.flags |= OB_LAST;
            op.tag = digest;
            op.tag_len = digest_len;
        }
        err = ob_run(s, &op);
        op.flags = 0;
        done += (uint64_t)n;
        cli_progress_at(&progress, done);
    } while (err == OB_OK && (size_t)n == sizeof part);
    cli_progress_end(&progress);
    cli_input_close(&in);
    if (n < 0 || err != OB_OK)
        ob_session_reset(s);
    if (n < 0)
        return CLI_FILE;
    return err == OB_OK ? CLI_OK : cli_failed(path, err);
}

/* ---- printing ---- */

/* Print a name. If it contains backslashes or line ends, these are escaped, and the line begins with a backslash. */
static void print_line(const uint8_t *digest, size_t len, const char *name)
{
    bool escape = strpbrk(name, "\\\n\r") != NULL;

    if (escape)
        putchar('\\');
    for (size_t i = 0; i < len; i++)
        printf("%02x", digest[i]);
    fputs("  ", stdout);
    for (; *name; name++) {
        if (escape && (*name == '\\' || *name == '\n' || *name == '\r')) {
            putchar('\\');
            putchar(*name == '\n' ? 'n' : *name == '\r' ? 'r' : '\\');
        } else {
            putchar(*name);
        }
    }
    putchar('\n');
}

static int print_all(struct ob_session *s, size_t digest_len, char **names, int n, bool quiet)
{
    static char *standard_input[] = {"-"};
    uint8_t digest[OB_DIGEST_MAX] = {0};
    int worst = CLI_OK;

    if (n == 0) {
        names = standard_input;
        n = 1;
    }
    for (int i = 0; i < n; i++) {
        int code = digest_of(s, names[i], digest, digest_len, quiet);
        if (code == CLI_OK)
            print_line(digest, digest_len, names[i]);
        else
            worst = code;
    }
    return worst;
}

/* ---- checking ---- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Unescape a name in place; false if a backslash stands alone. */
static bool unescape(char *name)
{
    char *to = name;

    for (; *name; name++, to++) {
        *to = *name;
        if (*name != '\\')
            continue;
        name++;
        if (*name == 'n')
            *to = '\n';
        else if (*name == 'r')
            *to = '\r';
        else if (*name != '\\')
            return false;
    }
    *to = 0;
    return true;
}

/* Parse a line of a list: digits, a space, a space or a star, a name. */
static bool parse_line(char *line, uint8_t *digest, size_t len, char **name)
{
    bool escaped = line[0] == '\\';
    char *at = line + escaped;

    for (size_t i = 0; i < len; i++, at += 2) {
        int high = hex_digit(at[0]), low = high < 0 ? -1 : hex_digit(at[1]);
        if (low < 0)
            return false;
        digest[i] = (uint8_t)(high << 4 | low);
    }
    if (at[0] != ' ' || (at[1] != ' ' && at[1] != '*') || at[2] == 0)
        return false;
    *name = at + 2;
    return !escaped || unescape(*name);
}

struct tally {
    unsigned long lines, malformed, unreadable, differing;
};

static int check_list(struct ob_session *s, size_t digest_len, const char *path, bool quiet)
{
    bool from_stdin = strcmp(path, "-") == 0;
    FILE *f = from_stdin ? stdin : fopen(path, "r");
    struct tally t = {0, 0, 0, 0};
    char *line = NULL, *name = NULL;
    size_t size = 0;
    ssize_t n;

    if (!f) {
        cli_error("%s: %s", path, strerror(errno));
        return CLI_FILE;
    }
    while ((n = getline(&line, &size, f)) >= 0) {
        uint8_t wanted[OB_DIGEST_MAX] = {0}, digest[OB_DIGEST_MAX] = {0};
        const char *verdict = "OK";

        while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
            line[--n] = 0;
        if (n == 0 || line[0] == '#')
            continue;
        if (strlen(line) != (size_t)n || !parse_line(line, wanted, digest_len, &name)) {
            t.malformed++;
            continue;
        }
        t.lines++;
        if (digest_of(s, name, digest, digest_len, quiet) != CLI_OK) {
            t.unreadable++;
            verdict = "FAILED open or read";
        } else if (memcmp(digest, wanted, digest_len) != 0) {
            t.differing++;
            verdict = "FAILED";
        }
        if (!quiet || strcmp(verdict, "OK") != 0)
            printf("%s: %s\n", name, verdict);
    }
    n = ferror(f);
    free(line);
    if (!from_stdin)
        fclose(f);
    if (n) {
        cli_error("%s: cannot be read", path);
        return CLI_FILE;
    }
    if (t.lines == 0) {
        cli_error("%s: no line has a digest of this algorithm and a file name", path);
        return CLI_NO;
    }
    if (t.malformed)
        cli_error("%s: %lu lines have no digest of this algorithm and a file name", path, t.malformed);
    if (t.unreadable)
        cli_error("%s: %lu files could not be read", path, t.unreadable);
    if (t.differing)
        cli_error("%s: %lu digests do not match", path, t.differing);
    return t.malformed || t.unreadable || t.differing ? CLI_NO : CLI_OK;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"algorithm", required_argument, NULL, 'a'},
        {"check", no_argument, NULL, CHECK},
        {"quiet", no_argument, NULL, QUIET},
        {NULL, 0, NULL, 0},
    };
    const char *algorithm = "sha256";
    bool check = false, quiet = false;
    struct ob_session s;
    uint8_t alg;
    int option, err, code;

    while ((option = cli_option(argc, argv, "a:cq", options)) != -1) {
        switch (option) {
        case 'a':
            algorithm = optarg;
            break;
        case CHECK:
            check = true;
            break;
        case QUIET:
            quiet = true;
            break;
        default:
            return CLI_USAGE;
        }
    }
    alg = cli_algorithm(algorithm, NULL);
    if (OB_ALG_CLASS(alg) != OB_CLASS_HASH)
        return cli_suggest_algorithm("there is no hash", algorithm, OB_CLASS_HASH);
    code = cli_start();
    if (code != CLI_OK)
        return code;
    err = ob_hash_open(&s, NULL, alg);
    if (err != OB_OK)
        return cli_failed(algorithm, err);
    if (!check) {
        code = print_all(&s, ob_alg_tag(alg), argv + optind, argc - optind, quiet);
    } else if (optind == argc) {
        code = check_list(&s, ob_alg_tag(alg), "-", quiet);
    } else {
        for (int i = optind; i < argc; i++) {
            int one = check_list(&s, ob_alg_tag(alg), argv[i], quiet);
            code = one != CLI_OK ? one : code;
        }
    }
    ob_session_close(&s);
    return code;
}

const struct cli_command cli_hash = {
    "hash",
    "print or check digests of files",
    "Usage: outboard hash [OPTION]... [FILE]...\n\n"
    "Print the digest of each FILE (none, or -: standard input), like sha256sum.\n\n"
    "  -a, --algorithm NAME  md5, sha1, sha224, sha256 (default), sha384, sha512,\n"
    "                        sha512-224, sha512-256 or sm3\n"
    "  -c, --check           read lists of digests from the FILEs and check them\n"
    "  -q, --quiet           no progress bar; with --check, print only digests that\n"
    "                        do not match\n"
    "  -h, --help            print this\n",
    run,
};
