/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-256 compression for ARMv6-M (FIPS 180-4, 6.2). The schedule is expanded first, with its rotation counts in
 * registers. In the rounds a, e and the pointers are in low registers and the other six words in high ones, where an
 * addition reaches them; three rounds bring their names back. Three rotations share
 * their common part. Constant time; input at an odd address is read by bytes. */
    .syntax unified
    .thumb

    .section .rodata.sha256_constants, "a", %progbits
    .balign 4
    .type constants, %object
constants:
    .word 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .word 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .word 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .word 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .word 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .word 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .word 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .word 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    .size constants, . - constants

    .text

    .equ o_state, 256
    .equ o_in, 260
    .equ o_blocks, 264
    .equ o_end, 268

/* One word of the schedule, \k words on from r0. r5-r7 are 7, 11 and 17; r1-r4 change. */
    .macro expand k
    ldr r1, [r0, #(4 * \k)]
    ldr r2, [r0, #(4 * \k + 36)]
    adds r1, r1, r2
    ldr r2, [r0, #(4 * \k + 4)]
    mov r3, r2
    rors r3, r5
    lsrs r4, r2, #3
    eors r4, r3
    rors r3, r6
    eors r4, r3
    adds r1, r1, r4
    ldr r2, [r0, #(4 * \k + 56)]
    mov r3, r2
    rors r3, r7
    lsrs r4, r2, #10
    eors r4, r3
    movs r2, #2
    rors r3, r2
    eors r4, r3
    adds r1, r1, r4
    str r1, [r0, #(4 * \k + 64)]
    .endm

/* r3 += \x turned by \last, by \first more, and by \second more still, all exclusive-ored. Changes r0-r2. */
    .macro add_rotations x, first, second, last
    mov r0, \x
    movs r2, #\first
    rors r0, r2
    mov r1, r0
    movs r2, #\second
    rors r1, r2
    eors r0, r1
    eors r0, \x
    movs r2, #\last
    rors r0, r2
    adds r3, r3, r0
    .endm

/* One round: a is r4, e is r5, words come from r6, constants from r7. The new b is in \d, the new f in \h. */
    .macro round b, c, d, f, g, h
    ldm r6!, {r3}
    ldm r7!, {r0}
    adds r3, r3, r0
    add r3, \h
    add_rotations r5, 5, 14, 6
    mov r0, \f
    mov r1, \g
    eors r0, r1
    ands r0, r5
    eors r0, r1
    adds r3, r3, r0
    mov \h, r5
    mov r5, \d
    adds r5, r5, r3
    add_rotations r4, 11, 9, 2
    mov r0, \b
    mov r1, \c
    mov r2, r0
    eors r2, r1
    ands r2, r4
    ands r0, r1
    eors r0, r2
    mov \d, r4
    adds r4, r3, r0
    .endm

/* Takes n blocks into the state.
 *
 * Prototype: void obi_sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
 * Buffers: h 32 bytes aligned to 4, in 64 * n_blocks bytes of any alignment
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 304 bytes
 * Code: 760 bytes
 * Cycles: m0 291972, m0plus 289586
 */
    .balign 4
    .global obi_sha256_blocks
    .type obi_sha256_blocks, %function
obi_sha256_blocks:
    push {r4-r7, lr}
    mov r4, r8
    mov r5, r9
    mov r6, r10
    mov r7, r11
    push {r4-r7}
    sub sp, #o_end
    str r0, [sp, #o_state]
    str r2, [sp, #o_blocks]
    cmp r2, #0
    bne 1f
    b 9f
1: /* a block at r1 */
    mov r0, sp
    movs r3, #64
    add r3, sp
    lsls r2, r1, #30
    bne 3f
2:
    ldm r1!, {r4-r7}
    rev r4, r4
    rev r5, r5
    rev r6, r6
    rev r7, r7
    stm r0!, {r4-r7}
    cmp r0, r3
    bne 2b
    b 4f
3:
    ldrb r4, [r1]
    ldrb r5, [r1, #1]
    lsls r4, r4, #8
    orrs r4, r5
    ldrb r5, [r1, #2]
    lsls r4, r4, #8
    orrs r4, r5
    ldrb r5, [r1, #3]
    lsls r4, r4, #8
    orrs r4, r5
    stm r0!, {r4}
    adds r1, r1, #4
    cmp r0, r3
    bne 3b
4:
    str r1, [sp, #o_in]
    mov r0, sp
    movs r1, #192
    add r1, sp
    mov r8, r1
    movs r5, #7
    movs r6, #11
    movs r7, #17
5:
    expand 0
    expand 1
    expand 2
    expand 3
    adds r0, r0, #16
    cmp r0, r8
    bne 5b
    ldr r0, [sp, #o_state]
    ldm r0!, {r1-r4}
    mov r8, r2
    mov r9, r3
    mov r10, r4
    mov r4, r1
    ldm r0!, {r1-r3, r5}
    mov r11, r2
    mov r12, r3
    mov lr, r5
    mov r5, r1
    mov r6, sp
    ldr r7, =constants
6:
    round r8, r9, r10, r11, r12, lr
    round r10, r8, r9, lr, r11, r12
    round r9, r10, r8, r12, lr, r11
    mov r0, sp
    adds r0, r0, #252
    cmp r6, r0
    beq 7f
    b 6b
7:
    round r8, r9, r10, r11, r12, lr
    ldr r0, [sp, #o_state]
    .irp r, r4, r10, r8, r9, r5, lr, r11, r12
    ldr r1, [r0]
    add r1, \r
    stm r0!, {r1}
    .endr
    ldr r1, [sp, #o_in]
    ldr r2, [sp, #o_blocks]
    subs r2, r2, #1
    str r2, [sp, #o_blocks]
    beq 8f
    b 1b
8:
    movs r4, #0
    movs r5, #0
    movs r6, #0
    movs r7, #0
    mov r0, sp
    movs r1, #255
    adds r1, r1, #1
    add r1, sp
10:
    stm r0!, {r4-r7}
    cmp r0, r1
    bne 10b
9:
    add sp, #o_end
    pop {r4-r7}
    mov r8, r4
    mov r9, r5
    mov r10, r6
    mov r11, r7
    pop {r4-r7, pc}
    .ltorg
    .size obi_sha256_blocks, . - obi_sha256_blocks
