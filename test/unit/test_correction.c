/* SPDX-License-Identifier: Apache-2.0 */
/* Prices that follow what operations take, on a made-up clock: processes that share a device, a processor, or neither;
 * a device that slows down and recovers. What counts is the time that all operations took. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/correction.h>

#define US 1000u
#define MS 1000000u
#define S  1000000000u

#define PROCESSES_MAX 4

enum way { SOFTWARE_ALWAYS, OFFLOAD_ALWAYS, BY_PRICE, ADAPT };

/* One kind of operation on a machine. */
struct machine {
    uint64_t software_ns, offload_ns; /* as measured */
    uint64_t device_ns;               /* of offload_ns, while no other operation has the device */
    unsigned slow;                    /* the device takes this many times longer, in per cent; 0: 100 */
    unsigned noise;                   /* per cent, up and down */
    uint64_t slice_ns;                /* a process in software runs so long, and then another one does */
    /* state */
    uint64_t device_free_ns;
    uint32_t random;
};

struct process {
    struct ob_correction correction;
    uint64_t now_ns, ops, offloaded, changes;
    uint64_t slice_left_ns;
};

static uint64_t noisy(struct machine *m, uint64_t ns)
{
    m->random = m->random * 1664525u + 1013904223u; /* Numerical Recipes, section 7.1 */
    return m->noise ? ns - ns * m->noise / 100 + ns * m->noise / 100 * (m->random >> 16) / 32768 : ns;
}

static uint64_t in_software(struct machine *m, struct process *p)
{
    uint64_t left = noisy(m, m->software_ns), took = 0;

    while (m->slice_ns && left >= p->slice_left_ns) {
        left -= p->slice_left_ns;
        took += p->slice_left_ns + m->slice_ns; /* of the other process */
        p->slice_left_ns = m->slice_ns;
    }
    if (m->slice_ns)
        p->slice_left_ns -= left;
    return took + left;
}

static uint64_t on_device(struct machine *m, const struct process *p)
{
    uint64_t device = noisy(m, m->device_ns) * (m->slow ? m->slow : 100) / 100;
    uint64_t begin = p->now_ns + (m->offload_ns - m->device_ns);

    begin = begin > m->device_free_ns ? begin : m->device_free_ns;
    m->device_free_ns = begin + device;
    return m->device_free_ns - p->now_ns;
}

static void step(struct machine *m, struct process *p, enum way way)
{
    const uint64_t price[2] = {m->software_ns, m->offload_ns};
    enum ob_server server = OB_SERVER_CALLER, other;
    uint64_t took;

    if (way == OFFLOAD_ALWAYS || (way == BY_PRICE && price[1] < price[0]))
        server = OB_SERVER_ENGINE;
    if (way == ADAPT)
        server = ob_correction_choose(&p->correction, ob_correction_cost(&p->correction, OB_SERVER_CALLER, price[0]),
                                      ob_correction_cost(&p->correction, OB_SERVER_ENGINE, price[1]));
    took = server == OB_SERVER_ENGINE ? on_device(m, p) : in_software(m, p);
    p->now_ns += took;
    p->ops++;
    p->offloaded += server == OB_SERVER_ENGINE;
    other = server == OB_SERVER_ENGINE ? OB_SERVER_CALLER : OB_SERVER_ENGINE;
    if (way == ADAPT)
        p->changes += ob_correction_observe(&p->correction, server, price[server],
                                            ob_correction_cost(&p->correction, other, price[other]), took);
}

/* Until a time, who is behind first. */
static void run(struct machine *m, struct process *p, unsigned n, enum way way, uint64_t until_ns)
{
    for (;;) {
        struct process *first = &p[0];

        for (unsigned i = 1; i < n; i++)
            first = p[i].now_ns < first->now_ns ? &p[i] : first;
        if (first->now_ns >= until_ns)
            return;
        step(m, first, way);
    }
}

/* Operations of n processes in a time, after they had another one to see how things are. */
static uint64_t done(struct machine m, unsigned n, enum way way)
{
    struct process p[PROCESSES_MAX] = {0};
    uint64_t before = 0, after = 0;

    for (unsigned i = 0; i < n; i++)
        p[i].slice_left_ns = m.slice_ns;
    run(&m, p, n, way, S / 2);
    for (unsigned i = 0; i < n; i++)
        before += p[i].ops;
    run(&m, p, n, way, 2ull * S);
    for (unsigned i = 0; i < n; i++)
        after += p[i].ops;
    return after - before;
}

