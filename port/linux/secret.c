/* SPDX-License-Identifier: Apache-2.0 */
/* Memory for secrets: mlock(2), madvise(2). */
#define _GNU_SOURCE
#include "port/secret.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void ob_port_protect(void *p, size_t len)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = ((uintptr_t)p + page - 1) / page * page;
    uintptr_t upto = ((uintptr_t)p + len) / page * page;

    if (upto <= from)
        return;
    (void)mlock((void *)from, upto - from);
    (void)madvise((void *)from, upto - from, MADV_DONTDUMP);
    (void)madvise((void *)from, upto - from, MADV_WIPEONFORK);
}
