/* SPDX-License-Identifier: Apache-2.0 */
/* Finds and loads the price file of this machine. */
#include "cli/prices.h"
#include "cli/cli.h"
#include "port/linux/machine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* No price file is longer: a line for each capability row of every engine takes much less. */
#define FILE_MAX ((size_t)4 << 20)

struct cli_prices cli_prices;

/* Read a file into allocated memory; NULL with errno set. */
static char *read_all(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL;

    if (!f)
        return NULL;
    text = malloc(FILE_MAX + 1);
    if (text) {
        *len = fread(text, 1, FILE_MAX + 1, f);
        if (ferror(f) || *len > FILE_MAX) {
            int why = ferror(f) ? errno : EFBIG;
            free(text);
            text = NULL;
            errno = why;
        }
    }
    fclose(f);
    return text;
}

int cli_prices_load_file(const char *path)
{
    static const struct ob_price *lists[OB_ENGINES_MAX * OB_ROW_NONE]; /* no engine has OB_ROW_NONE rows */
    struct ob_price_file *f = &cli_prices.file;
    size_t len = 0, lines = 1;
    char *text = read_all(path, &len);
    int err;

    if (!text) {
        cli_error("%s: %s", path, strerror(errno));
        return CLI_FILE;
    }
    text[len] = 0;
    if (!obi_machine_fits(text))
        cli_error("%s: its prices are of another kernel or machine, or a driver that they name is not there", path);
    for (size_t i = 0; i < len; i++)
        lines += text[i] == '\n';
    f->unit = CLI_PRICE_UNIT;
    f->segments_max = lines;
    f->segments = calloc(lines, sizeof *f->segments); /* the engines use them until the program ends */
    f->lists_max = sizeof lists / sizeof lists[0];
    f->lists = lists;
    if (!f->segments) {
        cli_error("%s: %s", path, strerror(ENOMEM));
        free(text);
        return CLI_FILE;
    }
    err = ob_price_load(f, NULL, text, len);
    if (err != OB_OK) {
        cli_error("%s: line %zu: %s", path, f->line, f->error);
        free(f->segments);
        free(text);
        f->segments = NULL;
        return CLI_FILE;
    }
    cli_prices.text = text;
    snprintf(cli_prices.path, sizeof cli_prices.path, "%s", path);
    return CLI_OK;
}

static bool exists(const char *path)
{
    FILE *f = fopen(path, "rb");

    if (f)
        fclose(f);
    return f || errno != ENOENT;
}

int cli_prices_load(void)
{
    /* The folders in which the OpenSSL provider looks, too. */
    static const char *const of_system[] = {"/var/cache/outboard/prices.csv", "/etc/outboard/prices.csv"};
    const char *named = getenv("OUTBOARD_PRICES");
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char path[4096];

    if (named && *named)
        return cli_prices_load_file(named);
    if (config && *config == '/')
        snprintf(path, sizeof path, "%s/outboard/prices.csv", config);
    else
        snprintf(path, sizeof path, "%s/.config/outboard/prices.csv", home ? home : "");
    for (size_t i = 0; i < sizeof of_system / sizeof *of_system && !exists(path); i++)
        snprintf(path, sizeof path, "%s", of_system[i]);
    if (exists(path) && cli_prices_load_file(path) != CLI_OK)
        cli_error("the engines keep their own prices");
    return CLI_OK;
}

const struct ob_price *cli_price_of(const struct ob_engine *e, unsigned row)
{
    return e->prices ? e->prices[row] : e->ops->caps[row].price;
}
