/* SPDX-License-Identifier: Apache-2.0 */
/* Poly1305 for ARMv6-M (RFC 8439, 2.5), on a multiplier that gives 32 bits: numbers of ten limbs of 13 bits, so that the
 * ten products of a column fit in a word. Three columns at a time share the limbs that they load. Between blocks the
 * accumulator is packed, and a block is added to it in words. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_limbs, 0     /* ten of the accumulator */
    .equ o_factors, 40  /* 5 * limb 1 to 9 of the factor, then limb 0 to 9 */
    .equ o_state, 116
    .equ o_in, 120
    .equ o_end, 124
    .equ o_high, 128
    .equ o_words, 132   /* three of the packed result */
    .equ o_size, 144

/* \to = \size bits of \from at \at. */
    .macro field to, from, at, size
    lsls \to, \from, #(32 - \at - \size)
    lsrs \to, \to, #(32 - \size)
    .endm

/* The words r0-r4 as limbs at r5, which moves on. Changes r0, r6, r7. */
    .macro split
    field r6, r0, 0, 13
    field r7, r0, 13, 13
    stm r5!, {r6, r7}
    lsrs r6, r0, #26
    lsls r0, r1, #25
    lsrs r0, r0, #19
    orrs r6, r0
    field r7, r1, 7, 13
    stm r5!, {r6, r7}
    lsrs r6, r1, #20
    lsls r0, r2, #31
    lsrs r0, r0, #19
    orrs r6, r0
    field r7, r2, 1, 13
    stm r5!, {r6, r7}
    field r6, r2, 14, 13
    lsrs r7, r2, #27
    lsls r0, r3, #24
    lsrs r0, r0, #19
    orrs r7, r0
    stm r5!, {r6, r7}
    field r6, r3, 8, 13
    lsrs r7, r3, #21
    lsls r0, r4, #11
    orrs r7, r0
    stm r5!, {r6, r7}
    .endm

    .macro load_factor to, k
    ldr \to, [sp, #(o_factors + 4 * (\k + 9))]
    .endm

/* Limb \j of the accumulator times the factors \new, \mid and \old, added to columns r0, r1 and r2. */
    .macro step c, j, new, mid, old
    load_factor \new, (\c - \j)
    ldr r6, [sp, #(o_limbs + 4 * \j)]
    muls \old, r6, \old
    adds r2, r2, \old
    mov r7, \mid
    muls r7, r6, r7
    adds r1, r1, r7
    muls r6, \new, r6
    adds r0, r0, r6
    .endm

/* Columns \c to \c + 2 in r0-r2. */
    .macro three_columns c
    ldr r6, [sp, #o_limbs]
    load_factor r2, (\c + 2)
    load_factor r4, (\c + 1)
    load_factor r3, \c
    muls r2, r6, r2
    mov r1, r4
    muls r1, r6, r1
    mov r0, r3
    muls r0, r6, r0
    .irp j, 1, 4, 7
    step \c, \j, r5, r3, r4
    step \c, (\j + 1), r4, r5, r3
    step \c, (\j + 2), r3, r4, r5
    .endr
    .endm

/* \column becomes its limb, r7 the carry. */
    .macro carry column
    lsrs r7, \column, #13
    lsls \column, \column, #19
    lsrs \column, \column, #19
    .endm

/* Takes n blocks into the accumulator; high as algo/poly1305.h has it.
 *
 * Prototype: void obi_poly1305_blocks(uint32_t *p, const uint8_t *in, size_t n_blocks, uint32_t high)
 * Buffers: p 52 bytes aligned to 4, in 16 * n_blocks bytes of any alignment
 * Registers: saves r4-r9, changes r0-r3
 * Stack: 172 bytes
 * Code: 1152 bytes
 * Cycles: m0 143574, m0plus 143059
 */
    .balign 4
    .global obi_poly1305_blocks
    .type obi_poly1305_blocks, %function
obi_poly1305_blocks:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    push {r4, r5}
    sub sp, #o_size
    cmp r2, #0
    bne 1f
    b 9f
1:
    lsls r2, r2, #4
    adds r2, r2, r1
    str r0, [sp, #o_state]
    str r1, [sp, #o_in]
    str r2, [sp, #o_end]
    str r3, [sp, #o_high]
    adds r0, r0, #20
    ldm r0, {r0-r3}
    movs r4, #0
    add r5, sp, #(o_factors + 36)
    split
    .irp i, 1, 2, 3, 4, 5, 6, 7, 8, 9
    load_factor r0, \i
    lsls r1, r0, #2
    adds r0, r0, r1
    str r0, [sp, #(o_factors + 4 * (\i - 1))]
    .endr
    ldr r0, [sp, #o_state]
    ldm r0, {r0-r4}
2: /* r0-r4 is the accumulator */
    ldr r5, [sp, #o_in]
    lsls r6, r5, #30
    beq 4f
    mov r8, r4
    add r6, sp, #o_limbs
    movs r7, #4
    mov r9, r7
3:
    ldrb r4, [r5, #3]
    ldrb r7, [r5, #2]
    lsls r4, r4, #8
    orrs r4, r7
    ldrb r7, [r5, #1]
    lsls r4, r4, #8
    orrs r4, r7
    ldrb r7, [r5]
    lsls r4, r4, #8
    orrs r4, r7
    stm r6!, {r4}
    adds r5, r5, #4
    mov r7, r9
    subs r7, r7, #1
    mov r9, r7
    bne 3b
    mov r4, r8
    add r5, sp, #o_limbs
4:
    ldm r5!, {r6, r7}
    adds r0, r0, r6
    adcs r1, r7
    ldm r5!, {r6, r7}
    adcs r2, r6
    adcs r3, r7
    ldr r6, [sp, #o_high]
    adcs r4, r6
    add r5, sp, #o_limbs
    split
    three_columns 0
    carry r0
    adds r1, r1, r7
    carry r1
    adds r2, r2, r7
    carry r2
    mov r8, r7
    lsls r1, r1, #13
    orrs r0, r1
    lsls r1, r2, #26
    orrs r0, r1
    str r0, [sp, #o_words]
    lsrs r2, r2, #6
    mov r9, r2
    three_columns 3
    add r0, r8
    carry r0
    adds r1, r1, r7
    carry r1
    adds r2, r2, r7
    carry r2
    mov r8, r7
    mov r3, r9
    lsls r0, r0, #7
    orrs r0, r3
    lsls r3, r1, #20
    orrs r0, r3
    str r0, [sp, #(o_words + 4)]
    lsrs r1, r1, #12
    lsls r2, r2, #1
    orrs r1, r2
    mov r9, r1
    three_columns 6
    add r0, r8
    carry r0
    adds r1, r1, r7
    carry r1
    adds r2, r2, r7
    carry r2
    mov r8, r7
    mov r3, r9
    lsls r0, r0, #14
    orrs r0, r3
    lsls r3, r1, #27
    orrs r0, r3
    str r0, [sp, #(o_words + 8)]
    lsrs r1, r1, #5
    lsls r2, r2, #8
    orrs r1, r2
    mov r9, r1
    mov r0, r8
    .irp j, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
    load_factor r1, (9 - \j)
    ldr r2, [sp, #(o_limbs + 4 * \j)]
    muls r1, r2, r1
    adds r0, r0, r1
    .endr
    lsrs r7, r0, #13 /* what is above 2^130 counts five times */
    lsls r0, r0, #19
    lsrs r4, r0, #30
    lsrs r0, r0, #19
    lsls r3, r0, #21
    mov r0, r9
    orrs r3, r0
    lsls r6, r7, #2
    adds r7, r7, r6
    ldr r0, [sp, #o_words]
    ldr r1, [sp, #(o_words + 4)]
    ldr r2, [sp, #(o_words + 8)]
    movs r6, #0
    adds r0, r0, r7
    adcs r1, r6
    adcs r2, r6
    adcs r3, r6
    adcs r4, r6
    ldr r5, [sp, #o_in]
    ldr r7, [sp, #o_end]
    adds r5, r5, #16
    str r5, [sp, #o_in]
    cmp r5, r7
    beq 5f
    b 2b
5:
    ldr r5, [sp, #o_state]
    stm r5!, {r0-r4}
    movs r0, #0
    movs r1, #0
    movs r2, #0
    movs r3, #0
    mov r4, sp
    .rept o_size / 16
    stm r4!, {r0-r3}
    .endr
9:
    add sp, #o_size
    pop {r4, r5}
    mov r8, r4
    mov r9, r5
    pop {r4-r7, pc}
    .size obi_poly1305_blocks, . - obi_poly1305_blocks
