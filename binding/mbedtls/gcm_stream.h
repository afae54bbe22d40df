/* SPDX-License-Identifier: Apache-2.0 */
/* The stream of a GCM context of the library: the counter block of the last block that was begun, the GHASH value, to
 * which a partial block is already added, and both lengths. The standard mid-state has all of these in the same form.
 */
#ifndef OB_BINDING_MBEDTLS_GCM_STREAM_H
#define OB_BINDING_MBEDTLS_GCM_STREAM_H

#include "binding/mbedtls/internal.h"

#include <mbedtls/gcm.h>

static inline void obi_gcm_add_to_counter(uint8_t block[16], uint32_t n)
{
    uint32_t counter = (uint32_t)block[12] << 24 | (uint32_t)block[13] << 16 | (uint32_t)block[14] << 8 | block[15];

    counter += n;
    for (unsigned i = 0; i < 4; i++)
        block[15 - i] = (uint8_t)(counter >> 8 * i);
}

/* The number of blocks that len bytes of data begin, modulo 2^32 as the counter. */
static inline uint32_t obi_gcm_blocks(uint64_t len)
{
    return (uint32_t)((len + 15) / 16);
}

/* Copy the context's stream into s. The direction of earlier data does not matter for the tag. */
static inline int obi_gcm_load(struct ob_session *s, const mbedtls_gcm_context *ctx, unsigned flags)
{
    memcpy(s->mid.iv, ctx->y, 16); /* NOLINT: after OB_OK the lease has a session */
    obi_gcm_add_to_counter(s->mid.iv, 0u - obi_gcm_blocks(ctx->len));
    memcpy(s->mid.y, ctx->buf, 16);
    return ob_session_resume(s, flags, ctx->add_len, ctx->len);
}

/* Copy the stream back after another len bytes of data. */
static inline void obi_gcm_save(mbedtls_gcm_context *ctx, const struct ob_session *s, size_t len)
{
    memcpy(ctx->buf, s->mid.y, 16);
    obi_gcm_add_to_counter(ctx->y, obi_gcm_blocks(ctx->len + len) - obi_gcm_blocks(ctx->len));
    ctx->len += len;
}

/* For another mode the library (3.6.7) encrypts, and leaves the data out of the tag. */
static inline bool obi_gcm_mode_ok(int mode)
{
    return mode == MBEDTLS_GCM_ENCRYPT || mode == MBEDTLS_GCM_DECRYPT;
}

static inline unsigned obi_gcm_direction(const mbedtls_gcm_context *ctx)
{
    return ctx->mode == MBEDTLS_GCM_ENCRYPT ? OB_ENCRYPT : 0;
}

#endif