/* What adapting gets done, by the better of both ways. */
static double by_better(const struct machine *m, unsigned n)
{
    uint64_t software = done(*m, n, SOFTWARE_ALWAYS), offload = done(*m, n, OFFLOAD_ALWAYS);

    return (double)done(*m, n, ADAPT) / (double)(software > offload ? software : offload);
}

/* ---- tests ---- */

/* Without a correction the prices decide. */
static void nothing_to_correct(void **state)
{
    (void)state;
    assert_int_equal(ob_correction_choose(NULL, 1, 2), OB_SERVER_CALLER);
    assert_int_equal(ob_correction_choose(NULL, 2, 1), OB_SERVER_ENGINE);
    assert_int_equal(ob_correction_choose(NULL, 2, 2), OB_SERVER_CALLER);
}

/* What was observed counts 1 / (1 + t / T) after a time t of operations; one that takes for ever is as good as none. */
static void observations_fade(void **state)
{
    static const uint64_t took[] = {OB_CORRECTION_MEMORY_NS / 64, OB_CORRECTION_MEMORY_NS / 2, OB_CORRECTION_MEMORY_NS,
                                    10 * OB_CORRECTION_MEMORY_NS};
    struct ob_correction c;

    (void)state;
    for (size_t i = 0; i < sizeof took / sizeof took[0]; i++) {
        double left = 1e9 / (1 + (double)took[i] / (double)OB_CORRECTION_MEMORY_NS);

        memset(&c, 0, sizeof c);
        c.observed_ns[OB_SERVER_CALLER] = c.priced_ns[OB_SERVER_CALLER] = S;
        (void)ob_correction_observe(&c, OB_SERVER_ENGINE, took[i], took[i], took[i]);
        assert_in_range(c.observed_ns[OB_SERVER_CALLER], (uint64_t)(0.99 * left), (uint64_t)(1.01 * left));
        assert_in_range(c.priced_ns[OB_SERVER_CALLER], (uint64_t)(0.99 * left), (uint64_t)(1.01 * left));
    }
    c.observed_ns[OB_SERVER_CALLER] = S;
    (void)ob_correction_observe(&c, OB_SERVER_ENGINE, US, US, UINT64_MAX);
    assert_in_range(c.observed_ns[OB_SERVER_CALLER], 0, S / 100);
}

/* A trial succeeds with its last operation, and with the last nanosecond of its time. */
static void a_trial_is_as_long_as_it_must(void **state)
{
    struct ob_correction c = {0};

    (void)state;
    assert_int_equal(ob_correction_choose(&c, MS, 2 * MS), OB_SERVER_CALLER);
    assert_int_equal(ob_correction_choose(&c, 4 * MS, MS), OB_SERVER_ENGINE);
    for (unsigned i = 1; i <= OB_CORRECTION_TRIAL_OPS; i++)
        assert_int_equal(
            ob_correction_observe(&c, OB_SERVER_ENGINE, MS, 4 * MS, OB_CORRECTION_TRIAL_NS / OB_CORRECTION_TRIAL_OPS),
            i == OB_CORRECTION_TRIAL_OPS);
}

static void as_measured(void **state)
{
    static const unsigned offload_us[] = {20, 80, 95, 105, 120, 500};

    (void)state;
    for (size_t i = 0; i < sizeof offload_us / sizeof offload_us[0]; i++) {
        struct machine m = {.software_ns = 100 * US, .offload_ns = offload_us[i] * US, .noise = 2};
        struct process p = {0};

        m.device_ns = m.offload_ns / 2;
        run(&m, &p, 1, ADAPT, 10ull * S);
        assert_int_equal(p.changes, 0);
        assert_int_equal(p.offloaded, offload_us[i] < 100 ? p.ops : 0);
    }
}

