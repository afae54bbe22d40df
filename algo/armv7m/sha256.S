/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 compression for ARMv7-M (FIPS 180-4, 6.2). Sixteen rounds unrolled, once with the message and three times with
 * the schedule; the message words live on the stack. A sum of three rotations is two exclusive-ors and a rotation that
 * the following addition does; Maj(a, b, c) is b ^ ((a ^ b) & (b ^ c)), and a ^ b is the next round's b ^ c. Stores stand
 * right behind loads, where they cost nothing. Constant time. */
    .syntax unified
    .thumb

    .section .rodata.sha256_constants, "a", %progbits
    .balign 256 /* the loop ends by the low byte of the pointer */
    .type constants, %object
constants:
    .word 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .word 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .word 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .word 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .word 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .word 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .word 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .word 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    .size constants, . - constants

    .text

    .equ o_state, 64
    .equ o_in, 68
    .equ o_blocks, 72
    .equ o_end, 76

/* The round without its message word and constant, which h already has. \x is b ^ c on entry, \t is a ^ b on exit. */
    .macro round a, b, c, d, e, f, g, h, t, x
    eor.w \t, \e, \e, ror #5
    eor.w \t, \t, \e, ror #19
    add.w \h, \h, \t, ror #6
    eor.w \t, \f, \g
    and.w \t, \t, \e
    eor.w \t, \t, \g
    add.w \h, \h, \t
    eor.w \t, \a, \a, ror #11
    add.w \d, \d, \h
    eor.w \t, \t, \a, ror #20
    add.w \h, \h, \t, ror #2
    eor.w \t, \a, \b
    and.w \x, \x, \t
    eor.w \x, \x, \b
    add.w \h, \h, \x
    .endm

/* Message word \i from r2; the word before it is stored on the way. */
    .macro message_round i, a, b, c, d, e, f, g, h, t, x, unused:vararg
    ldr.w r0, [r2, #(4 * \i)]
    ldr.w \t, [lr, #(4 * \i)]
    .if \i
    str.w r3, [sp, #(4 * \i - 4)]
    .endif
    rev.w r3, r0
    add.w \h, \h, \t
    add.w \h, \h, r3
    round \a, \b, \c, \d, \e, \f, \g, \h, \t, \x
    .endm

/* Scheduled word: \p is the word of 16 rounds ago, \l becomes that of the next round. Changes r2. */
    .macro schedule_round i, a, b, c, d, e, f, g, h, t, x, p, l
    ldr.w \l, [sp, #(4 * ((\i + 1) % 16))]
    ldr.w \t, [sp, #(4 * ((\i + 9) % 16))]
    ldr.w r2, [sp, #(4 * ((\i + 14) % 16))]
    add.w \p, \p, \t
    ror.w \t, r2, #17
    eor.w \t, \t, r2, ror #19
    eor.w \t, \t, r2, lsr #10
    add.w \p, \p, \t
    ror.w \t, \l, #7
    eor.w \t, \t, \l, ror #18
    eor.w \t, \t, \l, lsr #3
    add.w \p, \p, \t
    ldr.w \t, [lr, #(4 * \i)]
    str.w \p, [sp, #(4 * \i)]
    add.w \h, \h, \t
    add.w \h, \h, \p
    round \a, \b, \c, \d, \e, \f, \g, \h, \t, \x
    .endm

/* Sixteen rounds of a kind; the state registers turn by one each round, t and x, p and l change places. */
    .macro sixteen kind, p, l
    .irp i, 0, 8
    \kind (\i + 0), r4, r5, r6, r7, r8, r9, r10, r11, r1, r12, \p, \l
    \kind (\i + 1), r11, r4, r5, r6, r7, r8, r9, r10, r12, r1, \l, \p
    \kind (\i + 2), r10, r11, r4, r5, r6, r7, r8, r9, r1, r12, \p, \l
    \kind (\i + 3), r9, r10, r11, r4, r5, r6, r7, r8, r12, r1, \l, \p
    \kind (\i + 4), r8, r9, r10, r11, r4, r5, r6, r7, r1, r12, \p, \l
    \kind (\i + 5), r7, r8, r9, r10, r11, r4, r5, r6, r12, r1, \l, \p
    \kind (\i + 6), r6, r7, r8, r9, r10, r11, r4, r5, r1, r12, \p, \l
    \kind (\i + 7), r5, r6, r7, r8, r9, r10, r11, r4, r12, r1, \l, \p
    .endr
    .endm

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 32 bytes aligned to 4, in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 112 bytes
 * Code: 3540 bytes
 * Cycles: m3 123654, m4 123654
 */
    .balign 16
    .global obi_sha256_blocks
    .type obi_sha256_blocks, %function
obi_sha256_blocks:
    cmp.w r2, #0
    it eq
    bxeq lr
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_blocks]
    mov.w r2, r1
    ldm.w r0, {r4-r11}
    .balign 4
1:
    ldr.w lr, =constants
    eor.w r12, r5, r6
    sixteen message_round
    str.w r3, [sp, #60]
    str.w r2, [sp, #o_in]
    ldr.w r3, [sp]
    .balign 4
2:
    add.w lr, lr, #64
    sixteen schedule_round, r3, r0
    ands.w r2, lr, #0xc0
    cmp.w r2, #0xc0
    bne.w 2b
    ldr.w r0, [sp, #o_state]
    ldr.w r1, [r0]
    ldr.w r2, [r0, #4]
    ldr.w r3, [r0, #8]
    ldr.w r12, [r0, #12]
    add.w r4, r4, r1
    add.w r5, r5, r2
    add.w r6, r6, r3
    add.w r7, r7, r12
    ldr.w r1, [r0, #16]
    ldr.w r2, [r0, #20]
    ldr.w r3, [r0, #24]
    ldr.w r12, [r0, #28]
    add.w r8, r8, r1
    add.w r9, r9, r2
    add.w r10, r10, r3
    add.w r11, r11, r12
    ldr.w r2, [sp, #o_in]
    ldr.w r3, [sp, #o_blocks]
    stm.w r0, {r4-r11}
    add.w r2, r2, #64
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
    .ltorg
    .size obi_sha256_blocks, . - obi_sha256_blocks
