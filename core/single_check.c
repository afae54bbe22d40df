/* SPDX-License-Identifier: Apache-2.0 */
/* What an op may look like in a build with one engine: as obi_check in check.c, but for the order. A part of single.c.
 */
#include "core.h"

#if !OBI_HASH_ONLY
OBI_LOCAL OBI_ONE_CALLER int obi_check(const struct ob_session *s, const struct ob_op *op, uint64_t count[OBI_COUNTS])
{
    uint32_t flags = op->flags;
    size_t len;

    if (!s->dispatcher)
        return OB_E_STATE; /* not open */
    memcpy(count, (const uint8_t *)s + offsetof(struct ob_session, aad_done), OBI_COUNTS * sizeof *count);
    if (!(flags & OB_FIRST)) {
        if (!goes_on(s, op))
            return OB_E_STATE;
    } else {
        obi_clear(count, 2 * sizeof *count);
        memcpy(count + 2, (const uint8_t *)op + offsetof(struct ob_op, total_aad), 2 * sizeof *count);
    }
#if OB_WITH_PK
    if (s->alg >= OB_RSA)
        return obi_pk_check_op(s, op);
#endif
    len = op->in_len;
    if (flags & OB_AAD) {
        size_t aad_len = op->aad_len;

        if (aad_len) {
            if (count[OBI_IN])
                return OB_E_STATE;
            count[OBI_AAD] += aad_len;
#if OB_WITH_AEAD
            if (!op->aad || (len && obi_overlap(op->out, len, op->aad, aad_len)))
                return OB_E_ARG;
#endif
            if (SIZE_MAX > UINT32_MAX && count[OBI_AAD] < aad_len)
                return OB_E_ARG; /* more than 64 bits */
        }
    }
    count[OBI_IN] += len;
    if (SIZE_MAX > UINT32_MAX && count[OBI_IN] < len)
        return OB_E_ARG;
    if ((flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST)) {
        /* cppcheck-suppress overlappingWriteFunction ; the two halves of four counts, side by side */
        memcpy(count + 2, count, 2 * sizeof *count);
    } else if (s->alg >= OB_AES_GCM && !(flags & OB_ENCRYPT) && !(s->flags & OB_SESSION_UNVERIFIED)) {
        return OB_E_STATE;
    }
    if (len) {
        if (!op->in)
            return OB_E_ARG;
#if OB_WITH_CIPHER || OB_WITH_AEAD
        if (s->alg >= OB_AES_ECB &&
            (!op->out || op->out_size < len || (op->out != op->in && obi_overlap(op->out, len, op->in, len))))
            return OB_E_ARG;
#endif
    }
    return check_lengths(s, op, count);
}
#endif
