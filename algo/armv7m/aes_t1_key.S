/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for one-table AES on Cortex-M3 and M4 (FIPS 197, 5.2 and 5.3.5). S is the low byte of obi_aes_te. */
    .syntax unified
    .thumb
    .text

/* \w ^= SubWord(\last), rotated down by a byte where \rotate is 8. Changes a-d; lr is the table. */
    .macro sub_word w, last, rotate, a, b, c, d
    uxtb.w \a, \last, ror #\rotate
    uxtb.w \b, \last, ror #(8 + \rotate)
    uxtb.w \c, \last, ror #(16 + \rotate)
    .if \rotate
    uxtb.w \d, \last
    .else
    lsr.w \d, \last, #24
    .endif
    ldrb.w \a, [lr, \a, lsl #2]
    ldrb.w \b, [lr, \b, lsl #2]
    ldrb.w \c, [lr, \c, lsl #2]
    ldrb.w \d, [lr, \d, lsl #2]
    .endm

    .macro add_sub_word w, a, b, c, d
    eor.w \w, \w, \a
    eor.w \w, \w, \b, lsl #8
    eor.w \w, \w, \c, lsl #16
    eor.w \w, \w, \d, lsl #24
    .endm

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_t1_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r10, changes r0, r2-r3, r12
 * Stack: 32 bytes
 * Code: 152 bytes
 * Cycles: m3 286, m4 286
 */
    .balign 16
    .global obi_aes_t1_key128
    .type obi_aes_t1_key128, %function
obi_aes_t1_key128:
    push.w {r4-r10, lr}
    ldr.w lr, =obi_aes_te
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    mov.w r2, #1
    mov.w r3, #0x100
    .balign 4
1: /* the stores of the columns before fill the shadow of the look-ups */
    sub_word r4, r7, 8, r8, r9, r10, r12
    str.w r4, [r0], #16
    str.w r5, [r0, #-12]
    str.w r6, [r0, #-8]
    str.w r7, [r0, #-4]
    eor.w r4, r4, r2
    lsl.w r2, r2, #1
    add_sub_word r4, r8, r9, r10, r12
    cmp.w r2, r3
    eor.w r5, r5, r4
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    bne.w 1b
    cmp.w r3, #0x6c
    mov.w r2, #0x1b
    mov.w r3, #0x6c
    bne.w 1b
    stm.w r0, {r4-r7}
    pop.w {r4-r10, pc}
    .ltorg
    .size obi_aes_t1_key128, . - obi_aes_t1_key128

/* Expands a key of 192 bits.
 *
 * Prototype: void obi_aes_t1_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0, r2-r3, r12
 * Stack: 36 bytes
 * Code: 156 bytes
 * Cycles: m3 263, m4 263
 */
    .balign 16
    .global obi_aes_t1_key192
    .type obi_aes_t1_key192, %function
obi_aes_t1_key192:
    push.w {r4-r11, lr}
    ldr.w lr, =obi_aes_te
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    ldr.w r8, [r1, #16]
    ldr.w r9, [r1, #20]
    mov.w r2, #1
    .balign 4
1:
    sub_word r4, r9, 8, r10, r11, r12, r3
    str.w r4, [r0], #24
    str.w r5, [r0, #-20]
    str.w r6, [r0, #-16]
    str.w r7, [r0, #-12]
    str.w r8, [r0, #-8]
    str.w r9, [r0, #-4]
    eor.w r4, r4, r2
    add_sub_word r4, r10, r11, r12, r3
    lsl.w r2, r2, #1
    eor.w r5, r5, r4
    cmp.w r2, #0x100
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    eor.w r8, r8, r7
    eor.w r9, r9, r8
    bne.w 1b
    stm.w r0, {r4-r7}
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_key192, . - obi_aes_t1_key192

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_t1_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 232 bytes
 * Cycles: m3 343, m4 343
 */
    .balign 16
    .global obi_aes_t1_key256
    .type obi_aes_t1_key256, %function
obi_aes_t1_key256:
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
    mov.w r12, #1
    stm.w r0!, {r4-r7}
    b.w 2f
    .balign 4
1:
    uxtb.w r1, r7
    uxtb.w r2, r7, ror #8
    uxtb.w r3, r7, ror #16
    ldrb.w r1, [lr, r1, lsl #2]
    ldrb.w r2, [lr, r2, lsl #2]
    ldrb.w r3, [lr, r3, lsl #2]
    eor.w r8, r8, r1
    lsr.w r1, r7, #24
    eor.w r8, r8, r2, lsl #8
    ldrb.w r1, [lr, r1, lsl #2]
    str.w r4, [r0], #16
    str.w r5, [r0, #-12]
    str.w r6, [r0, #-8]
    str.w r7, [r0, #-4]
    eor.w r8, r8, r3, lsl #16
    eor.w r8, r8, r1, lsl #24
    eor.w r9, r9, r8
    eor.w r10, r10, r9
    eor.w r11, r11, r10
2:
    uxtb.w r1, r11, ror #8
    uxtb.w r2, r11, ror #16
    lsr.w r3, r11, #24
    ldrb.w r1, [lr, r1, lsl #2]
    ldrb.w r2, [lr, r2, lsl #2]
    ldrb.w r3, [lr, r3, lsl #2]
    eor.w r4, r4, r12
    eor.w r4, r4, r1
    uxtb.w r1, r11
    eor.w r4, r4, r2, lsl #8
    ldrb.w r1, [lr, r1, lsl #2]
    str.w r8, [r0], #16
    str.w r9, [r0, #-12]
    str.w r10, [r0, #-8]
    str.w r11, [r0, #-4]
    eor.w r4, r4, r3, lsl #16
    eor.w r4, r4, r1, lsl #24
    lsl.w r12, r12, #1
    eor.w r5, r5, r4
    cmp.w r12, #0x80
    eor.w r6, r6, r5
    eor.w r7, r7, r6
    bne.w 1b
    stm.w r0, {r4-r7}
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_key256, . - obi_aes_t1_key256

/* Turns an expanded key into the one of the equivalent inverse cipher, in place: InvMixColumns on all but its ends.
 *
 * Prototype: void obi_aes_t1_key_dec(uint32_t *rk, uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 184 bytes
 * Cycles: m3 717/869/1021, m4 717/869/1021 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_t1_key_dec
    .type obi_aes_t1_key_dec, %function
obi_aes_t1_key_dec:
    push.w {r4-r11, lr}
    ldr.w lr, =obi_aes_te
    ldr.w r12, =obi_aes_td
    ldr.w r2, [r0, #16]!
    ldr.w r3, [r0, #4]
    sub.w r1, r1, #1
    add.w r1, r0, r1, lsl #4
    .balign 4
1: /* two columns a turn: Td of S of a byte is its InvMixColumns */
    uxtb.w r4, r2
    uxtb.w r5, r2, ror #8
    uxtb.w r6, r2, ror #16
    lsr.w r7, r2, #24
    uxtb.w r8, r3
    uxtb.w r9, r3, ror #8
    uxtb.w r10, r3, ror #16
    lsr.w r11, r3, #24
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    ldrb.w \r, [lr, \r, lsl #2]
    .endr
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    ldr.w \r, [r12, \r, lsl #2]
    .endr
    ldr.w r2, [r0, #8]
    ldr.w r3, [r0, #12]
    eor.w r7, r7, r4, ror #24
    eor.w r7, r7, r5, ror #16
    eor.w r7, r7, r6, ror #8
    eor.w r11, r11, r8, ror #24
    eor.w r11, r11, r9, ror #16
    eor.w r11, r11, r10, ror #8
    str.w r7, [r0], #8
    str.w r11, [r0, #-4]
    cmp.w r0, r1
    bne.w 1b
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_key_dec, . - obi_aes_t1_key_dec
