/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for aes_row.S (FIPS 197, 5.2), computed on rows: a row of the next round key is the running sum of
 * the bytes of its predecessor, begun with one look-up. The first and the last round key are stored as columns, those
 * between as rows: byte j of word i is byte i of column j. The first and the last step are on columns.
 *
 * A row as a polynomial of four bytes in x, modulo x^4: its running sum is the product with 1 / (1 + x), which is
 * (1 + x)(1 + x^2). Two rounds with the look-ups s and t thus make of a row first z = (1 + x^2)(row + s), of which
 * (1 + x) z is stored, and then z + t / (1 + x), which is z with t added to every byte: the second running sum is not
 * computed. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv6m/aes_rows.inc"

spare .req r1
table .req r3

/* r4-r7 as a 4 by 4 matrix of bytes, transposed; \mask is a low register with 0x00ff00ff. */
    .macro transpose mask
    swap_bytes r4, r5, \mask
    swap_bytes r6, r7, \mask
    swap_halves r4, r6
    swap_halves r5, r7
    .endm

/* \to = S(the top byte of \row). r3 is the table. */
    .macro substitute_top to, row
    lsrs \to, \row, #24
    ldrb \to, [table, \to]
    .endm

    .macro sum_columns
    eors r5, r4
    eors r6, r5
    eors r7, r6
    .endm

/* r2 = the look-ups of the top bytes of rows r4-r7 as a column. Changes r1, r3. */
    .macro column_of_tops
    substitute_top r2, r5
    substitute_top r1, r6
    lsls r1, r1, #8
    orrs r2, r1
    substitute_top r1, r7
    lsls r1, r1, #16
    orrs r2, r1
    substitute_top r1, r4
    lsls r1, r1, #24
    orrs r2, r1
    .endm

/* \row = half of its running sum: bytes 0 and 1 are added to bytes 2 and 3. Changes r1. */
    .macro half_sum row
    lsls r1, \row, #16
    eors \row, r1
    .endm

/* \row = its running sum from byte 0 up. Changes r1. */
    .macro running_sum row
    half_sum \row
    lsls r1, \row, #8
    eors \row, r1
    .endm

