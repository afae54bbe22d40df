/* SPDX-License-Identifier: Apache-2.0 */
/* Engine devcrypto on the test device in place of /dev/crypto (test/devcrypto): in a helper, and in this process, where
 * the device's counters can be seen. What helpers do in general is in test_offload.c. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/offload.h>
#include <outboard/outboard.h>

#include "offload/cryptodev.h"
#include "offload/run.h"
#include "port/linux/proc_crypto.h"
#include "test/devcrypto/device.h"
#include "test/devcrypto/inprocess.h"
#include "test/devcrypto/queue.h"

extern struct ob_engine ob_engine_devcrypto, ob_engine_soft;

static char folder[] = P_tmpdir "/devcrypto-XXXXXX", program[128];
static struct ob_dispatcher d;
static const struct ob_price cheap = {OB_UPTO_ANY, 0, 1, 1, 1, 1}, dear = {OB_UPTO_ANY, 0, 1000, 1000, 1000, 1000};

static uint8_t text[70000], want[70016], got[70016];
static uint8_t iv[16] = {1, 2, 3};
static const uint8_t key[32] = {7, 8, 9};

static const char *const orders[] = {"hang",     "fail",  "die",  "gone", "refused", "other",
                                     "software", "async", "full", "late", "stray"};

static void path_of(char path[128], const char *name)
{
    snprintf(path, 128, "%s/%s", folder, name);
}

static void order(const char *what)
{
    char path[128];

    path_of(path, what);
    if (close(creat(path, 0600)) != 0)
        abort();
}

static void end_orders(void)
{
    char path[128];

    for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        path_of(path, orders[i]);
        (void)unlink(path);
    }
}

static struct ob_offload_stats stats(void)
{
    struct ob_offload_stats s;

    ob_offload_stats(&ob_engine_devcrypto, &s);
    return s;
}

static uint64_t errors(void)
{
    struct ob_stats s;

    ob_engine_stats(&ob_engine_devcrypto, &s);
    return s.errors;
}

/* A message of alg, in place, against soft: 1 if devcrypto did it, 0 if soft did, 2 for a wrong answer. */
static unsigned message(uint8_t alg, unsigned key_len, size_t len)
{
    struct ob_session s;
    unsigned cls = OB_ALG_CLASS(alg);
    uint8_t tag[2][64] = {{0}};
    size_t iv_len = alg == OB_AES_ECB                         ? 0
                    : cls == OB_CLASS_AEAD                    ? 12
                    : alg == OB_DES_CBC || alg == OB_DES3_CBC ? 8
                                                              : 16;
    struct ob_op op = {.flags = OB_FIRST | OB_LAST, .in = got, .in_len = len, .tag = tag[1]};

    if (cls == OB_CLASS_CIPHER || cls == OB_CLASS_AEAD) {
        op.flags |= OB_ENCRYPT;
        op.iv = iv;
        op.iv_len = iv_len;
        op.out = got;
        op.out_size = len;
    }
    if (cls == OB_CLASS_AEAD) {
        op.flags |= OB_AAD;
        op.aad = text;
        op.aad_len = 13;
    }
    op.tag_len = ob_alg_tag(alg);
    for (unsigned turn = 0; turn < 2; turn++) {
        memcpy(got, text, len);
        op.status = OB_OK;
        op.tag = tag[turn];
        if (ob_session_open(&s, &d, alg, key_len ? key : NULL, key_len) != OB_OK ||
            ob_session_pin(&s, turn ? NULL : &ob_engine_soft) != OB_OK || ob_run(&s, &op) != OB_OK)
            return 2;
        ob_session_close(&s);
        if (turn == 0)
            memcpy(want, got, len);
    }
    if (memcmp(got, want, len) != 0 || memcmp(tag[0], tag[1], sizeof tag[0]) != 0)
        return 2;
    return op.engine == ob_engine_devcrypto.index;
}

static unsigned cbc(size_t len)
{
    return message(OB_AES_CBC, 16, len);
}

