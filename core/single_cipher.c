/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the cipher class in a build with one engine: as cipher.c, but there is no choice that could wait
 * for data, so a stream's FIRST op is run when it starts. A part of single.c. */
#include <outboard/cipher.h>

#include "core.h"

#if OB_WITH_CIPHER
int ob_cipher_part(struct ob_session *s, uint32_t last, uint8_t *out, size_t out_size, size_t *out_len,
                   const uint8_t *in, size_t in_len)
{
    size_t held_len = 0, total = in_len, all = in_len, i;
    const uint8_t *from = in;
    uint8_t *held, *to = out;
    int r = OB_OK;

    OBI_OPAQUE(s);
    *out_len = 0;
    if (OB_ALG_CLASS(s->stream) != OB_CLASS_CIPHER)
        return OB_E_STATE;
    held = s->held;
    OBI_OPAQUE(held);
    /* what can be processed now: whole units, in XTS all but 16 to 31 bytes for the stealing, and these at the end */
    if (!last) {
        size_t unit = s->kat->unit;

        held_len = s->held_len;
        all = total += held_len;
        if ((in_len && !in) || total < in_len)
            return OB_E_ARG;
        if (s->stream == OB_AES_XTS) {
            unit = 16;
            OBI_OPAQUE(unit);
            all = all < unit ? 0 : all - unit;
            if (all >= (unit << 20) + unit - (size_t)s->in_done)
                return OB_E_ARG; /* before anything is written to out (SP 800-38E, section 4) */
        }
        all &= 0u - unit;
    }
    if (all && (!out || all > out_size || (held_len && obi_overlap(out, all, in, in_len))))
        return OB_E_ARG;
    /* What is held and what can be processed of in meet in out, which the op takes in place; the rest is held. */
    i = all;
    if (held_len) {
        from = held;
        i = 0;
    }
    for (; i < total; i++) {
        if (i == held_len)
            from = in - held_len;
        if (i == all)
            to = held - all;
        to[i] = from[i];
    }
    if (held_len)
        in = out;
    if (all | last)
        r = ob_feed(s, s->stream_flags | last, out, all, in, all);
    if (r == OB_OK) {
        *out_len = all;
        s->held_len = (uint8_t)(total - all);
    } else if (held_len) { /* the call can't be repeated: the message ends */
        ob_wipe(out, all);
        r = OB_E_IO;
        goto over;
    }
    if (last && r != OB_E_BUSY) {
    over:
        s->stream = OB_STREAM_IDLE;
        ob_wipe(held, sizeof s->held);
    }
    return r;
}
#endif
