/* SPDX-License-Identifier: Apache-2.0 */
/* Poly1305 for Cortex-M3 (RFC 8439, 2.5), whose long multiplications take a time that depends on their operands: numbers
 * of ten limbs of 13 bits, so that the ten products of a column fit in a word. Five columns at a time share the limbs
 * that they load. Between blocks the accumulator is packed, and a block is added to it in words. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_limbs, 0     /* ten of the accumulator */
    .equ o_factors, 40  /* 5 * limb 1 to 9 of the factor, then limb 0 to 9 */
    .equ o_state, 116
    .equ o_in, 120
    .equ o_end, 124
    .equ o_high, 128
    .equ o_words, 132   /* two of the packed result */
    .equ o_size, 140

/* The words r0-r4 as limbs at \base, from the last. Changes r5-r12. */
    .macro split base
    ubfx r5, r0, #0, #13
    ubfx r6, r0, #13, #13
    lsr.w r7, r0, #26
    ubfx r0, r1, #0, #7
    ubfx r8, r1, #7, #13
    lsr.w r9, r1, #20
    ubfx r1, r2, #0, #1
    orr.w r7, r7, r0, lsl #6
    orr.w r9, r9, r1, lsl #12
    ubfx r10, r2, #1, #13
    ubfx r11, r2, #14, #13
    lsr.w r12, r2, #27
    uxtb.w r0, r3
    orr.w r12, r12, r0, lsl #5
    ubfx r1, r3, #8, #13
    lsr.w r2, r3, #21
    orr.w r2, r2, r4, lsl #11
    .set k, 0
    .irp r, r5, r6, r7, r8, r9, r10, r11, r12, r1, r2
    str.w \r, [sp, #(\base + k)]
    .set k, k + 4
    .endr
    .endm

    .macro load_factor to, k
    ldr.w \to, [sp, #(o_factors + 4 * (\k + 9))]
    .endm

/* Limb \j of the accumulator times five factors, added to columns r0-r4. */
    .macro step c, j, f0, f1, f2, f3, f4
    load_factor \f0, (\c - \j)
    ldr.w lr, [sp, #(o_limbs + 4 * \j)]
    mla r1, lr, \f1, r1
    mla r2, lr, \f2, r2
    mla r3, lr, \f3, r3
    mla r4, lr, \f4, r4
    mla r0, lr, \f0, r0
    .endm

/* Columns \c to \c + 4 in r0-r4. */
    .macro five_columns c
    load_factor r5, \c
    load_factor r6, (\c + 1)
    load_factor r7, (\c + 2)
    load_factor r8, (\c + 3)
    load_factor r9, (\c + 4)
    ldr.w lr, [sp, #o_limbs]
    mul r0, r5, lr
    mul r1, r6, lr
    mul r2, r7, lr
    mul r3, r8, lr
    mul r4, r9, lr
    step \c, 1, r9, r5, r6, r7, r8
    step \c, 2, r8, r9, r5, r6, r7
    step \c, 3, r7, r8, r9, r5, r6
    step \c, 4, r6, r7, r8, r9, r5
    step \c, 5, r5, r6, r7, r8, r9
    step \c, 6, r9, r5, r6, r7, r8
    step \c, 7, r8, r9, r5, r6, r7
    step \c, 8, r7, r8, r9, r5, r6
    step \c, 9, r6, r7, r8, r9, r5
    .endm

/* The carries through r0-r4, which become limbs; r11 is the last. */
    .macro carries
    add.w r1, r1, r0, lsr #13
    ubfx r0, r0, #0, #13
    add.w r2, r2, r1, lsr #13
    ubfx r1, r1, #0, #13
    add.w r3, r3, r2, lsr #13
    ubfx r2, r2, #0, #13
    add.w r4, r4, r3, lsr #13
    ubfx r3, r3, #0, #13
    lsr.w r11, r4, #13
    ubfx r4, r4, #0, #13
    .endm

/* Takes n blocks into the accumulator; high as algo/poly1305.h has it.
 *
 * Prototype: void obi_poly1305_blocks(uint32_t *p, const uint8_t *in, size_t n_blocks, uint32_t high)
 * Buffers: p 52 bytes aligned to 4, in 16 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 176 bytes
 * Code: 1276 bytes
 * Cycles: m3 90034
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
    add.w r0, r0, #20
    ldm.w r0, {r0-r3}
    mov.w r4, #0
    split o_factors + 36
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9
    load_factor r0, \i
    add.w r0, r0, r0, lsl #2
    str.w r0, [sp, #(o_factors + 4 * (\i - 1))]
    .endr
    ldr.w r0, [sp, #o_state]
    ldm.w r0, {r0-r4}
    .balign 4
1: /* r0-r4 is the accumulator */
    ldr.w r5, [sp, #o_in]
    ldr.w r10, [sp, #o_high]
    ldr.w r6, [r5]
    ldr.w r7, [r5, #4]
    ldr.w r8, [r5, #8]
    ldr.w r9, [r5, #12]
    adds.w r0, r0, r6
    adcs.w r1, r1, r7
    adcs.w r2, r2, r8
    adcs.w r3, r3, r9
    adc.w r4, r4, r10
    add.w r5, r5, #16
    str.w r5, [sp, #o_in]
    split o_limbs
    five_columns 0
    carries
    orr.w r0, r0, r1, lsl #13
    orr.w r0, r0, r2, lsl #26
    lsr.w r10, r2, #6
    orr.w r10, r10, r3, lsl #7
    str.w r0, [sp, #o_words]
    orr.w r10, r10, r4, lsl #20
    lsr.w r12, r4, #12
    str.w r10, [sp, #(o_words + 4)]
    five_columns 5
    add.w r0, r0, r11
    carries
    orr.w r12, r12, r0, lsl #1
    orr.w r12, r12, r1, lsl #14
    ldr.w r5, [sp, #o_words]
    ldr.w r6, [sp, #(o_words + 4)]
    ldr.w r7, [sp, #o_in]
    ldr.w r8, [sp, #o_end]
    orr.w r12, r12, r2, lsl #27
    lsr.w r9, r2, #5
    orr.w r9, r9, r3, lsl #8
    orr.w r9, r9, r4, lsl #21
    lsr.w r4, r4, #11
    add.w r11, r11, r11, lsl #2 /* what is above 2^130 counts five times */
    adds.w r0, r5, r11
    adcs r1, r6, #0
    adcs r2, r12, #0
    adcs r3, r9, #0
    adc r4, r4, #0
    cmp.w r7, r8
    bne.w 1b
    ldr.w r5, [sp, #o_state]
    stm.w r5, {r0-r4}
    mov.w r0, #0
    mov.w r1, #0
    mov.w r2, #0
    mov.w r3, #0
    mov.w r4, #0
    .rept 7
    stm.w sp!, {r0-r4}
    .endr
    pop.w {r4-r11, pc}
    .size obi_poly1305_blocks, . - obi_poly1305_blocks
