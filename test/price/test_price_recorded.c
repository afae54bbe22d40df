/* SPDX-License-Identifier: Apache-2.0 */
/* The proof on recorded costs: prices fitted on half of a board's lengths are judged by the recorded costs at the other
 * half. With "planted" as second argument one price is wrong on purpose, and the test must fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "test/price/recorded.h"

#define LOSS_MAX     1.05 /* the choice costs at most this much of the better engine's */
#define TABLES       8
#define CROSSOVER_BY 1.15 /* two ways of finding a border agree within this factor */

static const char *folder;
static bool planted;
static struct recorded_board board;

/* Which engines take part, and what their costs count for. */
struct trial {
    const struct recorded *table;
    unsigned engine[RECORDED_ENGINES];
    unsigned n_engines;
    uint8_t objective;
};

static double cost_at(const struct trial *t, unsigned e, unsigned i)
{
    return t->objective == OB_CPU_TIME ? t->table->cpu[t->engine[e]][i] : t->table->cost[t->engine[e]][i];
}

/* Give the trial's engines prices fitted on the lengths in the mask; the number of segments of all. wrong: an engine
 * whose price is a quarter of what it should be, or -1. */
static int set_prices(const struct trial *t, unsigned mask, int wrong)
{
    const struct recorded *r = t->table;
    char names[RECORDED_ENGINES][32];
    uint8_t alg = ob_alg_from_name(r->algorithm);
    int total = 0;

    for (unsigned e = 0; e < t->n_engines; e++)
        memcpy(names[e], r->engine[t->engine[e]], sizeof names[e]);
    if (!recorded_start(&board, names, t->n_engines, alg, r->bits))
        return -1;
    board.dispatcher.policy.objective = t->objective;
    for (unsigned e = 0; e < t->n_engines; e++) {
        struct ob_price_sample s[RECORDED_LENS];
        struct ob_price p[RECORDED_LENS];
        size_t n = 0;
        int segments;

        for (unsigned i = 0; i < r->n_lens; i++)
            if (mask >> i & 1) {
                double by = (int)e == wrong ? 0.25 : 1;
                s[n++] = (struct ob_price_sample){r->len[i], (uint32_t)(r->cost[t->engine[e]][i] * by + 0.5),
                                                  (uint32_t)(r->cpu[t->engine[e]][i] * by + 0.5)};
            }
        segments = ob_price_fit(p, RECORDED_LENS, s, n, 0);
        if (segments < 1)
            return -1;
        total += segments;
        recorded_price(&board, e, alg, r->bits, p);
    }
    return recorded_load(&board) ? total : -1;
}

/* The worst loss of the dispatcher's choices at the lengths in the mask, as a factor; 0 if a choice failed. */
static double judge(const struct trial *t, unsigned mask)
{
    double worst = 1;

    for (unsigned i = 0; i < t->table->n_lens; i++) {
        double best = cost_at(t, 0, i), loss;
        int chosen;

        if (!(mask >> i & 1))
            continue;
        for (unsigned e = 1; e < t->n_engines; e++)
            best = cost_at(t, e, i) < best ? cost_at(t, e, i) : best;
        chosen = recorded_choice(&board, ob_alg_from_name(t->table->algorithm), t->table->bits, t->table->len[i]);
        if (chosen < 0)
            return 0;
        loss = cost_at(t, (unsigned)chosen, i) / best;
        worst = loss > worst ? loss : worst;
    }
    return worst;
}

/* Fit on some lengths, judge at the others. If that loses too much, the price must become piecewise: fitted on all
 * lengths it has more segments, and loses nothing that matters anywhere. */
