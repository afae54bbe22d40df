/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the engine mbedtls share. */
#ifndef OB_ENGINE_MBEDTLS_INTERNAL_H
#define OB_ENGINE_MBEDTLS_INTERNAL_H

#include <stdbool.h>

#include "engine/mbedtls/state.h"

#include "outboard/engine.h"

_Static_assert(sizeof(struct ob_mbedtls_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is too small for mbedtls");

static inline struct ob_mbedtls_state *mbedtls_state(struct ob_session *s)
{
    return ob_state(s);
}

/* Translate the library's result r, 0 for success: OB_OK or OB_E_IO. */
static inline int mbedtls_result(int r)
{
    return r == 0 ? OB_OK : OB_E_IO;
}

/* True if the stream of op encrypts. */
static inline bool mbedtls_encrypts(const struct ob_session *s, const struct ob_op *op)
{
    return (op->flags & OB_FIRST ? op->flags : s->stream_flags) & OB_ENCRYPT;
}

/* ---- one file per class or mode; open returns OB_OK or OB_E_IO, submit returns as in engine.h ---- */

int obi_mbedtls_hash_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_hmac_open(struct ob_session *s);
int obi_mbedtls_hmac_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_cmac_open(struct ob_session *s);
int obi_mbedtls_cmac_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_cipher_open(struct ob_session *s, bool encrypt);
int obi_mbedtls_cipher_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_xts_open(struct ob_session *s, bool encrypt);
int obi_mbedtls_xts_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_gcm_open(struct ob_session *s);
int obi_mbedtls_gcm_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_ccm_open(struct ob_session *s);
int obi_mbedtls_ccm_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_chachapoly_open(struct ob_session *s);
int obi_mbedtls_chachapoly_submit(struct ob_session *s, struct ob_op *op);
int obi_mbedtls_pk_open(struct ob_session *s); /* also OB_E_DECLINED and OB_E_ARG */
int obi_mbedtls_pk_clone(struct ob_session *dst);
void obi_mbedtls_pk_close(struct ob_session *s);
int obi_mbedtls_pk_submit(struct ob_session *s, struct ob_op *op);

#endif
