/* SPDX-License-Identifier: Apache-2.0 */
/* What the suite has run on each row. */
#include "counts.h"
#include "test/conformance/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if another engine can go on with a stream of this row. */
static bool has_mid_partner(const struct suite *t, const struct ob_cap *cap)
{
    for (unsigned i = 0; i < t->dispatcher->n_engines; i++) {
        const struct ob_engine *e = t->dispatcher->engine[i];

        for (unsigned row = 0; e != t->engine && row < e->ops->n_caps; row++) {
            const struct ob_cap *other = &e->ops->caps[row];

            if (other->alg == cap->alg && other->bits_min <= cap->bits_max && other->bits_max >= cap->bits_min &&
                other->flags & OB_CAP_MID && other->len_max == 0)
                return true;
        }
    }
    return false;
}

/* True if another engine can undo what a public-key row makes. */
static bool has_pk_partner(const struct suite *t, const struct ob_cap *cap)
{
    for (unsigned i = 0; i < t->dispatcher->n_engines; i++) {
        const struct ob_engine *e = t->dispatcher->engine[i];

        for (unsigned row = 0; e != t->engine && row < e->ops->n_caps; row++)
            if (e->ops->caps[row].alg == cap->alg && e->ops->caps[row].curve == cap->curve &&
                e->ops->caps[row].dirs & OB_DIR_DECRYPT)
                return true;
    }
    return false;
}

#define BIT(layout) (1u << (layout))

/* The layouts that a public-key row must have been run in. */
static uint32_t pk_layouts(const struct suite *t, const struct ob_cap *cap)
{
    uint32_t mask = BIT(LAYOUT_ONE_SHOT) | BIT(LAYOUT_TYPED) | BIT(LAYOUT_MISALIGNED) | BIT(LAYOUT_REUSED) |
                    BIT(LAYOUT_CLONED) | BIT(LAYOUT_MOVED) | BIT(LAYOUT_INTERLEAVED) | BIT(LAYOUT_ARGUMENTS);
    bool makes = cap->dirs & OB_DIR_ENCRYPT && cap->alg != OB_ECDH && cap->alg != OB_RSA;

    if (!(cap->dirs & OB_DIR_BOTH))
        return BIT(LAYOUT_ONE_SHOT); /* key generation alone */
    if (!(t->engine->ops->flags & OB_ENGINE_OWNS))
        mask |= BIT(LAYOUT_ABANDONED);
    if (makes && has_pk_partner(t, cap))
        mask |= BIT(LAYOUT_CROSSED);
    if (cap->alg == OB_RSA || cap->alg == OB_ECDH ? true : (cap->dirs & OB_DIR_DECRYPT) != 0)
        mask |= BIT(LAYOUT_REFUSED);
    if (cap->dirs & OB_DIR_DECRYPT && cap->alg != OB_RSA && cap->alg != OB_ECDH && cap->alg != OB_RSA_PKCS1_CRYPT)
        mask |= BIT(LAYOUT_TAMPERED);
    return mask;
}

static uint32_t all_layouts_of(const struct suite *t, const struct ob_cap *cap)
{
    bool mid = cap->flags & OB_CAP_MID && cap->len_max == 0;
    uint32_t mask = BIT(LAYOUT_ONE_SHOT) | BIT(LAYOUT_MISALIGNED) | BIT(LAYOUT_SPLIT) | BIT(LAYOUT_COMPOSED) |
                    BIT(LAYOUT_RANDOM) | BIT(LAYOUT_CHAINED) | BIT(LAYOUT_TYPED) | BIT(LAYOUT_REUSED) |
                    BIT(LAYOUT_CLONED) | BIT(LAYOUT_MOVED) | BIT(LAYOUT_INTERLEAVED) | BIT(LAYOUT_ABANDONED);

    if (cap->alg == OB_NULL)
        return mask | BIT(LAYOUT_IN_PLACE);
    mask |= BIT(LAYOUT_ARGUMENTS);
    if (mid && has_mid_partner(t, cap) && cap->alg != OB_AES_ECB)
        mask |= BIT(LAYOUT_MIGRATED);
    switch (OB_ALG_CLASS(cap->alg)) {
    case OB_CLASS_HASH:
        mask |= (t->brief ? 0u : BIT(LAYOUT_LONG)) | (mid ? BIT(LAYOUT_COUNTERS) : 0u);
        break;
    case OB_CLASS_MAC:
        mask |= BIT(LAYOUT_TAMPERED) | (mid ? BIT(LAYOUT_COUNTERS) : 0u);
        break;
    case OB_CLASS_AEAD:
        mask |= BIT(LAYOUT_IN_PLACE) | BIT(LAYOUT_TAMPERED) | BIT(LAYOUT_REFUSED);
        break;
    case OB_CLASS_CIPHER:
        mask |= BIT(LAYOUT_IN_PLACE);
        break;
    default:
        return pk_layouts(t, cap);
    }
    return mask;
}

