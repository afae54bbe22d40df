/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time AES for Cortex-M3 and M4: key schedules of the fixsliced functions (FIPS 197, 5.2). */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/aes_fs_key.inc"
    .include "algo/armv7m/aes_fs.inc"

/* The round keys of a key of 128 bits: the first as it is, the last with the constant of the S-box, those between with
 * it as slices of two blocks. The code includes what the key sizes share.
 *
 * Prototype: void obi_aes_fs_key128(uint32_t rk[80], const uint32_t key[4])
 * Buffers: rk 320 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 124 bytes
 * Code: 2332 bytes
 * Cycles: m3 3290, m4 3290
 */
    .balign 16
    .global obi_aes_fs_key128
    .type obi_aes_fs_key128, %function
obi_aes_fs_key128:
    mov.w r2, #4
    b.w expand

/* The round keys of a key of 192 bits: the first as it is, the last with the constant of the S-box, those between with
 * it as slices of two blocks. The code includes what the key sizes share.
 *
 * Prototype: void obi_aes_fs_key192(uint32_t rk[96], const uint32_t key[6])
 * Buffers: rk 384 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 124 bytes
 * Code: 2324 bytes
 * Cycles: m3 3207, m4 3207
 */
    .balign 4
    .global obi_aes_fs_key192
    .type obi_aes_fs_key192, %function
obi_aes_fs_key192:
    mov.w r2, #6
    b.w expand

/* The round keys of a key of 256 bits: the first as it is, the last with the constant of the S-box, those between with
 * it as slices of two blocks.
 *
 * Prototype: void obi_aes_fs_key256(uint32_t rk[112], const uint32_t key[8])
 * Buffers: rk 448 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 124 bytes
 * Code: 2316 bytes
 * Cycles: m3 4368, m4 4368
 */
    .balign 4
    .global obi_aes_fs_key256
    .type obi_aes_fs_key256, %function
obi_aes_fs_key256:
    mov.w r2, #8
expand:
    expand_key
    .size obi_aes_fs_key128, . - obi_aes_fs_key128
    .size obi_aes_fs_key192, . - obi_aes_fs_key192
    .size obi_aes_fs_key256, . - obi_aes_fs_key256
