/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1 compression on the mmCAU of a Cortex-M0+ (FIPS 180-4, section 6.1.2). The unit does the rounds, and the core
 * expands the message meanwhile. Interrupts are masked for a block. Constant time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv6m/unit.inc"

    /* The end of a round, and f and e of the next. */
    .equ SHS_CHOOSE, 0xcc192256   /* SHS, HFC, ADRA CA4 */
    .equ SHS_PARITY, 0xcc191256   /* SHS, HFP, ADRA CA4 */
    .equ SHS_MAJORITY, 0xcc192a56 /* SHS, HFM, ADRA CA4 */
    .equ SHS, 0xcc000000

    .equ o_primask, 320
    .equ o_high, 324              /* r8-r11 */
    .equ o_state, 340
    .equ o_in, 344
    .equ o_n, 348

    .macro phase command, constant
    ldr r3, =\constant
    mov r8, r3
    ldr r3, =\command
    .endm

/* A round that computes its word W(i), \j words from r2 to W(i - 16): \old is that and becomes W(i - 14). */
    .macro expanding_round j, old
    str r3, [r1]
    ldr r6, [r2, #(4 * \j + 32)]
    eors r6, \old
    ldr \old, [r2, #(4 * \j + 8)]
    ldr r7, [r2, #(4 * \j + 52)]
    eors r6, \old
    eors r6, r7
    movs r7, #31
    rors r6, r7
    str r6, [r2, #(4 * \j + 64)]
    add r6, r8
    str r6, [r0]
    .endm

/* \count times four rounds. */
    .macro expanding_rounds count
    movs r6, #(16 * \count)
    add r6, r2
    mov r9, r6
3:  expanding_round 0, r4
    expanding_round 1, r5
    expanding_round 2, r4
    expanding_round 3, r5
    adds r2, #16
    cmp r2, r9
    bne 3b
    .endm

/* void obi_mmcau_sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 *
 * n_blocks >= 1; in is aligned to 4. */
    .section .text.obi_mmcau_sha1_blocks, "ax", %progbits
    .balign 4
    .global obi_mmcau_sha1_blocks
    .type obi_mmcau_sha1_blocks, %function
obi_mmcau_sha1_blocks:
    push {r0-r2, r4-r7, lr}
    push_high
    sub sp, #o_high
1:  ldr r0, [sp, #o_state]
    ldmia r0!, {r2-r6}
    movs r7, #30
    rors r4, r7
    mrs r7, primask
    str r7, [sp, #o_primask]
    cpsid i
    /* The words before SHS: it turns the first to the place of a, and c right by two bits. */
    ldr r0, =CAU_LDR_CAA
    stmia r0!, {r2-r6}
    ldr r0, =CAU_ADR_CAA
    ldr r1, =CAU
    phase SHS_CHOOSE, 0x5a827999
    mov r2, sp
    movs r6, #64
    add r6, sp
    mov r9, r6
    ldr r6, [sp, #o_in]
2:  str r3, [r1]
    ldmia r6!, {r4}
    rev r4, r4
    stmia r2!, {r4}
    add r4, r8
    str r4, [r0]
    cmp r2, r9
    bne 2b
    str r6, [sp, #o_in]
    mov r2, sp
    ldr r4, [r2]
    ldr r5, [r2, #4]
    expanding_rounds 1
    phase SHS_PARITY, 0x6ed9eba1
    expanding_rounds 5
    phase SHS_MAJORITY, 0x8f1bbcdc
    expanding_rounds 5
    phase SHS_PARITY, 0xca62c1d6
    expanding_rounds 5
    ldr r3, =SHS
    str r3, [r1]
    ldr r0, [sp, #o_state]
    ldr r1, =CAU_STR_CA0
    .rept 5
    ldmia r1!, {r4}
    ldr r5, [r0]
    adds r4, r5
    stmia r0!, {r4}
    .endr
    ldr r4, [sp, #o_primask]
    msr primask, r4
    ldr r4, [sp, #o_n]
    subs r4, #1
    str r4, [sp, #o_n]
    beq 4f
    b 1b
4:  add sp, #o_high
    pop_high
    add sp, #12
    pop {r4-r7, pc}
    .pool
    .size obi_mmcau_sha1_blocks, . - obi_mmcau_sha1_blocks
