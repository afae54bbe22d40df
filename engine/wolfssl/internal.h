/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the engine wolfssl share. */
#ifndef OB_ENGINE_WOLFSSL_INTERNAL_H
#define OB_ENGINE_WOLFSSL_INTERNAL_H

#include <stdbool.h>
#include <string.h>

#include "engine/wolfssl/state.h"

#include "outboard/engine.h"

_Static_assert(sizeof(struct ob_wolfssl_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is too small for wolfssl");

/* The maximum bytes of one library call, whose length has 32 bits: a multiple of all block lengths. */
#define WOLFSSL_CALL_MAX ((size_t)1 << 30)

/* The contexts of s, moved to an aligned place if the session has moved. */
static inline struct wolfssl_contexts *wolfssl_state(struct ob_session *s)
{
    struct ob_wolfssl_state *st = ob_state(s);
    size_t align = _Alignof(struct wolfssl_contexts), offset = (0 - (uintptr_t)st->bytes) & (align - 1);

    if (st->offset != offset) {
        memmove(st->bytes + offset, st->bytes + st->offset, sizeof(struct wolfssl_contexts));
        st->offset = (uint8_t)offset;
    }
    return (struct wolfssl_contexts *)(void *)(st->bytes + offset);
}

/* Translate the library's result r, 0 for success: OB_OK or OB_E_IO. */
static inline int wolfssl_result(int r)
{
    return r == 0 ? OB_OK : OB_E_IO;
}

/* True if the stream of op encrypts. */
static inline bool wolfssl_encrypts(const struct ob_session *s, const struct ob_op *op)
{
    return (op->flags & OB_FIRST ? op->flags : s->stream_flags) & OB_ENCRYPT;
}

/* ---- aes.c: steps between mid-states, over any length; return OB_OK or OB_E_IO ---- */

int obi_wolfssl_aes_key(Aes *aes, const uint8_t *key, size_t key_len, bool encrypt);
int obi_wolfssl_aes_cbc(Aes *aes, uint8_t iv[16], bool encrypt, uint8_t *out, const uint8_t *in, size_t len);
int obi_wolfssl_aes_ctr(Aes *aes, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
                        size_t len);

/* ---- one file per class; open returns OB_OK or OB_E_IO, submit returns as in engine.h ---- */

int obi_wolfssl_hash_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_hmac_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_cipher_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_xts_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_cmac_open(struct ob_session *s);
int obi_wolfssl_cmac_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_ccm_open(struct ob_session *s);
int obi_wolfssl_ccm_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_gcm_open(struct ob_session *s);
int obi_wolfssl_gcm_parts(struct ob_session *s, struct ob_op *op); /* aes.c, between mid-states */
int obi_wolfssl_gcm_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_chachapoly_submit(struct ob_session *s, struct ob_op *op);
int obi_wolfssl_pk_open(struct ob_session *s);
int obi_wolfssl_pk_submit(struct ob_session *s, struct ob_op *op);

#endif