/* The engine serves, once its quarantine is over. The machine may be busy, but what does not come in half a minute does
 * not come. */
static void serves(void)
{
    for (unsigned i = 0; i < 3000 && cbc(4096) != 1; i++)
        usleep(10000);
    assert_int_equal(cbc(4096), 1);
}

static void recovers(void)
{
    end_orders();
    serves();
}

/* Processes that run the helper's program. */
static unsigned helpers(void)
{
    unsigned n = 0;
    DIR *proc = opendir("/proc");
    const struct dirent *e;

    while (proc && (e = readdir(proc)) != NULL) {
        char path[300], target[128];
        ssize_t len;

        snprintf(path, sizeof path, "/proc/%s/exe", e->d_name);
        len = readlink(path, target, sizeof target);
        n += len == (ssize_t)strlen(program) && memcmp(target, program, (size_t)len) == 0;
    }
    if (proc)
        (void)closedir(proc);
    return n;
}

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

static void numbers(void **state)
{
    (void)state;
    assert_int_equal(CRYPTODEV_CLOSE_SESSION, 0x40046367);
    assert_int_equal(CRYPTODEV_INFO, 0xc10c636b);
    if (sizeof(void *) == 8) {
        assert_int_equal(CRYPTODEV_OPEN_SESSION, 0xc0306366);
        assert_int_equal(CRYPTODEV_CRYPT, 0xc0306368);
        assert_int_equal(CRYPTODEV_AUTH_CRYPT, 0xc048636d);
        assert_int_equal(CRYPTODEV_ASYNC_CRYPT, 0x4030636e);
        assert_int_equal(CRYPTODEV_ASYNC_FETCH, 0x8030636f);
        assert_int_equal(offsetof(struct cryptodev_auth_crypt, tag_len), 48);
        assert_int_equal(offsetof(struct cryptodev_session, session), 40);
    }
}

/* As /proc/crypto says: the driver of the highest priority, where somebody vouches for it. */
static void rows(void **state)
{
    bool hash = false, cbc_row = false;

    (void)state;
    for (unsigned i = 0; i < ob_engine_devcrypto.ops->n_caps; i++) {
        const struct ob_cap *cap = &ob_engine_devcrypto.ops->caps[i];

        assert_true(cap->flags & OB_CAP_HARDWARE);
        assert_int_not_equal(cap->alg, OB_AES_ECB); /* another driver goes before the one that is vouched for */
        assert_int_not_equal(cap->alg, OB_AES_XTS);
        hash |= cap->alg == OB_SHA256;
        cbc_row |= cap->alg == OB_AES_CBC;
    }
    assert_true(hash && cbc_row);
}

static void one_handoff_one_call(void **state)
{
    (void)state;
    assert_int_equal(cbc(16), 1);
    for (size_t len = 16; len <= 65536; len *= 4) {
        struct ob_offload_stats before = stats(), after;

        assert_int_equal(cbc(len), 1);
        after = stats();
        assert_int_equal(after.handoffs - before.handoffs, 1);
        assert_int_equal(after.calls - before.calls, 1);
        assert_int_equal(after.opened - before.opened, 1);
    }
    assert_int_equal(stats().helpers, 1);
    assert_int_equal(cbc(65552), 0); /* longer than a request: software */
}

static int all_answers(void)
{
    static const struct {
        uint8_t alg;
        unsigned key_len;
    } all[] = {{OB_SHA256, 0},    {OB_HMAC_SHA1, 20}, {OB_AES_CBC, 32}, {OB_AES_CTR, 24},
               {OB_DES3_CBC, 24}, {OB_DES3_CBC, 16},  {OB_AES_GCM, 16}, {OB_AES_CCM, 16}};
    static const size_t lens[] = {0, 16, 1008, 4096, 65536};

    if (ob_selftest(&ob_engine_devcrypto, 0) != OB_OK)
        return 100;
    for (int i = 0; i < (int)(sizeof all / sizeof all[0]); i++)
        for (unsigned k = 0; k < sizeof lens / sizeof lens[0]; k++)
            if (message(all[i].alg, all[i].key_len, lens[k]) != 1)
                return 1 + i;
    return message(OB_SHA256, 0, 70000) == 1 ? 0 : 99; /* in parts */
}

