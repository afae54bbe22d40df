/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for aes_row.S on Cortex-M4 (FIPS 197, 5.2), in the layout of armv6m/aes_row_key.S: the first and the
 * last round key are columns, those between are rows. A row of the next round key is the running sum of the bytes of its
 * predecessor, begun with one look-up. */
    .syntax unified
    .thumb
    .text

/* r4-r7 as a 4 by 4 matrix of bytes, transposed. Changes a-d. */
    .macro transpose a, b, c, d
    pkhbt \a, r4, r6, lsl #16
    pkhtb \b, r6, r4, asr #16
    pkhbt \c, r5, r7, lsl #16
    pkhtb \d, r7, r5, asr #16
    uxtb16 r4, \a
    uxtb16 r5, \a, ror #8
    uxtb16 \a, \c
    uxtb16 \c, \c, ror #8
    orr.w r4, r4, \a, lsl #8
    orr.w r5, r5, \c, lsl #8
    uxtb16 r6, \b
    uxtb16 r7, \b, ror #8
    uxtb16 \b, \d
    uxtb16 \d, \d, ror #8
    orr.w r6, r6, \b, lsl #8
    orr.w r7, r7, \d, lsl #8
    .endm

/* a-d = S of the top bytes of the last rows, which go to r0: their stores fill the shadow of the look-ups. */
    .macro look_up_tops w, x, y, z, a, b, c, d, s0, s1, s2, s3
    lsr.w \a, \w, #24
    lsr.w \b, \x, #24
    lsr.w \c, \y, #24
    lsr.w \d, \z, #24
    ldrb.w \a, [lr, \a]
    ldrb.w \b, [lr, \b]
    ldrb.w \c, [lr, \c]
    ldrb.w \d, [lr, \d]
    str.w \s0, [r0], #16
    str.w \s1, [r0, #-12]
    str.w \s2, [r0, #-8]
    str.w \s3, [r0, #-4]
    .endm

    .macro next_row row, s
    eor.w \row, \row, \s
    eor.w \row, \row, \row, lsl #8
    eor.w \row, \row, \row, lsl #16
    .endm

    .macro load_four
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    .endm

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_row_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r10, changes r0, r2-r3, r12
 * Stack: 32 bytes
 * Code: 324 bytes
 * Cycles: m4 381
 */
    .balign 16
    .global obi_aes_row_key128
    .type obi_aes_row_key128, %function
obi_aes_row_key128:
    push.w {r4-r10, lr}
    ldr.w lr, =obi_aes_sbox
    load_four
    transpose r8, r9, r10, r12
    mov.w r2, #1
    mov.w r3, #0x100
    .balign 4
1:
    look_up_tops r5, r6, r7, r4, r8, r9, r10, r12, r4, r5, r6, r7
    eor.w r4, r4, r2
    lsl.w r2, r2, #1
    next_row r4, r8
    cmp.w r2, r3
    next_row r5, r9
    next_row r6, r10
    next_row r7, r12
    bne.w 1b
    cmp.w r3, #0x6c
    mov.w r2, #0x1b
    mov.w r3, #0x6c
    bne.w 1b
    transpose r8, r9, r10, r12
    stm.w r0, {r4-r7}
    load_four
    sub.w r0, r0, #160
    stm.w r0, {r4-r7}
    pop.w {r4-r10, pc}
    .ltorg
    .size obi_aes_row_key128, . - obi_aes_row_key128

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_row_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 516 bytes
 * Cycles: m4 465
 */
    .balign 16
    .global obi_aes_row_key256
    .type obi_aes_row_key256, %function
obi_aes_row_key256:
    push.w {r1, r4-r11, lr}
    ldr.w lr, =obi_aes_sbox
    add.w r1, r1, #16
    load_four
    transpose r8, r9, r10, r12
    mov.w r8, r4
    mov.w r9, r5
    mov.w r10, r6
    mov.w r11, r7
    sub.w r1, r1, #16
    load_four
    transpose r1, r2, r3, r12
    mov.w r12, #1
    add.w r0, r0, #16
    b.w 2f
    .balign 4
1: /* r4-r7 and r8-r11 take turns; the second substitutes without the turn of the rows */
    lsr.w r1, r4, #24
    lsr.w r2, r5, #24
    lsr.w r3, r6, #24
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    str.w r4, [r0], #16
    next_row r8, r1
    lsr.w r1, r7, #24
    next_row r9, r2
    ldrb.w r1, [lr, r1]
    str.w r5, [r0, #-12]
    str.w r6, [r0, #-8]
    str.w r7, [r0, #-4]
    next_row r10, r3
    next_row r11, r1
2:
    lsr.w r1, r9, #24
    lsr.w r2, r10, #24
    lsr.w r3, r11, #24
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    str.w r8, [r0], #16
    eor.w r4, r4, r12
    next_row r4, r1
    lsr.w r1, r8, #24
    lsl.w r12, r12, #1
    next_row r5, r2
    ldrb.w r1, [lr, r1]
    str.w r9, [r0, #-12]
    str.w r10, [r0, #-8]
    str.w r11, [r0, #-4]
    next_row r6, r3
    cmp.w r12, #0x80
    next_row r7, r1
    bne.w 1b
    transpose r8, r9, r10, r12
    stm.w r0, {r4-r7}
    ldr.w r1, [sp], #4
    load_four
    sub.w r0, r0, #224
    stm.w r0, {r4-r7}
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_row_key256, . - obi_aes_row_key256

/* Expands a key of 192 bits: as columns first, because its step of six columns does not fall on the rows' blocks.
 *
 * Prototype: void obi_aes_row_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 264 bytes
 * Cycles: m4 572
 */
    .balign 16
    .global obi_aes_row_key192
    .type obi_aes_row_key192, %function
obi_aes_row_key192:
    push.w {r4-r11, lr}
    ldr.w lr, =obi_aes_sbox
    load_four
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    mov.w r2, #1
    .balign 4
1:
    uxtb.w r10, r9, ror #8
    uxtb.w r11, r9, ror #16
    lsr.w r12, r9, #24
    uxtb.w r3, r9
    ldrb.w r10, [lr, r10]
    ldrb.w r11, [lr, r11]
    ldrb.w r12, [lr, r12]
    ldrb.w r3, [lr, r3]
    str.w r4, [r0], #24
    str.w r5, [r0, #-20]
    str.w r6, [r0, #-16]
    str.w r7, [r0, #-12]
    str.w r8, [r0, #-8]
    str.w r9, [r0, #-4]
    eor.w r4, r4, r2
    eor.w r4, r4, r10
    eor.w r4, r4, r11, lsl #8
    eor.w r4, r4, r12, lsl #16
    eor.w r4, r4, r3, lsl #24
    lsl.w r2, r2, #1
    eor.w r5, r5, r4
    cmp.w r2, #0x100
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    eor.w r8, r8, r7
    eor.w r9, r9, r8
    bne.w 1b
    stm.w r0, {r4-r7}
    sub.w r1, r0, #176
    .balign 4
2:
    load_four
    transpose r8, r9, r10, r12
    str.w r4, [r1], #16
    str.w r5, [r1, #-12]
    str.w r6, [r1, #-8]
    str.w r7, [r1, #-4]
    cmp.w r1, r0
    bne.w 2b
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_row_key192, . - obi_aes_row_key192