/* Two processes on processors of their own, one device. */
static void two_share_a_device(void **state)
{
    static const unsigned software_us[] = {60, 100, 130, 170, 190, 220, 300, 1000};
    static const unsigned device_us[] = {20, 60, 80, 99};
    double least = 9, fixed_least = 9;

    (void)state;
    for (size_t i = 0; i < sizeof software_us / sizeof software_us[0]; i++)
        for (size_t k = 0; k < sizeof device_us / sizeof device_us[0]; k++)
            for (unsigned n = 1; n <= PROCESSES_MAX; n++) {
                struct machine m = {.software_ns = software_us[i] * US, .offload_ns = 100 * US, .noise = 3};
                uint64_t software, offload, fixed;
                double ratio;

                m.device_ns = device_us[k] * US;
                ratio = by_better(&m, n);
                software = done(m, n, SOFTWARE_ALWAYS);
                offload = done(m, n, OFFLOAD_ALWAYS);
                fixed = done(m, n, BY_PRICE);
                if (ratio < 0.95)
                    fail_msg("%u processes, %u us in software, %u of the device: %.3f of the better way", n,
                             software_us[i], device_us[k], ratio);
                least = ratio < least ? ratio : least;
                ratio = (double)fixed / (double)(software > offload ? software : offload);
                fixed_least = ratio < fixed_least ? ratio : fixed_least;
            }
    printf("of the better way: at least %.3f; with prices as measured %.3f\n", least, fixed_least);
    assert_true(fixed_least < 0.8); /* else this test shows nothing */
}

/* Two processes and one processor: in software each takes twice as long. What the processor does for an offloaded
 * operation is small here. */
static void two_share_a_processor(void **state)
{
    static const unsigned offload_us[] = {40, 90, 120, 150, 180, 300};

    (void)state;
    for (size_t i = 0; i < sizeof offload_us / sizeof offload_us[0]; i++) {
        struct machine m = {.software_ns = 100 * US, .offload_ns = offload_us[i] * US, .slice_ns = 4 * MS};

        m.device_ns = 10 * US;
        if (by_better(&m, 2) < 0.95)
            fail_msg("%u us offloaded: %.3f of the better way", offload_us[i], by_better(&m, 2));
    }
}

static void slows_down_and_recovers(void **state)
{
    struct machine m = {.software_ns = 150 * US, .offload_ns = 100 * US, .device_ns = 80 * US, .noise = 3};
    struct process p = {0}, before;

    (void)state;
    run(&m, &p, 1, ADAPT, 1ull * S);
    assert_int_equal(p.offloaded, p.ops);
    m.slow = 400; /* 340 us */
    run(&m, &p, 1, ADAPT, 1ull * S + 50 * MS);
    before = p;
    run(&m, &p, 1, ADAPT, 3ull * S);
    assert_true((p.ops - before.ops) * 150 * US > (p.now_ns - before.now_ns) / 100 * 97); /* in software, but for 3 % */
    assert_int_equal(p.correction.preferred, OB_SERVER_CALLER + 1);
    m.slow = 100;
    run(&m, &p, 1, ADAPT, 3ull * S + 500 * MS);
    before = p;
    run(&m, &p, 1, ADAPT, 5ull * S);
    assert_int_equal(p.offloaded - before.offloaded, p.ops - before.ops);
    assert_int_equal(p.changes, 2);
}

static void no_flapping_at_the_crossing(void **state)
{
    (void)state;
    for (unsigned software_us = 95; software_us <= 105; software_us++)
        for (unsigned n = 1; n <= 2; n++) {
            struct machine m = {.software_ns = software_us * US, .offload_ns = 100 * US, .noise = 20};
            struct process p[2] = {0};

            m.device_ns = 40 * US; /* never two at a time for long */
            run(&m, p, n, ADAPT, 20ull * S);
            for (unsigned i = 0; i < n; i++)
                assert_in_range(p[i].changes, 0, 10); /* of 200,000 operations */
        }
}

