/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the variant of AES with an S-box and its state in rows (algo/aes_row.h). */
#include "algo/aes_row.h"

#define OF(name) obi_aes_row_##name
#define VARIANT  obi_cortexm_sbox
#define NUMBER   4
#include "engine/cortexm/one_block.inc"
