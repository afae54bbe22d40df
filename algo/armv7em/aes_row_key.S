/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for aes_row.S on Cortex-M4 (FIPS 197, 5.2), in the layout of armv6m/aes_row_key.S: the first and the
 * last round key are columns, those between are rows. A row of the next round key is the running sum of the bytes of its
 * predecessor, begun with one look-up. The first and the last step are on columns. */
    .syntax unified
    .thumb
    .text

/* \w-\z as a 4 by 4 matrix of bytes, transposed. Changes a-d. */
    .macro transpose w, x, y, z, a, b, c, d
    pkhbt \a, \w, \y, lsl #16
    pkhtb \b, \y, \w, asr #16
    pkhbt \c, \x, \z, lsl #16
    pkhtb \d, \z, \x, asr #16
    mov.w \y, #0x00ff00ff
    eor.w \w, \c, \a, lsr #8
    eor.w \z, \d, \b, lsr #8
    and.w \w, \w, \y
    and.w \z, \z, \y
    eor.w \x, \c, \w
    eor.w \w, \a, \w, lsl #8
    eor.w \y, \b, \z, lsl #8
    eor.w \z, \d, \z
    .endm

    .macro load_four
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    .endm

/* \a-\d = S of the top bytes of rows 1, 2, 3 and 0, which go to r0 + \place: their stores fill the shadow of the look-ups. */
    .macro look_up_tops a, b, c, d, place
    lsr.w \a, r5, #24
    lsr.w \b, r6, #24
    lsr.w \c, r7, #24
    lsr.w \d, r4, #24
    ldrb.w \a, [lr, \a]
    ldrb.w \b, [lr, \b]
    ldrb.w \c, [lr, \c]
    ldrb.w \d, [lr, \d]
    store_four \place, r4, r5, r6, r7
    .endm

    .macro store_four place, a, b, c, d
    str.w \a, [r0, #\place]
    str.w \b, [r0, #(\place + 4)]
    str.w \c, [r0, #(\place + 8)]
    str.w \d, [r0, #(\place + 12)]
    .endm

/* Two rounds from rows r4-r7, which go to r0 + \place, and the first round's behind them. Only half of its running sum is
 * kept, the other half is stored and substituted: armv6m/aes_row_key.S says why. r2 = 0x01010101. */
    .macro two_rounds place, first, second
    look_up_tops r3, r8, r9, r10, \place
    eor.w r4, r4, #\first
    eor.w r4, r4, r3
    eor.w r5, r5, r8
    eor.w r6, r6, r9
    eor.w r7, r7, r10
    eor.w r4, r4, r4, lsl #16
    eor.w r5, r5, r5, lsl #16
    eor.w r6, r6, r6, lsl #16
    eor.w r7, r7, r7, lsl #16
    eor.w r3, r4, r4, lsl #8
    eor.w r8, r5, r5, lsl #8
    eor.w r9, r6, r6, lsl #8
    eor.w r10, r7, r7, lsl #8
    lsr.w r11, r8, #24
    lsr.w r12, r9, #24
    lsr.w r1, r10, #24
    ldrb.w r11, [lr, r11]
    ldrb.w r12, [lr, r12]
    ldrb.w r1, [lr, r1]
    str.w r3, [r0, #(\place + 16)]
    str.w r8, [r0, #(\place + 20)]
    str.w r9, [r0, #(\place + 24)]
    lsr.w r3, r3, #24
    ldrb.w r3, [lr, r3]
    str.w r10, [r0, #(\place + 28)]
    eor.w r4, r4, #(\second * 0x01010101)
    mul r11, r11, r2
    mul r12, r12, r2
    mul r1, r1, r2
    mul r3, r3, r2
    eor.w r4, r4, r11
    eor.w r5, r5, r12
    eor.w r6, r6, r1
    eor.w r7, r7, r3
    .endm

/* Rows \w-\z of the next but one round key, whose look-ups are of the top bytes of \a-\d; rows \p-\s, which are new, go to
 * r0 + \place in the shadow of the look-ups. */
    .macro next_rows place, constant, w, x, y, z, a, b, c, d, p, q, r, s
    lsr.w r1, \a, #24
    lsr.w r2, \b, #24
    lsr.w r3, \c, #24
    lsr.w r12, \d, #24
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    ldrb.w r12, [lr, r12]
    store_four \place, \p, \q, \r, \s
    .if \constant
    eor.w \w, \w, #\constant
    .endif
    eor.w \w, \w, r1
    eor.w \x, \x, r2
    eor.w \y, \y, r3
    eor.w \z, \z, r12
    .irp row, \w, \x, \y, \z
    eor.w \row, \row, \row, lsl #8
    eor.w \row, \row, \row, lsl #16
    .endr
    .endm

/* After r4-r7 the others, from these; and the other way round. */
    .macro second_rows place
    next_rows \place, 0, r8, r9, r10, r11, r4, r5, r6, r7, r4, r5, r6, r7
    .endm

    .macro first_rows place, constant
    next_rows \place, \constant, r4, r5, r6, r7, r9, r10, r11, r8, r8, r9, r10, r11
    .endm

/* A round on columns r4-r7 with the look-ups \a-\d. */
    .macro round_of_columns constant, a, b, c, d
    eor.w r4, r4, #\constant
    eor.w r4, r4, \a
    eor.w r4, r4, \b, lsl #8
    eor.w r4, r4, \c, lsl #16
    eor.w r4, r4, \d, lsl #24
    eor.w r5, r5, r4
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    .endm

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_row_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r1-r3, r12
 * Stack: 36 bytes
 * Code: 1052 bytes
 * Cycles: m4 291
 */
    .balign 16
    .global obi_aes_row_key128
    .type obi_aes_row_key128, %function
obi_aes_row_key128:
    push.w {r4-r11, lr}
    ldr.w lr, =obi_aes_sbox
    load_four
    str.w r4, [r0]
    str.w r5, [r0, #4]
    uxtb.w r3, r7, ror #8
    uxtb.w r8, r7, ror #16
    lsr.w r9, r7, #24
    uxtb.w r10, r7
    ldrb.w r3, [lr, r3]
    ldrb.w r8, [lr, r8]
    ldrb.w r9, [lr, r9]
    ldrb.w r10, [lr, r10]
    str.w r6, [r0, #8]
    str.w r7, [r0, #12]
    mov.w r2, #0x01010101
    round_of_columns 0x01, r3, r8, r9, r10
    transpose r4, r5, r6, r7, r8, r9, r10, r12
    two_rounds 16, 0x02, 0x04
    two_rounds 48, 0x08, 0x10
    two_rounds 80, 0x20, 0x40
    two_rounds 112, 0x80, 0x1b
    look_up_tops r3, r8, r9, r10, 144
    transpose r4, r5, r6, r7, r1, r2, r11, r12
    round_of_columns 0x36, r3, r8, r9, r10
    store_four 160, r4, r5, r6, r7
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_row_key128, . - obi_aes_row_key128

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_row_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r1-r3, r12
 * Stack: 36 bytes
 * Code: 1472 bytes
 * Cycles: m4 392
 */
    .balign 16
    .global obi_aes_row_key256
    .type obi_aes_row_key256, %function
obi_aes_row_key256:
    push.w {r4-r11, lr}
    ldr.w lr, =obi_aes_sbox
    load_four
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    ldr.w r10, [r1, #24]
    ldr.w r11, [r1, #28]
    str.w r4, [r0]
    str.w r5, [r0, #4]
    uxtb.w r1, r11, ror #8
    uxtb.w r2, r11, ror #16
    lsr.w r3, r11, #24
    uxtb.w r12, r11
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    ldrb.w r12, [lr, r12]
    str.w r6, [r0, #8]
    str.w r7, [r0, #12]
    round_of_columns 0x01, r1, r2, r3, r12
    transpose r4, r5, r6, r7, r1, r2, r3, r12
    transpose r8, r9, r10, r11, r1, r2, r3, r12
    store_four 16, r8, r9, r10, r11
    second_rows 32
    first_rows 48, 0x02
    second_rows 64
    first_rows 80, 0x04
    second_rows 96
    first_rows 112, 0x08
    second_rows 128
    first_rows 144, 0x10
    second_rows 160
    first_rows 176, 0x20
    second_rows 192
    lsr.w r1, r9, #24
    lsr.w r2, r10, #24
    lsr.w r3, r11, #24
    lsr.w r12, r8, #24
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    ldrb.w r12, [lr, r12]
    store_four 208, r8, r9, r10, r11
    transpose r4, r5, r6, r7, r8, r9, r10, r11
    round_of_columns 0x40, r1, r2, r3, r12
    store_four 224, r4, r5, r6, r7
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_row_key256, . - obi_aes_row_key256

/* Expands a key of 192 bits: as columns first, because its step of six columns does not fall on the rows' blocks.
 *
 * Prototype: void obi_aes_row_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 252 bytes
 * Cycles: m4 539
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
    transpose r4, r5, r6, r7, r8, r9, r10, r12
    str.w r4, [r1], #16
    str.w r5, [r1, #-12]
    str.w r6, [r1, #-8]
    str.w r7, [r1, #-4]
    cmp.w r1, r0
    bne.w 2b
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_row_key192, . - obi_aes_row_key192
