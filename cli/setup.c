/* SPDX-License-Identifier: Apache-2.0 */
/* The command setup: switches the OpenSSL provider on in openssl.cnf (config(5)), and off again. Sections may be
 * continued further down in the file, so all lines are in one block at its end. */
#include "cli/cli.h"
#include "cli/file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/conf.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>

#define BEGIN    "# >>> outboard setup openssl; --undo removes this block\n"
#define END      "# <<< outboard setup openssl\n"
#define KEPT     ".before-outboard"
#define TEXT_MAX (1u << 20)

struct setup {
    const char *file;
    bool undo, show;
    char path[PATH_MAX], kept[PATH_MAX + sizeof KEPT];
    mode_t mode;
    char *text; /* of the configuration file */
};

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "re");
    char *text = malloc(TEXT_MAX + 1);
    size_t len = f && text ? fread(text, 1, TEXT_MAX + 1, f) : 0;
    bool ok = f && text && !ferror(f) && len <= TEXT_MAX && !memchr(text, 0, len);

    if (f)
        (void)fclose(f);
    if (ok) {
        text[len] = 0;
        return text;
    }
    cli_error("%s: %s", path, f ? "this is not a configuration file of OpenSSL" : strerror(errno));
    free(text);
    return NULL;
}

/* The file that libcrypto reads, with all links resolved. */
static int find(struct setup *s)
{
    char *usual = s->file ? NULL : CONF_get1_default_config_file();
    const char *name = s->file ? s->file : usual;
    struct stat st;
    int code = CLI_OK;

    if (!name || !realpath(name, s->path) || stat(s->path, &st) != 0) {
        cli_error("%s: %s", name ? name : "openssl.cnf", strerror(errno));
        code = CLI_FILE;
    } else if (!S_ISREG(st.st_mode)) { /* a FIFO would keep us waiting */
        cli_error("%s: this is no ordinary file", s->path);
        code = CLI_FILE;
    } else {
        s->mode = st.st_mode & 07777;
        snprintf(s->kept, sizeof s->kept, "%s" KEPT, s->path);
        s->text = read_text(s->path);
        code = s->text ? CLI_OK : CLI_FILE;
    }
    OPENSSL_free(usual);
    return code;
}

static const char *value(CONF *conf, const char *section, const char *key)
{
    const char *found = NCONF_get_string(conf, section, key);

    ERR_clear_error();
    return found;
}

/* Print a line of the block, and before it the section's name if that has changed. */
static const char *line(FILE *to, const char *section, const char *key, const char *text)
{
    fprintf(to, "[%s]\n%s = %s\n", section, key, text);
    return text;
}

static const char *value_or_line(CONF *conf, FILE *to, const char *section, const char *key, const char *text)
{
    const char *found = value(conf, section, key);

    return found ? found : line(to, strcmp(section, "default") == 0 ? "default" : section, key, text);
}

static bool active(CONF *conf, const char *section)
{
    const char *on = value(conf, section, "activate");

    return on && (strcmp(on, "1") == 0 || strcmp(on, "yes") == 0 || strcmp(on, "true") == 0 || strcmp(on, "on") == 0);
}

/* The block, which the caller frees; NULL after a message. */
static char *make_block(CONF *conf)
{
    const char *init, *providers, *algorithms, *base, *ours, *properties;
    char *block = NULL;
    size_t len = 0;
    FILE *to = open_memstream(&block, &len);

    if (!to)
        return NULL;
    fputs(BEGIN, to);
    init = value_or_line(conf, to, "default", "openssl_conf", "openssl_init");
    providers = value_or_line(conf, to, init, "providers", "provider_sect");
    base = value_or_line(conf, to, providers, "default", "default_sect");
    if (!active(conf, base)) /* without it programs would lose the default provider's algorithms */
        line(to, base, "activate", "1");
    ours = value_or_line(conf, to, providers, "outboard", "outboard_sect");
    if (!active(conf, ours))
        line(to, ours, "activate", "1");
    algorithms = value_or_line(conf, to, init, "alg_section", "evp_properties");
    properties = value(conf, algorithms, "default_properties");
    if (!properties)
        line(to, algorithms, "default_properties", "?provider=outboard");
    fputs(END, to);
    if (fclose(to) != 0 || (properties && !strstr(properties, "?provider=outboard"))) {
        cli_error("[%s] default_properties = %s: add ?provider=outboard to it by hand", algorithms,
                  properties ? properties : "");
        free(block);
        return NULL;
    }
    return block;
}

/* The text without the block, which the caller frees; NULL if the text has no block. */
static char *without_block(const char *text)
{
    const char *begin = strstr(text, BEGIN), *end = begin ? strstr(begin, END) : NULL;
    char *rest = end ? malloc(strlen(text) + 1) : NULL;

    if (rest)
        snprintf(rest, strlen(text) + 1, "%.*s%s", (int)(begin - text), text, end + strlen(END));
    return rest;
}

