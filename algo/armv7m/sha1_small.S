/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 compression for ARMv7-M in little code (FIPS 180-4, 6.1): the message schedule of 80 words first, on the stack,
 * then five steps a turn, after which every working variable is in its register again. c, d and e wait for their rotation
 * by 30 until an operation takes them as a shifted operand. Constant time. */
    .syntax unified
    .thumb
    .text

    .equ o_state, 320
    .equ o_in, 324
    .equ o_blocks, 328
    .equ o_end, 332

    .include "algo/armv7m/sha1_choose.inc"

/* The step of the scheduled word at r2, with the constant r9. */
    .macro step kind, a, b, c, d, e
    ldr r10, [r2], #4
    \kind \b, \c, \d
    add.w \e, r10, \e, ror #2
    add.w r0, r0, r9
    add.w \e, \e, r0
    add.w \e, \e, \a, ror #27
    .endm

/* The next twenty steps, with the constant \k; r3 is the end of their words. */
    .macro twenty kind, k
    movw r9, #(\k & 0xffff)
    movt r9, #(\k >> 16)
    add r3, r2, #80
    .balign 4
4:
    step \kind, r4, r5, r6, r7, r8
    step \kind, r8, r4, r5, r6, r7
    step \kind, r7, r8, r4, r5, r6
    step \kind, r6, r7, r8, r4, r5
    step \kind, r5, r6, r7, r8, r4
    cmp r2, r3
    bne 4b
    .endm

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 20 bytes aligned to 4, in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 368 bytes
 * Code: 876 bytes
 * Cycles: m3 106032, m4 106032, m7 66299
 */
    .balign 16
    .global obi_sha1_blocks
    .type obi_sha1_blocks, %function
obi_sha1_blocks:
    cmp r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub sp, sp, #o_end
    str r0, [sp, #o_state]
    .balign 4
1:
    str r2, [sp, #o_blocks]
    mov r3, sp
    add r12, sp, #64
2:
    ldr r0, [r1], #4
    rev r0, r0
    str r0, [r3], #4
    cmp r3, r12
    bne 2b
    str r1, [sp, #o_in]
    add r12, sp, #256
    mov r3, sp
    ldrd r4, r5, [r3]
    .balign 4
3: /* two words; r4 and r5 are those of 16 words ago */
    ldr r6, [r3, #8]
    ldr r7, [r3, #12]
    ldr r8, [r3, #32]
    ldr r9, [r3, #36]
    ldr r10, [r3, #52]
    ldr r11, [r3, #56]
    eor r4, r4, r6
    eor r5, r5, r7
    eor r4, r4, r8
    eor r5, r5, r9
    eor r4, r4, r10
    eor r5, r5, r11
    ror r4, r4, #31
    ror r5, r5, #31
    str r4, [r3, #64]
    str r5, [r3, #68]
    add r3, r3, #8
    mov r4, r6
    mov r5, r7
    cmp r3, r12
    bne 3b
    ldr r0, [sp, #o_state]
    mov r2, sp
    ldm.w r0, {r4-r8}
    ror r6, r6, #30
    ror r7, r7, #30
    ror r8, r8, #30
    twenty choose, 0x5a827999
    twenty parity, 0x6ed9eba1
    twenty majority, 0x8f1bbcdc
    twenty parity, 0xca62c1d6
    ldr r0, [sp, #o_state]
    ldm.w r0, {r1, r3, r9, r10, r12}
    add r4, r4, r1
    add r5, r5, r3
    add r6, r9, r6, ror #2
    add r7, r10, r7, ror #2
    add r8, r12, r8, ror #2
    stm.w r0, {r4-r8}
    ldr r1, [sp, #o_in]
    ldr r2, [sp, #o_blocks]
    subs r2, r2, #1
    bne 1b
    add r3, sp, #o_state
5: /* wipes the schedule */
    str r2, [sp], #4
    cmp sp, r3
    bne 5b
    add sp, sp, #(o_end - o_state)
    pop.w {r4-r11, pc}
    .size obi_sha1_blocks, . - obi_sha1_blocks
