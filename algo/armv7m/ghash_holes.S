/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time for the Cortex-M3: SP 800-38D, 6.4. As armv7em/ghash_holes.S, but with the multiplication
 * to 32 bits, since the time of that to 64 depends on the operands here. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/ghash_holes.inc"
    .include "algo/armv7m/ghash_low_product.inc"

/* Product \i of the factors at the stack pointer and in the table, of 64 bits: the high word is the low word of the
 * reversed factors, reversed. */
    .macro product i
    ldr.w r3, [sp, #hash_table]
    ldr.w r12, [sp, #(hash_factors + 4 * \i)]
    ldr.w r7, [r3, #(4 * \i)]
    mov.w r0, r12
    low_product
    rbit r12, r12
    ldr.w r7, [r3, #(36 + 4 * \i)]
    str.w r0, [sp, #(hash_products + 8 * \i)]
    mov.w r0, r12
    low_product
    rbit r0, r0
    lsr.w r0, r0, #1
    str.w r0, [sp, #(hash_products + 8 * \i + 4)]
    .endm

    .macro products
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    product \i
    .endr
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
 * Code: 4092 bytes
 * Cycles: m3 258132
 */
    .balign 16
    .global obi_ghash_holes
    .type obi_ghash_holes, %function
obi_ghash_holes:
    hash_blocks
    .size obi_ghash_holes, . - obi_ghash_holes
