/* SPDX-License-Identifier: Apache-2.0 */
/* The host's side of the offload. The first request after a fork starts a helper. A message through a pipe announces a
 * request; a byte over a socket announces the answer. Once the helper runs, a request needs only write(2) and read(2),
 * which any sandbox allows. A pipe costs the kernel half as much as a socket, but a read of a pipe has no time limit,
 * so the answers use a socket. */
#define _GNU_SOURCE /* memfd_create */
#include "offload/link.h"
#include "port/clock.h"
#include "port/lock.h"
#include "port/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define START_NS 10000000000u /* time for a helper to start, and for the kernel to load modules */

static struct obi_link *links; /* a list to which links are only prepended */
static uint32_t start_lock;    /* held while a helper is started, and during a fork */

static void lock(uint32_t *l)
{
    while (!ob_port_trylock(l))
        ob_port_relax();
}

static void disconnect(struct obi_link *l)
{
    if (!l->connected)
        return;
    if (l->slot) {
        (void)close(l->fd);
        (void)close(l->doorbell[0]);
        (void)close(l->doorbell[1]);
        (void)munmap(l->slot, sizeof *l->slot);
    } else {
        obi_worker_leave(&l->worker);
        free(l->worker.key);
        memset(&l->worker, 0, sizeof l->worker);
    }
    l->slot = NULL;
    l->connected = l->answered = false;
}

/* ---- fork ---- */

static void before_fork(void)
{
    lock(&start_lock);
}

static void in_parent(void)
{
    ob_port_unlock(&start_lock);
}

/* The helper belongs to the parent and must see the socket close when the parent ends, so the child closes its copy. */
static void in_child(void)
{
    for (struct obi_link *l = links; l; l = l->next) {
        disconnect(l);
        l->lock = l->forget_lock = 0; /* the holder may be a thread that the child does not have */
        l->n_forget = 0;
        l->failures = 0;
        memset(&l->stats, 0, sizeof l->stats);
    }
    ob_port_unlock(&start_lock);
}

void obi_link_turn_off(struct obi_link *l, const char *why, const char *more)
{
    snprintf(l->why, sizeof l->why, "%s%s", why, more);
    l->off = true;
}

/* A relative path could name another program in each working directory. */
static bool is_helper(struct obi_link *l, const char *path)
{
    if (!path || path[0] == '/')
        return true;
    obi_link_turn_off(l, "the helper's path is not absolute: ", path);
    return false;
}

void obi_link_register(struct obi_link *l)
{
    const char *wrong;

    if (l->known)
        return;
    l->known = true;
    obi_sandbox_look();
    if (!obi_offload_settings_fit(&wrong))
        obi_link_turn_off(l, wrong, "");
    else
        (void)is_helper(l, obi_offload_helper());
    l->next = links;
    __atomic_store_n(&links, l, __ATOMIC_RELEASE);
}

/* Register the fork handlers once. The caller holds start_lock. */
static bool watch_forks(void)
{
    static bool watching;

    watching = watching || pthread_atfork(before_fork, in_parent, in_child) == 0;
    return watching;
}

/* ---- start and end ---- */

void obi_link_stop(struct obi_link *l)
{
    if (!ob_port_trylock(&l->lock))
        return;
    disconnect(l);
    ob_port_unlock(&l->lock);
}

/* The helper did not answer in time. It may hang in the kernel, which may still write to the shared memory. */
static void abandon(struct obi_link *l)
{
    char text[16];

    ob_wipe(&l->slot->request, sizeof l->slot->request);
    disconnect(l);
    l->stats.abandoned++;
    if (++l->failures >= OBI_LINK_FAILURES_MAX) {
        snprintf(text, sizeof text, "%d", OBI_LINK_FAILURES_MAX);
        obi_link_turn_off(l, "no answer from helpers in a row: ", text);
    }
}

/* Half of the deadline: the host looks at a slow request twice before it gives it up. */
static uint64_t half_deadline_us(void)
{
    return obi_offload_deadline_ms() * (uint64_t)500;
}

static void set_timeout(int fd)
{
    uint64_t us = half_deadline_us();
    struct timeval t = {.tv_sec = (time_t)(us / 1000000), .tv_usec = (suseconds_t)(us % 1000000)};

    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
}

