/* SPDX-License-Identifier: Apache-2.0 */
/* What an op may look like: the stream's state, lengths, and the limits of the standards. */
#include "core.h"

/* A limit of a standard: done + len + slack must be below 2^shift, for a slack below 256 and a shift above 31. */
#define LIMIT(slack, shift) ((slack) | ((shift)-32) << 8)

/* A function that is called from three places, or from one. */
#if OB_WITH_AEAD
#define WITHIN static OBI_SMALL_CALL bool
#else
#define WITHIN static inline bool
#endif

/* The count of a stream, *done before op (0 at FIRST), stays within a limit. */
WITHIN within(const struct ob_op *op, const uint64_t *done, size_t len, unsigned limit)
{
    uint64_t sum = len;
    uint32_t flags = op->flags;

    OBI_OPAQUE(flags);
    if (!(flags & OB_FIRST))
        sum += *done;
    if (SIZE_MAX > UINT32_MAX && sum < len)
        return false;
    return (uint32_t)((sum + (limit & 255)) >> 32) >> (limit >> 8) == 0;
}

#if OB_WITH_CIPHER || OB_WITH_AEAD
OBI_LOCAL OBI_SMALL_CALL bool obi_overlap(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return x < y ? y - x < a_len : x - y < b_len;
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

/* Of what was stated, *done + len is no more, and with the last op all. */
static OBI_SMALL_CALL bool as_stated(const struct ob_op *op, const uint64_t *total, const uint64_t *done, size_t len)
{
    uint64_t left = *total;

    if (!(op->flags & OB_FIRST))
        left -= *done;
    return op->flags & OB_LAST ? len == left : len <= left;
}

/* The following return OB_OK or OB_E_ARG, so that all that is refused goes one way. */

/* CCM binds the lengths of the whole stream in its first block, whose length field has 15 - iv_len bytes. */
static inline int check_ccm(const struct ob_session *s, const struct ob_op *op, size_t aad_len)
{
    const uint64_t *total_aad = &s->total_aad, *total_in = &s->total_in;

    if (op->flags & OB_FIRST) {
        uint64_t rest = op->flags & OB_LAST ? op->in_len : op->total_in;

        for (size_t n = 15 - op->iv_len; n; n--)
            rest >>= 8;
        if (rest)
            return OB_E_ARG;
        if (op->flags & OB_LAST)
            return OB_OK;
        total_aad = &op->total_aad;
        total_in = &op->total_in;
    }
    if (!as_stated(op, total_aad, &s->aad_done, aad_len) || !as_stated(op, total_in, &s->in_done, op->in_len))
        return OB_E_ARG;
    return OB_OK;
}

static inline int check_aead(const struct ob_session *s, const struct ob_op *op)
{
    size_t aad_len = op->flags & OB_AAD ? op->aad_len : 0;
    unsigned number = (unsigned)s->alg - OB_AES_GCM;
    bool ccm = s->alg == OB_AES_CCM;

    if ((op->flags & OB_LAST || (op->flags & OB_FIRST && ccm)) &&
        (op->tag_len - 1 > 15 || !(aead[number].tags >> (op->tag_len - 1) & 1)))
        return OB_E_ARG;
    if (op->flags & OB_LAST && !op->tag)
        return OB_E_ARG;
    if (aad_len && (!op->aad || (op->in_len && obi_overlap(op->out, op->in_len, op->aad, aad_len))))
        return OB_E_ARG;
    /* SP 800-38D, section 5.2.1: less than 2^64 bits of AAD */
    if (!within(op, &s->aad_done, aad_len, LIMIT(1, 61)) || !within(op, &s->in_done, op->in_len, aead[number].in))
        return OB_E_ARG;
    return ccm ? check_ccm(s, op, aad_len) : OB_OK;
}
#endif

#if OB_WITH_HASH || OB_WITH_MAC
static inline int check_digest(const struct ob_session *s, const struct ob_op *op)
{
    if (op->flags & OB_LAST) {
        size_t max = OB_WITH_MAC ? ob_alg_tag(s->alg) : obi_digest_len(s->alg);
        size_t min = OB_WITH_MAC && s->alg >= OB_HMAC_MD5 ? 4 : max;

        if (!op->tag || op->tag_len - min > max - min)
            return OB_E_ARG;
    }
    /* below 2^64 bits, the key block of HMAC included (FIPS 180-4, section 1; MD5 would wrap) */
    if (!within(op, &s->in_done, op->in_len, LIMIT(OB_WITH_MAC ? OB_BLOCK_MAX : 0, 61)))
        return OB_E_ARG;
    return OB_OK;
}
#endif

#if OB_WITH_CIPHER || OB_WITH_AEAD
/* Of ciphers and AEADs. */
static inline int check_crypt(const struct ob_session *s, const struct ob_op *op)
{
    const struct obi_shape *shape = obi_shape(s->alg);
    size_t len = op->in_len;

    if (op->flags & OB_FIRST && (op->iv_len - shape->iv_min > (size_t)shape->iv_span || (op->iv_len && !op->iv)))
        return OB_E_ARG;
    if (len && (!op->out || op->out_size < len || (op->out != op->in && obi_overlap(op->out, len, op->in, len))))
        return OB_E_ARG;
#if OB_WITH_CIPHER
    if (s->alg == OB_AES_XTS) {
        /* a data unit has at most 2^20 blocks (SP 800-38E, section 4), and ends with at least one whole block */
        if (len > ((size_t)1 << 24) - (op->flags & OB_FIRST ? 0 : (size_t)s->in_done))
            return OB_E_ARG;
        if (op->flags & OB_LAST)
            return len < 16 ? OB_E_ARG : OB_OK;
    }
    if (len & (shape->unit - 1u))
        return OB_E_ARG;
#endif
#if OB_WITH_AEAD
    if (s->alg >= OB_AES_GCM)
        return check_aead(s, op);
#endif
    return OB_OK;
}
#endif

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

OBI_LOCAL int obi_check(const struct ob_session *s, const struct ob_op *op)
{
    uint32_t flags = op->flags;

#if OBI_SINGLE
    if (!s->dispatcher)
        return OB_E_STATE; /* not open */
#endif
    if (!(flags & OB_FIRST) && !goes_on(s, op))
        return OB_E_STATE;
#if OB_WITH_AEAD
    if (OB_ALG_CLASS(s->alg) == OB_CLASS_AEAD &&
        ((!(flags & OB_FIRST) && flags & OB_AAD && op->aad_len && s->in_done) ||
         (!(flags & OB_ENCRYPT) && (flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) &&
          !(s->flags & OB_SESSION_UNVERIFIED))))
        return OB_E_STATE;
#endif
    if (op->in_len && !op->in)
        return OB_E_ARG;
    if (OBI_HASH_ONLY && flags & OB_VERIFY)
        return OB_E_ARG;
#if OB_WITH_PK
    if (s->alg >= OB_RSA) { /* one-shot; the engine knows the lengths */
        if ((flags & (OB_FIRST | OB_LAST)) != (OB_FIRST | OB_LAST) || (op->out_size && !op->out) ||
            (op->tag_len && !op->tag))
            return OB_E_ARG;
        return OB_OK;
    }
#endif
#if OB_WITH_CIPHER || OB_WITH_AEAD
    if (s->alg >= OB_AES_ECB)
        return check_crypt(s, op);
#endif
#if OB_WITH_HASH || OB_WITH_MAC
    return check_digest(s, op);
#else
    return OB_E_ARG;
#endif
}
