/* SPDX-License-Identifier: Apache-2.0 */
/* How many operations at a time pay, on a made-up machine: threads that share processors and a device. What counts is
 * the work that all of them get done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <outboard/parallel.h>

#define US 1000u
#define MS 1000000u
#define S  1000000000u

#define THREADS_MAX 8
#define STEP_NS     (5 * US)
#define ALL         255 /* no limit */

struct machine {
    unsigned processors, engines; /* engines of the device, which work at the same time */
    uint64_t software_ns;         /* of an operation in own code */
    uint64_t around_ns;           /* of the processor, for an operation that is offloaded, */
    uint64_t device_ns;           /* and of the device */
    unsigned threads;
};

struct thread {
    uint64_t cpu_ns, device_ns; /* still to do, in this order */
    uint64_t queued;            /* number in the device's queue; 0: not in it */
    uint64_t began_ns;
    unsigned beside;
    bool offloaded;
};

struct run {
    struct machine m;
    struct ob_parallel parallel;
    unsigned fixed; /* number of operations at a time; ALL: as many as come; 0: none; with adapt: not used */
    bool adapt;
    struct thread thread[THREADS_MAX];
    unsigned offloaded;
    uint64_t now_ns, queue, ops;
};

static void begin(struct run *r, struct thread *t)
{
    bool may = r->adapt ? ob_parallel_may(&r->parallel, r->offloaded) : r->offloaded < r->fixed;

    *t = (struct thread){.began_ns = r->now_ns, .offloaded = may, .beside = r->offloaded + may};
    r->offloaded += may;
    t->cpu_ns = may ? r->m.around_ns : r->m.software_ns;
    t->device_ns = may ? r->m.device_ns : 0;
}

static void end(struct run *r, struct thread *t)
{
    r->offloaded -= t->offloaded;
    r->ops++;
    if (r->adapt)
        (void)ob_parallel_observe(&r->parallel, t->beside, !t->offloaded, r->m.software_ns, r->now_ns - t->began_ns);
    begin(r, t);
}

/* Threads share the processors evenly; the device takes them in turn. */
static void step(struct run *r)
{
    unsigned runnable = 0;
    uint64_t share, first;

    for (unsigned i = 0; i < r->m.threads; i++)
        runnable += r->thread[i].cpu_ns != 0;
    share = runnable > r->m.processors ? STEP_NS * r->m.processors / runnable : STEP_NS;
    first = r->queue; /* the lowest numbers of the queue are in the device */
    for (unsigned i = 0; i < r->m.threads; i++)
        if (r->thread[i].queued && r->thread[i].queued < first)
            first = r->thread[i].queued;
    r->now_ns += STEP_NS;
    for (unsigned i = 0; i < r->m.threads; i++) {
        struct thread *t = &r->thread[i];
        unsigned before = 0;

        if (t->cpu_ns) {
            t->cpu_ns -= t->cpu_ns < share ? t->cpu_ns : share;
            if (t->cpu_ns == 0 && t->device_ns)
                t->queued = ++r->queue;
        } else if (t->device_ns) {
            for (unsigned k = 0; k < r->m.threads; k++)
                before += r->thread[k].queued && r->thread[k].queued < t->queued;
            if (before < r->m.engines)
                t->device_ns -= t->device_ns < STEP_NS ? t->device_ns : STEP_NS;
        }
    }
    for (unsigned i = 0; i < r->m.threads; i++)
        if (r->thread[i].cpu_ns == 0 && r->thread[i].device_ns == 0)
            end(r, &r->thread[i]);
}

/* Operations in a second, after some seconds. */
static uint64_t rate(struct run *r, unsigned settle_s, unsigned count_s)
{
    for (unsigned i = 0; i < r->m.threads; i++)
        begin(r, &r->thread[i]);
    while (r->now_ns < (uint64_t)settle_s * S)
        step(r);
    r->ops = 0;
    while (r->now_ns < (uint64_t)(settle_s + count_s) * S)
        step(r);
    return r->ops / count_s;
}

