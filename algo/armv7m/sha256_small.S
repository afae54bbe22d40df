/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 compression for ARMv7-M in little code (FIPS 180-4, 6.2): the message schedule of 64 words first, on the
 * stack, then eight rounds a turn, after which every working variable is in its register again. A sum of three rotations
 * is two exclusive-ors and a rotation that the following addition does; Maj(a, b, c) is b ^ ((a ^ b) & (b ^ c)), and
 * a ^ b is the next round's b ^ c. Constant time. */
    .syntax unified
    .thumb

    .section .rodata.sha256_constants, "a", %progbits
    .balign 4
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

    .equ o_state, 256
    .equ o_in, 260
    .equ o_blocks, 264
    .equ o_end, 268

/* The round of the constant at lr and the scheduled word at r2. \x is b ^ c on entry, \t is a ^ b on exit. */
    .macro round a, b, c, d, e, f, g, h, t, x
    ldr r0, [lr], #4
    ldr r3, [r2], #4
    eor.w \t, \e, \e, ror #5
    eor.w \t, \t, \e, ror #19
    add.w \h, \h, r0
    add.w \h, \h, r3
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

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 32 bytes aligned to 4, in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 304 bytes
 * Code: 832 bytes
 * Cycles: m3 158368, m4 157344, m7 95835
 */
    .balign 16
    .global obi_sha256_blocks
    .type obi_sha256_blocks, %function
obi_sha256_blocks:
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
    sub r3, r3, #64
    ldr r4, [r3], #4
    .balign 4
3: /* r4 is the word of 16 words ago */
    ldr r5, [r3], #4
    ldr r6, [r3, #28]
    ldr r7, [r3, #48]
    add r4, r4, r6
    ror r6, r5, #7
    eor r6, r6, r5, ror #18
    eor r6, r6, r5, lsr #3
    add r4, r4, r6
    ror r6, r7, #17
    eor r6, r6, r7, ror #19
    eor r6, r6, r7, lsr #10
    add r4, r4, r6
    str r4, [r3, #56]
    add r6, r3, #60
    mov r4, r5
    cmp r6, r12
    bne 3b
    ldr r0, [sp, #o_state]
    ldr lr, =constants
    mov r2, sp
    ldm.w r0, {r4-r11}
    eor r12, r5, r6
    .balign 4
4:
    round r4, r5, r6, r7, r8, r9, r10, r11, r1, r12
    round r11, r4, r5, r6, r7, r8, r9, r10, r12, r1
    round r10, r11, r4, r5, r6, r7, r8, r9, r1, r12
    round r9, r10, r11, r4, r5, r6, r7, r8, r12, r1
    round r8, r9, r10, r11, r4, r5, r6, r7, r1, r12
    round r7, r8, r9, r10, r11, r4, r5, r6, r12, r1
    round r6, r7, r8, r9, r10, r11, r4, r5, r1, r12
    round r5, r6, r7, r8, r9, r10, r11, r4, r12, r1
    add r3, sp, #256
    cmp r2, r3
    bne 4b
    ldr r0, [sp, #o_state]
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    ldr r1, [r0]
    add \r, \r, r1
    str \r, [r0], #4
    .endr
    ldr r1, [sp, #o_in]
    ldr r2, [sp, #o_blocks]
    subs r2, r2, #1
    bne 1b
    add r3, sp, #256
5: /* wipes the schedule */
    str r2, [sp], #4
    cmp sp, r3
    bne 5b
    add sp, sp, #(o_end - 256)
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_sha256_blocks, . - obi_sha256_blocks
