/* SPDX-License-Identifier: Apache-2.0 */
/* The machine for which a file of measurements is valid: a comment line with kernel and processor, and a line for each
 * driver that was measured. Other drivers that the kernel loads, or a restart, do not change these lines. */
#include "port/linux/machine.h"
#include "port/linux/proc_crypto.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define MANY_DRIVERS 256

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). */
static void mix(uint64_t *hash, const char *text)
{
    for (; *text; text++)
        *hash = (*hash ^ (uint8_t)*text) * 0x100000001b3u;
}

static void mix_file(uint64_t *hash, const char *path)
{
    char line[4096];
    FILE *f = fopen(path, "re");

    if (f && fgets(line, sizeof line, f))
        mix(hash, line);
    if (f)
        (void)fclose(f);
}

/* The processor and its features: the lines of /proc/cpuinfo that do not change at run time. */
static void mix_processor(uint64_t *hash)
{
    static const char *const keys[] = {"model name", "flags", "Features", "CPU part", "isa", "cpu model"};
    char line[4096];
    FILE *f = fopen("/proc/cpuinfo", "re");

    while (f && fgets(line, sizeof line, f))
        for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
            if (strncmp(line, keys[i], strlen(keys[i])) == 0)
                mix(hash, line);
    if (f)
        (void)fclose(f);
}

bool obi_machine(char line[OBI_MACHINE_MAX])
{
    uint64_t hash = 0xcbf29ce484222325u;
    struct utsname u;

    if (uname(&u) != 0 || access("/proc/self", F_OK) != 0)
        return false;
    mix_file(&hash, "/proc/device-tree/model");
    mix_file(&hash, "/sys/class/dmi/id/product_name");
    mix_processor(&hash);
    snprintf(line, OBI_MACHINE_MAX, OBI_MACHINE "%.65s %.65s %016llx", u.release, u.machine, (unsigned long long)hash);
    return true;
}

/* The next line of text that begins with key; NULL if there is none. */
static const char *find_line(const char *text, const char *key)
{
    size_t len = strlen(key);

    while (text && strncmp(text, key, len) != 0) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return text;
}

/* True if the kernel lists every driver that text names as needed. */
static bool drivers_are_there(const char *text)
{
    const char *name[MANY_DRIVERS], *at = text;
    bool there[MANY_DRIVERS] = {false};
    struct obi_crypto_driver d;
    unsigned n = 0;
    FILE *f;

    for (; (at = find_line(at, OBI_MACHINE_DRIVER)) && n < MANY_DRIVERS; n++)
        name[n] = at += strlen(OBI_MACHINE_DRIVER);
    f = n ? obi_proc_crypto_open() : NULL;
    while (f && obi_proc_crypto_next(f, &d))
        for (unsigned i = 0; i < n; i++)
            there[i] |=
                strcspn(name[i], "\r\n") == strlen(d.driver) && strncmp(name[i], d.driver, strlen(d.driver)) == 0;
    if (f)
        (void)fclose(f);
    for (unsigned i = 0; i < n; i++)
        if (!there[i])
            return false;
    return true;
}

bool obi_machine_fits(const char *text)
{
    const char *at = find_line(text, OBI_MACHINE);
    char line[OBI_MACHINE_MAX];
    size_t len;

    if (at) {
        len = strcspn(at, "\r\n");
        if (!obi_machine(line) || strlen(line) != len || strncmp(at, line, len) != 0)
            return false;
    }
    return drivers_are_there(text);
}
