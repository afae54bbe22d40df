/* SPDX-License-Identifier: Apache-2.0 */
/* Corrects prices by observation: factors of the two servers, trials of the one that is not preferred, and the limit on
 * what trials may cost. */
#include <outboard/correction.h>

#include "port/lock.h"

static uint8_t load(const uint8_t *p)
{
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static void store(uint8_t *p, uint8_t value)
{
    __atomic_store_n(p, value, __ATOMIC_RELAXED);
}

/* ---- the choice ---- */

/* True if the engine is cheaper. The server that has the operations now keeps them unless the other is cheaper by a
 * margin. */
static bool engine_wins(uint64_t caller_ns, uint64_t engine_ns, bool engine_serves)
{
    if (engine_serves)
        return engine_ns - engine_ns / OB_CORRECTION_STAY_SHARE < caller_ns;
    return engine_ns < caller_ns - caller_ns / OB_CORRECTION_STAY_SHARE;
}

/* The cost of the caller's own code. If the processor is crowded and the engine has the lower measured price, this cost
 * includes the delay of other processes: each process would gain by its own code, but the others would lose more. */
static uint64_t with_delay(const struct ob_correction *c, uint64_t caller_ns, uint64_t engine_ns)
{
    uint64_t factor = ob_correction_factor(c, OB_SERVER_CALLER), delay;

    if (factor <= OB_CORRECTION_CROWDED || caller_ns > OB_CORRECTION_PRICE_MAX || engine_ns > OB_CORRECTION_PRICE_MAX)
        return caller_ns;
    if (engine_ns * factor >= caller_ns * ob_correction_factor(c, OB_SERVER_ENGINE))
        return caller_ns;
    delay = factor - OB_CORRECTION_CROWDED;
    delay = delay < OB_CORRECTION_DELAY_MAX ? delay : OB_CORRECTION_DELAY_MAX;
    return caller_ns + caller_ns * delay / OB_CORRECTION_ONE;
}

/* The server that does not have the operations now has become the cheaper one: begin a trial of it, or end the trial
 * that runs. Returns the server of the next operation. */
static enum ob_server change(struct ob_correction *c, enum ob_server preferred, enum ob_server wanted)
{
    enum ob_server now = wanted;

    if (!ob_port_trylock(&c->lock))
        return preferred;
    if (load(&c->trial)) { /* the trial has failed */
        store(&c->trial, 0);
        c->debt_ns += c->trial_loss_ns > 0 ? (uint64_t)c->trial_loss_ns : 0;
    } else if (c->debt_ns == 0) {
        store(&c->trial, 1);
        c->trial_ops = 0;
        c->trial_ns = 0;
        c->trial_loss_ns = 0;
    } else {
        now = preferred;
    }
    ob_port_unlock(&c->lock);
    return now;
}

enum ob_server ob_correction_choose(struct ob_correction *c, uint64_t caller_ns, uint64_t engine_ns)
{
    unsigned preferred = c ? load(&c->preferred) : 0;
    enum ob_server now, wanted;

    if (preferred == 0) {
        wanted = engine_ns < caller_ns ? OB_SERVER_ENGINE : OB_SERVER_CALLER;
        if (c)
            store(&c->preferred, (uint8_t)(wanted + 1));
        return wanted;
    }
    caller_ns = with_delay(c, caller_ns, engine_ns);
    now = (enum ob_server)((preferred - 1) ^ load(&c->trial));
    wanted = engine_wins(caller_ns, engine_ns, now == OB_SERVER_ENGINE) ? OB_SERVER_ENGINE : OB_SERVER_CALLER;
    return wanted == now ? now : change(c, (enum ob_server)(preferred - 1), wanted);
}

/* ---- observation ---- */

/* ns as it counts after another took_ns have passed, rounded down. 64-bit divisions are slow, so a short operation uses
 * a linear approximation. */
static uint64_t faded(uint64_t ns, uint64_t took_ns)
{
    if (took_ns < OB_CORRECTION_MEMORY_NS / 32)
        return ns - (ns * took_ns + OB_CORRECTION_MEMORY_NS - 1) / OB_CORRECTION_MEMORY_NS;
    return ns * OB_CORRECTION_MEMORY_NS / (OB_CORRECTION_MEMORY_NS + took_ns);
}

/* Reduce the weight of older observations: by the time that has passed, and by half when a sum becomes too large. */
static void fade(struct ob_correction *c, uint64_t took_ns)
{
    for (unsigned server = 0; server < 2; server++) {
        uint64_t *observed = &c->observed_ns[server], *priced = &c->priced_ns[server];
        unsigned halves = *observed > OB_CORRECTION_LONGEST_NS || *priced > OB_CORRECTION_LONGEST_NS ? 1 : 0;

        *observed = faded(*observed, took_ns) >> halves;
        *priced = faded(*priced, took_ns) >> halves;
    }
}

/* factor = (observed + w) / (priced + w), where w is the weight of the measured price: w = T^2 / (T + observed), T =
 * OB_CORRECTION_TRUST_NS. The more was observed, the less the measured price counts; without observations the factor is
 * 1. All times are in units of 1024 ns and at most 2^25 (see fade), so one division suffices and nothing overflows. */
static void set_factor(struct ob_correction *c, unsigned server)
{
    const uint64_t trust = OB_CORRECTION_TRUST_NS / 1024;
    uint64_t observed = c->observed_ns[server] / 1024, priced = c->priced_ns[server] / 1024, factor = OB_CORRECTION_ONE;

    if (observed != priced)
        factor = (observed * (trust + observed) + trust * trust) * OB_CORRECTION_ONE /
                 (priced * (trust + observed) + trust * trust);
    factor = factor < OB_CORRECTION_MIN ? OB_CORRECTION_MIN : factor;
    factor = factor > OB_CORRECTION_MAX ? OB_CORRECTION_MAX : factor;
    __atomic_store_n(&c->factor[server], (uint32_t)factor, __ATOMIC_RELAXED);
}

/* Count one operation of a trial: true if the trial has now succeeded. */
static bool tried(struct ob_correction *c, uint64_t other_ns, uint64_t took_ns)
{
    c->trial_ops++;
    c->trial_ns += took_ns;
    c->trial_loss_ns += (int64_t)took_ns - (int64_t)other_ns;
    if (c->trial_ops < OB_CORRECTION_TRIAL_OPS || c->trial_ns < OB_CORRECTION_TRIAL_NS)
        return false;
    store(&c->trial, 0);
    store(&c->preferred, (uint8_t)(3 - load(&c->preferred)));
    c->debt_ns = 0;
    return true;
}

/* How often operations are timed after one of this price. */
static uint8_t sampling(const struct ob_correction *c, uint64_t price_ns)
{
    bool slow = ob_correction_factor(c, OB_SERVER_CALLER) > OB_CORRECTION_SLOW;

    if (load(&c->trial) || load(&c->preferred) == OB_SERVER_ENGINE + 1)
        return OB_SAMPLE_EACH;
    if (price_ns >= OB_CORRECTION_LONG_NS)
        return slow ? OB_SAMPLE_4TH : OB_SAMPLE_16TH;
    return slow ? OB_SAMPLE_32ND : OB_SAMPLE_64TH;
}

bool ob_correction_observe(struct ob_correction *c, enum ob_server server, uint64_t price_ns, uint64_t other_ns,
                           uint64_t took_ns)
{
    uint64_t paid;
    bool changed = false;

    took_ns = took_ns < OB_CORRECTION_LONGEST_NS ? took_ns : OB_CORRECTION_LONGEST_NS;
    price_ns = price_ns < OB_CORRECTION_LONGEST_NS ? price_ns : OB_CORRECTION_LONGEST_NS;
    other_ns = other_ns < OB_CORRECTION_LONGEST_NS ? other_ns : OB_CORRECTION_LONGEST_NS;
    if (!ob_port_trylock(&c->lock))
        return false;
    fade(c, took_ns);
    c->observed_ns[server] += took_ns < price_ns + OB_CORRECTION_LATE_NS ? took_ns : price_ns + OB_CORRECTION_LATE_NS;
    c->priced_ns[server] += price_ns;
    set_factor(c, OB_SERVER_CALLER);
    set_factor(c, OB_SERVER_ENGINE);
    if (load(&c->trial) && server + 1u != load(&c->preferred)) {
        changed = tried(c, other_ns, took_ns);
    } else {
        paid = took_ns / OB_CORRECTION_TRIAL_SHARE;
        c->debt_ns -= paid < c->debt_ns ? paid : c->debt_ns;
    }
    store(&c->sampling, sampling(c, price_ns));
    ob_port_unlock(&c->lock);
    return changed;
}
