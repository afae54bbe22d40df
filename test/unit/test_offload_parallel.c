/* SPDX-License-Identifier: Apache-2.0 */
/* Several threads of a process on engine afalg: as many operations are in the kernel at a time, up to the limit. */
#include "offload_host.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#define THREADS 4
#define LEN     4096
#define LATE_S  0.2 /* what the order "late" adds to an operation */

struct job {
    pthread_t thread;
    unsigned ops;
    unsigned served; /* by afalg */
    bool wrong;      /* an error, or a wrong result */
};

/* Encrypt in place; software serves what afalg does not. */
static void *encrypt(void *arg)
{
    struct job *j = (struct job *)arg;
    uint8_t data[LEN];
    struct ob_session s;

    j->wrong = ob_session_open(&s, &d, OB_AES_CBC, key, 16) != OB_OK;
    for (unsigned i = 0; i < j->ops && !j->wrong; i++) {
        struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                           .iv = iv,
                           .iv_len = 16,
                           .in = data,
                           .in_len = LEN,
                           .out = data,
                           .out_size = LEN};

        memcpy(data, text, LEN);
        j->wrong = ob_run(&s, &op) != OB_OK || memcmp(data, want, LEN) != 0;
        j->served += op.engine == ob_engine_afalg.index;
    }
    ob_session_close(&s);
    return NULL;
}

/* Operations that afalg served of ops by each of n threads, at the same time; -1: something was wrong. */
static int served(unsigned n, unsigned ops)
{
    struct job job[THREADS] = {0};
    int sum = 0;
    bool wrong = false;

    for (unsigned i = 0; i < n; i++) {
        job[i].ops = ops;
        if (pthread_create(&job[i].thread, NULL, encrypt, &job[i]) != 0)
            return -1;
    }
    for (unsigned i = 0; i < n; i++) {
        (void)pthread_join(job[i].thread, NULL);
        sum += (int)job[i].served;
        wrong |= job[i].wrong;
    }
    return wrong ? -1 : sum;
}

static void begin_anew(uint32_t parallel)
{
    ob_offload_settings.parallel = parallel;
    set_deadline(5000); /* ends the helpers */
    helpers_become(0);
    assert_int_equal(cbc(LEN), 1); /* and puts into want what is wanted */
}

static void each_thread_has_an_operation_in_the_kernel(void **state)
{
    double begun, took = PATIENCE;

    (void)state;
    begin_anew(0);
    helpers_become(1);
    for (unsigned i = 0; i < ATTEMPTS && took >= 2 * LATE_S; i++) {
        uint64_t refused = stats().refused;

        order("late");
        begun = now();
        assert_int_equal(served(THREADS, 1), THREADS);
        took = now() - begun;
        end_orders();
        assert_int_equal(stats().refused, refused);
    }
    assert_true(took < 2 * LATE_S);
    helpers_become(THREADS);
}

static void more_than_the_limit_are_busy(void **state)
{
    uint64_t refused, failed = errors();

    (void)state;
    begin_anew(2);
    refused = stats().refused;
    order("late");
    assert_int_equal(served(THREADS, 1), 2); /* software has the others, at once */
    end_orders();
    assert_int_equal(stats().refused, refused + 2);
    assert_int_equal(errors(), failed);
    helpers_become(2);
}

/* A key that two helpers know is closed in both. */
static void keys_of_two_lanes(void **state)
{
    struct job other = {.ops = 1};
    struct ob_session s;
    pid_t pid[2] = {0};

    (void)state;
    begin_anew(2);
    assert_int_equal(ob_session_open(&s, &d, OB_AES_CBC, key, 16), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_afalg), OB_OK);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, got, LEN, iv, 16, NULL, 0, text, LEN, NULL, 0), OB_OK);
    order("late");
    assert_int_equal(pthread_create(&other.thread, NULL, encrypt, &other), 0);
    usleep(50000);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, got, LEN, iv, 16, NULL, 0, text, LEN, NULL, 0), OB_OK);
    assert_int_equal(pthread_join(other.thread, NULL), 0);
    end_orders();
    assert_false(other.wrong);
    helpers_become(2);
    assert_int_equal(helpers(pid, 2), 2);
    ob_session_close(&s);
    keys_become(pid[0], 0);
    keys_become(pid[1], 0);
}

