/* SPDX-License-Identifier: Apache-2.0 */
/* AES with a 256-byte S-box for Cortex-M4 (FIPS 197, 5.1 and 5.3). As in armv6m/aes_row.S the state is held as four rows
 * between rounds, with the same round keys; four bytes are doubled at once by UADD8, whose carries SEL turns into the
 * reduction. S-box, keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/load.inc"

    .macro look_ups x:vararg
    .irp r, \x
    ldrb.w \r, [lr, \r]
    .endr
    .endm

/* The four bytes of \s as indices. */
    .macro indices s, b0, b1, b2, b3
    uxtb.w \b0, \s
    uxtb.w \b1, \s, ror #8
    uxtb.w \b2, \s, ror #16
    lsr.w \b3, \s, #24
    .endm

/* \to = the bytes b0, b1, b2 and \x, each moved down by \k places; \x changes. */
    .macro combine to, x, b0, b1, b2, k
    .if \k == 0
    orr.w \x, \b0, \x, lsl #24
    orr.w \x, \x, \b1, lsl #8
    orr.w \to, \x, \b2, lsl #16
    .elseif \k == 1
    orr.w \x, \b1, \x, lsl #16
    orr.w \x, \x, \b0, lsl #24
    orr.w \to, \x, \b2, lsl #8
    .elseif \k == 2
    orr.w \x, \b2, \x, lsl #8
    orr.w \x, \x, \b0, lsl #16
    orr.w \to, \x, \b1, lsl #24
    .else
    orr.w \x, \x, \b0, lsl #8
    orr.w \x, \x, \b1, lsl #16
    orr.w \to, \x, \b2, lsl #24
    .endif
    .endm

/* SubBytes and the turns of ShiftRows on two rows, in place or from where mix_columns leaves them. */
    .macro substitute_rows to, x, k, other, y, l, a, b, c, d, e, f
    indices \x, \a, \b, \c, \x
    indices \y, \d, \e, \f, \y
    look_ups \a, \b, \c, \d, \e, \f, \x, \y
    combine \to, \x, \a, \b, \c, \k
    combine \other, \y, \d, \e, \f, \l
    .endm

/* Columns r4-r7 become rows by SubBytes and ShiftRows; the columns of bytes 0 to 3 of rows 1, 2 and 3 are given. */
    .macro columns_to_rows a1, b1, c1, d1, a2, b2, c2, d2, a3, b3, c3, d3
    uxtb.w r1, r4
    uxtb.w r2, r5
    uxtb.w r3, r6
    uxtb.w r8, r7
    uxtb.w r9, \a1, ror #8
    uxtb.w r10, \b1, ror #8
    uxtb.w r11, \c1, ror #8
    uxtb.w r12, \d1, ror #8
    look_ups r1, r2, r3, r8, r9, r10, r11, r12
    orr.w r1, r1, r2, lsl #8
    orr.w r1, r1, r3, lsl #16
    orr.w r9, r9, r10, lsl #8
    orr.w r9, r9, r11, lsl #16
    uxtb.w r2, \a2, ror #16
    uxtb.w r3, \b2, ror #16
    uxtb.w r10, \c2, ror #16
    uxtb.w r11, \d2, ror #16
    lsr.w r4, r4, #24
    lsr.w r5, r5, #24
    lsr.w r6, r6, #24
    lsr.w r7, r7, #24
    look_ups r2, r3, r10, r11, r4, r5, r6, r7
    orr.w \a3, \a3, \b3, lsl #8
    orr.w \a3, \a3, \c3, lsl #16
    orr.w r7, \a3, \d3, lsl #24
    orr.w r6, r2, r3, lsl #8
    orr.w r6, r6, r10, lsl #16
    orr.w r6, r6, r11, lsl #24
    orr.w r5, r9, r12, lsl #24
    orr.w r4, r1, r8, lsl #24
    .endm

/* \d = \x doubled in each byte; \m changes and may be \x. */
    .macro double d, x, m
    uadd8 \d, \x, \x
    eor.w \m, \d, #0x1b1b1b1b
    sel \d, \m, \d
    .endm

