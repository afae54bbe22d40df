/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg in a process that is shut into a sandbox. */
#include "offload_host.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#define ALLOW(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* Opening a file is refused, and whatever starts a process or a connection kills, as in OpenSSH's. */
static bool shut_in(void)
{
    static struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
        ALLOW(read),
        ALLOW(write),
        ALLOW(exit_group),
        ALLOW(clock_gettime),
        ALLOW(brk),
        ALLOW(mmap),
        ALLOW(munmap),
        ALLOW(close),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog prog = {sizeof filter / sizeof filter[0], filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) == 0;
}

static int started_in_the_sandbox(void)
{
    if (!shut_in())
        return 77;
    if (cbc(4096) != 0)
        return 1;
    return strncmp(ob_offload_why("afalg"), "Permission denied", 17) == 0 ? 0 : 2;
}

static int started_before_the_sandbox(void)
{
    if (cbc(64) != 1)
        return 1;
    if (!shut_in())
        return 77;
    return cbc(4096) == 1 ? 0 : 2; /* seccomp alone is no refusal */
}

#define KILL(name)                                                                                                     \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

/* Files may be opened, and most calls made, but what starts a process or a connection kills: as a browser's. */
static bool shut_in_loosely(void)
{
    static struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        KILL(memfd_create),
        KILL(pipe2),
        KILL(socketpair),
        KILL(socket),
        KILL(clone),
        KILL(execve),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog prog = {sizeof filter / sizeof filter[0], filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) == 0;
}

static int started_in_a_loose_sandbox(void)
{
    if (!shut_in_loosely())
        return 77;
    if (cbc(4096) != 0)
        return 1;
    return strstr(ob_offload_why("afalg"), "gone into a sandbox") ? 0 : 2;
}

static int started_before_a_loose_sandbox(void)
{
    if (cbc(64) != 1)
        return 1;
    if (!shut_in_loosely())
        return 77;
    return cbc(4096) == 1 ? 0 : 2;
}

/* One that allows everything, as most services of systemd are in from their start, is none. */
static int started_under_a_filter_that_was_there_before(void)
{
    static struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog prog = {1, all};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) != 0)
        return 77;
    return execl("/proc/self/exe", "test_offload_sandbox", "--one", (char *)NULL);
}

static void loose_sandbox(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip();
#endif
    assert_int_equal(in_child(started_in_a_loose_sandbox), 0);
    assert_int_equal(in_child(started_before_a_loose_sandbox), 0);
    assert_int_equal(in_child(started_under_a_filter_that_was_there_before), 0);
    assert_int_equal(cbc(4096), 1);
}

static void sandbox(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* the sanitizer's own calls are not in the filter */
#endif
    assert_int_equal(cbc(64), 1);
    assert_int_equal(in_child(started_in_the_sandbox), 0);
    assert_int_equal(in_child(started_before_the_sandbox), 0);
    assert_int_equal(cbc(4096), 1); /* a refusal is its process's own */
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sandbox),
        cmocka_unit_test(loose_sandbox),
    };

    if (argc == 2 && strcmp(argv[1], "--one") == 0) { /* in the filter of the test that started it */
        void *state = NULL;
        int done = set_up(&state) == 0 && cbc(4096) == 1 ? 0 : 1;

        return tear_down(&state) == 0 ? done : 2;
    }
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
