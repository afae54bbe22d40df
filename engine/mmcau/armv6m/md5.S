/* SPDX-License-Identifier: Apache-2.0 */
/* MD5 compression on the mmCAU of a Cortex-M0+ (RFC 1321, section 3.4). The core adds word and constant, the unit does the
 * rest of an operation. Interrupts are masked for a block. Constant time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv6m/unit.inc"

    .equ FIRST_F, 0xc8000000    /* HFF */
    .equ MDS_F, 0x94da0320      /* ADRA CA1, MDS, HFF: the end of an operation and the function of the next */
    .equ MDS_G, 0x94da0321
    .equ MDS_H, 0x94da0322
    .equ MDS_I, 0x94da0323
    .equ MDS_LAST, 0x94da0000   /* ADRA CA1, MDS */

    .equ o_primask, 0
    .equ o_state, 4
    .equ o_n, 12

/* An operation on word \k, turned by \s; r7 has the commands that follow it. */
    .macro operation k, s
    ldr r4, [r0, #(4 * (\k))]
    ldmia r3!, {r5}
    adds r4, r5
    str r4, [r1]
    movs r5, #\s
    str r5, [r2]
    str r7, [r6]
    .endm

    .macro four k, step, s0, s1, s2, s3
    operation ((\k) & 15), \s0
    operation ((\k + \step) & 15), \s1
    operation ((\k + 2 * \step) & 15), \s2
    operation ((\k + 3 * \step) & 15), \s3
    .endm

/* Sixteen operations: word \k and then each \step-th, rotations \s0 to \s3; \next begins the operation after them. */
    .macro sixteen k, step, s0, s1, s2, s3, next
    four \k, \step, \s0, \s1, \s2, \s3
    four (\k + 4 * \step), \step, \s0, \s1, \s2, \s3
    four (\k + 8 * \step), \step, \s0, \s1, \s2, \s3
    operation ((\k + 12 * \step) & 15), \s0
    operation ((\k + 13 * \step) & 15), \s1
    operation ((\k + 14 * \step) & 15), \s2
    mov r7, \next
    operation ((\k + 15 * \step) & 15), \s3
    .endm

/* void obi_mmcau_md5_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 *
 * n_blocks >= 1; in is aligned to 4. */
    .section .text.obi_mmcau_md5_blocks, "ax", %progbits
    .balign 4
    .global obi_mmcau_md5_blocks
    .type obi_mmcau_md5_blocks, %function
obi_mmcau_md5_blocks:
    push {r4-r7, lr}
    push_high
    push {r0-r2}
    sub sp, #4
    ldr r3, =MDS_G
    mov r8, r3
    ldr r3, =MDS_H
    mov r9, r3
    ldr r3, =MDS_I
    mov r10, r3
    ldr r3, =MDS_LAST
    mov r11, r3
    ldr r3, =MDS_F
    mov r12, r3
1:  ldmia r0!, {r4-r7}
    mrs r3, primask
    str r3, [sp, #o_primask]
    cpsid i
    /* a is in the accumulator; b, c and d are in CA1 to CA3. */
    ldr r2, =CAU_LDR_CAA
    str r4, [r2]
    adds r2, #8
    stmia r2!, {r5-r7}
    mov r0, r1
    ldr r1, =CAU_ADR_CAA
    ldr r2, =CAU_ROTL_CAA
    ldr r3, =obi_mmcau_md5_constants
    ldr r6, =CAU
    ldr r7, =FIRST_F
    str r7, [r6]
    mov r7, r12
    sixteen 0, 1, 7, 12, 17, 22, r8
    sixteen 1, 5, 5, 9, 14, 20, r9
    sixteen 5, 3, 4, 11, 16, 23, r10
    sixteen 0, 7, 6, 10, 15, 21, r11
    mov r1, r0
    adds r1, #64
    ldr r0, [sp, #o_state]
    ldr r2, =CAU_STR_CAA
    ldr r3, [r2]
    adds r2, #8
    ldmia r2!, {r4-r6}
    ldr r7, [r0]
    adds r3, r7
    ldr r7, [r0, #4]
    adds r4, r7
    ldr r7, [r0, #8]
    adds r5, r7
    ldr r7, [r0, #12]
    adds r6, r7
    stmia r0!, {r3-r6}
    ldr r4, [sp, #o_primask]
    msr primask, r4
    ldr r0, [sp, #o_state]
    ldr r4, [sp, #o_n]
    subs r4, #1
    str r4, [sp, #o_n]
    beq 4f
    b 1b
4:  add sp, #16
    pop_high
    pop {r4-r7, pc}
    .pool
    .size obi_mmcau_md5_blocks, . - obi_mmcau_md5_blocks