/* The sums of rows a0-a3 in r4-r7 that armv6m/aes_row.S says: r1 = a0 + a1, r2 = a2 + a3, r3 = a0 + a2. */
    .macro row_sums
    eor.w r1, r4, r5
    eor.w r2, r6, r7
    eor.w r3, r4, r6
    .endm

/* The new rows 1 and 3 in r10 and r3 from rows 0 and 2 in r8 and r9, these sums and r10 = 2(a0 + a2). */
    .macro odd_rows
    eor.w r1, r1, r10
    eor.w r2, r2, r10
    eor.w r10, r8, r1
    eor.w r3, r9, r2
    .endm

/* MixColumns from rows r4-r7 to r8, r10, r9, r3. */
    .macro mix_columns
    row_sums
    double r8, r1, r9
    double r9, r2, r10
    double r10, r3, r3
    eor.w r8, r8, r5
    eor.w r9, r9, r7
    eor.w r8, r8, r2
    eor.w r9, r9, r1
    odd_rows
    .endm

/* InvMixColumns likewise. With t the sum of all rows, a1 + a2 + a3 is a0 + t, and a3 + a0 + a1 is a2 + t. */
    .macro inverse_mix_columns
    row_sums
    double r10, r3, r3
    double r3, r10, r8
    eor.w r8, r1, r2
    eor.w r3, r3, r8
    eor.w r4, r4, r3
    eor.w r6, r6, r3
    double r9, r8, r8
    double r8, r9, r9
    eor.w r1, r1, r8
    eor.w r2, r2, r8
    double r8, r1, r3
    double r9, r2, r3
    eor.w r8, r8, r4
    eor.w r9, r9, r6
    odd_rows
    .endm

