/* SPDX-License-Identifier: Apache-2.0 */
/* A process's counters in shared memory: made, read, left to its maker alone, and never a reason to be killed. */
#define _GNU_SOURCE /* setresuid */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "port/linux/status.h"

static char folder[] = P_tmpdir "/status-XXXXXX";

static const char *path_of(long pid)
{
    static char path[100];

    snprintf(path, sizeof path, "%s/%ld", folder, pid);
    return path;
}

static bool exists(long pid)
{
    return access(path_of(pid), F_OK) == 0;
}

/* The exit code of a child that runs a function, -1 if a signal ended it. */
static int in_child(int (*run)(void))
{
    pid_t pid = fork();
    int status = 0;

    if (pid == 0)
        _exit(run());
    assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void made_and_read(void **state)
{
    struct obi_status *s = obi_status_make(folder), copy;
    unsigned owner;

    (void)state;
    assert_non_null(s);
    assert_false(obi_status_read(path_of(getpid()), &copy, &owner)); /* not before it is shown */
    s->n_engines = 1;
    snprintf(s->row[0].algorithm, sizeof s->row[0].algorithm, "aes-cbc");
    obi_status_show(s);
    s->row[0].engine[0].ops = 7;
    assert_true(obi_status_read(path_of(getpid()), &copy, &owner));
    assert_int_equal(owner, geteuid());
    assert_true(copy.row[0].engine[0].ops == 7);
    assert_true(obi_status_lives(getpid(), &copy, owner));
    assert_false(obi_status_lives(getpid(), &copy, owner + 4711)); /* another user's process */
    assert_false(obi_status_lives(0x7ffffff0, &copy, owner));
    copy.made_ns = 1; /* before this process began */
    assert_false(obi_status_lives(getpid(), &copy, owner));
    obi_status_remove();
    assert_false(exists(getpid()));
    obi_status_remove(); /* once more is nothing */
}

/* A daemon that makes its file and then changes its user, and a worker that changes its user first. */
static int changes_user(bool first)
{
    struct obi_status *s, copy;
    int ready[2], go[2], code = 1;
    unsigned owner;
    char byte = 0;
    pid_t pid;

    if (pipe(ready) != 0 || pipe(go) != 0)
        return 2;
    pid = fork();
    if (pid == 0) {
        if (first && setresuid(65534, 65534, 65534) != 0)
            _exit(1);
        s = obi_status_make(folder);
        if (!s || (!first && setresuid(65534, 65534, 65534) != 0))
            _exit(2);
        obi_status_show(s);
        _exit(write(ready[1], &byte, 1) == 1 && read(go[0], &byte, 1) == 1 ? 0 : 3);
    }
    (void)close(ready[1]);
    if (pid > 0 && read(ready[0], &byte, 1) == 1 && obi_status_read(path_of(pid), &copy, &owner)) {
        code = owner == (first ? 65534 : 0) && obi_status_lives(pid, &copy, owner) ? 0 : 3;
        if (obi_status_lives(pid, &copy, 4711))
            code = 4; /* a file that somebody else left under its number */
        code = write(go[1], &byte, 1) == 1 ? code : 5;
    }
    (void)waitpid(pid, NULL, 0);
    (void)unlink(path_of(pid));
    return code;
}

static void another_user(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip(); /* takes root */
    assert_int_equal(chmod(folder, 0777), 0);
    assert_int_equal(changes_user(false), 0);
    assert_int_equal(changes_user(true), 0);
}

/* Whoever may write a file there may write anything into it, and another user shows it on his terminal. */
static void names_are_printable(void **state)
{
    struct obi_status *s = obi_status_make(folder), copy;
    unsigned owner;

    (void)state;
    assert_non_null(s);
    s->n_engines = 1;
    memset(s->engine[0], '\n', sizeof s->engine[0]);
    snprintf(s->row[0].algorithm, sizeof s->row[0].algorithm, "\033[2Jaes\177\233");
    obi_status_show(s);
    assert_true(obi_status_read(path_of(getpid()), &copy, &owner));
    assert_string_equal(copy.engine[0], "???????????????");
    assert_string_equal(copy.row[0].algorithm, "?[2Jaes??");
    obi_status_remove();
}

static int child_removes(void)
{
    obi_status_remove();
    return 0;
}

static void not_the_childs(void **state)
{
    (void)state;
    assert_non_null(obi_status_make(folder));
    assert_int_equal(in_child(child_removes), 0);
    assert_true(exists(getpid()));
    assert_non_null(obi_status_make(folder)); /* what a process before has left does not stand in the way */
    obi_status_remove();
    assert_false(exists(getpid()));
}

static void no_place(void **state)
{
    char longest[400];

    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_null(obi_status_make("/nowhere"));
    assert_null(obi_status_make("/dev/null"));
    assert_null(obi_status_make(longest));
}

/* As OpenSSH's: opening is refused, other calls are death. */
static bool enter_sandbox(void)
{
    static struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
#ifdef __NR_unlink
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_unlink, 3, 0),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_getpid, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_unlinkat, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mkdirat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static int sandboxed_before(void)
{
    return !enter_sandbox() || obi_status_make(folder) || obi_status_make(NULL);
}

static int sandboxed_after(void)
{
    struct obi_status *s = obi_status_make(folder);

    if (!s || !enter_sandbox())
        return 1;
    s->row[0].aside++; /* counting goes on */
    obi_status_remove();
    return 0;
}

static int removed_in_the_sandbox(void)
{
    const char *path = path_of(getpid());

    return !enter_sandbox() || unlink(path) != 0;
}

static void sandbox(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* the sanitizer's own calls are not in the filter */
#endif
    assert_int_equal(in_child(removed_in_the_sandbox), -1); /* the sandbox is one */
    assert_int_equal(in_child(sandboxed_before), 0);
    assert_int_equal(in_child(sandboxed_after), 0);
}

static int tear_down(void **state)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    (void)state;
    assert_non_null(dir);
    while ((entry = readdir(dir))) /* what the sandbox has left */
        if (entry->d_name[0] != '.')
            assert_int_equal(unlinkat(dirfd(dir), entry->d_name, 0), 0);
    (void)closedir(dir);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_and_read),  cmocka_unit_test(another_user), cmocka_unit_test(names_are_printable),
        cmocka_unit_test(not_the_childs), cmocka_unit_test(no_place),     cmocka_unit_test(sandbox),
    };

    if (!mkdtemp(folder))
        return 1;
    return cmocka_run_group_tests(tests, NULL, tear_down);
}
