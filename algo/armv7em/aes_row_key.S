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
    eor.w \w, \c, \a, lsr #8
    eor.w \z, \d, \b, lsr #8
    uxtb16 \w, \w
    uxtb16 \z, \z
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

/* What a look-up \t does to a row that is to be summed: half of the running sum is made, the whole of it, or, where the
 * last round left half of one, its sum. r12 = 0x01010101. */
    .macro enter_half row, t
    eor.w \row, \row, \t
    eor.w \row, \row, \row, lsl #16
    .endm

    .macro enter_whole row, t
    enter_half \row, \t
    eor.w \row, \row, \row, lsl #8
    .endm

    .macro enter_second row, t
    mul \t, \t, r12
    eor.w \row, \row, \t
    .endm

/* The top bytes of rows \w-\z are looked up and \enter rows \p-\s. Rows \w-\z go to r0 + \place in the shadow of the
 * look-ups. Changes r1-r3. */
    .macro substitute enter, place, w, x, y, z, p, q, r, s
    lsr.w r1, \w, #24
    lsr.w r2, \x, #24
    lsr.w r3, \y, #24
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    str.w \w, [r0, #\place]
    str.w \x, [r0, #(\place + 4)]
    str.w \y, [r0, #(\place + 8)]
    \enter \p, r1
    lsr.w r1, \z, #24
    \enter \q, r2
    ldrb.w r1, [lr, r1]
    str.w \z, [r0, #(\place + 12)]
    \enter \r, r3
    \enter \s, r1
    .endm

/* The same where \w-\z are half of their sums, and stay so. */
    .macro substitute_halves enter, place, w, x, y, z, p, q, r, s
    eor.w r1, \w, \w, lsl #8
    eor.w r2, \x, \x, lsl #8
    str.w r1, [r0, #\place]
    lsr.w r1, r1, #24
    eor.w r3, \y, \y, lsl #8
    ldrb.w r1, [lr, r1]
    str.w r2, [r0, #(\place + 4)]
    lsr.w r2, r2, #24
    \enter \p, r1
    ldrb.w r2, [lr, r2]
    str.w r3, [r0, #(\place + 8)]
    lsr.w r3, r3, #24
    eor.w r1, \z, \z, lsl #8
    \enter \q, r2
    lsr.w r2, r1, #24
    ldrb.w r3, [lr, r3]
    ldrb.w r2, [lr, r2]
    str.w r1, [r0, #(\place + 12)]
    \enter \r, r3
    \enter \s, r2
    .endm

/* From rows r4-r7 to r8-r11, and to r4-r7 with the turn of the word and the round constant, which for enter_second is in
 * each byte. */
    .macro second_rows from, enter, place
    \from \enter, \place, r4, r5, r6, r7, r8, r9, r10, r11
    .endm

    .macro first_rows from, enter, place, constant
    eor.w r4, r4, #\constant
    \from \enter, \place, r8, r9, r10, r11, r7, r4, r5, r6
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
 * Code: 1044 bytes
 * Cycles: m4 289
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
 * Code: 1384 bytes
 * Cycles: m4 370
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
    mov.w r12, #0x01010101
    second_rows substitute, enter_half, 32
    first_rows substitute_halves, enter_half, 48, 0x02
    second_rows substitute_halves, enter_second, 64
    first_rows substitute, enter_second, 80, 0x04040404
    second_rows substitute, enter_half, 96
    first_rows substitute_halves, enter_half, 112, 0x08
    second_rows substitute_halves, enter_second, 128
    first_rows substitute, enter_second, 144, 0x10101010
    second_rows substitute, enter_half, 160
    first_rows substitute_halves, enter_whole, 176, 0x20
    second_rows substitute, enter_second, 192
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

/* For 192 bits a row grows by twelve bytes at a time, two steps of six columns. Its last six bytes are in two registers:
 * bytes 0 to 3 in row<i>, bytes 2 to 5 in end<i>. */
row0 .req r8
row1 .req r9
row2 .req r4
row3 .req r5
end0 .req r6
end1 .req r7
end2 .req r10
end3 .req r11

/* The last two bytes of the running sum of a step go to r0 + \place; \t = the last. The look-up that enters each byte of
 * \end changes neither. */
    .macro store_pair t, end, place
    eor.w \t, \end, \end, lsl #8
    lsr.w \t, \t, #16
    strh.w \t, [r0, #\place]
    lsr.w \t, \t, #8
    .endm

    .macro enter_both row, end, t
    mul \t, \t, r12
    eor.w \row, \row, \t
    eor.w \end, \end, \t
    .endm

/* Modulo x^6 1 / (1 + x)^2 is 1 + x^2 + x^4: three pairs of bytes whose sums run pair by pair. Of two steps' twelve bytes
 * the first six are (1 + x) times these sums, the last six the sums with the second look-up added to each byte. They go to
 * r0 + \place, except for what waits for the shadow of the next look-ups: the last four bytes, and the two before. \turn is
 * by how many bits bytes 0 to 3 are turned; if it is not 0 those two bytes are stored already. */
    .macro two_steps place, first, second, turn=0
    lsr.w r1, end1, #24
    lsr.w r2, end2, #24
    lsr.w r3, end3, #24
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    .ifeq \turn
    strh.w row0, [r0, #(\place - 30)]
    strh.w row1, [r0, #(\place - 26)]
    strh.w row2, [r0, #(\place - 22)]
    strh.w row3, [r0, #(\place - 18)]
    .endif
    str.w end0, [r0, #(\place - 16)]
    str.w end1, [r0, #(\place - 12)]
    eor.w row0, r1, row0, ror #\turn
    lsr.w r1, end0, #24
    eor.w row1, r2, row1, ror #\turn
    ldrb.w r1, [lr, r1]
    str.w end2, [r0, #(\place - 8)]
    str.w end3, [r0, #(\place - 4)]
    eor.w row2, r3, row2, ror #\turn
    eor.w row3, r1, row3, ror #\turn
    eor.w row0, row0, #\first
    eor.w row0, row0, row0, lsl #16
    eor.w row1, row1, row1, lsl #16
    eor.w row2, row2, row2, lsl #16
    eor.w row3, row3, row3, lsl #16
    eor.w r1, row0, row0, lsl #8
    eor.w r2, row1, row1, lsl #8
    eor.w r3, row2, row2, lsl #8
    str.w r1, [r0, #\place]
    str.w r2, [r0, #(\place + 4)]
    str.w r3, [r0, #(\place + 8)]
    eor.w r1, row3, row3, lsl #8
    eor.w end0, end0, row0
    eor.w end1, end1, row1
    eor.w end2, end2, row2
    eor.w end3, end3, row3
    store_pair r2, end1, (\place + 20)
    store_pair r3, end2, (\place + 24)
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    str.w r1, [r0, #(\place + 12)]
    eor.w r2, r2, #\second
    enter_both row0, end0, r2
    enter_both row1, end1, r3
    store_pair r1, end3, (\place + 28)
    eor.w r2, end0, end0, lsl #8
    lsr.w r2, r2, #16
    lsr.w r3, r2, #8
    ldrb.w r1, [lr, r1]
    ldrb.w r3, [lr, r3]
    strh.w r2, [r0, #(\place + 16)]
    enter_both row2, end2, r1
    enter_both row3, end3, r3
    .endm

/* Expands a key of 192 bits.
 *
 * Prototype: void obi_aes_row_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r1-r3, r12
 * Stack: 36 bytes
 * Code: 1244 bytes
 * Cycles: m4 335
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
    str.w r4, [r0]
    str.w r5, [r0, #4]
    uxtb.w r1, r9, ror #8
    uxtb.w r2, r9, ror #16
    lsr.w r3, r9, #24
    uxtb.w r12, r9
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    ldrb.w r12, [lr, r12]
    str.w r6, [r0, #8]
    str.w r7, [r0, #12]
    round_of_columns 0x01, r1, r2, r3, r12
    eor.w r10, r8, r7
    eor.w r11, r9, r10
    transpose r8, r9, r4, r5, r1, r2, r3, r12
    transpose r6, r7, r10, r11, r1, r2, r3, r12
    mov.w r12, #0x01010101
    store_four 16, row0, row1, row2, row3
    pkhbt row0, end0, row0
    pkhbt row1, end1, row1
    pkhbt row2, end2, row2
    pkhbt row3, end3, row3
    two_steps 48, 0x02, 0x04, 16
    two_steps 96, 0x08, 0x10
    two_steps 144, 0x20, 0x40
    lsr.w r1, end1, #24
    lsr.w r2, end2, #24
    lsr.w r3, end3, #24
    lsr.w r12, end0, #24
    ldrb.w r1, [lr, r1]
    ldrb.w r2, [lr, r2]
    ldrb.w r3, [lr, r3]
    ldrb.w r12, [lr, r12]
    strh.w row0, [r0, #162]
    strh.w row1, [r0, #166]
    strh.w row2, [r0, #170]
    strh.w row3, [r0, #174]
    store_four 176, end0, end1, end2, end3
    transpose r8, r9, r4, r5, r6, r7, r10, r11
    eor.w r8, r8, #0x80
    eor.w r8, r8, r1
    eor.w r8, r8, r2, lsl #8
    eor.w r8, r8, r3, lsl #16
    eor.w r8, r8, r12, lsl #24
    eor.w r9, r9, r8
    eor.w r4, r4, r9
    eor.w r5, r5, r4
    store_four 192, r8, r9, r4, r5
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_row_key192, . - obi_aes_row_key192
