/* SPDX-License-Identifier: Apache-2.0 */
/* Detects a fork on Linux by a page that the kernel wipes in the child (madvise(2), MADV_WIPEONFORK), or, without that,
 * by the process id. */
#include "port/process.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static uint32_t *page; /* the page holds a value other than 0 until a fork wipes it in the child */
static uint32_t number;
static pid_t last;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_page(void)
{
    size_t len = (size_t)sysconf(_SC_PAGESIZE);
    void *at = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED)
        return;
    if (madvise(at, len, MADV_WIPEONFORK) == 0)
        page = (uint32_t *)at;
    else
        (void)munmap(at, len);
}

uint32_t ob_port_process(void)
{
    (void)pthread_once(&once, make_page);
    if (page) {
        if (__atomic_load_n(page, __ATOMIC_ACQUIRE) == 0) {
            __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED); /* it may count twice: any new value will do */
            __atomic_store_n(page, 1, __ATOMIC_RELEASE);
        }
    } else {
        pid_t now = getpid();

        if (__atomic_load_n(&last, __ATOMIC_ACQUIRE) != now) {
            __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED);
            __atomic_store_n(&last, now, __ATOMIC_RELEASE);
        }
    }
    return __atomic_load_n(&number, __ATOMIC_RELAXED);
}

bool ob_port_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    return pthread_atfork(before, in_parent, in_child) == 0;
}
