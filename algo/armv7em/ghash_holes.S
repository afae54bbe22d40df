/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time for Cortex-M4 and M7: SP 800-38D, 6.4. Every fourth bit of a factor is kept, so that the
 * carries of a sum of products stay in the three bits above each wanted one and are masked away. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/ghash_holes.inc"

/* Product \i of the factors at the stack pointer and in the table, of 64 bits. Two sums of four may be added before they
 * meet in a carry, if one lies a place further. In an order that lets the M7 issue most instructions in pairs. */
    .macro product i
    ldr.w r1, [sp, #hash_table]
    ldr.w r0, [sp, #(hash_factors + 4 * \i)]
    ldr.w r7, [r1, #(4 * \i)]
    and.w r9, r0, #0x22222222
    and.w r8, r0, #0x11111111
    and.w r5, r7, #0x22222222
    and.w r10, r0, #0x44444444
    and.w r4, r7, #0x11111111
    umull r1, r2, r8, r4
    and.w r6, r7, #0x44444444
    umull r3, r12, r10, r6
    and.w r7, r7, #0x88888888
    and.w r11, r0, #0x88888888
    umlal r1, r2, r9, r7
    eor.w r1, r1, r3
    eor.w r2, r2, r12
    umull r3, r12, r11, r5
    eor.w r1, r1, r3
    eor.w r2, r2, r12
    and.w lr, r2, #0x11111111
    umull r3, r12, r8, r5
    and.w r0, r1, #0x11111111
    umull r1, r2, r9, r4
    umlal r3, r12, r10, r7
    umlal r1, r2, r11, r6
    eor.w r3, r3, r1
    eor.w r12, r12, r2
    umull r1, r2, r8, r6
    and.w r12, r12, #0x22222222
    and.w r3, r3, #0x22222222
    orr.w lr, lr, r12
    orr.w r0, r0, r3
    umlal r1, r2, r11, r7
    umull r3, r12, r9, r5
    eor.w r2, r2, r12
    eor.w r1, r1, r3
    umull r3, r12, r10, r4
    eor.w r1, r1, r3
    eor.w r2, r2, r12
    and.w r1, r1, #0x44444444
    umull r3, r12, r8, r7
    and.w r2, r2, #0x44444444
    orr.w r0, r0, r1
    orr.w lr, lr, r2
    umull r1, r2, r9, r6
    eor.w r12, r12, r2
    eor.w r3, r3, r1
    umull r1, r2, r10, r5
    eor.w r12, r12, r2
    eor.w r3, r3, r1
    umull r1, r2, r11, r4
    eor.w r12, r12, r2
    eor.w r3, r3, r1
    and.w r3, r3, #0x88888888
    and.w r12, r12, #0x88888888
    orr.w lr, lr, r12
    str.w lr, [sp, #(hash_products + 8 * \i + 4)]
    orr.w r0, r0, r3
    str.w r0, [sp, #(hash_products + 8 * \i)]
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
 * Code: 2668 bytes
 * Cycles: m4 170552, m7 115491
 */
    .balign 16
    .global obi_ghash_holes
    .type obi_ghash_holes, %function
obi_ghash_holes:
    hash_blocks
    .size obi_ghash_holes, . - obi_ghash_holes
