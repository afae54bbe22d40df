/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time for Cortex-M4 and M7: SP 800-38D, 6.4. The nine products of a block are made in a loop, in little code. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/ghash_holes.inc"
    .include "algo/armv7em/ghash_product.inc"

    .macro keep_not word, i, place
    .endm

    .equ hash_index, hash_frame
    .equ hash_small_frame, hash_frame + 4

/* The products of the factors at the stack pointer and in the table, of 64 bits each, in a loop. */
    .macro products
    mov r3, #32
5:
    str r3, [sp, #hash_index]
    ldr r1, [sp, #hash_table]
    add r2, sp, #hash_factors
    ldr r0, [r2, r3]
    ldr r7, [r1, r3]
    multiply_holes keep_not, 0
    ldr r3, [sp, #hash_index]
    add r2, sp, #hash_products
    add r2, r2, r3, lsl #1
    str r0, [r2]
    str lr, [r2, #4]
    subs r3, r3, #4
    bpl 5b
    .endm

/* The table for a hash key: what its halves and words are multiplied by.
 *
 * Prototype: void obi_ghash_holes_key(uint32_t *table, const uint32_t h[4])
 * Buffers: table 36 bytes, h 16 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r12
 * Stack: 36 bytes
 * Code: 104 bytes
 * Cycles: m4 60, m7 25
 */
    .balign 16
    .global obi_ghash_holes_key
    .type obi_ghash_holes_key, %function
obi_ghash_holes_key:
    push.w {r4-r11, lr}
    doubled_key
    sums
    stm.w r0, {r4-r12}
    pop.w {r4-r11, pc}
    .size obi_ghash_holes_key, . - obi_ghash_holes_key

/* y = (y + block) * h for each of n blocks.
 *
 * Prototype: void obi_ghash_holes(uint32_t y[4], const uint32_t *table, const uint32_t *in, size_t n)
 * Buffers: y 16 bytes, table 36 bytes from obi_ghash_holes_key, in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 164 bytes
 * Code: 848 bytes
 * Cycles: m4 197972, m7 133950
 */
    .balign 16
    .global obi_ghash_holes
    .type obi_ghash_holes, %function
obi_ghash_holes:
    hash_blocks hash_small_frame
    .size obi_ghash_holes, . - obi_ghash_holes
