/* SPDX-License-Identifier: Apache-2.0 */
/* The typed calls: whole, and in parts of any length, which the calls for block modes must put together. */
#include <string.h>

#include "test/conformance/internal.h"

/* Bytes that ob_cipher_update may hold back. */
#define HELD_MAX 31

static bool opened(struct suite *t, struct ob_session *s, int r, unsigned flags)
{
    if (r == OB_OK)
        r = ob_session_pin(s, t->engine);
    if (r == OB_OK)
        r = ob_session_require(s, flags);
    return r == OB_OK ? true : suite_fail(t, "no session", r);
}

/* The length of the next part of what is left: often all, sometimes nothing. */
static size_t part(struct suite *t, size_t left)
{
    uint32_t roll = suite_roll(t, 4);

    if (left == 0 || roll == 0)
        return roll == 0 ? 0 : left;
    if (roll == 1)
        return suite_roll(t, (uint32_t)(left < 40 ? left : 40) + 1);
    return suite_roll(t, (uint32_t)left + 1);
}

static bool same(struct suite *t, struct stream *st, int r, const char *what)
{
    if (r != OB_OK)
        return suite_fail(t, what, r);
    if (st->want_out.data && memcmp(st->out.p, st->want_out.data, st->want_out.len) != 0)
        return suite_differ(t, "wrong output", r, st->out.p, st->want_out.data, st->want_out.len);
    if (st->want_out.data && !region_untouched(&st->out, st->want_out.len, st->out.len))
        return suite_fail(t, "wrote beyond the output", r);
    if (st->want_tag.len && memcmp(st->tag.p, st->want_tag.data, st->want_tag.len) != 0)
        return suite_differ(t, "wrong tag", r, st->tag.p, st->want_tag.data, st->want_tag.len);
    if (!region_guarded(&st->out) || !region_guarded(&st->tag) || !region_guarded(&st->in))
        return suite_fail(t, "wrote outside a buffer", r);
    if (!st->in_place && st->want_in.len && memcmp(st->in.p, st->want_in.data, st->want_in.len) != 0)
        return suite_fail(t, "changed its input", r);
    suite_count(t);
    return true;
}

/* ---- hash and MAC ---- */

static void hash(struct suite *t, struct stream *st)
{
    struct ob_session *s = st->s;
    const uint8_t *in = st->in.p;
    size_t len = st->want_in.len, tag_len = st->tag.len;

    if (!same(t, st, ob_hash_compute(s, st->tag.p, tag_len, in, len), "ob_hash_compute"))
        return;
    for (t->variant = 1; t->variant < 8; t->variant++) {
        if (!suite_takes(t, 7))
            continue;
        int r = OB_OK;

        stream_again(st);
        for (size_t at = 0, n; r == OB_OK && at < len; at += n) {
            n = part(t, len - at);
            r = ob_hash_update(s, in + at, n);
        }
        if (r == OB_OK)
            r = ob_hash_final(s, st->tag.p, tag_len);
        if (!same(t, st, r, "ob_hash_update, ob_hash_final"))
            return;
    }
}

static void mac(struct suite *t, struct stream *st, uint32_t flags)
{
    struct ob_session *s = st->s;
    const uint8_t *in = st->in.p;
    size_t len = st->want_in.len, tag_len = st->tag.len;
    bool verify = (flags & OB_VERIFY) != 0;
    int r = verify ? ob_mac_check(s, st->tag.p, tag_len, in, len) : ob_mac_compute(s, st->tag.p, tag_len, in, len);

    if (!same(t, st, r, "ob_mac_compute or _check"))
        return;
    for (t->variant = 1; t->variant < 8; t->variant++) {
        if (!suite_takes(t, 7))
            continue;
        stream_again(st);
        r = OB_OK;
        for (size_t at = 0, n; r == OB_OK && at < len; at += n) {
            n = part(t, len - at);
            r = ob_mac_update(s, in + at, n);
        }
        if (r == OB_OK)
            r = verify ? ob_mac_verify(s, st->tag.p, tag_len) : ob_mac_final(s, st->tag.p, tag_len);
        if (!same(t, st, r, "ob_mac_update, _final or _verify"))
            return;
    }
}

/* ---- ciphers ---- */

static int cipher_parts(struct suite *t, struct stream *st, uint8_t dir, bool whole_blocks)
{
    struct ob_session *s = st->s;
    size_t len = st->want_in.len, done = 0, out_len = 0;
    size_t unit = whole_blocks ? st->cut.shape.unit : 1;
    uint64_t total = suite_roll(t, 2) ? len : 0;
    int r = ob_cipher_start(s, dir, st->iv.p, st->iv.len, total);

    for (size_t at = 0, n; r == OB_OK && at < len; at += n) {
        n = part(t, len - at);
        if (at + n < len)
            n -= n % unit;
        r = ob_cipher_update(s, st->out.p + done, st->out.len - done, &out_len, st->in.p + at, n);
        done += out_len;
        if (r == OB_OK && (done > at + n || at + n - done > HELD_MAX)) {
            suite_fail(t, "ob_cipher_update wrote too much or held too much back", (int)out_len);
            return -1;
        }
        if (r == OB_OK && memcmp(st->out.p, st->want_out.data, done) != 0) {
            suite_differ(t, "wrong output", r, st->out.p, st->want_out.data, done);
            return -1;
        }
    }
    if (r == OB_OK) {
        r = ob_cipher_finish(s, st->out.p + done, st->out.len - done, &out_len);
        done += out_len;
    }
    if (r == OB_OK && done != len) {
        suite_fail(t, "the output's length is not the input's", (int)done);
        return -1;
    }
    return r;
}

