/* SPDX-License-Identifier: Apache-2.0 */
/* AES with a 256-byte S-box for Cortex-M4 in little code (FIPS 197, 5.1 and 5.3), on columns and the round keys of the
 * standard (aes_small_key.S). MixColumns of a column c is 2u + c + u turned, c by one byte and u by two, where u is c and
 * c turned by one. S-box, keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .text

    .macro look_ups x:vararg
    .irp r, \x
    ldrb.w \r, [lr, \r]
    .endr
    .endm

/* SubBytes and ShiftRows: byte i of the columns in r1, r9, r12 and \d is that of \a-\d, and of what follows each by i
 * places. Changes r1, r2, r8-r12. */
    .macro substitute a, b, c, d
    uxtb.w r1, \a
    uxtb.w r2, \b, ror #8
    uxtb.w r12, \c, ror #16
    lsr.w r8, \d, #24
    uxtb.w r9, \b
    uxtb.w r10, \c, ror #8
    uxtb.w r11, \d, ror #16
    look_ups r1, r2, r12, r8, r9, r10, r11
    orr.w r1, r1, r2, lsl #8
    orr.w r1, r1, r12, lsl #16
    orr.w r1, r1, r8, lsl #24
    orr.w r9, r9, r10, lsl #8
    orr.w r9, r9, r11, lsl #16
    lsr.w r2, \a, #24
    uxtb.w r12, \c
    uxtb.w r8, \d, ror #8
    uxtb.w r10, \a, ror #16
    lsr.w r11, \b, #24
    uxtb.w \d, \d
    uxtb.w \a, \a, ror #8
    uxtb.w \b, \b, ror #16
    lsr.w \c, \c, #24
    look_ups r2, r12, r8, r10, r11, \d, \a, \b, \c
    orr.w r9, r9, r2, lsl #24
    orr.w r12, r12, r8, lsl #8
    orr.w r12, r12, r10, lsl #16
    orr.w r12, r12, r11, lsl #24
    orr.w \d, \d, \a, lsl #8
    orr.w \d, \d, \b, lsl #16
    orr.w \d, \d, \c, lsl #24
    .endm

/* \to = \x doubled in each byte. Changes r10. */
    .macro double to, x
    uadd8 \to, \x, \x
    eor.w r10, \to, #0x1b1b1b1b
    sel \to, r10, \to
    .endm

/* \to = MixColumns of \x + \key, which changes as r2, r8 and r10 do. */
    .macro mix_column to, key, x
    eor.w r2, \x, \x, ror #8
    double r8, r2
    eor.w \key, \key, r8
    eor.w \key, \key, \x, ror #8
    eor.w \to, \key, r2, ror #16
    .endm

/* InvMixColumns of \x: MixColumns after each byte got four times its sum with the one across. */
    .macro inverse_mix_column x
    eor.w r2, \x, \x, ror #16
    double r2, r2
    double r2, r2
    eor.w \x, \x, r2
    eor.w r2, \x, \x, ror #8
    double r8, r2
    eor.w r8, r8, \x, ror #8
    eor.w \x, r8, r2, ror #16
    .endm

/* The block at r2 and the round key at r0 added in r4-r7. */
    .macro first_key table, step
    ldr.w r4, [r2]
    ldr.w r5, [r2, #4]
    ldr.w r6, [r2, #8]
    ldr.w r7, [r2, #12]
    ldr.w r9, [r0, #4]
    ldr.w r10, [r0, #8]
    ldr.w r11, [r0, #12]
    ldr.w r8, [r0], #\step
    ldr.w lr, =\table
    eor.w r4, r4, r8
    eor.w r5, r5, r9
    eor.w r6, r6, r10
    eor.w r7, r7, r11
    .endm

/* Encrypts one block with the keys of aes_small_key.S; out may be in.
 *
 * Prototype: void obi_aes_small_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 392 bytes
 * Cycles: m4 844/1008/1172 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_small_enc
    .type obi_aes_small_enc, %function
obi_aes_small_enc:
    push.w {r1, r4-r11, lr}
    first_key obi_aes_sbox, 16
    b.w 2f
    .balign 4
1:
    mix_column r4, r4, r1
    mix_column r5, r5, r9
    mix_column r6, r6, r12
    mix_column r7, r11, r7
2:
    substitute r4, r5, r6, r7
    ldm.w r0!, {r4-r6, r11}
    subs.w r3, r3, #1
    bne.w 1b
    eor.w r1, r1, r4
    eor.w r2, r9, r5
    eor.w r3, r12, r6
    eor.w r12, r7, r11
    pop.w {r0, r4-r11, lr}
    stm.w r0, {r1-r3, r12}
    bx lr
    .ltorg
    .size obi_aes_small_enc, . - obi_aes_small_enc

/* Decrypts one block with the same keys; out may be in.
 *
 * Prototype: void obi_aes_small_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 508 bytes
 * Cycles: m4 1134/1362/1590 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_small_dec
    .type obi_aes_small_dec, %function
obi_aes_small_dec:
    push.w {r1, r4-r11, lr}
    add.w r0, r0, r3, lsl #4
    first_key obi_aes_inv_sbox, 0
    b.w 2f
    .balign 4
1:
    inverse_mix_column r4
    inverse_mix_column r5
    inverse_mix_column r6
    inverse_mix_column r7
2: /* the columns the other way round */
    substitute r4, r7, r6, r5
    ldmdb.w r0!, {r4, r6, r7, r11}
    subs.w r3, r3, #1
    eor.w r4, r4, r1
    eor.w r5, r5, r6
    eor.w r6, r7, r12
    eor.w r7, r11, r9
    bne.w 1b
    ldr.w r0, [sp], #4
    stm.w r0, {r4-r7}
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_small_dec, . - obi_aes_small_dec
