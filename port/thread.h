/* SPDX-License-Identifier: Apache-2.0 */
/* What core needs to know about threads. */
#ifndef OUTBOARD_PORT_THREAD_H
#define OUTBOARD_PORT_THREAD_H

/* The number of the calling thread: the lowest one that no other living thread has; constant during the thread's life.
 * From 64 on, threads may share a number. */
unsigned ob_port_thread(void);

/* Yield the CPU to another thread while waiting; may return at once. */
void ob_port_relax(void);

#endif
