/* SPDX-License-Identifier: Apache-2.0 */
/* AES key expansion for one-table AES on ARMv6-M (FIPS 197, 5.2 and 5.3.5). S is the low byte of obi_aes_te, which
 * belongs in single-cycle SRAM; the keys for decryption come from arithmetic on four bytes at once and need no table. */
    .syntax unified
    .thumb
    .text

/* \tmp = S(byte \b of \last) << \shift, by the table at \te. */
    .macro look_up last, b, shift, te, tmp
    .if \b == 3
    lsrs \tmp, \last, #24
    lsls \tmp, \tmp, #2
    .else
    lsls \tmp, \last, #(24 - 8 * \b)
    .if \b == 0
    lsrs \tmp, \tmp, #22
    .else
    lsrs \tmp, \tmp, #24
    lsls \tmp, \tmp, #2
    .endif
    .endif
    .ifc \te, r12
    add \tmp, r12
    ldrb \tmp, [\tmp]
    .else
    ldrb \tmp, [\te, \tmp]
    .endif
    .if \shift
    lsls \tmp, \tmp, #\shift
    .endif
    .endm

/* \to ^= SubWord(\last), turned down by \turn bytes. Changes \tmp. */
    .macro sub_word to, last, turn, te, tmp
    .irp b, 0, 1, 2, 3
    look_up \last, \b, (8 * ((\b - \turn) & 3)), \te, \tmp
    eors \to, \tmp
    .endr
    .endm

/* Expands a key of 128 bits.
 *
 * Prototype: void obi_aes_t1_key128(uint32_t rk[44], const uint32_t key[4])
 * Buffers: rk 176 bytes, key 16 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 20 bytes
 * Code: 92 bytes
 * Cycles: m0 432, m0plus 420
 */
    .balign 4
    .global obi_aes_t1_key128
    .type obi_aes_t1_key128, %function
obi_aes_t1_key128:
    push {r4-r7, lr}
    ldm r1!, {r4-r7}
    stm r0!, {r4-r7}
    ldr r3, =obi_aes_te
    movs r2, #1
    lsls r1, r2, #8
    mov r12, r1
1:
    eors r4, r2
    sub_word r4, r7, 1, r3, r1
    lsls r2, r2, #1
    eors r5, r4
    eors r6, r5
    eors r7, r6
    stm r0!, {r4-r7}
    cmp r2, r12
    bne 1b
    cmp r2, #0x6c
    beq 2f
    movs r2, #0x6c
    mov r12, r2
    movs r2, #0x1b
    b 1b
2:
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_t1_key128, . - obi_aes_t1_key128

/* Expands a key of 192 bits.
 *
 * Prototype: void obi_aes_t1_key192(uint32_t rk[52], const uint32_t key[6])
 * Buffers: rk 208 bytes, key 24 bytes, both aligned to 4
 * Registers: saves r4-r8, changes r0-r3, r12
 * Stack: 24 bytes
 * Code: 304 bytes
 * Cycles: m0 394, m0plus 390
 */
    .balign 4
    .global obi_aes_t1_key192
    .type obi_aes_t1_key192, %function
obi_aes_t1_key192:
    push {r4-r7, lr}
    mov r4, r8
    push {r4}
    ldm r1!, {r2-r7}
    stm r0!, {r2-r7}
    mov r8, r0
    ldr r0, =obi_aes_te
    mov r12, r0
    movs r1, #1
    mov lr, r1
1: /* r0 is the table but for the stores, for which it is r8, where the next columns go; four steps a turn */
    .irp last, 0, 0, 0, 1
    mov r1, lr
    eors r2, r1
    sub_word r2, r7, 1, r0, r1
    add lr, lr
    eors r3, r2
    eors r4, r3
    eors r5, r4
    mov r0, r8
    .if \last
    mov r1, lr
    lsrs r1, r1, #8
    bne 2f
    .endif
    eors r6, r5
    eors r7, r6
    stm r0!, {r2-r7}
    mov r8, r0
    mov r0, r12
    .endr
    b 1b
2:
    stm r0!, {r2-r5}
    pop {r4}
    mov r8, r4
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_t1_key192, . - obi_aes_t1_key192

/* Expands a key of 256 bits.
 *
 * Prototype: void obi_aes_t1_key256(uint32_t rk[60], const uint32_t key[8])
 * Buffers: rk 240 bytes, key 32 bytes, both aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 20 bytes
 * Code: 148 bytes
 * Cycles: m0 607, m0plus 598
 */
    .balign 4
    .global obi_aes_t1_key256
    .type obi_aes_t1_key256, %function
obi_aes_t1_key256:
    push {r4-r7, lr}
    ldm r1!, {r2-r5}
    stm r0!, {r2-r5}
    ldm r1!, {r4-r7}
    mov r1, r0
    stm r1!, {r4-r7}
    subs r0, r0, #16
    ldr r3, =obi_aes_te
    movs r2, #1
    mov r12, r2
1: /* r0 is eight words back, r1 where the next ones go; r7 is the last */
    mov r2, r12
    add r12, r12
    sub_word r2, r7, 1, r3, r4
    ldm r0!, {r4-r7}
    eors r4, r2
    eors r5, r4
    eors r6, r5
    eors r7, r6
    stm r1!, {r4-r7}
    mov r2, r12
    lsrs r2, r2, #7
    bne 2f
    sub_word r2, r7, 0, r3, r4
    ldm r0!, {r4-r7}
    eors r4, r2
    eors r5, r4
    eors r6, r5
    eors r7, r6
    stm r1!, {r4-r7}
    b 1b
2:
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_t1_key256, . - obi_aes_t1_key256

/* \x doubled in each byte; r5 is 0x01010101, r6 is 0x1b. Changes r4. */
    .macro double x
    lsrs r4, \x, #7
    ands r4, r5
    muls r4, r6, r4
    lsls \x, \x, #1
    bics \x, r5
    eors \x, r4
    .endm

/* Turns an expanded key into the one of the equivalent inverse cipher, in place: InvMixColumns on all but its ends, as
 * MixColumns after each byte got four times its sum with the one across. Constant time, no table.
 *
 * Prototype: void obi_aes_t1_key_dec(uint32_t *rk, uint32_t rounds)
 * Buffers: rk 16 * (rounds + 1) bytes, aligned to 4
 * Registers: saves r4-r7, changes r0-r3, r12
 * Stack: 20 bytes
 * Code: 152 bytes
 * Cycles: m0 1286/1566/1846, m0plus 1267/1543/1819 (keys of 128/192/256 bits)
 */
    .balign 4
    .global obi_aes_t1_key_dec
    .type obi_aes_t1_key_dec, %function
obi_aes_t1_key_dec:
    push {r4-r7, lr}
    lsls r1, r1, #4
    adds r1, r1, r0
    mov r12, r1
    adds r0, r0, #16
    ldr r5, =0x01010101
    movs r6, #0x1b
    movs r7, #16
    movs r1, #8
1:
    .rept 2
    ldr r2, [r0]
    mov r3, r2
    rors r3, r7
    eors r3, r2
    double r3
    double r3
    eors r2, r3
    mov r3, r2
    rors r3, r1
    eors r2, r3
    mov r4, r2
    rors r4, r7
    eors r3, r4
    double r2
    eors r2, r3
    stm r0!, {r2}
    .endr
    cmp r0, r12
    bne 1b
    pop {r4-r7, pc}
    .ltorg
    .size obi_aes_t1_key_dec, . - obi_aes_t1_key_dec
