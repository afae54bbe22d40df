/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the constant-time variant of AES in little code, two blocks at once (algo/aes_fs_small.h). */
#include <string.h>

#include "algo/aes_fs_small.h"
#include "engine/cortexm/internal.h"

#ifdef OBI_CORTEXM_AES

static void key(uint32_t *rk, const uint32_t *words, size_t key_len)
{
    obi_aes_fs_small_key(rk, words, (uint32_t)key_len / 4);
}

#define OF(name) obi_aes_fs_small_##name
#define VARIANT  obi_cortexm_fs_small
#define NUMBER   7
#define COUNTS   0
#include "engine/cortexm/two_blocks.inc"

#endif
