/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the cipher class in a build with one engine: as cipher.c, but there is no choice that could wait
 * for data, so a stream's FIRST op is run when it starts. A part of single.c. */
#include <outboard/cipher.h>

#include "core.h"

#if OB_WITH_CIPHER
int ob_cipher_part(struct ob_session *s, uint32_t last, uint8_t *out, size_t out_size, size_t *out_len,
                   const uint8_t *in, size_t in_len)
{
    uint8_t *start = out, *held = s->held;
    size_t held_len = s->held_len, all = held_len + in_len, rest = all, unit = all;
    int r;

    OBI_OPAQUE(held);
    *out_len = 0;
    if (!s->stream || OB_ALG_CLASS(s->alg) != OB_CLASS_CIPHER)
        return OB_E_STATE;
    if ((in_len && !in) || all < in_len)
        return OB_E_ARG;
    /* what can be processed now: whole units, in XTS all but 16 to 31 bytes for the stealing, and these at the end */
    if (!last) {
        unit = s->kat->unit;
        if (s->alg == OB_AES_XTS) {
            unit = 16;
            OBI_OPAQUE(unit);
            all = all < unit ? 0 : all - unit;
            if (all > ((size_t)1 << 24) + 15 - (size_t)s->in_done)
                return OB_E_ARG; /* before the unit in held is written (SP 800-38E, section 4) */
        }
        all &= 0u - unit;
    }
    rest -= all;
    if (all > out_size)
        return OB_E_ARG;
    for (;;) {
        const uint8_t *from = in;
        size_t n = all;

        if (held_len || !all) { /* by way of held, which is filled up to one unit, at last with the rest */
            OBI_OPAQUE(held_len);
            n = rest;
            if (all) {
                n = unit;
                if (obi_overlap(out, all, in, all + rest - held_len))
                    return OB_E_ARG;
            }
            while (held_len < n) {
                held[held_len++] = *in++;
                OBI_OPAQUE(held_len);
            }
            if (!all && !last) {
                s->held_len = (uint8_t)held_len;
                r = OB_OK;
                break;
            }
            from = held;
            held_len -= n;
        } else {
            in += n;
        }
        r = ob_feed(s, s->stream_flags | last, out, n, from, n);
        if (r == OB_OK) {
            out += n;
            all -= n;
            if (!last) {
                memcpy(held, held + 16, 16); /* what there was behind the unit, in XTS */
                continue;
            }
        } else if (out != start) { /* half done, the call can't be repeated: the stream ends */
            s->stream = OB_STREAM_IDLE;
            ob_wipe(start, (size_t)(out - start));
            r = OB_E_IO;
        }
        if (!last || r == OB_E_BUSY)
            return r; /* as s->held_len is not changed, the call can be repeated */
        s->stream = OB_STREAM_IDLE;
        ob_wipe(held, sizeof s->held);
        break;
    }
    *out_len = (size_t)(out - start);
    return r;
}
#endif
