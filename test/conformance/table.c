/* SPDX-License-Identifier: Apache-2.0 */
/* Which algorithm has passed the conformance suite on which engine: conformance_table --vectors FILE [--check TABLE]
 * COUNTS... writes the table from the counts of all engines, or compares it with one. Exit status 0: done, and every
 * algorithm that an engine has is confirmed by a second engine or an independent reference; 1: not; 2: it could not
 * run. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/conformance/host.h"
#include "test/conformance/vector.h"

#define ENGINES_MAX 16
#define CURVES      32

/* The collections that vectors come from, and what they are called in the table. */
static const char *const families[][2] = {
    {"standard/", "standard"}, {"nist/", "NIST"}, {"wycheproof/", "Wycheproof"}, {"reference/", "own"}};
#define FAMILIES (sizeof families / sizeof families[0])

static char engines[ENGINES_MAX][32];
static unsigned n_engines;
static uint32_t passed[256][CURVES];    /* one bit for each engine */
static uint8_t references[256][CURVES]; /* one bit for each collection */

/* Columns of a line of counts that matter here. */
enum { ENGINE, ALGORITHM, CURVE, VECTORS = 7, COLUMNS };

/* Cut a line at its commas: false if it has too few. */
static bool cut_line(char *line, char *column[COLUMNS])
{
    for (unsigned i = 0; i < COLUMNS; i++) {
        column[i] = line;
        line = strchr(line, ',');
        if (!line)
            return false;
        *line++ = 0;
    }
    return true;
}

/* Note one line of counts: false if it is not one. */
static bool note(char *line)
{
    char *column[COLUMNS];
    uint8_t alg, curve = OB_CURVE_NONE;

    if (!cut_line(line, column))
        return false;
    alg = ob_alg_from_name(column[ALGORITHM]);
    if (*column[CURVE])
        curve = ob_curve_from_name(column[CURVE]);
    if (alg == OB_ALG_NONE || (*column[CURVE] && curve == OB_CURVE_NONE))
        return false;
    snprintf(engines[n_engines], sizeof engines[0], "%s", column[ENGINE]);
    if (strtoul(column[VECTORS], NULL, 10) != 0)
        passed[alg][curve] |= 1u << n_engines;
    return true;
}

/* Read one engine's counts: 0, or -1 after a message. */
static int read_counts(const char *path)
{
    FILE *f = fopen(path, "r");
    char line[1024];
    bool ok = n_engines < ENGINES_MAX;

    if (!f) {
        perror(path);
        return -1;
    }
    ok = ok && fgets(line, sizeof line, f);
    while (ok && fgets(line, sizeof line, f))
        ok = note(line);
    fclose(f);
    n_engines++;
    if (!ok)
        fprintf(stderr, "conformance_table: %s is not a table of counts\n", path);
    return ok ? 0 : -1;
}

static void read_families(struct vector_memory *m)
{
    struct vector v;
    char name[64];

    while (m->source.next(&m->source, &v) == 1) {
        m->source.name(&m->source, v.source, name, sizeof name);
        for (unsigned i = 0; i < FAMILIES; i++)
            if (v.expect == 0 && strncmp(name, families[i][0], strlen(families[i][0])) == 0)
                references[v.alg][v.curve] |= (uint8_t)(1u << i);
    }
}

static void print_list(FILE *to, uint32_t mask, unsigned n, const char *(*name)(unsigned))
{
    const char *separator = "";

    for (unsigned i = 0; i < n; i++)
        if (mask >> i & 1) {
            fprintf(to, "%s%s", separator, name(i));
            separator = ", ";
        }
}

static const char *engine_name(unsigned i)
{
    return engines[i];
}

static const char *family_name(unsigned i)
{
    return families[i][1];
}

/* The table as text in a buffer of its own; *missing counts the algorithms that lack a second opinion. */
static char *make_table(unsigned *missing)
{
    char *text = NULL;
    size_t len;
    FILE *to = open_memstream(&text, &len);

    if (!to)
        return NULL;
    fputs("# Conformance\n\n"
          "Every algorithm by name, the engines that serve it, and the independent collections that its vectors come\n"
          "from: the standards' own examples, NIST's CAVP, Wycheproof, and our own, computed by Python's cryptography\n"
          "package and textbook arithmetic. Each engine here has passed a sample of the vectors in the run that made\n"
          "this table. What each row has passed in a full run is in [counts.csv](../test/conformance/counts.csv).\n"
          "Generated: `./run conformance --table`.\n\n"
          "| algorithm | engines | vectors |\n|---|---|---|\n",
          to);
    for (unsigned alg = 1; alg < 256; alg++)
        for (unsigned curve = 0; curve < OB_CURVE_COUNT; curve++) {
            uint32_t by = passed[alg][curve];

            if (!ob_alg_name((uint8_t)alg) || alg == OB_NULL || (!by && !references[alg][curve]))
                continue;
            fprintf(to, "| %s%s%s | ", ob_alg_name((uint8_t)alg), curve ? "-" : "",
                    curve ? ob_curve_name((uint8_t)curve) : "");
            if (!by)
                fputs("none", to);
            print_list(to, by, n_engines, engine_name);
            fputs(" | ", to);
            print_list(to, references[alg][curve], FAMILIES, family_name);
            fputs(" |\n", to);
            if (by && !(by & (by - 1)) && !references[alg][curve]) {
                fprintf(stderr, "%s%s%s has one engine and no reference\n", ob_alg_name((uint8_t)alg), curve ? "-" : "",
                        curve ? ob_curve_name((uint8_t)curve) : "");
                ++*missing;
            }
        }
    fclose(to);
    return text;
}

/* 0 if the file's content is text, else 1 after a message. */
static int compare(const char *path, const char *text)
{
    size_t len = strlen(text);
    char *old = (char *)malloc(len + 2);
    FILE *f = fopen(path, "r");
    bool same = false;

    if (f && old) {
        size_t n = fread(old, 1, len + 1, f);

        same = n == len && memcmp(old, text, len) == 0;
    }
    if (f)
        fclose(f);
    free(old);
    if (!same)
        fprintf(stderr, "%s is not what the suite has found; ./run conformance --table writes it anew\n", path);
    return same ? 0 : 1;
}

int main(int argc, char **argv)
{
    const char *vectors = NULL, *check = NULL;
    struct vector_memory source;
    unsigned missing = 0;
    size_t len;
    const uint8_t *data;
    char *text;
    int i, r = 0;

    for (i = 1; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--vectors") == 0)
            vectors = argv[i + 1];
        else if (strcmp(argv[i], "--check") == 0)
            check = argv[i + 1];
        else
            break;
    }
    if (!vectors || i >= argc || argv[i][0] == '-') {
        fprintf(stderr, "usage: conformance_table --vectors FILE [--check TABLE] COUNTS...\n");
        return 2;
    }
    data = host_map(vectors, &len);
    if (!data)
        return 2;
    if (vector_memory_open(&source, data, len) != OB_OK) {
        fprintf(stderr, "conformance_table: %s is not a converted vector file\n", vectors);
        return 2;
    }
    for (; i < argc; i++)
        if (read_counts(argv[i]) != 0)
            return 2;
    read_families(&source);
    text = make_table(&missing);
    if (!text)
        return 2;
    if (check)
        r = compare(check, text);
    else
        fputs(text, stdout);
    free(text);
    return r || missing ? 1 : 0;
}
