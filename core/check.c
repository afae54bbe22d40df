/* SPDX-License-Identifier: Apache-2.0 */
/* What an op may look like: the stream's state, lengths, and the limits of the standards. */
#include "core.h"
#include "kat.h"

/* A limit of a standard: a count + slack must be below 2^shift, for a slack below 256 and a shift above 31. */
#define LIMIT(slack, shift) ((slack) | ((shift)-32) << 8)

static inline bool within(uint64_t count, unsigned limit)
{
    return (uint32_t)((count + (limit & 255)) >> 32) >> (limit >> 8) == 0;
}

/* True if there is a stream, whose engine is still there, and op goes in its direction. */
static inline bool goes_on(const struct ob_session *s, const struct ob_op *op)
{
#if OBI_SINGLE
    if (!s->stream || !obi_has_state(s))
        return false;
#else
    if (s->stream != OB_STREAM_AAD && s->stream != OB_STREAM_DATA)
        return false;
#endif
    return OBI_HASH_ONLY || !((op->flags ^ s->stream_flags) & OB_ENCRYPT);
}

#if OBI_HASH_ONLY
/* The message is shorter than 2^64 bits (FIPS 180-4, section 1). */
static inline bool short_enough(const struct ob_session *s, const struct ob_op *op)
{
    uint64_t sum = op->in_len;
    uint32_t flags = op->flags;

    OBI_OPAQUE(flags);
    if (!(flags & OB_FIRST))
        sum += s->in_done;
    if (SIZE_MAX > UINT32_MAX && sum < op->in_len)
        return false;
    return within(sum, LIMIT(0, 61));
}

OBI_LOCAL OBI_ONE_CALLER int obi_check(const struct ob_session *s, const struct ob_op *op, uint64_t count[OBI_COUNTS])
{
    uint32_t flags = op->flags;

    (void)count;
#if OBI_SINGLE
    if (!s->dispatcher)
        return OB_E_STATE; /* not open */
#endif
    if (!(flags & OB_FIRST) && !goes_on(s, op))
        return OB_E_STATE;
    if (op->in_len && !op->in)
        return OB_E_ARG;
    if (flags & OB_VERIFY)
        return OB_E_ARG;
    if (flags & OB_LAST) {
        size_t len = obi_digest_len(s->alg);

        if (!op->tag || op->tag_len != len)
            return OB_E_ARG;
    }
    return short_enough(s, op) ? OB_OK : OB_E_ARG;
}
#else

/* The limit of an algorithm's data; of an AEAD also its tags and IVs. */
struct wide {
    uint16_t in, tags; /* tags: a bit for each length less 4 */
    uint8_t iv_min;
    int8_t iv_span; /* at most this many more bytes; as a size_t, so -2 is without a limit */
};

static const struct wide wide[] = {
    {LIMIT(OB_BLOCK_MAX, 61), 0, 0, 0}, /* hash, MAC: 2^64 bits, with the key block of HMAC (FIPS 180-4, section 1) */
#if OB_WITH_AEAD
    /* In the order of enum ob_alg. */
    {LIMIT(31, 36), 1u | 1u << 4 | 0x1fu << 8, 1, -2}, /* SP 800-38D, section 5.2.1: 2^36 - 32 bytes */
    {LIMIT(0, 63), 0x1555, 7, 13 - 7},                 /* SP 800-38C, appendix A: tags even, 4 to 16 */
    {LIMIT(31, 36), 1u | 1u << 4 | 0x1fu << 8, 1, -2}, /* RFC 8998 on SP 800-38D */
    {LIMIT(63, 38), 1u << 12, 12, 0},                  /* RFC 8439, section 2.8: 2^38 - 64 bytes */
#endif
};

#if OB_WITH_CIPHER || OB_WITH_AEAD || OB_WITH_PK
OBI_PK_LOCAL OBI_SMALL_CALL int obi_overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    uintptr_t from_b = (uintptr_t)a - (uintptr_t)b;

    if (from_b >= b_len) {
        OBI_OPAQUE(from_b);
        from_b = 0 - from_b;
        b_len = a_len;
    }
    return -(from_b < b_len);
}
#endif

