/* SPDX-License-Identifier: Apache-2.0 */
/* A call whose output is its input, which the simulator's arguments cannot say. */
#include "engine/mmcau/internal.h"

void in_place(const uint32_t *rk, uint32_t rounds, uint32_t *text, size_t n, uint32_t *chain);

void in_place(const uint32_t *rk, uint32_t rounds, uint32_t *text, size_t n, uint32_t *chain)
{
    obi_mmcau_aes_decrypt(rk, rounds, text, text, n, chain);
}
