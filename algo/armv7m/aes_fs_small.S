/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time AES for Cortex-M3 and M4 in little code: two blocks at once as slices (aes_fs.inc), one S-box for all
 * rounds, both directions and the keys, and ShiftRows in every round. FIPS 197, 5.1 to 5.3. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/aes_fs_ends.inc"
    .include "algo/armv7m/aes_fs_cache.inc"
    .include "algo/armv7m/aes_fs_small_mix.inc"
    .include "algo/armv7m/wipe.inc"

/* The frame: key pointer, its end, output, return address, 16 spilled words. The key schedule has more behind: its next
 * word, the end, the round constant, the number of words, a return address. */
    .equ small_keys, 0
    .equ small_end, 4
    .equ small_out, 8
    .equ small_return, 12
    .equ small_spilled, 16
    .equ small_spills, 12
    .equ small_frame, 80
    .equ small_next, 80
    .equ small_last, 84
    .equ small_constant, 88
    .equ small_words, 92
    .equ small_back, 96
    .equ small_key_frame, 100

/* Rows 2 and 3 by two columns more; r12 has a mask. Changes r0. */
    .macro half_turn x
    eor r0, \x, \x, lsr #4
    and r0, r0, r12
    eor \x, \x, r0
    eor \x, \x, r0, lsl #4
    .endm

/* S-box or its inverse on the linear part: x(i) = x(i + 2) + x(i + 5) + x(i + 7). Its constant is in the round keys. */
    .macro undo_affine
    eor r0, r6, r9
    eor r1, r7, r10
    eor r2, r8, r11
    eor r3, r9, r4
    eor r12, r10, r5
    eor lr, r11, r6
    eor r0, r0, r11
    eor r1, r1, r4
    eor r2, r2, r5
    eor r3, r3, r6
    eor r12, r12, r7
    eor lr, lr, r8
    eor r11, r5, r8
    eor r11, r11, r10
    eor r10, r4, r7
    eor r10, r10, r9
    mov r4, r0
    mov r5, r1
    mov r6, r2
    mov r7, r3
    mov r8, r12
    mov r9, lr
    .endm

/* Encrypts two blocks; out may be in. The code includes the S-box and the
 * transposition, which the other functions share.
 *
 * Prototype: void obi_aes_fs_small_enc(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds)
 * Buffers: rk 32 * rounds bytes from obi_aes_fs_small_key, out and in 32 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 116 bytes
 * Code: 1488 bytes
 * Cycles: m3 2982/3548/4114, m4 2982/3548/4114 (keys of 128/192/256 bits)
 */
    .balign 4
    .global obi_aes_fs_small_enc
    .type obi_aes_fs_small_enc, %function