/* However slow, its factor stays within bounds, and what trials cost is a small part of the time. */
static void bounds(void **state)
{
    static const unsigned slow[] = {200, 1000, 10000, 1000000}; /* the last: 800 ms instead of 80 us */

    (void)state;
    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++) {
        struct machine m = {.software_ns = 150 * US, .offload_ns = 100 * US, .device_ns = 80 * US, .slow = slow[i]};
        struct process p = {0};

        run(&m, &p, 1, ADAPT, 4ull * S);
        assert_in_range(p.correction.factor[OB_SERVER_ENGINE], OB_CORRECTION_ONE, OB_CORRECTION_MAX);
        run(&m, &p, 1, ADAPT, 100ull * S);
        assert_in_range(p.correction.factor[OB_SERVER_ENGINE], OB_CORRECTION_ONE, OB_CORRECTION_MAX);
        if (p.ops * 150 * US < p.now_ns / 1000 * (slow[i] < 100000 ? 995 : 980)) /* one trial of the last takes 0.8 % */
            fail_msg("%u times slower: %.3f of the time in software", slow[i] / 100,
                     (double)(p.ops * 150 * US) / (double)p.now_ns);
    }
    {
        struct ob_correction a = {0};

        for (int i = 0; i < 100000; i++)
            (void)ob_correction_observe(&a, OB_SERVER_ENGINE, UINT64_MAX, UINT64_MAX, 1);
        assert_int_equal(a.factor[OB_SERVER_ENGINE], OB_CORRECTION_MIN);
        for (int i = 0; i < 100000; i++)
            (void)ob_correction_observe(&a, OB_SERVER_ENGINE, 0, 0, MS);
        assert_true(a.factor[OB_SERVER_ENGINE] > OB_CORRECTION_ONE);
        (void)ob_correction_observe(&a, OB_SERVER_ENGINE, UINT64_MAX, 0, UINT64_MAX);
        for (int i = 0; i < 100000; i++)
            (void)ob_correction_observe(&a, OB_SERVER_ENGINE, 1, 0, MS);
        assert_int_equal(a.factor[OB_SERVER_ENGINE], OB_CORRECTION_MAX);
        assert_true(ob_correction_cost(&a, OB_SERVER_ENGINE, UINT64_MAX) == UINT64_MAX);
    }
}

/* One operation during which the machine slept is soon forgotten. */
static void one_that_was_late(void **state)
{
    struct machine m = {.software_ns = 150 * US, .offload_ns = 100 * US, .device_ns = 80 * US};
    struct process p = {0}, before;

    (void)state;
    run(&m, &p, 1, ADAPT, 1ull * S);
    (void)ob_correction_observe(&p.correction, OB_SERVER_ENGINE, 100 * US, 150 * US, 3600ull * S);
    run(&m, &p, 1, ADAPT, 2ull * S);
    before = p;
    run(&m, &p, 1, ADAPT, 3ull * S);
    assert_int_equal(p.offloaded - before.offloaded, p.ops - before.ops);
}

/* Who serves the next operation once either way was seen to take so many per mille of its measured price. */
static enum ob_server next_of(uint64_t software_ns, uint64_t offload_ns, unsigned software_seen, unsigned offload_seen,
                              enum ob_server held)
{
    const uint64_t price[2] = {software_ns, offload_ns}, seen[2] = {software_seen, offload_seen};
    struct ob_correction a = {0};

    for (unsigned i = 0; i < 20000; i++)
        (void)ob_correction_observe(&a, i % 2, price[i % 2], price[1 - i % 2], price[i % 2] * seen[i % 2] / 1000);
    a.preferred = (uint8_t)(held + 1);
    return ob_correction_choose(&a, ob_correction_cost(&a, OB_SERVER_CALLER, software_ns),
                                ob_correction_cost(&a, OB_SERVER_ENGINE, offload_ns));
}

/* Where the processor is crowded, the engine that is cheaper by its measured price may take up to an eighth longer than
 * software. The way that is taken keeps it until the other one is 1/32 cheaper: so 1.125 is looked at from both. */