static uint32_t layouts_of(const struct suite *t, const struct ob_cap *cap)
{
    uint32_t mask = t->layouts ? t->layouts : UINT32_MAX;

    return all_layouts_of(t, cap) & mask & (suite_whole(t, cap) ? SUITE_WHOLE_LAYOUTS : UINT32_MAX);
}

static void print_row(FILE *to, const struct ob_cap *cap)
{
    fprintf(to, "%s%s%s", ob_alg_name(cap->alg), cap->curve ? "-" : "", cap->curve ? ob_curve_name(cap->curve) : "");
    if (cap->bits_max != 0 && cap->bits_max != UINT16_MAX)
        fprintf(to, " %u to %u bits", cap->bits_min, cap->bits_max);
}

int counts_complete(const struct suite *t, uint32_t min)
{
    int missing = 0;

    for (unsigned row = 0; row < t->engine->ops->n_caps; row++) {
        const struct ob_cap *cap = &t->engine->ops->caps[row];
        const struct suite_count *count = &t->counts[row];
        uint32_t wanted = layouts_of(t, cap) & (t->layouts ? t->layouts : UINT32_MAX);

        if (!suite_wants(t, cap->alg))
            continue;
        if (count->vectors < min) {
            fprintf(stderr, "%s: ", t->engine->ops->name);
            print_row(stderr, cap);
            fprintf(stderr, ": %u vectors, less than %u\n", (unsigned)count->vectors, (unsigned)min);
            missing++;
            continue;
        }
        for (unsigned i = 0; i < LAYOUTS; i++)
            if (wanted >> i & 1 && count->streams[i] == 0) {
                fprintf(stderr, "%s: ", t->engine->ops->name);
                print_row(stderr, cap);
                fprintf(stderr, ": no message in layout %s\n", suite_layout_name((enum suite_layout)i));
                missing++;
            }
    }
    return missing;
}

/* The columns that name a row. */
static int row_key(char *key, size_t size, const struct suite *t, const struct ob_cap *cap)
{
    static const char *const modes[] = {"sw", "cpu", "dma"};
    static const char *const directions[] = {"", "enc", "dec", "enc+dec", "gen", "enc+gen", "dec+gen", "enc+dec+gen"};

    return snprintf(key, size, "%s,%s,%s,%u,%u,%s,%s,", t->engine->ops->name, ob_alg_name(cap->alg),
                    cap->curve ? ob_curve_name(cap->curve) : "", cap->bits_min, cap->bits_max, modes[cap->mode],
                    directions[cap->dirs & 7]);
}

/* The line of a table that begins with key, without it; NULL if there is none. */
static const char *find_line(FILE *f, const char *key, char *line, int size)
{
    size_t len = strlen(key);

    rewind(f);
    while (fgets(line, size, f))
        if (strncmp(line, key, len) == 0)
            return line + len;
    return NULL;
}