static void prove(const struct trial *t, unsigned fit, unsigned all)
{
    int wrong = planted ? 0 : -1; /* the first engine of every table is the accelerator */
    int few = set_prices(t, fit, wrong), many;
    double loss, whole;

    assert_true(few > 0);
    loss = judge(t, all & ~fit);
    assert_true(loss >= 1);
    many = set_prices(t, all, wrong);
    whole = judge(t, all);
    printf("  %-14s %-8s %3u bits %-10s against %-10s %-7s fit %02x: loses %4.1f %% at the others, %4.1f %% anywhere "
           "with all (%d, %d segments)\n",
           t->table->board, t->table->algorithm, t->table->bits, t->table->engine[t->engine[0]],
           t->table->engine[t->engine[t->n_engines - 1]], t->objective == OB_CPU_TIME ? "CPU" : "latency", fit,
           100 * (loss - 1), 100 * (whole - 1), few, many);
    if (whole > LOSS_MAX)
        fail_msg("%s %s: the choice loses %.1f %%", t->table->board, t->table->algorithm, 100 * (whole - 1));
    if (loss > LOSS_MAX && many <= few)
        fail_msg("%s %s: the choice loses %.1f %% and the price does not become piecewise", t->table->board,
                 t->table->algorithm, 100 * (loss - 1));
}

/* Both halves of the alternating lengths; of three lengths only the outer two say enough to fit. */
static void prove_halves(const struct trial *t)
{
    unsigned all = (1u << t->table->n_lens) - 1;

    prove(t, 0x55 & all, all);
    if (t->table->n_lens >= 4)
        prove(t, 0xaa & all, all);
}

static size_t read_table(const char *name, struct recorded *tables)
{
    char path[4096];
    size_t n;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    n = recorded_read(path, tables, TABLES);
    if (n == 0)
        fail_msg("%s cannot be read or is wrong", path);
    return n;
}

static void test_boards(void **state)
{
    static const char *const files[] = {"wrt3200acm.csv", "wrt32x.csv", "mvebu-a9.csv",   "polarfire-soc.csv",
                                        "am62lx.csv",     "mt7621.csv", "qemu-virtio.csv"};
    unsigned trials = 0;

    (void)state;
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
        struct recorded tables[TABLES];
        size_t n = read_table(files[f], tables);

        for (size_t k = 0; k < n; k++) {
            const struct recorded *r = &tables[k];
            for (unsigned a = 0; a < r->n_engines; a++)
                for (unsigned b = a + 1; b < r->n_engines; b++, trials++)
                    prove_halves(&(struct trial){r, {a, b}, 2, OB_LATENCY});
            if (r->n_engines > 2) {
                prove_halves(&(struct trial){r, {0, 1, 2}, 3, OB_LATENCY});
                trials++;
            }
        }
    }
    assert_true(trials >= 12); /* nothing was skipped: 8 tables of two engines, 1 of three with 3 pairs and itself */
}

/* Where an accelerator leaves the CPU free, the objective CPU time chooses it earlier than latency does. */
static void test_cpu_time(void **state)
{
    struct recorded tables[TABLES];
    const struct recorded *r = &tables[0];
    unsigned all;

    (void)state;
    assert_int_equal(read_table("am62lx.csv", tables), 1);
    assert_string_equal(r->engine[0], "dthev2");
    assert_string_equal(r->engine[1], "software");
    all = (1u << r->n_lens) - 1;
    prove_halves(&(struct trial){r, {0, 1}, 2, OB_CPU_TIME});
    assert_true(set_prices(&(struct trial){r, {0, 1}, 2, OB_LATENCY}, all, -1) > 0);
    assert_int_equal(recorded_choice(&board, OB_AES_CBC, r->bits, 1024), 1);
    assert_int_equal(recorded_choice(&board, OB_AES_CBC, r->bits, 16384), 0);
    board.dispatcher.policy.objective = OB_CPU_TIME;
    assert_int_equal(recorded_choice(&board, OB_AES_CBC, r->bits, 1024), 0);
    assert_int_equal(recorded_choice(&board, OB_AES_CBC, r->bits, 64), 1);
}

/* The border that the prices give is where others found it by hand. */
static void test_crossovers(void **state)
{
    static const char *const files[] = {"wrt3200acm.csv", "mvebu-a9.csv"};

    (void)state;
    for (size_t f = 0; f < 2; f++) {
        struct recorded tables[TABLES];
        const struct recorded *r = &tables[0];
        unsigned border = 16;

        assert_int_equal(read_table(files[f], tables), 1);
        assert_true(r->crossover > 0);
        assert_true(set_prices(&(struct trial){r, {0, 1}, 2, OB_LATENCY}, (1u << r->n_lens) - 1, planted ? 0 : -1) > 0);
        while (border < 65536 && recorded_choice(&board, OB_AES_CBC, r->bits, border) != 0)
            border += 16;
        printf("  %s: border at %u bytes, recorded %u\n", r->board, border, r->crossover);
        assert_true(border < r->crossover * CROSSOVER_BY && r->crossover < border * CROSSOVER_BY);
    }
}

