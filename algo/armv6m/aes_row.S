/* SPDX-License-Identifier: Apache-2.0 */
/* AES with a 256-byte S-box for ARMv6-M (FIPS 197, 5.1 and 5.3). Between rounds the state is held as four rows, so that
 * MixColumns needs no rotation and three doublings instead of four; the look-ups, byte by byte in any case, transpose
 * the state on its way in and out. MixColumns leaves the rows of a pair exchanged, and the look-ups put them back. The
 * round keys between the first and the last are rows too (aes_row_key.S). Needs a single-cycle multiplier to be fast, and
 * obi_aes_sbox in single-cycle SRAM to be free of timing leaks. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv6m/aes_rows.inc"

spare .req r1
ones .req r2
table .req r3
poly .req r3

/* Two rows change places: byte j of \y becomes S(byte j + \k of \x), and that of \x S(byte j + \l of \y). Changes
 * r0-r2. */
    .macro substitute_pair x, k, y, l
    look_up r0, 1, (8 * ((0 - \k) & 3)), r0, uxtb r0, \x
    look_up r0, 0, (8 * ((3 - \k) & 3)), r1, lsrs r1, \x, #24
    rev16 \x, \x
    look_up r0, 0, (8 * ((1 - \k) & 3)), r1, uxtb r1, \x
    lsrs r2, \x, #24
    look_up \x, 1, (8 * ((0 - \l) & 3)), \x, uxtb \x, \y
    look_up \x, 0, (8 * ((3 - \l) & 3)), r1, lsrs r1, \y, #24
    rev16 \y, \y
    look_up \x, 0, (8 * ((1 - \l) & 3)), r1, uxtb r1, \y
    look_up \x, 0, (8 * ((2 - \l) & 3)), r1, lsrs r1, \y, #24
    ldrb \y, [r3, r2]
    .if ((2 - \k) & 3)
    lsls \y, \y, #(8 * ((2 - \k) & 3))
    .endif
    orrs \y, r0
    .endm

/* Columns r4-r7 become rows r4-r7 by SubBytes and ShiftRows; the columns of byte 0 to 3 of a row are given in order.
 * Changes r0-r2, r10, r11. */
    .macro columns_to_rows a1, b1, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3
    look_up r0, 1, 0, r0, uxtb r0, r4
    look_up r0, 0, 8, r2, uxtb r2, r5
    look_up r0, 0, 16, r2, uxtb r2, r6
    look_up r0, 0, 24, r2, uxtb r2, r7
    mov r10, r0
    look_up r1, 1, 0, r1, lsrs r1, \a3, #24
    look_up r1, 0, 8, r2, lsrs r2, \b3, #24
    look_up r1, 0, 16, r2, lsrs r2, \c3, #24
    look_up r1, 0, 24, r2, lsrs r2, \d3, #24
    mov r11, r1
    rev16 r4, r4
    rev16 r5, r5
    rev16 r6, r6
    rev16 r7, r7
    look_up r0, 1, 0, r0, uxtb r0, \a1
    look_up r0, 0, 8, r2, uxtb r2, \b1
    look_up r0, 0, 16, r2, uxtb r2, \c1
    look_up r0, 0, 24, r2, uxtb r2, \d1
    look_up r1, 1, 0, r1, lsrs r1, \a2, #24
    look_up r1, 0, 8, r2, lsrs r2, \b2, #24
    look_up r1, 0, 16, r2, lsrs r2, \c2, #24
    look_up r1, 0, 24, r2, lsrs r2, \d2, #24
    mov r5, r0
    mov r6, r1
    mov r4, r10
    mov r7, r11
    .endm

/* One column in r0 from rows r5, r4, r7, r6: byte i is S(byte j + i * \step of row i). Changes r1. */
    .macro row_to_column j, step
    extract r0, r5, ((\j) & 3)
    ldrb r0, [r3, r0]
    extract r1, r4, ((\j + \step) & 3)
    ldrb r1, [r3, r1]
    lsls r1, r1, #8
    orrs r0, r1
    extract r1, r7, ((\j + 2 * \step) & 3)
    ldrb r1, [r3, r1]
    lsls r1, r1, #16
    orrs r0, r1
    extract r1, r6, ((\j + 3 * \step) & 3)
    ldrb r1, [r3, r1]
    lsls r1, r1, #24
    orrs r0, r1
    .endm

