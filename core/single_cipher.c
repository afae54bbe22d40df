/* SPDX-License-Identifier: Apache-2.0 */
/* Ciphers in parts, in a build with one engine: as cipher.c, but the FIRST op runs when the stream starts. With no
 * choice between engines it need not wait for data. */
#include <outboard/cipher.h>

#include "core.h"
#include "kat.h"

#if OB_WITH_CIPHER
/* End the message and wipe what is held back. */
static void end(struct ob_session *s)
{
    s->stream = OB_STREAM_IDLE;
    s->held_len = 0;
    ob_wipe(s->held, sizeof s->held);
}

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

/* Concatenate the bytes that are held back and the new input, total bytes together. The first len bytes go to out,
 * where the next op works in place, the rest to held. If no byte is held back, the op reads the input itself, and only
 * the rest is copied. */
static inline void join(struct ob_session *s, uint8_t *out, size_t len, const uint8_t *in, size_t total)
{
    size_t held_len = s->held_len;

    for (size_t i = held_len ? 0 : len; i < total; i++) {
        uint8_t byte = i < held_len ? s->held[i] : in[i - held_len];

        if (i < len)
            out[i] = byte;
        else
            s->held[i - len] = byte;
    }
}

/* The implementation of ob_cipher_update. */
static int update(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                  size_t in_len)
{
    size_t held_len = s->held_len, total = held_len + in_len, len = ready_len(s, total);
    int r;

    if ((in_len && !in) || total < in_len)
        return OB_E_ARG;
    if (len) {
        if (!out || len > out_size || (held_len && obi_overlap(out, len, in, in_len)))
            return OB_E_ARG;
        if (s->alg == OB_AES_XTS && len > OBI_XTS_MAX - (size_t)s->in_done)
            return OB_E_ARG; /* check before anything is written to out */
    }
    join(s, out, len, in, total);
    if (len) {
        r = ob_feed(s, s->stream_flags, out, len, held_len ? out : in, len);
        if (r != OB_OK) {
            if (held_len) { /* the bytes that were held back are overwritten, so the message ends */
                ob_wipe(out, len);
                end(s);
                r = OB_E_IO;
            }
            return r;
        }
    }
    *out_len = len;
    s->held_len = (uint8_t)(total - len);
    return OB_OK;
}

/* The implementation of ob_cipher_finish: the last op processes the bytes that are held back. */
static int finish(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len)
{
    size_t len = s->held_len;
    int r;

    if (len && (!out || len > out_size))
        return OB_E_ARG;
    r = ob_feed(s, s->stream_flags | (uint32_t)OB_LAST, out, len, s->held, len);
    if (r == OB_E_BUSY)
        return r;
    if (r == OB_OK)
        *out_len = len;
    end(s);
    return r;
}

int ob_cipher_part(struct ob_session *s, uint32_t last, uint8_t *out, size_t out_size, size_t *out_len,
                   const uint8_t *in, size_t in_len)
{
    *out_len = 0;
    if (s->stream == OB_STREAM_IDLE || OB_ALG_CLASS(s->alg) != OB_CLASS_CIPHER)
        return OB_E_STATE;
    return last ? finish(s, out, out_size, out_len) : update(s, out, out_size, out_len, in, in_len);
}
#endif
