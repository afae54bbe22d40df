/* SPDX-License-Identifier: Apache-2.0 */
/* Detects a fork: afterwards the child has a copy of all secrets. */
#ifndef OUTBOARD_PORT_PROCESS_H
#define OUTBOARD_PORT_PROCESS_H

#include <stdint.h>

#if defined(__unix__) || defined(__linux__)
#define OB_PORT_FORKS 1

/* A number that stays the same in a process, and differs in its child after a fork, clone or vfork that copied the
 * memory. Cheap where the kernel can wipe a page of the child (Linux 4.14): then it makes no system call. */
uint32_t ob_port_process(void);
#else
#define OB_PORT_FORKS 0
static inline uint32_t ob_port_process(void)
{
    return 0;
}
#endif

#endif