/* OB_OK or OB_E_ARG: what the algorithm asks of IV, lengths, tag, and the counts of the stream, which include op. */
static OBI_SMALL_CALL int check_lengths(const struct ob_session *s, const struct ob_op *op, const uint64_t *count)
{
    unsigned alg = s->alg;
    uint32_t flags = op->flags, needs_tag = OB_LAST;
    size_t max = 16, min = 4;
    const struct wide *w = NULL;

#if OB_WITH_CIPHER || OB_WITH_AEAD
    if (alg >= OB_AES_ECB) {
        size_t iv_min, iv_span = 0;

        if (OB_WITH_AEAD && alg >= OB_AES_GCM) {
            w = &wide[alg - OB_AES_GCM + 1];
            iv_min = w->iv_min;
            iv_span = (size_t)w->iv_span;
        } else {
#if OBI_SINGLE
            size_t unit = s->kat->unit, part = op->in_len;

            iv_min = s->kat->len;
#else
            const struct obi_shape *shape = obi_shape(s->alg);
            size_t unit = shape->unit, part = op->in_len;

            iv_min = shape->iv_len;
#endif
            if (OB_WITH_CIPHER && alg == OB_AES_XTS) {
                /* a data unit has at most 2^20 blocks (SP 800-38E, section 4), the last part at least one of them */
                if (count[OBI_IN] > (uint64_t)1 << 24)
                    return OB_E_ARG;
                unit = 16;
                if (flags & OB_LAST) {
                    if (part < 16)
                        return OB_E_ARG;
                    unit = 1;
                }
            }
            part &= unit - 1;
            OBI_OPAQUE(part);
            if (part)
                return OB_E_ARG;
        }
        if (flags & OB_FIRST && (op->iv_len - iv_min > iv_span || (op->iv_len && !op->iv)))
            return OB_E_ARG;
        if (alg < OB_AES_GCM)
            return OB_OK;
    } else
#endif
    {
        w = wide;
#if OBI_SINGLE
        max = s->kat->len;
#else
        max = ob_alg_tag(s->alg);
#endif
        if (alg < OB_HMAC_MD5)
            min = max;
    }
    if (OB_WITH_AEAD && alg == OB_AES_CCM)
        needs_tag = OB_FIRST | OB_LAST;
    if (flags & needs_tag) {
        if (op->tag_len - min > max - min ||
            (alg >= OB_AES_GCM && !(w->tags >> (op->tag_len - (OBI_SINGLE ? min : 4)) & 1)))
            return OB_E_ARG;
        if (flags & OB_LAST && !op->tag)
            return OB_E_ARG;
    }
    if (!within(count[OBI_IN], w->in) || !within(count[OBI_AAD], LIMIT(0, 61)))
        return OB_E_ARG;
    if (OB_WITH_AEAD && alg == OB_AES_CCM) {
        unsigned i = 2;

        OBI_OPAQUE(op);
        if (op->flags & OB_FIRST) { /* the length of the data has a field of 15 bytes less those of the IV */
            uint64_t rest = count[OBI_TOTAL_IN];

#if OBI_SINGLE
            for (size_t bits = op->iv_len * 8; bits != 56; bits--) { /* fewer bytes, more steps */
                if ((int64_t)rest < 0)
                    return OB_E_ARG;
                rest <<= 1;
            }
#else
            for (size_t n = 15 - op->iv_len; n; n--)
                rest >>= 8;
            if (rest)
                return OB_E_ARG;
#endif
        }
        do {
            int64_t left = (int64_t)(count[OBI_TOTAL_AAD] - count[OBI_AAD]);

            if (left < 0 || (left && op->flags & OB_LAST))
                return OB_E_ARG;
            OBI_OPAQUE(i); /* or there are two copies */
            OBI_OPAQUE(op);
            count++;
        } while (--i);
    }
    return OB_OK;
}

#if !OBI_SINGLE
OBI_LOCAL OBI_ONE_CALLER int obi_check(const struct ob_session *s, const struct ob_op *op, uint64_t count[OBI_COUNTS])
{
    uint32_t flags = op->flags;
    size_t aad_len, len;

    memcpy(count, (const uint8_t *)s + offsetof(struct ob_session, aad_done), OBI_COUNTS * sizeof *count);
    if (flags & OB_FIRST) {
        obi_clear(count, 2 * sizeof *count);
        memcpy(count + 2, (const uint8_t *)op + offsetof(struct ob_op, total_aad), 2 * sizeof *count);
    } else if (!goes_on(s, op)) {
        return OB_E_STATE;
    }
#if OB_WITH_PK
    if (s->alg >= OB_RSA)
        return obi_pk_check_op(s, op);
#endif
    aad_len = flags & OB_AAD ? op->aad_len : 0;
    if (aad_len && count[OBI_IN])
        return OB_E_STATE;
    count[OBI_AAD] += aad_len;
    count[OBI_IN] += op->in_len;
    if (SIZE_MAX > UINT32_MAX && (count[OBI_AAD] < aad_len || count[OBI_IN] < op->in_len))
        return OB_E_ARG; /* more than 64 bits */
    if ((flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST)) {
        /* cppcheck-suppress overlappingWriteFunction ; the two halves of four counts, side by side */
        memcpy(count + 2, count, 2 * sizeof *count);
    } else if (s->alg >= OB_AES_GCM && !(flags & OB_ENCRYPT) && !(s->flags & OB_SESSION_UNVERIFIED)) {
        return OB_E_STATE;
    }
    len = op->in_len;
    if (len) {
        if (!op->in)
            return OB_E_ARG;
#if OB_WITH_CIPHER || OB_WITH_AEAD
        if (s->alg >= OB_AES_ECB &&
            (!op->out || op->out_size < len || (op->out != op->in && obi_overlap(op->out, len, op->in, len))))
            return OB_E_ARG;
#endif
    }
#if OB_WITH_AEAD
    if (aad_len && (!op->aad || (len && obi_overlap(op->out, len, op->aad, aad_len))))
        return OB_E_ARG;
#endif
    return check_lengths(s, op, count);
}
#endif
#endif
