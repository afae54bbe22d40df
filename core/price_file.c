/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a price file (docs/prices.md) and sets the prices of a dispatcher's engines. */
#include <outboard/price.h>

#include <string.h>

#include "core.h"

#define COLUMNS      13
#define NAME_MAX_LEN 32 /* no engine or algorithm has a longer name */

enum column {
    ENGINE,
    ALGORITHM,
    CURVE,
    BITS_MIN,
    BITS_MAX,
    DIRS,
    MODE,
    UPTO,
    OPEN,
    SETUP,
    PER_KIB,
    CPU_SETUP,
    CPU_PER_KIB
};

/* The position and state of the reader. */
struct reader {
    struct ob_price_file *file;
    struct ob_dispatcher *d;
    const char *at, *end;
    size_t segments, lists;       /* used so far */
    size_t block[OB_ENGINES_MAX]; /* per engine: index of its first list, if the file has a price of it */
    uint32_t named;               /* engines that have a block, one bit each */
    const struct ob_price **list; /* the list of the row that the last line named */
    bool unfinished;              /* the last segment of that list is still to come */
    struct ob_cap last;           /* key of the row that the last line named */
    unsigned last_engine;
};

static const struct ob_price_text nothing = {"", 0};

static int wrong(struct reader *r, const char *error)
{
    r->file->error = error;
    return OB_E_ARG;
}

/* The next line that is not blank or a comment, without its end; false at the end of the text. */
static bool next_line(struct reader *r, struct ob_price_text *line)
{
    while (r->at < r->end) {
        const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));

        line->at = r->at;
        line->len = (size_t)((stop ? stop : r->end) - r->at);
        r->at = stop ? stop + 1 : r->end;
        r->file->line++;
        if (line->len > 0 && line->at[line->len - 1] == '\r')
            line->len--;
        if (line->len > 0 && line->at[0] != '#')
            return true;
    }
    return false;
}

/* Splits at commas into at most max fields; returns how many there are. */
static size_t split(struct ob_price_text line, struct ob_price_text *field, size_t max)
{
    size_t n = 0, start = 0;

    for (size_t i = 0; i <= line.len; i++)
        if (i == line.len || line.at[i] == ',') {
            if (n < max)
                field[n] = (struct ob_price_text){line.at + start, i - start};
            n++;
            start = i + 1;
        }
    return n;
}

static bool is(struct ob_price_text t, const char *word)
{
    return strlen(word) == t.len && memcmp(t.at, word, t.len) == 0;
}

/* Parse a decimal number of at most max. */
static bool number(struct ob_price_text t, uint32_t max, uint32_t *value)
{
    uint64_t v = 0;

    if (t.len == 0 || t.len > 10)
        return false;
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return false;
        v = v * 10 + (uint64_t)(t.at[i] - '0');
    }
    *value = (uint32_t)v;
    return v <= max;
}

/* Copy t as a terminated string; the empty string if it is too long to be a name. */
static const char *name(char buffer[NAME_MAX_LEN + 1], struct ob_price_text t)
{
    size_t len = t.len <= NAME_MAX_LEN ? t.len : 0;

    memcpy(buffer, t.at, len);
    buffer[len] = 0;
    return buffer;
}

/* Parse one or more of the letters e, d and g, in this order. */
static bool dirs(struct ob_price_text t, uint8_t *set)
{
    static const char letters[] = "edg"; /* letter i stands for bit i of enum ob_dir */
    unsigned at = 0;

    *set = 0;
    for (size_t i = 0; i < t.len; i++) {
        while (at < 3 && letters[at] != t.at[i])
            at++;
        if (at == 3)
            return false;
        *set |= (uint8_t)(1u << at++);
    }
    return t.len > 0;
}

static bool mode(struct ob_price_text t, uint8_t *value)
{
    *value = is(t, "sw") ? OB_MODE_SW : is(t, "cpu") ? OB_MODE_CPU : OB_MODE_DMA;
    return *value != OB_MODE_DMA || is(t, "dma");
}

static int read_head(struct reader *r)
{
    struct ob_price_text line, field[6];

    if (!next_line(r, &line) || split(line, field, 6) != 6 || !is(field[0], "outboard-prices"))
        return wrong(r,
                     "not a price file: it does not begin with " OB_PRICE_FILE_MAGIC ",<unit>,<board>,<date>,<commit>");
    if (!is(field[1], "1"))
        return wrong(r, "this version of price files is not known");
    if (!is(field[2], r->file->unit))
        return wrong(r, "the prices are in another unit than those of this machine's engines");
    r->file->board = field[3];
    r->file->date = field[4];
    r->file->commit = field[5];
    if (!next_line(r, &line) || !is(line, OB_PRICE_FILE_COLUMNS))
        return wrong(r, "the second line does not name the columns of a price file");
    return OB_OK;
}

static bool same_row(const struct ob_cap *a, const struct ob_cap *b)
{
    return a->alg == b->alg && a->curve == b->curve && a->bits_min == b->bits_min && a->bits_max == b->bits_max &&
           a->dirs == b->dirs && a->mode == b->mode;
}

/* The engine's block of lists, which is made with empty lists at its first use. NULL if the memory is used up. */
static const struct ob_price **block(struct reader *r, unsigned engine)
{
    size_t n = r->d->engine[engine]->ops->n_caps;

    if (!(r->named >> engine & 1)) {
        if (r->file->lists_max - r->lists < n)
            return NULL;
        r->named |= 1u << engine;
        r->block[engine] = r->lists;
        for (size_t i = 0; i < n; i++)
            r->file->lists[r->lists++] = NULL;
    }
    return r->file->lists + r->block[engine];
}

