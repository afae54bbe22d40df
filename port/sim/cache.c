/* SPDX-License-Identifier: Apache-2.0 */
/* A simulated write-back cache: the process's own memory plays the cache, and copies of its lines play the memory
 * behind it. */
#include "port/sim/cache.h"

#include <stdlib.h>
#include <string.h>

#define BUCKETS 4096u

struct line {
    struct line *next;
    uint8_t *at; /* where the CPU sees the line */
    uint8_t memory[SIM_CACHE_LINE];
};

struct sim_cache {
    struct line *bucket[BUCKETS];
};

struct sim_cache *sim_cache_new(void)
{
    return calloc(1, sizeof(struct sim_cache));
}

void sim_cache_free(struct sim_cache *c)
{
    for (unsigned i = 0; c && i < BUCKETS; i++)
        for (struct line *l = c->bucket[i], *next; l; l = next) {
            next = l->next;
            free(l);
        }
    free(c);
}

static struct line **bucket_of(struct sim_cache *c, uint32_t low)
{
    return &c->bucket[low / SIM_CACHE_LINE % BUCKETS];
}

static struct line *find(struct sim_cache *c, uint32_t low)
{
    struct line *l = *bucket_of(c, low);

    while (l && (uint32_t)(uintptr_t)l->at / SIM_CACHE_LINE != low / SIM_CACHE_LINE)
        l = l->next;
    return l;
}

/* The line at p. It is created if it does not exist, or if the entry belongs to another address with the same lower
 * half. */
static struct line *line_at(struct sim_cache *c, uint8_t *p)
{
    struct line *l = find(c, (uint32_t)(uintptr_t)p);

    if (!l) {
        struct line **bucket = bucket_of(c, (uint32_t)(uintptr_t)p);

        l = malloc(sizeof *l);
        if (!l)
            abort();
        l->next = *bucket;
        l->at = NULL;
        *bucket = l;
    }
    if (l->at != p) {
        l->at = p;
        memset(l->memory, 0xd7, sizeof l->memory);
    }
    return l;
}

void sim_cache_clean(struct sim_cache *c, const void *p, size_t len)
{
    uint8_t *at = (uint8_t *)((uintptr_t)p & ~(uintptr_t)(SIM_CACHE_LINE - 1));

    for (; len && at < (const uint8_t *)p + len; at += SIM_CACHE_LINE)
        memcpy(line_at(c, at)->memory, at, SIM_CACHE_LINE);
}

bool sim_cache_invalidate(struct sim_cache *c, const void *p, size_t len)
{
    uint8_t *at = (uint8_t *)(uintptr_t)p;

    if ((uintptr_t)p % SIM_CACHE_LINE || len % SIM_CACHE_LINE)
        return false;
    for (; len; len -= SIM_CACHE_LINE, at += SIM_CACHE_LINE)
        memcpy(at, line_at(c, at)->memory, SIM_CACHE_LINE);
    return true;
}

uint8_t *sim_cache_memory(struct sim_cache *c, uint32_t low)
{
    struct line *l = find(c, low);

    return l ? l->memory + low % SIM_CACHE_LINE : NULL;
}
