/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 compression on the mmCAU of a Cortex-M0+ (FIPS 180-4, section 6.2.2). The unit does the rounds and the rotations
 * of the message schedule. Interrupts are masked for a block. Constant time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv6m/unit.inc"

    .equ HF2U, 0xca800000
    .equ HF2V, 0xcac00000
    .equ ADRA_7_T_C, 0x96594b26 /* ADRA CA7, HF2T, HF2C */
    .equ MVAR_8_S_M, 0xa6994327 /* MVAR CA8, HF2S, HF2M */
    .equ SHS2, 0xd4000000
    .equ LDR_CA8, 36            /* from LDR CAA */
    .equ STR_CAA, 64

    .equ o_primask, 256
    .equ o_high, 260            /* r8-r11 */
    .equ o_state, 276
    .equ o_in, 280
    .equ o_n, 284

/* A command of a high register. */
    .macro command reg
    mov r7, \reg
    str r7, [r1]
    .endm

/* The unit's part of a round, with the constant and the word in r4. */
    .macro round
    str r4, [r0]
    command r10
    command r11
    command r12
    .endm

/* void obi_mmcau_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 *
 * n_blocks >= 1; in is aligned to 4. */
    .section .text.obi_mmcau_sha256_blocks, "ax", %progbits
    .balign 4
    .global obi_mmcau_sha256_blocks
    .type obi_mmcau_sha256_blocks, %function
obi_mmcau_sha256_blocks:
    push {r0-r2, r4-r7, lr}
    push_high
    sub sp, #o_high
    ldr r3, =HF2U
    mov r8, r3
    ldr r3, =HF2V
    mov r9, r3
    ldr r3, =ADRA_7_T_C
    mov r10, r3
    ldr r3, =MVAR_8_S_M
    mov r11, r3
    ldr r3, =SHS2
    mov r12, r3
1:  mrs r4, primask
    str r4, [sp, #o_primask]
    cpsid i
    ldr r6, [sp, #o_state]
    ldr r0, =CAU_LDR_CA0
    ldmia r6!, {r2-r5}
    stmia r0!, {r2-r5}
    ldmia r6!, {r2-r5}
    stmia r0!, {r2-r5}
    ldr r0, =CAU_LDR_CAA
    ldr r1, =CAU
    mov r2, sp
    ldr r3, =obi_mmcau_sha256_constants
    movs r6, #64
    add r6, sp
    mov lr, r6
    ldr r6, [sp, #o_in]
2:  ldmia r6!, {r4}
    ldmia r3!, {r5}
    rev r4, r4
    stmia r2!, {r4}
    adds r4, r5
    round
    cmp r2, lr
    bne 2b
    str r6, [sp, #o_in]
    mov r2, sp
    movs r6, #(4 * 48)
    add r6, sp
    mov lr, r6
    ldr r6, [r2]
3:  .irp k, 0, 4, 8, 12
    ldr r4, [r2, #(\k + 36)]
    adds r4, r6
    str r4, [r0] /* W(i - 16) + W(i - 7) */
    ldr r6, [r2, #(\k + 4)]
    str r6, [r0, #LDR_CA8]
    command r8
    ldr r4, [r2, #(\k + 56)]
    str r4, [r0, #LDR_CA8]
    command r9
    ldr r4, [r0, #STR_CAA]
    ldmia r3!, {r5}
    str r4, [r2, #(\k + 64)]
    adds r4, r5
    round
    .endr
    adds r2, #16
    cmp r2, lr
    bne 3b
    ldr r0, [sp, #o_state]
    ldr r1, =CAU_STR_CA0
    .rept 8
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
    .size obi_mmcau_sha256_blocks, . - obi_mmcau_sha256_blocks
