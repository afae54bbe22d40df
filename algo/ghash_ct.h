/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time, without tables or carry-less multiply instructions: SP 800-38D section 6.4. */
#ifndef OBI_GHASH_CT_H
#define OBI_GHASH_CT_H

#include <stddef.h>
#include <stdint.h>

/* y = y * h in the field of SP 800-38D section 6.3. */
void obi_ghash_ct_mul(uint8_t y[16], const uint8_t h[16]);

/* For each of n_blocks blocks of 16 bytes: y = (y + block) * h. in: any alignment. */
void obi_ghash_ct(uint8_t y[16], const uint8_t h[16], const uint8_t *in, size_t n_blocks);

#endif
