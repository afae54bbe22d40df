/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20 for ARMv7-M in little code (RFC 8439, 2.1 to 2.4): two rounds a turn, then four words of output a turn.
 * Fourteen words of the state are in registers, and the third row comes and goes by halves. Rows two and four wait for
 * their rotations until the next addition or exclusive-or takes them as a shifted operand. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_state, 64
    .equ o_out, 68
    .equ o_in, 72
    .equ o_blocks, 76
    .equ o_turns, 80
    .equ o_end, 84

    .include "algo/armv7m/chacha20_quarter.inc"

/* Adds the key stream to n blocks and advances the counter in s by n; out may be in.
 *
 * Prototype: void obi_chacha20_xor(uint32_t s[16], uint8_t *out, const uint8_t *in, size_t n_blocks)
 * Buffers: s 64 bytes aligned to 4, out and in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 120 bytes
 * Code: 550 bytes
 * Cycles: m3 66848, m4 66848
 */
    .balign 16
    .global obi_chacha20_xor
    .type obi_chacha20_xor, %function
obi_chacha20_xor:
    cmp r3, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub sp, sp, #o_end
    str r0, [sp, #o_state]
1:
    str r1, [sp, #o_out]
    str r2, [sp, #o_in]
    str r3, [sp, #o_blocks]
    movs r3, #10
    str r3, [sp, #o_turns]
    add lr, r0, #4
    ldm.w lr, {r1-r9}
    ldrd r10, r11, [r0, #40]
    strd r10, r11, [sp, #40]
    ldrd r10, r11, [r0, #48]
    ldrd r12, lr, [r0, #56]
    ldr r0, [r0]
    .irp r, r4, r5, r6, r7
    ror \r, \r, #7
    .endr
    .irp r, r10, r11, r12, lr
    ror \r, \r, #8
    .endr
    .balign 4
2: /* words 0 to 7 are r0-r7, 12 to 15 are r10-r12 and lr; r8 and r9 are words 8 and 9, and between 10 and 11 */
    quarter r0, r4, r8, r10
    quarter r1, r5, r9, r11
    str.w r8, [sp, #32]
    str.w r9, [sp, #36]
    ldr.w r9, [sp, #o_turns]
    ldr.w r8, [sp, #40]
    subs.w r9, r9, #1 /* the flags last to the end of the turn */
    str.w r9, [sp, #o_turns]
    ldr.w r9, [sp, #44]
    quarter r2, r6, r8, r12
    quarter r3, r7, r9, lr
    quarter r0, r5, r8, lr
    quarter r1, r6, r9, r10
    str.w r8, [sp, #40]
    str.w r9, [sp, #44]
    ldr.w r8, [sp, #32]
    ldr.w r9, [sp, #36]
    quarter r2, r7, r8, r11
    quarter r3, r4, r9, r12
    bne.w 2b
    .irp r, r4, r5, r6, r7
    ror \r, \r, #25
    .endr
    .irp r, r10, r11, r12, lr
    ror \r, \r, #24
    .endr
    stm.w sp, {r0-r9}
    add r0, sp, #48
    stm.w r0, {r10-r12, lr}
    ldr r0, [sp, #o_state]
    ldr r1, [sp, #o_out]
    ldr r2, [sp, #o_in]
    mov r3, sp
    add r12, sp, #64
    .balign 4
3: /* four words: those on the stack plus the state, with the input */
    ldm r3!, {r4-r7}
    ldm.w r0!, {r8-r11}
    add r4, r4, r8
    add r5, r5, r9
    add r6, r6, r10
    add r7, r7, r11
    ldr r8, [r2], #4
    ldr r9, [r2], #4
    ldr r10, [r2], #4
    ldr r11, [r2], #4
    eor r4, r4, r8
    eor r5, r5, r9
    eor r6, r6, r10
    eor r7, r7, r11
    str r4, [r1], #4
    str r5, [r1], #4
    str r6, [r1], #4
    str r7, [r1], #4
    cmp r3, r12
    bne 3b
    ldr r4, [r0, #-16]
    add r4, r4, #1
    str r4, [r0, #-16]
    sub r0, r0, #64
    ldr r3, [sp, #o_blocks]
    subs r3, r3, #1
    bne 1b
    add r1, sp, #64
4: /* wipes the key stream's words */
    str r3, [sp], #4
    cmp sp, r1
    bne 4b
    add sp, sp, #(o_end - 64)
    pop.w {r4-r11, pc}
    .size obi_chacha20_xor, . - obi_chacha20_xor
