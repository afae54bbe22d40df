/* SPDX-License-Identifier: Apache-2.0 */
/* For which machine a price file holds: boot, kernel and the set of crypto drivers, as a comment line in the file. */
#include "binding/openssl/machine.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* FNV-1a, 64 bits, over one line. */
static uint64_t hash_line(const char *line)
{
    uint64_t h = 14695981039346656037u;

    for (; *line && *line != '\n'; line++)
        h = (h ^ (uint8_t)*line) * 1099511628211u;
    return h;
}

/* A number for the set of drivers in /proc/crypto, whatever their order. Drivers with brackets in their names are made
 * from others when they are first used, and do not count. */
static uint64_t drivers(void)
{
    FILE *f = fopen("/proc/crypto", "re");
    char line[256];
    uint64_t sum = 0;

    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "driver", 6) == 0 && !strchr(line, '('))
            sum += hash_line(line);
    if (f)
        (void)fclose(f);
    return sum;
}

static void boot_id(char id[40])
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, id, 36);

    id[n > 0 ? n : 0] = 0;
    if (fd >= 0)
        (void)close(fd);
}

bool obi_prov_machine(char line[OB_PROV_MACHINE_MAX])
{
    struct utsname u;
    char boot[40];

    boot_id(boot);
    if (!boot[0] || uname(&u) != 0)
        return false;
    snprintf(line, OB_PROV_MACHINE_MAX, OB_PROV_MACHINE "%s %.65s %016llx", boot, u.release,
             (unsigned long long)drivers());
    return true;
}

bool obi_prov_machine_fits(const char *text)
{
    const char *at =
        strncmp(text, OB_PROV_MACHINE, strlen(OB_PROV_MACHINE)) == 0 ? text : strstr(text, "\n" OB_PROV_MACHINE);
    char line[OB_PROV_MACHINE_MAX];
    size_t len;

    if (!at)
        return true;
    at += *at == '\n';
    len = strcspn(at, "\r\n");
    return obi_prov_machine(line) && strlen(line) == len && strncmp(at, line, len) == 0;
}
