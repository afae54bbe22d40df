/* SPDX-License-Identifier: Apache-2.0 */
/* The command status: the counters of running programs that use the OpenSSL provider. */
#include "cli/cli.h"
#include "cli/json.h"

#include "port/linux/status.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct request {
    bool json;
    bool all; /* rows without operations, too */
    unsigned shown;
};

static void read_command(long pid, char *command, size_t size)
{
    char path[64];
    FILE *f;

    snprintf(path, sizeof path, "/proc/%ld/comm", pid);
    f = fopen(path, "re");
    if (!f || !fgets(command, (int)size, f))
        snprintf(command, size, "?");
    command[strcspn(command, "\n")] = 0;
    if (f)
        (void)fclose(f);
}

static bool engine_used(const struct obi_status_engine *e)
{
    return e->ops || e->fallbacks || e->retries || e->errors;
}

static bool row_used(const struct obi_status *s, const struct obi_status_row *row)
{
    bool used = row->aside || row->failed || row->busy;

    for (unsigned k = 0; k < s->n_engines; k++)
        used |= engine_used(&row->engine[k]);
    return used;
}

/* ---- text ---- */

static void print_name(const char *text)
{
    for (; *text; text++)
        putchar(*text > ' ' && *text <= '~' ? *text : '?');
}

static void show_row(const struct obi_status *s, const struct obi_status_row *row)
{
    char name[40];

    if (row->bits)
        snprintf(name, sizeof name, "%s %" PRIu64, row->algorithm, row->bits);
    else
        snprintf(name, sizeof name, "%s", row->algorithm);
    printf("  %-24s %-10s %12" PRIu64, name, "default", row->aside);
    if (row->failed)
        printf("  %" PRIu64 " given back by engines", row->failed);
    if (row->busy)
        printf("  %" PRIu64 " while engines were busy", row->busy);
    putchar('\n');
    for (unsigned k = 0; k < s->n_engines; k++) {
        const struct obi_status_engine *e = &row->engine[k];

        if (!engine_used(e))
            continue;
        printf("  %-24s %-10s %12" PRIu64 " %15" PRIu64 " bytes", "", s->engine[k], e->ops, e->bytes);
        if (e->fallbacks || e->retries || e->errors)
            printf("  %" PRIu64 " fallbacks, %" PRIu64 " retries, %" PRIu64 " errors", e->fallbacks, e->retries,
                   e->errors);
        putchar('\n');
    }
    if (row->adapted)
        printf("  %-24s prices adapted %" PRIu64 " times, last at %" PRIu64
               " bytes to %s: engine %.2f, default %.2f of "
               "what was measured\n",
               "", row->adapted, row->adapted_len, row->adapted_to_engine ? "the engine" : "default",
               (double)row->adapted_engine / 1000, (double)row->adapted_software / 1000);
}

static void show(const struct request *r, long pid, const char *command, const char *user, const struct obi_status *s)
{
    unsigned rows = 0;

    printf("%ld ", pid);
    print_name(command);
    printf(" (");
    print_name(user);
    puts(")");
    if (s->slow > 1)
        printf("  slow: software takes %" PRIu64 " times as long, a setting for measurements alone\n", s->slow);
    for (unsigned i = 0; i < OBI_STATUS_ROWS; i++)
        if (s->row[i].algorithm[0] && (r->all || row_used(s, &s->row[i]))) {
            show_row(s, &s->row[i]);
            rows++;
        }
    if (!rows)
        puts("  nothing so far");
}

/* ---- JSON ---- */

static void show_row_json(const struct obi_status *s, const struct obi_status_row *row, bool first)
{
    bool none = true;

    printf("%s\n        {", first ? "" : ",");
    cli_json_text("algorithm", row->algorithm, true);
    cli_json_number("bits", row->bits, false);
    cli_json_number("aside", row->aside, false);
    cli_json_number("failed", row->failed, false);
    cli_json_number("busy", row->busy, false);
    printf(", \"engines\": [");
    for (unsigned k = 0; k < s->n_engines; k++) {
        const struct obi_status_engine *e = &row->engine[k];

        if (!engine_used(e))
            continue;
        printf("%s{", none ? "" : ", ");
        none = false;
        cli_json_text("engine", s->engine[k], true);
        cli_json_number("ops", e->ops, false);
        cli_json_number("bytes", e->bytes, false);
        cli_json_number("fallbacks", e->fallbacks, false);
        cli_json_number("retries", e->retries, false);
        cli_json_number("errors", e->errors, false);
        putchar('}');
    }
    putchar(']');
    if (row->adapted) {
        printf(", \"adapted\": {");
        cli_json_number("times", row->adapted, true);
        cli_json_number("bytes", row->adapted_len, false);
        cli_json_text("to", row->adapted_to_engine ? "engine" : "default", false);
        cli_json_number("engine_permille", row->adapted_engine, false);
        cli_json_number("default_permille", row->adapted_software, false);
        putchar('}');
    }
    putchar('}');
}

