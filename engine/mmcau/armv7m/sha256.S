/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 compression on the mmCAU of a Cortex-M4 or M7 (FIPS 180-4, section 6.2.2). The unit does the rounds; the core,
 * which rotates in its operands, expands the message meanwhile: an access to the unit takes it longer. Interrupts are
 * masked for a block. Constant time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv7m/unit.inc"

    /* Two rounds take five words of commands: SHS2 of a round is in a word with the beginning of the next. */
    .equ MVRA_7_T_C, 0xa2594b26  /* MVRA CA7, HF2T, HF2C: an even round */
    .equ MVAR_8_S_M, 0xa6994327  /* MVAR CA8, HF2S, HF2M */
    .equ SHS2_MVRA_7_T, 0xd4144b29 /* SHS2, MVRA CA7, HF2T: an odd round */
    .equ C_MVAR_8_S, 0xc994d328  /* HF2C, MVAR CA8, HF2S */
    .equ M_SHS2, 0xc9da8000      /* HF2M, SHS2 */

    .equ o_words, 0     /* 65 words, of which the last is not used */
    .equ o_state, 264
    .equ o_in, 268
    .equ o_n, 272
    .equ o_primask, 276
    .equ o_end, 280

/* The unit's part of a round, from the words in \first and \then, and an odd one's last word. r3 is the constant and the
 * word, which the unit adds before \then. */
    .macro even_first
    str.w r9, [r12]
    .endm
    .macro even_then
    str.w r10, [r12]
    .endm
    .macro odd_first
    str.w r11, [r12]
    .endm
    .macro odd_then
    str.w r7, [r12]
    .endm

/* A round, and meanwhile the word after its own: \x becomes W(i) out of W(i - 2), \p = W(i - 16) and \q, which becomes
 * W(i - 15). \j: words from lr to W(i - 16), and from r8 to the constant before; with \on, r8 and lr move on to the next
 * round's. An access less than
 * three cycles behind a word of three commands would wait, and so would what is no load or store behind a load. */
    .macro expanding_round parity, j, x, p, q, on
    \parity\()_first
    ror.w r2, \x, #17
    eor.w r2, r2, \x, ror #19
    str.w r3, [r12, #CAU_ADR_CAA]
    eor.w r2, r2, \x, lsr #10
    add.w \p, \p, r2
    .ifb \on
    ldr.w \q, [lr, #(4 * (\j + 1))]
    ldr.w r2, [lr, #(4 * (\j + 9))]
    ldr.w r3, [r8, #(4 * (\j + 1))]
    .else
    ldr.w r2, [lr, #(4 * (\j + 9))]
    ldr.w \q, [lr, #(4 * (\j + 1))]!
    ldr.w r3, [r8, #(4 * (\j + 1))]!
    .endif
    \parity\()_then
    add.w \p, \p, r2
    ror.w r2, \q, #7
    eor.w r2, r2, \q, ror #18
    .ifc \parity, odd
    str.w r4, [r12]
    .endif
    eor.w r2, r2, \q, lsr #3
    add.w \x, \p, r2
    add.w r3, r3, \x
    .ifb \on
    str.w \x, [lr, #(4 * (\j + 16))]
    .else
    str.w \x, [lr, #(4 * 15)]
    .endif
    .endm

/* An even and an odd one of the first rounds, and the two words of the message after theirs: r3 becomes the constant and
 * the word of the next round. r5 is changed. */
    .macro loading_rounds
    even_first
    ldr.w r0, [r1], #4
    ldr.w r2, [r1], #4
    str.w r3, [r12, #CAU_ADR_CAA]
    rev.w r0, r0
    ldmia.w r8!, {r3, r5}
    even_then
    add.w r3, r3, r0
    rev.w r2, r2
    odd_first
    str.w r0, [lr], #4
    str.w r2, [lr], #4
    str.w r3, [r12, #CAU_ADR_CAA]
    odd_then
    add.w r3, r5, r2
    nop.w
    str.w r4, [r12]
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
    constant r9, MVRA_7_T_C
    constant r7, C_MVAR_8_S
    mov.w r8, r0
1:  constant r10, MVAR_8_S_M
    constant r11, SHS2_MVRA_7_T
    addw lr, r12, #CAU_LDR_CA0
    mask r6
    str.w r6, [sp, #o_primask]
    ldmia.w r8!, {r0, r2-r4}
    stmia.w lr!, {r0, r2-r4}
    ldmia.w r8, {r0, r2-r4}
    stmia.w lr, {r0, r2-r4}
    ldr.w r8, =obi_mmcau_sha256_constants
    ldr.w r0, [r1], #4
    mov.w lr, sp
    ldr.w r3, [r8], #4
    rev.w r0, r0
    constant r4, M_SHS2
    add.w r3, r3, r0
    str.w r0, [lr], #4
    .rept 7
    loading_rounds
    .endr
    even_first
    ldr.w r0, [r1], #4
    str.w r1, [sp, #o_in]
    str.w r3, [r12, #CAU_ADR_CAA]
    ldr.w r3, [r8]
    rev.w r0, r0
    even_then
    add.w r3, r3, r0
    str.w r0, [lr]
    /* The last of sixteen words waits in r3; W(16) follows. */
    mov.w lr, sp
    ldr.w r0, [lr]
    ldr.w r5, [lr, #(4 * 14)]
    ldr.w r6, [lr, #(4 * 15)]
3:  expanding_round odd, 0, r5, r0, r1
    expanding_round even, 1, r6, r1, r0
    expanding_round odd, 2, r5, r0, r1
    expanding_round even, 3, r6, r1, r0
    expanding_round odd, 4, r5, r0, r1
    expanding_round even, 5, r6, r1, r0
    expanding_round odd, 6, r5, r0, r1
    expanding_round even, 7, r6, r1, r0, on
    add.w r2, sp, #(4 * 48)
    cmp.w lr, r2
    bne.w 3b
    /* The last word waits in r3. */
    odd_first
    ldr.w r8, [sp, #o_state]
    str.w r3, [r12, #CAU_ADR_CAA]
    ldr.w r6, [sp, #o_n]
    odd_then
    addw lr, r12, #CAU_STR_CA0
    ldr.w r1, [sp, #o_in]
    str.w r4, [r12]
    .rept 2
    ldmia.w lr!, {r0, r2, r3, r5}
    ldmia.w r8, {r4, r10-r11}
    add.w r0, r0, r4
    add.w r2, r2, r10
    add.w r3, r3, r11
    ldr.w r4, [r8, #12]
    add.w r5, r5, r4
    stmia.w r8!, {r0, r2, r3, r5}
    .endr
    ldr.w r2, [sp, #o_primask]
    subs.w r6, r6, #1
    unmask r2
    bne.n 4f
    add.w sp, sp, #o_end
    pop.w {r4-r11, pc}
4:  str.w r6, [sp, #o_n]
    ldr.w r8, [sp, #o_state]
    b.w 1b
    .pool
    .size obi_mmcau_sha256_blocks, . - obi_mmcau_sha256_blocks
