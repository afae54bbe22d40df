/* SPDX-License-Identifier: Apache-2.0 */
/* Reads recorded costs and builds a dispatcher whose engines have them. */
#include "test/price/recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS       "board,engine,algorithm,operation,bits,len_bytes,figure,unit,cpu_percent,source"
#define SPEED_SECONDS 3.0 /* openssl speed prints how many ops it did in this time */

/* ---- tables ---- */

/* Splits a line at commas in place; the last of n fields takes the rest. */
static bool split(char *line, char **field, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        field[i] = line;
        line = i + 1 < n ? strchr(line, ',') : line;
        if (!line)
            return false;
        if (i + 1 < n)
            *line++ = 0;
    }
    return true;
}

/* A number, or 0. */
static double number(const char *text)
{
    return strtod(text, NULL);
}

/* The cost of one op of len bytes that a figure tells; 0 for a unit that is not known. */
static double cost_of(double figure, const char *unit, double len)
{
    if (strcmp(unit, "kB/s") == 0)
        return len / figure * 1e6;
    if (strcmp(unit, "MB/s") == 0)
        return len / figure * 1e3;
    if (strcmp(unit, "ops/3s") == 0)
        return SPEED_SECONDS * 1e9 / figure;
    return strcmp(unit, "cycles") == 0 ? figure : 0;
}

static struct recorded *table_for(struct recorded *tables, size_t *n, size_t max, char **field)
{
    struct recorded *t = tables;

    while (t < tables + *n && (strcmp(t->algorithm, field[2]) != 0 || t->bits != (unsigned)number(field[4])))
        t++;
    if (t == tables + *n) {
        if (*n == max)
            return NULL;
        memset(t, 0, sizeof *t);
        snprintf(t->board, sizeof t->board, "%s", field[0]);
        snprintf(t->algorithm, sizeof t->algorithm, "%s", field[2]);
        t->bits = (unsigned)number(field[4]);
        (*n)++;
    }
    return t;
}

static bool add_row(struct recorded *t, char **field)
{
    uint32_t len = (uint32_t)number(field[5]);
    unsigned e = 0, i = 0;

    if (strcmp(field[1], "crossover") == 0) {
        t->crossover = len;
        return len != 0;
    }
    while (e < t->n_engines && strcmp(t->engine[e], field[1]) != 0)
        e++;
    if (e == RECORDED_ENGINES)
        return false;
    if (e == t->n_engines)
        snprintf(t->engine[t->n_engines++], sizeof t->engine[0], "%s", field[1]);
    while (i < t->n_lens && t->len[i] != len)
        i++;
    if (i == RECORDED_LENS || (i == t->n_lens && e > 0))
        return false; /* a length that the first engine does not have */
    if (i == t->n_lens)
        t->len[t->n_lens++] = len;
    t->cost[e][i] = cost_of(number(field[6]), field[7], len);
    t->cpu[e][i] = t->cost[e][i] * (field[8][0] ? number(field[8]) / 100 : 1);
    return t->cost[e][i] > 0;
}

size_t recorded_read(const char *path, struct recorded *tables, size_t max)
{
    FILE *f = fopen(path, "r");
    char line[1024], *field[10];
    size_t n = 0;
    bool good = f && fgets(line, sizeof line, f) && strcmp(line, COLUMNS "\n") == 0;

    while (good && fgets(line, sizeof line, f)) {
        struct recorded *t;

        good = split(line, field, 10) && strlen(field[9]) > 8; /* each row has its source */
        t = good ? table_for(tables, &n, max, field) : NULL;
        good = t && add_row(t, field);
    }
    if (f)
        fclose(f);
    return good ? n : 0;
}

/* ---- engines ---- */

static bool serves(const struct ob_cap *cap, uint8_t alg, unsigned bits)
{
    return cap->alg == alg && cap->dirs & OB_DIR_ENCRYPT && bits >= cap->bits_min && bits <= cap->bits_max;
}

static const struct ob_engine *linked(uint8_t alg, unsigned bits)
{
    for (unsigned i = 0; ob_linked_engines[i]; i++)
        for (unsigned row = 0; row < ob_linked_engines[i]->ops->n_caps; row++)
            if (serves(&ob_linked_engines[i]->ops->caps[row], alg, bits))
                return ob_linked_engines[i];
    return NULL;
}

