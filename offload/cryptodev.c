/* SPDX-License-Identifier: Apache-2.0 */
/* The system calls on /dev/crypto. */
#include "offload/cryptodev.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>

int obi_cryptodev_open(void)
{
    return open(CRYPTODEV_PATH, O_RDWR | O_CLOEXEC);
}

int obi_cryptodev_ioctl(int fd, unsigned long number, void *arg)
{
#ifdef __GLIBC__
    return ioctl(fd, number, arg);
#else /* POSIX and musl have int here; all bits of the number fit */
    return ioctl(fd, (int)number, arg);
#endif
}

int obi_cryptodev_poll(int fd, short events, int timeout_ms)
{
    struct pollfd p = {.fd = fd, .events = events};
    int n = poll(&p, 1, timeout_ms);

    return n > 0 ? p.revents : n < 0 && errno != EINTR ? -1 : 0;
}
