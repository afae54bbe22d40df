/* SPDX-License-Identifier: Apache-2.0 */
/* AES with a 256-byte S-box for ARMv6-M in little code (FIPS 197, 5.1 and 5.3), on the round keys of the standard
 * (aes_small_key.S). A round holds the state as columns for the sake of the key and as rows for MixColumns, as aes_row.S
 * does throughout: one of the two transpositions is done by the look-ups at no cost, the other takes 24 instructions.
 * Needs a single-cycle multiplier to be fast, and obi_aes_sbox in single-cycle SRAM to be free of timing leaks. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv6m/aes_rows.inc"

/* Encrypts one block with the keys of aes_small_key.S; out may be in.
 *
 * Prototype: void obi_aes_small_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r10, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 376 bytes
 * Cycles: m0 1562/1868/2174, m0plus 1550/1854/2158 (keys of 128/192/256 bits)
 */
spare .req r6
poly .req r1
ones .req r2
table .req r2
    .balign 4
    .global obi_aes_small_enc
    .type obi_aes_small_enc, %function
obi_aes_small_enc:
    push {r1, r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    push {r4-r6}
    lsls r3, r3, #4
    adds r3, r3, r0
    mov r12, r3
    ldr r4, =obi_aes_sbox
    mov r9, r4
    ldr r4, =0x00ff00ff
    mov r10, r4
    ldm r2!, {r4-r7}
1:
    ldm r0!, {r1-r3}
    eors r4, r1
    eors r5, r2
    eors r6, r3
    ldm r0!, {r1}
    eors r7, r1
    mov lr, r0
    mov table, r9
    look_up r0, 1, 0, r0, uxtb r0, r4
    look_up r0, 0, 8, r1, uxtb r1, r5
    look_up r0, 0, 16, r1, uxtb r1, r6
    look_up r0, 0, 24, r1, uxtb r1, r7
    mov r8, r0
    look_up r3, 1, 0, r3, lsrs r3, r7, #24
    look_up r3, 0, 8, r1, lsrs r1, r4, #24
    look_up r3, 0, 16, r1, lsrs r1, r5, #24
    look_up r3, 0, 24, r1, lsrs r1, r6, #24
    rev16 r4, r4
    rev16 r5, r5
    rev16 r6, r6
    rev16 r7, r7
    look_up r0, 1, 0, r0, uxtb r0, r5
    look_up r0, 0, 8, r1, uxtb r1, r6
    look_up r0, 0, 16, r1, uxtb r1, r7
    look_up r0, 0, 24, r1, uxtb r1, r4
    look_up r7, 1, 8, r7, lsrs r7, r7, #24
    look_up r7, 0, 0, r1, lsrs r1, r6, #24
    look_up r7, 0, 16, r1, lsrs r1, r4, #24
    look_up r7, 0, 24, r1, lsrs r1, r5, #24
    cmp lr, r12
    beq 2f
    mov r4, r8 /* rows 0 to 3 are in r8, r0, r7, r3: MixColumns leaves them in r4, r5, r3, r7 */
    eors r0, r4
    eors r4, r7
    eors r7, r3
    eors r3, r0
    ldr ones, =0x01010101
    movs poly, #0x1b
    lsrs spare, r4, #7 /* r5 = 2(a0 + a2), and a1 + a2 + a3 is the sum of a0 + a2 and a3 + a0 + a1 */
    ands spare, ones
    muls spare, poly, spare
    lsls r5, r4, #1
    bics r5, ones
    eors r5, spare
    eors r4, r3
    mix_sums r0, r5, r4, r7, r3
    mov r2, r10
    .unreq spare
spare .req r1
    swap_bytes r4, r5, r2
    swap_bytes r3, r7, r2, r6
    swap_halves r4, r6
    swap_halves r5, r7
    mov r0, lr
    b 1b
2:
    mov r5, r8
    mov r4, r10
    swap_bytes r5, r0, r4
    swap_bytes r7, r3, r4, r2
    swap_halves r0, r3, r1
    swap_halves r5, r2, r0
    mov r4, lr
    ldm r4, {r4-r7}
    eors r0, r4
    eors r1, r5
    eors r2, r6
    eors r3, r7
    ldr r4, [sp, #12]
    stm r4!, {r0-r3}
    pop {r4-r6}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    pop {r3-r7, pc}
    .ltorg
    .size obi_aes_small_enc, . - obi_aes_small_enc
    .unreq spare
    .unreq poly
    .unreq ones
    .unreq table

/* \dst = a column: byte i is S(byte \j - i of row i), rows 0 to 3 in r5, r4, r7, r6. Changes r0. */
    .macro inverse_column dst, j
    extract \dst, r5, ((\j) & 3)
    look_up \dst, 1, 0, \dst
    extract r0, r4, ((\j - 1) & 3)
    look_up \dst, 0, 8, r0
    extract r0, r7, ((\j - 2) & 3)
    look_up \dst, 0, 16, r0
    extract r0, r6, ((\j - 3) & 3)
    look_up \dst, 0, 24, r0
    .endm

/* Decrypts one block with the same keys; out may be in.
 *
 * Prototype: void obi_aes_small_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r9, changes r0-r3, r12
 * Stack: 32 bytes
 * Code: 384 bytes
 * Cycles: m0 1893/2269/2645, m0plus 1878/2252/2626 (keys of 128/192/256 bits)
 */
spare .req r1
ones .req r2
poly .req r3
table .req r3
    .balign 4
    .global obi_aes_small_dec
    .type obi_aes_small_dec, %function
obi_aes_small_dec:
    push {r1, r4-r7, lr}
    mov r4, r8
    mov r5, r9
    push {r4, r5}
    mov r12, r0
    lsls r3, r3, #4
    adds r3, r3, r0
    mov r9, r3
    ldm r2, {r0-r2, r7}
    b 3f
1: /* rows 0 to 3 in r4-r7; InvMixColumns leaves them in r5, r4, r7, r6 */
    ldr ones, =0x01010101
    movs poly, #0x1b
    inverse_mix_columns r8
2:
    ldr table, =obi_aes_inv_sbox
    inverse_column r1, 0
    mov r8, r1
    inverse_column r1, 1
    inverse_column r2, 2
    lsrs r7, r7, #8
    uxtb r7, r7
    look_up r7, 1, 16, r7
    extract r0, r5, 3
    look_up r7, 0, 0, r0
    extract r0, r4, 2
    look_up r7, 0, 8, r0
    extract r0, r6, 0
    look_up r7, 0, 24, r0
    mov r0, r8
    mov r3, lr
    subs r3, #16
3:
    mov lr, r3
    ldm r3, {r3-r6}
    eors r0, r3
    eors r1, r4
    eors r2, r5
    eors r7, r6
    cmp lr, r12
    beq 5f
    ldr r3, =0x00ff00ff
    swap_bytes r0, r1, r3, r4
    swap_bytes r2, r7, r3, r6
    .unreq spare
spare .req r0
    swap_halves r4, r6
    swap_halves r1, r7, r5
    .unreq spare
spare .req r1
    cmp lr, r9
    beq 4f
    b 1b
4:
    mov r0, r4 /* no InvMixColumns before the first look-ups, but the places that it leaves rows in */
    mov r4, r5
    mov r5, r0
    mov r0, r6
    mov r6, r7
    mov r7, r0
    b 2b
5:
    ldr r3, [sp, #8]
    stm r3!, {r0-r2, r7}
    pop {r4, r5}
    mov r8, r4
    mov r9, r5
    pop {r3-r7, pc}
    .ltorg
    .size obi_aes_small_dec, . - obi_aes_small_dec
