/* SPDX-License-Identifier: Apache-2.0 */
/* The platform's monotonic clock. */
#ifndef OUTBOARD_PORT_CLOCK_H
#define OUTBOARD_PORT_CLOCK_H

#include <stdint.h>

/* Nanoseconds since an arbitrary start; the value never decreases. A port without a timer may return a counter that
 * each call increases by a fixed amount: a deadline then limits the number of polls. */
uint64_t ob_port_clock_ns(void);

#endif
