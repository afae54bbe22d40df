/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the variant of AES with an S-box and DSP instructions (algo/aes_dsp.h). */
#include "algo/aes_dsp.h"

#define OF(name) obi_aes_dsp_##name
#define VARIANT  obi_cortexm_sbox
#define NUMBER   4
#include "engine/cortexm/one_block.inc"
