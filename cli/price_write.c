/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the prices in use as a price file or as constant tables in C. */
#include "cli/cli.h"
#include "cli/prices.h"

#include "port/linux/slow.h"

#include <ctype.h>

static void write_row(FILE *to, const struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    char dirs[4], upto[16];

    for (const struct ob_price *p = cli_price_of(e, row);; p++) {
        fprintf(to, "%s,%s,%s,%u,%u,%s,%s,%s,%lu,%lu,%lu,%lu,%lu\n", e->ops->name, ob_alg_name(cap->alg),
                cap->curve ? ob_curve_name(cap->curve) : "-", cap->bits_min, cap->bits_max,
                cli_dirs_name(cap->dirs, dirs), cli_mode_name(cap->mode), cli_upto_name(p->upto, upto),
                (unsigned long)p->open, (unsigned long)p->setup, (unsigned long)p->per_kib, (unsigned long)p->cpu_setup,
                (unsigned long)p->cpu_per_kib);
        if (p->upto == OB_UPTO_ANY)
            break;
    }
}

void cli_prices_write(FILE *to, uint32_t mask, const bool wanted[256], const struct cli_price_origin *origin)
{
    fprintf(to, "%s,%s,%s,%s,%s\n%s\n", OB_PRICE_FILE_MAGIC, CLI_PRICE_UNIT, origin->board, origin->date,
            origin->commit, OB_PRICE_FILE_COLUMNS);
    for (unsigned i = 0; i < ob_default.n_engines; i++)
        for (unsigned row = 0; mask >> i & 1 && row < ob_default.engine[i]->ops->n_caps; row++)
            if (!wanted || wanted[ob_default.engine[i]->ops->caps[row].alg])
                write_row(to, ob_default.engine[i], row);
    if (origin->slow > 1)
        fprintf(to, OBI_SLOW "%u times\n", (unsigned)origin->slow);
}

/* Print an engine's name as part of a C identifier. */
static const char *identifier(const char *name, char text[32])
{
    size_t n = 0;

    for (; n < 31 && name[n]; n++)
        text[n] = isalnum((unsigned char)name[n]) ? name[n] : '_';
    text[n] = 0;
    return text;
}

static void write_table(FILE *to, const struct ob_engine *e)
{
    char name[32], dirs[4], upto[16];

    identifier(e->ops->name, name);
    for (unsigned row = 0; row < e->ops->n_caps; row++) {
        const struct ob_cap *cap = &e->ops->caps[row];

        fprintf(to, "\n/* %s%s%s, %u to %u bits, %s, %s */\nstatic const struct ob_price %s_%u[] = {\n",
                ob_alg_name(cap->alg), cap->curve ? " on " : "", cap->curve ? ob_curve_name(cap->curve) : "",
                cap->bits_min, cap->bits_max, cli_dirs_name(cap->dirs, dirs), cli_mode_name(cap->mode), name, row);
        for (const struct ob_price *p = cli_price_of(e, row);; p++) {
            fprintf(to, "    {%s, %luu, %luu, %luu, %luu, %luu},\n",
                    p->upto == OB_UPTO_ANY ? "OB_UPTO_ANY" : cli_upto_name(p->upto, upto), (unsigned long)p->open,
                    (unsigned long)p->setup, (unsigned long)p->per_kib, (unsigned long)p->cpu_setup,
                    (unsigned long)p->cpu_per_kib);
            if (p->upto == OB_UPTO_ANY)
                break;
        }
        fputs("};\n", to);
    }
    fprintf(
        to,
        "\nextern const struct ob_price *const ob_prices_%s[%u];\nconst struct ob_price *const ob_prices_%s[%u] = {\n",
        name, e->ops->n_caps, name, e->ops->n_caps);
    for (unsigned row = 0; row < e->ops->n_caps; row++)
        fprintf(to, "    %s_%u,\n", name, row);
    fputs("};\n", to);
}

void cli_prices_write_c(FILE *to, uint32_t mask, const struct cli_price_origin *origin)
{
    fprintf(to,
            "/* Prices in %s of the engines on %s, %s, commit %s; written by outboard calibrate --c.\n"
            " * Use: ob_engine_<name>.prices = ob_prices_<name>; before the engine is added to a dispatcher. */\n"
            "#include <outboard/engine.h>\n",
            CLI_PRICE_UNIT, origin->board, origin->date, origin->commit);
    for (unsigned i = 0; i < ob_default.n_engines; i++)
        if (mask >> i & 1)
            write_table(to, ob_default.engine[i]);
}