static int all_answers_here(void)
{
    int r;

    ob_offload_settings.helper = "none";
    ob_engine_devcrypto.ops->stop(ob_engine_devcrypto.dev);
    r = all_answers();
    if (r)
        return r;
    return stats().handoffs ? 50 : device_counts.operations < 40 ? 51 : device_counts.failures > 9 ? 52 : 0;
}

static void answers(void **state)
{
    (void)state;
    assert_int_equal(all_answers(), 0);
    assert_int_equal(in_child(all_answers_here), 0);
}

/* A wrong tag is an answer, and nothing that fails. */
static void wrong_tag(void **state)
{
    uint64_t failed = errors();
    uint8_t tag[16] = {0};
    struct ob_session s;

    (void)state;
    assert_int_equal(ob_session_open(&s, &d, OB_AES_GCM, key, 16), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_devcrypto), OB_OK);
    assert_int_equal(ob_crypt(&s, 0, got, 64, iv, 12, NULL, 0, text, 64, tag, 16), OB_E_AUTH);
    ob_session_close(&s);
    assert_int_equal(errors(), failed);
}

static void hang_is_answered_by_software(void **state)
{
    struct ob_offload_stats before;

    (void)state;
    ob_offload_settings.deadline_ms = 300;
    ob_engine_devcrypto.ops->stop(ob_engine_devcrypto.dev);
    serves();
    before = stats();
    order("hang");
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(stats().abandoned, before.abandoned + 1);
    end_orders();
    ob_offload_settings.deadline_ms = 5000;
    recovers();
}

static void error_is_answered_by_software(void **state)
{
    uint64_t failed = errors();
    struct ob_session s;

    (void)state;
    order("fail");
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(errors(), failed + 1);
    recovers();
    /* the device goes away under an open key, and comes again: a session of before is none of the new device's */
    assert_int_equal(ob_session_open(&s, &d, OB_AES_CBC, key, 16), OB_OK);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, want, 64, iv, 16, NULL, 0, text, 64, NULL, 0), OB_OK);
    order("gone");
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text, 64, NULL, 0), OB_OK);
    assert_memory_equal(got, want, 64);
    assert_int_equal(errors(), failed + 2);
    recovers();
    failed = errors();
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text, 64, NULL, 0), OB_OK);
    assert_memory_equal(got, want, 64);
    assert_int_equal(errors(), failed);
    ob_session_close(&s);
}

static int ask(uint8_t alg, struct obi_offload_driver *driver)
{
    return obi_offload_probe(obi_link_of("devcrypto"), OBI_BACKEND_DEVCRYPTO, alg, "", driver);
}

/* A driver that nobody vouched for, or that is software by its own words, serves no row of hardware. */
static void other_driver(void **state)
{
    struct obi_offload_driver driver;
    uint64_t failed = errors();

    (void)state;
    assert_int_equal(ask(OB_AES_CBC, &driver), OB_OK);
    assert_string_equal(driver.name, "obaccel-cbc-aes");
    assert_true(driver.hardware);
    assert_int_equal(ask(OB_AES_XTS, &driver), OB_E_DECLINED);
    order("other");
    assert_int_equal(cbc(64), 0);
    assert_int_equal(ask(OB_AES_CBC, &driver), OB_OK);
    assert_string_equal(driver.name, "other-cbc-aes");
    end_orders();
    order("software");
    assert_int_equal(cbc(64), 0);
    assert_int_equal(ask(OB_AES_CBC, &driver), OB_OK);
    assert_false(driver.hardware);
    end_orders();
    assert_int_equal(errors(), failed);
    assert_int_equal(cbc(64), 1);
}

