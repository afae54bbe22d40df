/* SPDX-License-Identifier: Apache-2.0 */
/* Detects a fork, after which the child has a copy of all secrets, and tells of it. */
#ifndef OUTBOARD_PORT_PROCESS_H
#define OUTBOARD_PORT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__unix__) || defined(__linux__)
#define OB_PORT_FORKS 1

/* A number that stays the same in a process, and differs in its child after a fork, clone or vfork that copied the
 * memory. Cheap where the kernel can wipe a page of the child (Linux 4.14): then it makes no system call. */
uint32_t ob_port_process(void);

/* From now on call before ahead of each fork(3), then in_parent and in_child in the two processes. False if there is no
 * memory for that. */
bool ob_port_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void));
#else
#define OB_PORT_FORKS 0
static inline uint32_t ob_port_process(void)
{
    return 0;
}
#endif

#endif