/* A device that hangs is one failure, whoever waits for it. */
static void a_hang_in_all_lanes(void **state)
{
    double begun, took = PATIENCE;

    (void)state;
    begin_anew(0);
    for (unsigned i = 0; i < ATTEMPTS && took >= 1.5; i++) {
        set_deadline(500);
        recovers();
        order("hang");
        begun = now();
        assert_int_equal(served(THREADS, 1), 0);
        took = now() - begun;
        end_orders();
    }
    assert_true(took < 1.5);
    assert_string_equal(ob_offload_why("afalg"), "");
    set_deadline(5000);
    recovers();
}

/* No descriptors for a second lane: those that there are go on. */
static int no_room_for_another(void)
{
    struct rlimit few;
    int n;

    ob_offload_settings.parallel = 0;
    if (cbc(LEN) != 1 || getrlimit(RLIMIT_NOFILE, &few) != 0)
        return 1;
    few.rlim_cur = (rlim_t)dup(0); /* the lowest that is free */
    (void)close((int)few.rlim_cur);
    if (setrlimit(RLIMIT_NOFILE, &few) != 0)
        return 2;
    n = served(THREADS, 20);
    if (n < 20 || n == THREADS * 20) /* one thread's worth at least, and software had some */
        return 3;
    if (stats().helpers != 1 || ob_offload_why("afalg")[0])
        return 4;
    return cbc(LEN) == 1 ? 0 : 5;
}

static void descriptors_run_out(void **state)
{
    (void)state;
    begin_anew(0);
    assert_int_equal(in_child(no_room_for_another), 0);
}

static int child_of_threads(void)
{
    return served(THREADS, 3) > 0 && stats().helpers > 0 && cbc(LEN) == 1 ? 0 : 1;
}

/* No descriptors for the first helper: software serves at once. To wait for a busy engine would take 10 s each time. */
static int without_descriptors(struct rlimit *before)
{
    struct rlimit few;
    double begun = now();

    if (getrlimit(RLIMIT_NOFILE, before) != 0)
        return 1;
    few = *before;
    few.rlim_cur = (rlim_t)dup(0) + 1; /* one: the engine looks at the helper's file */
    (void)close((int)few.rlim_cur - 1);
    if (setrlimit(RLIMIT_NOFILE, &few) != 0)
        return 2;
    for (unsigned i = 0; i < 20; i++)
        if (cbc(LEN) != 0)
            return 3;
    return now() - begun < 5 && stats().helpers == 0 ? 0 : 4;
}

/* Its self-test needs the helper, and fails. */
static int before_the_self_test(void)
{
    struct rlimit before;

    ob_engine_afalg.tested = ob_engine_afalg.ready = 0;
    return without_descriptors(&before);
}

/* Once there is room it serves again. */
static int after_the_self_test(void)
{
    struct rlimit before;
    double begun;
    int r = without_descriptors(&before);

    if (r != 0 || setrlimit(RLIMIT_NOFILE, &before) != 0)
        return r + 10;
    for (begun = now(); cbc(LEN) != 1;)
        if (now() - begun > PATIENCE)
            return 20;
    return 0;
}

/* The memory that a helper shares counts as a file, and one beyond the limit of their lengths ends a process. */
static int no_files(void)
{
    struct rlimit none;

    if (getrlimit(RLIMIT_FSIZE, &none) != 0)
        return 1;
    none.rlim_cur = 0;
    if (setrlimit(RLIMIT_FSIZE, &none) != 0)
        return 2;
    return cbc(LEN) == 0 && stats().helpers == 0 ? 0 : 3;
}

static void limit_of_file_lengths(void **state)
{
    (void)state;
    begin_anew(0);
    assert_int_equal(in_child(no_files), 0);
}

static void no_descriptors_at_all(void **state)
{
    (void)state;
    begin_anew(0);
    assert_int_equal(in_child(before_the_self_test), 0);
    assert_int_equal(in_child(after_the_self_test), 0);
}

/* A child of a process whose lanes are all in use. */
static void fork_beside_threads(void **state)
{
    struct job job[THREADS] = {0};

    (void)state;
    begin_anew(0);
    for (unsigned i = 0; i < THREADS; i++) {
        job[i].ops = 200;
        assert_int_equal(pthread_create(&job[i].thread, NULL, encrypt, &job[i]), 0);
    }
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(in_child(child_of_threads), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(job[i].thread, NULL), 0);
        assert_false(job[i].wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_has_an_operation_in_the_kernel),
        cmocka_unit_test(more_than_the_limit_are_busy),
        cmocka_unit_test(keys_of_two_lanes),
        cmocka_unit_test(a_hang_in_all_lanes),
        cmocka_unit_test(descriptors_run_out),
        cmocka_unit_test(no_descriptors_at_all),
        cmocka_unit_test(limit_of_file_lengths),
        cmocka_unit_test(fork_beside_threads),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
