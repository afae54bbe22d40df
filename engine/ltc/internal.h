/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of engine ltc: one message through the block, and the modes over it. */
#ifndef OUTBOARD_ENGINE_LTC_INTERNAL_H
#define OUTBOARD_ENGINE_LTC_INTERNAL_H

#include <stdbool.h>

#include "engine/ltc/state.h"
#include "outboard/ltc.h"

/* The verbs; what is of public keys goes to the struct ob_ltc's pk, which is there if its rows are. */
int obi_ltc_start(void *dev);
int obi_ltc_open(void *dev, struct ob_session *s);
int obi_ltc_submit(void *dev, struct ob_session *s, struct ob_op *op);
void obi_ltc_stop(void *dev);

struct obi_ltc_pk_ops {
    int (*open)(struct ob_session *s);
    int (*submit)(struct ob_ltc *l, struct ob_session *s, struct ob_op *op);
};

/* What a message needs besides data. */
struct obi_ltc_job {
    uint32_t mode; /* MD without DK */
    const uint8_t *key;
    size_t key_len; /* 0: none */
    uint8_t *ctx;   /* read before, written after, if all went well */
    uint8_t ctx_words, ctx_at;
    uint64_t deadline_ns; /* 0: the device's timeout */
};

/* len bytes, whole blocks, through the block. out NULL: there is none (hashes), or it is not wanted (ctx tells). OB_OK,
 * or OB_E_IO: the block reported an error or went silent; it is reset, ctx is unchanged. The key is gone after it. */
int obi_ltc_run(struct ob_ltc *l, const struct obi_ltc_job *job, uint8_t *out, const uint8_t *in, size_t len);

/* AES-CBC on len bytes, one block at least. iv becomes that of what follows; direction is LTC_MD_ENC or 0. OB_OK, or
 * OB_E_IO: out is of no use. */
int obi_ltc_cbc(struct ob_ltc *l, uint32_t direction, const uint8_t *key, size_t key_len, uint8_t *iv, uint8_t *out,
                const uint8_t *in, size_t len, uint64_t deadline_ns);

/* End what runs and clear key, context and data. */
void obi_ltc_reset(struct ob_ltc *l);

/* Whether the block's own mode takes the op: a whole message of AES-GCM or AES-CCM with text, not too much additional
 * data, and for GCM an IV of 12 bytes. Then the op itself: OB_OK, OB_E_AUTH, OB_E_IO. */
bool obi_ltc_is_whole(const struct ob_ltc *l, const struct ob_session *s, const struct ob_op *op);
int obi_ltc_gcm(struct ob_ltc *l, const struct ob_session *s, const struct ob_op *op);
int obi_ltc_ccm(struct ob_ltc *l, const struct ob_session *s, const struct ob_op *op);

int obi_ltc_aes_open(struct ob_ltc *l, struct ob_session *s);
int obi_ltc_aes_submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op);
int obi_ltc_des_submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op);

#define OBI_LTC_HASHES (OB_WITH_HASH && (OB_WITH_SHA1 || OB_WITH_SHA256))
int obi_ltc_hash_submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op);

/* A message in parts: done bytes came before those of update. digest is written if the answer is OB_OK; OB_E_IO as
 * above. */
void obi_ltc_hash_start(uint8_t alg, struct ob_mid *m);
int obi_ltc_hash_update(struct ob_ltc *l, uint8_t alg, struct ob_mid *m, uint64_t done, const uint8_t *in, size_t len,
                        uint64_t deadline_ns);
int obi_ltc_hash_finish(struct ob_ltc *l, uint8_t alg, struct ob_mid *m, uint64_t total, uint8_t *digest,
                        uint64_t deadline_ns);

#endif
