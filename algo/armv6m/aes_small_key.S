/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for aes_small.S: the words of FIPS 197, 5.2, with a 256-byte S-box, in little code. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv6m/aes_rows.inc"

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_small_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 16 bytes
 * Code: 84 bytes
 * Cycles: m0 391, m0plus 379
 */
table .req r3
    .balign 4
    .global obi_aes_small_key128
    .type obi_aes_small_key128, %function
obi_aes_small_key128:
    push {r4-r7}
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldr table, =obi_aes_sbox
    movs r2, #1
    lsls r1, r2, #8
    mov r12, r1
1:
    eors r4, r2
    enter_word r4, r7
    lsls r2, r2, #1
    eors r5, r4
    eors r6, r5
    eors r7, r6
    stm r0!, {r4-r7}
    cmp r2, r12
    bne 1b
    movs r1, #0x6c
    cmp r2, r1
    beq 2f
    mov r12, r1
    movs r2, #0x1b
    b 1b
2:
    pop {r4-r7}
    bx lr
    .ltorg
    .size obi_aes_small_key128, . - obi_aes_small_key128
    .unreq table

/* Expands a key of 192 bits.
 *
 * Prototype: void obi_aes_small_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 20 bytes
 * Code: 84 bytes
 * Cycles: m0 371, m0plus 362
 */
table .req r0
    .balign 4
    .global obi_aes_small_key192
    .type obi_aes_small_key192, %function
obi_aes_small_key192:
    push {r4-r7, lr}
    ldm r1!, {r2-r7}
    mov r12, r0
    ldr table, =obi_aes_sbox
    movs r1, #1
    mov lr, r1
1:
    mov r1, r12
    stm r1!, {r2-r7}
    mov r12, r1
    enter_word r2, r7
    mov r1, lr
    eors r2, r1
    add lr, lr
    lsls r1, r1, #25 /* the carry is set by the last constant, 0x80, and stays */
    eors r3, r2
    eors r4, r3
    eors r5, r4
    eors r6, r5
    eors r7, r6
    bcc 1b
    mov r1, r12
    stm r1!, {r2-r5}
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_small_key192, . - obi_aes_small_key192
    .unreq table

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_small_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 16 bytes
 * Code: 124 bytes
 * Cycles: m0 553, m0plus 544
 */
table .req r3
    .balign 4
    .global obi_aes_small_key256
    .type obi_aes_small_key256, %function
obi_aes_small_key256:
    push {r4-r7}
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldm r1!, {r4-r7}
    mov r1, r0
    stm r1!, {r4-r7}
    subs r0, r0, #16
    ldr table, =obi_aes_sbox
    movs r2, #1
    mov r12, r2
1: /* r0 is eight words back, r1 where the next ones go; r7 is the last */
    mov r2, r12
    add r12, r12
    enter_word r2, r7, 1, r4, r0, 28
    ldm r0!, {r4-r7}
    eors r4, r2
    eors r5, r4
    eors r6, r5
    eors r7, r6
    stm r1!, {r4-r7}
    mov r2, r12
    lsrs r2, r2, #7
    bne 2f
    enter_word r2, r7, 0, r4, r0, 28
    ldm r0!, {r4-r7}
    eors r4, r2
    eors r5, r4
    eors r6, r5
    eors r7, r6
    stm r1!, {r4-r7}
    b 1b
2:
    pop {r4-r7}
    bx lr
    .ltorg
    .size obi_aes_small_key256, . - obi_aes_small_key256
