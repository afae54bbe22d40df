/* SPDX-License-Identifier: Apache-2.0 */
/* Prices that follow what operations take: factors, trials of the other way, and what trials may cost. */
#include "binding/openssl/adapt.h"

#include "port/lock.h"

/* What was seen so many ns of operations ago counts 1/e: 67 ms, a power of two. It is some time slices of a scheduler:
 * a process that shares its processor sees most operations undisturbed, and a few that take a slice longer. */
#define MEMORY_NS ((uint64_t)1 << 26)
/* The measured price counts as much as operations of so many ns that take what they should: one that was disturbed
 * changes little. It loses its weight as more is seen. */
#define TRUST_NS 4000000u
/* Longer than any operation: more would overflow. */
#define LONGEST_NS 10000000000u
/* An operation counts at most so much longer than its price: the machine may have slept. */
#define LATE_NS 100000000u
/* A trial has succeeded once it has lasted as long and had so many operations. */
#define TRIAL_NS  8000000u
#define TRIAL_OPS 8u
/* Failed trials may take this part of the time of all operations. A trial costs those it shares with as well, and they
 * try, too. */
#define TRIALS_SHARE 256u
/* The way that is taken stays until the other one is cheaper by this part: noise is no reason to change. */
#define STAY_SHARE 32u
/* To an operation of this price a look is nothing. */
#define LONG_NS 50000u
/* From this factor of software on more operations are worth a look, even where by the measured prices no engine pays.
 */
#define SEEN (OB_PROV_ADAPT_ONE + OB_PROV_ADAPT_ONE / 4)
/* From this factor of software on, others want the processor for so much of the time that software delays them: for two
 * that always want it the factor comes to 2. The delay counts as the factor beyond, at most as much. */
#define CROWDED    (OB_PROV_ADAPT_ONE + OB_PROV_ADAPT_ONE / 2)
#define DELAY_MOST (OB_PROV_ADAPT_ONE / 8)

static uint8_t load(const uint8_t *p)
{
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}

static void store(uint8_t *p, uint8_t value)
{
    __atomic_store_n(p, value, __ATOMIC_RELAXED);
}

/* ---- the choice ---- */

/* True if offload is cheaper, with an advantage for the way that is taken now. */
static bool wants_offload(uint64_t software_ns, uint64_t offload_ns, bool offloading)
{
    if (offloading)
        return offload_ns - offload_ns / STAY_SHARE < software_ns;
    return offload_ns < software_ns - software_ns / STAY_SHARE;
}

/* Software's cost, with the delay of others where the processor is crowded and the measured price of offload is less:
 * what each process gains by software then, the others lose, and all of them in software get less done. */
static uint64_t with_delay(const struct ob_prov_adapt *a, uint64_t software_ns, uint64_t offload_ns)
{
    uint64_t software = obi_prov_adapt_factor(a, OB_PROV_SOFTWARE), more;

    if (software <= CROWDED || software_ns > OB_PROV_ADAPT_PRICE_MAX || offload_ns > OB_PROV_ADAPT_PRICE_MAX)
        return software_ns;
    if (offload_ns * software >= software_ns * obi_prov_adapt_factor(a, OB_PROV_OFFLOAD))
        return software_ns;
    more = software - CROWDED < DELAY_MOST ? software - CROWDED : DELAY_MOST;
    return software_ns + software_ns * more / OB_PROV_ADAPT_ONE;
}

/* The other way than the one that is taken is wanted. */
static enum ob_prov_server turn(struct ob_prov_adapt *a, enum ob_prov_server held, enum ob_prov_server wanted)
{
    enum ob_prov_server now = wanted;

    if (!ob_port_trylock(&a->lock))
        return held;
    if (load(&a->trial)) { /* it has failed */
        store(&a->trial, 0);
        a->debt_ns += a->trial_loss_ns > 0 ? (uint64_t)a->trial_loss_ns : 0;
    } else if (a->debt_ns == 0) {
        store(&a->trial, 1);
        a->trial_ops = 0;
        a->trial_ns = 0;
        a->trial_loss_ns = 0;
    } else {
        now = held;
    }
    ob_port_unlock(&a->lock);
    return now;
}

enum ob_prov_server obi_prov_adapt_choose(struct ob_prov_adapt *a, uint64_t software_ns, uint64_t offload_ns)
{
    unsigned held = load(&a->held);
    enum ob_prov_server now, wanted;

    if (held == 0) {
        wanted = offload_ns < software_ns ? OB_PROV_OFFLOAD : OB_PROV_SOFTWARE;
        store(&a->held, (uint8_t)(wanted + 1));
        return wanted;
    }
    software_ns = with_delay(a, software_ns, offload_ns);
    now = (enum ob_prov_server)((held - 1) ^ load(&a->trial));
    wanted = wants_offload(software_ns, offload_ns, now == OB_PROV_OFFLOAD) ? OB_PROV_OFFLOAD : OB_PROV_SOFTWARE;
    return wanted == now ? now : turn(a, (enum ob_prov_server)(held - 1), wanted);
}

