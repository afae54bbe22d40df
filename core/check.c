/* SPDX-License-Identifier: Apache-2.0 */
/* What an op may look like: the stream's state, lengths, and the limits of the standards. */
#include "core.h"

/* GCM: at most 2^39 - 256 bits of data and 2^64 - 1 bits of AAD (SP 800-38D, section 5.2.1.1). */
#define GCM_IN_MAX  (((uint64_t)1 << 36) - 32)
#define GCM_AAD_MAX (((uint64_t)1 << 61) - 1)
/* ChaCha20-Poly1305: a 32-bit block counter that begins at 1 (RFC 8439, section 2.8). */
#define CHACHA_IN_MAX ((((uint64_t)1 << 32) - 1) * 64)
/* XTS: at most 2^20 blocks a data unit (SP 800-38E, section 4). */
#define XTS_IN_MAX ((uint64_t)16 << 20)
/* SHA-1, SHA-2 below 384 and SM3 count bits in 64 (FIPS 180-4, section 1); MD5 would wrap (RFC 1321, section 3.2). */
#define HASH_IN_MAX (((uint64_t)1 << 61) - 1)

uint8_t obi_direction(const struct ob_session *s, uint32_t op_flags)
{
    if (op_flags & OB_GENERATE)
        return OB_DIR_GENERATE;
    if (op_flags & OB_VERIFY)
        return OB_DIR_DECRYPT;
    switch (OB_ALG_CLASS(s->alg)) {
    case OB_CLASS_CIPHER:
    case OB_CLASS_AEAD:
        return op_flags & OB_ENCRYPT ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT;
    case OB_CLASS_PK: /* the RSA public operation encrypts, the private one decrypts; all else signs or derives */
        if (s->alg == OB_RSA || s->alg == OB_RSA_PKCS1_CRYPT || s->alg == OB_RSA_OAEP)
            return op_flags & OB_ENCRYPT ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT;
        return OB_DIR_ENCRYPT;
    default:
        return OB_DIR_ENCRYPT;
    }
}

#if OB_WITH_CIPHER || OB_WITH_AEAD
static bool overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return x < y ? y - x < a_len : x - y < b_len;
}

static bool out_ok(const struct ob_op *op)
{
    if (op->in_len == 0)
        return true;
    return op->out && op->out_size >= op->in_len &&
           (op->out == op->in || !overlap(op->out, op->in_len, op->in, op->in_len));
}
#endif

#if OB_WITH_CIPHER
static bool cipher_ok(const struct ob_session *s, const struct ob_op *op, uint64_t in_done)
{
    size_t block = ob_alg_block(s->alg);
    bool stream = s->alg == OB_AES_CTR || s->alg == OB_SM4_CTR;
    bool ecb = s->alg == OB_AES_ECB || s->alg == OB_DES_ECB || s->alg == OB_DES3_ECB || s->alg == OB_SM4_ECB;

    if (s->alg == OB_NULL)
        return out_ok(op);
    if (op->flags & OB_FIRST && op->iv_len != (ecb ? 0 : block))
        return false;
    if (s->alg == OB_AES_XTS) {
        if (op->in_len > XTS_IN_MAX - in_done)
            return false;
        stream = (op->flags & OB_LAST) != 0;
        if (stream && op->in_len < 16)
            return false;
    }
    return (stream || (op->in_len & (block - 1)) == 0) && out_ok(op);
}
#endif

#if OB_WITH_AEAD
static bool aead_tag_ok(uint8_t alg, size_t tag_len)
{
    switch (alg) {
    case OB_AES_CCM:
        return tag_len >= 4 && tag_len <= 16 && (tag_len & 1) == 0;
    case OB_CHACHA20_POLY1305:
        return tag_len == 16;
    default:
        return (tag_len >= 12 && tag_len <= 16) || tag_len == 8 || tag_len == 4;
    }
}

static bool aead_iv_ok(uint8_t alg, size_t iv_len)
{
    switch (alg) {
    case OB_AES_CCM:
        return iv_len >= 7 && iv_len <= 13;
    case OB_CHACHA20_POLY1305:
        return iv_len == 12;
    default:
        return iv_len != 0 && (uint64_t)iv_len - 1 < GCM_AAD_MAX;
    }
}

