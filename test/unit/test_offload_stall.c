/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg when its helper or the kernel hangs, fails, dies or is stopped: software answers within the deadline. */
#include "offload_host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static double hang_once(void)
{
    struct ob_offload_stats before = stats();
    uint64_t failed = errors();
    double begun, took;

    set_deadline(500);
    order("hang");
    begun = now();
    assert_int_equal(cbc(4096), 0);
    took = now() - begun;
    assert_int_equal(stats().abandoned, before.abandoned + 1);
    assert_int_equal(errors(), failed + 1);
    end_orders();
    helpers_become(0);
    set_deadline(5000);
    recovers();
    assert_true(stats().helpers > before.helpers);
    return took;
}

static void hang_is_answered_by_software(void **state)
{
    double took = hang_once();

    (void)state;
    for (unsigned i = 1; i < ATTEMPTS && took >= 0.9; i++)
        took = hang_once();
    assert_true(took < 0.9);
}

static void slow_start_is_no_hang(void **state)
{
    struct ob_offload_stats before = stats();

    (void)state;
    order("slow");
    assert_int_equal(cbc(64), 1);
    end_orders();
    assert_int_equal(stats().abandoned, before.abandoned);
}

static void error_is_answered_by_software(void **state)
{
    uint64_t failed = errors();

    (void)state;
    order("fail");
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(errors(), failed + 1);
    recovers();
    order("gone"); /* the driver is removed: keys that are new are refused */
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(errors(), failed + 2);
    recovers();
}

static void helper_that_dies(void **state)
{
    struct ob_offload_stats before = stats();
    double begun = now();
    pid_t pid[4] = {0};

    (void)state;
    set_deadline(60000);
    order("die");
    assert_int_equal(cbc(4096), 0);
    assert_true(now() - begun < 30); /* not only at the deadline */
    set_deadline(5000);
    recovers();
    assert_int_equal(helpers(pid, 4), 1);
    assert_int_equal(kill(pid[0], SIGKILL), 0); /* between two ops: no SIGPIPE comes of it */
    helpers_become(0);
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(stats().abandoned, before.abandoned + 2);
    recovers();
}

static int hang_and_exit(void)
{
    ob_offload_settings.deadline_ms = 500;
    order("hang");
    return cbc(4096) == 0 ? 0 : 1;
}

static void exit_after_a_hang(void **state)
{
    double begun, took = PATIENCE;

    (void)state;
    for (unsigned i = 0; i < ATTEMPTS && took >= 1; i++) {
        begun = now();
        assert_int_equal(in_child(hang_and_exit), 0);
        took = now() - begun;
        end_orders();
    }
    assert_true(took < 1);
}

/* More keys than the pipe to a helper has room for are closed when nobody reads it any more. */
#define MANY 9000

static int many_keys_and(int number)
{
    struct ob_session *s = (struct ob_session *)calloc(MANY, sizeof *s);
    pid_t pid[1] = {0};

    alarm(PATIENCE); /* ends this process if it hangs */
    for (unsigned i = 0; s && i < MANY; i++)
        if (ob_session_open(&s[i], &d, OB_AES_CBC, key, 16) != OB_OK ||
            ob_session_pin(&s[i], &ob_engine_afalg) != OB_OK ||
            ob_crypt(&s[i], OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text, 64, NULL, 0) != OB_OK)
            return 1;
    if (!s || helpers(pid, 1) != 1 || kill(pid[0], number) != 0)
        return 2;
    for (unsigned i = 0; i < MANY; i++)
        ob_session_close(&s[i]);
    free(s);
    if (cbc(4096) != 0) /* software, within the deadline */
        return 3;
    (void)kill(pid[0], SIGKILL);
    return 0;
}

static int many_keys_and_a_helper_killed(void)
{
    return many_keys_and(SIGKILL);
}

static int many_keys_and_a_helper_stopped(void)
{
    return many_keys_and(SIGSTOP);
}

static void closed_keys_never_block(void **state)
{
    (void)state;
    set_deadline(5000); /* stops the helper of this process: the only one is the child's */
    helpers_become(0);
    assert_int_equal(in_child(many_keys_and_a_helper_killed), 0);
    assert_int_equal(in_child(many_keys_and_a_helper_stopped), 0);
}

/* A helper that is stopped before it has seen a request, and goes on after that was given up. */
static void stopped_helper(void **state)
{
    pid_t pid[8] = {0};
    double begun, took = PATIENCE;

    (void)state;
    for (unsigned i = 0; i < ATTEMPTS && took >= 0.9; i++) {
        set_deadline(500);
        recovers();
        helpers_become(1);
        assert_int_equal(helpers(pid, 8), 1);
        assert_int_equal(kill(pid[0], SIGSTOP), 0);
        begun = now();
        assert_int_equal(cbc(4096), 0);
        took = now() - begun;
        assert_int_equal(kill(pid[0], SIGCONT), 0);
        helpers_become(0);
    }
    assert_true(took < 0.9);
    set_deadline(5000);
    recovers();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hang_is_answered_by_software),
        cmocka_unit_test(slow_start_is_no_hang),
        cmocka_unit_test(error_is_answered_by_software),
        cmocka_unit_test(helper_that_dies),
        cmocka_unit_test(exit_after_a_hang),
        cmocka_unit_test(closed_keys_never_block),
        cmocka_unit_test(stopped_helper),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
