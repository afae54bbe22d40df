/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the cipher class in a build with one engine: as cipher.c, but there is no choice that could wait
 * for data, so a stream's FIRST op is run when it starts. */
#include <outboard/cipher.h>

#include "core.h"

#if OB_WITH_CIPHER
int ob_cipher_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    return OB_ALG_CLASS(alg) == OB_CLASS_CIPHER ? ob_session_open(s, d, alg, key, key_len) : OB_E_ARG;
}

/* The flags of an op in direction dir. */
static uint32_t dir_flags(uint8_t dir, uint32_t flags)
{
    return dir == OB_DIR_ENCRYPT ? flags | OB_ENCRYPT : flags;
}

static bool is_stream(const struct ob_session *s)
{
    return s->stream != OB_STREAM_IDLE && OB_ALG_CLASS(s->alg) == OB_CLASS_CIPHER;
}

int ob_cipher_crypt(struct ob_session *s, uint8_t dir, uint8_t *out, size_t out_size, const uint8_t *iv, size_t iv_len,
                    const uint8_t *in, size_t in_len)
{
    struct ob_op op;

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    if (dir - 1u > 1)
        return OB_E_ARG;
    obi_op_begin(&op, dir_flags(dir, OB_FIRST | OB_LAST));
    op.iv = iv;
    op.iv_len = iv_len;
    op.in = in;
    op.in_len = in_len;
    op.out = out;
    op.out_size = out_size;
    return obi_run(s, &op);
}

int ob_cipher_start(struct ob_session *s, uint8_t dir, const uint8_t *iv, size_t iv_len, uint64_t total)
{
    struct ob_op op;
    int r;

    if (OB_ALG_CLASS(s->alg) != OB_CLASS_CIPHER)
        return OB_E_STATE;
    if (dir - 1u > 1 || (iv_len && !iv))
        return OB_E_ARG;
    obi_op_begin(&op, dir_flags(dir, OB_FIRST));
    op.iv = iv;
    op.iv_len = iv_len;
    op.total_in = total;
    r = obi_run(s, &op);
    if (r == OB_OK)
        s->held_len = 0;
    return r;
}

/* How many of the bytes at hand can be processed now: whole units, in XTS all but 16 to 31 bytes for the stealing. */
static size_t ready_len(const struct ob_session *s, size_t at_hand)
{
    if (s->alg == OB_AES_XTS)
        at_hand = at_hand < 16 ? 0 : at_hand - 16;
    return at_hand & (0u - (size_t)obi_shape(s->alg)->unit);
}

int ob_cipher_update(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                     size_t in_len)
{
    size_t held = s->held_len, done = 0, all;

    *out_len = 0;
    if (!is_stream(s))
        return OB_E_STATE;
    all = ready_len(s, held + in_len);
    if ((in_len && !in) || held + in_len < held || all > out_size || (held && all && obi_overlap(out, all, in, in_len)))
        return OB_E_ARG;
    while (done < all) {
        const uint8_t *from = in;
        size_t n = all - done;
        int r;

        if (held) { /* by way of held, which is filled up to one unit */
            from = s->held;
            for (n = obi_shape(s->alg)->unit; held < n; in_len--)
                s->held[held++] = *in++;
        }
        r = obi_feed(s, s->stream_flags, out, n, from, n);
        if (r != OB_OK) {
            if (done && r == OB_E_BUSY) { /* half done, the call can't be repeated: the stream ends */
                s->stream = OB_STREAM_IDLE;
                ob_wipe(out - done, done);
                r = OB_E_IO;
            }
            return r; /* as s->held_len is not changed, the call can be repeated */
        }
        if (held) {
            held -= n;
            obi_copy(s->held, s->held + n, held);
        } else {
            in += n;
            in_len -= n;
        }
        out += n;
        done += n;
    }
    for (; in_len; in_len--)
        s->held[held++] = *in++;
    s->held_len = (uint8_t)held;
    *out_len = done;
    return OB_OK;
}

int ob_cipher_finish(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len)
{
    size_t len = s->held_len;
    int r = OB_OK;

    *out_len = 0;
    if (!is_stream(s))
        return OB_E_STATE;
    if (s->alg == OB_AES_XTS && len >= 16) {
        if (out_size < len || !out)
            return OB_E_ARG;
        r = obi_feed(s, OB_LAST | s->stream_flags, out, out_size, s->held, len);
        if (r == OB_E_BUSY)
            return r;
        if (r == OB_OK)
            *out_len = len;
    } else if (len || s->alg == OB_AES_XTS) {
        r = OB_E_ARG;
    }
    (void)ob_session_reset(s);
    return r;
}
#endif
