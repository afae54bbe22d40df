/* SPDX-License-Identifier: Apache-2.0 */
/* The links of a process to the kernel: which lane an operation takes, and what becomes of them at a fork. */
#define _GNU_SOURCE /* MADV_WIPEONFORK */
#include "offload/link.h"
#include "port/lock.h"
#include "port/thread.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct obi_link *links; /* a list to which links are only prepended */

/* Whose the lanes are. The kernel clears the page in the child of a fork, also of one that calls no handlers, as
 * _Fork(3) and clone(2). NULL: the kernel does not. */
enum { LANES_OF_PARENT = 0, LANES_OWN, LANES_LET_GO };
static uint32_t *lanes_are;

/* ---- fork ---- */

static void before_fork(void)
{
    obi_lane_hold_starts();
}

static void in_parent(void)
{
    obi_lane_allow_starts();
}

/* The helpers belong to the parent and must see the pipes close when the parent ends, so the child closes its copies.
 * The holder of a lock may be a thread that the child does not have. */
static void in_child(void)
{
    for (struct obi_link *l = links; l; l = l->next) {
        for (unsigned i = 0; i < OBI_LANES_MAX; i++) {
            struct obi_lane *lane = &l->lane[i];

            obi_lane_disconnect(lane);
            lane->lock = lane->forget_lock = 0;
            lane->n_forget = 0;
            memset(&lane->stats, 0, sizeof lane->stats);
        }
        l->most = OBI_LANES_MAX;
        l->failures = 0;
        l->refused = 0;
    }
    obi_lane_allow_starts();
    if (lanes_are)
        __atomic_store_n(lanes_are, LANES_OWN, __ATOMIC_RELEASE);
}

static void make_page(void)
{
    size_t len = (size_t)sysconf(_SC_PAGESIZE);
    void *at = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (at == MAP_FAILED)
        return;
    if (madvise(at, len, MADV_WIPEONFORK) != 0) {
        (void)munmap(at, len);
        return;
    }
    lanes_are = (uint32_t *)at;
    *lanes_are = LANES_OWN;
}

