/* SPDX-License-Identifier: Apache-2.0 */
/* AES with one table of 1 KiB a direction in assembly, in armv6m/, armv7m/ and cortexm7/: FIPS 197; counter mode:
 * SP 800-38A, 6.5. */
#ifndef OBI_AES_T1_H
#define OBI_AES_T1_H

#include <stddef.h>
#include <stdint.h>

/* Expand a key into 4 * (rounds + 1) words, as in the standard. All pointers of this file are aligned to 4. The time of
 * each function depends on the key unless its tables lie in single-cycle SRAM. On a Cortex-M7 only those of cortexm7/
 * keep the two banks of its DTCM from telling look-ups apart: the others are for the M3 and M4. */
void obi_aes_t1_key128(uint32_t rk[44], const uint32_t key[4]);
void obi_aes_t1_key192(uint32_t rk[52], const uint32_t key[6]);
void obi_aes_t1_key256(uint32_t rk[60], const uint32_t key[8]);

/* The same without loops, for the M3 and M4. */
void obi_aes_t1_unrolled_key128(uint32_t rk[44], const uint32_t key[4]);
void obi_aes_t1_unrolled_key192(uint32_t rk[52], const uint32_t key[6]);
void obi_aes_t1_unrolled_key256(uint32_t rk[60], const uint32_t key[8]);

/* Turn an expanded key into the one that decryption takes, in place. */
void obi_aes_t1_key_dec(uint32_t *rk, uint32_t rounds);

/* The same two steps with obi_aes_sbox, for a program that only decrypts and leaves the table of encryption out
 * (armv7m/; on the other cores key_dec needs no table). */
void obi_aes_t1_deconly_key128(uint32_t rk[44], const uint32_t key[4]);
void obi_aes_t1_deconly_key192(uint32_t rk[52], const uint32_t key[6]);
void obi_aes_t1_deconly_key256(uint32_t rk[60], const uint32_t key[8]);
void obi_aes_t1_deconly_key_dec(uint32_t *rk, uint32_t rounds);

/* One block; rounds is 10, 12 or 14, out may be in. */
void obi_aes_t1_enc(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);
void obi_aes_t1_dec(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);

/* The same without a loop, for one key size; this and what follows not in armv6m/. */
void obi_aes_t1_enc128(const uint32_t rk[44], uint32_t out[4], const uint32_t in[4]);
void obi_aes_t1_enc192(const uint32_t rk[52], uint32_t out[4], const uint32_t in[4]);
void obi_aes_t1_enc256(const uint32_t rk[60], uint32_t out[4], const uint32_t in[4]);
void obi_aes_t1_dec128(const uint32_t rk[44], uint32_t out[4], const uint32_t in[4]);
void obi_aes_t1_dec192(const uint32_t rk[52], uint32_t out[4], const uint32_t in[4]);
void obi_aes_t1_dec256(const uint32_t rk[60], uint32_t out[4], const uint32_t in[4]);

/* n blocks of counter mode; the last word of counter counts big-endian and wraps by itself. The time depends on the
 * counter, which must be public. out may be in. */
void obi_aes_t1_ctr128(const uint32_t rk[44], uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_ctr192(const uint32_t rk[52], uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_ctr256(const uint32_t rk[60], uint32_t counter[4], uint32_t *out, const uint32_t *in, size_t n);

/* The same by whole messages. iv is the last block of cipher text, before and after; decryption
 * takes the keys of obi_aes_t1_key_dec. The uncached counter mode hides its counter. */
void obi_aes_t1_cbc_enc128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_cbc_enc192(const uint32_t rk[52], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_cbc_enc256(const uint32_t rk[60], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_cbc_dec128(const uint32_t rk[44], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_cbc_dec192(const uint32_t rk[52], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_cbc_dec256(const uint32_t rk[60], uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);
void obi_aes_t1_ctr_uncached128(const uint32_t rk[44], uint32_t counter[4], uint32_t *out, const uint32_t *in,
                                size_t n);
void obi_aes_t1_ctr_uncached192(const uint32_t rk[52], uint32_t counter[4], uint32_t *out, const uint32_t *in,
                                size_t n);
void obi_aes_t1_ctr_uncached256(const uint32_t rk[60], uint32_t counter[4], uint32_t *out, const uint32_t *in,
                                size_t n);

#endif