static int refused(void)
{
    order("refused");
    if (cbc(64) != 0 || strstr(ob_offload_why("devcrypto"), "Permission denied") == NULL)
        return 1;
    end_orders();
    return cbc(64) == 0 && stats().helpers == 1 ? 0 : 2; /* for the life of the process */
}

static int helpers_here(void)
{
    order("die");
    return cbc(64) == 0 && stats().abandoned == 1 ? 0 : 1;
}

static void refusals(void **state)
{
    (void)state;
    assert_int_equal(in_child(refused), 0);
    end_orders();
    assert_int_equal(in_child(helpers_here), 0);
    recovers();
}

/* ---- asynchronous calls, by way of a helper ---- */

/* What the engine says once a helper has opened the device anew. */
static const char *async_state(void)
{
    ob_engine_devcrypto.ops->stop(ob_engine_devcrypto.dev);
    assert_int_equal(cbc(64), 1);
    return ob_offload_async_state("devcrypto");
}

/* They are used where they are there and wanted, and what they answer is right; an AEAD has none. */
static void async_calls(void **state)
{
    static const size_t lens[] = {16, 4096, 65536};
    struct ob_offload_stats before = stats();
    unsigned n = 0;

    (void)state;
    assert_string_equal(async_state(), "no asynchronous calls");
    ob_offload_settings.async = OB_OFFLOAD_ASYNC_ON;
    assert_string_equal(async_state(), "no asynchronous calls");
    order("async");
    ob_offload_settings.async = OB_OFFLOAD_ASYNC_OFF;
    assert_string_equal(async_state(), "asynchronous calls not in use (OUTBOARD_ASYNC)");
    ob_offload_settings.async = OB_OFFLOAD_ASYNC_UNSET;
    assert_string_equal(async_state(), "asynchronous calls not in use (OUTBOARD_ASYNC)");
    assert_int_equal(stats().queued, before.queued);
    ob_offload_settings.async = OB_OFFLOAD_ASYNC_ON;
    assert_string_equal(async_state(), "asynchronous calls in use");
    assert_int_equal(message(OB_SHA256, 0, 64), 1); /* its self-test, and that of the next */
    assert_int_equal(message(OB_HMAC_SHA1, 20, 64), 1);
    before = stats();
    for (unsigned i = 0; i < sizeof lens / sizeof lens[0]; i++) {
        assert_int_equal(cbc(lens[i]), 1);
        assert_int_equal(message(OB_AES_CTR, 16, lens[i] - 3), 1);
        assert_int_equal(message(OB_SHA256, 0, lens[i]), 1);
        assert_int_equal(message(OB_HMAC_SHA1, 20, lens[i]), 1);
        n += 4;
    }
    assert_int_equal(message(OB_SHA256, 0, 0), 1);
    assert_int_equal(message(OB_SHA256, 0, 70000), 1); /* two parts */
    n += 3;
    assert_int_equal(stats().queued - before.queued, n);
    assert_int_equal(stats().calls - before.calls, 2 * n);
    assert_int_equal(message(OB_AES_GCM, 16, 1008), 1);
    assert_int_equal(stats().queued - before.queued, n);
    assert_int_equal(stats().abandoned, before.abandoned);
}

/* Two requests of one key and length, at the same place of the helper's memory: not the first one's result twice. */
static void same_again(void)
{
    struct ob_session s;

    assert_int_equal(ob_session_open(&s, &d, OB_AES_CBC, key, 16), OB_OK);
    assert_int_equal(ob_session_pin(&s, &ob_engine_devcrypto), OB_OK);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, want, 64, iv, 16, NULL, 0, text, 64, NULL, 0), OB_OK);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(ob_crypt(&s, OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text + i, 64, NULL, 0), OB_OK);
        assert_int_equal(memcmp(got, want, 64) == 0, i == 0);
        assert_memory_not_equal(got, text + i, 64);
    }
    ob_session_close(&s);
}

