/* SPDX-License-Identifier: Apache-2.0 */
/* One-table AES for ARMv6-M, two rounds to a turn and entered in the middle (FIPS 197, 5.1 and 5.3.5). A column starts
 * as one look-up and is turned down by a byte before each further one. The address of the table, whose lowest byte is 8,
 * is the count of these rotations too, which frees the register for the mask of an index. Needs its tables in
 * single-cycle SRAM to be free of timing leaks. */
    .syntax unified
    .thumb
    .text

/* \to = byte \b of \s, times 4. r3 is 0x3fc. */
    .macro index to, b, s
    .if \b == 0
    lsls \to, \s, #24
    lsrs \to, \to, #22
    .else
    lsrs \to, \s, #(8 * \b - 2)
    ands \to, r3
    .endif
    .endm

/* One column in \sum by the table at r2; the words of its bytes in order. \sum may be \s0. Changes r6. */
    .macro column sum, s0, s1, s2, s3
    index \sum, 0, \s0
    ldr \sum, [r2, \sum]
    index r6, 1, \s1
    ldr r6, [r2, r6]
    rors \sum, r2
    eors \sum, r6
    index r6, 2, \s2
    ldr r6, [r2, r6]
    rors \sum, r2
    eors \sum, r6
    index r6, 3, \s3
    ldr r6, [r2, r6]
    rors \sum, r2
    eors \sum, r6
    .endm

/* \to = S(byte \b of \s) in its place. S is the low byte of a word, or in a table of bytes where \bytes is 1. */
    .macro last_byte bytes, to, b, s
    .if !\bytes
    index \to, \b, \s
    .elseif \b == 0
    uxtb \to, \s
    .else
    lsrs \to, \s, #(8 * \b)
    .if \b < 3
    uxtb \to, \to
    .endif
    .endif
    ldrb \to, [r2, \to]
    .if \b
    lsls \to, \to, #(8 * \b)
    .endif
    .endm

/* One column of the last round. */
    .macro last_column bytes, sum, s0, s1, s2, s3
    last_byte \bytes, \sum, 0, \s0
    last_byte \bytes, r6, 1, \s1
    orrs \sum, r6
    last_byte \bytes, r6, 2, \s2
    orrs \sum, r6
    last_byte \bytes, r6, 3, \s3
    orrs \sum, r6
    .endm

/* The four columns of a round in r8, r9, r0 and r7, which is no longer needed as an input by then; \turn is 1 to
 * encrypt, -1 to decrypt. */
    .macro columns turn, name, args:vararg
    .if \turn > 0
    \name \args r0, r1, r4, r5, r7
    mov r8, r0
    \name \args r0, r4, r5, r7, r1
    mov r9, r0
    \name \args r0, r5, r7, r1, r4
    \name \args r7, r7, r1, r4, r5
    .else
    \name \args r0, r1, r7, r5, r4
    mov r8, r0
    \name \args r0, r4, r1, r7, r5
    mov r9, r0
    \name \args r0, r5, r4, r1, r7
    \name \args r7, r7, r5, r4, r1
    .endif
    .endm

/* The state = the columns of a round and its key at lr, which moves on by r10. */
    .macro add_round_key
    mov r6, lr
    ldm r6, {r1, r4, r5, r6}
    add lr, r10
    eors r7, r6
    eors r5, r0
    mov r6, r8
    eors r1, r6
    mov r6, r9
    eors r4, r6
    .endm

/* The state is in r1, r4, r5 and r7. */
    .macro cipher turn, table
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    push {r1, r4-r6}
    lsls r3, r3, #4
    adds r3, r3, r0
    ldm r2!, {r1, r4, r5, r7}
    movs r2, #16
    .if \turn > 0
    mov r12, r3
    .else
    mov r12, r0
    mov r0, r3
    negs r2, r2
    .endif
    mov r10, r2
    mov lr, r0
    add lr, r10
    ldm r0, {r0, r2, r3, r6}
    eors r1, r0
    eors r4, r2
    eors r5, r3
    eors r7, r6
    ldr r2, =\table
    movs r3, #0xff
    lsls r3, r3, #2
    b 2f
1:
    columns \turn, column
    add_round_key
2:
    columns \turn, column
    add_round_key
    cmp lr, r12
    beq 3f
    b 1b
3:
    .if \turn > 0
    columns \turn, last_column, 0,
    .else
    ldr r2, =obi_aes_inv_sbox
    columns \turn, last_column, 1,
    .endif
    add_round_key
    pop {r0, r2, r3, r6}
    stm r0!, {r1, r4, r5, r7}
    mov r8, r2
    mov r9, r3
    mov r10, r6
    pop {r4-r7, pc}
    .ltorg
    .endm

/* Encrypts one block with the keys of obi_aes_t1_key128 and its kin; out may be in.
 *
 * Prototype: void obi_aes_t1_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r10, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 564 bytes
 * Cycles: m0 1122/1333/1544, m0plus 1114/1324/1534 (keys of 128/192/256 bits)
 */
    .balign 4
    .global obi_aes_t1_enc
    .type obi_aes_t1_enc, %function
obi_aes_t1_enc:
    cipher 1, obi_aes_te
    .size obi_aes_t1_enc, . - obi_aes_t1_enc

/* Decrypts one block with the keys of obi_aes_t1_key_dec; out may be in.
 *
 * Prototype: void obi_aes_t1_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r10, changes r0-r3, r12
 * Stack: 36 bytes
 * Code: 560 bytes
 * Cycles: m0 1118/1329/1540, m0plus 1110/1320/1530 (keys of 128/192/256 bits)
 */
    .balign 4
    .global obi_aes_t1_dec
    .type obi_aes_t1_dec, %function
obi_aes_t1_dec:
    cipher -1, obi_aes_td
    .size obi_aes_t1_dec, . - obi_aes_t1_dec
