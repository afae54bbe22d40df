/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of an op before an engine sees it: the state of its stream, its buffers and lengths, and the limits of the
 * standards. Both cores include this file: dispatch.c and single.c. */
#ifndef OUTBOARD_CORE_CHECK_H
#define OUTBOARD_CORE_CHECK_H

#include "core.h"
#include "kat.h"

/* ---- what differs between the cores ---- */

#if OBI_SINGLE
/* In bytes: the unit of a cipher's ops, the length of its IV, and the length of a digest or of the longest tag of a
 * MAC. */
static inline size_t unit_of(const struct ob_session *s)
{
    return s->kat->unit;
}

static inline size_t iv_len_of(const struct ob_session *s)
{
    return s->kat->len;
}

static inline size_t tag_len_of(const struct ob_session *s)
{
    return s->kat->len;
}
#else
static inline size_t unit_of(const struct ob_session *s)
{
    return obi_shape(s->alg)->unit;
}

static inline size_t iv_len_of(const struct ob_session *s)
{
    return obi_shape(s->alg)->iv_len;
}

static inline size_t tag_len_of(const struct ob_session *s)
{
    return ob_alg_tag(s->alg);
}
#endif

/* ---- counts ---- */

/* Indices of a session's counts, in bytes, in the order of their fields: what the stream has done, then its totals. */
enum { OBI_AAD, OBI_IN, OBI_TOTAL_AAD, OBI_TOTAL_IN, OBI_COUNTS };

_Static_assert(offsetof(struct ob_session, in_done) == offsetof(struct ob_session, aad_done) + 8 &&
                   offsetof(struct ob_session, total_aad) == offsetof(struct ob_session, aad_done) + 16 &&
                   offsetof(struct ob_session, total_in) == offsetof(struct ob_session, aad_done) + 24 &&
                   offsetof(struct ob_op, total_in) == offsetof(struct ob_op, total_aad) + 8,
               "counts lie side by side, so that one copy takes them");

/* ---- limits ---- */

/* True if count plus slack is below 2^(32 + bits). Only a length of 64 bits can come so near 2^64 that the sum wraps.
 */
static inline bool below(uint64_t count, unsigned slack, unsigned bits)
{
    if (SIZE_MAX > UINT32_MAX && count > UINT64_MAX - slack)
        return false;
    return (uint32_t)((count + slack) >> 32) >> bits == 0;
}

#if !OBI_HASH_ONLY
/* The limits of an algorithm. The bytes of data plus slack must be below 2^(32 + bits). */
struct limits {
    uint16_t tags; /* AEAD: bit n is set if a tag of n + 4 bytes is allowed */
    uint8_t slack, bits;
    uint8_t iv_min; /* AEAD: least number of bytes of the IV */
    int8_t iv_span; /* an IV may have so many bytes more; -2: any number */
};

static const struct limits all_limits[] = {
    {0, OB_BLOCK_MAX, 61 - 32, 0, 0}, /* hash, MAC: 2^64 bits with the key block of HMAC (FIPS 180-4, section 1) */
#if OB_WITH_AEAD
    /* In the order of enum ob_alg, from OB_AES_GCM on. */
    {1u | 1u << 4 | 0x1fu << 8, 31, 36 - 32, 1, -2}, /* SP 800-38D, section 5.2.1: 2^36 - 32 bytes */
    {0x1555, 0, 63 - 32, 7, 13 - 7},                 /* SP 800-38C, appendix A: tags even, 4 to 16 */
    {1u | 1u << 4 | 0x1fu << 8, 31, 36 - 32, 1, -2}, /* RFC 8998 on SP 800-38D */
    {1u << 12, 63, 38 - 32, 12, 0},                  /* RFC 8439, section 2.8: 2^38 - 64 bytes */
#endif
};

/* CCM encodes both total lengths in its first block (SP 800-38C, appendix A.2.1), so the stream must have exactly the
 * lengths that FIRST stated, and the length of the data must fit its field. */
