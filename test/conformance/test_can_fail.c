/* SPDX-License-Identifier: Apache-2.0 */
/* The suite must be able to fail: every layout against an engine with a fault that it is there to find. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "test/conformance/counts.h"
#include "test/conformance/wrong.h"

#define ARENA_LEN ((size_t)4 << 20)

static uint8_t *file;
static size_t file_len;
static const char *path;

struct found {
    unsigned count;
    enum suite_layout layout;
    const char *what;
    uint8_t got, want; /* the first byte of each, where bytes are wrong */
};

static void failed(void *user, const struct suite_failure *f)
{
    struct found *found = (struct found *)user;

    if (found->count++ == 0) {
        found->layout = f->layout;
        found->what = f->what;
        if (f->got && f->len > 0) {
            found->got = f->got[0];
            found->want = f->want[0];
        }
    }
}

static struct ob_engine *linked(const char *name)
{
    for (unsigned i = 0; ob_linked_engines[i]; i++)
        if (strcmp(ob_linked_engines[i]->ops->name, name) == 0)
            return ob_linked_engines[i];
    fail_msg("no engine %s is linked", name);
    return NULL;
}

#define PUBLIC_KEY (1u << OB_CLASS_PK)

/* Run one layout, or all for a mask of 0, of an engine with a fault around the linked engine of a name: the result of
 * suite_run. classes: a mask, 0 for all. partner: the sound engine takes part as well. */
static int run(const char *name, enum wrong_fault fault, uint32_t layouts, uint32_t classes, bool partner,
               struct found *found)
{
    static struct suite t;
    static struct suite_count counts[SUITE_ROWS_MAX];
    static struct ob_session sessions[SUITE_SESSIONS];
    static struct wrong wrong;
    static _Alignas(16) uint8_t memory[ARENA_LEN];
    struct ob_dispatcher d;
    struct vector_memory source;
    int r;

    memset(&t, 0, sizeof t);
    memset(counts, 0, sizeof counts);
    memset(&d, 0, sizeof d);
    memset(found, 0, sizeof *found);
    wrong_init(&wrong, linked(name), fault);
    assert_int_equal(ob_engine_add(&d, &wrong.engine), OB_OK);
    if (partner)
        assert_int_equal(ob_engine_add(&d, linked(name)), OB_OK);
    assert_int_equal(vector_memory_open(&source, file, file_len), OB_OK);
    t.source = &source.source;
    t.dispatcher = &d;
    t.engine = &wrong.engine;
    t.sessions = sessions;
    t.arena = (struct arena){memory, sizeof memory, 0};
    t.counts = counts;
    t.sample = 1;
    t.seed = 1;
    t.layouts = layouts;
    t.classes = classes;
    t.max_failures = 1;
    t.failed = failed;
    t.user = found;
    r = suite_run(&t);
    ob_stop(&d);
    return r;
}

/* A layout and the fault that it must find. */
struct trial {
    enum suite_layout layout;
    enum wrong_fault fault;
    bool partner;
};

