/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 compression on the mmCAU of a Cortex-M4 or M7 (FIPS 180-4, section 6.2.2). The unit does the rounds; the core,
 * which rotates in its operands, expands the message meanwhile: an access to the unit takes it longer. Interrupts are
 * masked for a block. Constant time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv7m/unit.inc"

    .equ ADRA_7_T_C, 0x96594b26  /* ADRA CA7, HF2T, HF2C */
    .equ MVAR_8_S_M, 0xa6994327  /* MVAR CA8, HF2S, HF2M */
    .equ SHS2, 0xd4000000

    .equ o_words, 0     /* 65 words, of which the last is not used */
    .equ o_state, 264
    .equ o_in, 268
    .equ o_n, 272
    .equ o_end, 276

/* The unit's part of a round: r3 is the constant and the word. */
    .macro begin_round
    str.w r3, [r12, #CAU_LDR_CAA]
    str.w r9, [r12]
    .endm

/* A round, and meanwhile the word after its own: \x becomes W(i) out of W(i - 2), \p = W(i - 16) and \q, which becomes
 * W(i - 15). \j: words from lr to W(i - 16). A load right behind a store, and an access right behind a word of three
 * commands, would wait. */
    .macro expanding_round j, x, p, q
    begin_round
    ror.w r4, \x, #17
    ldr.w \q, [lr, #(4 * (\j + 1))]
    ldr.w r2, [lr, #(4 * (\j + 9))]
    ldr.w r3, [r8, #(4 * \j)]
    str.w r10, [r12]
    eor.w r4, r4, \x, ror #19
    eor.w r4, r4, \x, lsr #10
    str.w r11, [r12]
    add.w \p, \p, r2
    add.w \p, \p, r4
    ror.w r4, \q, #7
    eor.w r4, r4, \q, ror #18
    eor.w r4, r4, \q, lsr #3
    add.w \x, \p, r4
    add.w r3, r3, \x
    str.w \x, [lr, #(4 * (\j + 16))]
    .endm

/* void obi_mmcau_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 *
 * n_blocks >= 1; in: any alignment. */
    .section .text.obi_mmcau_sha256_blocks, "ax", %progbits
    .balign 4
    .global obi_mmcau_sha256_blocks
    .type obi_mmcau_sha256_blocks, %function
obi_mmcau_sha256_blocks:
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_n]
    constant r12, CAU
    constant r9, ADRA_7_T_C
    constant r10, MVAR_8_S_M
    constant r11, SHS2
1:  addw lr, r12, #CAU_LDR_CA0
    mask r8
    str.w r8, [sp, #o_words]
    ldr.w r8, [sp, #o_state]
    ldmia.w r8!, {r0, r2-r4}
    stmia.w lr!, {r0, r2-r4}
    ldmia.w r8, {r0, r2-r4}
    stmia.w lr, {r0, r2-r4}
    ldr.w r8, =obi_mmcau_sha256_constants
    ldr.w r7, [sp, #o_words] /* PRIMASK */
    mov.w lr, sp
    add.w r6, sp, #(4 * 16)
    ldr.w r0, [r1], #4
    ldr.w r3, [r8], #4
    rev.w r0, r0
    str.w r0, [lr], #4
    add.w r3, r3, r0
2:  .rept 3
    begin_round
    nop.w
    ldr.w r0, [r1], #4
    ldr.w r3, [r8], #4
    str.w r10, [r12]
    rev.w r0, r0
    add.w r3, r3, r0
    str.w r11, [r12]
    str.w r0, [lr], #4
    .endr
    cmp.w lr, r6
    bne.n 2b
    str.w r1, [sp, #o_in]
    /* The last of sixteen words is on its way; W(16) follows. */
    mov.w lr, sp
    ldr.w r0, [lr]
    ldr.w r5, [lr, #(4 * 14)]
    ldr.w r6, [lr, #(4 * 15)]
    expanding_round 0, r5, r0, r1
    add.w lr, lr, #4
    add.w r8, r8, #4
3:  expanding_round 0, r6, r1, r0
    expanding_round 1, r5, r0, r1
    expanding_round 2, r6, r1, r0
    expanding_round 3, r5, r0, r1
    expanding_round 4, r6, r1, r0
    expanding_round 5, r5, r0, r1
    expanding_round 6, r6, r1, r0
    expanding_round 7, r5, r0, r1
    add.w r8, r8, #32
    add.w lr, lr, #32
    add.w r2, sp, #(4 * 41)
    cmp.w lr, r2
    bne.w 3b
    /* W(17 + 40 - 1) is on its way: eight rounds are left, of which seven expand. */
    expanding_round 0, r6, r1, r0
    expanding_round 1, r5, r0, r1
    expanding_round 2, r6, r1, r0
    expanding_round 3, r5, r0, r1
    expanding_round 4, r6, r1, r0
    expanding_round 5, r5, r0, r1
    expanding_round 6, r6, r1, r0
    begin_round
    ldr.w r8, [sp, #o_state]
    str.w r10, [r12]
    ldr.w r6, [sp, #o_n]
    str.w r11, [r12]
    .irp k, 0, 2, 4, 6
    ldr.w r0, [r8, #(4 * \k)]
    ldr.w r2, [r8, #(4 * \k + 4)]
    ldr.w r3, [r12, #(CAU_STR_CA0 + 4 * \k)]
    ldr.w r4, [r12, #(CAU_STR_CA0 + 4 * \k + 4)]
    add.w r0, r0, r3
    add.w r2, r2, r4
    str.w r0, [r8, #(4 * \k)]
    str.w r2, [r8, #(4 * \k + 4)]
    .endr
    unmask r7
    ldr.w r1, [sp, #o_in]
    subs.w r6, r6, #1
    str.w r6, [sp, #o_n]
    bne.w 1b
    add.w sp, sp, #o_end
    pop.w {r4-r11, pc}
    .pool
    .size obi_mmcau_sha256_blocks, . - obi_mmcau_sha256_blocks
