/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the variant of AES with an S-box and the least code (algo/aes_small.h). */
#include "algo/aes_small.h"

#define OF(name) obi_aes_small_##name
#define VARIANT  obi_cortexm_small
#define NUMBER   6
#include "engine/cortexm/one_block.inc"
