/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg and its helper with a kernel that is none: what is handed over, and what becomes of it when the process
 * forks, ends or cannot have a helper. */
#include "offload_host.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "offload/link.h"

static void one_handoff_two_calls(void **state)
{
    struct ob_offload_stats before, after;

    (void)state;
    assert_int_equal(cbc(16), 1);
    for (size_t len = 16; len <= 65536; len *= 4) {
        before = stats();
        assert_int_equal(cbc(len), 1);
        after = stats();
        assert_int_equal(after.handoffs - before.handoffs, 1);
        assert_int_equal(after.calls - before.calls, 2);
        assert_int_equal(after.opened - before.opened, 1);
    }
    assert_int_equal(after.helpers, 1);
    assert_int_equal(cbc(65552), 0); /* longer than a request: software */
}

/* Every class, by the known answers of the self-test and by parts of messages. */
static void answers(void **state)
{
    struct ob_session s;
    uint8_t tag[64], tag2[64];
    size_t at = 0;

    (void)state;
    assert_int_equal(ob_selftest(&ob_engine_afalg, 0), OB_OK);
    /* CTR in parts of every length, in place, must be what one op gives */
    assert_int_equal(ob_session_open(&s, &d, OB_AES_CTR, key, 32), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_soft), OB_OK);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, want, 1000, iv, 16, NULL, 0, text, 1000, NULL, 0), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_afalg), OB_OK);
    for (size_t part = 1; at < 1000; at += part++) {
        struct ob_op op = {.flags = OB_ENCRYPT | (at ? 0 : OB_FIRST),
                           .iv = iv,
                           .iv_len = 16,
                           .in = got + at,
                           .out = got + at,
                           .in_len = part,
                           .out_size = part};

        part = part < 1000 - at ? part : 1000 - at;
        op.in_len = op.out_size = part;
        memcpy(got + at, text + at, part);
        assert_int_equal(ob_run(&s, &op), OB_OK);
    }
    assert_memory_equal(got, want, 1000);
    ob_session_close(&s);
    /* a hash longer than a request */
    assert_int_equal(ob_session_open(&s, &d, OB_SHA256, NULL, 0), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_soft), OB_OK);
    assert_int_equal(ob_feed(&s, OB_FIRST | OB_LAST, tag, 32, text, 70000), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_afalg), OB_OK);
    assert_int_equal(ob_feed(&s, OB_FIRST | OB_LAST, tag2, 32, text, 70000), OB_OK);
    assert_memory_equal(tag, tag2, 32);
    ob_session_close(&s);
}

/* The s that it takes to answer when the device hangs. */

static int run_one(void)
{
    return cbc(4096) == 1 ? 0 : 1;
}

static void fork_in_the_middle(void **state)
{
    struct ob_session s, *child = &s;
    struct ob_op op = {.flags = OB_FIRST | OB_ENCRYPT,
                       .iv = iv,
                       .iv_len = 16,
                       .in = text,
                       .in_len = 1024,
                       .out = got,
                       .out_size = 1024};
    pid_t pid;
    int status;

    (void)state;
    assert_int_equal(in_child(run_one), 0);
    assert_int_equal(cbc(4096), 1); /* the parent's helper is as it was */
    /* a stream that began before the fork goes on in both */
    assert_int_equal(ob_session_open(&s, &d, OB_AES_CBC, key, 16), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_soft), OB_OK);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, want, 2048, iv, 16, NULL, 0, text, 2048, NULL, 0), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_afalg), OB_OK);
    assert_int_equal(ob_run(&s, &op), OB_OK);
    pid = fork();
    op.flags = OB_ENCRYPT;
    op.in += 1024;
    op.out += 1024;
    status = ob_run(child, &op) == OB_OK && memcmp(got, want, 2048) == 0 ? 0 : 1;
    if (pid == 0)
        _exit(status || stats().handoffs != 1);
    assert_int_equal(status, 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    ob_session_close(&s);
}

static volatile sig_atomic_t children;

static void on_child(int number)
{
    (void)number;
    children++;
}

