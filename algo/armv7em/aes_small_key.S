/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for aes_small.S: the words of FIPS 197, 5.2, with a 256-byte S-box. */
    .syntax unified
    .thumb
    .text

    .include "algo/armv7m/aes_key.inc"

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_small_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r10, changes r0, r2-r3, r12
 * Stack: 32 bytes
 * Code: 152 bytes
 * Cycles: m4 286
 */
    .balign 16
    .global obi_aes_small_key128
    .type obi_aes_small_key128, %function
obi_aes_small_key128:
    key128 obi_aes_sbox, 0
    .size obi_aes_small_key128, . - obi_aes_small_key128

/* Expands a key of 192 bits.
 *
 * Prototype: void obi_aes_small_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0, r2-r3, r12
 * Stack: 36 bytes
 * Code: 156 bytes
 * Cycles: m4 263
 */
    .balign 16
    .global obi_aes_small_key192
    .type obi_aes_small_key192, %function
obi_aes_small_key192:
    key192 obi_aes_sbox, 0
    .size obi_aes_small_key192, . - obi_aes_small_key192

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_small_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 232 bytes
 * Cycles: m4 343
 */
    .balign 16
    .global obi_aes_small_key256
    .type obi_aes_small_key256, %function
obi_aes_small_key256:
    key256 obi_aes_sbox, 0
    .size obi_aes_small_key256, . - obi_aes_small_key256
