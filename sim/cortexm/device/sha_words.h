/* SPDX-License-Identifier: Apache-2.0 */
/* The compression functions of SHA-1 and SHA-256 on big-endian words, for device models (FIPS 180-4, section 6). */
#ifndef OB_SIM_CORTEXM_DEVICE_SHA_WORDS_H
#define OB_SIM_CORTEXM_DEVICE_SHA_WORDS_H

#include <cstdint>

namespace cortexm
{

void sha1_compress(uint32_t h[5], const uint8_t block[64]);
void sha256_compress(uint32_t h[8], const uint8_t block[64]);

} // namespace cortexm

#endif
