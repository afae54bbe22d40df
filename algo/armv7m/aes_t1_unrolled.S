/* SPDX-License-Identifier: Apache-2.0 */
/* One-table AES for Cortex-M3 and M4 without a loop (FIPS 197, 5.1 and 5.3.5). Tables, keys, blocks and stack belong in
 * single-cycle SRAM. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv7m/aes_t1.inc"

/* Encrypts one block with a key of 128 bits; out may be in.
 *
 * Prototype: void obi_aes_t1_enc128(const uint32_t rk[44], uint32_t out[4], const uint32_t in[4])
 * Buffers: rk 176 bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 2164 bytes
 * Cycles: m3 595, m4 595
 */
    .balign 16
    .global obi_aes_t1_enc128
    .type obi_aes_t1_enc128, %function
obi_aes_t1_enc128:
    push.w {r1, r4-r11, lr}
    first_key obi_aes_te, r2, 0, r4, r5, r6, r7, r8, r9, r10, r11
    odd_round 16, 20, 24, 28
    even_round 32, 36, 40, 44
    odd_round 48, 52, 56, 60
    even_round 64, 68, 72, 76
    odd_round 80, 84, 88, 92
    even_round 96, 100, 104, 108
    odd_round 112, 116, 120, 124
    even_round 128, 132, 136, 140
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 144, 148
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 2, 4, 160, 164, 168, 172, 0, 4, 8, 12, 152, 156
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_enc128, . - obi_aes_t1_enc128

/* Encrypts one block with a key of 192 bits; out may be in.
 *
 * Prototype: void obi_aes_t1_enc192(const uint32_t rk[52], uint32_t out[4], const uint32_t in[4])
 * Buffers: rk 208 bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 2580 bytes
 * Cycles: m3 705, m4 705
 */
    .balign 16
    .global obi_aes_t1_enc192
    .type obi_aes_t1_enc192, %function
obi_aes_t1_enc192:
    push.w {r1, r4-r11, lr}
    first_key obi_aes_te, r2, 0, r4, r5, r6, r7, r8, r9, r10, r11
    odd_round 16, 20, 24, 28
    even_round 32, 36, 40, 44
    odd_round 48, 52, 56, 60
    even_round 64, 68, 72, 76
    odd_round 80, 84, 88, 92
    even_round 96, 100, 104, 108
    odd_round 112, 116, 120, 124
    even_round 128, 132, 136, 140
    odd_round 144, 148, 152, 156
    even_round 160, 164, 168, 172
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 176, 180
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 2, 4, 192, 196, 200, 204, 0, 4, 8, 12, 184, 188
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_enc192, . - obi_aes_t1_enc192

/* Encrypts one block with a key of 256 bits; out may be in.
 *
 * Prototype: void obi_aes_t1_enc256(const uint32_t rk[60], uint32_t out[4], const uint32_t in[4])
 * Buffers: rk 240 bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 2996 bytes
 * Cycles: m3 815, m4 815
 */
    .balign 16
    .global obi_aes_t1_enc256
    .type obi_aes_t1_enc256, %function
obi_aes_t1_enc256:
    push.w {r1, r4-r11, lr}
    first_key obi_aes_te, r2, 0, r4, r5, r6, r7, r8, r9, r10, r11
    odd_round 16, 20, 24, 28
    even_round 32, 36, 40, 44
    odd_round 48, 52, 56, 60
    even_round 64, 68, 72, 76
    odd_round 80, 84, 88, 92
    even_round 96, 100, 104, 108
    odd_round 112, 116, 120, 124
    even_round 128, 132, 136, 140
    odd_round 144, 148, 152, 156
    even_round 160, 164, 168, 172
    odd_round 176, 180, 184, 188
    even_round 192, 196, 200, 204
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 208, 212
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 2, 4, 224, 228, 232, 236, 0, 4, 8, 12, 216, 220
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_enc256, . - obi_aes_t1_enc256