static const struct trial symmetric[] = {
    {LAYOUT_ONE_SHOT, WRONG_ONE_SHOT, false},     {LAYOUT_ONE_SHOT, WRONG_BEYOND, false},
    {LAYOUT_ONE_SHOT, WRONG_BEFORE, false},       {LAYOUT_ONE_SHOT, WRONG_TAG_BEYOND, false},
    {LAYOUT_ONE_SHOT, WRONG_INPUT, false},        {LAYOUT_ONE_SHOT, WRONG_AAD, false},
    {LAYOUT_ONE_SHOT, WRONG_DECLINES, false},     {LAYOUT_IN_PLACE, WRONG_IN_PLACE, false},
    {LAYOUT_MISALIGNED, WRONG_MISALIGNED, false}, {LAYOUT_SPLIT, WRONG_LATER, false},
    {LAYOUT_SPLIT, WRONG_EARLY, false},           {LAYOUT_COMPOSED, WRONG_LATER, false},
    {LAYOUT_RANDOM, WRONG_LATER, false},          {LAYOUT_CHAINED, WRONG_LATER, false},
    {LAYOUT_TYPED, WRONG_ONE_SHOT, false},        {LAYOUT_TYPED, WRONG_LATER, false},
    {LAYOUT_REUSED, WRONG_SECOND, false},         {LAYOUT_CLONED, WRONG_CLONE, false},
    {LAYOUT_MOVED, WRONG_MOVED, false},           {LAYOUT_INTERLEAVED, WRONG_SHARED, false},
    {LAYOUT_ABANDONED, WRONG_STALE, false},       {LAYOUT_MIGRATED, WRONG_STRANGER, true},
    {LAYOUT_COUNTERS, WRONG_COUNTER, false},      {LAYOUT_LONG, WRONG_LONG, false},
    {LAYOUT_REFUSED, WRONG_TRUSTING, false},      {LAYOUT_TAMPERED, WRONG_TRUSTING, false},
    {LAYOUT_REFUSED, WRONG_DECLINES, false},      {LAYOUT_TAMPERED, WRONG_DECLINES, false},
    {LAYOUT_ARGUMENTS, WRONG_LATER, false},
};

/* What applies to public-key operations. Those of an engine whose sessions own something cannot be abandoned. */
static const struct trial public_key[] = {
    {LAYOUT_ONE_SHOT, WRONG_ONE_SHOT, false},     {LAYOUT_ONE_SHOT, WRONG_TAG_BEYOND, false},
    {LAYOUT_ONE_SHOT, WRONG_INPUT, false},        {LAYOUT_TYPED, WRONG_ONE_SHOT, false},
    {LAYOUT_MISALIGNED, WRONG_MISALIGNED, false}, {LAYOUT_REUSED, WRONG_SECOND, false},
    {LAYOUT_CLONED, WRONG_PLACE, false},          {LAYOUT_MOVED, WRONG_PLACE, false},
    {LAYOUT_INTERLEAVED, WRONG_ONE_KEY, false},   {LAYOUT_CROSSED, WRONG_PRIVATE, true},
    {LAYOUT_REFUSED, WRONG_TRUSTING, false},      {LAYOUT_TAMPERED, WRONG_TRUSTING, false},
    {LAYOUT_ARGUMENTS, WRONG_LENIENT, false},
};

static void must_find(const char *name, uint32_t classes, const struct trial *trial)
{
    struct found found;

    run(name, trial->fault, 1u << trial->layout, classes, trial->partner, &found);
    if (!found.count)
        fail_msg("%s: the layout %s does not find fault %d", name, suite_layout_name(trial->layout), trial->fault);
    assert_int_equal(found.layout, trial->layout);
}

static void test_every_layout_finds_its_fault(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof symmetric / sizeof symmetric[0]; i++)
        must_find("soft", 0, &symmetric[i]);
}

/* An engine that is linked and has public keys, the one with the shorter self-test first, or NULL. */
static const char *public_key_engine(void)
{
    static const char *const names[] = {"openssl", "mbedtls"};

    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)
        for (unsigned i = 0; ob_linked_engines[i]; i++)
            if (strcmp(ob_linked_engines[i]->ops->name, names[k]) == 0)
                return names[k];
    return NULL;
}

static void test_every_public_key_layout_finds_its_fault(void **state)
{
    const char *name = public_key_engine();

    (void)state;
    if (!name)
        skip();
    for (size_t i = 0; i < sizeof public_key / sizeof public_key[0]; i++)
        must_find(name, PUBLIC_KEY, &public_key[i]);
}