obi_aes_fs_small_enc:
    push {r4-r11, lr}
    sub.w sp, sp, #small_frame
    str r1, [sp, #small_out]
    add r1, r0, #16
    str r1, [sp, #small_keys]
    add r1, r0, r3, lsl #5
    sub.w r1, r1, #16
    str r1, [sp, #small_end]
    enter
    bl transpose
1:
    bl sub_slices
    ldr r12, =0x0f0f0000
    .irp x, r4, r5, r6, r7, r8, r9, r10, r11
    and r0, \x, #0x03000300
    and r1, \x, #0xfc00fc00
    bic \x, \x, #0xff00ff00
    orr \x, \x, r0, lsl #6
    orr \x, \x, r1, lsr #2
    half_turn \x
    .endr
    ldr r0, [sp, #small_keys]
    ldr r1, [sp, #small_end]
    cmp r0, r1
    beq 2f
    mix_0
    ldr r0, [sp, #small_keys]
    add r0, r0, #32
    str r0, [sp, #small_keys]
    b 1b
    .balign 4
2:
    bl transpose
    leave
    wipe_words small_spilled, small_spills
    add sp, sp, #small_frame
    pop {r4-r11, pc}
    .ltorg

    .balign 4
sub_slices:
    str lr, [sp, #small_return]
    sub
    ldr pc, [sp, #small_return]

    .balign 4
transpose: /* words to slices, and back */
    str lr, [sp, #small_return]
    slice
    ldr pc, [sp, #small_return]
    .size obi_aes_fs_small_enc, . - obi_aes_fs_small_enc

/* The round keys of a key of 4, 6 or 8 words: the first as it is, the last with the constant of the S-box, those between
 * with it as slices of two blocks.
 *
 * Prototype: void obi_aes_fs_small_key(uint32_t *rk, const uint32_t *key, uint32_t words)
 * Buffers: rk 32 * (words + 6) bytes, key 4 * words bytes, both aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 136 bytes
 * Code: 390 bytes
 * Cycles: m3 3383/3259/4462, m4 3383/3259/4462 (keys of 128/192/256 bits)
 */
    .balign 4
    .global obi_aes_fs_small_key
    .type obi_aes_fs_small_key, %function
obi_aes_fs_small_key:
    push {r4-r11, lr}
    sub.w sp, sp, #small_key_frame
    str r0, [sp, #small_keys]
    str r2, [sp, #small_words]
    mov r3, #1
    str r3, [sp, #small_constant]
    add r3, r0, r2, lsl #4
    add r3, r3, #112
    str r3, [sp, #small_last]
1:
    ldr r4, [r1], #4
    str r4, [r0], #4
    subs r2, r2, #1
    bne 1b
2: /* the first word of so many as the key has: r4 is the one before, r0 its place */
    str r0, [sp, #small_next]
    ror r0, r4, #8
    bl sub_bytes
    ldr r3, [sp, #small_constant]
    ldr r2, [sp, #small_words]
    eor r0, r0, r3
    lsl r3, r3, #1
    cmp r3, #256
    it eq
    moveq r3, #0x1b
    str r3, [sp, #small_constant]
    mov r7, r2
3:
    ldr r1, [sp, #small_next]
    ldr r5, [sp, #small_last]
    sub.w r6, r1, r2, lsl #2
4:
    ldr r8, [r6], #4
    eor r0, r0, r8
    str r0, [r1], #4
    cmp r1, r5
    beq 6f
    subs r7, r7, #1
    beq 5f
    cmp r7, #4
    bne 4b
    cmp r2, #8
    bne 4b
    str r1, [sp, #small_next]
    bl sub_bytes
    mov r2, #8
    mov r7, #4
    b 3b
5:
    mov r4, r0
    mov r0, r1
    b 2b
6: /* from the last key to the first in the same place: r0 is as in the standard, r1 as slices */
    ldr r2, [sp, #small_words]
    ldr r3, [sp, #small_keys]
    sub.w r0, r5, #16
    add r1, r3, r2, lsl #5
    add r1, r1, #176
    ldm r0, {r4-r7}
    .irp x, r4, r5, r6, r7
    eor \x, \x, #0x63636363
    .endr
    stm r1, {r4-r7}
7:
    sub.w r0, r0, #16
    sub.w r1, r1, #32
    str r0, [sp, #small_next]
    str r1, [sp, #small_last]
    ldr r4, [r0]
    ldr r6, [r0, #4]
    ldr r8, [r0, #8]
    ldr r10, [r0, #12]
    mov r5, r4
    mov r7, r6
    mov r9, r8
    mov r11, r10
    bl transpose
    .irp x, r4, r5, r9, r10
    mvn \x, \x
    .endr
    ldr r0, [sp, #small_next]
    ldr r1, [sp, #small_last]
    ldr r2, [sp, #small_keys]
    stm r1, {r4-r11}
    sub.w r3, r0, #16
    cmp r3, r2
    bne 7b
    wipe_words small_spilled, small_spills
    add sp, sp, #small_key_frame
    pop {r4-r11, pc}

    .balign 4
sub_bytes: /* of r0: word i has in the lowest bit of each byte its bit i */
    str lr, [sp, #small_back]
    mov r4, r0
    ror r5, r0, #1
    ror r6, r0, #2
    ror r7, r0, #3
    ror r8, r0, #4
    ror r9, r0, #5
    ror r10, r0, #6
    ror r11, r0, #7
    bl sub_slices
    mov r0, #0
    .irp x, r11, r10, r9, r8, r7, r6, r5, r4
    and r1, \x, #0x01010101
    orr r0, r1, r0, lsl #1
    .endr
    eor r0, r0, #0x63636363
    ldr pc, [sp, #small_back]
    .size obi_aes_fs_small_key, . - obi_aes_fs_small_key

/* Decrypts two blocks; out may be in. The inverse S-box is the S-box between two linear maps.
 *
 * Prototype: void obi_aes_fs_small_dec(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds)
 * Buffers: rk 32 * rounds bytes from obi_aes_fs_small_key, out and in 32 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 116 bytes
 * Code: 976 bytes
 * Cycles: m3 3623/4321/5019, m4 3623/4321/5019 (keys of 128/192/256 bits)
 */
    .section .text.obi_aes_fs_small_dec, "ax", %progbits
    .balign 4
    .global obi_aes_fs_small_dec
    .type obi_aes_fs_small_dec, %function
obi_aes_fs_small_dec:
    push {r4-r11, lr}
    sub.w sp, sp, #small_frame
    str r1, [sp, #small_out]
    str r0, [sp, #small_end]
    add r0, r0, r3, lsl #5
    sub.w r0, r0, #16
    sub.w r1, r0, #32
    str r1, [sp, #small_keys]
    enter
    bl transpose
1:
    ldr r12, =0x0f0f0000
    .irp x, r4, r5, r6, r7, r8, r9, r10, r11
    and r0, \x, #0xc000c000
    and r1, \x, #0x3f003f00
    bic \x, \x, #0xff00ff00
    orr \x, \x, r0, lsr #6
    orr \x, \x, r1, lsl #2
    half_turn \x
    .endr
    undo_affine
    bl sub_slices
    undo_affine
    ldr r0, [sp, #small_keys]
    ldr r1, [sp, #small_end]
    sub.w r2, r0, r1
    cmn r2, #16
    beq 2f
    unmix
    ldr r0, [sp, #small_keys]
    sub.w r0, r0, #32
    str r0, [sp, #small_keys]
    b 1b
    .balign 4
2:
    str r1, [sp, #small_keys]
    bl transpose
    leave
    wipe_words small_spilled, small_spills
    add sp, sp, #small_frame
    pop {r4-r11, pc}
    .ltorg
    .size obi_aes_fs_small_dec, . - obi_aes_fs_small_dec
