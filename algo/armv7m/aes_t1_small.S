/* SPDX-License-Identifier: Apache-2.0 */
/* One-table AES for Cortex-M3 and M4, a round to a turn of the loop: what aes_t1.S does, in a third of its code (FIPS 197,
 * 5.1 and 5.3.5). Tables, keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .include "algo/armv7m/aes_t1.inc"

/* Columns s0-s3 after one round are in s0-s3 again; the rest as in the macro round. r0 is at the third word of the round
 * key that was last added, and moves by \step; d is then the word at sp + 4. */
    .macro round_here s0, s1, s2, s3, a, b, c, d, e, f, g, h, step, k0, k1, k3
    indices \s0, \a, \b, \c, \s0
    indices \s1, \d, \e, \f, \s1
    words \a, \b, \c, \d, \e, \f, \s0, \s1
    load_wide \g, r0, \k0
    load_wide \h, r0, \k1
    eor.w \f, \f, \b, ror #8
    eor.w \s1, \s1, \c, ror #8
    eor.w \g, \g, \a, ror #24
    eor.w \g, \g, \e, ror #16
    eor.w \h, \h, \d, ror #24
    eor.w \h, \h, \s0
    indices \s2, \c, \b, \a, \s2
    indices \s3, \s0, \e, \d, \s3
    words \a, \b, \c, \d, \e, \s0, \s2, \s3
    eor.w \g, \g, \a, ror #8
    eor.w \h, \h, \b, ror #16
    ldr \a, [r0, #\step]!
    load_wide \b, r0, \k3
    eor.w \s2, \s2, \f, ror #8
    eor.w \s2, \s2, \s0, ror #24
    eor.w \s0, \g, \s3
    eor.w \s3, \s2, \b
    eor.w \s1, \s1, \c, ror #24
    eor.w \s1, \s1, \e, ror #16
    eor.w \s2, \s1, \a
    eor.w \s1, \h, \d, ror #8
    ldr.w \d, [sp, #4]
    cmp.w r0, \d
    .endm

/* Encrypts one block; out may be in.
 *
 * Prototype: void obi_aes_t1_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes from obi_aes_t1_key128 and its kin, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 44 bytes
 * Code: 524 bytes
 * Cycles: m3 644/764/884, m4 653/775/897 (keys of 128/192/256 bits)
 */
    .section .text.obi_aes_t1_enc, "ax", %progbits
    .balign 16
    .global obi_aes_t1_enc
    .type obi_aes_t1_enc, %function
obi_aes_t1_enc:
    add.w r0, r0, #8
    add.w r3, r0, r3, lsl #4
    sub.w r3, r3, #16
    push.w {r1, r3-r11, lr}
    first_key obi_aes_te, r2, -8, r4, r5, r6, r7, r8, r9, r10, r11
    .balign 4
1:
    round_here r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 16, 8, 12, 4
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
 * Code: 536 bytes
 * Cycles: m3 647/767/887, m4 656/778/900 (keys of 128/192/256 bits)
 */
    .section .text.obi_aes_t1_dec, "ax", %progbits
    .balign 16
    .global obi_aes_t1_dec
    .type obi_aes_t1_dec, %function
obi_aes_t1_dec:
    add.w r12, r0, #24
    add.w r0, r0, r3, lsl #4
    add.w r0, r0, #8
    mov.w r3, r12
    push.w {r1, r3-r11, lr}
    first_key obi_aes_td, r2, -8, r4, r7, r6, r5, r8, r9, r10, r11
    .balign 4
1:
    round_here r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, -16, -24, -12, -4
    bne.w 1b
    ldr.w lr, =obi_aes_inv_sbox
    final_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 0, 8, -24, -12, -16, -20, 0, 12, 8, 4
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_dec, . - obi_aes_t1_dec