/* A result that comes late is waited for; one of another operation is none. */
static void async_late_and_stray(void **state)
{
    struct ob_offload_stats before = stats();

    (void)state;
    order("late");
    assert_int_equal(cbc(4096), 1);
    order("stray");
    assert_int_equal(cbc(4096), 1);
    same_again();
    assert_int_equal(message(OB_SHA256, 0, 4096), 1);
    assert_int_equal(stats().queued - before.queued, 6);
    assert_int_equal(stats().abandoned, before.abandoned);
    end_orders();
    order("async");
}

static void async_errors(void **state)
{
    uint64_t failed = errors(), began;

    (void)state;
    order("fail");
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(errors(), failed + 1);
    end_orders();
    order("async");
    serves();
    /* no place in the queue until the deadline, and nothing that was given up */
    ob_offload_settings.deadline_ms = 300;
    order("full");
    began = stats().abandoned;
    failed = errors();
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(errors(), failed + 1);
    assert_int_equal(stats().abandoned, began);
    ob_offload_settings.deadline_ms = 5000;
    end_orders();
    order("async");
    serves();
    assert_int_equal(stats().abandoned, began);
}

/* The helper waits where a signal can end it, and ends by itself with the result, which reaches nobody. */
static void async_hang(void **state)
{
    struct ob_offload_stats before = stats();

    (void)state;
    assert_int_equal(helpers(), 1);
    ob_offload_settings.deadline_ms = 300;
    order("hang");
    assert_int_equal(cbc(4096), 0);
    assert_int_equal(stats().abandoned, before.abandoned + 1);
    assert_int_equal(helpers(), 1);
    ob_offload_settings.deadline_ms = 5000;
    end_orders();
    order("async");
    for (unsigned i = 0; i < 3000 && helpers() != 0; i++)
        usleep(10000);
    assert_int_equal(helpers(), 0);
    serves();
    assert_int_equal(helpers(), 1);
    ob_offload_settings.async = OB_OFFLOAD_ASYNC_UNSET;
    recovers();
}

/* Without a helper they are not used: the caller wants its memory back. */
static int async_not_here(void)
{
    ob_offload_settings.helper = "none";
    ob_offload_settings.async = OB_OFFLOAD_ASYNC_ON;
    device_knobs.async = 1;
    ob_engine_devcrypto.ops->stop(ob_engine_devcrypto.dev);
    if (cbc(4096) != 1 || stats().queued || device_counts.queued)
        return 1;
    return strcmp(ob_offload_async_state("devcrypto"), "asynchronous calls not in use (OUTBOARD_ASYNC)") == 0 ? 0 : 2;
}

/* ---- the device itself ---- */

/* The length of the next result's data, -1: there is none, -2: it is an error. */
static int fetched(int fd)
{
    struct cryptodev_crypt done = {0};

    if (obi_cryptodev_poll(fd, POLLIN, 20000) != POLLIN)
        return -1;
    return obi_cryptodev_ioctl(fd, CRYPTODEV_ASYNC_FETCH, &done) == 0 ? (int)done.len : -2;
}

static bool next_are(int fd, int first, int second)
{
    int one = fetched(fd), two = fetched(fd);

    return one == first && two == second;
}

/* So many results are in its queue, or were fetched. */
static void worked_off(unsigned long n)
{
    while (__atomic_load_n(&device_counts.worked_off, __ATOMIC_ACQUIRE) < n)
        usleep(1000);
}

