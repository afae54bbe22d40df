/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg and its helper with a kernel that is none (offload_fake.c): what happens when it hangs, fails, dies,
 * when the process forks, ends or is shut into a sandbox. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <setjmp.h>
#include <signal.h>
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
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/offload.h>
#include <outboard/outboard.h>

#include "port/linux/proc_crypto.h"

#define PATIENCE 30 /* s: the machine may be busy, but what does not come by then does not come */
#define ATTEMPTS 5  /* other work on the machine may make one too slow */

extern struct ob_engine ob_engine_afalg, ob_engine_soft;

static char folder[] = P_tmpdir "/offload-XXXXXX", program[128];
static struct ob_dispatcher d;
static const struct ob_price cheap = {OB_UPTO_ANY, 0, 1, 1, 1, 1}, dear = {OB_UPTO_ANY, 0, 1000, 1000, 1000, 1000};

static uint8_t text[70000], want[70000], got[70000];
static uint8_t iv[16] = {1, 2, 3};
static const uint8_t key[32] = {7, 8, 9};

/* ---- orders to the kernel ---- */

static void path_of(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

static void order(const char *what)
{
    char path[128];

    path_of(path, what);
    assert_int_equal(close(creat(path, 0600)), 0);
}

static void end_orders(void)
{
    static const char *const all[] = {"hang", "fail", "die", "gone", "slow"};
    char path[128];

    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        path_of(path, all[i]);
        (void)unlink(path);
    }
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Process ids of helpers, at most n. */
static unsigned helpers(pid_t *pid, unsigned n)
{
    DIR *proc = opendir("/proc");
    const struct dirent *e;
    unsigned found = 0;

    while ((e = readdir(proc)) != NULL) {
        char link[300], exe[300];
        ssize_t len;

        snprintf(link, sizeof link, "/proc/%s/exe", e->d_name);
        len = readlink(link, exe, sizeof exe - 1);
        if (len <= 0)
            continue;
        exe[len] = 0;
        if (strcmp(exe, program) == 0 && found < n)
            pid[found++] = (pid_t)strtol(e->d_name, NULL, 10);
    }
    closedir(proc);
    return found;
}

static void helpers_become(unsigned n)
{
    pid_t pid[8];
    double until = now() + PATIENCE;

    while (helpers(pid, 8) != n && now() < until)
        usleep(10000);
    assert_int_equal(helpers(pid, 8), n);
}

static unsigned descriptors_of(pid_t pid, const char *kind)
{
    char path[64], target[300];
    unsigned n = 0;
    const struct dirent *e;
    DIR *dir;

    snprintf(path, sizeof path, "/proc/%ld/fd", (long)pid);
    dir = opendir(path);
    assert_non_null(dir);
    while ((e = readdir(dir)) != NULL) {
        ssize_t len = readlinkat(dirfd(dir), e->d_name, target, sizeof target - 1);

        if (len <= 0)
            continue;
        target[len] = 0;
        n += strstr(target, kind) != NULL;
    }
    closedir(dir);
    return n;
}

static void keys_become(pid_t pid, unsigned n)
{
    double until = now() + PATIENCE;

    while (descriptors_of(pid, "null") != 3 + n && now() < until) /* 0 to 2 among them */
        usleep(10000);
    assert_int_equal(descriptors_of(pid, "null"), 3 + n);
}

/* ---- operations ---- */

static struct ob_offload_stats stats(void)
{
    struct ob_offload_stats s;

    ob_offload_stats(&ob_engine_afalg, &s);
    return s;
}

static uint64_t errors(void)
{
    struct ob_stats s;

    ob_engine_stats(&ob_engine_afalg, &s);
    return s.errors;
}

/* CBC of len bytes of text, in place, against soft: 1 if afalg did it. */
static unsigned cbc(size_t len)
{
    struct ob_session s;
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT,
                       .iv = iv,
                       .iv_len = 16,
                       .in = got,
                       .in_len = len,
                       .out = got,
                       .out_size = len};

    assert_int_equal(ob_session_open(&s, &d, OB_AES_CBC, key, 16), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_soft), OB_OK);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, want, len, iv, 16, NULL, 0, text, len, NULL, 0), OB_OK);
    assert_int_equal(ob_session_pin(&s, NULL), OB_OK);
    memcpy(got, text, len);
    assert_int_equal(ob_run(&s, &op), OB_OK);
    assert_memory_equal(got, want, len);
    ob_session_close(&s);
    return op.engine == ob_engine_afalg.index;
}

/* afalg serves again, once its quarantine is over. */
static void recovers(void)
{
    double until = now() + PATIENCE;

    end_orders();
    while (cbc(4096) != 1) {
        assert_true(now() < until);
        usleep(20000);
    }
}

/* From now on, with a new helper. */
static void set_deadline(uint32_t ms)
{
    ob_offload_settings.deadline_ms = ms;
    ob_engine_afalg.ops->stop(ob_engine_afalg.dev);
}

