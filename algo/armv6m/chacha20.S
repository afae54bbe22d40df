/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20 for ARMv6-M (RFC 8439, 2.3 and 2.4). The four words of a quarter round are in low registers, the counts of
 * its rotations in the other four; six of the words that wait are in high registers, the others on the stack. A word
 * that the last quarter of a round shares with the first of the next stays where it is. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_state, 64
    .equ o_out, 68
    .equ o_in, 72
    .equ o_blocks, 76
    .equ o_rounds, 80
    .equ o_end, 84

/* Word \i of the working state, to or from a low register. */
    .macro get to, i
    .if \i == 4
    mov \to, r12
    .elseif \i == 5
    mov \to, lr
    .elseif \i == 12
    mov \to, r8
    .elseif \i == 13
    mov \to, r9
    .elseif \i == 14
    mov \to, r10
    .elseif \i == 15
    mov \to, r11
    .else
    ldr \to, [sp, #(4 * \i)]
    .endif
    .endm

    .macro put from, i
    .if \i == 4
    mov r12, \from
    .elseif \i == 5
    mov lr, \from
    .elseif \i == 12
    mov r8, \from
    .elseif \i == 13
    mov r9, \from
    .elseif \i == 14
    mov r10, \from
    .elseif \i == 15
    mov r11, \from
    .else
    str \from, [sp, #(4 * \i)]
    .endif
    .endm

/* A quarter round on the words of those numbers. Word \a is in r0 before where \there is 1, and after where \stays is.
 * r4-r7 are 16, 20, 24 and 25. */
    .macro quarter a, b, c, d, there, stays
    .if !\there
    get r0, \a
    .endif
    get r1, \b
    get r2, \c
    get r3, \d
    adds r0, r0, r1
    eors r3, r0
    rors r3, r4
    adds r2, r2, r3
    eors r1, r2
    rors r1, r5
    adds r0, r0, r1
    eors r3, r0
    rors r3, r6
    adds r2, r2, r3
    eors r1, r2
    rors r1, r7
    .if !\stays
    put r0, \a
    .endif
    put r1, \b
    put r2, \c
    put r3, \d
    .endm

/* Adds the key stream of n blocks to the input and n to the counter; out may be in.
 *
 * Prototype: void obi_chacha20_xor(uint32_t s[16], uint8_t *out, const uint8_t *in, size_t n_blocks)
 * Buffers: s 64 bytes aligned to 4, out and in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 120 bytes
 * Code: 744 bytes
 * Cycles: m0 143566, m0plus 142795
 */
    .balign 4
    .global obi_chacha20_xor
    .type obi_chacha20_xor, %function
obi_chacha20_xor:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    sub sp, #o_end
    str r0, [sp, #o_state]
    str r1, [sp, #o_out]
    str r2, [sp, #o_in]
    str r3, [sp, #o_blocks]
    cmp r3, #0
    bne 1f
    b 9f
1:
    ldr r0, [sp, #o_state]
    mov r1, sp
    ldm r0!, {r2-r5}
    stm r1!, {r2-r5}
    ldm r0!, {r4-r7}
    mov r12, r4
    mov lr, r5
    stm r1!, {r4-r7}
    ldm r0!, {r4-r7}
    stm r1!, {r4-r7}
    ldm r0!, {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    movs r0, #10
    str r0, [sp, #o_rounds]
    movs r4, #16
    movs r5, #20
    movs r6, #24
    movs r7, #25
    mov r0, r3
2:
    quarter 1, 5, 9, 13, 1, 0
    quarter 2, 6, 10, 14, 0, 0
    quarter 3, 7, 11, 15, 0, 0
    quarter 0, 4, 8, 12, 0, 1
    quarter 0, 5, 10, 15, 1, 0
    quarter 2, 7, 8, 13, 0, 0
    quarter 3, 4, 9, 14, 0, 0
    quarter 1, 6, 11, 12, 0, 1
    ldr r1, [sp, #o_rounds]
    subs r1, r1, #1
    str r1, [sp, #o_rounds]
    beq 3f
    b 2b
3:
    str r0, [sp, #4]
    .irp i, 4, 5, 12, 13, 14, 15
    get r0, \i
    str r0, [sp, #(4 * \i)]
    .endr
    mov r0, sp
    ldr r1, [sp, #o_state]
    ldr r2, [sp, #o_in]
    ldr r3, [sp, #o_out]
    mov r4, r2
    orrs r4, r3
    lsls r4, r4, #30
    bne 4f
    .rept 8
    ldm r0!, {r4, r5}
    ldm r1!, {r6, r7}
    adds r4, r4, r6
    adds r5, r5, r7
    ldm r2!, {r6, r7}
    eors r4, r6
    eors r5, r7
    stm r3!, {r4, r5}
    .endr
    b 6f
4:
    .rept 8
    ldm r1!, {r6, r7}
    ldr r4, [r0]
    ldr r5, [r0, #4]
    adds r4, r4, r6
    adds r5, r5, r7
    stm r0!, {r4, r5}
    .endr
    movs r4, #0
    mov r0, sp
5:
    ldrb r5, [r2, r4]
    ldrb r6, [r0, r4]
    eors r5, r6
    strb r5, [r3, r4]
    adds r4, r4, #1
    cmp r4, #64
    bne 5b
    adds r2, r2, #64
    adds r3, r3, #64
6:
    str r2, [sp, #o_in]
    str r3, [sp, #o_out]
    subs r1, r1, #64
    ldr r4, [r1, #48]
    adds r4, r4, #1
    str r4, [r1, #48]
    ldr r4, [sp, #o_blocks]
    subs r4, r4, #1
    str r4, [sp, #o_blocks]
    beq 7f
    b 1b
7:
    movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
    mov r0, sp
    .rept 4
    stm r0!, {r4-r7}
    .endr
    mov r8, r4
    mov r12, r4
    mov lr, r4
9:
    add sp, #o_end
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .size obi_chacha20_xor, . - obi_chacha20_xor
