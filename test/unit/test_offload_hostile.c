/* SPDX-License-Identifier: Apache-2.0 */
/* What a helper does with shared memory and messages that somebody else has written: it answers or ends, and touches
 * nothing outside its memory. The helper is a real one, with a kernel that is none (offload_fake.c). */
#define _GNU_SOURCE /* memfd_create */
#include "offload_host.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "offload/link.h"

static struct {
    pid_t pid;
    int socket, doorbell;
    struct obi_request_slot *slot;
} helper;

static uint32_t seed = 1;

static uint32_t draw(void)
{
    seed = seed * 1664525 + 1013904223; /* W. H. Press et al., "Numerical Recipes", section 7.1 */
    return seed >> 8;
}

/* A helper that is the test's own child, so that its end can be seen. */
static void start_helper(void)
{
    int ends[2], doorbell[2], memory = memfd_create("test", MFD_CLOEXEC);

    assert_true(memory >= 0);
    assert_int_equal(ftruncate(memory, sizeof *helper.slot), 0);
    helper.slot =
        (struct obi_request_slot *)mmap(NULL, sizeof *helper.slot, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    assert_true(helper.slot != MAP_FAILED);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    assert_int_equal(pipe(doorbell), 0);
    assert_int_equal(fcntl(doorbell[1], F_SETFD, FD_CLOEXEC), 0);
    helper.pid = fork();
    if (helper.pid == 0) {
        int from[3] = {fcntl(ends[1], F_DUPFD, 20), fcntl(memory, F_DUPFD, 20), fcntl(doorbell[0], F_DUPFD, 20)};

        for (int i = 0; i < 3; i++)
            if (dup2(from[i], 3 + i) < 0)
                _exit(2);
        execl(program, "outboard-offload", "64", (char *)NULL);
        _exit(2);
    }
    close(ends[1]);
    close(doorbell[0]);
    close(memory);
    helper.socket = ends[0];
    helper.doorbell = doorbell[1];
}

/* True if it has ended by itself, and not by a signal. */
static void stop_helper(void)
{
    int status;

    close(helper.doorbell);
    assert_int_equal(waitpid(helper.pid, &status, 0), helper.pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    close(helper.socket);
    (void)munmap(helper.slot, sizeof *helper.slot);
}

static void send_message(uint64_t message)
{
    assert_int_equal(write(helper.doorbell, &message, sizeof message), sizeof message);
}

/* Hand over what is in the memory, and wait for the answer. */
static void request(void)
{
    struct pollfd p = {.fd = helper.socket, .events = POLLIN};
    char answer;

    send_message(OBI_MESSAGE_REQUEST);
    assert_int_equal(poll(&p, 1, PATIENCE * 1000), 1);
    if (read(helper.socket, &answer, 1) != 1) {
        const struct obi_request *r = &helper.slot->request;
        int status = 0;

        (void)waitpid(helper.pid, &status, 0);
        fail_msg("the helper ended with %#x at kind %u, backend %u, algorithm %u, first %u, last %u, status %d", status,
                 r->kind, r->backend, r->alg, r->first, r->last, r->status);
    }
}

/* A request that is right. */
static void fill(void)
{
    struct obi_request *r = &helper.slot->request;

    memset(r, 0, sizeof *r);
    r->id = 1000;
    r->backend = OBI_BACKEND_AFALG;
    r->kind = OBI_REQUEST_CIPHER;
    r->alg = OB_AES_CBC;
    r->encrypt = r->first = r->last = 1;
    r->key_len = r->iv_len = 16;
    r->in_len = 64;
}

static void lengths_that_are_too_large(void **state)
{
    struct obi_request *r;

    (void)state;
    start_helper();
    r = &helper.slot->request;
    fill();
    request();
    assert_int_equal(r->status, 0);
    for (unsigned i = 0; i < 6; i++) {
        fill();
        if (i == 0)
            r->key_len = sizeof r->key + 1;
        else if (i == 1)
            r->iv_len = 17;
        else if (i == 2)
            r->in_len = OBI_REQUEST_DATA_MAX + 1;
        else if (i == 3)
            r->aad_len = UINT32_MAX;
        else if (i == 4)
            r->tag_len = OBI_REQUEST_TAG_MAX + 1;
        else
            r->backend = 7;
        request();
        assert_int_equal(r->status, EINVAL);
    }
    memset(r, 0, sizeof *r); /* a host that has given up wipes it */
    request();
    assert_int_equal(r->status, EINVAL);
    fill();
    request();
    assert_int_equal(r->status, 0);
    stop_helper();
}

/* Random requests between right ones: each is answered. */
static void noise(void **state)
{
    (void)state;
    start_helper();
    for (unsigned i = 0; i < 2000; i++) {
        uint8_t *at = (uint8_t *)&helper.slot->request;

        fill();
        for (unsigned k = draw() % 40; k; k--)
            at[draw() % sizeof helper.slot->request] = (uint8_t)draw();
        helper.slot->request.async = 0;
        helper.slot->request.backend %= 2;
        request();
        if (i % 16 == 0)
            send_message(draw());
    }
    fill();
    request();
    assert_int_equal(helper.slot->request.status, 0);
    stop_helper();
}

/* Parts of a message, and a host that closes its end in the middle of one. */
static void broken_messages(void **state)
{
    (void)state;
    start_helper();
    fill();
    request();
    assert_int_equal(write(helper.doorbell, "abc", 3), 3);
    stop_helper();
}

/* A program that everybody may write is started by nobody. */
static int helper_that_others_may_write(void)
{
    if (chmod(program, 0757) != 0)
        return 1;
    if (cbc(64) != 0)
        return 2;
    return strstr(ob_offload_why("afalg"), "others may write") ? 0 : 3;
}

static void writable_helper(void **state)
{
    (void)state;
    assert_int_equal(in_child(helper_that_others_may_write), 0);
    assert_int_equal(chmod(program, 0755), 0);
    assert_int_equal(cbc(64), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_that_are_too_large),
        cmocka_unit_test(noise),
        cmocka_unit_test(broken_messages),
        cmocka_unit_test(writable_helper),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
