/* SPDX-License-Identifier: Apache-2.0 */
/* GCM of the engine mbedtls (SP 800-38D). The session keeps the library's context with the expanded key. The stream's
 * part of the context is written from the standard mid-state before an op and read back after it. */
#include "engine/mbedtls/internal.h"

#include <string.h>

#include "algo/bytes.h"

/* The context's AES key. */
static mbedtls_aes_context *aes_of(struct ob_mbedtls_state *st)
{
#if defined(MBEDTLS_BLOCK_CIPHER_C)
    return &st->u.gcm.gcm.block_cipher_ctx.ctx.aes;
#else
    return &st->u.gcm.aes;
#endif
}

/* If the library has CIPHER_C, its context points to an AES context on the heap. This engine keeps the AES context in
 * the session instead, and sets the pointer before each use, because a session may move. */
static void attach(struct ob_mbedtls_state *st)
{
#if !defined(MBEDTLS_BLOCK_CIPHER_C)
    st->u.gcm.gcm.cipher_ctx.cipher_ctx = &st->u.gcm.aes;
#else
    (void)st;
#endif
}

int obi_mbedtls_gcm_open(struct ob_session *s)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    mbedtls_gcm_context *gcm = &st->u.gcm.gcm;

    mbedtls_gcm_init(gcm);
    if (mbedtls_gcm_setkey(gcm, MBEDTLS_CIPHER_ID_AES, s->key, s->key_len * 8u)) {
        mbedtls_gcm_free(gcm);
        return OB_E_IO;
    }
#if !defined(MBEDTLS_BLOCK_CIPHER_C)
    mbedtls_cipher_context_t allocated = gcm->cipher_ctx;
    memcpy(&st->u.gcm.aes, allocated.cipher_ctx, sizeof st->u.gcm.aes);
    mbedtls_cipher_free(&allocated);
#endif
    return OB_OK;
}

/* Write the stream's part of the context from mid. */
static int load(struct ob_session *s)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    mbedtls_gcm_context *gcm = &st->u.gcm.gcm;
    uint64_t blocks = (s->in_done + 15) / 16;

    if (!st->u.gcm.has_j0 || memcmp(st->u.gcm.j0, s->mid.iv, 16) != 0) { /* another engine began the stream */
        if (mbedtls_aes_crypt_ecb(aes_of(st), MBEDTLS_AES_ENCRYPT, s->mid.iv, gcm->base_ectr))
            return OB_E_IO;
        memcpy(st->u.gcm.j0, s->mid.iv, 16);
        st->u.gcm.has_j0 = 1;
    }
    gcm->len = s->in_done;
    gcm->add_len = s->aad_done;
    gcm->mode = s->stream_flags & OB_ENCRYPT ? MBEDTLS_GCM_ENCRYPT : MBEDTLS_GCM_DECRYPT;
    memcpy(gcm->buf, s->mid.y, 16);
    memcpy(gcm->y, s->mid.iv, 16); /* the counter of the last block that was begun, J0 + blocks modulo 2^32 */
    obi_store_be32(gcm->y + 12, obi_load_be32(gcm->y + 12) + (uint32_t)blocks);
    return OB_OK;
}

static int start(struct ob_session *s, struct ob_op *op)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    mbedtls_gcm_context *gcm = &st->u.gcm.gcm;
    int mode = op->flags & OB_ENCRYPT ? MBEDTLS_GCM_ENCRYPT : MBEDTLS_GCM_DECRYPT;

    if (mbedtls_gcm_starts(gcm, mode, op->iv, op->iv_len))
        return OB_E_IO;
    memcpy(st->u.gcm.j0, gcm->y, 16);
    st->u.gcm.has_j0 = 1;
    return OB_OK;
}

static int finish(mbedtls_gcm_context *gcm, struct ob_op *op)
{
    uint8_t tag[16];
    size_t none;
    int err = OB_OK;

    if (mbedtls_gcm_finish(gcm, NULL, 0, &none, tag, sizeof tag))
        return OB_E_IO;
    if (gcm->mode == MBEDTLS_GCM_ENCRYPT)
        memcpy(op->tag, tag, op->tag_len);
    else if (ob_differ(op->tag, tag, op->tag_len))
        err = OB_E_AUTH;
    ob_wipe(tag, sizeof tag);
    return err;
}

int obi_mbedtls_gcm_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    mbedtls_gcm_context *gcm = &st->u.gcm.gcm;
    size_t written;
    int err;

    attach(st);
    err = op->flags & OB_FIRST ? start(s, op) : load(s);
    if (err == OB_OK && op->flags & OB_AAD && op->aad_len > 0)
        err = mbedtls_result(mbedtls_gcm_update_ad(gcm, op->aad, op->aad_len));
    if (err == OB_OK && op->in_len > 0)
        err = mbedtls_result(mbedtls_gcm_update(gcm, op->in, op->in_len, op->out, op->in_len, &written));
    if (err == OB_OK && op->flags & OB_LAST) {
        err = finish(gcm, op);
    } else if (err == OB_OK) {
        memcpy(s->mid.iv, st->u.gcm.j0, 16);
        memcpy(s->mid.y, gcm->buf, 16);
    }
    return err;
}