/* The largest message for a CCM nonce of iv_len bytes: its length field has 15 - iv_len bytes. */
static uint64_t ccm_max(size_t iv_len)
{
    return iv_len <= 7 ? UINT64_MAX : ((uint64_t)1 << (8 * (15 - iv_len))) - 1;
}

static bool aead_ok(const struct ob_session *s, const struct ob_op *op, uint64_t aad_done, uint64_t in_done)
{
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;
    uint64_t in_max = GCM_IN_MAX, aad_max = GCM_AAD_MAX;
    bool first = (op->flags & OB_FIRST) != 0, last = (op->flags & OB_LAST) != 0;

    if (first && !aead_iv_ok(s->alg, op->iv_len))
        return false;
    if ((last || (first && s->alg == OB_AES_CCM)) && !aead_tag_ok(s->alg, op->tag_len))
        return false;
    if (s->alg == OB_CHACHA20_POLY1305) {
        in_max = CHACHA_IN_MAX;
    } else if (s->alg == OB_AES_CCM) {
        if (first && !last) {
            in_max = ccm_max(op->iv_len);
            if (op->total_in > in_max)
                return false;
            in_max = op->total_in;
            aad_max = op->total_aad;
        } else if (first) {
            in_max = ccm_max(op->iv_len);
        } else {
            in_max = s->total_in;
            aad_max = s->total_aad;
        }
        if (aad_done > aad_max || aad_len > aad_max - aad_done || in_done > in_max || op->in_len > in_max - in_done)
            return false;
        if (last && !first && (aad_len != aad_max - aad_done || op->in_len != in_max - in_done))
            return false; /* not the lengths that the first block has bound */
    }
    if (aad_done > aad_max || aad_len > aad_max - aad_done || in_done > in_max || op->in_len > in_max - in_done)
        return false;
    if (op->flags & OB_AAD && aad_len && (!op->aad || (op->out && overlap(op->out, op->in_len, op->aad, aad_len))))
        return false;
    return out_ok(op) && !(last && !op->tag);
}
#endif

/* ---- all classes ---- */

int obi_check(const struct ob_session *s, const struct ob_op *op)
{
    bool first = (op->flags & OB_FIRST) != 0;
    uint64_t in_done = first ? 0 : s->in_done;
    bool ok = false;

    if (!first && (s->stream == OB_STREAM_IDLE || s->stream == OB_STREAM_READY))
        return OB_E_STATE;
    if (op->in_len && !op->in)
        return OB_E_ARG;
    switch (OB_ALG_CLASS(s->alg)) {
#if OB_WITH_HASH
    case OB_CLASS_HASH:
        ok = !(op->flags & OB_LAST) || (op->tag && op->tag_len == ob_alg_tag(s->alg));
        ok = ok && in_done <= HASH_IN_MAX && op->in_len <= HASH_IN_MAX - in_done;
        break;
#endif
#if OB_WITH_MAC
    case OB_CLASS_MAC:
        ok = !(op->flags & OB_LAST) || (op->tag && op->tag_len >= 4 && op->tag_len <= ob_alg_tag(s->alg));
        ok = ok && in_done <= HASH_IN_MAX - OB_BLOCK_MAX && op->in_len <= HASH_IN_MAX - OB_BLOCK_MAX - in_done;
        break;
#endif
#if OB_WITH_CIPHER
    case OB_CLASS_CIPHER:
        ok = cipher_ok(s, op, in_done);
        break;
#endif
#if OB_WITH_AEAD
    case OB_CLASS_AEAD:
        if (!first && op->flags & OB_AAD && op->aad_len && s->stream == OB_STREAM_DATA)
            return OB_E_STATE;
        if (!(op->flags & OB_ENCRYPT) && (op->flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) &&
            !(s->flags & OB_SESSION_UNVERIFIED))
            return OB_E_STATE;
        ok = aead_ok(s, op, first ? 0 : s->aad_done, in_done);
        break;
#endif
#if OB_WITH_PK
    case OB_CLASS_PK: /* one-shot; the engine knows the lengths */
        ok = (op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) && !(op->out_size && !op->out) &&
             !(op->tag_len && !op->tag);
        break;
#endif
    default:
        break;
    }
    if (ok && !first && (op->flags & OB_ENCRYPT) != (s->stream_flags & OB_ENCRYPT))
        return OB_E_STATE; /* the direction can't change within a stream */
    return ok ? OB_OK : OB_E_ARG;
}
