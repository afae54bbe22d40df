/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for aes_row.S (FIPS 197, 5.2), computed on rows: a row of the next round key is the running sum of
 * the bytes of its predecessor, begun with one look-up, so that a round costs eight instructions a row. The first and
 * the last round key are stored as columns, those between as rows: byte j of word i is byte i of column j.
 *
 * A row as a polynomial of four bytes in x, modulo x^4: its running sum is the product with 1 / (1 + x), which is
 * (1 + x)(1 + x^2). Two rounds with the look-ups s and t thus make of a row first z = (1 + x^2)(row + s), of which
 * (1 + x) z is stored, and then z + t / (1 + x), which is z with t added to every byte: the second running sum is not
 * computed. */
    .syntax unified
    .thumb
    .text

/* Exchanges the middle of a transposition: \a and \b swap the bytes that \mask and its complement name. Changes r1. */
    .macro swap_bytes a, b, mask
    lsrs r1, \a, #8
    eors r1, \b
    ands r1, \mask
    eors \b, r1
    lsls r1, r1, #8
    eors \a, r1
    .endm

    .macro swap_halves a, b
    lsrs r1, \a, #16
    eors r1, \b
    uxth r1, r1
    eors \b, r1
    lsls r1, r1, #16
    eors \a, r1
    .endm

/* r4-r7 as a 4 by 4 matrix of bytes, transposed; \mask is a low register with 0x00ff00ff. */
    .macro transpose mask
    swap_bytes r4, r5, \mask
    swap_bytes r6, r7, \mask
    swap_halves r4, r6
    swap_halves r5, r7
    .endm

/* \row = its running sum from byte 0 up. Changes r1. */
    .macro running_sum row
    lsls r1, \row, #8
    eors \row, r1
    lsls r1, \row, #16
    eors \row, r1
    .endm

/* The first of two rounds: S(the top byte of \last) enters \row at byte 0, and half of the running sum is made. r3 is the
 * table. */
    .macro half_sum row, last
    lsrs r1, \last, #24
    ldrb r1, [r3, r1]
    eors \row, r1
    lsls r1, \row, #16
    eors \row, r1
    .endm