static int quiet_child(void)
{
    struct sigaction action = {.sa_handler = on_child};

    sigaction(SIGCHLD, &action, NULL);
    if (cbc(4096) != 1 || waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
        return 1;
    order("die");
    if (cbc(4096) != 0)
        return 2;
    end_orders();
    usleep(100000);
    return children ? 3 : 0;
}

static void no_sigchld(void **state)
{
    (void)state;
    assert_int_equal(in_child(quiet_child), 0);
}

/* The helper keeps nothing of its host open, and ends with it. */
static void helper_ends_with_its_host(void **state)
{
    int ends[2], status;
    pid_t pid, helper[8] = {0};
    char byte;
    unsigned n;

    (void)state;
    ob_offload_settings.descriptors = 16;
    ob_stop(&d);
    helpers_become(0);
    assert_int_equal(ob_engine_add(&d, &ob_engine_soft), OB_OK);
    assert_int_equal(ob_engine_add(&d, &ob_engine_afalg), OB_OK);
    assert_int_equal(pipe(ends), 0);
    pid = fork();
    if (pid == 0) {
        struct ob_session s[40];

        dup2(ends[1], 1);
        for (unsigned i = 0; i < 40; i++) {
            if (ob_session_open(&s[i], &d, OB_AES_CBC, key, 16) != OB_OK ||
                ob_crypt(&s[i], OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text, 64, NULL, 0) != OB_OK)
                _exit(1);
        }
        if (write(1, "x", 1) != 1)
            _exit(1);
        pause();
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    n = helpers(helper, 8);
    assert_int_equal(n, 1);
    assert_true(descriptors_of(helper[0], "") <= 16);
    assert_true(descriptors_of(helper[0], "null") > 8);     /* keys; 0 to 2 among them */
    assert_int_equal(descriptors_of(helper[0], "pipe"), 1); /* the one that messages come from, none of the host's */
    assert_true(descriptors_of(pid, "socket") <= 2 + descriptors_of(getpid(), "socket"));
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(read(ends[0], &byte, 1), 0); /* whoever reads its output sees the end */
    close(ends[0]);
    helpers_become(0);
    ob_offload_settings.descriptors = 0;
}

/* Keys that are closed do not stay open in the helper. */
static void closed_keys(void **state)
{
    struct ob_session s[20];
    pid_t pid[2] = {0};

    (void)state;
    set_deadline(5000); /* a new helper, without the keys of earlier tests */
    assert_int_equal(cbc(64), 1);
    helpers_become(1);
    assert_int_equal(helpers(pid, 2), 1);
    keys_become(pid[0], 0);
    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(ob_session_open(&s[i], &d, OB_AES_CBC, key, 16), OB_OK);
        assert_int_equal(ob_crypt(&s[i], OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text, 64, NULL, 0), OB_OK);
    }
    keys_become(pid[0], 20);
    for (unsigned i = 0; i < 20; i++)
        ob_session_close(&s[i]);
    keys_become(pid[0], 0);
}

/* ---- the end ---- */

static int helpers_that_all_die(void)
{
    order("die");
    for (unsigned i = 0; i < 20; i++) {
        uint64_t *retest_ns = &ob_engine_afalg.retest_ns[OB_CLASS_CIPHER - OB_CLASS_HASH];

        *retest_ns = *retest_ns ? 1 : 0; /* the quarantine ends at once */
        if (cbc(64) != 0)
            return 1;
    }
    if (stats().helpers != 8)
        return 2;
    return strstr(ob_offload_why("afalg"), "8") ? 0 : 3;
}

static int no_helper_there(void)
{
    ob_offload_settings.helper = "/nonexistent/outboard-offload";
    if (cbc(64) != 0)
        return 1;
    return strstr(ob_offload_why("afalg"), "No such file") ? 0 : 2;
}

/* A path that is right for this process, but not for the helper, which starts in the root folder. */
static int helper_by_a_relative_path(void)
{
    if (chdir(folder) != 0)
        return 1;
    ob_offload_settings.helper = "offload";
    if (cbc(64) != 0)
        return 2;
    return strcmp(ob_offload_why("afalg"), "the helper's path is not absolute: offload") == 0 ? 0 : 3;
}

/* It is there, but what its first line names to run it is not. */
static int helper_that_cannot_run(void)
{
    FILE *f = fopen(program, "w");

    if (!f || fputs("#!/nonexistent/interpreter\n", f) < 0 || fclose(f) != 0)
        return 1;
    if (cbc(64) != 0)
        return 2;
    return strstr(ob_offload_why("afalg"), "no helper can be started: No such file") ? 0 : 3;
}

static int settings_that_make_no_sense(void)
{
    const char *why;

    setenv("OUTBOARD_DEADLINE", "abc", 1);
    ob_offload_settings.deadline_ms = 0;
    if (obi_offload_settings_fit(&why) || !strstr(why, "OUTBOARD_DEADLINE"))
        return 1;
    for (unsigned i = 0; i < 4; i++) {
        static const char *const bad[] = {"-1", "5s", "60001", "4294967796"};

        setenv("OUTBOARD_DEADLINE", bad[i], 1);
        if (obi_offload_settings_fit(&why))
            return 2;
    }
    setenv("OUTBOARD_DEADLINE", "250", 1);
    if (!obi_offload_settings_fit(&why) || obi_offload_deadline_ms() != 250)
        return 3;
    ob_offload_settings.descriptors = 7;
    if (obi_offload_settings_fit(&why))
        return 4;
    ob_offload_settings.descriptors = 0;
    setenv("OUTBOARD_ASYNC", "maybe", 1);
    return obi_offload_settings_fit(&why) ? 5 : 0;
}

static int in_process(void)
{
    struct ob_offload_stats s;

    ob_offload_settings.helper = "none";
    if (cbc(4096) > 1)
        return 1;
    s = stats();
    return s.helpers || s.handoffs ? 2 : 0;
}

static void giving_up(void **state)
{
    (void)state;
    assert_int_equal(in_child(helpers_that_all_die), 0);
    end_orders();
    ob_stop(&d);
    assert_int_equal(ob_engine_add(&d, &ob_engine_soft), OB_OK);
    assert_int_equal(ob_engine_add(&d, &ob_engine_afalg), OB_OK);
    assert_int_equal(in_child(settings_that_make_no_sense), 0);
    assert_int_equal(in_child(no_helper_there), 0);
    assert_int_equal(in_child(helper_by_a_relative_path), 0);
    assert_int_equal(in_child(helper_that_cannot_run), 0); /* spoils the program */
    assert_int_equal(in_child(in_process), 0);
}

/* A program closes all descriptors, those of the engine, too, and has sockets of the same numbers: each is connected
 * with the next one, so that the engine's message comes back as an answer. */
static int all_descriptors_anew(void)
{
    int ends[2];

    if (cbc(4096) != 1)
        return 1;
    for (int fd = 3; fd < 64; fd++)
        (void)close(fd);
    for (int fd = 3; fd < 40; fd += 2)
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0 || ends[1] != fd + 1)
            return 2;
    for (unsigned i = 0; i < 3; i++)
        (void)cbc(4096); /* right, whoever serves */
    for (int fd = 3; fd < 41; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            return 3;
    return 0;
}

/* A fork that calls no handlers, as _Fork(3): parent and child encrypt other texts at the same time. */
static void fork_without_handlers(void **state)
{
    int status = -1;
    pid_t pid;

    (void)state;
    assert_int_equal(cbc(4096), 1);
    pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    assert_true(pid >= 0);
    if (pid == 0)
        memset(text, 7, 65536);
    for (unsigned i = 0; i < 200; i++)
        (void)cbc(65536); /* right, whoever serves */
    if (pid == 0)
        _exit(cbc(4096) == 1 && stats().helpers == 1 ? 0 : 1);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_int_equal(cbc(4096), 1);
}

static void descriptors_of_others(void **state)
{
    (void)state;
    assert_int_equal(in_child(all_descriptors_anew), 0);
}

static void rows(void **state)
{
    bool hash = false, cbc_row = false;

    (void)state;
    for (unsigned i = 0; i < ob_engine_afalg.ops->n_caps; i++) {
        const struct ob_cap *cap = &ob_engine_afalg.ops->caps[i];

        assert_int_not_equal(cap->alg, OB_AES_XTS); /* its self-test failed */
        assert_int_not_equal(cap->alg, OB_MD5);     /* nobody says that it is hardware */
        hash |= cap->alg == OB_SHA256;
        if (cap->alg == OB_AES_CBC) {
            cbc_row = true;
            assert_true(cap->flags & OB_CAP_HARDWARE);
            assert_int_equal(cap->bits_max, 256);
        }
        if (cap->alg == OB_AES_ECB)
            assert_int_equal(cap->bits_max, 128);
    }
    assert_true(hash && cbc_row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fork_without_handlers),
        cmocka_unit_test(descriptors_of_others),
        cmocka_unit_test(rows),
        cmocka_unit_test(one_handoff_two_calls),
        cmocka_unit_test(answers),
        cmocka_unit_test(fork_in_the_middle),
        cmocka_unit_test(no_sigchld),
        cmocka_unit_test(closed_keys),
        cmocka_unit_test(helper_ends_with_its_host),
        cmocka_unit_test(giving_up),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
