/* SPDX-License-Identifier: Apache-2.0 */
/* What an op may look like: the stream's state, lengths, and the limits of the standards. */
#include "core.h"

/* A limit of a standard: done + len + slack must be below 2^shift. */
struct limit {
    uint32_t slack;
    uint8_t shift;
};

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

static bool within(struct limit limit, uint64_t done, size_t len)
{
    uint64_t sum = done + len;

    return sum >= done && (sum + limit.slack) >> limit.shift == 0;
}

#if OB_WITH_CIPHER || OB_WITH_AEAD
bool obi_overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return x < y ? y - x < a_len : x - y < b_len;
}

static bool out_ok(const struct ob_op *op)
{
    size_t len = op->in_len;

    if (len == 0)
        return true;
    return op->out && op->out_size >= len && (op->out == op->in || !obi_overlap(op->out, len, op->in, len));
}
#endif

#if OB_WITH_CIPHER
bool obi_is_ecb(uint8_t alg)
{
    return alg == OB_AES_ECB || alg == OB_DES_ECB || alg == OB_DES3_ECB || alg == OB_SM4_ECB;
}

static bool cipher_ok(const struct ob_session *s, const struct ob_op *op, uint64_t in_done)
{
    size_t block = ob_alg_block(s->alg);
    bool any_len = s->alg == OB_AES_CTR || s->alg == OB_SM4_CTR;

    if (block == 1)
        return true; /* the null algorithm takes anything */
    if (op->flags & OB_FIRST && op->iv_len != (obi_is_ecb(s->alg) ? 0 : block))
        return false;
    if (s->alg == OB_AES_XTS) {
        /* at most 2^20 blocks a data unit (SP 800-38E, section 4): 2^24 bytes are allowed, one more is not */
        static const struct limit unit = {0xffffff, 25};

        any_len = (op->flags & OB_LAST) != 0;
        if (!within(unit, in_done, op->in_len) || (any_len && op->in_len < 16))
            return false;
    }
    return any_len || (op->in_len & (block - 1)) == 0;
}
#endif

#if OB_WITH_AEAD
/* Lengths in the order of enum ob_alg. iv_max 255: no limit. tags: a bit for each allowed tag length. */
static const struct {
    uint8_t iv_min, iv_max;
    struct limit in;
    uint32_t tags;
} aead[] = {
    {1, 255, {31, 36}, 1u << 4 | 1u << 8 | 0x1fu << 12}, /* SP 800-38D, section 5.2.1: 2^36 - 32 bytes */
    {7, 13, {0, 63}, 0x15550u},                          /* SP 800-38C, appendix A: even, 4 to 16 */
    {1, 255, {31, 36}, 1u << 4 | 1u << 8 | 0x1fu << 12}, /* RFC 8998 on SP 800-38D */
    {12, 12, {63, 38}, 1u << 16},                        /* RFC 8439, section 2.8: 2^38 - 64 bytes */
};

/* CCM: the length field has 15 - iv_len bytes, and the first block binds the lengths of the whole stream. */
static bool ccm_ok(const struct ob_session *s, const struct ob_op *op, size_t aad_len)
{
    bool first = (op->flags & OB_FIRST) != 0, last = (op->flags & OB_LAST) != 0;
    uint64_t aad_left, in_left;

    if (first) {
        uint64_t total = last ? op->in_len : op->total_in;

        if (op->iv_len > 7 && total >> (8 * (15 - op->iv_len)))
            return false;
        if (last)
            return true;
        aad_left = op->total_aad;
        in_left = total;
    } else {
        aad_left = s->total_aad - s->aad_done;
        in_left = s->total_in - s->in_done;
    }
    return last ? aad_len == aad_left && op->in_len == in_left : aad_len <= aad_left && op->in_len <= in_left;
}

static bool aead_ok(const struct ob_session *s, const struct ob_op *op, uint64_t aad_done, uint64_t in_done)
{
    static const struct limit aad_limit = {1, 61}; /* SP 800-38D, section 5.2.1: below 2^64 bits */
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;
    unsigned number = (unsigned)s->alg - OB_AES_GCM;
    bool ccm = s->alg == OB_AES_CCM;

    if (op->flags & OB_FIRST &&
        (op->iv_len < aead[number].iv_min || (op->iv_len > aead[number].iv_max && aead[number].iv_max != 255)))
        return false;
    if ((op->flags & OB_LAST || (op->flags & OB_FIRST && ccm)) &&
        (op->tag_len > 16 || !(aead[number].tags >> op->tag_len & 1)))
        return false;
    if (op->flags & OB_LAST && !op->tag)
        return false;
    if (aad_len && (!op->aad || (op->in_len && op->out && obi_overlap(op->out, op->in_len, op->aad, aad_len))))
        return false;
    return within(aad_limit, aad_done, aad_len) && within(aead[number].in, in_done, op->in_len) &&
           (!ccm || ccm_ok(s, op, aad_len));
}
#endif

int obi_check(const struct ob_session *s, const struct ob_op *op)
{
    bool first = (op->flags & OB_FIRST) != 0;
    uint64_t in_done = first ? 0 : s->in_done;
    bool ok = false;

    if (!first &&
        (s->stream == OB_STREAM_IDLE || s->stream == OB_STREAM_READY || ((op->flags ^ s->stream_flags) & OB_ENCRYPT)))
        return OB_E_STATE; /* no stream, or another direction */
    if (op->in_len && !op->in)
        return OB_E_ARG;
    switch (OB_ALG_CLASS(s->alg)) {
#if OB_WITH_HASH || OB_WITH_MAC
    case OB_CLASS_HASH:
    case OB_CLASS_MAC: {
        /* below 2^64 bits, the key block of HMAC included (FIPS 180-4, section 1; MD5 would wrap) */
        static const struct limit limit = {OB_BLOCK_MAX, 61};
        size_t tag = ob_alg_tag(s->alg);

        ok = within(limit, in_done, op->in_len) &&
             (!(op->flags & OB_LAST) ||
              (op->tag && op->tag_len <= tag && op->tag_len >= (OB_ALG_CLASS(s->alg) == OB_CLASS_HASH ? tag : 4)));
        break;
    }
#endif
#if OB_WITH_CIPHER
    case OB_CLASS_CIPHER:
        ok = cipher_ok(s, op, in_done) && out_ok(op);
        break;
#endif
#if OB_WITH_AEAD
    case OB_CLASS_AEAD:
        if (!first && op->flags & OB_AAD && op->aad_len && s->stream == OB_STREAM_DATA)
            return OB_E_STATE;
        if (!(op->flags & OB_ENCRYPT) && (op->flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) &&
            !(s->flags & OB_SESSION_UNVERIFIED))
            return OB_E_STATE;
        ok = aead_ok(s, op, first ? 0 : s->aad_done, in_done) && out_ok(op);
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
    return ok ? OB_OK : OB_E_ARG;
}