/* Its queue has so many places as the module's, and gives what it has in their order or the opposite. */
static int device_queue(void)
{
    uint8_t out[DEVICE_QUEUE_MAX + 1][16], key_copy[16] = {0};
    struct cryptodev_session s = {.cipher = CRYPTODEV_AES_CTR, .key_len = 16, .key = key_copy};
    struct cryptodev_crypt c = {.src = text, .iv = iv}, none = {0};
    int fd = obi_cryptodev_open();

    if (fd < 0 || obi_cryptodev_ioctl(fd, CRYPTODEV_OPEN_SESSION, &s) != 0)
        return 1;
    c.session = s.session;
    c.len = 16;
    c.dst = out[0];
    if (obi_cryptodev_ioctl(fd, CRYPTODEV_ASYNC_CRYPT, &c) == 0 || errno != EINVAL)
        return 2;
    device_knobs.async = 1;
    if (obi_cryptodev_ioctl(fd, CRYPTODEV_ASYNC_FETCH, &none) == 0 || errno != EBUSY)
        return 3;
    device_knobs.hang = 1;
    for (unsigned i = 0; i <= DEVICE_QUEUE_MAX; i++) {
        bool place = i < DEVICE_QUEUE_MAX;

        c.len = 16 - i % 16;
        c.dst = out[i];
        if ((obi_cryptodev_poll(fd, POLLIN | POLLOUT, 0) == POLLOUT) != place ||
            (obi_cryptodev_ioctl(fd, CRYPTODEV_ASYNC_CRYPT, &c) == 0) != place || (!place && errno != EBUSY))
            return 4;
    }
    device_knobs.hang = 0;
    if (!next_are(fd, 16, 15))
        return 5;
    worked_off(DEVICE_QUEUE_MAX);
    device_knobs.newest_first = 1;
    if (!next_are(fd, 1, 2))
        return 6;
    device_knobs.fail = EIO; /* of what is queued from now on */
    if (obi_cryptodev_ioctl(fd, CRYPTODEV_ASYNC_CRYPT, &c) != 0)
        return 7;
    worked_off(DEVICE_QUEUE_MAX + 1);
    return fetched(fd) == -2 && errno == EIO ? 0 : 8;
}

static void async_in_this_process(void **state)
{
    (void)state;
    assert_int_equal(in_child(async_not_here), 0);
    assert_int_equal(in_child(device_queue), 0);
}

/* ---- in this process ---- */

/* A child lets go of the descriptor that it shares with its parent, and of nothing that is open there. */
static int fork_without_a_helper(void)
{
    struct ob_session s;
    int status;
    pid_t pid;
    unsigned long sessions;

    ob_offload_settings.helper = "none";
    ob_engine_devcrypto.ops->stop(ob_engine_devcrypto.dev);
    if (ob_session_open(&s, &d, OB_AES_CBC, key, 16) != OB_OK ||
        ob_crypt(&s, OB_ENCRYPT, want, 64, iv, 16, NULL, 0, text, 64, NULL, 0) != OB_OK)
        return 1;
    sessions = device_counts.sessions;
    pid = fork();
    if (pid == 0) { /* the sessions that it has of the parent must be closed by nobody */
        unsigned long before = device_counts.sessions;

        ob_session_close(&s);
        _exit(device_counts.sessions != before ? 1 : cbc(64) == 1 ? 0 : 2);
    }
    if (waitpid(pid, &status, 0) != pid || status != 0)
        return 2;
    if (ob_crypt(&s, OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text, 64, NULL, 0) != OB_OK || memcmp(got, want, 64) != 0)
        return 3;
    ob_session_close(&s);
    return device_counts.sessions == sessions - 1 ? 0 : 4;
}

static int no_descriptor(unsigned long number)
{
    return number ? 0 : EMFILE;
}

static int descriptor_limit(void)
{
    ob_offload_settings.helper = "none";
    ob_engine_devcrypto.ops->stop(ob_engine_devcrypto.dev);
    inprocess_before = no_descriptor;
    if (cbc(64) != 0)
        return 1;
    inprocess_before = NULL;
    return cbc(64) == 1 ? 0 : 2; /* busy is no failure */
}

static int many_keys(void)
{
    static struct ob_session s[100];

    ob_offload_settings.helper = "none";
    ob_offload_settings.descriptors = 16;
    ob_engine_devcrypto.ops->stop(ob_engine_devcrypto.dev);
    for (unsigned i = 0; i < 100; i++)
        if (ob_session_open(&s[i], &d, OB_AES_CBC, key, 16) != OB_OK ||
            ob_crypt(&s[i], OB_ENCRYPT, got, 64, iv, 16, NULL, 0, text, 64, NULL, 0) != OB_OK)
            return 1;
    if (device_counts.sessions > 16 || device_counts.opened < 100)
        return 2;
    for (unsigned i = 0; i < 100; i++)
        ob_session_close(&s[i]);
    return device_counts.sessions == 0 ? 0 : 3;
}

