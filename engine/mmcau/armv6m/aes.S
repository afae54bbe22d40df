/* SPDX-License-Identifier: Apache-2.0 */
/* AES on the mmCAU of a Cortex-M0+ (FIPS 197, sections 5.1 to 5.3). The unit substitutes, shifts and mixes; round keys are
 * those of encryption, big-endian words, in both directions. Interrupts are masked for a block, or for a key. Constant
 * time. */
    .syntax unified
    .thumb
    .include "engine/mmcau/armv6m/unit.inc"

    .equ AESS_012, 0xa8951aa4    /* AESS CA0, AESS CA1, AESS CA2 */
    .equ AESS_3_AESR, 0xa9570000 /* AESS CA3, AESR */
    .equ AESIR_AESIS_32, 0xbc15aab4
    .equ AESIS_10, 0xacd59000
    .equ AESS_CAA, 0xa8400000

    .equ o_rk, 16
    .equ o_n, 40
    .equ o_chain, 44

/* r2-r5 ^= four big-endian words at \from; r1 changes. */
    .macro add_bytes from
    .irp k, 0, 1, 2, 3
    ldr r1, [\from, #(4 * \k)]
    rev r1, r1
    .if \k == 0
    eors r2, r1
    .elseif \k == 1
    eors r3, r1
    .elseif \k == 2
    eors r4, r1
    .else
    eors r5, r1
    .endif
    .endr
    .endm

/* r2-r5 ^= four words at \from; r1 changes. */
    .macro add_words from
    ldr r1, [\from]
    eors r2, r1
    ldr r1, [\from, #4]
    eors r3, r1
    ldr r1, [\from, #8]
    eors r4, r1
    ldr r1, [\from, #12]
    eors r5, r1
    .endm

/* Four big-endian words to \to. */
    .macro give_bytes to
    rev r2, r2
    rev r3, r3
    rev r4, r4
    rev r5, r5
    stmia \to!, {r2-r5}
    .endm

    .macro clear_state
    movs r2, #0
    movs r3, #0
    movs r4, #0
    movs r5, #0
    .endm

/* The words of r8 and r9, and between them the next key, while the unit works. */
    .macro encrypt_words
    mov r7, r8
    str r7, [r6]
    ldmia r0!, {r2-r5}
    mov r7, r9
    str r7, [r6]
    .endm

/* A round that mixes; r1 is CAU_AESC_CA0. */
    .macro encrypt_round
    encrypt_words
    stmia r1!, {r2-r5}
    subs r1, #16
    .endm

/* The same backwards: r0 stands behind the four words used last; r1 is CAU_AESIC_CA0. */
    .macro decrypt_words
    mov r7, r8
    str r7, [r6]
    subs r0, #32
    ldmia r0!, {r2-r5}
    mov r7, r9
    str r7, [r6]
    .endm

    .macro decrypt_round
    decrypt_words
    stmia r1!, {r2-r5}
    subs r1, #16
    .endm

/* void obi_mmcau_aes_encrypt(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n,
 *                            uint32_t chain[4])
 *
 * n >= 1 blocks, each by itself where chain is NULL; else CBC, and chain is the last ciphertext block before and after.
 * out may be in. */
    .section .text.obi_mmcau_aes_encrypt, "ax", %progbits
    .balign 4
    .global obi_mmcau_aes_encrypt
    .type obi_mmcau_aes_encrypt, %function
obi_mmcau_aes_encrypt:
    push {r0, r4-r7, lr}
    push_high
    mov r12, r2
    mov lr, r3
    lsls r1, r1, #4
    adds r1, r0
    mov r11, r1 /* the last round key */
    ldr r1, =AESS_012
    mov r8, r1
    ldr r1, =AESS_3_AESR
    mov r9, r1
1:  clear_state
    ldr r7, [sp, #o_chain]
    cmp r7, #0
    beq 2f
    add_bytes r7
2:  mov r7, lr
    add_bytes r7
    adds r7, #16
    mov lr, r7
    add_words r0
    adds r0, #16
    mask r10, r7
    ldr r1, =CAU_LDR_CA0
    stmia r1!, {r2-r5}
    ldr r1, =CAU_AESC_CA0
    ldr r6, =CAU
    encrypt_round
3:  encrypt_round
    encrypt_round
    cmp r0, r11
    bne 3b
    encrypt_words
    ldr r6, =CAU_STR_CA0
    add_words r6
    unmask r10, r7
    mov r7, r12
    give_bytes r7
    mov r12, r7
    ldr r0, [sp, #o_chain]
    cmp r0, #0
    beq 4f
    stmia r0!, {r2-r5}
4:  ldr r0, [sp, #o_n]
    subs r0, #1
    str r0, [sp, #o_n]
    beq 5f
    ldr r0, [sp, #o_rk]
    b 1b
5:  pop_high
    add sp, #4
    pop {r4-r7, pc}
    .pool
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
    push {r0, r4-r7, lr}
    push_high
    mov r12, r2
    mov lr, r3
    lsls r1, r1, #4
    adds r1, r0
    mov r11, r1 /* the last round key, which is the first */
    ldr r1, =AESIR_AESIS_32
    mov r8, r1
    ldr r1, =AESIS_10
    mov r9, r1
1:  clear_state
    mov r7, lr
    add_bytes r7
    mov r0, r11
    add_words r0
    adds r0, #16
    mask r10, r7
    ldr r1, =CAU_LDR_CA0
    stmia r1!, {r2-r5}
    ldr r1, =CAU_AESIC_CA0
    ldr r6, =CAU
    decrypt_round
2:  decrypt_round
    decrypt_round
    ldr r7, [sp, #o_rk]
    adds r7, #32 /* behind the second key, after which there is one */
    cmp r0, r7
    bne 2b
    decrypt_words
    ldr r6, =CAU_STR_CA0
    add_words r6
    unmask r10, r7
    ldr r6, [sp, #o_chain]
    mov r7, lr
    cmp r6, #0
    beq 3f
    add_bytes r6
    ldr r1, [r7] /* the ciphertext, before it is overwritten, is the next chain */
    str r1, [r6]
    ldr r1, [r7, #4]
    str r1, [r6, #4]
    ldr r1, [r7, #8]
    str r1, [r6, #8]
    ldr r1, [r7, #12]
    str r1, [r6, #12]
3:  adds r7, #16
    mov lr, r7
    mov r7, r12
    give_bytes r7
    mov r12, r7
    ldr r0, [sp, #o_n]
    subs r0, #1
    str r0, [sp, #o_n]
    bne 1b
    pop_high
    add sp, #4
    pop {r4-r7, pc}
    .pool
    .size obi_mmcau_aes_decrypt, . - obi_mmcau_aes_decrypt

/* r4 = S(r4 turned left by \turn bits); r3 is CAU, r7 the turn of 24 bits to the right; r5 and r6 change. */
    .macro substitute turn
    .if \turn
    rors r4, r7
    .endif
    ldr r5, =CAU_LDR_CAA
    str r4, [r5]
    ldr r6, =AESS_CAA
    str r6, [r3]
    ldr r4, [r5, #(CAU_STR_CAA - CAU_LDR_CAA)]
    .endm

/* Four words, or so many: each ^= the one a key's length before. */
    .macro words count
    .rept \count
    ldmia r0!, {r5}
    eors r4, r5
    stmia r1!, {r4}
    .endr
    .endm

/* void obi_mmcau_aes_key(uint32_t *rk, const uint32_t *key, size_t key_len)
 *
 * Expand 16, 24 or 32 bytes. */
    .section .text.obi_mmcau_aes_key, "ax", %progbits
    .balign 4
    .global obi_mmcau_aes_key
    .type obi_mmcau_aes_key, %function
obi_mmcau_aes_key:
    push {r0, r4-r7, lr}
    push_high
    mov r8, r2
    mov r3, r2
1:  ldmia r1!, {r4}
    rev r4, r4
    stmia r0!, {r4}
    subs r3, #4
    bne 1b
    mov r1, r0 /* behind the words so far, of which r4 is the last */
    ldr r0, [sp, #o_rk]
    mask r10, r7
    ldr r3, =CAU
    movs r2, #1
    lsls r2, r2, #24
    mov r9, r2 /* the round constant */
    lsrs r7, r2, #20
    adds r7, #8 /* 24 */
    mov r2, r8
    cmp r2, #24
    bhi 4f
    movs r2, #10 /* 128 bits: ten times four words */
    blo 2f
    movs r2, #8 /* 192 bits: eight times six, the last time four */
2:  substitute 8
    mov r5, r9
    eors r4, r5
    lsls r5, r5, #1
    bcc 3f
    movs r5, #0x1b /* x^8 = x^4 + x^3 + x + 1 */
    lsls r5, r5, #24
3:  mov r9, r5
    words 4
    subs r2, #1
    beq 6f
    mov r5, r8
    cmp r5, #16
    beq 2b
    words 2
    b 2b
4:  movs r2, #7 /* 256 bits: thirteen times four words, every other time without rotation */
5:  substitute 8
    mov r5, r9
    eors r4, r5
    lsls r5, r5, #1
    mov r9, r5
    words 4
    subs r2, #1
    beq 6f
    substitute 0
    words 4
    b 5b
6:  unmask r10, r7
    pop_high
    add sp, #4
    pop {r4-r7, pc}
    .pool
    .size obi_mmcau_aes_key, . - obi_mmcau_aes_key

/* void obi_mmcau_wipe(void)
 *
 * Clear the accumulator and the registers. */
    .section .text.obi_mmcau_wipe, "ax", %progbits
    .balign 4
    .global obi_mmcau_wipe
    .type obi_mmcau_wipe, %function
obi_mmcau_wipe:
    ldr r1, =CAU_LDR_CAA
    movs r0, #0
    movs r2, #10
1:  stmia r1!, {r0}
    subs r2, #1
    bne 1b
    bx lr
    .pool
    .size obi_mmcau_wipe, . - obi_mmcau_wipe

/* uint32_t obi_mmcau_version(void)
 *
 * CASR.VER. */
    .section .text.obi_mmcau_version, "ax", %progbits
    .balign 4
    .global obi_mmcau_version
    .type obi_mmcau_version, %function
obi_mmcau_version:
    ldr r1, =CAU_STR_CASR
    ldr r0, [r1]
    lsrs r0, r0, #28
    bx lr
    .pool
    .size obi_mmcau_version, . - obi_mmcau_version
