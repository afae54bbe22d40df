/* SPDX-License-Identifier: Apache-2.0 */
/* Finds how many operations at a time are the fastest on an engine, by trials of one fewer and one more. */
#include <outboard/parallel.h>

#include "port/lock.h"

#define UNIT_NS 1024u /* of sums in a comparison: their products then fit into 64 bits */

static void store(uint8_t *at, unsigned value)
{
    __atomic_store_n(at, (uint8_t)value, __ATOMIC_RELAXED);
}

static void begin_period(struct ob_parallel *p, bool changed)
{
    p->warms_up = changed;
    p->longest_ns /= 2;
    p->ops = 0;
    p->peak = 0;
    p->took_ns = p->work_ns = 0;
    __atomic_store_n(&p->refused, 0, __ATOMIC_RELAXED);
}

/* True if the work of this period took clearly less time than as much work before. */
static bool better(const struct ob_parallel *p)
{
    uint64_t now = p->took_ns / UNIT_NS * (p->before_work_ns / UNIT_NS);
    uint64_t before = p->before_took_ns / UNIT_NS * (p->work_ns / UNIT_NS);

    return now < before - before / OB_PARALLEL_STAY_SHARE;
}

static void fail(struct ob_parallel *p)
{
    p->up = !p->up;
    if (++p->failed < 2)
        return;
    p->failed = 0;
    p->pause = p->pause == 0 ? OB_PARALLEL_WAIT_MIN : p->pause < OB_PARALLEL_WAIT_MAX ? 2 * p->pause : p->pause;
    p->wait = p->pause;
}

/* The trial ends: true if its number stays. */
static bool end_trial(struct ob_parallel *p)
{
    bool stays = better(p);

    if (stays) {
        store(&p->limit, p->trial);
        p->failed = 0;
        p->pause = p->wait = 0;
    } else {
        fail(p);
    }
    store(&p->trial, 0);
    return stays;
}

/* A period without a trial ends. True if a trial begins. */
static bool begin_trial(struct ob_parallel *p)
{
    bool refused = __atomic_load_n(&p->refused, __ATOMIC_RELAXED) != 0;
    unsigned now = p->limit && refused ? p->limit : p->peak, next;

    p->before_took_ns = p->took_ns;
    p->before_work_ns = p->work_ns;
    if (!refused)
        store(&p->limit, 0); /* nothing more came than it lets pass */
    if (now < 2 && !refused)
        return false;
    if (p->wait) {
        p->wait--;
        return false;
    }
    if (!refused)
        p->up = false;
    next = p->up ? now + 1 : now - 1;
    if (next == 0 || next > UINT8_MAX) {
        fail(p);
        return false;
    }
    store(&p->trial, next);
    return true;
}

static void end_period(struct ob_parallel *p, bool *changed)
{
    if (p->trial) {
        *changed = end_trial(p);
        begin_period(p, true);
    } else {
        begin_period(p, begin_trial(p));
    }
}

bool ob_parallel_observe(struct ob_parallel *p, unsigned n, bool own, uint64_t work_ns, uint64_t took_ns)
{
    bool changed = false;

    took_ns = took_ns < OB_PARALLEL_LONGEST_NS ? took_ns : OB_PARALLEL_LONGEST_NS;
    work_ns = work_ns < OB_PARALLEL_LONGEST_NS ? work_ns : OB_PARALLEL_LONGEST_NS;
    if (!ob_port_trylock(&p->lock))
        return false;
    p->ops++;
    p->took_ns += took_ns;
    p->work_ns += work_ns;
    p->longest_ns = took_ns > p->longest_ns ? took_ns : p->longest_ns;
    if (n > p->peak)
        p->peak = (uint8_t)(n < UINT8_MAX ? n : UINT8_MAX);
    if (p->warms_up) {
        if (p->ops >= OB_PARALLEL_WARMUP_OPS && (own || p->took_ns >= OB_PARALLEL_PERIOD_NS))
            begin_period(p, false);
    } else if (p->ops >= OB_PARALLEL_PERIOD_OPS && p->took_ns >= OB_PARALLEL_PERIOD_NS &&
               p->took_ns / OB_PARALLEL_PERIOD_LONGEST >= p->longest_ns) {
        end_period(p, &changed);
    }
    ob_port_unlock(&p->lock);
    return changed;
}
