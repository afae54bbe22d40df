/* SPDX-License-Identifier: Apache-2.0 */
/* A write-back cache before memory that a simulated block reads and writes: what the driver does not clean the block
 * does not see, and what it does not invalidate the CPU does not see. */
#ifndef OUTBOARD_PORT_SIM_CACHE_H
#define OUTBOARD_PORT_SIM_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_CACHE_LINE 32

struct sim_cache;

struct sim_cache *sim_cache_new(void);
void sim_cache_free(struct sim_cache *c);

/* Write back every line that has a byte of p. */
void sim_cache_clean(struct sim_cache *c, const void *p, size_t len);

/* Forget the lines: the CPU sees what is in memory. False, and nothing happens, if they are not whole lines of p. */
bool sim_cache_invalidate(struct sim_cache *c, const void *p, size_t len);

/* The byte of memory, as the block sees it, at the address whose lower half is low; NULL: in a line that was neither
 * cleaned nor invalidated, so that the block must not touch it. */
uint8_t *sim_cache_memory(struct sim_cache *c, uint32_t low);

#endif
