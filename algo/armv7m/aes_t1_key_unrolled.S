/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion without loops for one-table AES on Cortex-M3 and M4 (FIPS 197, 5.2). S is the low byte of
 * obi_aes_te. Without a counter the temporary registers are all the caller's. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/aes_key.inc"

/* \w ^= SubWord(\last) ^ \rcon, rotated where \rotate is 8, while the columns \columns are stored at r0, which moves
 * on. Changes r1-r3 and r12. */
    .macro next_word w, last, rotate, rcon, first, columns:vararg
    sub_word \w, \last, \rotate, r1, r2, r3, r12, 2
    str.w \first, [r0], #place
    .set at, -place
    .irp column, \columns
    .set at, at + 4
    str \column, [r0, #at]
    .endr
    .if \rcon
    eor.w \w, \w, #\rcon
    .endif
    add_sub_word \w, r1, r2, r3, r12
    .endm

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_t1_unrolled_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 20 bytes
 * Code: 836 bytes
 * Cycles: m3 229, m4 229
 */
    .balign 16
    .global obi_aes_t1_unrolled_key128
    .type obi_aes_t1_unrolled_key128, %function
obi_aes_t1_unrolled_key128:
    push.w {r4-r7, lr}
    ldr.w lr, =obi_aes_te
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    .set place, 16
    .irp rcon, 1, 2, 4, 8, 16, 32, 64, 128, 0x1b, 0x36
    next_word r4, r7, 8, \rcon, r4, r5, r6, r7
    eor.w r5, r5, r4
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    .endr
    stm.w r0, {r4-r7}
    pop.w {r4-r7, pc}
    .ltorg
    .size obi_aes_t1_unrolled_key128, . - obi_aes_t1_unrolled_key128

/* Expands a key of 192 bits.
 *
 * Prototype: void obi_aes_t1_unrolled_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r9, changes r0-r3, r12
 * Stack: 28 bytes
 * Code: 804 bytes
 * Cycles: m3 225, m4 225
 */
    .balign 16
    .global obi_aes_t1_unrolled_key192
    .type obi_aes_t1_unrolled_key192, %function
obi_aes_t1_unrolled_key192:
    push.w {r4-r9, lr}
    ldr.w lr, =obi_aes_te
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    .set place, 24
    .irp rcon, 1, 2, 4, 8, 16, 32, 64, 128
    next_word r4, r9, 8, \rcon, r4, r5, r6, r7, r8, r9
    eor.w r5, r5, r4
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    .if \rcon != 128
    eor.w r8, r8, r7
    eor.w r9, r9, r8
    .endif
    .endr
    stm.w r0, {r4-r7}
    pop.w {r4-r9, pc}
    .ltorg
    .size obi_aes_t1_unrolled_key192, . - obi_aes_t1_unrolled_key192

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_t1_unrolled_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 1084 bytes
 * Cycles: m3 305, m4 305
 */
    .balign 16
    .global obi_aes_t1_unrolled_key256
    .type obi_aes_t1_unrolled_key256, %function
obi_aes_t1_unrolled_key256:
    push.w {r4-r11, lr}
    ldr.w lr, =obi_aes_te
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    ldr.w r10, [r1, #24]
    ldr.w r11, [r1, #28]
    .set place, 32
    .irp rcon, 1, 2, 4, 8, 16, 32, 64
    next_word r4, r11, 8, \rcon, r4, r5, r6, r7, r8, r9, r10, r11
    eor.w r5, r5, r4
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    .if \rcon != 64
    sub_word r8, r7, 0, r1, r2, r3, r12, 2
    add_sub_word r8, r1, r2, r3, r12
    eor.w r9, r9, r8
    eor.w r10, r10, r9
    eor.w r11, r11, r10
    .endif
    .endr
    stm.w r0, {r4-r7}
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_unrolled_key256, . - obi_aes_t1_unrolled_key256
