/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls of the cipher class. A caller may split a stream anywhere; engines take whole blocks only. */
#include <outboard/cipher.h>

#include <string.h>

#include "core.h"

static uint32_t dir_flag(uint8_t dir)
{
    return dir == OB_DIR_ENCRYPT ? OB_ENCRYPT : 0;
}

/* The length in bytes of the IV that FIRST takes. */
static size_t iv_length(uint8_t alg)
{
    return obi_shape(alg)->iv_len;
}

int obi_cipher_begin(struct ob_session *s, uint8_t dir, const uint8_t *iv, size_t iv_len, uint64_t total)
{
    if ((dir != OB_DIR_ENCRYPT && dir != OB_DIR_DECRYPT) || iv_len != iv_length(s->alg) || (iv_len && !iv))
        return OB_E_ARG;
    if (ob_session_reset(s) != OB_OK)
        return OB_E_STATE;
    if (iv_len)
        memcpy(s->mid.iv, iv, iv_len);
    s->stream_flags = (uint8_t)dir_flag(dir);
    s->total_in = total;
    s->stream = OB_STREAM_READY;
    return OB_OK;
}

/* Run the next n bytes of the stream as one op. */
static int run(struct ob_session *s, uint32_t flags, uint8_t *out, size_t out_size, const uint8_t *in, size_t n)
{
    struct ob_op op;
    uint8_t iv[16];
    int r;

    obi_op_begin(&op, flags | s->stream_flags);
    if (s->stream == OB_STREAM_READY) {
        memcpy(iv, s->mid.iv, sizeof iv);
        op.flags |= OB_FIRST;
        op.iv = iv;
        op.iv_len = iv_length(s->alg);
        op.total_in = s->total_in;
    }
    op.in = in;
    op.in_len = n;
    op.out = out;
    op.out_size = out_size;
    r = ob_run(s, &op);
    if (op.flags & OB_FIRST && (r == OB_E_BUSY || r == OB_E_ARG)) { /* nothing was done: FIRST is still to come */
        memcpy(s->mid.iv, iv, sizeof iv);
        s->total_in = op.total_in;
        s->stream = OB_STREAM_READY;
    }
    return r;
}

/* A data unit of XTS has at most 2^20 blocks (SP 800-38E, section 4). */
static bool beyond(const struct ob_session *s, size_t len)
{
    return s->alg == OB_AES_XTS && len > ((size_t)1 << 24) - (s->stream == OB_STREAM_READY ? 0 : (size_t)s->in_done);
}

/* How many of the bytes that are there an op can process now. */
static size_t ready_len(const struct ob_session *s, size_t at_hand)
{
    if (s->alg == OB_AES_XTS) /* the last 16 to 31 bytes wait for ciphertext stealing */
        return at_hand >= 32 ? (at_hand - 16) & ~(size_t)15 : 0;
    return at_hand & (0u - (size_t)obi_shape(s->alg)->unit);
}

static int update(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len, const uint8_t *in,
                  size_t in_len)
{
    uint8_t flags = s->flags;
    size_t all, done = 0;
    int r = OB_OK;

    if (in_len == 0)
        return OB_OK;
    all = ready_len(s, s->held_len + in_len);
    if (!in || s->held_len + in_len < in_len || all > out_size || beyond(s, all) ||
        (all && s->held_len && obi_overlap(out, all, in, in_len)))
        return OB_E_ARG;
    while (in_len && r == OB_OK) {
        size_t n = s->held_len ? 0 : ready_len(s, in_len);

        if (n) { /* the op reads the caller's input */
            r = run(s, 0, out + done, out_size - done, in, n);
            in += n;
            in_len -= n;
        } else { /* the op reads s->held, which has room for two blocks */
            size_t room = sizeof s->held - s->held_len;
            uint8_t before = s->held_len;

            if (room > in_len)
                room = in_len;
            memcpy(s->held + before, in, room);
            s->held_len = (uint8_t)(before + room);
            n = ready_len(s, s->held_len + in_len - room);
            if (n > s->held_len)
                n = s->held_len; /* it is full: two blocks of 16 bytes, or more of shorter ones */
            if (n) {
                r = run(s, 0, out + done, out_size - done, s->held, n);
                if (r != OB_OK) {
                    s->held_len = before; /* undo: the call has done nothing */
                    break;
                }
                s->held_len = (uint8_t)(s->held_len - n);
                memmove(s->held, s->held + n, s->held_len);
            }
            in += room;
            in_len -= room;
        }
        if (n && r == OB_OK) {
            done += n;
            s->flags |= OB_SESSION_WAIT; /* a part is done: BUSY could not be returned any more, so wait */
        }
    }
    s->flags = flags;
    if (r == OB_OK) {
        *out_len = done;
    } else if (done) { /* the caller can neither repeat the call nor continue the stream */
        ob_wipe(out, all);
        (void)ob_session_reset(s);
        r = OB_E_IO;
    }
    return r;
}

static int finish(struct ob_session *s, uint8_t *out, size_t out_size, size_t *out_len)
{
    int r = OB_OK;

    if (s->alg == OB_AES_XTS && s->held_len >= 16) {
        uint8_t last[sizeof s->held];
        size_t len = s->held_len;

        if (out_size < len || !out)
            return OB_E_ARG;
        memcpy(last, s->held, len);
        r = run(s, OB_LAST, out, out_size, last, len);
        ob_wipe(last, sizeof last);
        if (r == OB_E_BUSY)
            return r;
        if (r == OB_OK)
            *out_len = len;
    } else if (s->held_len || s->alg == OB_AES_XTS) {
        r = OB_E_ARG;
    }
    (void)ob_session_reset(s);
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
