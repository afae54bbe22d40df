/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of the equivalent inverse cipher for Cortex-M7 (FIPS 197, 5.3.5), by arithmetic on four bytes at once. Generated
 * by scripts/gen_m7.py; a line is what issues in one cycle. */
    .syntax unified
    .thumb
    .text

/* Turns an expanded key into that of the equivalent inverse cipher, in place. Constant time, no table.
 *
 * Prototype: void obi_aes_t1_key_dec(uint32_t *rk, uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 320 bytes
 * Cycles: m7 330/400/470 (keys of 128/192/256 bits)
 */
    .balign 8
    .global obi_aes_t1_key_dec
    .type obi_aes_t1_key_dec, %function
obi_aes_t1_key_dec:
    str r4, [sp, #-36]!; movw r2, #0x1b1b
    str.w r7, [sp, #12]; sub.w r1, r1, #1
    str.w r5, [sp, #4]
    str.w r6, [sp, #8]
    str.w r8, [sp, #16]
    str.w r11, [sp, #28]; orr.w r11, r2, r2, lsl #16
    str.w lr, [sp, #32]; mov.w lr, #0
    str.w r9, [sp, #20]
    str.w r10, [sp, #24]
1:
    ldr.w r2, [r0, #16]!
    ldr.w r3, [r0, #4]; ldr.w r4, [r0, #8]
    eor.w r5, r2, r2, ror #16; ldr.w r6, [r0, #12]
    uadd8 r5, r5, r5; eor.w r7, r3, r3, ror #16
    sel r8, r11, lr; eor.w r9, r4, r4, ror #16
    uadd8 r7, r7, r7; eor.w r10, r6, r6, ror #16
    sel r12, r11, lr; eor.w r5, r5, r8
    uadd8 r9, r9, r9; eor.w r7, r7, r12
    sel r8, r11, lr; subs.w r1, r1, #1
    uadd8 r10, r10, r10; eor.w r8, r9, r8
    sel r9, r11, lr
    uadd8 r5, r5, r5; eor.w r9, r10, r9
    sel r10, r11, lr
    uadd8 r7, r7, r7; eor.w r5, r5, r10
    sel r10, r11, lr; eor.w r2, r2, r5
    uadd8 r8, r8, r8; eor.w r7, r7, r10
    sel r5, r11, lr; eor.w r10, r2, r2, ror #8
    uadd8 r9, r9, r9; eor.w r3, r3, r7
    sel r7, r11, lr; eor.w r5, r8, r5
    uadd8 r8, r10, r10; eor.w r12, r3, r3, ror #8
    eor.w r4, r4, r5; eor.w r7, r9, r7
    sel r5, r11, lr; eor.w r6, r6, r7
    uadd8 r7, r12, r12; eor.w r9, r4, r4, ror #8
    eor.w r5, r8, r5; eor.w r8, r6, r6, ror #8
    eor.w r2, r5, r2, ror #8
    sel r5, r11, lr; eor.w r2, r2, r10, ror #16
    uadd8 r10, r9, r9; eor.w r5, r7, r5
    sel r7, r11, lr; eor.w r3, r5, r3, ror #8
    uadd8 r5, r8, r8; eor.w r7, r10, r7
    sel r10, r11, lr; eor.w r4, r7, r4, ror #8
    eor.w r3, r3, r12, ror #16; eor.w r5, r5, r10
    eor.w r5, r5, r6, ror #8; str.w r2, [r0, #0]
    eor.w r4, r4, r9, ror #16; str.w r4, [r0, #8]
    eor.w r5, r5, r8, ror #16; str.w r5, [r0, #12]
    str.w r3, [r0, #4]; bne.w 1b
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_key_dec, . - obi_aes_t1_key_dec