/* The best that any fixed number gets done, and what is found. */
static void compare(const struct machine *m)
{
    uint64_t best = 0, found;
    unsigned at = 0;
    struct run r;

    for (unsigned n = 0; n <= m->threads; n++) {
        uint64_t got;

        r = (struct run){.m = *m, .fixed = n};
        got = rate(&r, 0, 1);
        at = got > best ? n : at;
        best = got > best ? got : best;
    }
    if (best == 0) {
        fail_msg("no operation ends");
        return;
    }
    r = (struct run){.m = *m, .adapt = true};
    found = rate(&r, 4, 4);
    print_message("%u threads, %u processors, software %u us, offloaded %u + %u us, %u engines: %u pay, %u %% of it\n",
                  m->threads, m->processors, (unsigned)(m->software_ns / US), (unsigned)(m->around_ns / US),
                  (unsigned)(m->device_ns / US), m->engines, at, (unsigned)(found * 100 / best));
    if (at > 0) /* otherwise prices send nothing to the engine */
        assert_true(found * 100 >= best * 95);
}

static void as_good_as_the_best_number(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 8; threads *= 2)
        for (unsigned engines = 1; engines <= 2; engines++)
            for (unsigned processors = 1; processors <= 2; processors++) {
                compare(&(struct machine){processors, engines, 500 * US, 50 * US, 300 * US, threads});
                compare(&(struct machine){processors, engines, 2000 * US, 1000 * US, 200 * US, threads});
                compare(&(struct machine){processors, engines, 4000 * US, 100 * US, 200 * US, threads});
            }
}

/* One thread, or several that never meet, leave it alone. */
static void nothing_to_find(void **state)
{
    struct run r = {.m = {1, 1, 500 * US, 50 * US, 300 * US, 1}, .adapt = true};

    (void)state;
    (void)rate(&r, 0, 2);
    assert_int_equal(r.parallel.limit, 0);
    assert_int_equal(r.parallel.trial, 0);
    assert_int_equal(r.parallel.refused, 0);
}

/* The others end: the limit is gone before it does harm. */
static void threads_come_and_go(void **state)
{
    struct run r = {.m = {1, 1, 500 * US, 50 * US, 300 * US, 4}, .adapt = true};

    (void)state;
    (void)rate(&r, 0, 4);
    assert_true(r.parallel.limit > 0 && r.parallel.limit < 4);
    r.m.threads = 1;
    r.offloaded = r.thread[0].offloaded;
    r.ops = 0;
    while (r.now_ns < (uint64_t)8 * S)
        step(&r);
    assert_int_equal(r.parallel.limit, 0);
    assert_true(r.ops > (uint64_t)4 * S / (360 * US));
}

/* ---- each step, exactly ---- */

#define LENGTH ((uint64_t)1 << 23) /* ns; a period has 32 operations of this length */

static struct ob_parallel p;
static unsigned changes;

static void observe(unsigned count, unsigned n, bool own, uint64_t work, uint64_t took)
{
    while (count--)
        changes += ob_parallel_observe(&p, n, own, work, took);
}

/* A period without a trial, in which the limit refuses one operation if there is a limit. */
static void plain_period(unsigned n, bool refuses)
{
    if (refuses)
        assert_false(ob_parallel_may(&p, p.limit));
    observe(32, n, true, LENGTH, LENGTH);
}

/* What begins a trial does not count, nor what ends it; the trial itself takes a period. */
static void trial(unsigned number, uint64_t work, uint64_t took)
{
    assert_int_equal(p.trial, number);
    observe(7, 2, true, LENGTH, LENGTH / 8);
    assert_int_equal(p.ops, 7);
    observe(1, 2, true, LENGTH, LENGTH / 8);
    assert_int_equal(p.ops, 0);
    observe(31, 2, true, work, took);
    assert_int_equal(p.trial, number);
    observe(1, 2, true, work, took);
    assert_int_equal(p.trial, 0);
    observe(8, 2, true, LENGTH, LENGTH);
    assert_int_equal(p.ops, 0);
}

static void failed_trials_make_pauses(void **state)
{
    unsigned pause = 0;

    (void)state;
    memset(&p, 0, sizeof p);
    changes = 0;
    for (unsigned i = 0; i < 5; i++) /* one at a time: there is nothing to try */
        plain_period(1, false);
    assert_int_equal(p.trial, 0);
    assert_int_equal(p.wait, 0);
    for (unsigned i = 0; i < 10; i++) {
        for (unsigned k = 0; k < pause; k++) {
            plain_period(2, false);
            assert_int_equal(p.trial, 0);
        }
        observe(31, 2, true, LENGTH, LENGTH);
        assert_int_equal(p.trial, 0);
        observe(1, 2, true, LENGTH, LENGTH);
        trial(1, LENGTH, LENGTH);
        if (i % 2) { /* after each second one: 8 periods, then twice as many, at most 64 */
            pause = i < 8 ? 8u << i / 2 : 64;
            assert_int_equal(p.wait, pause);
        } else {
            assert_int_equal(p.wait, 0);
            pause = 0;
        }
    }
    assert_int_equal(changes, 0);
    assert_int_equal(p.limit, 0);
}

