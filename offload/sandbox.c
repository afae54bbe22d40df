/* SPDX-License-Identifier: Apache-2.0 */
/* Detects whether this process has entered a sandbox since it loaded the engine. A filter of system calls (seccomp(2))
 * may kill a process that starts a helper, and its rules cannot be read; but the kernel tells the number of filters. */
#include "offload/link.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNKNOWN (-1)

static int at_first = UNKNOWN;

/* The number after a key in /proc/self/status; UNKNOWN if there is none. */
static int number_of(const char *text, const char *key)
{
    const char *at = strstr(text, key);

    return at ? (int)strtol(at + strlen(key), NULL, 10) : UNKNOWN;
}

/* The number of filters; UNKNOWN if the system does not tell. Uses only open, read and close. */
static int filters(void)
{
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC), n;
    char text[4096];
    ssize_t len;

    if (fd < 0)
        return UNKNOWN;
    len = read(fd, text, sizeof text - 1);
    (void)close(fd);
    if (len <= 0)
        return UNKNOWN;
    text[len] = 0;
    n = number_of(text, "\nSeccomp_filters:"); /* from Linux 5.9 on */
    return n != UNKNOWN ? n : number_of(text, "\nSeccomp:");
}

void obi_sandbox_look(void)
{
    if (at_first == UNKNOWN)
        at_first = filters();
}

bool obi_sandbox_closed(void)
{
    int now = filters();

    return at_first != UNKNOWN && (now == UNKNOWN || now > at_first);
}
