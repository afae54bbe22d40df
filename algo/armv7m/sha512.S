/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-512 compression for ARMv7-M (FIPS 180-4, 6.4). The schedule is expanded first. In the rounds a, e and b ^ c are in
 * registers and all eight words on the stack, where they do not move: eight rounds bring their names back. Words are
 * pairs with the low half first. Constant time. */
    .syntax unified
    .thumb

    .include "algo/armv7m/sha512_constants.inc"

    .text

    .equ o_words, 64
    .equ o_state, 704
    .equ o_in, 708
    .equ o_blocks, 712
    .equ o_end, 716

/* (\tl, \th) = \l:\h turned down by \x, by \y and by \z, exclusive-ored; \z counts from the upper half. */
    .macro turned tl, th, l, h, x, y, z
    lsr.w \tl, \l, #\x
    lsr.w \th, \h, #\x
    eor.w \tl, \tl, \h, lsl #(32 - \x)
    eor.w \th, \th, \l, lsl #(32 - \x)
    .if \y < 32
    eor.w \tl, \tl, \l, lsr #\y
    eor.w \th, \th, \h, lsr #\y
    eor.w \tl, \tl, \h, lsl #(32 - \y)
    eor.w \th, \th, \l, lsl #(32 - \y)
    .else
    eor.w \tl, \tl, \h, lsr #(\y - 32)
    eor.w \th, \th, \l, lsr #(\y - 32)
    eor.w \tl, \tl, \l, lsl #(64 - \y)
    eor.w \th, \th, \h, lsl #(64 - \y)
    .endif
    .if \z > 32
    eor.w \tl, \tl, \h, lsr #(\z - 32)
    eor.w \th, \th, \l, lsr #(\z - 32)
    eor.w \tl, \tl, \l, lsl #(64 - \z)
    eor.w \th, \th, \h, lsl #(64 - \z)
    .endif
    .endm

