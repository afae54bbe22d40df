/* SPDX-License-Identifier: Apache-2.0 */
/* The platform's monotonic clock. */
#ifndef OUTBOARD_PORT_CLOCK_H
#define OUTBOARD_PORT_CLOCK_H

#include <stdint.h>

/* Nanoseconds since an arbitrary start, never backwards. On a target without a timer the port may return a count that
 * grows by a fixed amount at each call: deadlines then bound the number of polls. */
uint64_t ob_port_clock_ns(void);

#endif
