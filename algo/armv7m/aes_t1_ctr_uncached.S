/* SPDX-License-Identifier: Apache-2.0 */
/* Counter mode on one-table AES for Cortex-M3 and M4, unrolled (SP 800-38A, 6.5), with a 32-bit big-endian counter that
 * wraps within its word. Every round of every block is computed, so that the time does not depend on the counter. Tables,
 * keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .include "algo/armv7m/aes_t1.inc"

    .equ o_to, 0 /* points to o_stream */
    .equ o_in, 4
    .equ o_keys, 8
    .equ o_last, 12 /* where the input ends */
    .equ o_counter, 16
    .equ o_out, 20
    .equ o_stream, 24
    .equ o_end, 40

    .macro ctr_uncached bits, rounds
    .section .text.obi_aes_t1_ctr_uncached\bits, "ax", %progbits
    .balign 16
obi_aes_t1_ctr_uncached\bits:
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
    str.w r1, [sp, #o_counter]
    add.w r4, sp, #o_stream
    str.w r4, [sp, #o_to]
    .balign 4
1:
    ldr.w r12, [sp, #o_counter]
    ldr.w r0, [sp, #o_keys]
    ldr.w r4, [r12]
    ldr.w r5, [r12, #4]
    ldr.w r6, [r12, #8]
    ldr.w r7, [r12, #12]
    ldr.w r8, [r0]
    ldr.w r9, [r0, #4]
    ldr.w r10, [r0, #8]
    ldr.w r11, [r0, #12]
    ldr.w lr, =obi_aes_te
    rev.w r1, r7
    add.w r1, r1, #1
    rev.w r1, r1
    str.w r1, [r12, #12]
    eor.w r4, r4, r8
    eor.w r5, r5, r9
    eor.w r6, r6, r10
    eor.w r7, r7, r11
    .set k, 16
    .rept (\rounds - 2) / 2
    odd_round k, (k + 4), (k + 8), (k + 12)
    even_round (k + 16), (k + 20), (k + 24), (k + 28)
    .set k, k + 32
    .endr
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, k, (k + 4)
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 2, 0, (k + 16), (k + 20), (k + 24), (k + 28), 0, 4, 8, 12, (k + 8), (k + 12)
    ldr.w r1, [sp, #o_in]
    ldr.w r3, [sp, #o_out]
    ldr.w r12, [sp, #o_last]
    ldr.w r5, [r1]
    ldr.w r6, [r1, #4]
    ldr.w r7, [r1, #8]
    ldr.w r8, [r1, #12]
    add.w r1, r1, #16
    eor.w r9, r9, r5
    eor.w r10, r10, r6
    eor.w r2, r2, r7
    eor.w r0, r0, r8
    str.w r9, [r3], #16
    str r10, [r3, #-12]
    str r2, [r3, #-8]
    str r0, [r3, #-4]
    str.w r1, [sp, #o_in]
    cmp.w r1, r12
    str.w r3, [sp, #o_out]
    bne.w 1b
    mov.w r4, #0
    mov.w r5, #0
    mov.w r6, #0
    mov.w r7, #0
    add.w sp, sp, #o_stream
    stm.w sp!, {r4-r7}
9:
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_ctr_uncached\bits, . - obi_aes_t1_ctr_uncached\bits
    .endm

/* Encrypts or decrypts n blocks with a key of 128 bits and advances the counter by n; out may be in.
 *
 * Prototype: void obi_aes_t1_ctr_uncached128(const uint32_t rk[44], uint32_t counter[4], uint32_t *out,
 *                                            const uint32_t *in, size_t n)
 * Buffers: rk 176 bytes, counter 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 76 bytes
 * Code: 2340 bytes
 * Cycles: m3 152626, m4 152626
 */
    .global obi_aes_t1_ctr_uncached128
    .type obi_aes_t1_ctr_uncached128, %function
    ctr_uncached 128, 10

/* Encrypts or decrypts n blocks with a key of 192 bits and advances the counter by n; out may be in.
 *
 * Prototype: void obi_aes_t1_ctr_uncached192(const uint32_t rk[52], uint32_t counter[4], uint32_t *out,
 *                                            const uint32_t *in, size_t n)
 * Buffers: rk 208 bytes, counter 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 76 bytes
 * Code: 2756 bytes
 * Cycles: m3 180786, m4 180786
 */
    .global obi_aes_t1_ctr_uncached192
    .type obi_aes_t1_ctr_uncached192, %function
    ctr_uncached 192, 12

/* Encrypts or decrypts n blocks with a key of 256 bits and advances the counter by n; out may be in.
 *
 * Prototype: void obi_aes_t1_ctr_uncached256(const uint32_t rk[60], uint32_t counter[4], uint32_t *out,
 *                                            const uint32_t *in, size_t n)
 * Buffers: rk 240 bytes, counter 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 76 bytes
 * Code: 3172 bytes
 * Cycles: m3 208946, m4 208946
 */
    .global obi_aes_t1_ctr_uncached256
    .type obi_aes_t1_ctr_uncached256, %function
    ctr_uncached 256, 14
