/* SPDX-License-Identifier: Apache-2.0 */
/* CBC encryption on one-table AES for Cortex-M3 and M4, unrolled (SP 800-38A, 6.2). The block of cipher text before
 * stays in registers. Tables, keys, blocks and stack belong in single-cycle SRAM. */
    .syntax unified
    .thumb
    .include "algo/armv7m/aes_t1.inc"

    .equ o_out, 0
    .equ o_in, 4
    .equ o_keys, 8
    .equ o_last, 12 /* where the input ends */
    .equ o_iv, 16
    .equ o_end, 20

    .macro cbc_enc bits, rounds
    .section .text.obi_aes_t1_cbc_enc\bits, "ax", %progbits
    .balign 16
obi_aes_t1_cbc_enc\bits:
    push.w {r4-r11, lr}
    ldr.w r12, [sp, #36]
    cmp.w r12, #0
    beq.w 9f
    sub.w sp, sp, #o_end
    add.w r12, r3, r12, lsl #4
    str.w r2, [sp, #o_out]
    str.w r3, [sp, #o_in]
    str.w r0, [sp, #o_keys]
    str.w r12, [sp, #o_last]
    str.w r1, [sp, #o_iv]
    mov.w r12, r3
    mov.w lr, r0
    ldr.w r9, [r1]
    ldr.w r10, [r1, #4]
    ldr.w r2, [r1, #8]
    ldr.w r0, [r1, #12]
    b.w 2f
    .balign 4
1:
    ldr.w r12, [sp, #o_in]
    ldr.w lr, [sp, #o_keys]
2: /* a block at r12, on the one before in r9, r10, r2, r0 */
    ldr.w r4, [r12]
    ldr.w r5, [r12, #4]
    ldr.w r6, [r12, #8]
    ldr.w r7, [r12, #12]
    ldr.w r1, [lr]
    ldr.w r3, [lr, #4]
    ldr.w r8, [lr, #8]
    ldr.w r11, [lr, #12]
    eor.w r4, r4, r9
    eor.w r5, r5, r10
    eor.w r6, r6, r2
    eor.w r7, r7, r0
    mov.w r0, lr
    ldr.w lr, =obi_aes_te
    add.w r12, r12, #16
    str.w r12, [sp, #o_in]
    eor.w r4, r4, r1
    eor.w r5, r5, r3
    eor.w r6, r6, r8
    eor.w r7, r7, r11
    .set k, 16
    .rept (\rounds - 2) / 2
    odd_round k, (k + 4), (k + 8), (k + 12)
    even_round (k + 16), (k + 20), (k + 24), (k + 28)
    .set k, k + 32
    .endr
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, k, (k + 4)
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 2, 0, (k + 16), (k + 20), (k + 24), (k + 28), 0, 4, 8, 12, (k + 8), (k + 12)
    ldr.w r1, [sp, #o_in]
    ldr.w r3, [sp, #o_last]
    add.w r4, r4, #16
    str.w r4, [sp, #o_out]
    cmp.w r1, r3
    bne.w 1b
    ldr.w r1, [sp, #o_iv]
    str.w r9, [r1]
    str.w r10, [r1, #4]
    str.w r2, [r1, #8]
    str.w r0, [r1, #12]
    add.w sp, sp, #o_end
9:
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_cbc_enc\bits, . - obi_aes_t1_cbc_enc\bits
    .endm

/* Encrypts n blocks with a key of 128 bits and leaves the last of the output in iv; out may be in.
 *
 * Prototype: void obi_aes_t1_cbc_enc128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out,
 *                                       const uint32_t *in, size_t n)
 * Buffers: rk 176 bytes, iv 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 56 bytes
 * Code: 2316 bytes
 * Cycles: m3 150067, m4 150067
 */
    .global obi_aes_t1_cbc_enc128
    .type obi_aes_t1_cbc_enc128, %function
    cbc_enc 128, 10

/* Encrypts n blocks with a key of 192 bits and leaves the last of the output in iv; out may be in.
 *
 * Prototype: void obi_aes_t1_cbc_enc192(const uint32_t rk[52], uint32_t iv[4], uint32_t *out,
 *                                       const uint32_t *in, size_t n)
 * Buffers: rk 208 bytes, iv 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 56 bytes
 * Code: 2732 bytes
 * Cycles: m3 178227, m4 178227
 */
    .global obi_aes_t1_cbc_enc192
    .type obi_aes_t1_cbc_enc192, %function
    cbc_enc 192, 12

/* Encrypts n blocks with a key of 256 bits and leaves the last of the output in iv; out may be in.
 *
 * Prototype: void obi_aes_t1_cbc_enc256(const uint32_t rk[60], uint32_t iv[4], uint32_t *out,
 *                                       const uint32_t *in, size_t n)
 * Buffers: rk 240 bytes, iv 16 bytes, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 56 bytes
 * Code: 3148 bytes
 * Cycles: m3 206387, m4 206387
 */
    .global obi_aes_t1_cbc_enc256
    .type obi_aes_t1_cbc_enc256, %function
    cbc_enc 256, 14
