/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time for the Cortex-M3: SP 800-38D, 6.4. The nine products of a block are made in a loop, in little
 * code. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/ghash_holes.inc"
    .include "algo/armv7m/ghash_low_product.inc"

/* The products of the factors at the stack pointer and in the table, of 64 bits each, in a loop: the high word is the low
 * word of the reversed factors, reversed. */
    .macro products
    mov.w lr, #32
5:
    ldr r3, [sp, #hash_table]
    add r2, sp, #hash_factors
    add r3, r3, lr
    ldr.w r12, [r2, lr]
    ldr r7, [r3]
    mov r0, r12
    low_product
    rbit r12, r12
    ldr r7, [r3, #36]
    add r3, sp, #hash_products
    add.w r3, r3, lr, lsl #1
    str r0, [r3]
    mov r0, r12
    low_product
    rbit r0, r0
    lsr.w r0, r0, #1
    str r0, [r3, #4]
    subs.w lr, lr, #4
    bpl.w 5b
    .endm

/* The table for a hash key: what its halves and words are multiplied by.
 *
 * Prototype: void obi_ghash_holes_key(uint32_t *table, const uint32_t h[4])
 * Buffers: table 72 bytes, h 16 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0, r12
 * Stack: 36 bytes
 * Code: 144 bytes
 * Cycles: m3 79
 */
    .balign 16
    .global obi_ghash_holes_key
    .type obi_ghash_holes_key, %function
obi_ghash_holes_key:
    push.w {r4-r11, lr}
    doubled_key
    sums
    stm.w r0!, {r4-r12}
    rbit r4, r4
    rbit r5, r5
    rbit r6, r6
    rbit r7, r7
    sums
    stm.w r0, {r4-r12}
    pop.w {r4-r11, pc}
    .size obi_ghash_holes_key, . - obi_ghash_holes_key

/* y = (y + block) * h for each of n blocks.
 *
 * Prototype: void obi_ghash_holes(uint32_t y[4], const uint32_t *table, const uint32_t *in, size_t n)
 * Buffers: y 16 bytes, table 72 bytes from obi_ghash_holes_key, in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 160 bytes
 * Code: 996 bytes
 * Cycles: m3 278612
 */
    .balign 16
    .global obi_ghash_holes
    .type obi_ghash_holes, %function
obi_ghash_holes:
    hash_blocks
    .size obi_ghash_holes, . - obi_ghash_holes
