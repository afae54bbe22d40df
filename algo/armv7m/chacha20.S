/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20 for ARMv7-M (RFC 8439, 2.1 to 2.4). Fourteen words of the state are in registers, and the third row comes and
 * goes by halves. No rotation has an instruction of its own: rows two and four wait for theirs until the next addition
 * or exclusive-or takes them as a shifted operand. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_state, 64
    .equ o_out, 68
    .equ o_in, 72
    .equ o_blocks, 76
    .equ o_end, 80

    .include "algo/armv7m/chacha20_quarter.inc"

/* Words 0 to 7 are r0-r7, 12 to 15 are r10-r12 and lr; r8 and r9 are words 8 and 9 on both ends and 10 and 11 between. */
    .macro double_round
    quarter r0, r4, r8, r10
    quarter r1, r5, r9, r11
    str.w r8, [sp, #32]
    str.w r9, [sp, #36]
    ldr.w r8, [sp, #40]
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
    .endm

/* Four words of output: those at \at of the stack, turned by \turn, plus the state, with the input. */
    .macro put_row at, turn
    ldr.w r4, [sp, #\at]
    ldr.w r5, [sp, #(\at + 4)]
    ldr.w r6, [sp, #(\at + 8)]
    ldr.w r7, [sp, #(\at + 12)]
    ldr.w r8, [r0, #\at]
    ldr.w r9, [r0, #(\at + 4)]
    ldr.w r10, [r0, #(\at + 8)]
    ldr.w r11, [r0, #(\at + 12)]
    .if \turn
    add.w r4, r8, r4, ror #\turn
    add.w r5, r9, r5, ror #\turn
    add.w r6, r10, r6, ror #\turn
    add.w r7, r11, r7, ror #\turn
    .else
    add.w r4, r8, r4
    add.w r5, r9, r5
    add.w r6, r10, r6
    add.w r7, r11, r7
    .endif
    ldr.w r8, [r2, #\at]
    ldr.w r9, [r2, #(\at + 4)]
    ldr.w r10, [r2, #(\at + 8)]
    ldr.w r11, [r2, #(\at + 12)]
    eor.w r4, r4, r8
    eor.w r5, r5, r9
    eor.w r6, r6, r10
    eor.w r7, r7, r11
    str.w r4, [r1, #\at]
    str.w r5, [r1, #(\at + 4)]
    str.w r6, [r1, #(\at + 8)]
    str.w r7, [r1, #(\at + 12)]
    .endm

/* Adds the key stream to n blocks and advances the counter in s by n; out may be in.
 *
 * Prototype: void obi_chacha20_xor(uint32_t s[16], uint8_t *out, const uint8_t *in, size_t n_blocks)
 * Buffers: s 64 bytes aligned to 4, out and in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 116 bytes
 * Code: 3516 bytes
 * Cycles: m3 59583, m4 59583
 */
    .balign 16
    .global obi_chacha20_xor
    .type obi_chacha20_xor, %function
obi_chacha20_xor:
    cmp.w r3, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r1, [sp, #o_out]
    str.w r2, [sp, #o_in]
    str.w r3, [sp, #o_blocks]
    .balign 4
1:
    ldr.w r8, [r0, #40]
    ldr.w r9, [r0, #44]
    ldr.w r10, [r0, #48]
    ldr.w r11, [r0, #52]
    ldr.w r12, [r0, #56]
    ldr.w lr, [r0, #60]
    ldr.w r4, [r0, #16]
    ldr.w r5, [r0, #20]
    ldr.w r6, [r0, #24]
    ldr.w r7, [r0, #28]
    str.w r8, [sp, #40]
    str.w r9, [sp, #44]
    ldr.w r8, [r0, #32]
    ldr.w r9, [r0, #36]
    ldr.w r1, [r0, #4]
    ldr.w r2, [r0, #8]
    ldr.w r3, [r0, #12]
    ldr.w r0, [r0]
    .irp r, r4, r5, r6, r7
    ror.w \r, \r, #7
    .endr
    .irp r, r10, r11, r12, lr
    ror.w \r, \r, #8
    .endr
    .rept 10
    double_round
    .endr
    stm.w sp, {r0-r9}
    add.w r0, sp, #48
    stm.w r0, {r10-r12, lr}
    ldr.w r0, [sp, #o_state]
    ldr.w r1, [sp, #o_out]
    ldr.w r2, [sp, #o_in]
    ldr.w r3, [sp, #o_blocks]
    put_row 0, 0
    put_row 16, 25
    put_row 32, 0
    put_row 48, 24
    ldr.w r4, [r0, #48]
    add.w r1, r1, #64
    add.w r2, r2, #64
    add.w r4, r4, #1
    str.w r4, [r0, #48]
    str.w r1, [sp, #o_out]
    str.w r2, [sp, #o_in]
    subs.w r3, r3, #1
    str.w r3, [sp, #o_blocks]
    bne.w 1b
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    mov.w \r, #0
    .endr
    stm.w sp!, {r4-r11}
    stm.w sp!, {r4-r11}
    add.w sp, sp, #(o_end - 64)
    pop.w {r4-r11, pc}
    .size obi_chacha20_xor, . - obi_chacha20_xor
