/* SPDX-License-Identifier: Apache-2.0 */
/* CBC decryption on one-table AES for Cortex-M3 and M4, unrolled (SP 800-38A, 6.2), with the keys of
 * obi_aes_t1_key_dec. Tables, keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .include "algo/armv7m/aes_t1.inc"

    .equ o_out, 0
    .equ o_in, 4
    .equ o_keys, 8
    .equ o_last, 12 /* where the input ends */
    .equ o_iv, 16
    .equ o_before, 20
    .equ o_now, 36
    .equ o_end, 52

    .macro cbc_dec bits, rounds
    .section .text.obi_aes_t1_cbc_dec\bits, "ax", %progbits
    .balign 16
obi_aes_t1_cbc_dec\bits:
    push.w {r4-r11, lr}
    ldr.w r12, [sp, #36]
    cmp.w r12, #0
    beq.w 9f
    sub.w sp, sp, #o_end
    add.w r12, r3, r12, lsl #4
    str.w r2, [sp, #o_out]
    str.w r3, [sp, #o_in]
    str.w r0, [sp, #o_keys]
    str.w r12, [sp, #o_last]
    str.w r1, [sp, #o_iv]
    ldm.w r1, {r4-r7}
    add.w r1, sp, #o_before
    stm.w r1, {r4-r7}
    .balign 4
1:
    ldr.w r12, [sp, #o_in]
    ldr.w r0, [sp, #o_keys]
    ldr.w r4, [r12]
    ldr.w r7, [r12, #4]
    ldr.w r6, [r12, #8]
    ldr.w r5, [r12, #12]
    ldr.w r8, [r0, #(16 * \rounds)]
    ldr.w r9, [r0, #(16 * \rounds + 4)]
    ldr.w r10, [r0, #(16 * \rounds + 8)]
    ldr.w r11, [r0, #(16 * \rounds + 12)]
    ldr.w lr, =obi_aes_td
    add.w r12, r12, #16
    str.w r12, [sp, #o_in]
    str.w r4, [sp, #o_now]
    str.w r7, [sp, #(o_now + 4)]
    str.w r6, [sp, #(o_now + 8)]
    str.w r5, [sp, #(o_now + 12)]
    eor.w r4, r4, r8
    eor.w r7, r7, r9
    eor.w r6, r6, r10
    eor.w r5, r5, r11
    .set k, 16 * \rounds - 16
    .rept (\rounds - 2) / 2
    odd_round k, (k + 12), (k + 8), (k + 4)
    even_round (k - 16), (k - 4), (k - 8), (k - 12)
    .set k, k - 32
    .endr
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 16, 28, obi_aes_inv_sbox
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 0, 0, 0, 12, 8, 4, 0, 12, 8, 4, 24, 20
    add.w r11, sp, #o_before
    ldm.w r11, {r3, r5, r6, r7, r8, lr}
    ldr.w r12, [sp, #(o_now + 8)]
    eor.w r9, r9, r3
    eor.w r0, r0, r5
    eor.w r2, r2, r6
    eor.w r10, r10, r7
    ldr.w r3, [sp, #(o_now + 12)]
    str.w r8, [sp, #o_before]
    str.w lr, [sp, #(o_before + 4)]
    str.w r12, [sp, #(o_before + 8)]
    str.w r3, [sp, #(o_before + 12)]
    str.w r9, [r4], #16
    str r0, [r4, #-12]
    str r2, [r4, #-8]
    str r10, [r4, #-4]
    ldr.w r1, [sp, #o_in]
    ldr.w r5, [sp, #o_last]
    str.w r4, [sp, #o_out]
    cmp.w r1, r5
    bne.w 1b
    ldr.w r1, [sp, #o_iv]
    str.w r8, [r1]
    str.w lr, [r1, #4]
    str.w r12, [r1, #8]
    str.w r3, [r1, #12]
    add.w sp, sp, #o_end
9:
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_cbc_dec\bits, . - obi_aes_t1_cbc_dec\bits
    .endm

/* Decrypts n blocks with a key of 128 bits and leaves the last of the input in iv; out may be in.
 *
 * Prototype: void obi_aes_t1_cbc_dec128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out,
 *                                       const uint32_t *in, size_t n)
 * Buffers: rk 176 bytes, iv 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 88 bytes
 * Code: 2364 bytes
 * Cycles: m3 155449, m4 155449
 */
    .global obi_aes_t1_cbc_dec128
    .type obi_aes_t1_cbc_dec128, %function
    cbc_dec 128, 10

/* Decrypts n blocks with a key of 192 bits and leaves the last of the input in iv; out may be in.
 *
 * Prototype: void obi_aes_t1_cbc_dec192(const uint32_t rk[52], uint32_t iv[4], uint32_t *out,
 *                                       const uint32_t *in, size_t n)
 * Buffers: rk 208 bytes, iv 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 88 bytes
 * Code: 2780 bytes
 * Cycles: m3 183609, m4 183609
 */
    .global obi_aes_t1_cbc_dec192
    .type obi_aes_t1_cbc_dec192, %function
    cbc_dec 192, 12

/* Decrypts n blocks with a key of 256 bits and leaves the last of the input in iv; out may be in.
 *
 * Prototype: void obi_aes_t1_cbc_dec256(const uint32_t rk[60], uint32_t iv[4], uint32_t *out,
 *                                       const uint32_t *in, size_t n)
 * Buffers: rk 240 bytes, iv 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 88 bytes
 * Code: 3196 bytes
 * Cycles: m3 211769, m4 211769
 */
    .global obi_aes_t1_cbc_dec256
    .type obi_aes_t1_cbc_dec256, %function
    cbc_dec 256, 14
