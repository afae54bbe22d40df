/* SPDX-License-Identifier: Apache-2.0 */
/* What core needs to know about threads. */
#ifndef OUTBOARD_PORT_THREAD_H
#define OUTBOARD_PORT_THREAD_H

/* A number of the calling thread, constant for its life, the lowest that no living thread has. From 64 on, several
 * threads may have the same. */
unsigned ob_port_thread(void);

/* Give the CPU to another thread while waiting; may return at once. */
void ob_port_relax(void);

#endif
