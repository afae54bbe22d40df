/* SPDX-License-Identifier: Apache-2.0 */
/* Clock cycles per nanosecond: counted by the processor if the kernel allows this, else from the stated clock. */
#include "cli/progress.h"
#include "cli/work.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT_NS 20000000u

/* Cycles of this thread's user code for a busy loop; 0 if the kernel does not allow counting. */
static double counted(void)
{
    struct perf_event_attr attr;
    uint64_t cycles = 0, began, ns;
    int fd;

    memset(&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_HARDWARE;
    attr.config = PERF_COUNT_HW_CPU_CYCLES;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
    if (fd < 0)
        return 0;
    ioctl(fd, PERF_EVENT_IOC_RESET, 0);
    began = cli_now_ns();
    do
        ns = cli_now_ns() - began;
    while (ns < COUNT_NS);
    if (read(fd, &cycles, sizeof cycles) != (ssize_t)sizeof cycles)
        cycles = 0;
    close(fd);
    return (double)cycles / (double)ns;
}

/* The highest clock that the frequency driver knows, in kHz. */
static double driver(void)
{
    FILE *f = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "r");
    char line[32];
    double khz = 0;

    if (!f)
        return 0;
    if (fgets(line, sizeof line, f))
        khz = strtod(line, NULL);
    fclose(f);
    return khz / 1e6;
}

static double cpuinfo(void)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    double mhz = 0;

    if (!f)
        return 0;
    while (mhz <= 0 && fgets(line, sizeof line, f))
        if (strncmp(line, "cpu MHz", 7) == 0 && strchr(line, ':'))
            mhz = strtod(strchr(line, ':') + 1, NULL);
    fclose(f);
    return mhz / 1e3;
}

double cli_cycles_per_ns(const char **from)
{
    static double known = -1;
    static const char *source = "";

    if (known < 0) {
        known = counted();
        source = "perf";
        if (known <= 0) {
            known = driver();
            source = "cpufreq";
        }
        if (known <= 0) {
            known = cpuinfo();
            source = "cpuinfo";
        }
        if (known <= 0) {
            known = 0;
            source = "";
        }
    }
    *from = source;
    return known;
}
