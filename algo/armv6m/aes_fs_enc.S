/* SPDX-License-Identifier: Apache-2.0 */
/* Constant-time AES for Cortex-M0 and M0+: two blocks at once, fixsliced; encryption and counter mode. FIPS 197, 5.1; SP
 * 800-38A, 6.5. */
    .syntax unified
    .thumb
    .text
    .include "algo/armv6m/aes_fs_ends.inc"
    .include "algo/armv6m/aes_fs_last.inc"
    .include "algo/armv6m/aes_fs_enc_0.inc"
    .include "algo/armv6m/aes_fs_enc_1.inc"
    .include "algo/armv6m/aes_fs_enc_2.inc"
    .include "algo/armv6m/aes_fs_enc_3.inc"
    .include "algo/armv6m/aes_fs.inc"

#if !OB_CORTEXM_FS_PAIRS /* else the build counts by pairs of blocks, in less code */
/* Counter mode on n blocks, two at once; the last word of the counter counts big-endian. out may be in. The code
 * includes the rounds of encryption.
 *
 * Prototype: void obi_aes_fs_ctr(const uint32_t *rk, uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n,
 *                                uint32_t rounds)
 * Buffers: rk 32 * rounds bytes, counter 16, out and in 16 * n bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 208 bytes
 * Code: 4738 bytes
 * Cycles: m0 525486/620438/724654, m0plus 524330/619408/723370 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_fs_ctr
    .type obi_aes_fs_ctr, %function
obi_aes_fs_ctr:
    count_blocks fs_encrypt
#endif

/* Encrypts two blocks; out may be in.
 *
 * Prototype: void obi_aes_fs_enc(const uint32_t *rk, uint32_t out[8], const uint32_t in[8], uint32_t rounds)
 * Buffers: rk 32 * rounds bytes from obi_aes_fs_key128 and its kin, out and in 32 bytes, all aligned to 4
 * Registers: saves r4-r11, changes r0-r3, r12
 * Stack: 152 bytes
 * Code: 3762 bytes
 * Cycles: m0 4185/4954/5741, m0plus 4176/4943/5731 (keys of 128/192/256 bits)
 */
    .balign 16
    .global obi_aes_fs_enc
    .type obi_aes_fs_enc, %function
obi_aes_fs_enc:
    encrypt_two fs_encrypt
    encrypt_rounds fs_encrypt
    .size obi_aes_fs_enc, . - obi_aes_fs_enc
#if !OB_CORTEXM_FS_PAIRS
    .size obi_aes_fs_ctr, . - obi_aes_fs_ctr
#endif