bool recorded_start(struct recorded_board *b, char names[][32], unsigned n, uint8_t alg, unsigned bits)
{
    const struct ob_engine *base = linked(alg, bits);

    memset(b, 0, sizeof *b);
    b->text_len = (size_t)snprintf(b->text, sizeof b->text, "%s,ns,recorded,-,-\n%s\n", OB_PRICE_FILE_MAGIC,
                                   OB_PRICE_FILE_COLUMNS);
    b->n_engines = n;
    for (unsigned i = 0; base && i < n; i++) {
        b->ops[i] = *base->ops;
        b->ops[i].name = names[i];
        b->engine[i] = (struct ob_engine){.ops = &b->ops[i], .dev = base->dev};
        if (ob_engine_add(&b->dispatcher, &b->engine[i]) != OB_OK)
            return false;
    }
    return base != NULL;
}

void recorded_price(struct recorded_board *b, unsigned e, uint8_t alg, unsigned bits, const struct ob_price *p)
{
    const struct ob_engine_ops *ops = &b->ops[e];

    for (unsigned row = 0; row < ops->n_caps; row++) {
        const struct ob_cap *cap = &ops->caps[row];

        if (!serves(cap, alg, bits))
            continue;
        for (const struct ob_price *s = p;; s++) {
            char upto[16] = "any";

            if (s->upto != OB_UPTO_ANY)
                snprintf(upto, sizeof upto, "%lu", (unsigned long)s->upto);
            b->text_len += (size_t)snprintf(
                b->text + b->text_len, sizeof b->text - b->text_len, "%s,%s,-,%u,%u,%s%s%s,%s,%s,%lu,%lu,%lu,%lu,%lu\n",
                ops->name, ob_alg_name(alg), cap->bits_min, cap->bits_max, cap->dirs & OB_DIR_ENCRYPT ? "e" : "",
                cap->dirs & OB_DIR_DECRYPT ? "d" : "", cap->dirs & OB_DIR_GENERATE ? "g" : "",
                cap->mode == OB_MODE_SW    ? "sw"
                : cap->mode == OB_MODE_CPU ? "cpu"
                                           : "dma",
                upto, (unsigned long)s->open, (unsigned long)s->setup, (unsigned long)s->per_kib,
                (unsigned long)s->cpu_setup, (unsigned long)s->cpu_per_kib);
            if (s->upto == OB_UPTO_ANY)
                break;
        }
    }
}

bool recorded_load(struct recorded_board *b)
{
    struct ob_price_file f = {.unit = "ns",
                              .segments = b->segments,
                              .segments_max = sizeof b->segments / sizeof b->segments[0],
                              .lists = b->lists,
                              .lists_max = sizeof b->lists / sizeof b->lists[0]};

    if (ob_price_load(&f, &b->dispatcher, b->text, b->text_len) == OB_OK && f.rows > 0 && f.skipped == 0)
        return true;
    fprintf(stderr, "line %zu: %s (%zu rows, %zu skipped)\n", f.line, f.error ? f.error : "", f.rows, f.skipped);
    return false;
}

/* Run one op: OB_OK or its error. */
static int run(struct recorded_board *b, uint8_t alg, unsigned bits, uint32_t len)
{
    static const uint8_t key[64] = {1, 2, 3}, iv[16] = {4, 5, 6};
    struct ob_session s;
    struct ob_op op;
    uint8_t tag[OB_TAG_MAX], *data = calloc(1, len);
    int err = data ? ob_session_open(&s, &b->dispatcher, alg, key, bits / 8) : OB_E_IO;

    if (err == OB_OK) {
        memset(&op, 0, sizeof op);
        op.flags = OB_FIRST | OB_LAST | OB_ENCRYPT;
        op.iv = iv;
        op.iv_len = OB_ALG_CLASS(alg) == OB_CLASS_CIPHER ? sizeof iv : 0;
        op.in = op.out = data;
        op.in_len = op.out_size = len;
        op.tag = tag;
        op.tag_len = ob_alg_tag(alg);
        err = ob_run(&s, &op);
        ob_session_close(&s);
    }
    free(data);
    return err;
}

int recorded_choice(struct recorded_board *b, uint8_t alg, unsigned bits, uint32_t len)
{
    struct ob_candidate list[64];
    size_t n = ob_explain(&b->dispatcher, alg, OB_CURVE_NONE, bits, OB_DIR_ENCRYPT, len, list, 64);
    struct ob_stats before, after;
    int chosen = -1;

    for (size_t i = 0; i < n; i++)
        for (unsigned e = 0; e < b->n_engines; e++)
            if (list[i].chosen && list[i].engine == &b->engine[e])
                chosen = (int)e;
    if (chosen < 0)
        return -1;
    ob_engine_stats(&b->engine[chosen], &before);
    if (run(b, alg, bits, len) != OB_OK)
        return -1;
    ob_engine_stats(&b->engine[chosen], &after);
    return after.ops == before.ops + 1 ? chosen : -1;
}
