/* SPDX-License-Identifier: Apache-2.0 */
/* The way to /dev/crypto. */
#include "port/linux/offload/cryptodev.h"

#include <fcntl.h>

int obi_cryptodev_open(void)
{
    return open(CRYPTODEV_PATH, O_RDWR | O_CLOEXEC);
}

int obi_cryptodev_ioctl(int fd, unsigned long number, void *arg)
{
    return ioctl(fd, number, arg);
}
