/* SPDX-License-Identifier: Apache-2.0 */
/* /proc/interrupts and /proc/stat (proc(5)). */
#include "offload/counts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *obi_proc_interrupts_path = "/proc/interrupts", *obi_proc_stat_path = "/proc/stat";

/* ---- interrupts ---- */

static unsigned count_cpus(const char *header)
{
    unsigned n = 0;

    for (const char *at = strstr(header, "CPU"); at; at = strstr(at + 3, "CPU"))
        n++;
    return n;
}

/* Interrupts of a timer come from waiting and from being busy, so they do not show that a device works. */
static bool is_timer(const char *name)
{
    return strstr(name, "timer") || strstr(name, "hpet") || strncmp(name, "rtc", 3) == 0 || strstr(name, "tick");
}

static void add(struct obi_interrupts *to, const char *name, uint64_t count)
{
    unsigned i = 0;

    while (i < to->n && strncmp(to->of[i].name, name, sizeof to->of[i].name - 1) != 0)
        i++;
    if (i == OBI_INTERRUPTS_MAX)
        return;
    if (i == to->n)
        snprintf(to->of[to->n++].name, sizeof to->of[i].name, "%s", name);
    to->of[i].count += count;
}

/* A line is " 24:  17  0  PCI-MSI 512-edge  virtio1-input.0": number, a count for each CPU, controller, handlers. Lines
 * without a number are the processor's own. */
static void take_line(struct obi_interrupts *to, char *line, unsigned cpus)
{
    char *at = line + strspn(line, " "), *end, *name;
    uint64_t count = 0;

    if (!isdigit((unsigned char)*at))
        return;
    at += strcspn(at, ":");
    if (*at++ != ':')
        return;
    for (unsigned i = 0; i < cpus; i++) {
        count += strtoull(at, &end, 10);
        if (end == at)
            return;
        at = end;
    }
    end = at + strlen(at);
    while (end > at && isspace((unsigned char)end[-1]))
        *--end = 0;
    name = strrchr(at, ' ');
    if (name && !is_timer(name + 1))
        add(to, name + 1, count);
}

bool obi_interrupts_read(struct obi_interrupts *to)
{
    FILE *f = fopen(obi_proc_interrupts_path, "re");
    char *line = NULL;
    size_t size = 0;
    unsigned cpus;

    memset(to, 0, sizeof *to);
    if (!f)
        return false;
    if (getline(&line, &size, f) > 0 && (cpus = count_cpus(line)) > 0)
        while (getline(&line, &size, f) > 0)
            take_line(to, line, cpus);
    free(line);
    (void)fclose(f);
    return true;
}

/* ---- CPU time ---- */

/* Fields: user, nice, system, idle, iowait, ... */
static bool read_idle(const char *at, unsigned long long *idle, unsigned long long *waiting)
{
    unsigned long long field[5];
    char *end;

    for (unsigned i = 0; i < 5; i++, at = end) {
        field[i] = strtoull(at, &end, 10);
        if (end == at)
            return false;
    }
    *idle = field[3];
    *waiting = field[4];
    return true;
}

/* Each count has errors: a tick counts short work as none or as a whole tick, and a CPU that is not idle may do
 * nothing. The kernel measures the idle time itself, so that count is used. */
bool obi_busy_read(uint64_t now_ns, uint64_t *busy_ns)
{
    FILE *f = fopen(obi_proc_stat_path, "re");
    unsigned long long idle = 0, waiting = 0;
    uint64_t cpus = 0;
    char *line = NULL;
    size_t size = 0;
    bool found = false;

    if (!f)
        return false;
    while (getline(&line, &size, f) > 0 && strncmp(line, "cpu", 3) == 0) {
        if (line[3] != ' ')
            cpus++;
        else
            found = read_idle(line + 3, &idle, &waiting);
    }
    free(line);
    (void)fclose(f);
    *busy_ns = cpus * now_ns - (idle + waiting) * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
    return found && cpus;
}