/* Keys in slots, on the engine mbedtls. */
static void test_slots_find_their_faults(void **state)
{
    static const struct {
        enum wrong_fault fault;
        uint32_t classes;
    } trials[] = {{WRONG_SLOT, 1u << OB_CLASS_MAC},
                  {WRONG_SLOT_LAST, 1u << OB_CLASS_MAC},
                  {WRONG_SLOT_KEPT, PUBLIC_KEY},
                  {WRONG_SLOT_OPEN, PUBLIC_KEY}};
    struct found found;

    (void)state;
    for (unsigned i = 0; ob_linked_engines[i]; i++)
        if (strcmp(ob_linked_engines[i]->ops->name, "mbedtls") == 0) {
            for (size_t k = 0; k < sizeof trials / sizeof trials[0]; k++) {
                const struct trial trial = {LAYOUT_SLOTS, trials[k].fault, false};

                must_find("mbedtls", trials[k].classes, &trial);
            }
            assert_int_equal(run("mbedtls", WRONG_NOTHING, 1u << LAYOUT_SLOTS, 1u << OB_CLASS_MAC, false, &found), 0);
            return;
        }
    skip();
}

/* Keys that were lent memory. */
static void test_cached_finds_its_faults(void **state)
{
    const char *name = public_key_engine();
    struct found found;

    (void)state;
    if (!name)
        skip();
    for (enum wrong_fault fault = WRONG_CACHE; fault <= WRONG_CACHE_KEPT; fault++) {
        const struct trial trial = {LAYOUT_CACHED, fault, false};

        must_find(name, PUBLIC_KEY, &trial);
    }
    assert_int_equal(run(name, WRONG_NOTHING, 1u << LAYOUT_CACHED, PUBLIC_KEY, false, &found), 0);
}

static void test_every_layout_has_a_fault(void **state)
{
    uint32_t tried = 0;

    (void)state;
    for (size_t i = 0; i < sizeof symmetric / sizeof symmetric[0]; i++)
        tried |= 1u << symmetric[i].layout;
    for (size_t i = 0; i < sizeof public_key / sizeof public_key[0]; i++)
        tried |= 1u << public_key[i].layout;
    assert_int_equal(tried, (1u << LAYOUTS) - 1);
}

/* The same harness around an engine without a fault finds nothing, in any layout. */
static void test_nothing_is_found_where_nothing_is_wrong(void **state)
{
    struct found found;

    (void)state;
    assert_int_equal(run("soft", WRONG_NOTHING, 0, 0, true, &found), 0);
    assert_int_equal(found.count, 0);
}

/* An altered vector fails, and a damaged file is told from a good one. */
static void test_altered_vectors(void **state)
{
    struct vector_memory source;
    struct found found;
    struct vector v;
    uint8_t *tag;

    (void)state;
    assert_int_equal(vector_memory_open(&source, file, file_len), OB_OK);
    do
        assert_int_equal(source.source.next(&source.source, &v), 1);
    while (!vector_has(&v, FIELD_TAG) || v.rank != v.count - 1); /* the sample with seed 1 takes this one */
    tag = file + (v.field[FIELD_TAG].data - file);
    tag[0] ^= 1;
    assert_int_not_equal(run("soft", WRONG_NOTHING, 1u << LAYOUT_ONE_SHOT, 0, false, &found), 0);
    assert_string_equal(found.what, "wrong tag");
    assert_int_equal(found.want, tag[0]);
    assert_int_equal(found.got, tag[0] ^ 1);
    tag[0] ^= 1;

    file[0] ^= 1;
    assert_int_equal(vector_memory_open(&source, file, file_len), OB_E_ARG);
    file[0] ^= 1;
    file_len -= 3;
    assert_int_equal(run("null", WRONG_NOTHING, 1u << LAYOUT_ONE_SHOT, 0, false, &found), OB_E_ARG);
    file_len += 3;
}

/* Rows that no vector has reached are reported. */
static void test_gaps(void **state)
{
    static struct suite t;
    static struct suite_count counts[SUITE_ROWS_MAX];
    struct ob_dispatcher d;

    (void)state;
    memset(&d, 0, sizeof d);
    t.engine = linked("soft");
    t.dispatcher = &d;
    t.counts = counts;
    assert_true(counts_complete(&t, 1) >= t.engine->ops->n_caps);
}