/* ---- Helios4: hashing ---- */

/* The HTTPS table records whole downloads: time per record of a TLS cipher suite with cipher and hash each on an
 * engine. The difference between two configurations is the difference between two engines for one of the algorithms,
 * and a choice depends on that difference only: the common part is set to what the cheaper engine costs at least. */
static unsigned find_engine(const struct recorded *r, const char *name)
{
    unsigned e = 0;

    while (e < r->n_engines && strcmp(r->engine[e], name) != 0)
        e++;
    assert_true(e < r->n_engines);
    return e;
}

static void differ(uint8_t alg, unsigned bits, double software, double device, double common, uint8_t objective)
{
    double least = software < device ? software : device;
    struct ob_price p[2];

    for (unsigned e = 0; e < 2; e++) {
        double cost = (e == 0 ? device : software) - least + common;
        p[e] = (struct ob_price){.upto = OB_UPTO_ANY, .setup = (uint32_t)cost, .cpu_setup = (uint32_t)cost};
        recorded_price(&board, e, alg, bits, &p[e]);
    }
    board.dispatcher.policy.objective = objective;
}

static void hashing_stays(const struct recorded *r, uint8_t hash, uint8_t objective, double common)
{
    char names[2][32] = {"cryptodev", "software"};
    unsigned soft = find_engine(r, "software"), both = find_engine(r, "cryptodev+hashing"),
             cipher = find_engine(r, "cryptodev");
    const double(*cost)[RECORDED_LENS] = objective == OB_CPU_TIME ? r->cpu : r->cost;
    double hash_software = cost[cipher][0], hash_device = cost[both][0];
    int hash_on, cipher_on;
    unsigned chosen;

    if (planted)
        hash_device /= 4;
    assert_true(recorded_start(&board, names, 2, hash, 0));
    differ(hash, 0, hash_software, hash_device, common, objective);
    assert_true(recorded_load(&board));
    hash_on = recorded_choice(&board, hash, 0, r->len[0]);
    assert_true(recorded_start(&board, names, 2, OB_AES_CBC, r->bits));
    differ(OB_AES_CBC, r->bits, cost[soft][0], cost[cipher][0], common, objective);
    assert_true(recorded_load(&board));
    cipher_on = recorded_choice(&board, OB_AES_CBC, r->bits, r->len[0]);
    assert_true(hash_on >= 0 && cipher_on >= 0);
    assert_int_equal(hash_on, 1);   /* hashing is not offloaded */
    assert_int_equal(cipher_on, 0); /* encryption is */
    chosen = cipher_on == 1 ? soft : hash_on == 0 ? both : cipher;
    for (unsigned e = 0; e < r->n_engines; e++) /* so the whole is the best of all recorded configurations */
        assert_true(cost[chosen][0] <= cost[e][0]);
}

static void test_hashing(void **state)
{
    struct recorded tables[TABLES];
    size_t n = read_table("helios4-https.csv", tables);

    (void)state;
    assert_int_equal(n, 3);
    for (size_t k = 0; k < n; k++) {
        uint8_t hash = strcmp(tables[k].algorithm, "aes-cbc+sha1") == 0 ? OB_SHA1 : OB_SHA256;

        for (int common = 0; common <= 1000000; common += 250000) {
            hashing_stays(&tables[k], hash, OB_LATENCY, common);
            hashing_stays(&tables[k], hash, OB_CPU_TIME, common);
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_cpu_time),
        cmocka_unit_test(test_crossovers),
        cmocka_unit_test(test_hashing),
    };

    if (argc < 2)
        return 2;
    folder = argv[1];
    planted = argc > 2 && strcmp(argv[2], "planted") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
