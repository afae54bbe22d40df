/* SPDX-License-Identifier: Apache-2.0 */
/* What the suite's programs need of a host. */
#define _GNU_SOURCE
#include "host.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const uint8_t *host_map(const char *path, size_t *len)
{
    struct stat st;
    int fd = open(path, O_RDONLY);
    void *p = MAP_FAILED;

    if (fd >= 0 && fstat(fd, &st) == 0) {
        *len = (size_t)st.st_size;
        p = mmap(NULL, *len, PROT_READ, MAP_PRIVATE, fd, 0);
    }
    if (p == MAP_FAILED)
        perror(path);
    if (fd >= 0)
        close(fd);
    return p == MAP_FAILED ? NULL : (const uint8_t *)p;
}
