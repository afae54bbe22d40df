/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: the memory-mapped cryptographic acceleration unit of NXP Kinetis parts with a Cortex-M0+, M4 or M7. */
#ifndef OUTBOARD_MMCAU_H
#define OUTBOARD_MMCAU_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* To be given to ob_engine_add on a part that has the unit; on any other its start is a bus fault. It runs in
 * privileged mode, and masks interrupts while the unit works on a block: about 250 cycles for AES, 1,500 (M0+: 2,300)
 * for SHA-256. */
extern struct ob_engine ob_engine_mmcau;

/* ---- direct calls, without dispatcher, session and self-test ---- */

/* An expanded key. Wipe it with ob_wipe. */
struct ob_mmcau_aes {
    uint32_t rk[60];
    uint32_t rounds;
};

/* Expand 16, 24 or 32 bytes, for both directions. OB_OK, or OB_E_ARG for another length: *k is unchanged. */
OB_MUST_CHECK int ob_mmcau_aes_key(struct ob_mmcau_aes *k, const uint8_t *key, size_t key_len);

/* CBC (SP 800-38A, section 6.2) on n_blocks blocks of 16 bytes of any alignment, OB_DIR_ENCRYPT or OB_DIR_DECRYPT. iv
 * becomes that of the next call. out may be in. */
void ob_mmcau_aes_cbc(const struct ob_mmcau_aes *k, uint8_t dir, uint32_t iv[4], uint8_t *out, const uint8_t *in,
                      size_t n_blocks);

/* SHA-256 (FIPS 180-4) of a message in any parts, of any alignment. finish wipes what the message left. */
struct ob_mmcau_sha256 {
    struct ob_mid mid;
    uint64_t done;
};
void ob_mmcau_sha256_start(struct ob_mmcau_sha256 *s);
void ob_mmcau_sha256_update(struct ob_mmcau_sha256 *s, const void *in, size_t len);
void ob_mmcau_sha256_finish(struct ob_mmcau_sha256 *s, uint8_t digest[32]);

/* SHA-256 of a whole message, without a state to keep. */
void ob_mmcau_sha256(uint8_t digest[32], const void *message, size_t len);

#ifdef __cplusplus
}
#endif

#endif
