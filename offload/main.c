/* SPDX-License-Identifier: Apache-2.0 */
/* outboard-offload: the helper that calls the kernel for another process. Descriptor 3 is a socket to that process, 4
 * the shared memory, 5 a pipe from that process. The helper ends when the pipe is closed. */
#include "offload/worker.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOCKET   3
#define MEMORY   4
#define DOORBELL 5

static void close_others(void)
{
    DIR *d = opendir("/proc/self/fd");
    const struct dirent *e;

    while (d && (e = readdir(d)) != NULL) {
        int fd = (int)strtol(e->d_name, NULL, 10);

        if (fd > DOORBELL && fd != dirfd(d))
            (void)close(fd);
    }
    if (d)
        (void)closedir(d);
    else
        for (int fd = DOORBELL + 1; fd < 4096; fd++)
            (void)close(fd);
}

static int serve(struct obi_worker *w, struct obi_request_slot *slot)
{
    const struct obi_request_data data = {slot->aad, slot->data, slot->data, true};
    const uint8_t answer = 1;

    for (;;) {
        uint64_t message;
        ssize_t n = read(DOORBELL, &message, sizeof message), sent;

        if (n < 0 && errno == EINTR)
            continue;
        if (n != sizeof message)
            return 0;
        if (message != OBI_MESSAGE_REQUEST) {
            obi_worker_forget(w, message);
            continue;
        }
        obi_worker_run(w, &slot->request, &data);
        __atomic_store_n(&slot->request.stage, OBI_STAGE_ANSWERED, __ATOMIC_RELEASE);
        sent = send(SOCKET, &answer, 1, MSG_NOSIGNAL); /* a shorter path in the kernel than write(2) */
        if (w->outstanding) {                          /* the device may still write here */
            obi_devcrypto_async_end(w);
            return 0;
        }
        if (sent != 1)
            return 0;
    }
}

int main(int argc, char **argv)
{
    static struct obi_worker_key keys[OBI_WORKER_KEYS_MAX]; /* pages that are never touched take no memory */
    struct obi_worker w = {.key = keys};
    struct obi_request_slot *slot;
    struct stat memory;
    sigset_t none;

    if (argc != 2 || fstat(SOCKET, &memory) != 0 || !S_ISSOCK(memory.st_mode) || fstat(MEMORY, &memory) != 0 ||
        memory.st_size != sizeof *slot) {
        fputs("outboard-offload is started by engines of Outboard, not by hand\n", stderr);
        return 2;
    }
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    close_others();
    (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* the memory contains keys: no core dump, no debugger */
    w.n_keys = (unsigned)strtoul(argv[1], NULL, 10);
    w.n_keys = w.n_keys < 8 || w.n_keys > OBI_WORKER_KEYS_MAX ? 64 : w.n_keys;
    w.n_keys -= 6; /* in use: 0 to 3 and 5, and one to open the next key */
    slot = (struct obi_request_slot *)mmap(NULL, sizeof *slot, PROT_READ | PROT_WRITE, MAP_SHARED, MEMORY, 0);
    if (slot == MAP_FAILED)
        return 1;
    (void)close(MEMORY);
    return serve(&w, slot);
}
