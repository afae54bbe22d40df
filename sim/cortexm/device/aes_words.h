/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of AES on big-endian words of a column each, for device models (FIPS 197, sections 5.1 and 5.3). */
#ifndef OB_SIM_CORTEXM_DEVICE_AES_WORDS_H
#define OB_SIM_CORTEXM_DEVICE_AES_WORDS_H

#include <cstdint>

namespace cortexm
{

uint32_t aes_sub_word(uint32_t word);
uint32_t aes_inv_sub_word(uint32_t word);
uint32_t aes_mix_column(uint32_t column);
uint32_t aes_inv_mix_column(uint32_t column);
void aes_shift_rows(uint32_t columns[4], bool inverse);

} // namespace cortexm

#endif
