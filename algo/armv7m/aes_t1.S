/* SPDX-License-Identifier: Apache-2.0 */
/* One-table AES for Cortex-M3 and M4, two rounds to a turn of the loop (FIPS 197, 5.1 and 5.3.5). Tables, keys, blocks
 * and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/aes_t1.inc"

/* Encrypts one block; out may be in.
 *
 * Prototype: void obi_aes_t1_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes from obi_aes_t1_key128 and its kin, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 44 bytes
 * Code: 732 bytes
 * Cycles: m3 620/734/848, m4 620/734/848 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_t1_enc
    .type obi_aes_t1_enc, %function
obi_aes_t1_enc:
    sub.w r0, r0, #8
    add.w r3, r0, r3, lsl #4
    push.w {r1, r3-r11, lr}
    first_key obi_aes_te, r2, 8, r11, r12, r9, r10, r4, r5, r6, r7
    b.w 2f
    .balign 4
1:
    odd_round 8, 12, 16, 20
2:
    even_round 24, 28, 32, 36, 1
    cmp.w r0, r2
    bne.w 1b
    final_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 2, 8, 8, 12, 16, 20, 0, 4, 8, 12
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_enc, . - obi_aes_t1_enc

/* Decrypts one block with the keys of obi_aes_t1_key_dec; out may be in.
 *
 * Prototype: void obi_aes_t1_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 44 bytes
 * Code: 748 bytes
 * Cycles: m3 624/738/852, m4 624/738/852 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_t1_dec
    .type obi_aes_t1_dec, %function
obi_aes_t1_dec:
    add.w r12, r0, #24
    add.w r0, r0, r3, lsl #4
    mov.w r3, r12
    push.w {r1, r3-r11, lr}
    first_key obi_aes_td, r2, 0, r11, r10, r9, r12, r4, r5, r6, r7
    add.w r0, r0, #24
    b.w 2f
    .balign 4
1:
    odd_round -24, -12, -16, -20
2:
    even_round -40, -28, -32, -36, 1
    cmp.w r0, r2
    bne.w 1b
    ldr.w lr, =obi_aes_inv_sbox
    final_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 0, 8, -24, -12, -16, -20, 0, 12, 8, 4
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_dec, . - obi_aes_t1_dec
