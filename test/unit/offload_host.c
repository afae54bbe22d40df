/* SPDX-License-Identifier: Apache-2.0 */
/* Engine afalg, its helper and orders to the kernel behind it, for the tests of the offload. */
#include "offload_host.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "port/linux/proc_crypto.h"

char folder[32] = P_tmpdir "/offload-XXXXXX", program[128];
struct ob_dispatcher d;
static const struct ob_price cheap = {OB_UPTO_ANY, 0, 1, 1, 1, 1}, dear = {OB_UPTO_ANY, 0, 1000, 1000, 1000, 1000};

uint8_t text[70000], want[70000], got[70000];
uint8_t iv[16] = {1, 2, 3};
const uint8_t key[32] = {7, 8, 9};

/* ---- orders to the kernel ---- */

static void path_of(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

void order(const char *what)
{
    char path[128];

    path_of(path, what);
    assert_int_equal(close(creat(path, 0600)), 0);
}

void end_orders(void)
{
    static const char *const all[] = {"hang", "fail", "die", "gone", "slow", "late"};
    char path[128];

    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        path_of(path, all[i]);
        (void)unlink(path);
    }
}

double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Process ids of helpers, at most n. */
unsigned helpers(pid_t *pid, unsigned n)
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

void helpers_become(unsigned n)
{
    pid_t pid[8];
    double until = now() + PATIENCE;

    while (helpers(pid, 8) != n && now() < until)
        usleep(10000);
    assert_int_equal(helpers(pid, 8), n);
}

unsigned descriptors_of(pid_t pid, const char *kind)
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

void keys_become(pid_t pid, unsigned n)
{
    double until = now() + PATIENCE;

    while (descriptors_of(pid, "null") != 3 + n && now() < until) /* 0 to 2 among them */
        usleep(10000);
    assert_int_equal(descriptors_of(pid, "null"), 3 + n);
}

/* ---- operations ---- */

struct ob_offload_stats stats(void)
{
    struct ob_offload_stats s;

    ob_offload_stats(&ob_engine_afalg, &s);
    return s;
}

uint64_t errors(void)
{
    struct ob_stats s;

    ob_engine_stats(&ob_engine_afalg, &s);
    return s.errors;
}

/* CBC of len bytes of text, in place, against soft: 1 if afalg did it. */
unsigned cbc(size_t len)
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
void recovers(void)
{
    double until = now() + PATIENCE;

    end_orders();
    while (cbc(4096) != 1) {
        assert_true(now() < until);
        usleep(20000);
    }
}

/* From now on, with a new helper. */
void set_deadline(uint32_t ms)
{
    ob_offload_settings.deadline_ms = ms;
    ob_engine_afalg.ops->stop(ob_engine_afalg.dev);
}

/* Run a function in a child: its exit status, or 256 + signal. */
int in_child(int (*run)(void))
{
    int status;
    pid_t pid = fork();

    if (pid == 0)
        _exit(run());
    assert_true(pid > 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- the kernel ---- */

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

int set_up(void **state)
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

int tear_down(void **state)
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
