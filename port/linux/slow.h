/* SPDX-License-Identifier: Apache-2.0 */
/* A knob for measurements: the program's own software takes several times as long as it does, so that the same
 * accelerator is beside a slower processor. */
#ifndef OUTBOARD_PORT_SLOW_H
#define OUTBOARD_PORT_SLOW_H

#include <stdbool.h>
#include <stdint.h>

#define OBI_SLOW_MAX 1000

/* How many times as long software takes; 1: as long as it does. */
extern uint32_t obi_slow_times;

/* Set it, from 1 to OBI_SLOW_MAX, before the first piece of software begins. */
void obi_slow_set(uint32_t times);

/* The number in a setting: false if it is none from 1 to OBI_SLOW_MAX. */
bool obi_slow_parse(const char *text, uint32_t *times);

/* What a file of measurements says of the software in it, in a comment line that begins so; 1: nothing. */
#define OBI_SLOW "# software slowed "
uint32_t obi_slow_of(const char *text);

/* This thread's processor time, in ns; and pass it until what began then has taken its times, the reading of the clock
 * included. What takes less than two readings of the clock, 1 us perhaps, becomes slower than that. */
uint64_t obi_slow_now(void);
void obi_slow_spin(uint64_t began);

/* Around a piece of software; next to nothing while it is to take as long as it does. */
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