static int write_text(const char *path, mode_t mode, const char *text, const char *more)
{
    struct cli_output out = {.fd = -1};
    int code = cli_output_open(&out, path, mode, true);

    if (code == CLI_OK)
        code = cli_output_write(&out, text, strlen(text)) && cli_output_write(&out, more, strlen(more)) &&
                       fchmod(out.fd, mode) == 0
                   ? cli_output_commit(&out)
                   : CLI_FILE;
    cli_output_abandon(&out);
    return code;
}

/* Check that a program still has its algorithms with the new file. */
static bool works(const char *path)
{
    OSSL_LIB_CTX *ctx = OSSL_LIB_CTX_new();
    bool ok = ctx && OSSL_LIB_CTX_load_config(ctx, path) && OSSL_PROVIDER_available(ctx, "default");

    if (ok && !OSSL_PROVIDER_available(ctx, "outboard"))
        puts("OpenSSL does not load the provider and continues without it; outboard doctor says why");
    OSSL_LIB_CTX_free(ctx);
    ERR_clear_error();
    return ok;
}

static int switch_on(const struct setup *s)
{
    CONF *conf = NCONF_new(NULL);
    long number = 0;
    char *block = NULL;
    int code = CLI_FILE;

    if (strstr(s->text, BEGIN)) {
        printf("%s: it is switched on already\n", s->path);
        NCONF_free(conf);
        return CLI_OK;
    }
    if (!conf || NCONF_load(conf, s->path, &number) <= 0)
        cli_error("%s, line %ld: OpenSSL does not read it", s->path, number);
    else
        block = make_block(conf);
    NCONF_free(conf);
    if (!block)
        return code;
    printf("%s:\n%s", s->path, block);
    if (s->show) {
        free(block);
        return CLI_OK;
    }
    code = write_text(s->kept, s->mode, s->text, "");
    if (code == CLI_OK) {
        bool whole = !*s->text || s->text[strlen(s->text) - 1] == '\n';
        char *with_end = malloc(strlen(block) + 2);

        if (with_end)
            snprintf(with_end, strlen(block) + 2, "%s%s", whole ? "" : "\n", block);
        code = with_end ? write_text(s->path, s->mode, s->text, with_end) : CLI_FILE;
        free(with_end);
    }
    free(block);
    if (code == CLI_OK && !works(s->path)) {
        cli_error("with these lines OpenSSL offers no algorithms; the old file is restored");
        return write_text(s->path, s->mode, s->text, "") == CLI_OK ? CLI_NO : CLI_FILE;
    }
    if (code == CLI_OK)
        printf("the old file is kept as %s\n", s->kept);
    return code;
}

static int switch_off(const struct setup *s)
{
    char *rest = without_block(s->text), *kept;
    int code;

    if (!rest) {
        printf("%s: it has no block of outboard setup\n", s->path);
        return CLI_OK;
    }
    if (s->show) {
        printf("%s: the block is to go\n", s->path);
        free(rest);
        return CLI_OK;
    }
    code = write_text(s->path, s->mode, rest, "");
    kept = code == CLI_OK && access(s->kept, R_OK) == 0 ? read_text(s->kept) : NULL;
    if (kept && strncmp(kept, rest, strlen(kept)) == 0 && strlen(rest) <= strlen(kept) + 1)
        (void)unlink(s->kept); /* the file has not been changed since */
    if (code == CLI_OK)
        printf("%s: the block is gone\n", s->path);
    free(kept);
    free(rest);
    return code;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"file", required_argument, NULL, 'F'},
        {"dry-run", no_argument, NULL, 'n'},
        {"undo", no_argument, NULL, 'u'},
        {NULL, 0, NULL, 0},
    };
    static struct setup s;
    int option, code;

    while ((option = cli_option(argc, argv, "F:nu", options)) != -1) {
        if (option == 'F')
            s.file = optarg;
        else if (option == 'n')
            s.show = true;
        else if (option == 'u')
            s.undo = true;
        else
            return CLI_USAGE;
    }
    if (optind + 1 != argc || strcmp(argv[optind], "openssl") != 0)
        return cli_usage("setup takes what is to be set up: openssl");
    code = find(&s);
    if (code == CLI_OK)
        code = s.undo ? switch_off(&s) : switch_on(&s);
    free(s.text);
    return code;
}

const struct cli_command cli_setup = {
    "setup",
    "switch the OpenSSL provider on or off",
    "Usage: outboard setup [OPTION]... openssl\n\n"
    "Show the lines that OpenSSL's configuration needs for the provider, and add them\n"
    "as a block at the end of the file. Keep a copy of the old file beside it, with\n"
    ".before-outboard after its name.\n\n"
    "  -F, --file FILE  the configuration (default: the one that OpenSSL reads)\n"
    "  -n, --dry-run    show it, and change nothing\n"
    "  -u, --undo       remove the block\n"
    "  -h, --help       print this\n",
    run,
};
