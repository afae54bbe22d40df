/* SPDX-License-Identifier: Apache-2.0 */
/* Whether this is still the process that it was: after a fork the child has a copy of all secrets. */
#ifndef OUTBOARD_PORT_PROCESS_H
#define OUTBOARD_PORT_PROCESS_H

#include <stdint.h>

#if defined(__unix__) || defined(__linux__)
#define OB_PORT_FORKS 1

/* A number that is the same as long as the process is, and another one in its child after a fork, clone or vfork that
 * copied the memory. Cheap: no call into the kernel, where it can wipe a page of the child (Linux 4.14). */
uint32_t ob_port_process(void);
#else
#define OB_PORT_FORKS 0
static inline uint32_t ob_port_process(void)
{
    return 0;
}
#endif

#endif
