/* SPDX-License-Identifier: Apache-2.0 */
/* DES and Triple DES on the mmCAU of a Cortex-M0+ (FIPS 46-3; SP 800-67). Interrupts are masked for a block. Constant time.
 */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv6m/unit.inc"

/* void obi_mmcau_des(const uint32_t *keys, const uint32_t *words, size_t n, uint32_t block[2])
 *
 * n passes over a block of two big-endian words: each takes a key of two words, and six words of commands. */
    .section .text.obi_mmcau_des, "ax", %progbits
    .balign 4
    .global obi_mmcau_des
    .type obi_mmcau_des, %function
obi_mmcau_des:
    push {r3-r7, lr}
    mrs r7, primask
    mov r12, r7
    ldmia r3!, {r4, r5}
    cpsid i
    ldr r3, =CAU_LDR_CA0
    str r4, [r3, #8]
    str r5, [r3, #12]
1:  ldmia r0!, {r4, r5}
    str r4, [r3]
    str r5, [r3, #4]
    ldr r7, =CAU
    .rept 3
    ldmia r1!, {r4, r5}
    stmia r7!, {r4, r5}
    .endr
    subs r2, #1
    bne 1b
    ldr r4, [r3, #(CAU_STR_CA0 + 8 - CAU_LDR_CA0)]
    ldr r5, [r3, #(CAU_STR_CA0 + 12 - CAU_LDR_CA0)]
    mov r7, r12
    msr primask, r7
    pop {r3}
    stmia r3!, {r4, r5}
    pop {r4-r7, pc}
    .pool
    .size obi_mmcau_des, . - obi_mmcau_des
