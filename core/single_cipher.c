/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the cipher class in a build with one engine: as cipher.c, but there is no choice that could wait
 * for data, so a stream's FIRST op is run when it starts. A part of single.c. */
#include <outboard/cipher.h>

#include "core.h"

#if OB_WITH_CIPHER
int ob_cipher_part(struct ob_session *s, uint32_t last, uint8_t *out, size_t out_size, size_t *out_len,
                   const uint8_t *in, size_t in_len)
{
    uint8_t *start = out, *held = s->held + s->held_len;
    size_t all = s->held_len + in_len, unit;
    int r = OB_E_ARG;

    *out_len = 0;
    if (!s->stream || OB_ALG_CLASS(s->alg) != OB_CLASS_CIPHER)
        return OB_E_STATE;
    if ((in_len && !in) || all < in_len)
        return OB_E_ARG;
    /* what can be processed now: whole units, in XTS all but 16 to 31 bytes for the stealing, and these at the end */
    unit = s->kat->unit;
    if (s->alg == OB_AES_XTS) {
        unit = 16;
        if (!last) {
            all = all < 16 ? 0 : all - 16;
            if (all > ((size_t)1 << 24) + 15 - (size_t)s->in_done)
                return OB_E_ARG; /* before the unit in held is written (SP 800-38E, section 4) */
        } else {
            if (all < 16)
                goto end;
            unit = all;
        }
    } else if (last && all) {
        goto end;
    }
    if (!last)
        all &= 0u - unit;
    if (all > out_size || (held != s->held && all && obi_overlap(out, all, in, in_len)))
        return OB_E_ARG;
    while (all) {
        const uint8_t *from = in;
        size_t n = all;

        if (held != s->held) { /* by way of held, which is filled up to one unit */
            from = s->held;
            n = unit;
            for (; held < s->held + n; in_len--)
                *held++ = *in++;
            held -= n;
        } else {
            in += n;
            in_len -= n;
        }
        r = ob_feed(s, s->stream_flags | last, out, n, from, n);
        if (r != OB_OK) {
            if (out != start) { /* half done, the call can't be repeated: the stream ends */
                s->stream = OB_STREAM_IDLE;
                ob_wipe(start, (size_t)(out - start));
                r = OB_E_IO;
            }
            return r; /* as s->held_len is not changed, the call can be repeated */
        }
        memcpy(s->held, s->held + 16, 16); /* what there was behind the unit, in XTS */
        out += n;
        all -= n;
    }
    for (; in_len; in_len--)
        *held++ = *in++;
    s->held_len = (uint8_t)(held - s->held);
    *out_len = (size_t)(out - start);
    r = OB_OK;
end:
    if (last)
        (void)ob_session_reset(s);
    return r;
}
#endif
