/* SPDX-License-Identifier: Apache-2.0 */
/* MD5 compression on the mmCAU of a Cortex-M4 or M7 (RFC 1321, section 3.4). The core adds word and constant, the unit
 * does the rest of an operation. Interrupts are masked for a block. Constant time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv7m/unit.inc"

    .equ FIRST_F, 0xc8000000    /* HFF */
    .equ MDS_F, 0x94da0320      /* ADRA CA1, MDS, HFF: the end of an operation and the function of the next */
    .equ MDS_G, 0x94da0321
    .equ MDS_H, 0x94da0322
    .equ MDS_I, 0x94da0323
    .equ MDS_LAST, 0x94da0000   /* ADRA CA1, MDS */

/* An operation on word \k with the rotation in \s; r9 has the commands that follow it. */
    .macro operation k, s
    ldr.w r6, [r1, #(4 * (\k))]
    ldr.w r7, [r8], #4
    add.w r6, r6, r7
    str.w r6, [r12, #CAU_ADR_CAA]
    str.w \s, [r12, #CAU_ROTL_CAA]
    str.w r9, [r12]
    .endm

/* Sixteen operations: word \k and then each \step-th, rotations \s0 to \s3; \next begins the operation after them. */
    .macro sixteen k, step, s0, s1, s2, s3, next
    movs.w r2, #\s0
    movs.w r3, #\s1
    movs.w r4, #\s2
    movs.w r5, #\s3
    operation (\k & 15), r2
    operation ((\k + \step) & 15), r3
    operation ((\k + 2 * \step) & 15), r4
    operation ((\k + 3 * \step) & 15), r5
    operation ((\k + 4 * \step) & 15), r2
    operation ((\k + 5 * \step) & 15), r3
    operation ((\k + 6 * \step) & 15), r4
    operation ((\k + 7 * \step) & 15), r5
    operation ((\k + 8 * \step) & 15), r2
    operation ((\k + 9 * \step) & 15), r3
    operation ((\k + 10 * \step) & 15), r4
    operation ((\k + 11 * \step) & 15), r5
    operation ((\k + 12 * \step) & 15), r2
    operation ((\k + 13 * \step) & 15), r3
    operation ((\k + 14 * \step) & 15), r4
    constant r9, \next
    operation ((\k + 15 * \step) & 15), r5
    .endm

/* void obi_mmcau_md5_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 *
 * n_blocks >= 1; in: any alignment. */
    .section .text.obi_mmcau_md5_blocks, "ax", %progbits
    .balign 4
    .global obi_mmcau_md5_blocks
    .type obi_mmcau_md5_blocks, %function
obi_mmcau_md5_blocks:
    push.w {r4-r11, lr}
    constant r12, CAU
    mov.w r10, r2
1:  ldmia.w r0, {r2-r5}
    addw lr, r12, #CAU_LDR_CAA
    ldr.w r8, =obi_mmcau_md5_constants
    mask r11
    /* a is in the accumulator; b, c and d are in CA1 to CA3. */
    str.w r2, [lr]
    add.w lr, lr, #8
    stmia.w lr, {r3-r5}
    constant r9, FIRST_F
    str.w r9, [r12]
    constant r9, MDS_F
    sixteen 0, 1, 7, 12, 17, 22, MDS_G
    sixteen 1, 5, 5, 9, 14, 20, MDS_H
    sixteen 5, 3, 4, 11, 16, 23, MDS_I
    sixteen 0, 7, 6, 10, 15, 21, MDS_LAST
    addw lr, r12, #CAU_STR_CAA
    ldr.w r2, [lr]
    add.w lr, lr, #8
    ldmia.w lr, {r3-r5}
    ldmia.w r0, {r6-r9}
    unmask r11
    add.w r2, r2, r6
    add.w r3, r3, r7
    add.w r4, r4, r8
    add.w r5, r5, r9
    stmia.w r0, {r2-r5}
    add.w r1, r1, #64
    subs.w r10, r10, #1
    bne.w 1b
    pop.w {r4-r11, pc}
    .pool
    .size obi_mmcau_md5_blocks, . - obi_mmcau_md5_blocks
