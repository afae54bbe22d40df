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

OBI_LOCAL int obi_check(const struct ob_session *s, const struct ob_op *op, uint64_t count[OBI_COUNTS])
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

/* What an algorithm takes whose IV may have several lengths. */
struct wide {
    uint16_t in, tags; /* the limit of the data, a bit for each tag length less 4 */
    uint8_t iv_min;
    int8_t iv_span; /* at most this many more bytes; as a size_t, so -1 and -2 are without a limit */
};

#if OB_WITH_CIPHER || OB_WITH_AEAD
OBI_LOCAL OBI_SMALL_CALL bool obi_overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return x < y ? y - x < a_len : x - y < b_len;
}

/* In the order of enum ob_alg, from OB_NULL on. */
static const struct wide wide[] = {
    {0, 0, 0, -1},
#if OB_WITH_AEAD
    {LIMIT(31, 36), 1u | 1u << 4 | 0x1fu << 8, 1, -2}, /* SP 800-38D, section 5.2.1: 2^36 - 32 bytes */
    {LIMIT(0, 63), 0x1555, 7, 13 - 7},                 /* SP 800-38C, appendix A: tags even, 4 to 16 */
    {LIMIT(31, 36), 1u | 1u << 4 | 0x1fu << 8, 1, -2}, /* RFC 8998 on SP 800-38D */
    {LIMIT(63, 38), 1u << 12, 12, 0},                  /* RFC 8439, section 2.8: 2^38 - 64 bytes */
#endif
};
#endif

/* OB_OK or OB_E_ARG: what the algorithm asks of IV, lengths, tag, and the counts of the stream, which include op. */
static OBI_SMALL_CALL int check_lengths(const struct ob_session *s, const struct ob_op *op, const uint64_t *count)
{
    unsigned alg = s->alg;
    uint32_t flags = op->flags;
    unsigned limit = LIMIT(OB_BLOCK_MAX, 61); /* below 2^64 bits, with the key block of HMAC (FIPS 180-4, section 1) */
    size_t max, min, tag_len = op->tag_len;
    const struct wide *w = NULL;

#if OB_WITH_CIPHER || OB_WITH_AEAD
    if (alg >= OB_AES_ECB) {
#if OBI_SINGLE
        size_t iv_min = s->kat->len, unit = s->kat->unit;
#else
        const struct obi_shape *shape = obi_shape(s->alg);
        size_t iv_min = shape->iv_len, unit = shape->unit;
#endif
        size_t iv_span = 0, len = op->in_len;

        if (alg >= OB_NULL) {
            w = &wide[alg - OB_NULL];
            iv_min = w->iv_min;
            iv_span = (size_t)w->iv_span;
            limit = w->in;
        }
        if (flags & OB_FIRST && (op->iv_len - iv_min > iv_span || (op->iv_len && !op->iv)))
            return OB_E_ARG;
        if (len && (!op->out || op->out_size < len || (op->out != op->in && obi_overlap(op->out, len, op->in, len))))
            return OB_E_ARG;
#if OB_WITH_CIPHER
        if (alg == OB_AES_XTS) {
            /* a data unit has at most 2^20 blocks (SP 800-38E, section 4), and ends with at least one whole block */
            if (count[OBI_IN] > (uint64_t)1 << 24)
                return OB_E_ARG;
            unit = 16;
            if (flags & OB_LAST)
                return len < 16 ? OB_E_ARG : OB_OK;
        }
#endif
        if (len & (unit - 1))
            return OB_E_ARG;
        if (alg < OB_AES_GCM)
            return OB_OK;
    }
#endif
    min = 4;
#if OBI_SINGLE
    max = obi_kat_tag_len(s->kat);
#else
    max = ob_alg_tag(s->alg);
#endif
    if (alg < OB_HMAC_MD5)
        min = max;
    if (OB_WITH_AEAD && alg == OB_AES_CCM && flags & OB_FIRST)
        flags |= OB_LAST;
    if (flags & OB_LAST) {
        if (tag_len - min > max - min || (w && !(w->tags >> (tag_len - 4) & 1)))
            return OB_E_ARG;
        if (op->flags & OB_LAST && !op->tag)
            return OB_E_ARG;
    }
    if (!within(count[OBI_IN], limit) || !within(count[OBI_AAD], LIMIT(0, 61)))
        return OB_E_ARG;
    if (OB_WITH_AEAD && alg == OB_AES_CCM) {
        if (op->flags & OB_FIRST) {
            uint64_t rest = count[OBI_TOTAL_IN];

            for (size_t n = 15 - op->iv_len; n; n--)
                rest >>= 8;
            if (rest)
                return OB_E_ARG;
        }
        for (unsigned i = 0; i < 2; i++) {
            int64_t left = (int64_t)(count[OBI_TOTAL_AAD + i] - count[i]);

            if (left < 0 || (left && op->flags & OB_LAST))
                return OB_E_ARG;
        }
    }
    return OB_OK;
}

OBI_LOCAL OBI_SMALL_CALL int obi_check(const struct ob_session *s, const struct ob_op *op, uint64_t count[OBI_COUNTS])
{
    uint32_t flags = op->flags;
    size_t aad_len;

#if OBI_SINGLE
    if (!s->dispatcher)
        return OB_E_STATE; /* not open */
#endif
    memcpy(count, (const uint8_t *)s + offsetof(struct ob_session, aad_done), OBI_COUNTS * sizeof *count);
    if (flags & OB_FIRST) {
        obi_clear(count, 2 * sizeof *count);
        memcpy(count + 2, (const uint8_t *)op + offsetof(struct ob_op, total_aad), 2 * sizeof *count);
    } else if (!goes_on(s, op)) {
        return OB_E_STATE;
    }
#if OB_WITH_PK
    if (s->alg >= OB_RSA) { /* one-shot; the engine knows the lengths */
        if ((flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) || (op->in_len && !op->in) ||
            (op->out_size && !op->out) || (op->tag_len && !op->tag))
            return OB_E_ARG;
        return OB_OK;
    }
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
    if (op->in_len && !op->in)
        return OB_E_ARG;
#if OB_WITH_AEAD
    if (aad_len && (!op->aad || (op->in_len && obi_overlap(op->out, op->in_len, op->aad, aad_len))))
        return OB_E_ARG;
#endif
    return check_lengths(s, op, count);
}
#endif