/* Begin the list of the first row that has this name and no price yet. */
static int begin_list(struct reader *r, unsigned engine, const struct ob_cap *row)
{
    const struct ob_engine_ops *ops = r->d->engine[engine]->ops;
    const struct ob_price **lists;
    bool found = false;

    for (unsigned i = 0; i < ops->n_caps; i++) {
        if (!same_row(&ops->caps[i], row))
            continue;
        found = true;
        lists = block(r, engine);
        if (!lists)
            return wrong(r, "not enough memory for so many rows");
        if (lists[i])
            continue;
        r->list = lists + i;
        r->last = *row;
        r->last_engine = engine;
        r->file->rows++;
        return OB_OK;
    }
    if (found)
        return wrong(r, "this row has a price already");
    r->file->skipped++;
    r->list = NULL;
    return OB_OK;
}

static int read_row(struct reader *r, struct ob_price_text line)
{
    struct ob_price_text field[COLUMNS];
    struct ob_cap row = {0};
    struct ob_price p;
    uint32_t bits_min, bits_max;
    char buffer[NAME_MAX_LEN + 1];
    unsigned engine = 0;
    bool known;

    if (split(line, field, COLUMNS) != COLUMNS)
        return wrong(r, "a row has 13 columns");
    if (!dirs(field[DIRS], &row.dirs))
        return wrong(r, "dirs is one or more of e (encrypt), d (decrypt), g (generate), in this order");
    if (!mode(field[MODE], &row.mode))
        return wrong(r, "mode is sw, cpu or dma");
    if (!number(field[BITS_MIN], UINT16_MAX, &bits_min) || !number(field[BITS_MAX], UINT16_MAX, &bits_max) ||
        bits_min > bits_max)
        return wrong(r, "bits_min and bits_max are numbers from 0 to 65535, the first not above the second");
    if (is(field[UPTO], "any"))
        p.upto = OB_UPTO_ANY;
    else if (!number(field[UPTO], OB_UPTO_ANY - 1, &p.upto))
        return wrong(r, "upto is a number of bytes below 4294967295, or any");
    if (!number(field[OPEN], UINT32_MAX, &p.open) || !number(field[SETUP], UINT32_MAX, &p.setup) ||
        !number(field[PER_KIB], UINT32_MAX, &p.per_kib) || !number(field[CPU_SETUP], UINT32_MAX, &p.cpu_setup) ||
        !number(field[CPU_PER_KIB], UINT32_MAX, &p.cpu_per_kib))
        return wrong(r, "a price is a whole number from 0 to 4294967295");
    row.bits_min = (uint16_t)bits_min;
    row.bits_max = (uint16_t)bits_max;
    row.alg = ob_alg_from_name(name(buffer, field[ALGORITHM]));
    row.curve = ob_curve_from_name(name(buffer, field[CURVE]));
    known = row.alg != OB_ALG_NONE && (row.curve != OB_CURVE_NONE || is(field[CURVE], "-"));
    name(buffer, field[ENGINE]);
    while (engine < r->d->n_engines && strcmp(r->d->engine[engine]->ops->name, buffer) != 0)
        engine++;
    known = known && engine < r->d->n_engines;

    if (r->unfinished) {
        if (!known || engine != r->last_engine || !same_row(&row, &r->last))
            return wrong(r, "the row before this one has no segment upto any");
        if (p.upto <= r->file->segments[r->segments - 1].upto)
            return wrong(r, "the segments of a row are not in ascending order of upto");
    } else if (!known) {
        r->file->skipped++;
        return OB_OK;
    } else {
        int err = begin_list(r, engine, &row);
        if (err != OB_OK || !r->list)
            return err;
    }
    if (r->segments == r->file->segments_max)
        return wrong(r, "not enough memory for so many segments");
    if (!r->unfinished)
        *r->list = r->file->segments + r->segments;
    r->file->segments[r->segments++] = p;
    r->unfinished = p.upto != OB_UPTO_ANY;
    return OB_OK;
}

/* A row without a price in the file keeps the engine's own price. */
static void apply(struct reader *r)
{
    for (unsigned e = 0; e < r->d->n_engines; e++) {
        struct ob_engine *engine = r->d->engine[e];

        if (!(r->named >> e & 1))
            continue;
        for (unsigned i = 0; i < engine->ops->n_caps; i++)
            if (!r->file->lists[r->block[e] + i])
                r->file->lists[r->block[e] + i] = engine->ops->caps[i].price;
        __atomic_store_n(&engine->prices, r->file->lists + r->block[e], __ATOMIC_RELEASE); /* once they are written */
    }
    obi_new_epoch(r->d);
}

int ob_price_load(struct ob_price_file *f, struct ob_dispatcher *d, const char *text, size_t len)
{
    struct reader r = {.file = f, .d = d ? d : &ob_default, .at = text, .end = text + len};
    struct ob_price_text line;
    int err;

    f->board = f->date = f->commit = nothing;
    f->rows = f->skipped = f->line = 0;
    f->error = NULL;
    err = read_head(&r);
    while (err == OB_OK && next_line(&r, &line))
        err = read_row(&r, line);
    if (err == OB_OK && r.unfinished)
        err = wrong(&r, "the last row has no segment upto any");
    if (err == OB_OK)
        apply(&r);
    else
        f->rows = 0;
    return err;
}