static void cipher(struct suite *t, struct stream *st, uint32_t flags)
{
    uint8_t dir = flags & OB_ENCRYPT ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT;
    int r = ob_cipher_crypt(st->s, dir, st->out.p, st->out.len, st->iv.p, st->iv.len, st->in.p, st->want_in.len);

    if (!same(t, st, r, "ob_cipher_crypt") || (st->in_place && t->v->alg == OB_AES_XTS))
        return; /* XTS holds blocks back, so that its parts would run into each other in place */
    for (t->variant = 1; t->variant < 16; t->variant++) {
        if (!suite_takes(t, 15))
            continue;
        stream_again(st);
        r = cipher_parts(t, st, dir, st->in_place || t->variant & 1);
        if (r == -1 || !same(t, st, r, "ob_cipher_start, _update or _finish"))
            return;
    }
}

/* ---- AEAD ---- */

static int aead_parts(struct suite *t, struct stream *st, bool encrypt)
{
    struct ob_session *s = st->s;
    size_t len = st->want_in.len, aad_len = st->want_aad.len;
    bool told = t->v->alg == OB_AES_CCM || suite_roll(t, 2);
    int r = ob_aead_start(s, encrypt ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT, st->iv.p, st->iv.len, told ? aad_len : 0,
                          told ? len : 0, st->tag.len);

    for (size_t at = 0, n; r == OB_OK && at < aad_len; at += n) {
        n = part(t, aad_len - at);
        r = ob_aead_aad(s, st->aad.p + at, n);
    }
    for (size_t at = 0, n; r == OB_OK && at < len; at += n) {
        n = part(t, len - at);
        r = ob_aead_update(s, st->out.p + at, n + suite_roll(t, 2), st->in.p + at, n);
    }
    if (r == OB_OK)
        r = encrypt ? ob_aead_finish(s, st->tag.p, st->tag.len) : ob_aead_verify(s, st->tag.p, st->tag.len);
    return r;
}

static void aead(struct suite *t, struct stream *st, uint32_t flags)
{
    struct ob_session *s = st->s;
    bool encrypt = (flags & OB_ENCRYPT) != 0;
    int r;

    if (encrypt)
        r = ob_aead_encrypt(s, st->out.p, st->out.len, st->tag.p, st->tag.len, st->iv.p, st->iv.len, st->aad.p,
                            st->want_aad.len, st->in.p, st->want_in.len);
    else
        r = ob_aead_decrypt(s, st->out.p, st->out.len, st->iv.p, st->iv.len, st->aad.p, st->want_aad.len, st->in.p,
                            st->want_in.len, st->tag.p, st->tag.len);
    if (!same(t, st, r, "ob_aead_encrypt or _decrypt"))
        return;
    for (t->variant = 1; t->variant < 8; t->variant++) {
        if (!suite_takes(t, 7))
            continue;
        stream_again(st);
        if (!same(t, st, aead_parts(t, st, encrypt), "ob_aead_start, _aad, _update, _finish or _verify"))
            return;
    }
}

void layout_typed(struct suite *t, uint32_t flags)
{
    const struct vector *v = t->v;
    struct ob_session *s = &t->sessions[0];
    struct ob_bytes key = v->field[FIELD_KEY];
    unsigned forms = v->kind == VECTOR_CIPHER || v->kind == VECTOR_AEAD ? 2 : 1;
    bool open = false;

    switch (v->kind) {
    case VECTOR_HASH:
        open = opened(t, s, ob_hash_open(s, t->dispatcher, v->alg), 0);
        break;
    case VECTOR_MAC:
        open = opened(t, s, ob_mac_open(s, t->dispatcher, v->alg, key.data, key.len), 0);
        break;
    case VECTOR_CIPHER:
        open = opened(t, s, ob_cipher_open(s, t->dispatcher, v->alg, key.data, key.len), 0);
        break;
    case VECTOR_AEAD:
        open = opened(t, s, ob_aead_open(s, t->dispatcher, v->alg, key.data, key.len), OB_SESSION_UNVERIFIED);
        break;
    default:
        return;
    }
    for (unsigned form = 0; open && form < forms; form++) {
        struct stream st;

        t->variant = 0;
        t->arena.used = 0;
        if (!stream_init(&st, t, v, s, flags, form ? FORM_IN_PLACE : FORM_APART, form ? 0 : 3))
            break;
        switch (v->kind) {
        case VECTOR_HASH:
            hash(t, &st);
            break;
        case VECTOR_MAC:
            mac(t, &st, flags);
            break;
        case VECTOR_CIPHER:
            cipher(t, &st, flags);
            break;
        default:
            aead(t, &st, flags);
            break;
        }
    }
    ob_session_close(s);
}