static inline bool ccm_ok(const struct ob_session *s, const struct ob_op *op, const uint64_t *count)
{
    if (op->flags & OB_FIRST) { /* the field has 15 - iv_len bytes */
        uint64_t rest = count[OBI_TOTAL_IN];

        for (size_t n = 15 - op->iv_len; n; n--)
            rest >>= 8;
        if (rest)
            return false;
    } else if (op->flags & OB_LAST && op->tag_len != s->tag_len) {
        return false;
    }
    for (const uint64_t *done = count; done != count + OBI_TOTAL_AAD; done++) {
        int64_t left = (int64_t)(done[OBI_TOTAL_AAD] - *done);

        if (left < 0 || (left && op->flags & OB_LAST))
            return false;
    }
    return true;
}

/* True if a cipher's op may have this length: whole units; the last part of an XTS data unit has 16 bytes or more. */
static inline bool cipher_len_ok(const struct ob_session *s, const struct ob_op *op, uint64_t in_done)
{
    size_t unit = unit_of(s);

    if (s->alg == OB_AES_XTS) {
        if (in_done > OBI_XTS_MAX)
            return false;
        unit = 16;
        if (op->flags & OB_LAST)
            return op->in_len >= 16;
    }
    return (op->in_len & (unit - 1)) == 0;
}

/* OB_OK, or OB_E_ARG if the algorithm does not allow the length of the IV, the data or the tag. count includes op. */
static OBI_SMALL_CALL int check_lengths(const struct ob_session *s, const struct ob_op *op, const uint64_t *count)
{
    const struct limits *limits = all_limits;
    unsigned alg = s->alg;
    uint32_t flags = op->flags, needs_tag = OB_LAST;
    size_t max = 16, min = 4;

    if ((OB_WITH_CIPHER || OB_WITH_AEAD) && alg >= OB_AES_ECB) {
        size_t iv_min, iv_span = 0;

        if (OB_WITH_AEAD && alg >= OB_AES_GCM) {
            limits = &all_limits[alg - OB_AES_GCM + 1];
            iv_min = limits->iv_min;
            iv_span = (size_t)limits->iv_span;
        } else {
            iv_min = iv_len_of(s);
            if (!cipher_len_ok(s, op, count[OBI_IN]))
                return OB_E_ARG;
        }
        if (flags & OB_FIRST && (op->iv_len - iv_min > iv_span || (op->iv_len && !op->iv)))
            return OB_E_ARG;
        if (SIZE_MAX > UINT32_MAX && flags & OB_FIRST && !below(op->iv_len, 0, 61 - 32))
            return OB_E_ARG; /* SP 800-38D, section 5.2.1.1: 2^61 - 1 bytes */
        if (alg < OB_AES_GCM)
            return OB_OK;
    } else {
        max = tag_len_of(s);
        if (!OB_WITH_MAC || alg < OB_HMAC_MD5) {
            if (flags & OB_VERIFY)
                return OB_E_ARG; /* a hash has no verification */
            min = max;
        }
    }
    if (OB_WITH_AEAD && alg == OB_AES_CCM)
        needs_tag = OB_FIRST | OB_LAST; /* CCM encodes tag_len in its first block */
    if (flags & needs_tag) {
        if (op->tag_len - min > max - min ||
            (OB_WITH_AEAD && alg >= OB_AES_GCM && !(limits->tags >> (op->tag_len - 4) & 1)))
            return OB_E_ARG;
        if (flags & OB_LAST && !op->tag)
            return OB_E_ARG;
    }
    if (!below(count[OBI_IN], limits->slack, limits->bits) || (OB_WITH_AEAD && !below(count[OBI_AAD], 0, 61 - 32)))
        return OB_E_ARG;
    if (OB_WITH_AEAD && alg == OB_AES_CCM && !ccm_ok(s, op, count))
        return OB_E_ARG;
    return OB_OK;
}

#endif

/* ---- the op ---- */

