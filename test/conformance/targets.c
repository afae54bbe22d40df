/* SPDX-License-Identifier: Apache-2.0 */
/* Engines to test, by name. */
#include "targets.h"

#include <outboard/fault.h>
#include <outboard/sched.h>

#include <string.h>

#include "test/conformance/blocks.h"

/* The build says which of the two engines that a user makes are linked. */
#ifndef SUITE_WITH_SCHED
#define SUITE_WITH_SCHED 0
#endif
#ifndef SUITE_WITH_FAULT
#define SUITE_WITH_FAULT 0
#endif

#define SCHED_ROWS     254
#define SCHED_SLOTS    16
#define SCHED_SEGMENTS 4096

static struct ob_engine *linked(const char *name)
{
    for (unsigned i = 0; ob_linked_engines[i]; i++)
        if (strcmp(ob_linked_engines[i]->ops->name, name) == 0)
            return ob_linked_engines[i];
    return NULL;
}

/* Add all linked engines but one, and those that this machine does not have, where the core can have more than one. */
static bool add_others(struct ob_dispatcher *d, const struct ob_engine *but)
{
    if (OB_ENGINES_MAX == 1)
        return true;
    for (unsigned i = 0; ob_linked_engines[i]; i++) {
        int r = ob_linked_engines[i] == but ? OB_OK : ob_engine_add(d, ob_linked_engines[i]);

        if (r != OB_OK && r != OB_E_IO)
            return false;
    }
    return true;
}

#if SUITE_WITH_SCHED
/* The linked engines all belong to the inner dispatcher, so that sched has no partner. */
static struct ob_engine *make_sched(struct ob_dispatcher *d)
{
    static struct ob_dispatcher inner;
    static struct ob_cap caps[SCHED_ROWS];
    static struct ob_sched_slot slots[SCHED_SLOTS];
    static struct ob_price segments[SCHED_SEGMENTS];
    static struct ob_sched sched = {.inner = &inner,
                                    .caps = caps,
                                    .n_caps = SCHED_ROWS,
                                    .segments = segments,
                                    .n_segments = SCHED_SEGMENTS,
                                    .slots = slots,
                                    .n_slots = SCHED_SLOTS};

    if (!add_others(&inner, NULL) || ob_sched_init(&sched) != OB_OK || ob_engine_add(d, &sched.engine) != OB_OK)
        return NULL;
    return &sched.engine;
}
#endif

#if SUITE_WITH_FAULT
/* An engine whose every answer comes late. */
static struct ob_engine *make_late(struct ob_dispatcher *d, const char *name)
{
    static struct ob_fault fault;
    struct ob_engine *e = linked(name);

    if (!e)
        return NULL;
    fault.target = e->ops;
    fault.dev = e->dev;
    fault.rate[OB_FAULT_LATE] = 1000;
    fault.late_polls = 1;
    if (ob_fault_init(&fault) != OB_OK || ob_engine_add(d, &fault.engine) != OB_OK || !add_others(d, e))
        return NULL;
    return &fault.engine;
}
#endif

struct ob_engine *target_make(struct ob_dispatcher *d, const char *name)
{
    struct ob_engine *e;

#if SUITE_WITH_SCHED
    if (strcmp(name, "sched") == 0)
        return make_sched(d);
#endif
#if SUITE_WITH_FAULT
    if (strncmp(name, "late:", 5) == 0)
        return make_late(d, name + 5);
#endif
#ifdef TEST_BLOCKS
    if (strncmp(name, "hasher", 6) == 0 || strncmp(name, "cryp", 4) == 0 || strncmp(name, "acryp", 5) == 0 ||
        strncmp(name, "ltc:", 4) == 0)
        return block_make(d, name) && add_others(d, NULL) ? d->engine[0] : NULL;
#endif
    e = linked(name);
    return e && ob_engine_add(d, e) == OB_OK && add_others(d, e) ? e : NULL;
}