static void crowded_processor(void **state)
{
    static const struct {
        unsigned software_ns, offload_ns, software_seen, offload_seen;
        bool from_offload, from_software; /* whether the next one is offloaded */
    } cases[] = {
        {150 * US, 100 * US, 2000, 3000, true, true},    /* 300 us and 300 */
        {150 * US, 100 * US, 2000, 3200, true, true},    /* 300 and 320 */
        {150 * US, 100 * US, 2000, 3360, true, false},   /* 300 and 336: within 1/32 */
        {150 * US, 100 * US, 2000, 3600, false, false},  /* 300 and 360: too long */
        {150 * US, 100 * US, 8000, 12800, true, true},   /* however crowded, */
        {150 * US, 100 * US, 8000, 14400, false, false}, /* it is no more */
        {150 * US, 100 * US, 1560, 2500, true, false}, /* 234 and 250: less than an eighth, where it is less crowded, */
        {150 * US, 100 * US, 1450, 2300, false, false}, /* 217 and 230: and nothing below */
        {100 * US, 110 * US, 2000, 1950, false, false}, /* 200 and 214: software is cheaper by its price, too */
        {100 * US, 110 * US, 2000, 1800, true, false},  /* 200 and 198 */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(next_of(cases[i].software_ns, cases[i].offload_ns, cases[i].software_seen,
                                 cases[i].offload_seen, OB_SERVER_ENGINE) == OB_SERVER_ENGINE,
                         cases[i].from_offload);
        assert_int_equal(next_of(cases[i].software_ns, cases[i].offload_ns, cases[i].software_seen,
                                 cases[i].offload_seen, OB_SERVER_CALLER) == OB_SERVER_ENGINE,
                         cases[i].from_software);
    }
}

static void classes_and_threads(void **state)
{
    struct ob_correction a[OB_CORRECTION_CLASSES] = {0};

    (void)state;
    assert_ptr_equal(ob_correction_of(a, 1), &a[0]);
    assert_ptr_equal(ob_correction_of(a, 64), &a[0]);
    assert_ptr_equal(ob_correction_of(a, 65), &a[1]);
    assert_ptr_equal(ob_correction_of(a, 65536), &a[10]);
    assert_ptr_equal(ob_correction_of(a, 65537), &a[11]);
    assert_ptr_equal(ob_correction_of(a, SIZE_MAX), &a[11]);
    /* One of 64 is looked at, one of 32 once software is slow, and each while an engine serves. */
    for (unsigned i = 1; i <= 128; i++)
        assert_int_equal(ob_correction_sample(a), i % 64 == 0);
    for (unsigned i = 0; i < 100; i++)
        (void)ob_correction_observe(&a[1], OB_SERVER_CALLER, 40 * US, 60 * US, 100 * US);
    for (unsigned i = 1; i <= 128; i++)
        assert_int_equal(ob_correction_sample(&a[1]), i % 32 == 0);
    /* More of long ones. */
    (void)ob_correction_observe(&a[3], OB_SERVER_CALLER, 100 * US, 150 * US, 100 * US);
    for (unsigned i = 1; i <= 128; i++)
        assert_int_equal(ob_correction_sample(&a[3]), i % 16 == 0);
    for (unsigned i = 0; i < 100; i++)
        (void)ob_correction_observe(&a[3], OB_SERVER_CALLER, 100 * US, 150 * US, 200 * US);
    for (unsigned i = 1; i <= 128; i++)
        assert_int_equal(ob_correction_sample(&a[3]), i % 4 == 0);
    (void)ob_correction_choose(&a[2], 150 * US, 100 * US);
    (void)ob_correction_observe(&a[2], OB_SERVER_ENGINE, 100 * US, 150 * US, 100 * US);
    for (unsigned i = 1; i <= 32; i++)
        assert_true(ob_correction_sample(&a[2]));
    /* While another thread is at it, nothing is seen and nothing changes. */
    assert_int_equal(ob_correction_choose(a, 150, 100), OB_SERVER_ENGINE);
    a[0].lock = 1;
    assert_false(ob_correction_observe(a, OB_SERVER_ENGINE, 100, 150, 1000));
    assert_int_equal(ob_correction_factor(a, OB_SERVER_ENGINE), OB_CORRECTION_ONE);
    assert_int_equal(ob_correction_choose(a, 100, 150), OB_SERVER_ENGINE);
    a[0].lock = 0;
    assert_int_equal(ob_correction_choose(a, 100, 150), OB_SERVER_CALLER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_correct),
        cmocka_unit_test(observations_fade),
        cmocka_unit_test(a_trial_is_as_long_as_it_must),
        cmocka_unit_test(as_measured),
        cmocka_unit_test(two_share_a_device),
        cmocka_unit_test(two_share_a_processor),
        cmocka_unit_test(slows_down_and_recovers),
        cmocka_unit_test(no_flapping_at_the_crossing),
        cmocka_unit_test(bounds),
        cmocka_unit_test(one_that_was_late),
        cmocka_unit_test(crowded_processor),
        cmocka_unit_test(classes_and_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
