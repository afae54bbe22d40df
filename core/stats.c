/* SPDX-License-Identifier: Apache-2.0 */
/* Counters per engine, exact with several threads: each of the first threads has a shard of its own; all others share
 * the last one. */
#include <string.h>

#include "core.h"
#include "port/thread.h"

#if OB_STATS_SHARDS > 1
static void add(uint64_t *counter, uint64_t n, bool shared)
{
    if (shared)
        __atomic_fetch_add(counter, n, __ATOMIC_RELAXED);
    else
        __atomic_store_n(counter, *counter + n, __ATOMIC_RELAXED);
}

static uint64_t read(const uint64_t *counter)
{
    return __atomic_load_n(counter, __ATOMIC_RELAXED);
}
#elif OB_STATS
static uint64_t read(const uint64_t *counter)
{
    return *counter;
}
#endif

#if OB_STATS && OB_STATS_SHARDS > 1

void obi_count(struct ob_engine *e, enum obi_count what, size_t bytes)
{
    unsigned shard = ob_port_thread();
    bool shared = shard + 1 >= OB_STATS_SHARDS;
    struct ob_stats *c = &e->stats[shared ? OB_STATS_SHARDS - 1 : shard].count;

    if (what == OBI_OPS) { /* what each op counts comes first */
        add(&c->ops, 1, shared);
        add(&c->bytes, bytes, shared);
    } else if (what == OBI_OPS_TAKEN_BACK) {
        add(&c->ops, 0u - (uint64_t)1, shared);
        add(&c->bytes, 0u - (uint64_t)bytes, shared);
    } else {
        add(what == OBI_FALLBACKS ? &c->fallbacks : what == OBI_RETRIES ? &c->retries : &c->errors, 1, shared);
    }
}
#endif

void ob_engine_stats(const struct ob_engine *e, struct ob_stats *sum)
{
    memset(sum, 0, sizeof *sum);
#if OB_STATS
    for (unsigned i = 0; i < OB_STATS_SHARDS; i++) {
        const struct ob_stats *c = &e->stats[i].count;
        sum->ops += read(&c->ops);
        sum->bytes += read(&c->bytes);
        sum->fallbacks += read(&c->fallbacks);
        sum->retries += read(&c->retries);
        sum->errors += read(&c->errors);
    }
#else
    (void)e;
#endif
}