/* ---- what is seen ---- */

/* A sum of ns, rounded down, once took_ns have passed. Divisions of 64 bits are slow: an operation that takes a small
 * part of the memory does without. */
static uint64_t faded(uint64_t ns, uint64_t took_ns)
{
    if (took_ns < MEMORY_NS / 32)
        return ns - (ns * took_ns + MEMORY_NS - 1) / MEMORY_NS;
    return ns * MEMORY_NS / (MEMORY_NS + took_ns);
}

/* Older observations fade while operations take their time, and where prices are far too high. */
static void fade(struct ob_prov_adapt *a, uint64_t took_ns)
{
    for (unsigned server = 0; server < 2; server++) {
        unsigned halves = a->observed_ns[server] > LONGEST_NS || a->priced_ns[server] > LONGEST_NS ? 1 : 0;

        a->observed_ns[server] = faded(a->observed_ns[server], took_ns) >> halves;
        a->priced_ns[server] = faded(a->priced_ns[server], took_ns) >> halves;
    }
}

/* The measured price's, where nothing was seen for long: by (observed + t) / (priced + t), where t is the measured
 * price's weight, TRUST_NS less the more was observed: TRUST_NS^2 / (TRUST_NS + observed). In units of 1024 ns, of
 * which there are at most 2^25 (fade), so that one division is enough and nothing overflows. */
static void set_factor(struct ob_prov_adapt *a, unsigned server)
{
    const uint64_t trust = TRUST_NS / 1024;
    uint64_t observed = a->observed_ns[server] / 1024, priced = a->priced_ns[server] / 1024, factor = OB_PROV_ADAPT_ONE;

    if (observed != priced)
        factor = (observed * (trust + observed) + trust * trust) * OB_PROV_ADAPT_ONE /
                 (priced * (trust + observed) + trust * trust);
    factor = factor < OB_PROV_ADAPT_LEAST ? OB_PROV_ADAPT_LEAST : factor;
    factor = factor > OB_PROV_ADAPT_MOST ? OB_PROV_ADAPT_MOST : factor;
    __atomic_store_n(&a->factor[server], (uint32_t)factor, __ATOMIC_RELAXED);
}

/* An operation of a trial: true if the trial has succeeded with it. */
static bool tried(struct ob_prov_adapt *a, uint64_t other_ns, uint64_t took_ns)
{
    a->trial_ops++;
    a->trial_ns += took_ns;
    a->trial_loss_ns += (int64_t)took_ns - (int64_t)other_ns;
    if (a->trial_ops < TRIAL_OPS || a->trial_ns < TRIAL_NS)
        return false;
    store(&a->trial, 0);
    store(&a->held, (uint8_t)(3 - load(&a->held)));
    a->debt_ns = 0;
    return true;
}

static uint8_t looks(const struct ob_prov_adapt *a, uint64_t price_ns)
{
    bool slow = obi_prov_adapt_factor(a, OB_PROV_SOFTWARE) > SEEN;

    if (load(&a->trial) || load(&a->held) == OB_PROV_OFFLOAD + 1)
        return OB_PROV_LOOK_EACH;
    if (price_ns >= LONG_NS)
        return slow ? OB_PROV_LOOK_4TH : OB_PROV_LOOK_16TH;
    return slow ? OB_PROV_LOOK_32ND : OB_PROV_LOOK_64TH;
}

bool obi_prov_adapt_observe(struct ob_prov_adapt *a, enum ob_prov_server server, uint64_t price_ns, uint64_t other_ns,
                            uint64_t took_ns)
{
    uint64_t paid;
    bool changed = false;

    took_ns = took_ns < LONGEST_NS ? took_ns : LONGEST_NS;
    price_ns = price_ns < LONGEST_NS ? price_ns : LONGEST_NS;
    other_ns = other_ns < LONGEST_NS ? other_ns : LONGEST_NS;
    if (!ob_port_trylock(&a->lock))
        return false;
    fade(a, took_ns);
    a->observed_ns[server] += took_ns < price_ns + LATE_NS ? took_ns : price_ns + LATE_NS;
    a->priced_ns[server] += price_ns;
    set_factor(a, OB_PROV_SOFTWARE);
    set_factor(a, OB_PROV_OFFLOAD);
    if (load(&a->trial) && server + 1u != load(&a->held)) {
        changed = tried(a, other_ns, took_ns);
    } else {
        paid = took_ns / TRIALS_SHARE;
        a->debt_ns -= paid < a->debt_ns ? paid : a->debt_ns;
    }
    store(&a->looks, looks(a, price_ns));
    ob_port_unlock(&a->lock);
    return changed;
}
