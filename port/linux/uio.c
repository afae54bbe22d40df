/* SPDX-License-Identifier: Apache-2.0 */
/* A block on Linux by UIO: registers and DMA memory are mapped into the process; reading the device file waits for the
 * interrupt. */
#include <outboard/uio.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <outboard/error.h>

#define REGISTERS 0x2000u /* bytes: the block and its DMA */
#define WAIT_MS   1       /* the delay when an interrupt was lost */

/* Sleep until the interrupt, at most WAIT_MS. The driver looks at the block afterwards, so a lost interrupt does no
 * harm. */
static void wait_interrupt(void *user)
{
    struct ob_uio *u = (struct ob_uio *)user;
    struct pollfd p = {.fd = u->fd, .events = POLLIN};
    uint32_t number = 1;

    if (write(u->fd, &number, sizeof number) != (ssize_t)sizeof number) { /* no interrupt: yield between polls */
        (void)poll(NULL, 0, 0);
        return;
    }
    if (poll(&p, 1, WAIT_MS) == 1 && read(u->fd, &number, sizeof number) < 0)
        return;
}

static void *map_file(const char *path, int flags, uint64_t at, size_t len, int *kept)
{
    int fd = open(path, O_RDWR | O_CLOEXEC | flags), error;
    void *p;

    if (fd < 0)
        return MAP_FAILED;
    p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)at);
    if (p != MAP_FAILED && kept) {
        *kept = fd;
        return p;
    }
    error = errno;
    (void)close(fd);
    errno = error;
    return p;
}

int ob_uio_open(struct ob_uio *u, struct ob_device *d)
{
    static const struct ob_device none;
    long page = sysconf(_SC_PAGESIZE);

    if (u->memory &&
        (u->memory_len < OB_DEVICE_WORK_LEN || u->memory_len % (size_t)page || u->memory_bus % OB_DEVICE_WORK_ALIGN ||
         u->memory_bus >> 32 || (u->memory_bus + u->memory_len - 1) >> 32))
        return OB_E_ARG;
    *d = none;
    u->mapped_memory = NULL;
    u->mapped_registers = map_file(u->registers, 0, 0, REGISTERS, &u->fd);
    if (u->mapped_registers == MAP_FAILED)
        return OB_E_IO;
    if (u->memory) {
        u->mapped_memory = map_file(u->memory, O_SYNC, u->memory_at, u->memory_len, NULL);
        if (u->mapped_memory == MAP_FAILED) {
            int error = errno;

            u->mapped_memory = NULL;
            ob_uio_close(u);
            errno = error;
            return OB_E_IO;
        }
    }
    d->base = (uintptr_t)u->mapped_registers;
    d->user = u;
    d->wait = wait_interrupt;
    d->irq = true;
    d->work = u->mapped_memory;
    d->work_len = u->memory ? u->memory_len : 0;
    d->work_bus = (uint32_t)u->memory_bus;
    return OB_OK;
}

void ob_uio_close(struct ob_uio *u)
{
    (void)munmap(u->mapped_registers, REGISTERS);
    if (u->mapped_memory)
        (void)munmap(u->mapped_memory, u->memory_len);
    (void)close(u->fd);
}
