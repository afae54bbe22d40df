/* SPDX-License-Identifier: Apache-2.0 */
/* Poly1305 for Cortex-M4 and M7 (RFC 8439, 2.5), on UMAAL. As algo/poly1305.c has it: a factor that reaches 2^128 and
 * above is folded beforehand, so that a block is five rows of products over the same five words. The row of a word of
 * the accumulator frees its register for the next row's carry; the carries are added up where no product waits for it. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_factors, 0
    .equ o_folded, 12
    .equ o_state, 24
    .equ o_in, 28
    .equ o_end, 32
    .equ o_high, 36
    .equ o_size, 40

/* Takes n blocks into the accumulator; high as algo/poly1305.h has it.
 *
 * Prototype: void obi_poly1305_blocks(uint32_t *p, const uint8_t *in, size_t n_blocks, uint32_t high)
 * Buffers: p 52 bytes aligned to 4, in 16 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 76 bytes
 * Code: 368 bytes
 * Cycles: m4 17999, m7 10286
 */
    .balign 16
    .global obi_poly1305_blocks
    .type obi_poly1305_blocks, %function
obi_poly1305_blocks:
    cmp.w r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_size
    add.w r2, r1, r2, lsl #4
    str.w r0, [sp, #o_state]
    str.w r1, [sp, #o_in]
    str.w r2, [sp, #o_end]
    str.w r3, [sp, #o_high]
    ldm.w r0, {r4-r12}
    mov.w r0, r9
    str.w r10, [sp, #o_factors]
    str.w r11, [sp, #(o_factors + 4)]
    str.w r12, [sp, #(o_factors + 8)]
    add.w r10, r10, r10, lsr #2
    add.w r11, r11, r11, lsr #2
    add.w r12, r12, r12, lsr #2
    str.w r10, [sp, #o_folded]
    str.w r11, [sp, #(o_folded + 4)]
    str.w r12, [sp, #(o_folded + 8)]
    .balign 4
1: /* r4-r8 is the accumulator, r0 the lowest word of the factor, r1 where the block is */
    ldr.w r9, [r1]
    ldr.w r10, [r1, #4]
    ldr.w r11, [r1, #8]
    ldr.w r12, [r1, #12]
    ldr.w r2, [sp, #o_high]
    add.w r1, r1, #16
    adds.w r4, r4, r9
    str.w r1, [sp, #o_in]
    adcs.w r5, r5, r10
    ldr.w r1, [sp, #o_factors]
    ldr.w r3, [sp, #(o_factors + 8)]
    adcs.w r6, r6, r11
    adcs.w r7, r7, r12
    adc.w r8, r8, r2
    ldr.w r2, [sp, #(o_factors + 4)]
    /* Between two products stands something else, which the M7 does in the same cycle. */
    umull r9, lr, r4, r0
    mov.w r10, #0
    umaal r10, lr, r4, r1
    mov.w r11, #0
    umaal r11, lr, r4, r2
    mov.w r12, #0
    umaal r12, lr, r4, r3
    ldr.w r3, [sp, #(o_folded + 8)]
    mov.w r4, #0
    umaal r9, r4, r5, r3
    umaal r10, r4, r5, r0
    umaal r11, r4, r5, r1
    umaal r12, r4, r5, r2
    ldr.w r2, [sp, #(o_folded + 4)]
    mov.w r5, #0
    umaal r9, r5, r6, r2
    umaal r10, r5, r6, r3
    add.w lr, lr, r4
    umaal r11, r5, r6, r0
    umaal r12, r5, r6, r1
    ldr.w r1, [sp, #o_folded]
    mov.w r6, #0
    umaal r9, r6, r7, r1
    umaal r10, r6, r7, r2
    add.w lr, lr, r5
    umaal r11, r6, r7, r3
    umaal r12, r6, r7, r0
    mov.w r7, #0
    mla r6, r8, r0, r6
    umaal r10, r7, r8, r1
    ldr.w r1, [sp, #o_in]
    umaal r11, r7, r8, r2
    ldr.w r2, [sp, #o_end]
    umaal r12, r7, r8, r3
    add.w lr, lr, r6
    add.w lr, lr, r7
    /* What is above 2^130 counts five times; it and its quarter stay below 2^32 together. */
    bic.w r3, lr, #3
    and.w r8, lr, #3
    add.w r3, r3, r3, lsr #2
    adds.w r4, r9, r3
    adcs r5, r10, #0
    adcs r6, r11, #0
    adcs r7, r12, #0
    adc r8, r8, #0
    cmp.w r1, r2
    bne.w 1b
    ldr.w r0, [sp, #o_state]
    stm.w r0, {r4-r8}
    mov.w r4, #0
    mov.w r5, #0
    mov.w r6, #0
    mov.w r7, #0
    mov.w r8, #0
    mov.w r9, #0
    stm.w sp, {r4-r9}
    add.w sp, sp, #o_size
    pop.w {r4-r11, pc}
    .size obi_poly1305_blocks, . - obi_poly1305_blocks
