/* SPDX-License-Identifier: Apache-2.0 */
/* GHASH in constant time for Cortex-M0 and M0+ with a single-cycle multiplier: SP 800-38D, 6.4. As armv7m/ghash_holes.S:
 * every fourth bit of a factor is kept, so that the carries of a sum of products stay in the three bits above each wanted
 * one, and the high word of a product is the low word of the reversed factors, reversed. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv6m/ghash_holes_blocks.inc"

/* The frame: table, input, blocks left, y, 7 masks, 16 spilled words; y as four words from the last, the nine factors,
 * their reverses, nine products, the return address. */
    .equ hash_table, 0
    .equ hash_in, 4
    .equ hash_left, 8
    .equ hash_y, 12
    .equ hash_masks, 16
    .equ hash_state, 108
    .equ hash_factors, 124
    .equ hash_reversed, 160
    .equ hash_products, 196
    .equ hash_return, 268
    .equ hash_frame, 272

    .macro save frame
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    sub sp, #\frame
    .endm

    .macro restore frame
    add sp, #\frame
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .endm

/* The masks at \table to the frame, and a word behind; changes r4-r7. */
    .macro copy_masks table
    adr r4, \table
    add r5, sp, #hash_masks
    .rept 4
    ldm r4!, {r6, r7}
    stm r5!, {r6, r7}
    .endr
    .endm

    .macro mask_table
    .word 0x11111111, 0x22222222, 0x44444444, 0x88888888, 0x55555555, 0x33333333, 0x0f0f0f0f, 0
    .endm

/* r0 = \name of factor \i at \factors and that at \table of the table; stored at \to. */
    .macro product name, factors, table, to, i
    ldr r0, [sp, #(\factors + 4 * \i)]
    ldr r1, [sp, #hash_table]
    ldr r1, [r1, #(\table + 4 * \i)]
    bl \name
    str r0, [sp, #(\to + 8 * \i)]
    .endm

    .macro subroutine body
    mov r2, lr
    str r2, [sp, #hash_return]
    \body
    ldr r1, [sp, #hash_return]
    bx r1
    .endm

/* The table for a hash key: what its halves and words are multiplied by.
 *
 * Prototype: void obi_ghash_holes_key(uint32_t *table, const uint32_t h[4])
 * Buffers: table 72 bytes, h 16 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3
 * Stack: 292 bytes
 * Code: 328 bytes
 * Cycles: m0 213, m0plus 211
 */
    .balign 16
    .global obi_ghash_holes_key
    .type obi_ghash_holes_key, %function
obi_ghash_holes_key:
    save hash_frame
    copy_masks 9f
    ldm r1!, {r4-r7}
    rev r2, r4
    rev r3, r7
    rev r5, r5
    rev r6, r6
    mov r7, r2
    mov r4, r6
    mov r6, r5
    mov r5, r4
    mov r4, r3
    movs r3, #0
    adds r4, r4, r4
    adcs r5, r5
    adcs r6, r6
    adcs r7, r7
    adcs r3, r3
    eors r4, r3
    movs r2, #0xc2
    muls r3, r2, r3
    lsls r3, r3, #24
    eors r7, r3
    hash_key
    restore hash_frame
    .balign 4
9:
    mask_table
    .size obi_ghash_holes_key, . - obi_ghash_holes_key

/* y = (y + block) * h for each of n blocks.
 *
 * Prototype: void obi_ghash_holes(uint32_t y[4], const uint32_t *table, const uint32_t *in, size_t n)
 * Buffers: y 16 bytes, table 72 bytes from obi_ghash_holes_key, in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3
 * Stack: 308 bytes
 * Code: 1178 bytes
 * Cycles: m0 568233, m0plus 558757
 */
    .balign 16
    .global obi_ghash_holes
    .type obi_ghash_holes, %function
obi_ghash_holes:
    save hash_frame
    str r0, [sp, #hash_y]
    str r1, [sp, #hash_table]
    str r2, [sp, #hash_in]
    cmp r3, #0
    bne 1f
    restore hash_frame
1:
    str r3, [sp, #hash_left]
    copy_masks 9f
    ldm r0!, {r4-r7}
    rev r4, r4
    rev r5, r5
    rev r6, r6
    rev r7, r7
    str r7, [sp, #hash_state]
    str r6, [sp, #(hash_state + 4)]
    str r5, [sp, #(hash_state + 8)]
    str r4, [sp, #(hash_state + 12)]
    b 2f
    .balign 4
9:
    mask_table
2:
    ldr r0, [sp, #hash_in]
    mov r1, r0
    adds r1, r1, #16
    str r1, [sp, #hash_in]
    hash_spread
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8
    product low_words, hash_factors, 0, hash_products, \i
    product high_words, hash_reversed, 36, hash_products+4, \i
    .endr
    hash_gather
    ldr r0, [sp, #hash_left]
    subs r0, r0, #1
    str r0, [sp, #hash_left]
    beq 3f
    bl 2b
3:
    ldr r0, [sp, #hash_y]
    ldr r7, [sp, #hash_state]
    ldr r6, [sp, #(hash_state + 4)]
    ldr r5, [sp, #(hash_state + 8)]
    ldr r4, [sp, #(hash_state + 12)]
    rev r4, r4
    rev r5, r5
    rev r6, r6
    rev r7, r7
    stm r0!, {r4-r7}
    movs r0, #0
    movs r1, #0
    movs r2, #0
    movs r3, #0
    add r4, sp, #hash_state
    .rept (hash_return - hash_state) / 16
    stm r4!, {r0-r3}
    .endr
    restore hash_frame
    .balign 4
low_words:
    subroutine low_product
    .balign 4
high_words:
    subroutine high_product
    .size obi_ghash_holes, . - obi_ghash_holes