/* True if op can continue the stream: one has begun, its engine is still there, and the direction is the same. */
static inline bool goes_on(const struct ob_session *s, const struct ob_op *op)
{
    return s->stream != OB_STREAM_IDLE && (OBI_SINGLE || s->stream != OB_STREAM_READY) && obi_is_current(s) &&
           (OBI_HASH_ONLY || !((op->flags ^ s->stream_flags) & OB_ENCRYPT));
}

#if OBI_HASH_ONLY
/* As below, in a build with hashes alone, which needs no counts. */
static inline int obi_check(const struct ob_session *s, const struct ob_op *op, const uint64_t count[OBI_COUNTS])
{
    (void)count;
    if (!s->dispatcher)
        return OB_E_STATE;
    if (op->flags & OB_FIRST) {
        if (SIZE_MAX > UINT32_MAX && !below(op->in_len, OB_BLOCK_MAX, 61 - 32))
            return OB_E_ARG;
    } else {
        if (!goes_on(s, op))
            return OB_E_STATE;
        if (!below(s->in_done + op->in_len, OB_BLOCK_MAX, 61 - 32)) /* 2^64 bits, as in all_limits */
            return OB_E_ARG;
    }
    if ((op->in_len && !op->in) || op->flags & OB_VERIFY ||
        (op->flags & OB_LAST && (op->tag_len != tag_len_of(s) || !op->tag)))
        return OB_E_ARG;
    return OB_OK;
}
#else
/* OB_OK if op fits its stream and the standard's limits, and its buffers are there; else OB_E_ARG or OB_E_STATE. Writes
 * nothing but count, which becomes the stream's counts after op. */
static inline int obi_check(const struct ob_session *s, const struct ob_op *op, uint64_t count[OBI_COUNTS])
{
    uint32_t flags = op->flags;
    size_t len;

    if (!s->dispatcher)
        return OB_E_STATE; /* the session is not open */
    if (!(flags & OB_FIRST) && !goes_on(s, op))
        return OB_E_STATE;
    memcpy(count, (const uint8_t *)s + offsetof(struct ob_session, aad_done), OBI_COUNTS * sizeof *count);
    if (flags & OB_FIRST) {
#if OBI_SINGLE
        ob_wipe(count, 2 * sizeof *count);
#else /* two stores are faster than a call */
        count[OBI_AAD] = count[OBI_IN] = 0;
#endif
        memcpy(count + OBI_TOTAL_AAD, (const uint8_t *)op + offsetof(struct ob_op, total_aad), 2 * sizeof *count);
    }
#if OB_WITH_PK
    if (s->alg >= OB_RSA)
        return obi_pk_check_op(s, op);
#endif
    len = op->in_len;
    if (OB_WITH_AEAD && flags & OB_AAD && op->aad_len) {
        if (count[OBI_IN])
            return OB_E_STATE; /* no AAD may follow data */
        if (!op->aad || (len && obi_overlap(op->out, len, op->aad, op->aad_len)))
            return OB_E_ARG;
        count[OBI_AAD] += op->aad_len;
        if (SIZE_MAX > UINT32_MAX && count[OBI_AAD] < op->aad_len)
            return OB_E_ARG; /* the sum does not fit 64 bits */
    }
    count[OBI_IN] += len;
    if (SIZE_MAX > UINT32_MAX && count[OBI_IN] < len)
        return OB_E_ARG;
    if ((flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST)) {
        /* cppcheck-suppress overlappingWriteFunction ; the halves of count do not overlap */
        memcpy(count + OBI_TOTAL_AAD, count, 2 * sizeof *count);
    } else if (OB_WITH_AEAD && s->alg >= OB_AES_GCM && !(flags & OB_ENCRYPT) && !(s->flags & OB_SESSION_UNVERIFIED)) {
        return OB_E_STATE;
    }
    if (len) {
        if (!op->in)
            return OB_E_ARG;
        if ((OB_WITH_CIPHER || OB_WITH_AEAD) && s->alg >= OB_AES_ECB &&
            (!op->out || op->out_size < len || (op->out != op->in && obi_overlap(op->out, len, op->in, len))))
            return OB_E_ARG;
    }
    return check_lengths(s, op, count);
}
#endif

#endif
