/* SPDX-License-Identifier: Apache-2.0 */
/* DES and Triple DES on the mmCAU of a Cortex-M4 or M7 (FIPS 46-3; SP 800-67). Interrupts are masked for a block. Constant
 * time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv7m/unit.inc"

/* void obi_mmcau_des(const uint32_t *keys, const uint32_t *words, size_t n, uint32_t block[2])
 *
 * n passes over a block of two big-endian words: each takes a key of two words, and six words of commands. */
    .section .text.obi_mmcau_des, "ax", %progbits
    .balign 4
    .global obi_mmcau_des
    .type obi_mmcau_des, %function
obi_mmcau_des:
    push.w {r4-r11, lr}
    constant r12, CAU
    ldmia.w r3, {r4, r5}
    mask lr
    str.w r4, [r12, #(CAU_LDR_CA0 + 8)]
    str.w r5, [r12, #(CAU_LDR_CA0 + 12)]
1:  ldmia.w r0!, {r4, r5}
    ldmia.w r1!, {r6-r11}
    str.w r4, [r12, #CAU_LDR_CA0]
    str.w r5, [r12, #(CAU_LDR_CA0 + 4)]
    .irp reg, r6, r7, r8, r9, r10, r11
    str.w \reg, [r12]
    .endr
    subs.w r2, r2, #1
    bne.n 1b
    ldr.w r4, [r12, #(CAU_STR_CA0 + 8)]
    ldr.w r5, [r12, #(CAU_STR_CA0 + 12)]
    unmask lr
    stmia.w r3, {r4, r5}
    pop.w {r4-r11, pc}
    .size obi_mmcau_des, . - obi_mmcau_des
