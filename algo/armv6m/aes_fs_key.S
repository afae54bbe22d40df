/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time AES for Cortex-M0 and M0+: key schedules of the fixsliced functions (FIPS 197, 5.2). */
    .syntax unified
    .thumb
    .text
    .include "algo/armv6m/aes_fs_key.inc"
    .include "algo/armv6m/aes_fs.inc"

/* The round keys of a key of 128 bits: the first as it is, the last with the constant of the S-box, those between with
 * it as slices of two blocks. The code includes what the key sizes share.
 *
 * Prototype: void obi_aes_fs_key128(uint32_t rk[80], const uint32_t key[4])
 * Buffers: rk 320 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 156 bytes
 * Code: 1762 bytes
 * Cycles: m0 4999, m0plus 4908
 */
    .balign 16
    .global obi_aes_fs_key128
    .type obi_aes_fs_key128, %function
obi_aes_fs_key128:
    movs r2, #4
    b expand

/* The round keys of a key of 192 bits: the first as it is, the last with the constant of the S-box, those between with
 * it as slices of two blocks. The code includes what the key sizes share.
 *
 * Prototype: void obi_aes_fs_key192(uint32_t rk[96], const uint32_t key[6])
 * Buffers: rk 384 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 156 bytes
 * Code: 1758 bytes
 * Cycles: m0 4811, m0plus 4719
 */
    .balign 4
    .global obi_aes_fs_key192
    .type obi_aes_fs_key192, %function
obi_aes_fs_key192:
    movs r2, #6
    b expand

/* The round keys of a key of 256 bits: the first as it is, the last with the constant of the S-box, those between with
 * it as slices of two blocks.
 *
 * Prototype: void obi_aes_fs_key256(uint32_t rk[112], const uint32_t key[8])
 * Buffers: rk 448 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 156 bytes
 * Code: 1754 bytes
 * Cycles: m0 6584, m0plus 6475
 */
    .balign 4
    .global obi_aes_fs_key256
    .type obi_aes_fs_key256, %function
obi_aes_fs_key256:
    movs r2, #8
expand:
    expand_key
    .size obi_aes_fs_key128, . - obi_aes_fs_key128
    .size obi_aes_fs_key192, . - obi_aes_fs_key192
    .size obi_aes_fs_key256, . - obi_aes_fs_key256
