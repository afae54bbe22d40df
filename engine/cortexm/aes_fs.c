/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the constant-time variant of AES, fixsliced, two blocks at once (algo/aes_fs.h). */
#include <string.h>

#include "algo/aes_fs.h"
#include "engine/cortexm/internal.h"

#ifdef OBI_CORTEXM_AES

static void key(uint32_t *rk, const uint32_t *words, size_t key_len)
{
    if (key_len == 16)
        obi_aes_fs_key128(rk, words);
    else if (key_len == 24)
        obi_aes_fs_key192(rk, words);
    else
        obi_aes_fs_key256(rk, words);
}

#define OF(name) obi_aes_fs_##name
#define VARIANT  obi_cortexm_fs
#define NUMBER   1
#define COUNTS   !OB_CORTEXM_FS_PAIRS
#include "engine/cortexm/two_blocks.inc"

#endif