/* Run a function in a child: its exit status, or 256 + signal. */
static int in_child(int (*run)(void))
{
    int status;
    pid_t pid = fork();

    if (pid == 0)
        _exit(run());
    assert_true(pid > 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- tests ---- */

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
    assert_int_equal(cbc(64), 1);
    helpers_become(1); /* what earlier tests have given up is gone */
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

/* ---- a sandbox ---- */

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

static void sandbox(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* the sanitizer's own calls are not in the filter */
#endif
    assert_int_equal(in_child(started_in_the_sandbox), 0);
    assert_int_equal(in_child(started_before_the_sandbox), 0);
    assert_int_equal(cbc(4096), 1); /* a refusal is its process's own */
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
    assert_int_equal(in_child(no_helper_there), 0);
    assert_int_equal(in_child(helper_by_a_relative_path), 0);
    assert_int_equal(in_child(helper_that_cannot_run), 0); /* spoils the program */
    assert_int_equal(in_child(in_process), 0);
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

/* The fake in a folder of its own, where its orders will be. */
static bool copy_program(void)
{
    FILE *from = fopen(OFFLOAD_FAKE, "rb"), *to = fopen(program, "wb");
    size_t n;

    while (from && to && (n = fread(got, 1, sizeof got, from)) > 0)
        if (fwrite(got, 1, n, to) != n)
            return false;
    return from && to && fclose(from) == 0 && fclose(to) == 0 && chmod(program, 0755) == 0;
}

static int set_up(void **state)
{
    static const struct ob_price *cheaps[64], *dears[OB_ROW_NONE];
    char path[128], proc[128];
    FILE *f;

    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 7 + i / 251);
    for (unsigned i = 0; i < 64; i++)
        cheaps[i] = &cheap;
    for (unsigned i = 0; i < OB_ROW_NONE; i++)
        dears[i] = &dear;
    if (!mkdtemp(folder))
        return 1;
    path_of(program, "offload");
    if (!copy_program())
        return 1;
    path_of(proc, "crypto");
    snprintf(path, sizeof path, "%s", proc);
    f = fopen(path, "w");
    if (!f)
        return 1;
#define ENTRY(name, driver, priority, test, type, more)                                                                \
    "name         : " name "\ndriver       : " driver "\nmodule       : kernel\npriority     : " priority              \
    "\nrefcnt       : 1\nselftest     : " test "\ninternal     : no\ntype         : " type "\n" more "\n"
#define KEYS(min, max) "async        : yes\nblocksize    : 16\nmin keysize  : " min "\nmax keysize  : " max "\n"
    fputs(ENTRY("cbc(aes)", "cbc-aes-generic", "100", "passed", "skcipher", KEYS("16", "32"))
              ENTRY("cbc(aes)", "chip-cbc", "300", "passed", "skcipher", KEYS("16", "32"))
                  ENTRY("ecb(aes)", "chip-ecb", "300", "passed", "skcipher", KEYS("16", "16"))
                      ENTRY("ctr(aes)", "chip-ctr", "300", "passed", "skcipher", KEYS("16", "32"))
                          ENTRY("xts(aes)", "chip-xts", "300", "unknown", "skcipher", KEYS("32", "64"))
                              ENTRY("gcm(aes)", "chip-gcm", "300", "passed", "aead", "ivsize       : 12\n")
                                  ENTRY("md5", "md5-generic", "0", "passed", "shash", "digestsize   : 16\n")
                                      ENTRY("hmac(sha256)", "chip-hmac", "1", "passed", "ahash", "digestsize   : 32\n")
                                          ENTRY("sha256", "chip-sha256", "1", "passed", "ahash", "digestsize   : 32\n"),
          f);
    if (fclose(f) != 0)
        return 1;
    obi_proc_crypto_path = strdup(proc);
    ob_offload_settings.helper = program;
    ob_offload_settings.drivers = "chip-ecb,chip-cbc,chip-ctr,chip-xts,chip-gcm,chip-hmac,chip-sha256";
    ob_offload_settings.deadline_ms = 5000; /* the machine may be busy */
    d.retest_ns = 100000000;
    ob_engine_afalg.prices = cheaps;
    ob_engine_soft.prices = dears;
    return ob_engine_add(&d, &ob_engine_soft) != OB_OK || ob_engine_add(&d, &ob_engine_afalg) != OB_OK;
}

static int tear_down(void **state)
{
    char path[128];

    (void)state;
    ob_stop(&d);
    end_orders();
    path_of(path, "crypto");
    (void)unlink(path);
    (void)unlink(program);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(one_handoff_two_calls),
        cmocka_unit_test(answers),
        cmocka_unit_test(hang_is_answered_by_software),
        cmocka_unit_test(slow_start_is_no_hang),
        cmocka_unit_test(error_is_answered_by_software),
        cmocka_unit_test(helper_that_dies),
        cmocka_unit_test(fork_in_the_middle),
        cmocka_unit_test(no_sigchld),
        cmocka_unit_test(exit_after_a_hang),
        cmocka_unit_test(closed_keys),
        cmocka_unit_test(sandbox),
        cmocka_unit_test(helper_ends_with_its_host),
        cmocka_unit_test(giving_up),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
