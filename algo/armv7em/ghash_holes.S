/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time for Cortex-M4 and M7: SP 800-38D, 6.4. The nine products of a block are unrolled. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/ghash_holes.inc"
    .include "algo/armv7em/ghash_product.inc"

    .macro keep_word word, i, place
    str.w \word, [sp, #(hash_products + 8 * \i + \place)]
    .endm

/* Product \i of the factors at the stack pointer and in the table, of 64 bits. */
    .macro product i
    ldr.w r1, [sp, #hash_table]
    ldr.w r0, [sp, #(hash_factors + 4 * \i)]
    ldr.w r7, [r1, #(4 * \i)]
    multiply_holes keep_word, \i
    .endm

    .macro products
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    product \i
    .endr
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
 * Stack: 160 bytes
 * Code: 2724 bytes
 * Cycles: m4 170580, m7 115518
 */
    .balign 16
    .global obi_ghash_holes
    .type obi_ghash_holes, %function
obi_ghash_holes:
    hash_blocks
    .size obi_ghash_holes, . - obi_ghash_holes