static void in_this_process(void **state)
{
    (void)state;
    assert_int_equal(in_child(fork_without_a_helper), 0);
    assert_int_equal(in_child(descriptor_limit), 0);
    assert_int_equal(in_child(many_keys), 0);
}

/* ---- set-up ---- */

static bool copy_program(void)
{
    FILE *from = fopen(OFFLOAD_FAKE, "rb"), *to = fopen(program, "wb");
    size_t n;

    while (from && to && (n = fread(got, 1, sizeof got, from)) > 0)
        if (fwrite(got, 1, n, to) != n)
            return false;
    return from && to && fclose(from) == 0 && fclose(to) == 0 && chmod(program, 0755) == 0;
}

static void entry(FILE *f, const char *name, const char *driver, int priority, const char *type)
{
    fprintf(f,
            "name         : %s\ndriver       : %s\npriority     : %d\nselftest     : passed\ninternal     : no\n"
            "type         : %s\n\n",
            name, driver, priority, type);
}

static int set_up(void **state)
{
    static const struct ob_price *cheaps[64], *dears[OB_ROW_NONE];
    static char proc[128];
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
    path_of(proc, "crypto");
    f = fopen(proc, "w");
    if (!f || !copy_program())
        return 1;
    entry(f, "cbc(aes)", "cbc-aes-generic", 100, "skcipher");
    entry(f, "cbc(aes)", "obaccel-cbc-aes", 300, "skcipher");
    entry(f, "ecb(aes)", "obaccel-ecb-aes", 300, "skcipher");
    entry(f, "ecb(aes)", "ecb-aes-aesni", 400, "skcipher");
    entry(f, "ctr(aes)", "obaccel-ctr-aes", 300, "skcipher");
    entry(f, "xts(aes)", "obaccel-xts-aes", 300, "skcipher");
    entry(f, "cbc(des3_ede)", "obaccel-cbc-des3-ede", 300, "skcipher");
    entry(f, "gcm(aes)", "obaccel-gcm-aes", 300, "aead");
    entry(f, "ccm(aes)", "obaccel-ccm-aes", 300, "aead");
    entry(f, "sha256", "obaccel-sha256", 300, "ahash");
    entry(f, "hmac(sha1)", "obaccel-hmac-sha1", 300, "ahash");
    if (fclose(f) != 0)
        return 1;
    obi_proc_crypto_path = proc;
    ob_offload_settings.helper = program;
    ob_offload_settings.drivers = "obaccel-cbc-aes,obaccel-ecb-aes,obaccel-ctr-aes,obaccel-xts-aes,obaccel-gcm-aes,"
                                  "obaccel-ccm-aes,obaccel-sha256,obaccel-hmac-sha1,obaccel-cbc-des3-ede";
    ob_offload_settings.deadline_ms = 5000; /* the machine may be busy */
    d.retest_ns = 100000000;
    ob_engine_devcrypto.prices = cheaps;
    ob_engine_soft.prices = dears;
    return ob_engine_add(&d, &ob_engine_soft) != OB_OK || ob_engine_add(&d, &ob_engine_devcrypto) != OB_OK;
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
        cmocka_unit_test(numbers),
        cmocka_unit_test(rows),
        cmocka_unit_test(one_handoff_one_call),
        cmocka_unit_test(answers),
        cmocka_unit_test(wrong_tag),
        cmocka_unit_test(hang_is_answered_by_software),
        cmocka_unit_test(error_is_answered_by_software),
        cmocka_unit_test(other_driver),
        cmocka_unit_test(refusals),
        cmocka_unit_test(async_calls),
        cmocka_unit_test(async_late_and_stray),
        cmocka_unit_test(async_errors),
        cmocka_unit_test(async_hang),
        cmocka_unit_test(async_in_this_process),
        cmocka_unit_test(in_this_process),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
