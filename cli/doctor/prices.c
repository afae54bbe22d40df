/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the rows of a price file (docs/prices.md) without the engines for which they are. */
#include "cli/doctor/doctor.h"
#include "cli/doctor/use.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS 13

enum { ENGINE, ALGORITHM, CURVE, BITS_MIN, BITS_MAX, DIRS, MODE, UPTO, OPEN, SETUP, PER_KIB, CPU_SETUP, CPU_PER_KIB };

static bool split(char *line, char *field[FIELDS])
{
    for (unsigned i = 0; i < FIELDS; i++) {
        char *comma = strchr(line, ',');

        field[i] = line;
        if (!comma != (i == FIELDS - 1))
            return false;
        if (comma) {
            *comma = 0;
            line = comma + 1;
        }
    }
    return true;
}

static bool number(const char *text, uint32_t *value)
{
    char *end;
    unsigned long long n = strtoull(text, &end, 10);

    *value = (uint32_t)n;
    return *text >= '0' && *text <= '9' && !*end && n <= UINT32_MAX;
}

static bool parse_segment(struct ob_price *p, char *field[FIELDS])
{
    if (strcmp(field[UPTO], "any") == 0)
        p->upto = OB_UPTO_ANY;
    else if (!number(field[UPTO], &p->upto))
        return false;
    return number(field[OPEN], &p->open) && number(field[SETUP], &p->setup) && number(field[PER_KIB], &p->per_kib) &&
           number(field[CPU_SETUP], &p->cpu_setup) && number(field[CPU_PER_KIB], &p->cpu_per_kib);
}

static bool same(const struct doctor_price *a, const struct doctor_price *b)
{
    return strcmp(a->engine, b->engine) == 0 && strcmp(a->algorithm, b->algorithm) == 0 &&
           strcmp(a->dirs, b->dirs) == 0 && strcmp(a->mode, b->mode) == 0 && a->bits_min == b->bits_min &&
           a->bits_max == b->bits_max;
}

static bool take(struct doctor_prices *to, char *line)
{
    struct doctor_price row = {.n = 1}, *last = to->n ? &to->row[to->n - 1] : NULL;
    char *field[FIELDS];
    uint32_t min, max;

    if (!split(line, field) || !number(field[BITS_MIN], &min) || !number(field[BITS_MAX], &max) ||
        !parse_segment(&row.segment[0], field))
        return false;
    if (strcmp(field[CURVE], "-") != 0)
        return true;
    snprintf(row.engine, sizeof row.engine, "%s", field[ENGINE]);
    snprintf(row.algorithm, sizeof row.algorithm, "%s", field[ALGORITHM]);
    snprintf(row.dirs, sizeof row.dirs, "%s", field[DIRS]);
    snprintf(row.mode, sizeof row.mode, "%s", field[MODE]);
    row.bits_min = min;
    row.bits_max = max;
    if (last && last->segment[last->n - 1].upto != OB_UPTO_ANY) { /* the last segment of a row has "any" */
        if (!same(last, &row) || last->n == DOCTOR_SEGMENTS)
            return false;
        last->segment[last->n++] = row.segment[0];
        return true;
    }
    if (to->n < DOCTOR_ROWS)
        to->row[to->n++] = row;
    return true;
}

bool doctor_prices_read(struct doctor_prices *to, char *text, unsigned *line)
{
    char *at;
    unsigned heads = 0;

    to->n = 0;
    for (*line = 1; (at = doctor_line(&text)); (*line)++) {
        if (!*at || *at == '#')
            continue;
        if (heads == 0 && strncmp(at, OB_PRICE_FILE_MAGIC ",ns,", strlen(OB_PRICE_FILE_MAGIC ",ns,")) == 0)
            heads = 1;
        else if (heads == 1 && strcmp(at, OB_PRICE_FILE_COLUMNS) == 0)
            heads = 2;
        else if (heads < 2 || !take(to, at))
            return false;
    }
    return heads == 2 && (!to->n || to->row[to->n - 1].segment[to->row[to->n - 1].n - 1].upto == OB_UPTO_ANY);
}
