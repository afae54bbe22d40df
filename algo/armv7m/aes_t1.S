/* SPDX-License-Identifier: Apache-2.0 */
/* One-table AES for Cortex-M3 and M4, four rounds to a turn of the loop, which 12 rounds enter in the middle (FIPS 197,
 * 5.1 and 5.3.5). Tables, keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .include "algo/armv7m/aes_t1.inc"

/* Encrypts one block; out may be in.
 *
 * Prototype: void obi_aes_t1_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes from obi_aes_t1_key128 and its kin, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 44 bytes
 * Code: 1372 bytes
 * Cycles: m3 609/727/833, m4 609/727/833 (keys of 128/192/256 bits)
 */
    .section .text.obi_aes_t1_enc, "ax", %progbits
    .balign 16
    .global obi_aes_t1_enc
    .type obi_aes_t1_enc, %function
obi_aes_t1_enc:
    cmp.w r3, #12
    add.w r0, r0, #24
    add.w r3, r0, r3, lsl #4
    sub.w r3, r3, #32
    push.w {r1, r3-r11, lr}
    first_key obi_aes_te, r2, -24, r11, r12, r9, r10, r4, r5, r6, r7
    even_round -8, -4, 0, 4
    beq.w 3f
    .balign 4
1:
    odd_round 8, 12, 16, 20
    even_round 24, 28, 32, 36
2:
    odd_round 40, 44, 48, 52
    even_round 56, 60, 64, 68, 1
    cmp.w r0, r2
    bne.w 1b
    final_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 2, 8, 8, 12, 16, 20, 0, 4, 8, 12
    pop.w {r4-r11, pc}
3:
    sub.w r0, r0, #32
    b.w 2b
    .ltorg
    .size obi_aes_t1_enc, . - obi_aes_t1_enc

/* Decrypts one block with the keys of obi_aes_t1_key_dec; out may be in.
 *
 * Prototype: void obi_aes_t1_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 44 bytes
 * Code: 1384 bytes
 * Cycles: m3 612/730/836, m4 612/730/836 (keys of 128/192/256 bits)
 */
    .section .text.obi_aes_t1_dec, "ax", %progbits
    .balign 16
    .global obi_aes_t1_dec
    .type obi_aes_t1_dec, %function
obi_aes_t1_dec:
    cmp.w r3, #12
    add.w r12, r0, #24
    add.w r0, r0, r3, lsl #4
    sub.w r0, r0, #8
    mov.w r3, r12
    push.w {r1, r3-r11, lr}
    first_key obi_aes_td, r2, 8, r11, r10, r9, r12, r4, r5, r6, r7
    even_round -8, 4, 0, -4
    beq.w 3f
    .balign 4
1:
    odd_round -24, -12, -16, -20
    even_round -40, -28, -32, -36
2:
    odd_round -56, -44, -48, -52
    even_round -72, -60, -64, -68, 1
    cmp.w r0, r2
    bne.w 1b
    ldr.w lr, =obi_aes_inv_sbox
    final_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 0, 8, -24, -12, -16, -20, 0, 12, 8, 4
    pop.w {r4-r11, pc}
3:
    add.w r0, r0, #32
    b.w 2b
    .ltorg
    .size obi_aes_t1_dec, . - obi_aes_t1_dec
