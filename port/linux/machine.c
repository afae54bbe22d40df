/* SPDX-License-Identifier: Apache-2.0 */
/* For which machine a file of measurements holds: boot, kernel and the set of crypto drivers, as a comment line in it.
 */
#include "port/linux/machine.h"
#include "port/linux/proc_crypto.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void boot_id(char id[40])
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, id, 36);

    id[n > 0 ? n : 0] = 0;
    if (fd >= 0)
        (void)close(fd);
}

bool obi_machine(char line[OBI_MACHINE_MAX])
{
    struct utsname u;
    char boot[40];

    boot_id(boot);
    if (!boot[0] || uname(&u) != 0)
        return false;
    snprintf(line, OBI_MACHINE_MAX, OBI_MACHINE "%s %.65s %016llx", boot, u.release,
             (unsigned long long)obi_proc_crypto_set());
    return true;
}

bool obi_machine_fits(const char *text)
{
    const char *at = strncmp(text, OBI_MACHINE, strlen(OBI_MACHINE)) == 0 ? text : strstr(text, "\n" OBI_MACHINE);
    char line[OBI_MACHINE_MAX];
    size_t len;

    if (!at)
        return true;
    at += *at == '\n';
    len = strcspn(at, "\r\n");
    return obi_machine(line) && strlen(line) == len && strncmp(at, line, len) == 0;
}
