/* SPDX-License-Identifier: Apache-2.0 */
/* What an op may look like: the stream's state, lengths, and the limits of the standards. */
#include "core.h"

/* A limit of a standard: done + len + slack must be below 2^shift, for a slack below 256 and a shift above 31. */
#define LIMIT(slack, shift) ((slack) | ((shift)-32) << 8)

/* *done counts from an earlier op of the stream, so not at FIRST. Not inlined: it is called from four places. */
static OBI_SMALL_CALL bool within(const struct ob_op *op, const uint64_t *done, size_t len, unsigned limit)
{
    uint64_t sum = len;

    if (!(op->flags & OB_FIRST))
        sum += *done;
    if (SIZE_MAX > UINT32_MAX && sum < len)
        return false;
    return (uint32_t)((sum + (limit & 255)) >> 32) >> (limit >> 8) == 0;
}

#if OB_WITH_HASH || OB_WITH_MAC
static OBI_SMALL_CALL bool digest_ok(const struct ob_session *s, const struct ob_op *op)
{
    size_t max = ob_alg_tag(s->alg), min = s->alg < OB_HMAC_MD5 ? max : 4;

    /* below 2^64 bits, the key block of HMAC included (FIPS 180-4, section 1; MD5 would wrap) */
    return within(op, &s->in_done, op->in_len, LIMIT(OB_BLOCK_MAX, 61)) &&
           (!(op->flags & OB_LAST) || (op->tag && op->tag_len - min <= max - min));
}
#endif

#if OB_WITH_CIPHER || OB_WITH_AEAD
bool obi_overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return x < y ? y - x < a_len : x - y < b_len;
}
#endif

#if OB_WITH_CIPHER
/* XTS: a data unit has at most 2^20 blocks (SP 800-38E, section 4), and ends with at least one whole block. */
static OBI_SMALL_CALL bool xts_ok(const struct ob_session *s, const struct ob_op *op)
{
    size_t left = ((size_t)1 << 24) - (op->flags & OB_FIRST ? 0 : (size_t)s->in_done);

    return op->in_len <= left && (op->flags & OB_LAST ? op->in_len >= 16 : op->in_len % 16 == 0);
}
#endif

#if OB_WITH_AEAD
/* In the order of enum ob_alg: the limit of the data, and a bit for each tag length less 1. */
static const struct {
    uint16_t in, tags;
} aead[] = {
    {LIMIT(31, 36), 1u << 3 | 1u << 7 | 0x1fu << 11}, /* SP 800-38D, section 5.2.1: 2^36 - 32 bytes */
    {LIMIT(0, 63), 0xaaa8u},                          /* SP 800-38C, appendix A: even, 4 to 16 */
    {LIMIT(31, 36), 1u << 3 | 1u << 7 | 0x1fu << 11}, /* RFC 8998 on SP 800-38D */
    {LIMIT(63, 38), 1u << 15},                        /* RFC 8439, section 2.8: 2^38 - 64 bytes */
};

/* True if len bytes are no more than what is left, and if last, all of it. */
static bool fits(uint64_t left, size_t len, bool last)
{
    return last ? len == left : len <= left;
}

/* CCM: the length field has 15 - iv_len bytes, and the first block binds the lengths of the whole stream. */
static OBI_SMALL_CALL bool ccm_ok(const struct ob_session *s, const struct ob_op *op, size_t aad_len)
{
    bool last = (op->flags & OB_LAST) != 0;
    uint64_t aad_left = s->total_aad - s->aad_done, in_left = s->total_in - s->in_done;

    if (op->flags & OB_FIRST) {
        uint64_t rest = last ? op->in_len : op->total_in;

        aad_left = last ? aad_len : op->total_aad;
        in_left = rest;
        for (size_t n = 15 - op->iv_len; n; n--)
            rest >>= 8;
        if (rest)
            return false;
    }
    return fits(aad_left, aad_len, last) && fits(in_left, op->in_len, last);
}

static OBI_SMALL_CALL bool aead_ok(const struct ob_session *s, const struct ob_op *op)
{
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;
    unsigned number = (unsigned)s->alg - OB_AES_GCM;
    bool ccm = s->alg == OB_AES_CCM;

    if ((op->flags & OB_LAST || (op->flags & OB_FIRST && ccm)) &&
        (op->tag_len - 1 > 15 || !(aead[number].tags >> (op->tag_len - 1) & 1)))
        return false;
    if (op->flags & OB_LAST && !op->tag)
        return false;
    if (aad_len && (!op->aad || (op->in_len && obi_overlap(op->out, op->in_len, op->aad, aad_len))))
        return false;
    /* SP 800-38D, section 5.2.1: less than 2^64 bits of AAD */
    return within(op, &s->aad_done, aad_len, LIMIT(1, 61)) && within(op, &s->in_done, op->in_len, aead[number].in) &&
           (!ccm || ccm_ok(s, op, aad_len));
}
#endif

#if OB_WITH_CIPHER || OB_WITH_AEAD
/* Of ciphers and AEADs. */
static OBI_SMALL_CALL bool crypt_ok(const struct ob_session *s, const struct ob_op *op)
{
    const struct obi_shape *shape = obi_shape(s->alg);
    size_t len = op->in_len;

    if (op->flags & OB_FIRST && op->iv_len - shape->iv_min > (size_t)shape->iv_span)
        return false;
    if (len && (!op->out || op->out_size < len || (op->out != op->in && obi_overlap(op->out, len, op->in, len))))
        return false;
#if OB_WITH_CIPHER
    if (s->alg == OB_AES_XTS)
        return xts_ok(s, op);
    if (len & (shape->unit - 1u))
        return false;
#endif
#if OB_WITH_AEAD
    return s->alg < OB_AES_GCM || aead_ok(s, op);
#else
    return true;
#endif
}
#endif

int obi_check(const struct ob_session *s, const struct ob_op *op)
{
    uint32_t flags = op->flags;
    unsigned cls = OB_ALG_CLASS(s->alg);
    bool ok = false;

    if (!(flags & OB_FIRST) && ((unsigned)s->stream - OB_STREAM_AAD > OB_STREAM_DATA - OB_STREAM_AAD ||
                                (flags ^ s->stream_flags) & OB_ENCRYPT))
        return OB_E_STATE; /* no stream, or another direction */
    if (op->in_len && !op->in)
        return OB_E_ARG;
#if OB_WITH_AEAD
    if (cls == OB_CLASS_AEAD &&
        ((!(flags & OB_FIRST) && flags & OB_AAD && op->aad_len && s->stream == OB_STREAM_DATA) ||
         (!(flags & OB_ENCRYPT) && (flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) &&
          !(s->flags & OB_SESSION_UNVERIFIED))))
        return OB_E_STATE;
#endif
#if OB_WITH_PK
    if (cls == OB_CLASS_PK) /* one-shot; the engine knows the lengths */
        ok = (flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) && !(op->out_size && !op->out) &&
             !(op->tag_len && !op->tag);
#endif
#if OB_WITH_HASH || OB_WITH_MAC
    if (cls - OB_CLASS_HASH <= OB_CLASS_MAC - OB_CLASS_HASH)
        ok = digest_ok(s, op);
#endif
#if OB_WITH_CIPHER || OB_WITH_AEAD
    if (cls - OB_CLASS_CIPHER <= OB_CLASS_AEAD - OB_CLASS_CIPHER)
        ok = crypt_ok(s, op);
#endif
    return ok ? OB_OK : OB_E_ARG;
}
