/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the Low Power Trusted Cryptography block of NXP Kinetis parts. */
#ifndef OUTBOARD_LTC_H
#define OUTBOARD_LTC_H

#include "device.h"
#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

struct obi_ltc_pk_ops;

/* What the block of a part has. */
enum ob_ltc_kind {
    OB_LTC_KW,   /* KW20 to KW41: AES with 128 bits */
    OB_LTC_K82,  /* K82: AES with 128, 192 and 256 bits, DES and Triple DES */
    OB_LTC_KL82, /* KL82: the same and SHA-1, SHA-224, SHA-256 */
};

/* One block, in static memory of its owner: set device, kind and what else there is; leave the rest zero. The clock of
 * the block is on before it is used.
 *
 *     static struct ob_ltc ltc = {.device = {.base = 0x400d1000}, .kind = OB_LTC_K82};
 *     if (ob_ltc_init(&ltc) == OB_OK && ob_engine_add(NULL, &ltc.engine) == OB_OK) ... */
struct ob_ltc {
    struct ob_device device;      /* base, or calls; timeout_us. There is no DMA */
    uint8_t kind;                 /* enum ob_ltc_kind */
    uint32_t (*seed)(void *user); /* 32 random bits for the block's masks against power analysis (DPAMS), with
                                   * device.user; asked for every 50,000 blocks. NULL: the masks stay as after reset */
    /* -- below this line: the engine's own -- */
    uint32_t until_seed; /* blocks until the next */
    const struct obi_ltc_pk_ops *pk;
    struct ob_engine engine; /* to be given to ob_engine_add */
};

/* Make l->engine, "ltc". The block is touched only by ob_engine_add. OB_OK; OB_E_ARG: an unknown kind. */
OB_MUST_CHECK int ob_ltc_init(struct ob_ltc *l);

/* The same with RSA, ECDSA and ECDH, which the parts but OB_LTC_KW have. Their self-test takes random bytes: without a
 * source of them (port/random, or ob_dispatcher.random) public keys are not served. OB_E_ARG also for OB_LTC_KW. */
OB_MUST_CHECK int ob_ltc_init_pk(struct ob_ltc *l);

/* ---- direct calls, without dispatcher, session and self-test ----
 *
 * l has been through ob_ltc_init, and the clock of its block is on. A block has one set of registers and does one call
 * at a time: nothing here keeps two tasks apart, nor a task and the dispatcher. All clear the block when they end.
 *
 * OB_OK; OB_E_ARG: a key length that the part lacks, a length that is not of whole blocks, or an unknown direction;
 * OB_E_DECLINED: the part does not hash; OB_E_IO: the block reported an error or was silent until the device's timeout.
 * It is reset, and what should have been written is zero. */

/* CBC (SP 800-38A, section 6.2) on len bytes, OB_DIR_ENCRYPT or OB_DIR_DECRYPT, any alignment. key_len in bytes. iv
 * becomes that of the next call, and stays after an error. out may be in. */
OB_MUST_CHECK int ob_ltc_aes_cbc(struct ob_ltc *l, uint8_t dir, const uint8_t *key, size_t key_len, uint8_t iv[16],
                                 uint8_t *out, const uint8_t *in, size_t len);

/* AES-XCBC-MAC (RFC 3566, section 4) of len bytes. IPsec takes the first 12 bytes of mac. */
OB_MUST_CHECK int ob_ltc_aes_xcbc(struct ob_ltc *l, const uint8_t key[16], const void *message, size_t len,
                                  uint8_t mac[16]);

/* SHA-256 (FIPS 180-4) of a whole message. */
OB_MUST_CHECK int ob_ltc_sha256(struct ob_ltc *l, uint8_t digest[32], const void *message, size_t len);

/* SHA-256 of a message in any parts. Set ltc before start; after an error start anew. finish wipes what the message
 * left. */
struct ob_ltc_sha256 {
    struct ob_ltc *ltc;
    struct ob_mid mid;
    uint64_t done; /* bytes */
};
OB_MUST_CHECK int ob_ltc_sha256_start(struct ob_ltc_sha256 *s);
OB_MUST_CHECK int ob_ltc_sha256_update(struct ob_ltc_sha256 *s, const void *in, size_t len);
OB_MUST_CHECK int ob_ltc_sha256_finish(struct ob_ltc_sha256 *s, uint8_t digest[32]);

#ifdef __cplusplus
}
#endif

#endif