/* The other half is stored; r1 = S(its top byte) in each byte. r2 = 0x01010101. */
    .macro store_sum row, place
    lsls r1, \row, #8
    eors r1, \row
    str r1, [r0, #\place]
    lsrs r1, r1, #24
    ldrb r1, [r3, r1]
    muls r1, r2, r1
    .endm

/* One row of a step: S(the byte at \last in memory) enters at byte 0. */
    .macro step_row_stored row, last
    ldrb r1, [r0, #\last]
    ldrb r1, [r3, r1]
    eors \row, r1
    running_sum \row
    .endm

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_row_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r9, changes r0-r3, r12
 * Stack: 28 bytes
 * Code: 288 bytes
 * Cycles: m0 520, m0plus 513
 */
    .balign 4
    .global obi_aes_row_key128
    .type obi_aes_row_key128, %function
obi_aes_row_key128:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    push {r4, r5}
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldr r3, =0x00ff00ff
    transpose r3
    ldr r3, =obi_aes_sbox
    ldr r2, =0x01010101
    movs r1, #1
    mov r8, r1
    lsls r1, r1, #8
    mov r9, r1
1: /* two rounds; r12 has what waits for the last row */
    lsrs r1, r4, #24
    ldrb r1, [r3, r1]
    mov r12, r1
    mov r1, r8
    eors r4, r1
    half_sum r4, r5
    half_sum r5, r6
    half_sum r6, r7
    mov r1, r12
    eors r7, r1
    lsls r1, r7, #16
    eors r7, r1
    store_sum r4, 0
    mov r12, r1
    store_sum r5, 4
    eors r4, r1
    store_sum r6, 8
    eors r5, r1
    store_sum r7, 12
    eors r6, r1
    mov r1, r12
    eors r7, r1
    add r8, r8
    mov r1, r8
    muls r1, r2, r1
    eors r4, r1
    adds r0, #16
    stm r0!, {r4-r7}
    add r8, r8
    cmp r8, r9
    bne 1b
    movs r1, #0x6c
    cmp r9, r1
    beq 2f
    mov r9, r1
    movs r1, #0x1b
    mov r8, r1
    b 1b
2:
    ldr r3, =0x00ff00ff
    transpose r3
    subs r0, #16
    stm r0!, {r4-r7}
    pop {r4, r5}
    mov r8, r4
    mov r9, r5
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_row_key128, . - obi_aes_row_key128

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_row_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3
 * Stack: 28 bytes
 * Code: 328 bytes
 * Cycles: m0 821, m0plus 812
 */
    .balign 4
    .global obi_aes_row_key256
    .type obi_aes_row_key256, %function
obi_aes_row_key256:
    push {r0, r1, r4-r7, lr}
    ldr r3, =0x00ff00ff
    mov r2, r1
    ldm r2!, {r4-r7}
    transpose r3
    stm r0!, {r4-r7}
    ldm r2!, {r4-r7}
    transpose r3
    stm r0!, {r4-r7}
    subs r0, #32
    movs r2, #1
    ldr r3, =obi_aes_sbox
    b 2f
1: /* r0 at the older of the two blocks before */
    ldm r0!, {r4-r7}
    step_row_stored r4, 3
    step_row_stored r5, 7
    step_row_stored r6, 11
    step_row_stored r7, 15
    str r4, [r0, #16]
    str r5, [r0, #20]
    str r6, [r0, #24]
    str r7, [r0, #28]
2:
    ldm r0!, {r4-r7}
    eors r4, r2
    step_row_stored r4, 7
    step_row_stored r5, 11
    step_row_stored r6, 15
    step_row_stored r7, 3
    str r4, [r0, #16]
    str r5, [r0, #20]
    str r6, [r0, #24]
    str r7, [r0, #28]
    lsls r2, r2, #1
    cmp r2, #0x80
    bne 1b
    ldr r3, =0x00ff00ff
    transpose r3
    adds r0, #16
    stm r0!, {r4-r7}
    pop {r0, r1}
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_row_key256, . - obi_aes_row_key256

/* Expands a key of 192 bits: as columns first, because its step of six columns does not fall on the rows' blocks.
 *
 * Prototype: void obi_aes_row_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r9, changes r0-r3, r12
 * Stack: 32 bytes
 * Code: 180 bytes
 * Cycles: m0 839, m0plus 819
 */
    .balign 4
    .global obi_aes_row_key192
    .type obi_aes_row_key192, %function
obi_aes_row_key192:
    push {r0, r4-r7, lr}
    mov r4, r8
    mov r5, r9
    push {r4, r5}
    movs r2, #192
    adds r2, r2, r0
    mov lr, r2
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldm r1!, {r2, r3}
    stm r0!, {r2, r3}
    mov r8, r2
    mov r2, r3
    ldr r3, =obi_aes_sbox
    movs r1, #1
    mov r9, r1
1: /* r4-r7, r8, r2 are the last six columns */
    mov r12, r2
    uxtb r1, r2
    ldrb r1, [r3, r1]
    lsls r1, r1, #24
    eors r4, r1
    lsrs r1, r2, #24
    ldrb r1, [r3, r1]
    lsls r1, r1, #16
    eors r4, r1
    rev16 r2, r2
    uxtb r1, r2
    ldrb r1, [r3, r1]
    eors r4, r1
    lsrs r2, r2, #24
    ldrb r2, [r3, r2]
    lsls r2, r2, #8
    eors r4, r2
    mov r1, r9
    eors r4, r1
    add r9, r9
    eors r5, r4
    eors r6, r5
    eors r7, r6
    stm r0!, {r4-r7}
    cmp r0, lr
    bhi 2f
    mov r1, r8
    eors r1, r7
    mov r8, r1
    mov r2, r12
    eors r2, r1
    stm r0!, {r1, r2}
    b 1b
2:
    ldr r0, [sp, #8]
    ldr r3, =0x00ff00ff
    adds r0, #16
3:
    ldm r0!, {r4-r7}
    transpose r3
    subs r0, #16
    stm r0!, {r4-r7}
    cmp r0, lr
    bne 3b
    pop {r4, r5}
    mov r8, r4
    mov r9, r5
    pop {r0, r4-r7, pc}
    .ltorg
    .size obi_aes_row_key192, . - obi_aes_row_key192
