/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for secrets that stay longer than a call. */
#ifndef OUTBOARD_PORT_SECRET_H
#define OUTBOARD_PORT_SECRET_H

#include <stddef.h>

#if defined(__linux__)
/* The alignment and the granule, in bytes, of what ob_port_protect can do. */
#define OB_PORT_SECRET_ALIGN 4096

/* Keep the whole pages from p to p + len in RAM and out of core dumps, and give a forked child zeros instead, as far as
 * the kernel does that: a limit on locked memory (RLIMIT_MEMLOCK) or larger pages may make it less. */
void ob_port_protect(void *p, size_t len);
#else
#define OB_PORT_SECRET_ALIGN 8

static inline void ob_port_protect(void *p, size_t len)
{
    (void)p; /* no swap, no dump, no fork */
    (void)len;
}
#endif

#endif
