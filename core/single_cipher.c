/* SPDX-License-Identifier: Apache-2.0 */
/* Ciphers in parts, in a build with one engine: as cipher.c, but the FIRST op runs when the stream starts. With no
 * choice between engines it need not wait for data. */
#include <outboard/cipher.h>

#include "core.h"
#include "kat.h"

#if OB_WITH_CIPHER
/* How many of total bytes an op can process now: whole units; XTS keeps the last 16 to 31 bytes. */
static inline size_t ready_len(const struct ob_session *s, size_t total)
{
    size_t unit = s->kat->unit;

    if (s->alg == OB_AES_XTS) { /* its unit in kat.c is 1, because the last part may have any length */
        unit = 16;
        total = total < unit ? 0 : total - unit;
    }
    return total & (0u - unit);
}

/* Copy to dst the bytes from first to before end of the bytes that are held back and the new input, one after the
 * other. */
static OBI_SMALL_CALL void join(const struct ob_session *s, uint8_t *dst, size_t first, size_t end, const uint8_t *in)
{
    for (size_t i = first; i < end; i++)
        *dst++ = i < s->held_len ? s->held[i] : in[i - s->held_len];
}

int ob_cipher_part(struct ob_session *s, uint32_t last, uint8_t *out, size_t out_size, size_t *out_len,
                   const uint8_t *in, size_t in_len)
{
    size_t held_len = last ? 0 : s->held_len; /* ob_cipher_finish passes what is held back as its input */
    size_t total = held_len + in_len, len = last ? total : ready_len(s, total);
    int r;

    *out_len = 0;
    if (s->stream == OB_STREAM_IDLE || OB_ALG_CLASS(s->alg) != OB_CLASS_CIPHER)
        return OB_E_STATE;
    if (total < in_len || (in_len && !in))
        return OB_E_ARG;
    if (len) {
        if (!out || len > out_size)
            return OB_E_ARG;
        if (s->alg == OB_AES_XTS && len > OBI_XTS_MAX - (size_t)s->in_done)
            return OB_E_ARG; /* check before anything is written to out */
    }
    if (len | last) {
        const uint8_t *from = in;

        if (held_len) { /* the op works in place */
            if (obi_overlap(out, len, in, in_len))
                return OB_E_ARG;
            join(s, out, 0, len, in);
            from = out;
        }
        r = ob_feed(s, s->stream_flags | last, out, len, from, len);
        if (last && r != OB_E_BUSY) {
            s->stream = OB_STREAM_IDLE;
            s->held_len = 0;
            ob_wipe(s->held, sizeof s->held);
        }
        if (r != OB_OK) {
            if (held_len)
                ob_wipe(out, len);
            return r;
        }
    }
    join(s, s->held, len, total, in);
    *out_len = len;
    s->held_len = (uint8_t)(total - len);
    return OB_OK;
}
#endif
