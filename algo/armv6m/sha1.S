/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 compression for ARMv6-M (FIPS 180-4, 6.1). The schedule is expanded first: words of one parity are a chain in
 * which each is loaded once for two sums. Five rounds bring the names of the state back. Constant time; input at an odd
 * address is read by bytes. */
    .syntax unified
    .thumb
    .text

    .equ o_state, 320
    .equ o_in, 324
    .equ o_blocks, 328
    .equ o_end, 332

/* One word of the schedule, \k words on from r0: \old is that of 16 words ago, \next becomes that of 14 ago. r6 is 31;
 * r2 changes. */
    .macro expand k, old, next
    ldr \next, [r0, #(4 * \k + 8)]
    ldr r2, [r0, #(4 * \k + 32)]
    eors \old, \next
    eors \old, r2
    ldr r2, [r0, #(4 * \k + 52)]
    eors \old, r2
    rors \old, r6
    str \old, [r0, #(4 * \k + 64)]
    .endm

/* One round: \e, which gets all sums, is the new a. Words come from r7, the constant is r8. Changes r5, r6. */
    .macro round kind, a, b, c, d, e
    ldm r7!, {r5}
    adds \e, \e, r5
    add \e, r8
    mov r5, \c
    .if \kind == 0
    eors r5, \d
    ands r5, \b
    eors r5, \d
    .elseif \kind == 1
    eors r5, \d
    eors r5, \b
    .else
    ands r5, \d
    mov r6, \c
    eors r6, \d
    ands r6, \b
    adds \e, \e, r6
    .endif
    adds \e, \e, r5
    mov r6, \a
    movs r5, #27
    rors r6, r5
    adds \e, \e, r6
    movs r5, #2
    rors \b, r5
    .endm

/* Twenty rounds with a constant; r9 is where their words end. */
    .macro twenty kind, constant
    movs r5, #80
    add r9, r5
    ldr r5, =\constant
    mov r8, r5
11:
    round \kind, r0, r1, r2, r3, r4
    round \kind, r4, r0, r1, r2, r3
    round \kind, r3, r4, r0, r1, r2
    round \kind, r2, r3, r4, r0, r1
    round \kind, r1, r2, r3, r4, r0
    cmp r7, r9
    bne 11b
    .endm

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 20 bytes aligned to 4, in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r9, changes r0-r3
 * Stack: 360 bytes
 * Code: 872 bytes
 * Cycles: m0 144800, m0plus 142730
 */
    .balign 4
    .global obi_sha1_blocks
    .type obi_sha1_blocks, %function
obi_sha1_blocks:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    push {r4, r5}
    sub sp, #o_end
    str r0, [sp, #o_state]
    str r2, [sp, #o_blocks]
    cmp r2, #0
    bne 1f
    b 9f
1: /* a block at r1 */
    mov r0, sp
    movs r3, #64
    add r3, sp
    lsls r2, r1, #30
    bne 3f
2:
    ldm r1!, {r4-r7}
    rev r4, r4
    rev r5, r5
    rev r6, r6
    rev r7, r7
    stm r0!, {r4-r7}
    cmp r0, r3
    bne 2b
    b 4f
3:
    ldrb r4, [r1]
    ldrb r5, [r1, #1]
    lsls r4, r4, #8
    orrs r4, r5
    ldrb r5, [r1, #2]
    lsls r4, r4, #8
    orrs r4, r5
    ldrb r5, [r1, #3]
    lsls r4, r4, #8
    orrs r4, r5
    stm r0!, {r4}
    adds r1, r1, #4
    cmp r0, r3
    bne 3b
4:
    str r1, [sp, #o_in]
    mov r0, sp
    movs r7, #255
    adds r7, r7, #1
    add r7, sp
    movs r6, #31
    ldr r1, [r0]
    ldr r3, [r0, #4]
5:
    expand 0, r1, r4
    expand 1, r3, r5
    expand 2, r4, r1
    expand 3, r5, r3
    adds r0, r0, #16
    cmp r0, r7
    bne 5b
    ldr r0, [sp, #o_state]
    ldm r0, {r0-r4}
    mov r7, sp
    mov r9, r7
    twenty 0, 0x5a827999
    twenty 1, 0x6ed9eba1
    twenty 2, 0x8f1bbcdc
    twenty 1, 0xca62c1d6
    ldr r7, [sp, #o_state]
    .irp r, r0, r1, r2, r3, r4
    ldr r5, [r7]
    adds r5, r5, \r
    stm r7!, {r5}
    .endr
    ldr r1, [sp, #o_in]
    ldr r2, [sp, #o_blocks]
    subs r2, r2, #1
    str r2, [sp, #o_blocks]
    beq 6f
    b 1b
6:
    movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
    mov r0, sp
    movs r1, #160
    lsls r1, r1, #1
    add r1, sp
7:
    stm r0!, {r4-r7}
    cmp r0, r1
    bne 7b
9:
    add sp, #o_end
    pop {r4, r5}
    mov r8, r4
    mov r9, r5
    pop {r4-r7, pc}
    .ltorg
    .size obi_sha1_blocks, . - obi_sha1_blocks
