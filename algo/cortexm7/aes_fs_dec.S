/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time AES for the Cortex-M7: decryption of two blocks at once, fixsliced (FIPS 197, 5.3). */
    .syntax unified
    .thumb
    .text
    .include "algo/cortexm7/aes_fs_ends.inc"
    .include "algo/cortexm7/aes_fs_last.inc"
    .include "algo/cortexm7/aes_fs_dec_0.inc"
    .include "algo/cortexm7/aes_fs_dec_1.inc"
    .include "algo/cortexm7/aes_fs_dec_2.inc"
    .include "algo/cortexm7/aes_fs_dec_3.inc"
    .include "algo/armv7m/aes_fs.inc"

/* Decrypts two blocks with the keys of encryption; out may be in.
 *
 * Prototype: void obi_aes_fs_dec(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds)
 * Buffers: rk 32 * rounds bytes from obi_aes_fs_key128 and its kin, out and in 32 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 116 bytes
 * Code: 5292 bytes
 * Cycles: m7 1364/1621/1881 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_fs_dec
    .type obi_aes_fs_dec, %function
obi_aes_fs_dec:
    decrypt_two
    .size obi_aes_fs_dec, . - obi_aes_fs_dec
