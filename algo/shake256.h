/* SPDX-License-Identifier: Apache-2.0 */
/* SHAKE256 (FIPS 202, section 6.2). Time depends on lengths alone. */
#ifndef OBI_SHAKE256_H
#define OBI_SHAKE256_H

#include "outboard/engine.h"

#define OBI_SHAKE256_RATE 136 /* bytes */

struct obi_shake256 {
    uint64_t lane[25]; /* A[x, y] is lane[x + 5 y] */
    uint32_t at;       /* bytes absorbed or squeezed of the block at hand */
};

void obi_shake256_start(struct obi_shake256 *h);
void obi_shake256_absorb(struct obi_shake256 *h, const uint8_t *in, size_t len);

/* End the input and take out len bytes; once per message. */
void obi_shake256_squeeze(struct obi_shake256 *h, uint8_t *out, size_t len);

#endif
