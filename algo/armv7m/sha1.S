/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 compression for ARMv7-M (FIPS 180-4, 6.1), unrolled. The rotation of b by 30 has no instruction of its own: c, d
 * and e wait for it until an operation takes them as a shifted operand. The last sixteen words live on the stack, the last
 * three in registers too; stores stand right behind loads, where they cost nothing. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_state, 64
    .equ o_in, 68
    .equ o_blocks, 72
    .equ o_end, 76

    .include "algo/armv7m/sha1_choose.inc"

/* Step \t: \w becomes its word, \x is that of the step before and \z that of three before. */
    .macro step t, kind, w, x, z, a, b, c, d, e
    .if \t < 16
    ldr.w \w, [r2, #(4 * (\t % 16))]
    .if \t
    str.w \x, [sp, #(4 * ((\t + 15) % 16))]
    .endif
    rev.w \w, \w
    .else
    ldr.w r0, [sp, #(4 * (\t % 16))]
    ldr.w r1, [sp, #(4 * ((\t + 2) % 16))]
    ldr.w r3, [sp, #(4 * ((\t + 8) % 16))]
    str.w \x, [sp, #(4 * ((\t + 15) % 16))]
    eor.w r0, r0, r1
    eor.w r3, r3, \z
    eor.w r0, r0, r3
    ror.w \w, r0, #31
    .endif
    \kind \b, \c, \d
    add.w \e, \w, \e, ror #2
    add.w r0, r0, lr
    add.w \e, \e, r0
    add.w \e, \e, \a, ror #27
    .endm

/* Twenty steps from \t with the constant \k. */
    .macro twenty t, kind, k
    movw lr, #(\k & 0xffff)
    movt lr, #(\k >> 16)
    step (\t + 0), \kind, r9, r12, r10, r4, r5, r6, r7, r8
    step (\t + 1), \kind, r10, r9, r11, r8, r4, r5, r6, r7
    step (\t + 2), \kind, r11, r10, r12, r7, r8, r4, r5, r6
    step (\t + 3), \kind, r12, r11, r9, r6, r7, r8, r4, r5
    step (\t + 4), \kind, r9, r12, r10, r5, r6, r7, r8, r4
    step (\t + 5), \kind, r10, r9, r11, r4, r5, r6, r7, r8
    step (\t + 6), \kind, r11, r10, r12, r8, r4, r5, r6, r7
    step (\t + 7), \kind, r12, r11, r9, r7, r8, r4, r5, r6
    step (\t + 8), \kind, r9, r12, r10, r6, r7, r8, r4, r5
    step (\t + 9), \kind, r10, r9, r11, r5, r6, r7, r8, r4
    step (\t + 10), \kind, r11, r10, r12, r4, r5, r6, r7, r8
    step (\t + 11), \kind, r12, r11, r9, r8, r4, r5, r6, r7
    step (\t + 12), \kind, r9, r12, r10, r7, r8, r4, r5, r6
    step (\t + 13), \kind, r10, r9, r11, r6, r7, r8, r4, r5
    step (\t + 14), \kind, r11, r10, r12, r5, r6, r7, r8, r4
    step (\t + 15), \kind, r12, r11, r9, r4, r5, r6, r7, r8
    step (\t + 16), \kind, r9, r12, r10, r8, r4, r5, r6, r7
    step (\t + 17), \kind, r10, r9, r11, r7, r8, r4, r5, r6
    step (\t + 18), \kind, r11, r10, r12, r6, r7, r8, r4, r5
    step (\t + 19), \kind, r12, r11, r9, r5, r6, r7, r8, r4
    .endm

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 20 bytes aligned to 4, in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 112 bytes
 * Code: 4588 bytes
 * Cycles: m3 72707, m4 72707
 */
    .balign 16
    .global obi_sha1_blocks
    .type obi_sha1_blocks, %function
obi_sha1_blocks:
    cmp.w r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_blocks]
    mov.w r2, r1
    ldm.w r0, {r4-r8}
    .balign 4
1:
    ror.w r6, r6, #30
    ror.w r7, r7, #30
    ror.w r8, r8, #30
    twenty 0, choose, 0x5a827999
    twenty 20, parity, 0x6ed9eba1
    twenty 40, majority, 0x8f1bbcdc
    twenty 60, parity, 0xca62c1d6
    ldr.w r0, [sp, #o_state]
    ldr.w r3, [sp, #o_blocks]
    ldr.w r1, [r0]
    ldr.w r9, [r0, #4]
    ldr.w r10, [r0, #8]
    ldr.w r11, [r0, #12]
    ldr.w r12, [r0, #16]
    add.w r2, r2, #64
    add.w r4, r4, r1
    add.w r5, r5, r9
    add.w r6, r10, r6, ror #2
    add.w r7, r11, r7, ror #2
    add.w r8, r12, r8, ror #2
    stm.w r0, {r4-r8}
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
    .size obi_sha1_blocks, . - obi_sha1_blocks
