/* SPDX-License-Identifier: Apache-2.0 */
/* A setting for measurements: the program's own software runs several times slower, so that the same accelerator stands
 * beside a slower processor. */
#ifndef OUTBOARD_PORT_SLOW_H
#define OUTBOARD_PORT_SLOW_H

#include <stdbool.h>
#include <stdint.h>

#define OBI_SLOW_MAX 1000

/* How many times as long software takes; 1: no change. */
extern uint32_t obi_slow_times;

/* Set it to 1 to OBI_SLOW_MAX, before any software runs. */
void obi_slow_set(uint32_t times);

/* Parse the number in a setting: false if it is not from 1 to OBI_SLOW_MAX. */
bool obi_slow_parse(const char *text, uint32_t *times);

/* The factor by which a file of measurements says that its software was slowed, in a comment line with this beginning;
 * 1 if it has no such line. */
#define OBI_SLOW "# software slowed "
uint32_t obi_slow_of(const char *text);

/* obi_slow_now: this thread's processor time in ns. obi_slow_spin: wait until what began at that time has taken
 * obi_slow_times as long, clock readings included. Work shorter than two clock readings (about 1 us) becomes slower
 * than that. */
uint64_t obi_slow_now(void);
void obi_slow_spin(uint64_t began);

/* To call before and after a piece of software. Almost free while the factor is 1. */
static inline uint64_t obi_slow_begin(void)
{
    return obi_slow_times > 1 ? obi_slow_now() : 0;
}

static inline void obi_slow_end(uint64_t began)
{
    if (obi_slow_times > 1)
        obi_slow_spin(began);
}

#endif
