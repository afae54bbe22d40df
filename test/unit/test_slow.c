/* SPDX-License-Identifier: Apache-2.0 */
/* Software made slow: the processor's time is multiplied, the time of others is not, and settings are read strictly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "port/clock.h"
#include "port/linux/slow.h"

#define WORK_NS 20000000u

/* Keep the processor for ns of this thread's time. */
static void work(uint64_t ns)
{
    uint64_t began = obi_slow_now();

    while (obi_slow_now() - began < ns)
        continue;
}

/* What the work takes in all. */
static uint64_t slowed(uint32_t times, uint64_t ns)
{
    uint64_t began, piece;

    obi_slow_set(times);
    began = obi_slow_now();
    piece = obi_slow_begin();
    work(ns);
    obi_slow_end(piece);
    return obi_slow_now() - began;
}

static void multiplies_processor_time(void **state)
{
    (void)state;
    for (uint32_t times = 1; times <= 5; times += 2) {
        uint64_t took = slowed(times, WORK_NS);

        assert_in_range(took, times * WORK_NS, times * WORK_NS + WORK_NS / 10);
    }
    obi_slow_set(1);
}

/* A thread that waits, as one that others keep from the processor, is not slowed by that. */
static void others_do_not_count(void **state)
{
    const struct timespec nap = {.tv_nsec = 50000000};
    uint64_t began, piece;

    (void)state;
    obi_slow_set(OBI_SLOW_MAX);
    began = obi_slow_now();
    piece = obi_slow_begin();
    nanosleep(&nap, NULL);
    obi_slow_end(piece);
    assert_in_range(obi_slow_now() - began, 0, (uint64_t)nap.tv_nsec * OBI_SLOW_MAX / 10);
    obi_slow_set(1);
}

static void nothing_without_it(void **state)
{
    (void)state;
    assert_int_equal(obi_slow_times, 1);
    assert_true(obi_slow_begin() == 0); /* no clock is read */
    obi_slow_end(0);                    /* and nothing is waited for */
}

static void settings(void **state)
{
    static const char *const bad[] = {"", "0", "-1", "+2", " 2", "2 ", "2x", "1.5", "1001", "99999999999999999999"};
    uint32_t times;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(obi_slow_parse(bad[i], &times));
    assert_true(obi_slow_parse("1", &times) && times == 1);
    assert_true(obi_slow_parse("1000", &times) && times == OBI_SLOW_MAX);
}

static void files(void **state)
{
    (void)state;
    assert_int_equal(obi_slow_of(""), 1);
    assert_int_equal(obi_slow_of("a line\n"), 1);
    assert_int_equal(obi_slow_of("not the beginning of a " OBI_SLOW "4 times\n"), 1);
    assert_int_equal(obi_slow_of(OBI_SLOW "4 times\n"), 4);
    assert_int_equal(obi_slow_of("a line\n" OBI_SLOW "12 times\nanother\n"), 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_without_it),
        cmocka_unit_test(multiplies_processor_time),
        cmocka_unit_test(others_do_not_count),
        cmocka_unit_test(settings),
        cmocka_unit_test(files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