/* Adds the first round key to the block at r2: columns r4-r7. r0 moves by \move. */
    .macro first_key table, move
    ldr.w lr, =\table
    ldr.w r9, [r0, #4]
    ldr.w r10, [r0, #8]
    ldr.w r11, [r0, #12]
    ldr.w r8, [r0], #\move
    ldr.w r4, [r2]
    ldr.w r5, [r2, #4]
    ldr.w r6, [r2, #8]
    ldr.w r7, [r2, #12]
    eor.w r4, r4, r8
    eor.w r5, r5, r9
    eor.w r6, r6, r10
    eor.w r7, r7, r11
    .endm

/* The last round: rows w0-w3 become columns by SubBytes and ShiftRows, the key at r0 + \key is added, the block stored at
 * the pointer at sp + \output, and the function returns. t1-t6 are free, as are r11 and r12. Registers a to d name the
 * byte of row 1 that columns 0 to 3 take, e to h that of row 3. */
    .macro last_round key, output, w0, w1, w2, w3, t1, t2, t3, t4, t5, t6, a, b, c, d, e, f, g, h
    indices \w0, \t1, \t2, \t3, \w0
    indices \w1, \t4, \t5, \t6, \w1
    look_ups \t1, \t2, \t3, \t4, \t5, \t6, \w0, \w1
    orr.w \t1, \t1, \a, lsl #8
    orr.w \t2, \t2, \b, lsl #8
    orr.w \t3, \t3, \c, lsl #8
    orr.w \w0, \w0, \d, lsl #8
    indices \w2, \w1, \t4, \t5, \w2
    indices \w3, \t6, r11, r12, \w3
    look_ups \w1, \t4, \t5, \t6, r11, r12, \w2, \w3
    orr.w \t1, \t1, \t5, lsl #16
    orr.w \t2, \t2, \w2, lsl #16
    orr.w \t3, \t3, \w1, lsl #16
    orr.w \w0, \w0, \t4, lsl #16
    orr.w \t1, \t1, \e, lsl #24
    orr.w \t2, \t2, \f, lsl #24
    orr.w \t3, \t3, \g, lsl #24
    orr.w \w0, \w0, \h, lsl #24
    ldr.w \t4, [sp, #\output]
    ldr.w \w1, [r0, #\key]
    ldr.w \w2, [r0, #(\key + 4)]
    ldr.w r11, [r0, #(\key + 8)]
    ldr.w r12, [r0, #(\key + 12)]
    eor.w \t1, \t1, \w1
    eor.w \t2, \t2, \w2
    eor.w \t3, \t3, r11
    eor.w \w0, \w0, r12
    str.w \t1, [\t4]
    str.w \t2, [\t4, #4]
    str.w \t3, [\t4, #8]
    str.w \w0, [\t4, #12]
    add.w sp, sp, #8
    pop.w {r4-r11, pc}
    .endm

/* The round key at r0 + \place enters the rows that mix_columns leaves: rows r4-r7. From 0 r0 may move by \move. A load
 * that moves its base comes last, since on the M4 no other from that base overlaps it. */
    .macro add_round_key place, move=0
    load_wide r5, r0, (\place + 4)
    load_wide r6, r0, (\place + 8)
    load_wide r7, r0, (\place + 12)
    .if \move
    ldr.w r4, [r0], #\move
    .else
    load_wide r4, r0, \place
    .endif
    eor.w r5, r5, r10
    eor.w r6, r6, r9
    eor.w r7, r7, r3
    eor.w r4, r4, r8
    .endm

/* SubBytes and ShiftRows on rows r4-r7. */
    .macro substitute_state
    substitute_rows r4, r4, 0, r5, r5, 1, r1, r2, r3, r8, r9, r10
    substitute_rows r6, r6, 2, r7, r7, 3, r1, r2, r3, r8, r9, r10
    .endm

/* Encrypts one block with the keys of aes_row_key.S; out may be in.
 *
 * Prototype: void obi_aes_row_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 44 bytes
 * Code: 1068 bytes
 * Cycles: m4 798/951/1104 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_row_enc
    .type obi_aes_row_enc, %function
obi_aes_row_enc:
    add.w r3, r0, r3, lsl #4
    push.w {r1, r3-r11, lr}
    first_key obi_aes_sbox, 32
    columns_to_rows r5, r6, r7, r4, r6, r7, r4, r5, r7, r4, r5, r6
    ldr.w r11, [sp, #4]
    b.w 2f
    .balign 4
1: /* two rounds; r0 is behind the round key last added */
    substitute_state
    mix_columns
    add_round_key 0, 32
    substitute_state
2:
    mix_columns
    add_round_key -16
    cmp.w r0, r11
    bne.w 1b
    last_round 0, 0, r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r9, r10, r5, r8, r7, r10, r11, r12
    .ltorg
    .size obi_aes_row_enc, . - obi_aes_row_enc

/* Decrypts one block with the same keys; out may be in.
 *
 * Prototype: void obi_aes_row_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 44 bytes
 * Code: 832 bytes
 * Cycles: m4 927/1109/1291 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_row_dec
    .type obi_aes_row_dec, %function
obi_aes_row_dec:
    push.w {r0, r1, r4-r11, lr}
    add.w r0, r0, r3, lsl #4
    first_key obi_aes_inv_sbox, -16
    columns_to_rows r7, r4, r5, r6, r6, r7, r4, r5, r5, r6, r7, r4
    ldr.w r11, [sp]
    b.w 2f
    .balign 4
1:
    substitute_rows r4, r8, 0, r5, r10, 3, r1, r2, r4, r5, r6, r7
    substitute_rows r6, r9, 2, r7, r3, 1, r1, r2, r6, r7, r8, r10
2:
    ldr.w r9, [r0, #4]
    ldr.w r10, [r0, #8]
    ldr.w r3, [r0, #12]
    ldr.w r8, [r0], #-16
    cmp.w r0, r11
    eor.w r4, r4, r8
    eor.w r5, r5, r9
    eor.w r6, r6, r10
    eor.w r7, r7, r3
    inverse_mix_columns
    bne.w 1b
    last_round 0, 4, r8, r10, r9, r3, r1, r2, r4, r5, r6, r7, r10, r5, r6, r7, r11, r12, r3, r7
    .ltorg
    .size obi_aes_row_dec, . - obi_aes_row_dec