static void a_good_step_stays(void **state)
{
    (void)state;
    memset(&p, 0, sizeof p);
    changes = 0;
    plain_period(2, false);
    trial(1, LENGTH, LENGTH); /* fails, and must not count once another has not */
    plain_period(2, false);
    trial(1, LENGTH + LENGTH / 16, LENGTH); /* more work in the same time */
    assert_int_equal(changes, 1);
    assert_int_equal(p.limit, 1);
    plain_period(1, true); /* none would be fewer: this fails at once, and the next one goes up */
    assert_int_equal(p.trial, 0);
    assert_int_equal(p.wait, 0);
    plain_period(1, true);
    trial(2, LENGTH, LENGTH);
    assert_int_equal(p.wait, 8);
    assert_int_equal(p.limit, 1);
    plain_period(1, false); /* nothing was refused: there is no need for a limit */
    assert_int_equal(p.limit, 0);
    assert_int_equal(changes, 1);
}

static void a_step_must_gain_a_share(void **state)
{
    (void)state;
    for (unsigned gains = 0; gains < 2; gains++) { /* a share of 1/32 of the time, and a unit more */
        memset(&p, 0, sizeof p);
        plain_period(2, false);
        trial(1, LENGTH, LENGTH - LENGTH / 32 - gains * 1024);
        assert_int_equal(p.limit, gains);
    }
}

/* Lengths above the longest count as that, so that no sum wraps. */
static void very_long_operations_are_alike(void **state)
{
    static const uint64_t longer[] = {OB_PARALLEL_LONGEST_NS << 1, OB_PARALLEL_LONGEST_NS << 2};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        memset(&p, 0, sizeof p);
        observe(32, 2, true, i ? LENGTH : longer[0], i ? longer[1] : LENGTH);
        assert_int_equal(p.trial, 1);
        observe(8, 2, true, LENGTH, LENGTH);
        observe(32, 2, true, i ? LENGTH : longer[1], i ? longer[0] : LENGTH);
        assert_int_equal(p.trial, 0);
        assert_int_equal(p.limit, 0);
    }
}

static void a_period_has_its_length(void **state)
{
    (void)state;
    memset(&p, 0, sizeof p);
    observe(31, 2, true, LENGTH, LENGTH / 2); /* just enough ns with the 32nd */
    assert_int_equal(p.trial, 0);
    observe(1, 2, true, LENGTH, LENGTH / 2);
    assert_int_equal(p.trial, 1);

    memset(&p, 0, sizeof p);
    observe(1, 2, true, LENGTH, 16 * LENGTH); /* 16 times as long as this one */
    observe(239, 2, true, LENGTH, LENGTH);
    assert_int_equal(p.trial, 0);
    observe(1, 2, true, LENGTH, LENGTH);
    assert_int_equal(p.trial, 1);
    assert_int_equal(p.longest_ns, 8 * LENGTH); /* an older one counts less */

    observe(8, 2, false, LENGTH, LENGTH); /* none has ended in own code yet, nor has the time passed */
    assert_int_equal(p.ops, 8);
    observe(7, 2, false, LENGTH, LENGTH);
    assert_int_equal(p.ops, 15);
    observe(1, 2, false, LENGTH, LENGTH);
    assert_int_equal(p.ops, 0);
}

/* The number has 8 bits. */
static void a_number_stays_within_its_bits(void **state)
{
    (void)state;
    memset(&p, 0, sizeof p);
    observe(32, 1000, true, LENGTH, LENGTH);
    assert_int_equal(p.trial, 254);
    memset(&p, 0, sizeof p);
    p.limit = 255;
    p.up = true;
    plain_period(255, true);
    assert_int_equal(p.trial, 0);
    plain_period(255, true);
    assert_int_equal(p.trial, 254);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_trials_make_pauses),  cmocka_unit_test(a_good_step_stays),
        cmocka_unit_test(a_step_must_gain_a_share),   cmocka_unit_test(very_long_operations_are_alike),
        cmocka_unit_test(a_period_has_its_length),    cmocka_unit_test(a_number_stays_within_its_bits),
        cmocka_unit_test(as_good_as_the_best_number), cmocka_unit_test(nothing_to_find),
        cmocka_unit_test(threads_come_and_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
