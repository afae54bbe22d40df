/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the cipher class in a build with one engine: as cipher.c, but there is no choice that could wait
 * for data, so a stream's FIRST op is run when it starts. A part of single.c. */
#include <outboard/cipher.h>

#include "core.h"

#if OB_WITH_CIPHER
int ob_cipher_start(struct ob_session *s, uint8_t dir, const uint8_t *iv, size_t iv_len, uint64_t total)
{
    return obi_start(s, OB_CLASS_CIPHER, dir, iv, iv_len, 0, total, 0);
}

/* The unit of the cipher that has a stream, in bytes; 0 if there is none. */
static OBI_SMALL_CALL size_t stream_unit(const struct ob_session *s)
{
    return s->stream != OB_STREAM_IDLE && OB_ALG_CLASS(s->alg) == OB_CLASS_CIPHER ? obi_shape(s->alg)->unit : 0;
}

int ob_cipher_update(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                     size_t in_len)
{
    size_t held = s->held_len, all = held + in_len, unit = stream_unit(s);

    *out_len = 0;
    if (!unit)
        return OB_E_STATE;
    if ((in_len && !in) || all < held)
        return OB_E_ARG;
    /* what can be processed now: whole units, in XTS all but 16 to 31 bytes for the stealing */
    if (s->alg == OB_AES_XTS)
        all = all < 16 ? 0 : all - 16;
    all &= 0u - unit;
    if (all > out_size || (held && all && obi_overlap(out, all, in, in_len)))
        return OB_E_ARG;
    while (*out_len < all) {
        const uint8_t *from = in;
        size_t n = all - *out_len;
        int r;

        if (held) { /* by way of held, which is filled up to one unit */
            from = s->held;
            for (n = unit; held < n; in_len--)
                s->held[held++] = *in++;
        }
        r = ob_feed(s, s->stream_flags, out, n, from, n);
        if (r != OB_OK) {
            if (*out_len && r == OB_E_BUSY) { /* half done, the call can't be repeated: the stream ends */
                s->stream = OB_STREAM_IDLE;
                ob_wipe(out - *out_len, *out_len);
                r = OB_E_IO;
            }
            *out_len = 0;
            return r; /* as s->held_len is not changed, the call can be repeated */
        }
        if (held) {
            held -= n;
            for (size_t i = 0; i < held; i++)
                s->held[i] = s->held[n + i];
        } else {
            in += n;
            in_len -= n;
        }
        out += n;
        *out_len += n;
    }
    for (; in_len; in_len--)
        s->held[held++] = *in++;
    s->held_len = (uint8_t)held;
    return OB_OK;
}

int ob_cipher_finish(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len)
{
    size_t len = s->held_len;
    int r = OB_OK;

    *out_len = 0;
    if (!stream_unit(s))
        return OB_E_STATE;
    if (s->alg == OB_AES_XTS && len >= 16) {
        r = ob_feed(s, OB_LAST | s->stream_flags, out, out_size, s->held, len);
        if (r == OB_E_BUSY || r == OB_E_ARG)
            return r; /* the stream goes on */
        if (r == OB_OK)
            *out_len = len;
    } else if (len || s->alg == OB_AES_XTS) {
        r = OB_E_ARG;
    }
    (void)ob_session_reset(s);
    return r;
}
#endif
