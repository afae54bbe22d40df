/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time by multiplications with holes, in assembly, in armv6m/, armv7m/ and armv7em/: SP 800-38D,
 * 6.4. */
#ifndef OBI_GHASH_HOLES_H
#define OBI_GHASH_HOLES_H

#include <stddef.h>
#include <stdint.h>

/* Prepare a hash key: a table of 9 words, on the M0 and M3 of 18. All pointers of this file are aligned to 4. */
void obi_ghash_holes_key(uint32_t *table, const uint32_t h[4]);

/* y = (y + block) * h for each of n blocks. */
void obi_ghash_holes(uint32_t y[4], const uint32_t *table, const uint32_t *in, size_t n);

#endif
