/* SPDX-License-Identifier: Apache-2.0 */
/* Counter mode on one-table AES for Cortex-M3 and M4 (SP 800-38A, 6.5), with a 32-bit big-endian counter that wraps within
 * its word. While only the lowest byte of the counter moves, three columns of round 1 and all of round 2 but four
 * look-ups stay as they are: they are computed once for up to 256 blocks. The time of a call therefore depends on the
 * counter, which must be public. The later round keys are copied to the stack, which makes a thirteenth register free:
 * a round then needs two runs of loads instead of three. Tables, keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/aes_t1.inc"

/* One round with the keys at sp + \key: columns s0-s3 become g, h, i, b. All thirteen registers change. */
    .macro stack_round s0, s1, s2, s3, a, b, c, d, e, f, g, h, i, key
    indices \s0, \a, \b, \c, \s0
    indices \s1, \d, \e, \f, \s1
    words \a, \b, \c, \d, \e, \f, \s0, \s1
    ldr.w \g, [sp, #(\key)]
    ldr.w \h, [sp, #(\key + 4)]
    ldr.w \i, [sp, #(\key + 8)]
    eor.w \f, \f, \b, ror #8
    eor.w \g, \g, \a, ror #24
    eor.w \i, \i, \c, ror #8
    eor.w \i, \i, \s1
    eor.w \g, \g, \e, ror #16
    eor.w \h, \h, \d, ror #24
    eor.w \h, \h, \s0
    indices \s2, \c, \b, \a, \s2
    indices \s3, \s0, \e, \d, \s3
    words \a, \b, \c, \d, \e, \s0, \s2, \s3
    ldr.w \s1, [sp, #(\key + 12)]
    eor.w \g, \g, \a, ror #8
    eor.w \g, \g, \s3
    eor.w \h, \h, \b, ror #16
    eor.w \h, \h, \d, ror #8
    eor.w \i, \i, \c, ror #24
    eor.w \i, \i, \e, ror #16
    eor.w \s1, \s1, \f, ror #8
    eor.w \s1, \s1, \s0, ror #24
    eor.w \b, \s1, \s2
    .endm

/* \t ^= the table word of byte \byte of \s, in its row. Changes r12. */
    .macro add_byte t, s, byte
    ubfx r12, \s, #(8 * \byte), #8
    ldr.w r12, [lr, r12, lsl #2]
    .if \byte == 3
    eor.w \t, \t, r12
    .else
    eor.w \t, \t, r12, ror #(24 - 8 * \byte)
    .endif
    .endm

/* The frame: the keys from round 3 on, then these words. */
    .equ o_fixed, 0     /* columns of round 2 without the share of column 0 of round 1 */
    .equ o_column, 16   /* column 0 of round 1 without the share of the counter byte */
    .equ o_byte, 20     /* the key byte under the counter byte */
    .equ o_in, 24
    .equ o_delta, 28    /* out - in */
    .equ o_count, 32    /* minus the blocks left of the group, and the counter byte: upper and lower half */
    .equ o_left, 36     /* blocks after the group */
    .equ o_counter, 40
    .equ o_keys, 44
    .equ o_end, 48

    .macro ctr bits, rounds
    .equ keys_end, 16 * (\rounds - 2)
    .balign 16
obi_aes_t1_ctr\bits:
    push.w {r4-r11, lr}
    ldr.w r12, [sp, #36]
    cmp.w r12, #0
    beq.w 9f
    sub.w sp, sp, #(keys_end + o_end)
    add.w lr, sp, #keys_end
    str.w r12, [lr, #o_left]
    str.w r0, [lr, #o_keys]
    str.w r1, [lr, #o_counter]
    str.w r3, [lr, #o_in]
    sub.w r2, r2, r3
    str.w r2, [lr, #o_delta]
    add.w r0, r0, #48
    mov.w r1, sp
    .rept (\rounds - 2) / 2
    ldm.w r0!, {r4-r11}
    stm.w r1!, {r4-r11}
    .endr
    ldr.w lr, =obi_aes_te
1: /* a group of blocks with the same upper 120 bits of the counter */
    ldr.w r0, [sp, #(keys_end + o_keys)]
    ldr.w r1, [sp, #(keys_end + o_counter)]
    ldr.w r10, [sp, #(keys_end + o_left)]
    ldr.w r4, [r1]
    ldr.w r5, [r1, #4]
    ldr.w r6, [r1, #8]
    ldr.w r7, [r1, #12]
    rev.w r8, r7
    uxtb.w r2, r8
    rsb.w r9, r2, #256
    cmp.w r9, r10
    it hi
    movhi.w r9, r10
    sub.w r10, r10, r9
    str.w r10, [sp, #(keys_end + o_left)]
    add.w r8, r8, r9
    rev.w r8, r8
    str.w r8, [r1, #12]
    rsb.w r9, r9, #0
    add.w r8, r2, r9, lsl #16
    ldm.w r0!, {r1, r2, r3, r9}
    eor.w r4, r4, r1
    eor.w r5, r5, r2
    eor.w r6, r6, r3
    eor.w r7, r7, r9
    lsr.w r9, r9, #24
    str.w r9, [sp, #(keys_end + o_byte)]
    ldm.w r0!, {r1, r2, r3, r9}
    add_byte r1, r4, 0
    add_byte r1, r5, 1
    add_byte r1, r6, 2
    str.w r1, [sp, #(keys_end + o_column)]
    add_byte r2, r5, 0
    add_byte r2, r6, 1
    add_byte r2, r7, 2
    add_byte r2, r4, 3
    add_byte r3, r6, 0
    add_byte r3, r7, 1
    add_byte r3, r4, 2
    add_byte r3, r5, 3
    add_byte r9, r7, 0
    add_byte r9, r4, 1
    add_byte r9, r5, 2
    add_byte r9, r6, 3
    ldm.w r0, {r4-r7}
    add_byte r4, r2, 1
    add_byte r4, r3, 2
    add_byte r4, r9, 3
    add_byte r5, r2, 0
    add_byte r5, r3, 1
    add_byte r5, r9, 2
    add_byte r6, r3, 0
    add_byte r6, r9, 1
    add_byte r6, r2, 3
    add_byte r7, r9, 0
    add_byte r7, r2, 2
    add_byte r7, r3, 3
    add.w r0, sp, #(keys_end + o_fixed)
    stm.w r0, {r4-r7}
    ldr.w r9, [sp, #(keys_end + o_in)]
    .balign 4
2: /* a block; the carry that ends the group stays in the flags until its end */
    ldr.w r4, [sp, #(keys_end + o_byte)]
    ldr.w r5, [sp, #(keys_end + o_column)]
    str.w r9, [sp, #(keys_end + o_in)]
    eor.w r4, r4, r8
    uxtb.w r4, r4
    adds.w r8, r8, #0x00010001
    ldr.w r4, [lr, r4, lsl #2]
    str.w r8, [sp, #(keys_end + o_count)]
    eor.w r5, r5, r4
    uxtb.w r0, r5
    lsr.w r1, r5, #24
    uxtb.w r2, r5, ror #16
    uxtb.w r3, r5, ror #8
    words r0, r1, r2, r3
    ldr.w r4, [sp, #(keys_end + o_fixed)]
    ldr.w r5, [sp, #(keys_end + o_fixed + 4)]
    ldr.w r6, [sp, #(keys_end + o_fixed + 8)]
    ldr.w r7, [sp, #(keys_end + o_fixed + 12)]
    eor.w r0, r4, r0, ror #24
    eor.w r1, r5, r1
    eor.w r2, r6, r2, ror #8
    eor.w r3, r7, r3, ror #16
    .set round_key, 0
    .rept (\rounds - 4) / 2
    stack_round r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, round_key
    stack_round r10, r11, r12, r5, r4, r3, r6, r7, r8, r9, r0, r1, r2, (round_key + 16)
    .set round_key, round_key + 32
    .endr
    stack_round r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, round_key
    indices r10, r4, r3, r6, r10
    indices r11, r7, r8, r9, r11
    bytes 2, r4, r3, r6, r7, r8, r9, r10, r11
    ldr.w r0, [sp, #(round_key + 16)]
    ldr.w r1, [sp, #(round_key + 20)]
    ldr.w r2, [sp, #(round_key + 24)]
    eor.w r9, r3, r9, lsl #8
    eor.w r0, r0, r4
    eor.w r2, r2, r6, lsl #16
    eor.w r2, r2, r11, lsl #24
    eor.w r0, r0, r8, lsl #8
    eor.w r1, r1, r7
    eor.w r1, r1, r10, lsl #24
    indices r12, r6, r3, r4, r12
    indices r5, r10, r8, r7, r5
    bytes 2, r4, r3, r6, r7, r8, r10, r12, r5
    ldr.w r11, [sp, #(round_key + 28)]
    eor.w r0, r0, r4, lsl #16
    eor.w r0, r0, r5, lsl #24
    eor.w r1, r1, r3, lsl #8
    eor.w r1, r1, r7, lsl #16
    eor.w r2, r2, r6
    eor.w r2, r2, r8, lsl #8
    eor.w r11, r11, r9, lsl #8
    eor.w r11, r11, r10
    eor.w r11, r11, r12, lsl #24
    ldr.w r9, [sp, #(keys_end + o_in)]
    ldr.w r3, [sp, #(keys_end + o_delta)]
    ldr.w r8, [sp, #(keys_end + o_count)]
    ldr.w r4, [r9]
    ldr.w r5, [r9, #4]
    ldr.w r6, [r9, #8]
    ldr.w r7, [r9, #12]
    add.w r3, r3, r9
    add.w r9, r9, #16
    eor.w r0, r0, r4
    eor.w r1, r1, r5
    eor.w r2, r2, r6
    eor.w r11, r11, r7
    str.w r0, [r3]
    str.w r1, [r3, #4]
    str.w r2, [r3, #8]
    str.w r11, [r3, #12]
    bcc.w 2b
    str.w r9, [sp, #(keys_end + o_in)]
    ldr.w r10, [sp, #(keys_end + o_left)]
    cmp.w r10, #0
    bne.w 1b
    .irp r, r4, r5, r6, r7, r8, r9, r10, r11
    mov.w \r, #0
    .endr
    .rept keys_end / 32
    stm.w sp!, {r4-r11}
    .endr
    stm.w sp!, {r4-r9} /* as far as o_in, from where on nothing depends on the key */
    add.w sp, sp, #(o_end - o_in)
9:
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_ctr\bits, . - obi_aes_t1_ctr\bits
    .endm

/* Encrypts or decrypts n blocks and advances the counter by n; out may be in.
 *
 * Prototype: void obi_aes_t1_ctr128(const uint32_t rk[44], uint32_t counter[4], uint32_t *out, const uint32_t *in,
 *                                size_t n)
 * Buffers: rk 176 bytes, counter 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 212 bytes
 * Code: 2464 bytes
 * Cycles: m3 122732, m4 122732
 */
    .global obi_aes_t1_ctr128
    .type obi_aes_t1_ctr128, %function
    ctr 128, 10

/* Encrypts or decrypts n blocks and advances the counter by n; out may be in.
 *
 * Prototype: void obi_aes_t1_ctr192(const uint32_t rk[52], uint32_t counter[4], uint32_t *out, const uint32_t *in,
 *                                size_t n)
 * Buffers: rk 208 bytes, counter 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 244 bytes
 * Code: 2892 bytes
 * Cycles: m3 150407, m4 150407
 */
    .global obi_aes_t1_ctr192
    .type obi_aes_t1_ctr192, %function
    ctr 192, 12

/* Encrypts or decrypts n blocks and advances the counter by n; out may be in.
 *
 * Prototype: void obi_aes_t1_ctr256(const uint32_t rk[60], uint32_t counter[4], uint32_t *out, const uint32_t *in,
 *                                size_t n)
 * Buffers: rk 240 bytes, counter 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 276 bytes
 * Code: 3320 bytes
 * Cycles: m3 178082, m4 178082
 */
    .global obi_aes_t1_ctr256
    .type obi_aes_t1_ctr256, %function
    ctr 256, 14
