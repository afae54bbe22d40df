/* SPDX-License-Identifier: Apache-2.0 */
/* Makes software several times slower, for measurements. What is multiplied is the thread's processor time, so time of
 * other processes does not count; the extra time is spent on the processor, as slow software would spend it. */
#define _POSIX_C_SOURCE 200809L
#include "port/linux/slow.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define READINGS 64 /* number of clock readings; the quickest one is the cost of a reading */

uint32_t obi_slow_times = 1;

static uint64_t reading_ns;

uint64_t obi_slow_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void obi_slow_set(uint32_t times)
{
    reading_ns = UINT64_MAX;
    for (unsigned i = 0; i < READINGS; i++) {
        uint64_t began = obi_slow_now(), took = obi_slow_now() - began;

        reading_ns = took < reading_ns ? took : reading_ns;
    }
    obi_slow_times = times;
}

bool obi_slow_parse(const char *text, uint32_t *times)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    *times = (uint32_t)n;
    return *text >= '0' && *text <= '9' && !*end && n >= 1 && n <= OBI_SLOW_MAX;
}

uint32_t obi_slow_of(const char *text)
{
    const char *at = strncmp(text, OBI_SLOW, strlen(OBI_SLOW)) == 0 ? text : strstr(text, "\n" OBI_SLOW);

    return at ? (uint32_t)strtoul(at + strlen(OBI_SLOW) + (*at == '\n'), NULL, 10) : 1;
}

/* The measured time includes the cost of one reading of the clock: half of the reading before and half of the one
 * after. One more such cost lies outside it. */
void obi_slow_spin(uint64_t began)
{
    uint64_t took = obi_slow_now() - began, until;

    took = took > reading_ns ? took - reading_ns : 0;
    until = began + obi_slow_times * took;
    while (obi_slow_now() + reading_ns + reading_ns / 2 < until)
        continue;
}
