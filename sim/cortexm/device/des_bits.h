/* SPDX-License-Identifier: Apache-2.0 */
/* The permutations and the round function of DES, for device models (FIPS 46-3). */
#ifndef OB_SIM_CORTEXM_DEVICE_DES_BITS_H
#define OB_SIM_CORTEXM_DEVICE_DES_BITS_H

#include <cstdint>

namespace cortexm
{

/* Blocks of 64 bits, bit 1 of the standard the most significant. */
uint64_t des_initial(uint64_t block);
uint64_t des_final(uint64_t block);
/* PC-1: C in bits 55 to 28, D in bits 27 to 0. */
uint64_t des_choice_1(uint64_t key);
/* f(R, PC-2(CD)). */
uint32_t des_f(uint32_t right, uint64_t cd);
bool des_parity_is_odd(uint64_t key); /* in every byte */
/* 28 bits to the left. */
uint32_t des_turn(uint32_t half, unsigned n);

/* A whole block with one key. */
uint64_t des_block(uint64_t key, uint64_t block, bool encrypting);

} // namespace cortexm

#endif