/* A helper serves one process: two would write to the same memory at the same time. */
static void let_go_of_the_parents(void)
{
    uint32_t of_parent = LANES_OF_PARENT;

    if (!lanes_are || __atomic_load_n(lanes_are, __ATOMIC_ACQUIRE) == LANES_OWN)
        return;
    if (__atomic_compare_exchange_n(lanes_are, &of_parent, LANES_LET_GO, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
        in_child();
    else
        while (__atomic_load_n(lanes_are, __ATOMIC_ACQUIRE) != LANES_OWN)
            ob_port_relax();
}

/* Register the fork handlers once. No other thread does so at the same time. */
bool obi_link_watch_forks(void)
{
    static bool watching;

    watching = watching || pthread_atfork(before_fork, in_parent, in_child) == 0;
    return watching;
}

/* ---- the links ---- */

bool obi_link_is_off(const struct obi_link *l)
{
    return __atomic_load_n(&l->off, __ATOMIC_ACQUIRE) != 0;
}

void obi_link_turn_off(struct obi_link *l, const char *why, const char *more)
{
    uint32_t on = 0;

    if (!__atomic_compare_exchange_n(&l->off, &on, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return;
    snprintf(l->why, sizeof l->why, "%s%s", why, more);
    __atomic_store_n(&l->off, 2, __ATOMIC_RELEASE);
}

void obi_link_register(struct obi_link *l)
{
    const char *wrong;

    if (l->known)
        return;
    if (!lanes_are)
        make_page();
    l->known = true;
    l->most = OBI_LANES_MAX;
    for (unsigned i = 0; i < OBI_LANES_MAX; i++)
        l->lane[i].link = l;
    obi_sandbox_look();
    if (!obi_offload_settings_fit(&wrong))
        obi_link_turn_off(l, wrong, "");
    else
        (void)obi_lane_path_fits(l, obi_offload_helper());
    l->next = links;
    __atomic_store_n(&links, l, __ATOMIC_RELEASE);
}

struct obi_link *obi_link_of(const char *engine)
{
    struct obi_link *l = __atomic_load_n(&links, __ATOMIC_ACQUIRE);

    while (l && strcmp(l->name, engine) != 0)
        l = l->next;
    return l;
}

void obi_link_stop(struct obi_link *l)
{
    for (unsigned i = 0; i < OBI_LANES_MAX; i++)
        if (l->known && obi_lane_try(&l->lane[i])) {
            obi_lane_disconnect(&l->lane[i]);
            ob_port_unlock(&l->lane[i].lock);
        }
}

/* ---- the lane of an operation ---- */

uint64_t obi_link_new_id(void)
{
    static uint64_t last = OBI_REQUEST_FIRST_ID;

    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/* Take a lane of a set, a bit for each: its number, or -1 if others have them all. */
static int take_of(struct obi_link *l, unsigned set)
{
    for (unsigned i = 0; set; i++, set >>= 1)
        if (set & 1 && obi_lane_try(&l->lane[i]))
            return (int)i;
    return -1;
}

int obi_link_take(struct obi_link *l, struct obi_link_key *key, struct obi_lane **lane)
{
    unsigned most = obi_offload_parallel(), allowed, open, limit, all;
    int i, r;

    if (obi_link_is_off(l))
        return OB_E_DECLINED;
    let_go_of_the_parents();
    open = __atomic_load_n(&l->open, __ATOMIC_RELAXED);
    limit = __atomic_load_n(&l->most, __ATOMIC_RELAXED);
    all = (1u << most) - 1;
    allowed = (1u << limit) - 1;
    i = take_of(l, 1u << key->last & all);
    if (i < 0)
        i = take_of(l, key->lanes & open & all);
    if (i < 0)
        i = take_of(l, open & all);
    if (i < 0)
        i = take_of(l, all & allowed & ~open);
    if (i < 0) {
        __atomic_fetch_add(&l->refused, 1, __ATOMIC_RELAXED);
        return OB_E_BUSY;
    }
    *lane = &l->lane[i];
    r = obi_lane_start(*lane, open == 0);
    if (r != OB_OK) {
        ob_port_unlock(&(*lane)->lock);
        if (r != OB_E_BUSY)
            return r;
        if (!open) /* nobody ends an operation for which to wait: an op that waits would try to its deadline */
            return OB_E_IO;
        /* no more than there are: each attempt would cost as much again */
        __atomic_store_n(&l->most, (uint32_t)i, __ATOMIC_RELAXED);
        return r;
    }
    key->last = (uint8_t)i;
    key->lanes |= (uint8_t)(1u << i);
    return OB_OK;
}

void obi_link_forget(struct obi_link *l, const struct obi_link_key *key)
{
    let_go_of_the_parents();
    for (unsigned i = 0; i < OBI_LANES_MAX; i++)
        if (key->lanes & 1u << i)
            obi_lane_forget(&l->lane[i], key->id);
}

/* ---- what a program may ask ---- */

const char *ob_offload_async_state(const char *engine)
{
    const struct obi_link *l = obi_link_of(engine);
    uint8_t async = l ? __atomic_load_n(&l->async, __ATOMIC_RELAXED) : OBI_ASYNC_UNKNOWN;

    if (async == OBI_ASYNC_UNKNOWN)
        return "";
    if (async == OBI_ASYNC_ABSENT)
        return "no asynchronous calls";
    return obi_offload_async() && obi_offload_helper() ? "asynchronous calls in use"
                                                       : "asynchronous calls not in use (OUTBOARD_ASYNC)";
}

const char *ob_offload_why(const char *engine)
{
    const struct obi_link *l = obi_link_of(engine);

    return l && __atomic_load_n(&l->off, __ATOMIC_ACQUIRE) == 2 ? l->why : "";
}

void ob_offload_stats(const struct ob_engine *e, struct ob_offload_stats *stats)
{
    const struct obi_link *l = obi_link_of(e->ops->name);

    memset(stats, 0, sizeof *stats);
    for (unsigned i = 0; l && i < OBI_LANES_MAX; i++) {
        const struct ob_offload_stats *of = &l->lane[i].stats;

        stats->handoffs += of->handoffs;
        stats->calls += of->calls;
        stats->opened += of->opened;
        stats->helpers += of->helpers;
        stats->abandoned += of->abandoned;
        stats->queued += of->queued;
    }
    stats->refused = l ? __atomic_load_n(&l->refused, __ATOMIC_RELAXED) : 0;
}
