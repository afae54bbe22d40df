/* SPDX-License-Identifier: Apache-2.0 */
/* The host's side of one helper. The first request after a fork starts it. A message through a pipe announces a
 * request; a byte over a socket announces the answer. Once the helper runs, a request needs only write(2) and read(2),
 * which any sandbox allows. A pipe costs the kernel half as much as a socket, but a read of a pipe has no time limit,
 * so the answers use a socket. */
#define _GNU_SOURCE /* memfd_create */
#include "offload/link.h"
#include "port/clock.h"
#include "port/linux/file_limit.h"
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
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define START_NS 10000000000u /* time for a helper to start, and for the kernel to load modules */

static uint32_t start_lock; /* held while a helper is started, and during a fork */

static void lock(uint32_t *l)
{
    while (!ob_port_trylock(l))
        ob_port_relax();
}

/* The bit of a lane in struct obi_link. */
static uint32_t number(const struct obi_lane *l)
{
    return 1u << (l - l->link->lane);
}

static uint64_t inode_of(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 ? st.st_ino : 0;
}

/* A program may have closed the descriptor, as with closefrom(3), and opened another file, which has its number. */
static void close_own(int fd, uint64_t inode, bool sure)
{
    if (sure || inode_of(fd) == inode)
        (void)close(fd);
}

void obi_lane_disconnect(struct obi_lane *l)
{
    if (!l->connected)
        return;
    if (l->slot) {
        bool sure = obi_sandbox_closed(); /* then asking could be punished */

        close_own(l->fd, l->socket_inode, sure);
        close_own(l->doorbell[0], l->pipe_inode, sure);
        close_own(l->doorbell[1], l->pipe_inode, sure);
        (void)munmap(l->slot, sizeof *l->slot);
    } else {
        obi_worker_leave(&l->worker);
        free(l->worker.key);
        memset(&l->worker, 0, sizeof l->worker);
    }
    l->slot = NULL;
    l->connected = l->answered = false;
    (void)__atomic_fetch_and(&l->link->open, ~number(l), __ATOMIC_RELAXED);
}

void obi_lane_hold_starts(void)
{
    lock(&start_lock);
}

void obi_lane_allow_starts(void)
{
    ob_port_unlock(&start_lock);
}

/* A relative path could name another program in each working directory. */
bool obi_lane_path_fits(struct obi_link *l, const char *path)
{
    if (!path || path[0] == '/')
        return true;
    obi_link_turn_off(l, "the helper's path is not absolute: ", path);
    return false;
}

/* ---- start and end ---- */

