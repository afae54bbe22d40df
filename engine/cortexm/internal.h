/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of engine cortexm: the variants of AES, and the modes over them. */
#ifndef OUTBOARD_ENGINE_CORTEXM_INTERNAL_H
#define OUTBOARD_ENGINE_CORTEXM_INTERNAL_H

#if defined(__ARM_ROPI) || defined(__ARM_RWPI) /* -fropi, -frwpi */
#error "engine cortexm finds its tables at absolute addresses, so it works only where it was linked"
#endif

#include <stdbool.h>

#include "engine/cortexm/state.h"
#include "outboard/engine.h"

/* n blocks, each by itself; all pointers of these functions are aligned to 4, out may be in. */
typedef void obi_cortexm_blocks(const uint32_t *rk, uint32_t rounds, uint32_t *out, const uint32_t *in, size_t n);

/* n blocks of a mode from chain on, which is left where the next block goes on: the last ciphertext block, or the
 * counter block, whose last word counts big-endian and wraps by itself. */
typedef void obi_cortexm_chain(const uint32_t *rk, uint32_t rounds, uint32_t chain[4], uint32_t *out,
                               const uint32_t *in, size_t n);

/* n whole blocks of CCM at once: the plain text goes into y, and counter counts as above. */
typedef void obi_cortexm_both(const uint32_t *rk, uint32_t rounds, bool encrypting, uint32_t y[4], uint32_t counter[4],
                              uint32_t *out, const uint32_t *in, size_t n);

/* A variant: assembly of one kind, with a key schedule of its own. */
struct obi_cortexm_variant {
    /* Expand 16, 24 or 32 bytes. */
    void (*key)(uint32_t *rk, const uint32_t *key, size_t key_len);
    void (*invert)(uint32_t *rk, uint32_t rounds); /* make an expanded key one to decrypt with; NULL: it is */
    obi_cortexm_blocks *encrypt;                   /* NULL: in no row but those of ECB's and CBC's decryption */
    obi_cortexm_blocks *decrypt;
    obi_cortexm_chain *ctr;               /* NULL: out of encrypt. Its time may depend on the counter */
    obi_cortexm_chain *ctr_hidden;        /* its time does not; NULL: out of encrypt */
    obi_cortexm_chain *cbc_enc, *cbc_dec; /* NULL: out of encrypt and decrypt */
    obi_cortexm_both *ccm;                /* NULL: CBC-MAC and counter mode one after the other are as fast */
    uint8_t number;                       /* from 1 on */
};

/* Those that the build has chosen. */
extern const struct obi_cortexm_variant obi_cortexm_fs, obi_cortexm_t1, obi_cortexm_t1_deconly, obi_cortexm_t1_unrolled,
    obi_cortexm_sbox, obi_cortexm_small, obi_cortexm_fs_small;

/* The variant of a row; NULL where the row is not of AES. */
const struct obi_cortexm_variant *obi_cortexm_variant_of(unsigned row);

/* A variant with a key expanded for it. */
struct obi_cortexm_cipher {
    const struct obi_cortexm_variant *v;
    const struct obi_cortexm_aes *k;
};

/* The session's key, expanded for its row to encrypt or to decrypt with: now, unless it is already. */
struct obi_cortexm_cipher obi_cortexm_key(struct ob_session *s, bool decrypting);

/* ---- bytes of any alignment ---- */

/* n blocks, each by itself; out may be in. */
void obi_cortexm_encrypt(const struct obi_cortexm_cipher *c, uint8_t *out, const uint8_t *in, size_t n);
void obi_cortexm_decrypt(const struct obi_cortexm_cipher *c, uint8_t *out, const uint8_t *in, size_t n);

/* n blocks of CBC; iv is the last ciphertext block, before and after. */
void obi_cortexm_cbc(const struct obi_cortexm_cipher *c, bool encrypting, uint8_t iv[16], uint8_t *out,
                     const uint8_t *in, size_t n);

/* y = E(y ^ block) for each of n blocks. */
void obi_cortexm_cbc_mac(const struct obi_cortexm_cipher *c, uint8_t y[16], const uint8_t *in, size_t n);

/* n blocks of XTS from the encrypted tweak on, which moves on by a step a block. */
void obi_cortexm_xts(const struct obi_cortexm_cipher *c, bool encrypting, uint8_t tweak[16], uint8_t *out,
                     const uint8_t *in, size_t n);

/* n whole blocks of CCM where the variant has a loop for it; the counter counts over all 16 bytes. */
void obi_cortexm_ccm_blocks(const struct obi_cortexm_cipher *c, bool encrypting, uint8_t y[16], uint8_t counter[16],
                            uint8_t *out, const uint8_t *in, size_t n);

/* XOR len bytes, the first of which is number used of its block, with the keystream of counter, which counts over all
 * 16 bytes; part has the keystream of a block that is not used up, as in struct ob_mid. hidden: the counter is secret.
 */
void obi_cortexm_ctr(const struct obi_cortexm_cipher *c, bool hidden, uint8_t counter[16], uint8_t part[16],
                     size_t used, uint8_t *out, const uint8_t *in, size_t len);

/* ---- verbs ---- */

int obi_cortexm_modes(struct ob_session *s, struct ob_op *op);
int obi_cortexm_gcm(struct ob_session *s, struct ob_op *op);
int obi_cortexm_ccm(struct ob_session *s, struct ob_op *op);
int obi_cortexm_cmac(struct ob_session *s, struct ob_op *op);

/* What the modes keep besides the key: GHASH's table from the encrypted block of zeros, and CMAC's subkeys. */
void obi_cortexm_gcm_open(const struct obi_cortexm_cipher *c, struct obi_cortexm_aes *k);
void obi_cortexm_cmac_open(const struct obi_cortexm_cipher *c, struct obi_cortexm_aes *k);

#endif