static void show_json(const struct request *r, long pid, const char *command, const char *user,
                      const struct obi_status *s)
{
    bool first = true;

    printf("%s\n    {", r->shown ? "," : "");
    cli_json_number("pid", (uint64_t)pid, true);
    cli_json_text("command", command, false);
    cli_json_text("user", user, false);
    cli_json_number("slow", s->slow, false);
    printf(",\n      \"algorithms\": [");
    for (unsigned i = 0; i < OBI_STATUS_ROWS; i++)
        if (s->row[i].algorithm[0] && (r->all || row_used(s, &s->row[i]))) {
            show_row_json(s, &s->row[i], first);
            first = false;
        }
    printf("%s]}", first ? "" : "\n      ");
}

/* ---- files ---- */

static void examine(struct request *r, const char *folder, const char *name)
{
    static struct obi_status s;
    char path[4096], command[64], number[16], *end;
    long pid = strtol(name, &end, 10);
    const struct passwd *user;
    unsigned owner;

    if (pid <= 0 || *end || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path ||
        !obi_status_read(path, &s, &owner))
        return;
    if (!obi_status_lives(pid, &s, owner)) {
        (void)unlink(path); /* left by a process that was killed; only if this user may */
        return;
    }
    read_command(pid, command, sizeof command);
    user = getpwuid(owner);
    snprintf(number, sizeof number, "%u", owner);
    (r->json ? show_json : show)(r, pid, command, user ? user->pw_name : number, &s);
    r->shown++;
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
    long x = strtol((*a)->d_name, NULL, 10), y = strtol((*b)->d_name, NULL, 10);

    return x < y ? -1 : x > y;
}

/* False with errno if the folder cannot be listed. */
static bool list(struct request *r, const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, NULL, by_number);

    for (int i = 0; i < n; i++) {
        examine(r, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return n >= 0;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"all", no_argument, NULL, 'a'},
        {"folder", required_argument, NULL, 'F'},
        {"json", no_argument, NULL, 'j'},
        {NULL, 0, NULL, 0},
    };
    const char *folder = NULL, *user = getenv("XDG_RUNTIME_DIR");
    struct request r = {.json = false};
    char mine[4096];
    int option, code = CLI_OK;

    while ((option = cli_option(argc, argv, "aF:j", options)) != -1) {
        if (option == 'a')
            r.all = true;
        else if (option == 'F')
            folder = optarg;
        else if (option == 'j')
            r.json = true;
        else
            return CLI_USAGE;
    }
    if (optind < argc)
        return cli_usage("status takes no argument \"%s\"", argv[optind]);
    if (r.json)
        printf("{\n  \"processes\": [");
    if (!list(&r, folder ? folder : OBI_STATUS_FOLDER) && (folder || errno != ENOENT)) {
        cli_error("%s: %s%s", folder ? folder : OBI_STATUS_FOLDER, strerror(errno),
                  errno == EACCES ? " (root and the group outboard may see it)" : "");
        code = CLI_FILE;
    }
    if (!folder && user && *user == '/' && snprintf(mine, sizeof mine, "%s/outboard", user) < (int)sizeof mine)
        (void)list(&r, mine);
    if (r.json)
        printf("%s]\n}\n", r.shown ? "\n  " : "");
    else if (!r.shown && code == CLI_OK)
        puts("no running program shows that it uses the provider");
    return code;
}

const struct cli_command cli_status = {
    "status",
    "show what running programs offload",
    "Usage: outboard status [OPTION]...\n\n"
    "Show the counters of running programs that use the OpenSSL provider. For each\n"
    "algorithm: operations of OpenSSL's own default provider; operations, bytes,\n"
    "fallbacks, retries and errors of each engine. Root and the group outboard see\n"
    "the programs of all users (docs/openssl-settings.md).\n\n"
    "  -a, --all            show algorithms that were not used, too\n"
    "  -F, --folder FOLDER  look there\n"
    "                       (default: /run/outboard, then $XDG_RUNTIME_DIR/outboard)\n"
    "  -j, --json           print JSON\n"
    "  -h, --help           print this\n",
    run,
};