/* Rows or columns \a-\d ^= the round key at lr, which moves on by r8. Changes r0-r3. */
    .macro add_round_key a, b, c, d
    mov r0, lr
    add lr, r8
    ldm r0, {r0-r3}
    eors \a, r0
    eors \b, r1
    eors \c, r2
    eors \d, r3
    .endm

    .macro prologue
    push {r1, r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    lsls r3, r3, #4
    .endm

/* Last key, output, return; the look-ups of the last round leave three columns in r10, r11, r8 and one in r0. */
    .macro epilogue
    mov r7, r0
    mov r0, lr
    ldm r0, {r0-r3}
    mov r4, r10
    eors r0, r4
    mov r4, r11
    eors r1, r4
    mov r4, r8
    eors r2, r4
    eors r3, r7
    ldr r4, [sp, #16]
    stm r4!, {r0-r3}
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r3, r4-r7, pc}
    .endm

/* Encrypts one block with the keys of aes_row_key.S; out may be in.
 *
 * Prototype: void obi_aes_row_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 568 bytes
 * Cycles: m0 1294/1542/1790, m0plus 1283/1529/1775 (keys of 128/192/256 bits)
 */
    .balign 4
    .global obi_aes_row_enc
    .type obi_aes_row_enc, %function
obi_aes_row_enc:
    prologue
    adds r3, r3, r0
    mov r12, r3
    movs r4, #16
    mov r8, r4
    adds r4, r4, r0
    mov lr, r4
    ldr r4, =obi_aes_sbox
    mov r9, r4
    mov r1, r2
    ldm r0!, {r4-r7}
    ldm r1, {r0-r3}
    eors r4, r0
    eors r5, r1
    eors r6, r2
    eors r7, r3
    mov r3, r9
    columns_to_rows r5, r6, r7, r4, r6, r7, r4, r5, r7, r4, r5, r6
    ldr r2, =0x01010101
    mov r10, r2
    b 2f
1:
    mov r3, r9
    substitute_pair r5, 0, r4, 1
    substitute_pair r7, 2, r6, 3
    mov r2, r10
2:
    movs r3, #0x1b
    row_sums
    double r4
    mix_sums
    add_round_key r5, r4, r7, r6
    cmp lr, r12
    bne 1b
    mov r3, r9
    row_to_column 0, 1
    mov r10, r0
    row_to_column 1, 1
    mov r11, r0
    row_to_column 2, 1
    mov r8, r0
    row_to_column 3, 1
    epilogue
    .ltorg
    .size obi_aes_row_enc, . - obi_aes_row_enc

/* Decrypts one block with the same keys; out may be in.
 *
 * Prototype: void obi_aes_row_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 624 bytes
 * Cycles: m0 1540/1842/2144, m0plus 1528/1828/2128 (keys of 128/192/256 bits)
 */
    .balign 4
    .global obi_aes_row_dec
    .type obi_aes_row_dec, %function
obi_aes_row_dec:
    prologue
    mov r12, r0
    adds r0, r0, r3
    movs r4, #16
    negs r4, r4
    mov r8, r4
    add r4, r0
    mov lr, r4
    ldr r4, =obi_aes_inv_sbox
    mov r9, r4
    mov r1, r2
    ldm r0!, {r4-r7}
    ldm r1, {r0-r3}
    eors r4, r0
    eors r5, r1
    eors r6, r2
    eors r7, r3
    mov r3, r9
    columns_to_rows r7, r4, r5, r6, r6, r7, r4, r5, r5, r6, r7, r4
    ldr r2, =0x01010101
    mov r10, r2
    b 2f
1:
    mov r3, r9
    substitute_pair r5, 0, r4, 3
    substitute_pair r7, 2, r6, 1
2:
    add_round_key r4, r5, r6, r7
    mov r2, r10
    movs r3, #0x1b
    inverse_mix_columns r11
    cmp lr, r12
    beq 3f
    b 1b
3:
    mov r3, r9
    row_to_column 0, 3
    mov r10, r0
    row_to_column 1, 3
    mov r11, r0
    row_to_column 2, 3
    mov r8, r0
    row_to_column 3, 3
    epilogue
    .ltorg
    .size obi_aes_row_dec, . - obi_aes_row_dec