/* What is wrong with the counts of one row beside those of a full run, which are the numbers in text; NULL: nothing. */
static const char *compare(const struct suite *t, const struct suite_count *count, const char *text)
{
    unsigned long known[3 + LAYOUTS] = {0}; /* vectors, negatives, declined, streams */
    char *end;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        known[i] = strtoul(text, &end, 10);
        if (end == text)
            return "a line that ends early";
        text = *end == ',' ? end + 1 : end;
    }
    if (known[0] < count->vectors)
        return "fewer vectors";
    if (known[1] != count->negatives)
        return "other negative vectors";
    for (unsigned i = 0; i < LAYOUTS; i++) {
        if (!known[3 + i] && count->streams[i])
            return "nothing in a layout that now had messages";
        if (known[3 + i] && !count->streams[i] && (!t->layouts || t->layouts >> i & 1))
            return "messages in a layout that now had none";
    }
    return NULL;
}

int counts_known(const struct suite *t, const char *path)
{
    FILE *f = fopen(path, "r");
    int missing = 0;

    if (!f) {
        perror(path);
        return t->engine->ops->n_caps;
    }
    for (unsigned row = 0; row < t->engine->ops->n_caps; row++) {
        const struct suite_count *count = &t->counts[row];
        const char *found, *wrong = "no such line";
        char key[128], line[1024];

        if (!suite_wants(t, t->engine->ops->caps[row].alg))
            continue;
        row_key(key, sizeof key, t, &t->engine->ops->caps[row]);
        found = find_line(f, key, line, sizeof line);
        if (found)
            wrong = compare(t, count, found);
        if (wrong) {
            fprintf(stderr, "%s: %s has %s: %s%u,%u; ./run conformance --full writes it anew\n", t->engine->ops->name,
                    path, wrong, key, (unsigned)count->vectors, (unsigned)count->negatives);
            missing++;
        }
    }
    fclose(f);
    return missing;
}

void counts_print(const struct suite *t, FILE *to)
{
    for (unsigned row = 0; row < t->engine->ops->n_caps; row++) {
        const struct suite_count *count = &t->counts[row];
        char key[128];

        if (!suite_wants(t, t->engine->ops->caps[row].alg))
            continue;
        row_key(key, sizeof key, t, &t->engine->ops->caps[row]);
        fprintf(to, "%s%u,%u,%u", key, (unsigned)count->vectors, (unsigned)count->negatives, (unsigned)count->declined);
        for (unsigned i = 0; i < LAYOUTS; i++)
            fprintf(to, ",%u", (unsigned)count->streams[i]);
        fputs("\n", to);
    }
}

void counts_print_head(FILE *to)
{
    fputs("engine,algorithm,curve,bits_min,bits_max,mode,directions,vectors,negatives,declined", to);
    for (unsigned i = 0; i < LAYOUTS; i++)
        fprintf(to, ",%s", suite_layout_name((enum suite_layout)i));
    fputs("\n", to);
}

static int close_file(FILE *to, const char *path)
{
    int r = ferror(to);

    if (fclose(to) != 0 || r) {
        perror(path);
        return -1;
    }
    return 0;
}

int counts_write(const struct suite *t, const char *path)
{
    FILE *to = fopen(path, "w");

    if (!to) {
        perror(path);
        return -1;
    }
    counts_print_head(to);
    counts_print(t, to);
    return close_file(to, path);
}

int counts_write_results(const struct suite *t, const uint32_t *failures, const char *path)
{
    FILE *to = fopen(path, "w");

    if (!to) {
        perror(path);
        return -1;
    }
    fputs("engine,algorithm,curve,bits_min,bits_max,mode,directions,vectors,negatives,declined,failures\n", to);
    for (unsigned row = 0; row < t->engine->ops->n_caps; row++) {
        const struct suite_count *count = &t->counts[row];
        char key[128];

        if (count->vectors + count->declined + failures[row] == 0)
            continue;
        row_key(key, sizeof key, t, &t->engine->ops->caps[row]);
        fprintf(to, "%s%u,%u,%u,%u\n", key, (unsigned)count->vectors, (unsigned)count->negatives,
                (unsigned)count->declined, (unsigned)failures[row]);
    }
    return close_file(to, path);
}