/* r1 = the running sum, of which \row is the half; it goes to r0 + \place. */
    .macro store_sum row, place
    lsls r1, \row, #8
    eors r1, \row
    str r1, [r0, #\place]
    .endm

/* S(the top byte of r1) enters each byte of \row. r2 = 0x01010101. */
    .macro enter_second row
    substitute_top r1, r1
    muls r1, r2, r1
    eors \row, r1
    .endm

/* The rows at r0 are added to the look-ups r4-r7, whose running sums go to r2; both move on. Changes r1. */
    .macro sum_rows
    ldm r0!, {r1}
    eors r4, r1
    running_sum r4
    ldm r0!, {r1}
    eors r5, r1
    running_sum r5
    ldm r0!, {r1}
    eors r6, r1
    running_sum r6
    ldm r0!, {r1}
    eors r7, r1
    running_sum r7
    stm r2!, {r4-r7}
    .endm

/* The look-ups of the turned last word and a constant enter rows r4-r7; r7 comes first for the sake of r4's top byte, and
 * keeps its own. Changes r1. */
    .macro enter_tops constant
    substitute_top r1, r4
    eors r7, r1
    substitute_top r1, r5
    eors r4, r1
    substitute_top r1, r6
    eors r5, r1
    substitute_top r1, r7
    eors r6, r1
    movs r1, #\constant
    eors r4, r1
    .endm

/* Two rounds from rows r4-r7, which are at r0 - 16: both go to r0, which moves on. r2 = 0x01010101.
 * Changes r1. */
    .macro two_rounds first, second
    enter_tops \first
    half_sum r4
    half_sum r5
    half_sum r6
    half_sum r7
    store_sum r4, 0
    store_sum r5, 4
    enter_second r4
    store_sum r6, 8
    enter_second r5
    store_sum r7, 12
    enter_second r6
    ldrb r1, [r0, #3]
    ldrb r1, [table, r1]
    muls r1, r2, r1
    eors r7, r1
    movs r1, #\second
    muls r1, r2, r1
    eors r4, r1
    adds r0, #16
    stm r0!, {r4-r7}
    .endm

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_row_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3
 * Stack: 16 bytes
 * Code: 648 bytes
 * Cycles: m0 428, m0plus 426
 */
    .balign 4
    .global obi_aes_row_key128
    .type obi_aes_row_key128, %function
obi_aes_row_key128:
    push {r4-r7}
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldr r3, =obi_aes_sbox
    enter_word r4, r7
    movs r1, #1
    eors r4, r1
    sum_columns
    ldr r2, =0x00ff00ff
    transpose r2
    stm r0!, {r4-r7}
    ldr r2, =0x01010101
    two_rounds 0x02, 0x04
    two_rounds 0x08, 0x10
    two_rounds 0x20, 0x40
    two_rounds 0x80, 0x1b
    enter_tops 0x36
    ldr r3, =0x00ff00ff
    transpose r3
    sum_columns
    stm r0!, {r4-r7}
    pop {r4-r7}
    bx lr
    .ltorg
    .size obi_aes_row_key128, . - obi_aes_row_key128

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_row_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 20 bytes
 * Code: 428 bytes
 * Cycles: m0 739, m0plus 731
 */
    .balign 4
    .global obi_aes_row_key256
    .type obi_aes_row_key256, %function
obi_aes_row_key256:
    push {r4-r7, lr}
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldm r1!, {r4-r7}
    mov r12, r7
    ldr r3, =0x00ff00ff
    transpose r3
    stm r0!, {r4-r7}
    subs r0, #32
    ldm r0!, {r4-r7}
    mov r2, r12
    ldr r3, =obi_aes_sbox
    enter_word r4, r2
    movs r1, #1
    mov r12, r1
    eors r4, r1
    sum_columns
    ldr r2, =0x00ff00ff
    transpose r2
    mov r2, r0
    adds r2, #16
    stm r2!, {r4-r7}
    movs r1, #0x40
    mov lr, r1
    b 2f
1: /* r4-r7 just stored below r2, the block to sum up at r0 */
    substitute_top r1, r4
    substitute_top r4, r5
    substitute_top r5, r6
    substitute_top r6, r7
    mov r7, r1
    mov r1, r12
    eors r4, r1
    sum_rows
2:
    substitute_top r4, r4
    substitute_top r5, r5
    substitute_top r6, r6
    substitute_top r7, r7
    sum_rows
    add r12, r12
    cmp r12, lr
    bne 1b
    column_of_tops
    ldm r0!, {r4-r7}
    ldr r3, =0x00ff00ff
    transpose r3
    eors r4, r2
    mov r1, r12
    eors r4, r1
    sum_columns
    adds r0, #16
    stm r0!, {r4-r7}
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_row_key256, . - obi_aes_row_key256

/* For 192 bits a row grows by twelve bytes at a time, two steps of six columns: armv7em/aes_row_key.S says how. Of the last
 * six bytes of row \i bytes 0 to 3 are in \row, where the first of two look-ups has entered, and bytes 2 to 5 at r0. Bytes 0
 * to 3 of the new twelve go to r0 + 16, 4 and 5 to r0 + 32. r2 = the second look-up, for the row before. Changes r1. */
    .macro first_step row, i
    half_sum \row
    store_sum \row, (16 + 4 * \i)
    ldr r1, [r0, #(4 * \i)]
    eors r1, \row
    lsls r2, r1, #8
    eors r2, r1
    lsrs r2, r2, #16
    strh r2, [r0, #(32 + 4 * \i)]
    .if \i
    lsrs r2, r2, #8
    ldrb r2, [table, r2]
    .endif
    .endm

/* The second look-up, r2, enters each byte of \row and of the last four bytes, whose top is looked up in turn for the row
 * \before. r12 = 0x01010101, lr = the constant. Changes r1. */
    .macro second_step row, i, before
    .ifeq \i
    mov r1, lr
    eors r2, r1
    add lr, lr
    .endif
    mov r1, r12
    muls r2, r1, r2
    eors \row, r2
    strh \row, [r0, #(34 + 4 * \i)]
    ldr r1, [r0, #(4 * \i)]
    eors r1, \row
    str r1, [r0, #(48 + 4 * \i)]
    .if \i
    substitute_top r1, r1
    eors \before, r1
    .endif
    .endm

/* The look-up of the top byte of the row at r0 + \place enters \row. Changes r1. */
    .macro enter_stored row, place
    ldrb r1, [r0, #(\place + 3)]
    ldrb r1, [table, r1]
    eors \row, r1
    .endm

/* Two columns as halves of rows at r0 + \place and every fourth byte behind. r3 = 0x00ff00ff; changes all. */
    .macro store_two a, b, place, t
    exchange_bytes \a, \b, r3, \t
    eors \a, \t
    strh \a, [r0, #\place]
    strh \b, [r0, #(\place + 4)]
    lsrs \a, \a, #16
    lsrs \b, \b, #16
    strh \a, [r0, #(\place + 8)]
    strh \b, [r0, #(\place + 12)]
    .endm

/* Expands a key of 192 bits.
 *
 * Prototype: void obi_aes_row_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 20 bytes
 * Code: 520 bytes
 * Cycles: m0 629, m0plus 625
 */
    .balign 4
    .global obi_aes_row_key192
    .type obi_aes_row_key192, %function
obi_aes_row_key192:
    push {r4-r7, lr}
    ldr r3, =0x00ff00ff
    mov lr, r3
    ldr r4, [r1, #16]
    ldr r5, [r1, #20]
    mov r12, r4
    mov r2, r5
    store_two r4, r5, 16, r6
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldr r3, =obi_aes_sbox
    enter_word r4, r2
    movs r1, #1
    eors r4, r1
    sum_columns
    mov r1, r12 /* the last two of twelve columns, after r4-r7 */
    eors r1, r7
    mov r12, r1
    eors r2, r1
    mov r3, lr
    transpose r3
    mov r1, r12
    mov lr, r4
    store_two r1, r2, 18, r4
    mov r4, lr
    ldr r3, =obi_aes_sbox
    strh r4, [r0, #2]
    strh r5, [r0, #6]
    strh r6, [r0, #10]
    strh r7, [r0, #14]
    adds r0, #16
    lsrs r1, r4, #16
    strh r1, [r0]
    lsrs r1, r5, #16
    strh r1, [r0, #4]
    lsrs r1, r6, #16
    strh r1, [r0, #8]
    lsrs r1, r7, #16
    strh r1, [r0, #12]
    ldr r1, =0x01010101
    mov r12, r1
    movs r1, #2
    mov lr, r1
    enter_stored r4, 4
    enter_stored r5, 8
    enter_stored r6, 12
1:
    enter_stored r7, 0
    mov r1, lr
    eors r4, r1
    add lr, lr
    first_step r4, 0
    first_step r5, 1
    second_step r4, 0
    first_step r6, 2
    second_step r5, 1, r4
    first_step r7, 3
    second_step r6, 2, r5
    ldrh r2, [r0, #32]
    lsrs r2, r2, #8
    ldrb r2, [table, r2]
    second_step r7, 3, r6
    adds r0, #48
    mov r1, lr
    cmp r1, #0x80
    bne 1b
    eors r4, r1
    enter_stored r7, 0
    ldr r3, =0x00ff00ff
    transpose r3
    sum_columns
    adds r0, #16
    stm r0!, {r4-r7}
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_row_key192, . - obi_aes_row_key192
