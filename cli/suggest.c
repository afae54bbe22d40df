/* SPDX-License-Identifier: Apache-2.0 */
/* The known name that comes nearest to a wrong one, for error messages. */
#include "cli/suggest.h"
#include "cli/algorithm.h"
#include "cli/cli.h"

#include <outboard/engine.h>

#include <ctype.h>

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Letters to insert, remove or replace (Levenshtein). Another digit is another algorithm, so replacing one counts
 * twice. */
static unsigned distance(const char *a, unsigned a_len, const char *b, unsigned b_len)
{
    unsigned row[CLI_ALGORITHM_MAX + 1];

    for (unsigned k = 0; k <= b_len; k++)
        row[k] = k;
    for (unsigned i = 0; i < a_len; i++) {
        unsigned before = row[0];

        row[0] = i + 1;
        for (unsigned k = 0; k < b_len; k++) {
            unsigned replace = a[i] == b[k] ? 0 : isdigit((unsigned char)b[k]) ? 2 : 1;
            unsigned cost = least(before + replace, least(row[k], row[k + 1]) + 1);

            before = row[k + 1];
            row[k + 1] = cost;
        }
    }
    return row[b_len];
}

static bool same_letters(const char *a, unsigned a_len, const char *b, unsigned b_len)
{
    int surplus[256] = {0};

    for (unsigned i = 0; i < a_len; i++)
        surplus[(unsigned char)a[i]]++;
    for (unsigned i = 0; i < b_len; i++)
        surplus[(unsigned char)b[i]]--;
    for (unsigned i = 0; i < 256; i++)
        if (surplus[i])
            return false;
    return true;
}

void cli_suggest_add(struct cli_suggest *s, const char *known)
{
    char a[CLI_ALGORITHM_MAX + 1], b[CLI_ALGORITHM_MAX + 1];
    unsigned a_len = cli_algorithm_plain(a, s->wrong), b_len = cli_algorithm_plain(b, known);
    /* Of "3des-cbc", des3-cbc is meant and not des-cbc. */
    unsigned d = same_letters(a, a_len, b, b_len) ? 0 : distance(a, a_len, b, b_len);

    if (d <= a_len / 3 && (!s->name || d < s->distance)) {
        s->name = known;
        s->distance = d;
    }
}

int cli_suggest_usage(const struct cli_suggest *s, const char *what)
{
    if (s->name)
        return cli_usage("%s \"%.60s\"; did you mean \"%s\"?", what, s->wrong, s->name);
    return cli_usage("%s \"%.60s\"", what, s->wrong);
}

int cli_suggest_algorithm(const char *what, const char *wrong, unsigned class)
{
    struct cli_suggest s = {.wrong = wrong};

    for (unsigned alg = 1; alg < 256; alg++) {
        const char *name = ob_alg_name((uint8_t)alg);

        if (name && (!class || OB_ALG_CLASS(alg) == class))
            cli_suggest_add(&s, name);
    }
    return cli_suggest_usage(&s, what);
}
