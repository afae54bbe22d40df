/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 compression on the mmCAU of a Cortex-M4 or M7 (FIPS 180-4, section 6.1.2). The unit does the rounds, and the core
 * expands the message meanwhile. Interrupts are masked for a block. Constant time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv7m/unit.inc"

    /* The end of a round, and f and e of the next. */
    .equ SHS_CHOOSE, 0xcc192256   /* SHS, HFC, ADRA CA4 */
    .equ SHS_PARITY, 0xcc191256   /* SHS, HFP, ADRA CA4 */
    .equ SHS_MAJORITY, 0xcc192a56 /* SHS, HFM, ADRA CA4 */
    .equ SHS, 0xcc000000

    .equ o_state, 320
    .equ o_in, 324
    .equ o_n, 328
    .equ o_primask, 332
    .equ o_end, 336

    .macro phase command, constant
    constant r10, \command
    constant r11, \constant
    .endm

/* A round that reads its word \w from the message. */
    .macro loading_round w
    str.w r10, [r12]
    ldr.w \w, [r1], #4
    rev.w \w, \w
    add.w r2, \w, r11
    str.w \w, [lr], #4
    str.w r2, [r12, #CAU_ADR_CAA]
    .endm

/* A round that computes its word W(i) to \w: \old is W(i - 16) and becomes W(i - 14), \x is W(i - 3). \j: words from lr
 * to W(i - 16). */
    .macro expanding_round j, w, x, old
    str.w r10, [r12]
    eor.w r2, \old, \x
    ldr.w \old, [lr, #(4 * (\j + 2))]
    ldr.w r3, [lr, #(4 * (\j + 8))]
    eor.w r2, r2, \old
    eor.w r2, r2, r3
    ror.w \w, r2, #31
    add.w r2, r11, r2, ror #31
    str.w \w, [lr, #(4 * (\j + 16))]
    str.w r2, [r12, #CAU_ADR_CAA]
    .endm

/* \count times four rounds. */
    .macro expanding_rounds count
    add.w r0, lr, #(16 * \count)
3:  expanding_round 0, r5, r6, r4
    expanding_round 1, r6, r7, r9
    expanding_round 2, r7, r8, r4
    expanding_round 3, r8, r5, r9
    add.w lr, lr, #16
    cmp.w lr, r0
    bne.n 3b
    .endm

/* void obi_mmcau_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 *
 * n_blocks >= 1; in: any alignment. */
    .section .text.obi_mmcau_sha1_blocks, "ax", %progbits
    .balign 4
    .global obi_mmcau_sha1_blocks
    .type obi_mmcau_sha1_blocks, %function
obi_mmcau_sha1_blocks:
    push.w {r4-r11, lr}
    sub.w sp, sp, #o_end
    str.w r0, [sp, #o_state]
    str.w r2, [sp, #o_n]
    constant r12, CAU
1:  addw lr, r12, #CAU_LDR_CAA
    ldmia.w r0, {r2-r6}
    ror.w r4, r4, #30
    mask r0
    str.w r0, [sp, #o_primask]
    /* The words before SHS: it turns the first to the place of a, and c right by two bits. */
    stmia.w lr, {r2-r6}
    phase SHS_CHOOSE, 0x5a827999
    mov.w lr, sp
    add.w r0, sp, #48
2:  loading_round r5
    loading_round r6
    loading_round r7
    loading_round r8
    cmp.w lr, r0
    bne.n 2b
    loading_round r5
    loading_round r6
    loading_round r7
    loading_round r8
    str.w r1, [sp, #o_in]
    mov.w lr, sp
    ldrd r4, r9, [sp]
    expanding_rounds 1
    phase SHS_PARITY, 0x6ed9eba1
    expanding_rounds 5
    phase SHS_MAJORITY, 0x8f1bbcdc
    expanding_rounds 5
    phase SHS_PARITY, 0xca62c1d6
    expanding_rounds 5
    constant r10, SHS
    str.w r10, [r12]
    ldr.w r0, [sp, #o_state]
    addw lr, r12, #CAU_STR_CA0
    ldmia.w lr, {r2-r6}
    ldr.w r1, [sp, #o_primask]
    ldmia.w r0, {r7-r11}
    unmask r1
    add.w r2, r2, r7
    add.w r3, r3, r8
    add.w r4, r4, r9
    add.w r5, r5, r10
    add.w r6, r6, r11
    stmia.w r0, {r2-r6}
    ldr.w r1, [sp, #o_in]
    ldr.w r2, [sp, #o_n]
    subs.w r2, r2, #1
    str.w r2, [sp, #o_n]
    bne.w 1b
    add.w sp, sp, #o_end
    pop.w {r4-r11, pc}
    .size obi_mmcau_sha1_blocks, . - obi_mmcau_sha1_blocks
