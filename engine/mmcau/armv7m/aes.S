/* SPDX-License-Identifier: Apache-2.0 */
/* AES on the mmCAU of a Cortex-M4 or M7 (FIPS 197, sections 5.1 to 5.3). The unit substitutes, shifts and mixes; round keys
 * are those of encryption, big-endian words, in both directions. Interrupts are masked for a block, or for a key. Constant
 * time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv7m/unit.inc"

    .equ AESS_012, 0xa8951aa4   /* AESS CA0, AESS CA1, AESS CA2 */
    .equ AESS_3_AESR, 0xa9570000 /* AESS CA3, AESR */
    .equ AESIR_AESIS_32, 0xbc15aab4
    .equ AESIS_10, 0xacd59000
    .equ AESS_CAA, 0xa8400000

    .equ o_n, 36
    .equ o_chain, 40

/* r11 = rev(*r3++), then \reg ^= r11 ^ *r0++; r8 is changed. */
    .macro take reg
    ldr.w r11, [r3], #4
    ldr.w r8, [r0], #4
    rev.w r11, r11
    eor.w \reg, \reg, r8
    eor.w \reg, \reg, r11
    .endm

    .macro load_state
    str.w r4, [r12, #CAU_LDR_CA0]
    str.w r5, [r12, #(CAU_LDR_CA0 + 4)]
    str.w r6, [r12, #(CAU_LDR_CA0 + 8)]
    str.w r7, [r12, #(CAU_LDR_CA0 + 12)]
    .endm

/* r4-r7 ^= the unit's state. */
    .macro read_state
    ldr.w r8, [r12, #CAU_STR_CA0]
    ldr.w r11, [r12, #(CAU_STR_CA0 + 4)]
    eor.w r4, r4, r8
    eor.w r5, r5, r11
    ldr.w r8, [r12, #(CAU_STR_CA0 + 8)]
    ldr.w r11, [r12, #(CAU_STR_CA0 + 12)]
    eor.w r6, r6, r8
    eor.w r7, r7, r11
    .endm

/* \reg, big-endian, to *r2++. */
    .macro give reg
    rev.w r11, \reg
    str.w r11, [r2], #4
    .endm

/* A round that mixes with the next four words of the key. The key is fetched while the unit works. */
    .macro encrypt_round
    str.w r9, [r12]
    ldmia.w r0!, {r4-r7}
    str.w r10, [r12]
    str.w r4, [r12, #CAU_AESC_CA0]
    str.w r5, [r12, #(CAU_AESC_CA0 + 4)]
    str.w r6, [r12, #(CAU_AESC_CA0 + 8)]
    str.w r7, [r12, #(CAU_AESC_CA0 + 12)]
    .endm

/* The same backwards: r0 stands behind the four words. */
    .macro decrypt_round
    str.w r9, [r12]
    ldmdb.w r0!, {r4-r7}
    str.w r10, [r12]
    str.w r4, [r12, #CAU_AESIC_CA0]
    str.w r5, [r12, #(CAU_AESIC_CA0 + 4)]
    str.w r6, [r12, #(CAU_AESIC_CA0 + 8)]
    str.w r7, [r12, #(CAU_AESIC_CA0 + 12)]
    .endm

/* void obi_mmcau_aes_encrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n,
 *                            uint32_t chain[4])
 *
 * n >= 1 blocks, each by itself where chain is NULL; else CBC, and chain is the last ciphertext block before and after.
 * out may be in. out and in: any alignment. */
    .section .text.obi_mmcau_aes_encrypt, "ax", %progbits
    .balign 4
    .global obi_mmcau_aes_encrypt
    .type obi_mmcau_aes_encrypt, %function
obi_mmcau_aes_encrypt:
    push.w {r4-r11, lr}
    constant r12, CAU
    constant r9, AESS_012
    constant r10, AESS_3_AESR
    ldr.w r8, [sp, #o_chain]
    cmp.w r8, #0
    beq.n 1f
    ldmia.w r8, {r4-r7}
    rev.w r4, r4
    rev.w r5, r5
    rev.w r6, r6
    rev.w r7, r7
    b.n 2f
1:  movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
2:  take r4
    take r5
    take r6
    take r7
    mask lr
    load_state
    encrypt_round
    sub.w r11, r1, #2
3:  encrypt_round
    encrypt_round
    subs.w r11, r11, #2
    bne.n 3b
    str.w r9, [r12]
    ldmia.w r0, {r4-r7}
    str.w r10, [r12]
    read_state
    unmask lr
    give r4
    give r5
    give r6
    give r7
    ldr.w r11, [sp, #o_n]
    ldr.w r8, [sp, #o_chain]
    sub.w r0, r0, r1, lsl #4
    subs.w r11, r11, #1
    str.w r11, [sp, #o_n]
    beq.n 4f
    cmp.w r8, #0
    beq.w 1b
    b.w 2b
4:  cmp.w r8, #0
    beq.n 5f
    rev.w r4, r4
    rev.w r5, r5
    rev.w r6, r6
    rev.w r7, r7
    stmia.w r8, {r4-r7}
5:  pop.w {r4-r11, pc}
    .size obi_mmcau_aes_encrypt, . - obi_mmcau_aes_encrypt

/* void obi_mmcau_aes_decrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n,
 *                            uint32_t chain[4])
 *
 * As above. */
    .section .text.obi_mmcau_aes_decrypt, "ax", %progbits
    .balign 4
    .global obi_mmcau_aes_decrypt
    .type obi_mmcau_aes_decrypt, %function
obi_mmcau_aes_decrypt:
    push.w {r4-r11, lr}
    constant r12, CAU
    constant r9, AESIR_AESIS_32
    constant r10, AESIS_10
1:  add.w r0, r0, r1, lsl #4
    movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
    take r4
    take r5
    take r6
    take r7
    sub.w r0, r0, #16
    mask lr
    load_state
    decrypt_round
    sub.w r11, r1, #2
2:  decrypt_round
    decrypt_round
    subs.w r11, r11, #2
    bne.n 2b
    str.w r9, [r12]
    ldmdb.w r0!, {r4-r7}
    str.w r10, [r12]
    read_state
    unmask lr
    ldr.w lr, [sp, #o_chain]
    cmp.w lr, #0
    beq.n 3f
    sub.w r3, r3, #16 /* the ciphertext, before it is overwritten: it is the next chain */
    ldr.w r8, [lr]
    ldr.w r11, [r3], #4
    rev.w r8, r8
    str.w r11, [lr], #4
    eor.w r4, r4, r8
    ldr.w r8, [lr]
    ldr.w r11, [r3], #4
    rev.w r8, r8
    str.w r11, [lr], #4
    eor.w r5, r5, r8
    ldr.w r8, [lr]
    ldr.w r11, [r3], #4
    rev.w r8, r8
    str.w r11, [lr], #4
    eor.w r6, r6, r8
    ldr.w r8, [lr]
    ldr.w r11, [r3], #4
    rev.w r8, r8
    str.w r11, [lr]
    eor.w r7, r7, r8
3:  give r4
    give r5
    give r6
    give r7
    ldr.w r11, [sp, #o_n]
    subs.w r11, r11, #1
    str.w r11, [sp, #o_n]
    bne.w 1b
    pop.w {r4-r11, pc}
    .size obi_mmcau_aes_decrypt, . - obi_mmcau_aes_decrypt

/* void obi_mmcau_aes_key(uint32_t *rk, const uint32_t *key, size_t key_len)
 *
 * Expand 16, 24 or 32 bytes. */
    .section .text.obi_mmcau_aes_key, "ax", %progbits
    .balign 4
    .global obi_mmcau_aes_key
    .type obi_mmcau_aes_key, %function
obi_mmcau_aes_key:
    push.w {r4-r11, lr}
    constant r12, CAU
    constant r9, AESS_CAA
    mov.w r8, r2
    mov.w r3, #0x01000000 /* the round constant */
    mov.w r10, r0
1:  ldr.w r4, [r1], #4
    rev.w r4, r4
    subs.w r8, r8, #4
    str.w r4, [r10], #4
    bne.n 1b
    /* r4 is the last word; r0 the word one key's length before, r10 the end, r6 the words still to come. */
    mask lr
    cmp r2, #24
    blo.n 4f
    beq.n 3f
    movs r6, #7 /* 256 bits: 13 times four words, every other time without rotation */
2:  ror.w r5, r4, #24
    str.w r5, [r12, #CAU_LDR_CAA]
    str.w r9, [r12]
    ldr.w r7, [r0], #4
    ldr.w r5, [r12, #CAU_STR_CAA]
    eor.w r7, r7, r3
    lsls r3, r3, #1
    eor.w r4, r5, r7
    str.w r4, [r10], #4
    .rept 3
    ldr.w r7, [r0], #4
    eor.w r4, r4, r7
    str.w r4, [r10], #4
    .endr
    subs r6, r6, #1
    beq.n 6f
    str.w r4, [r12, #CAU_LDR_CAA]
    str.w r9, [r12]
    ldr.w r7, [r0], #4
    ldr.w r5, [r12, #CAU_STR_CAA]
    eor.w r4, r5, r7
    str.w r4, [r10], #4
    .rept 3
    ldr.w r7, [r0], #4
    eor.w r4, r4, r7
    str.w r4, [r10], #4
    .endr
    b.n 2b
3:  movs r6, #8 /* 192 bits: 8 times six words, the last time four */
    b.n 5f
4:  movs r6, #10 /* 128 bits: 10 times four words */
5:  ror.w r5, r4, #24
    str.w r5, [r12, #CAU_LDR_CAA]
    str.w r9, [r12]
    ldr.w r7, [r0], #4
    ldr.w r5, [r12, #CAU_STR_CAA]
    eor.w r7, r7, r3
    lsls r3, r3, #1
    it cs /* x^8 = x^4 + x^3 + x + 1 */
    movcs.w r3, #0x1b000000
    eor.w r4, r5, r7
    str.w r4, [r10], #4
    .rept 3
    ldr.w r7, [r0], #4
    eor.w r4, r4, r7
    str.w r4, [r10], #4
    .endr
    subs r6, r6, #1
    beq.n 6f
    cmp r2, #16
    beq.n 5b
    .rept 2
    ldr.w r7, [r0], #4
    eor.w r4, r4, r7
    str.w r4, [r10], #4
    .endr
    b.n 5b
6:  unmask lr
    pop.w {r4-r11, pc}
    .size obi_mmcau_aes_key, . - obi_mmcau_aes_key

/* void obi_mmcau_wipe(void)
 *
 * Clear the accumulator and the registers. */
    .section .text.obi_mmcau_wipe, "ax", %progbits
    .balign 4
    .global obi_mmcau_wipe
    .type obi_mmcau_wipe, %function
obi_mmcau_wipe:
    constant r1, CAU + CAU_LDR_CAA
    movs r0, #0
    movs r2, #10
1:  str.w r0, [r1], #4
    subs r2, r2, #1
    bne.n 1b
    bx lr
    .size obi_mmcau_wipe, . - obi_mmcau_wipe

/* uint32_t obi_mmcau_version(void)
 *
 * CASR.VER. */
    .section .text.obi_mmcau_version, "ax", %progbits
    .balign 4
    .global obi_mmcau_version
    .type obi_mmcau_version, %function
obi_mmcau_version:
    constant r1, CAU
    ldr.w r0, [r1, #CAU_STR_CASR]
    lsrs r0, r0, #28
    bx lr
    .size obi_mmcau_version, . - obi_mmcau_version