/* One word of the schedule, \k words on from r12: \pl:\ph is that of 16 words ago, \nl:\nh becomes that of 15 ago,
 * \sl:\sh is that of 2 ago and becomes the new one. */
    .macro expand k, pl, ph, nl, nh, sl, sh
    ldr.w \nl, [r12, #(8 * \k + 8)]
    ldr.w \nh, [r12, #(8 * \k + 12)]
    ldr.w r0, [r12, #(8 * \k + 72)]
    ldr.w r1, [r12, #(8 * \k + 76)]
    turned r2, r3, \sl, \sh, 19, 61, 0
    adds.w \pl, \pl, r0
    adc.w \ph, \ph, r1
    eor.w r2, r2, \sl, lsr #6
    eor.w r3, r3, \sh, lsr #6
    eor.w r2, r2, \sh, lsl #26
    turned r0, r1, \nl, \nh, 1, 8, 0
    adds.w \pl, \pl, r2
    adc.w \ph, \ph, r3
    eor.w r0, r0, \nl, lsr #7
    eor.w r1, r1, \nh, lsr #7
    eor.w r0, r0, \nh, lsl #25
    adds.w \sl, \pl, r0
    adc.w \sh, \ph, r1
    str.w \sl, [r12, #(8 * \k + 128)]
    str.w \sh, [r12, #(8 * \k + 132)]
    .endm

/* The place on the stack of the word of that number, 0 for a to 7 for h, in round \i. */
    .macro load_word l, h, number, i
    ldr.w \l, [sp, #(8 * ((\number - \i) & 7))]
    ldr.w \h, [sp, #(8 * ((\number - \i) & 7) + 4)]
    .endm

    .macro store_word l, h, number, i
    str.w \l, [sp, #(8 * ((\number - \i) & 7))]
    str.w \h, [sp, #(8 * ((\number - \i) & 7) + 4)]
    .endm

/* One round: a in r4:r5, still to be stored, e in r6:r7, b ^ c in \xl:\xh; that of the next round is then in \yl:\yh.
 * Words come from r12, constants from lr. Changes r0, r1, r8, r9 and the old pair. */
    .macro round i, xl, xh, yl, yh
    load_word r8, r9, 7, \i
    ldr.w r0, [r12, #(8 * \i)]
    ldr.w r1, [r12, #(8 * \i + 4)]
    ldr.w \yl, [lr, #(8 * \i)]
    ldr.w \yh, [lr, #(8 * \i + 4)]
    adds.w r8, r8, r0
    adc.w r9, r9, r1
    adds.w r8, r8, \yl
    adc.w r9, r9, \yh
    store_word r4, r5, 0, \i
    turned r0, r1, r6, r7, 14, 18, 41
    adds.w r8, r8, r0
    adc.w r9, r9, r1
    load_word r0, r1, 5, \i
    load_word \yl, \yh, 6, \i
    eor.w r0, r0, \yl
    eor.w r1, r1, \yh
    and.w r0, r0, r6
    and.w r1, r1, r7
    eor.w r0, r0, \yl
    eor.w r1, r1, \yh
    adds.w r8, r8, r0
    adc.w r9, r9, r1
    load_word r6, r7, 3, \i
    load_word r0, r1, 1, \i
    adds.w r6, r6, r8
    adc.w r7, r7, r9
    store_word r6, r7, 3, \i
    eor.w \yl, r4, r0
    eor.w \yh, r5, r1
    and.w \xl, \xl, \yl
    and.w \xh, \xh, \yh
    eor.w \xl, \xl, r0
    eor.w \xh, \xh, r1
    adds.w r8, r8, \xl
    adc.w r9, r9, \xh
    turned r0, r1, r4, r5, 28, 34, 39
    adds.w r4, r8, r0
    adc.w r5, r9, r1
    .endm

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha512_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 64 bytes aligned to 4, in 128 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 752 bytes
 * Code: 3192 bytes
 * Cycles: m3 268370, m4 268562
 */
    .balign 16
    .global obi_sha512_blocks
    .type obi_sha512_blocks, %function
obi_sha512_blocks:
    cmp.w r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_blocks]
    .balign 4
1: /* a block at r1 */
    add.w r12, sp, #o_words
    add.w lr, r12, #128
    .balign 4
2:
    .irp i, 0, 1
    ldr.w r3, [r1, #(16 * \i)]
    ldr.w r2, [r1, #(16 * \i + 4)]
    ldr.w r5, [r1, #(16 * \i + 8)]
    ldr.w r4, [r1, #(16 * \i + 12)]
    rev.w r3, r3
    rev.w r2, r2
    rev.w r5, r5
    rev.w r4, r4
    stm.w r12!, {r2-r5}
    .endr
    add.w r1, r1, #32
    cmp.w r12, lr
    bne.w 2b
    str.w r1, [sp, #o_in]
    sub.w r12, r12, #128
    add.w lr, lr, #384
    ldr.w r4, [r12]
    ldr.w r5, [r12, #4]
    ldr.w r8, [r12, #112]
    ldr.w r9, [r12, #116]
    ldr.w r10, [r12, #120]
    ldr.w r11, [r12, #124]
    .balign 4
3:
    expand 0, r4, r5, r6, r7, r8, r9
    expand 1, r6, r7, r4, r5, r10, r11
    expand 2, r4, r5, r6, r7, r8, r9
    expand 3, r6, r7, r4, r5, r10, r11
    add.w r12, r12, #32
    cmp.w r12, lr
    bne.w 3b
    ldr.w r0, [sp, #o_state]
    mov.w r1, sp
    .rept 2
    ldr.w r3, [r0], #32
    ldr r2, [r0, #-28]
    ldr r5, [r0, #-24]
    ldr r4, [r0, #-20]
    ldr r7, [r0, #-16]
    ldr r6, [r0, #-12]
    ldr r9, [r0, #-8]
    ldr r8, [r0, #-4]
    stm.w r1!, {r2-r9}
    .endr
    ldr.w lr, =constants
    sub.w r12, r12, #512
    mov.w r6, r2
    mov.w r7, r3
    ldm.w sp, {r4, r5, r8, r9, r10, r11}
    ldr.w r0, [sp, #16]
    ldr.w r1, [sp, #20]
    eor.w r10, r8, r0
    eor.w r11, r9, r1
    .balign 4
4:
    .irp i, 0, 2, 4, 6
    round \i, r10, r11, r2, r3
    round (\i + 1), r2, r3, r10, r11
    .endr
    add.w r12, r12, #64
    add.w r0, sp, #o_state
    add.w lr, lr, #64
    cmp.w r12, r0
    bne.w 4b
    store_word r4, r5, 0, 0
    ldr.w r0, [sp, #o_state]
    mov.w r1, sp
    add.w r12, r0, #64
    .balign 4
5:
    ldr.w r2, [r1], #16
    ldr r3, [r1, #-12]
    ldr r4, [r1, #-8]
    ldr r5, [r1, #-4]
    ldr.w r7, [r0]
    ldr.w r6, [r0, #4]
    ldr.w r9, [r0, #8]
    ldr.w r8, [r0, #12]
    adds.w r2, r2, r6
    adc.w r3, r3, r7
    adds.w r4, r4, r8
    adc.w r5, r5, r9
    str.w r3, [r0], #16
    str r2, [r0, #-12]
    str r5, [r0, #-8]
    str r4, [r0, #-4]
    cmp.w r0, r12
    bne.w 5b
    ldr.w r3, [sp, #o_blocks]
    ldr.w r1, [sp, #o_in]
    subs.w r3, r3, #1
    str.w r3, [sp, #o_blocks]
    bne.w 1b
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    mov.w \r, #0
    .endr
    add.w r0, sp, #o_state
    .balign 4
6:
    stm.w sp!, {r4-r11}
    cmp.w sp, r0
    bne.w 6b
    add.w sp, sp, #(o_end - o_state)
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_sha512_blocks, . - obi_sha512_blocks