/* Make shared memory of a fixed size; the seals stop either side from shrinking it. */
static int make_memory(struct obi_request_slot **slot)
{
    int fd = memfd_create("outboard-offload", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    void *at = MAP_FAILED;

    if (fd >= 0 && ftruncate(fd, sizeof **slot) == 0 &&
        fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        at = mmap(NULL, sizeof **slot, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) {
        if (fd >= 0)
            (void)close(fd);
        return -1;
    }
    *slot = (struct obi_request_slot *)at;
    return fd;
}

/* Make the pipe and both ends of the socket: 0 or an error of <errno.h>. The host also keeps the pipe's read end open,
 * so that writing raises no SIGPIPE after the helper's end. The write end does not block, because the helper may never
 * read. */
static int open_channels(struct obi_link *l, int ends[2])
{
    int err;

    if (pipe2(l->doorbell, O_CLOEXEC) != 0)
        return errno;
    if (fcntl(l->doorbell[1], F_SETFL, O_NONBLOCK) == 0 &&
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0)
        return 0;
    err = errno;
    (void)close(l->doorbell[0]);
    (void)close(l->doorbell[1]);
    return err;
}

static int start_helper(struct obi_link *l, const char *path)
{
    int ends[2] = {-1, -1}, memory, err;

    memory = make_memory(&l->slot);
    if (memory < 0)
        return errno;
    err = open_channels(l, ends);
    if (err == 0) {
        set_timeout(ends[0]);
        err = obi_spawn(path, ends[1], memory, l->doorbell[0]);
        (void)close(ends[1]);
        if (err) {
            (void)close(ends[0]);
            (void)close(l->doorbell[0]);
            (void)close(l->doorbell[1]);
        }
    }
    (void)close(memory);
    if (err)
        (void)munmap(l->slot, sizeof *l->slot);
    l->fd = ends[0];
    return err;
}

/* The first system call opens a file: a sandbox may punish other calls, but only refuses this one. */
static int look(struct obi_link *l, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd >= 0) {
        (void)close(fd);
        return OB_OK;
    }
    if (errno == EACCES || errno == EPERM || errno == ENOENT || errno == ENOTDIR) {
        char reason[48];

        snprintf(reason, sizeof reason, "%s: ", strerror(errno));
        obi_link_turn_off(l, reason, path);
        return OB_E_DECLINED;
    }
    return OB_E_BUSY;
}

static int start(struct obi_link *l)
{
    const char *path = obi_offload_helper();
    int r = is_helper(l, path) ? look(l, path ? path : "/proc/crypto") : OB_E_DECLINED, err = 0;

    if (r == OB_OK && obi_sandbox_closed()) {
        obi_link_turn_off(l, "the process has gone into a sandbox since it loaded the engine", "");
        r = OB_E_DECLINED;
    }
    if (r != OB_OK)
        return r;
    lock(&start_lock);
    if (!watch_forks()) {
        err = ENOMEM;
    } else if (path) {
        err = start_helper(l, path);
        if (err)
            l->slot = NULL;
        else
            l->stats.helpers++;
    } else {
        l->worker.n_keys = obi_offload_descriptors() - 4; /* 4 for opening a key */
        l->worker.key = (struct obi_worker_key *)calloc(l->worker.n_keys, sizeof *l->worker.key);
        err = l->worker.key ? 0 : ENOMEM;
    }
    l->connected = err == 0;
    ob_port_unlock(&start_lock);
    if (err == EACCES || err == EPERM || err == ENOEXEC || err == ENOENT || err == ENOSYS) {
        obi_link_turn_off(l, "no helper can be started: ", strerror(err));
        return OB_E_DECLINED;
    }
    return err ? OB_E_BUSY : OB_OK;
}

/* ---- keys that are closed ---- */

uint64_t obi_link_new_id(void)
{
    static uint64_t last = OBI_REQUEST_FIRST_ID;

    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

static unsigned to_forget(const struct obi_link *l)
{
    return __atomic_load_n(&l->n_forget, __ATOMIC_ACQUIRE);
}

/* Write a message to the pipe without waiting: 0, EAGAIN if it is full, or another error of <errno.h>. */
static int send_message(const struct obi_link *l, uint64_t message)
{
    return write(l->doorbell[1], &message, sizeof message) == sizeof message ? 0 : errno;
}

/* The pipe is full because the helper is stopped or gone: close all keys once there is room. */
static void forget_all(struct obi_link *l)
{
    lock(&l->forget_lock);
    __atomic_store_n(&l->n_forget, OBI_LINK_FORGET_MAX + 1, __ATOMIC_RELEASE);
    ob_port_unlock(&l->forget_lock);
}

/* Tell the helper which keys are closed. False: the pipe is full, and the message must be sent again. The caller has
 * taken the link. */
static bool send_closed_keys(struct obi_link *l)
{
    uint64_t id[OBI_LINK_FORGET_MAX];
    unsigned n;
    int err;

    if (to_forget(l) == 0)
        return true;
    lock(&l->forget_lock);
    n = l->n_forget;
    memcpy(id, l->forget, sizeof id);
    __atomic_store_n(&l->n_forget, 0, __ATOMIC_RELEASE);
    ob_port_unlock(&l->forget_lock);
    if (n > OBI_LINK_FORGET_MAX) {
        n = 1;
        id[0] = OBI_MESSAGE_FORGET;
    }
    for (unsigned i = 0; i < n && l->connected; i++) {
        err = 0;
        if (!l->slot)
            obi_worker_forget(&l->worker, id[i]);
        else
            err = send_message(l, id[i]);
        if (err == EAGAIN) {
            forget_all(l);
            return false;
        }
        if (err)
            abandon(l);
    }
    return true;
}

void obi_link_forget(struct obi_link *l, uint64_t id)
{
    lock(&l->forget_lock);
    if (l->n_forget < OBI_LINK_FORGET_MAX)
        l->forget[l->n_forget] = id;
    if (l->n_forget <= OBI_LINK_FORGET_MAX)
        __atomic_store_n(&l->n_forget, l->n_forget + 1, __ATOMIC_RELEASE);
    ob_port_unlock(&l->forget_lock);
    if (ob_port_trylock(&l->lock)) /* otherwise the thread that has the link tells the helper */
        obi_link_give_back(l);
}

/* ---- requests ---- */

int obi_link_take(struct obi_link *l)
{
    int r = OB_OK;

    if (l->off)
        return OB_E_DECLINED;
    if (!ob_port_trylock(&l->lock))
        return OB_E_BUSY;
    if (!l->connected)
        r = start(l);
    if (r == OB_OK)
        (void)send_closed_keys(l); /* on failure the request waits for room in the pipe, too */
    if (r == OB_OK && !l->connected)
        r = OB_E_IO;
    if (r != OB_OK)
        ob_port_unlock(&l->lock);
    return r;
}

void obi_link_give_back(struct obi_link *l)
{
    bool sent;

    do {
        sent = send_closed_keys(l);
        ob_port_unlock(&l->lock);
    } while (sent && to_forget(l) && ob_port_trylock(&l->lock));
}

struct obi_request *obi_link_request(struct obi_link *l)
{
    return l->slot ? &l->slot->request : &l->own;
}

/* Wait for the helper's byte until a time on the port's clock; 0: as long as the socket's timeout. Returns 1 if the
 * byte came, 0 if not, -1 if the helper is gone. */
static int wait_for(const struct obi_link *l, uint64_t until_ns)
{
    uint8_t answer;
    ssize_t n;

    if (until_ns) {
        struct pollfd p = {.fd = l->fd, .events = POLLIN};
        uint64_t now = ob_port_clock_ns();

        if (now >= until_ns || poll(&p, 1, (int)((until_ns - now) / 1000000 + 1)) <= 0)
            return 0;
    }
    n = read(l->fd, &answer, 1);
    if (n == 1)
        return 1;
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : -1;
}

/* Announce the request to the helper: false if the pipe stays full or the helper is gone. */
static bool send_request(struct obi_link *l, uint64_t deadline_ns)
{
    uint64_t now, until = 0;
    int err;

    while ((err = send_message(l, OBI_MESSAGE_REQUEST)) == EAGAIN) {
        struct pollfd p[2] = {{.fd = l->doorbell[1], .events = POLLOUT}, {.fd = l->fd}};

        now = ob_port_clock_ns();
        if (until == 0)
            until = now + 2000 * half_deadline_us();
        if (deadline_ns && deadline_ns < until)
            until = deadline_ns;
        if (now >= until || poll(p, 2, (int)((until - now) / 1000000 + 1)) < 0 || p[1].revents)
            return false;
    }
    return err == 0;
}

/* True if the answer has come. The settings' deadline limits the time of the device only; a helper that starts, or a
 * kernel that loads modules, may take longer. */
static bool answered(struct obi_link *l, uint64_t deadline_ns)
{
    uint64_t limit = half_deadline_us() * 1000, begun, running = 0, now;
    int r = wait_for(l, deadline_ns);

    begun = ob_port_clock_ns() - 1;
    while (r == 0) {
        uint32_t stage = __atomic_load_n(&l->slot->request.stage, __ATOMIC_ACQUIRE);

        now = ob_port_clock_ns();
        if (running == 0 && (stage == OBI_STAGE_RUNNING || (stage == OBI_STAGE_WAITING && l->answered)))
            running = now;
        if (deadline_ns && now >= deadline_ns)
            return false;
        if ((running && now - running >= limit) || now - begun >= START_NS)
            return false;
        r = wait_for(l, deadline_ns);
    }
    l->answered = l->answered || r > 0;
    return r > 0;
}

/* The time in ms that the device has for a request with this deadline. */
static uint32_t limit_ms(uint64_t deadline_ns)
{
    uint32_t limit = obi_offload_deadline_ms();
    uint64_t now = deadline_ns ? ob_port_clock_ns() : 0, left = deadline_ns > now ? (deadline_ns - now) / 1000000 : 0;

    return deadline_ns && left < limit ? (uint32_t)left : limit;
}

int obi_link_run(struct obi_link *l, const struct obi_request_data *d, uint64_t deadline_ns)
{
    struct obi_request *r = obi_link_request(l);

    r->found_async = OBI_ASYNC_UNKNOWN;
    r->queued = r->outstanding = 0;
    if (!l->slot) {
        r->async = 0; /* the caller's memory must be free again after the call */
        obi_worker_run(&l->worker, r, d);
    } else {
        r->async = r->backend == OBI_BACKEND_DEVCRYPTO && l->async != OBI_ASYNC_ABSENT && obi_offload_async();
        if (r->async) /* read the settings only if needed */
            r->limit_ms = limit_ms(deadline_ns);
        l->stats.handoffs++;
        r->stage = OBI_STAGE_WAITING;
        if (!send_request(l, deadline_ns) || !answered(l, deadline_ns) || r->outstanding) {
            abandon(l);
            return OB_E_IO;
        }
    }
    l->failures = 0;
    l->stats.calls += r->calls;
    l->stats.opened += r->opened;
    l->stats.queued += r->queued;
    if (r->found_async)
        l->async = r->found_async;
    return OB_OK;
}

struct obi_link *obi_link_of(const char *engine)
{
    struct obi_link *l = __atomic_load_n(&links, __ATOMIC_ACQUIRE);

    while (l && strcmp(l->name, engine) != 0)
        l = l->next;
    return l;
}

const char *ob_offload_async_state(const char *engine)
{
    const struct obi_link *l = obi_link_of(engine);

    if (!l || l->async == OBI_ASYNC_UNKNOWN)
        return "";
    if (l->async == OBI_ASYNC_ABSENT)
        return "no asynchronous calls";
    return obi_offload_async() && obi_offload_helper() ? "asynchronous calls in use"
                                                       : "asynchronous calls not in use (OUTBOARD_ASYNC)";
}

const char *ob_offload_why(const char *engine)
{
    const struct obi_link *l = obi_link_of(engine);

    return l ? l->why : "";
}

void ob_offload_stats(const struct ob_engine *e, struct ob_offload_stats *stats)
{
    const struct obi_link *l = obi_link_of(e->ops->name);

    memset(stats, 0, sizeof *stats);
    if (l)
        *stats = l->stats;
}
