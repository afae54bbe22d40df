/* SPDX-License-Identifier: Apache-2.0 */
/* What core needs to know about threads. */
#ifndef OUTBOARD_PORT_THREAD_H
#define OUTBOARD_PORT_THREAD_H

/* A number of the calling thread, constant for its life: 0, 1, 2 ... in order of the first call, never used again. */
unsigned ob_port_thread(void);

/* Give the CPU to another thread while waiting; may return at once. */
void ob_port_relax(void);

#endif