/* Decrypts one block with a key of 128 bits that obi_aes_t1_key_dec has transformed; out may be in.
 *
 * Prototype: void obi_aes_t1_dec128(const uint32_t rk[44], uint32_t out[4], const uint32_t in[4])
 * Buffers: rk 176 bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 2172 bytes
 * Cycles: m3 596, m4 596
 */
    .balign 16
    .global obi_aes_t1_dec128
    .type obi_aes_t1_dec128, %function
obi_aes_t1_dec128:
    push.w {r1, r4-r11, lr}
    first_key obi_aes_td, r2, 160, r4, r7, r6, r5, r8, r9, r10, r11
    odd_round 144, 156, 152, 148
    even_round 128, 140, 136, 132
    odd_round 112, 124, 120, 116
    even_round 96, 108, 104, 100
    odd_round 80, 92, 88, 84
    even_round 64, 76, 72, 68
    odd_round 48, 60, 56, 52
    even_round 32, 44, 40, 36
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 16, 28, obi_aes_inv_sbox
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 0, 4, 0, 12, 8, 4, 0, 12, 8, 4, 24, 20
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_dec128, . - obi_aes_t1_dec128

/* Decrypts one block with a key of 192 bits that obi_aes_t1_key_dec has transformed; out may be in.
 *
 * Prototype: void obi_aes_t1_dec192(const uint32_t rk[52], uint32_t out[4], const uint32_t in[4])
 * Buffers: rk 208 bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 2588 bytes
 * Cycles: m3 706, m4 706
 */
    .balign 16
    .global obi_aes_t1_dec192
    .type obi_aes_t1_dec192, %function
obi_aes_t1_dec192:
    push.w {r1, r4-r11, lr}
    first_key obi_aes_td, r2, 192, r4, r7, r6, r5, r8, r9, r10, r11
    odd_round 176, 188, 184, 180
    even_round 160, 172, 168, 164
    odd_round 144, 156, 152, 148
    even_round 128, 140, 136, 132
    odd_round 112, 124, 120, 116
    even_round 96, 108, 104, 100
    odd_round 80, 92, 88, 84
    even_round 64, 76, 72, 68
    odd_round 48, 60, 56, 52
    even_round 32, 44, 40, 36
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 16, 28, obi_aes_inv_sbox
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 0, 4, 0, 12, 8, 4, 0, 12, 8, 4, 24, 20
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_dec192, . - obi_aes_t1_dec192

/* Decrypts one block with a key of 256 bits that obi_aes_t1_key_dec has transformed; out may be in.
 *
 * Prototype: void obi_aes_t1_dec256(const uint32_t rk[60], uint32_t out[4], const uint32_t in[4])
 * Buffers: rk 240 bytes, out and in 16 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 40 bytes
 * Code: 3004 bytes
 * Cycles: m3 816, m4 816
 */
    .balign 16
    .global obi_aes_t1_dec256
    .type obi_aes_t1_dec256, %function
obi_aes_t1_dec256:
    push.w {r1, r4-r11, lr}
    first_key obi_aes_td, r2, 224, r4, r7, r6, r5, r8, r9, r10, r11
    odd_round 208, 220, 216, 212
    even_round 192, 204, 200, 196
    odd_round 176, 188, 184, 180
    even_round 160, 172, 168, 164
    odd_round 144, 156, 152, 148
    even_round 128, 140, 136, 132
    odd_round 112, 124, 120, 116
    even_round 96, 108, 104, 100
    odd_round 80, 92, 88, 84
    even_round 64, 76, 72, 68
    odd_round 48, 60, 56, 52
    even_round 32, 44, 40, 36
    open_round r4, r5, r6, r7, r1, r2, r3, r8, r9, r10, r11, r12, 16, 28, obi_aes_inv_sbox
    final_round r11, r12, r5, r6, r1, r2, r3, r4, r7, r8, r9, r10, 0, 4, 0, 12, 8, 4, 0, 12, 8, 4, 24, 20
    pop.w {r4-r11, pc}
    .ltorg
    .size obi_aes_t1_dec256, . - obi_aes_t1_dec256
