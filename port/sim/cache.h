/* SPDX-License-Identifier: Apache-2.0 */
/* A write-back cache in front of the memory that a simulated block reads and writes. The block does not see what the
 * driver has not cleaned; the CPU does not see what the driver has not invalidated. */
#ifndef OUTBOARD_PORT_SIM_CACHE_H
#define OUTBOARD_PORT_SIM_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_CACHE_LINE 32

struct sim_cache;

struct sim_cache *sim_cache_new(void);
void sim_cache_free(struct sim_cache *c);

/* Write back every line that contains a byte of the area. */
void sim_cache_clean(struct sim_cache *c, const void *p, size_t len);

/* Discard the lines, so that the CPU sees what is in memory. False, with nothing done, if the area is not made of whole
 * lines. */
bool sim_cache_invalidate(struct sim_cache *c, const void *p, size_t len);

/* The byte of memory that the block sees at the address with this lower half. NULL if its line was neither cleaned nor
 * invalidated: the block must not access it. */
uint8_t *sim_cache_memory(struct sim_cache *c, uint32_t low);

#endif