/* The helper did not answer in time. It may hang in the kernel, which may still write to the shared memory. */
static void abandon(struct obi_lane *l)
{
    char text[16];
    uint32_t before = l->failures;

    ob_wipe(&l->slot->request, sizeof l->slot->request);
    obi_lane_disconnect(l);
    l->stats.abandoned++;
    /* One device that hangs fails in all lanes at once: only the first of them counts. */
    if (__atomic_compare_exchange_n(&l->link->failures, &before, before + 1, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED) &&
        before + 1 >= OBI_LINK_FAILURES_MAX) {
        snprintf(text, sizeof text, "%d", OBI_LINK_FAILURES_MAX);
        obi_link_turn_off(l->link, "no answer from helpers in a row: ", text);
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

    if (fd >= 0 && !obi_file_takes(fd, sizeof **slot)) { /* its length is limited as that of files */
        (void)close(fd);
        errno = EFBIG;
        return -1;
    }
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
static int open_channels(struct obi_lane *l, int ends[2])
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

static int start_helper(struct obi_lane *l, const char *path)
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
    if (err == 0) {
        l->socket_inode = inode_of(l->fd);
        l->pipe_inode = inode_of(l->doorbell[0]);
    }
    return err;
}

/* ---- keys that are closed ---- */

static unsigned to_forget(const struct obi_lane *l)
{
    return __atomic_load_n(&l->n_forget, __ATOMIC_ACQUIRE);
}

/* Write a message to the pipe without waiting: 0, EAGAIN if it is full, or another error of <errno.h>. */
static int send_message(const struct obi_lane *l, uint64_t message)
{
    return write(l->doorbell[1], &message, sizeof message) == sizeof message ? 0 : errno;
}

/* The pipe is full because the helper is stopped or gone: close all keys once there is room. */
static void forget_all(struct obi_lane *l)
{
    lock(&l->forget_lock);
    __atomic_store_n(&l->n_forget, OBI_LANE_FORGET_MAX + 1, __ATOMIC_RELEASE);
    ob_port_unlock(&l->forget_lock);
}

/* Tell the helper which keys are closed. False: the pipe is full, and the message must be sent again. The caller has
 * taken the lane. */
static bool send_closed_keys(struct obi_lane *l)
{
    uint64_t id[OBI_LANE_FORGET_MAX];
    unsigned n;
    int err;

    if (to_forget(l) == 0)
        return true;
    lock(&l->forget_lock);
    n = l->n_forget;
    memcpy(id, l->forget, sizeof id);
    __atomic_store_n(&l->n_forget, 0, __ATOMIC_RELEASE);
    ob_port_unlock(&l->forget_lock);
    if (n > OBI_LANE_FORGET_MAX) {
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

void obi_lane_forget(struct obi_lane *l, uint64_t id)
{
    lock(&l->forget_lock);
    if (l->n_forget < OBI_LANE_FORGET_MAX)
        l->forget[l->n_forget] = id;
    if (l->n_forget <= OBI_LANE_FORGET_MAX)
        __atomic_store_n(&l->n_forget, l->n_forget + 1, __ATOMIC_RELEASE);
    ob_port_unlock(&l->forget_lock);
    if (ob_port_trylock(&l->lock)) /* otherwise the thread that has the lane tells the helper */
        obi_lane_release(l);
}

/* ---- a helper for a lane ---- */

/* The reason why no helper can be started, now or later. */
struct refusal {
    const char *what;
    const char *more;
};

/* The first system call opens a file: a sandbox may punish other calls, but only refuses this one. 0, or an error of
 * <errno.h>. */
static int look(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return errno;
    (void)close(fd);
    return 0;
}

/* 0, or an error of <errno.h>. */
static int connect_lane(struct obi_lane *l, const char *path)
{
    int err = 0;

    lock(&start_lock);
    if (!obi_link_watch_forks()) {
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
    if (err == 0) {
        l->connected = true;
        (void)__atomic_fetch_or(&l->link->open, number(l), __ATOMIC_RELAXED);
    }
    ob_port_unlock(&start_lock);
    return err;
}

/* Start a helper: OB_OK, OB_E_BUSY if it may work later, or OB_E_DECLINED with the reason. */
static int start(struct obi_lane *l, struct refusal *why)
{
    const char *path = obi_offload_helper();
    int err = look(path ? path : "/proc/crypto");
    struct stat st;

    if (err) {
        *why = (struct refusal){strerror(err), path ? path : "/proc/crypto"};
        return err == EACCES || err == EPERM || err == ENOENT || err == ENOTDIR ? OB_E_DECLINED : OB_E_BUSY;
    }
    if (obi_sandbox_closed()) {
        *why = (struct refusal){"the process has gone into a sandbox since it loaded the engine", ""};
        return OB_E_DECLINED;
    }
    if (path && stat(path, &st) == 0 && st.st_mode & S_IWOTH) { /* it gets the keys */
        *why = (struct refusal){"others may write the helper", path};
        return OB_E_DECLINED;
    }
    err = connect_lane(l, path);
    *why = (struct refusal){"no helper can be started", strerror(err)};
    if (err == EACCES || err == EPERM || err == ENOEXEC || err == ENOENT || err == ENOSYS)
        return OB_E_DECLINED;
    return err ? OB_E_BUSY : OB_OK;
}

int obi_lane_start(struct obi_lane *l, bool only)
{
    struct refusal why = {"", ""};
    char text[300];
    int r;

    if (!l->connected) {
        if (!obi_lane_path_fits(l->link, obi_offload_helper()))
            return OB_E_DECLINED;
        r = start(l, &why);
        if (r == OB_E_DECLINED && only) {
            snprintf(text, sizeof text, "%s%s%s", why.what, why.more[0] ? ": " : "", why.more);
            obi_link_turn_off(l->link, text, "");
        }
        if (r != OB_OK)
            return only ? r : OB_E_BUSY;
    }
    (void)send_closed_keys(l); /* on failure the request waits for room in the pipe, too */
    return l->connected ? OB_OK : OB_E_IO;
}

/* ---- requests ---- */

bool obi_lane_try(struct obi_lane *l)
{
    return ob_port_trylock(&l->lock);
}

void obi_lane_release(struct obi_lane *l)
{
    bool sent;

    do {
        sent = send_closed_keys(l);
        ob_port_unlock(&l->lock);
    } while (sent && to_forget(l) && ob_port_trylock(&l->lock));
}

struct obi_request *obi_lane_request(struct obi_lane *l)
{
    return l->slot ? &l->slot->request : &l->own;
}

/* Wait for the helper's byte until a time on the port's clock; 0: as long as the socket's timeout. Returns 1 if the
 * byte came, 0 if not, -1 if the helper is gone. */
static int wait_for(const struct obi_lane *l, uint64_t until_ns)
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
static bool send_request(struct obi_lane *l, uint64_t deadline_ns)
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
static bool answered(struct obi_lane *l, uint64_t deadline_ns)
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
    /* A byte alone proves nothing: the program may have closed the socket, and another one has its number now. */
    if (r <= 0 || __atomic_load_n(&l->slot->request.stage, __ATOMIC_ACQUIRE) != OBI_STAGE_ANSWERED)
        return false;
    l->answered = true;
    return true;
}

/* The time in ms that the device has for a request with this deadline. */
static uint32_t limit_ms(uint64_t deadline_ns)
{
    uint32_t limit = obi_offload_deadline_ms();
    uint64_t now = deadline_ns ? ob_port_clock_ns() : 0, left = deadline_ns > now ? (deadline_ns - now) / 1000000 : 0;

    return deadline_ns && left < limit ? (uint32_t)left : limit;
}

int obi_lane_run(struct obi_lane *l, const struct obi_request_data *d, uint64_t deadline_ns)
{
    struct obi_request *r = obi_lane_request(l);

    l->failures = __atomic_load_n(&l->link->failures, __ATOMIC_RELAXED);
    r->found_async = OBI_ASYNC_UNKNOWN;
    r->queued = r->outstanding = 0;
    if (!l->slot) {
        r->async = 0; /* the caller's memory must be free again after the call */
        obi_worker_run(&l->worker, r, d);
    } else {
        r->async = r->backend == OBI_BACKEND_DEVCRYPTO &&
                   __atomic_load_n(&l->link->async, __ATOMIC_RELAXED) != OBI_ASYNC_ABSENT && obi_offload_async();
        if (r->async) /* read the settings only if needed */
            r->limit_ms = limit_ms(deadline_ns);
        l->stats.handoffs++;
        r->stage = OBI_STAGE_WAITING;
        if (!send_request(l, deadline_ns) || !answered(l, deadline_ns) || r->outstanding) {
            abandon(l);
            return OB_E_IO;
        }
    }
    if (__atomic_load_n(&l->link->failures, __ATOMIC_RELAXED))
        __atomic_store_n(&l->link->failures, 0, __ATOMIC_RELAXED);
    l->stats.calls += r->calls;
    l->stats.opened += r->opened;
    l->stats.queued += r->queued;
    if (r->found_async)
        __atomic_store_n(&l->link->async, r->found_async, __ATOMIC_RELAXED);
    return OB_OK;
}
