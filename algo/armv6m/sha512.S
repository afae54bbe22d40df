/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-512 compression for ARMv6-M (FIPS 180-4, 6.4). The schedule is expanded first, a word of 16 ago being that of 15
 * ago of the turn before. The state stays where it is on the stack: eight rounds bring its names back. Words are pairs
 * with the low half first. Constant time; input at an odd address is read by bytes. */
    .syntax unified
    .thumb

    .include "algo/armv7m/sha512_constants.inc"

    .text

    .equ o_words, 64
    .equ o_state, 704
    .equ o_in, 708
    .equ o_blocks, 712
    .equ o_end, 716

/* \to = one shifted register, exclusive-ored with more of them: operation, register, count, each. */
    .macro shifts to, tmp, op, from, count, more:vararg
    \op \to, \from, #\count
    further \to, \tmp, \more
    .endm

    .macro further to, tmp, op, from, count, more:vararg
    \op \tmp, \from, #\count
    eors \to, \tmp
    .ifnb \more
    further \to, \tmp, \more
    .endif
    .endm

/* One word of the schedule at r0 + 120, from that of 16 ago in \ol:\oh; that of 15 ago, at r0, comes to \nl:\nh. */
    .macro expand ol, oh, nl, nh
    ldr \nl, [r0, #104]
    ldr \nh, [r0, #108]
    shifts r5, r7, lsrs, \nl, 19, lsls, \nh, 13, lsrs, \nh, 29, lsls, \nl, 3, lsrs, \nl, 6, lsls, \nh, 26
    shifts r6, r7, lsrs, \nh, 19, lsls, \nl, 13, lsrs, \nl, 29, lsls, \nh, 3, lsrs, \nh, 6
    adds \ol, \ol, r5
    adcs \oh, r6
    ldr r5, [r0, #64]
    ldr r6, [r0, #68]
    adds \ol, \ol, r5
    adcs \oh, r6
    ldr \nl, [r0]
    ldr \nh, [r0, #4]
    shifts r5, r7, lsrs, \nl, 1, lsls, \nh, 31, lsrs, \nl, 8, lsls, \nh, 24, lsrs, \nl, 7, lsls, \nh, 25
    shifts r6, r7, lsrs, \nh, 1, lsls, \nl, 31, lsrs, \nh, 8, lsls, \nl, 24, lsrs, \nh, 7
    adds \ol, \ol, r5
    adcs \oh, r6
    str \ol, [r0, #120]
    str \oh, [r0, #124]
    adds r0, r0, #8
    .endm

/* The word of that number, 0 for a to 7 for h, in round \i. */
    .macro load_word l, h, number, i
    ldr \l, [sp, #(8 * ((\number - \i) & 7))]
    ldr \h, [sp, #(8 * ((\number - \i) & 7) + 4)]
    .endm

    .macro store_word l, h, number, i
    str \l, [sp, #(8 * ((\number - \i) & 7))]
    str \h, [sp, #(8 * ((\number - \i) & 7) + 4)]
    .endm

/* One round: words come from r8, constants from r9; r10 and r11 hold b ^ c. Changes the low registers. */
    .macro round i
    mov r6, r8
    ldr r0, [r6, #(8 * \i)]
    ldr r1, [r6, #(8 * \i + 4)]
    mov r6, r9
    ldr r2, [r6, #(8 * \i)]
    ldr r3, [r6, #(8 * \i + 4)]
    adds r0, r0, r2
    adcs r1, r3
    load_word r4, r5, 4, \i
    shifts r2, r6, lsrs, r4, 14, lsls, r5, 18, lsrs, r4, 18, lsls, r5, 14, lsrs, r5, 9, lsls, r4, 23
    shifts r3, r6, lsrs, r5, 14, lsls, r4, 18, lsrs, r5, 18, lsls, r4, 14, lsrs, r4, 9, lsls, r5, 23
    adds r0, r0, r2
    adcs r1, r3
    load_word r2, r6, 5, \i
    load_word r3, r7, 6, \i
    eors r2, r3
    eors r6, r7
    ands r2, r4
    ands r6, r5
    eors r2, r3
    eors r6, r7
    adds r0, r0, r2
    adcs r1, r6
    load_word r2, r3, 7, \i
    adds r0, r0, r2
    adcs r1, r3
    load_word r4, r5, 3, \i
    adds r4, r4, r0
    adcs r5, r1
    store_word r4, r5, 3, \i
    load_word r4, r5, 0, \i
    shifts r2, r6, lsrs, r4, 28, lsls, r5, 4, lsrs, r5, 2, lsls, r4, 30, lsrs, r5, 7, lsls, r4, 25
    shifts r3, r6, lsrs, r5, 28, lsls, r4, 4, lsrs, r4, 2, lsls, r5, 30, lsrs, r4, 7, lsls, r5, 25
    adds r0, r0, r2
    adcs r1, r3
    load_word r2, r3, 1, \i
    eors r4, r2
    eors r5, r3
    mov r6, r10
    mov r7, r11
    mov r10, r4
    mov r11, r5
    ands r6, r4
    ands r7, r5
    eors r6, r2
    eors r7, r3
    adds r0, r0, r6
    adcs r1, r7
    store_word r0, r1, 7, \i
    .endm

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha512_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 64 bytes aligned to 4, in 128 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3
 * Stack: 752 bytes
 * Code: 2086 bytes
 * Cycles: m0 457155, m0plus 455253
 */
    .balign 4
    .global obi_sha512_blocks
    .type obi_sha512_blocks, %function
obi_sha512_blocks:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    sub sp, #508
    sub sp, #(o_end - 508)
    movs r3, #(o_state / 4)
    lsls r3, r3, #2
    add r3, sp
    stm r3!, {r0, r1, r2}
    cmp r2, #0
    bne 1f
    b 10f
1: /* a block at r1 */
    add r0, sp, #o_words
    movs r3, #128
    add r3, r3, r0
    lsls r2, r1, #30
    bne 3f
2:
    ldm r1!, {r2, r5}
    ldm r1!, {r4, r7}
    rev r2, r2
    rev r5, r5
    rev r4, r4
    rev r6, r7
    mov r7, r2
    stm r0!, {r5, r7}
    stm r0!, {r6}
    stm r0!, {r4}
    cmp r0, r3
    bne 2b
    b 4f
3:
    .irp r, r5, r4
    ldrb \r, [r1]
    .irp k, 1, 2, 3
    ldrb r6, [r1, #\k]
    lsls \r, \r, #8
    orrs \r, r6
    .endr
    adds r1, r1, #4
    .endr
    stm r0!, {r4, r5}
    cmp r0, r3
    bne 3b
4:
    str r1, [sp, #o_in]
    ldr r1, [sp, #o_words]
    ldr r2, [sp, #(o_words + 4)]
    add r0, sp, #(o_words + 8)
    movs r3, #(512 / 4)
    lsls r3, r3, #2
    add r3, r3, r0
    mov r8, r3
5:
    expand r1, r2, r3, r4
    expand r3, r4, r1, r2
    cmp r0, r8
    bne 5b
    ldr r0, [sp, #o_state]
    mov r1, sp
    .rept 4
    ldm r0!, {r3, r4, r5, r6}
    mov r2, r4
    stm r1!, {r2, r3}
    mov r7, r5
    stm r1!, {r6, r7}
    .endr
    load_word r0, r1, 1, 0
    load_word r2, r3, 2, 0
    eors r0, r2
    eors r1, r3
    mov r10, r0
    mov r11, r1
    add r0, sp, #o_words
    mov r8, r0
    ldr r0, =constants
    mov r9, r0
    b 6f
    .ltorg
    .balign 4
6:
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    round \i
    .endr
    movs r0, #64
    add r8, r0
    add r9, r0
    add r0, sp, #o_state
    cmp r8, r0
    beq 7f
    b 6b
7:
    ldr r0, [sp, #o_state]
    mov r1, sp
    add r2, sp, #o_words
8:
    ldm r1!, {r3, r4}
    ldr r6, [r0]
    ldr r5, [r0, #4]
    adds r3, r3, r5
    adcs r4, r6
    str r4, [r0]
    str r3, [r0, #4]
    adds r0, r0, #8
    cmp r1, r2
    bne 8b
    ldr r1, [sp, #o_in]
    ldr r2, [sp, #o_blocks]
    subs r2, r2, #1
    str r2, [sp, #o_blocks]
    beq 9f
    b 1b
9:
    movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
    mov r0, sp
    add r1, sp, #o_state
11:
    stm r0!, {r4-r7}
    cmp r0, r1
    bne 11b
10:
    add sp, #508
    add sp, #(o_end - 508)
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .size obi_sha512_blocks, . - obi_sha512_blocks