/* The table of a full run knows each row, and what is less or other than in it is told. */
static void test_known_counts(void **state)
{
    static const char table[] = "known-counts.csv", cut[] = "cut-counts.csv";
    static struct suite_count counts[SUITE_ROWS_MAX];
    static struct suite t;
    unsigned rows;
    char line[1024];
    FILE *from, *to;

    (void)state;
    t.engine = linked("soft");
    t.counts = counts;
    rows = t.engine->ops->n_caps;
    for (unsigned row = 0; row < rows; row++) {
        counts[row] = (struct suite_count){.vectors = 9, .negatives = 2};
        counts[row].streams[LAYOUT_SPLIT] = 7 + row;
    }
    assert_int_equal(counts_write(&t, table), 0);
    assert_int_equal(counts_known(&t, table), 0);

    counts[1].vectors = 8; /* a sample has fewer */
    counts[1].streams[LAYOUT_SPLIT] = 1;
    assert_int_equal(counts_known(&t, table), 0);
    counts[1].vectors = 10;
    assert_int_equal(counts_known(&t, table), 1);
    counts[1].vectors = 9;
    counts[1].negatives = 1; /* but all negative ones */
    counts[2].negatives = 3;
    assert_int_equal(counts_known(&t, table), 2);
    counts[1].negatives = counts[2].negatives = 2;
    counts[3].streams[LAYOUT_SPLIT] = 0; /* and each layout */
    assert_int_equal(counts_known(&t, table), 1);
    t.layouts = 1u << LAYOUT_ONE_SHOT; /* unless this one was not asked for */
    assert_int_equal(counts_known(&t, table), 0);
    t.layouts = 0;
    counts[3].streams[LAYOUT_SPLIT] = 1;
    counts[4].streams[LAYOUT_MOVED] = 1; /* which the full run had nothing of */
    assert_int_equal(counts_known(&t, table), 1);
    counts[4].streams[LAYOUT_MOVED] = 0;

    /* a table without its last row, and with half of another */
    from = fopen(table, "r");
    to = fopen(cut, "w");
    assert_non_null(from);
    assert_non_null(to);
    for (unsigned i = 0; i < rows && fgets(line, sizeof line, from); i++) {
        if (i == 5)
            line[strlen(line) - 8] = '\0';
        fputs(line, to);
        if (i == 5)
            fputs("\n", to);
    }
    fclose(from);
    fclose(to);
    assert_int_equal(counts_known(&t, cut), 2);
    assert_int_equal(counts_known(&t, "no-such-file.csv"), rows);

    t.classes = PUBLIC_KEY; /* none of which soft has */
    assert_int_equal(counts_known(&t, cut), 0);
    t.classes = 0;
    t.engine = linked("null"); /* another engine's rows are not in it */
    assert_int_equal(counts_known(&t, table), t.engine->ops->n_caps);
    remove(table);
    remove(cut);
}

static void read_file(void)
{
    FILE *f = fopen(path, "rb");
    long len;

    if (!f || fseek(f, 0, SEEK_END) != 0 || (len = ftell(f)) < 0 || fseek(f, 0, SEEK_SET) != 0) {
        perror(path);
        exit(2);
    }
    file_len = (size_t)len;
    file = (uint8_t *)malloc(file_len);
    if (!file || fread(file, 1, file_len, f) != file_len) {
        perror(path);
        exit(2);
    }
    fclose(f);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_layout_finds_its_fault),
        cmocka_unit_test(test_every_public_key_layout_finds_its_fault),
        cmocka_unit_test(test_slots_find_their_faults),
        cmocka_unit_test(test_cached_finds_its_faults),
        cmocka_unit_test(test_every_layout_has_a_fault),
        cmocka_unit_test(test_nothing_is_found_where_nothing_is_wrong),
        cmocka_unit_test(test_altered_vectors),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_known_counts),
    };
    int r;

    if (argc != 2) {
        fprintf(stderr, "usage: %s VECTORS\n", argv[0]);
        return 2;
    }
    path = argv[1];
    read_file();
    r = cmocka_run_group_tests(tests, NULL, NULL);
    free(file);
    return r;
}
