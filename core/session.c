/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions: open, clone, close, and the slots that hold engines' expanded keys. */
#include <string.h>

#include "core.h"

/* Begin an open session without a key. */
static void begin(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg)
{
    memset(s, 0, offsetof(struct ob_session, held));
    s->dispatcher = obi_dispatcher(d);
    s->alg = alg;
    s->flags = s->dispatcher->policy.session_flags;
    s->generation = s->dispatcher->generation;
}

static int set_key(struct ob_session *s, const uint8_t *key, size_t key_len)
{
    if (!ob_alg_key_ok(s->alg, key_len) || (key_len && !key))
        return OB_E_ARG;
#if OB_WITH_CIPHER
    if (s->alg == OB_AES_XTS && !ob_differ(key, key + key_len / 2, key_len / 2))
        return OB_E_ARG;
#endif
    if (key_len > OB_SESSION_KEY_MAX)
        return OB_E_ARG;
    if (key_len)
        memcpy(s->key, key, key_len);
    s->key_len = (uint16_t)key_len;
    s->bits = (uint16_t)(key_len * 8);
    return OB_OK;
}

#if OB_WITH_MAC
/* HMAC keys longer than the block count by their hash (RFC 2104, section 2). The session itself does the hashing
 * before it becomes a MAC session, so no other memory is needed. */
static int hash_key(struct ob_session *s, struct ob_dispatcher *d, uint8_t hash, const uint8_t *key, size_t key_len,
                    uint8_t digest[OB_DIGEST_MAX])
{
    struct ob_op op;
    int r = ob_session_open(s, d, hash, NULL, 0);

    if (r != OB_OK)
        return r;
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST;
    op.in = key;
    op.in_len = key_len;
    op.tag = digest;
    op.tag_len = ob_alg_tag(hash);
    r = ob_run(s, &op);
    ob_session_close(s);
    return r;
}
#endif

int ob_session_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    int r;

#if OB_WITH_MAC
    if (OB_IS_HMAC(alg) && key_len > ob_alg_block(alg)) {
        uint8_t digest[OB_DIGEST_MAX];

        if (!key)
            return OB_E_ARG;
        r = hash_key(s, d, OB_HMAC_HASH(alg), key, key_len, digest);
        if (r == OB_OK)
            r = ob_session_open(s, d, alg, digest, ob_alg_tag(alg));
        ob_wipe(digest, sizeof digest);
        return r;
    }
#endif
    begin(s, d, alg);
    r = set_key(s, key, key_len);
    if (r == OB_OK && !obi_match_rows(s))
        r = OB_E_DECLINED;
    if (r != OB_OK)
        ob_wipe(s, offsetof(struct ob_session, state));
    return r;
}

#if OB_WITH_PK
static bool key_fits(uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    bool rsa = alg >= OB_RSA && alg <= OB_RSA_OAEP;

    if (alg < OB_RSA || alg > OB_SM2_SIGN || (hash && OB_ALG_CLASS(hash) != OB_CLASS_HASH))
        return false;
    if ((alg == OB_RSA_PKCS1_SIGN || alg == OB_RSA_PSS || alg == OB_RSA_OAEP) && !ob_alg_tag(hash) &&
        key->kind != OB_KEY_NONE)
        return false;
    switch (key->kind) {
    case OB_KEY_NONE:
        return rsa ? key->curve == OB_CURVE_NONE && key->bits : key->curve != OB_CURVE_NONE;
    case OB_KEY_RSA_PUBLIC:
        return rsa && key->n.len && key->e.len;
    case OB_KEY_RSA_PRIVATE:
        return rsa && key->n.len && key->e.len && key->d.len && key->p.len && key->q.len;
    case OB_KEY_EC_PUBLIC:
        return !rsa && key->curve && key->x.len;
    case OB_KEY_EC_PRIVATE:
        return !rsa && key->curve && key->d.len;
    case OB_KEY_SLOT:
        return true;
    default:
        return false;
    }
}

/* Bits of the modulus n, leading zeros apart. */
static unsigned modulus_bits(struct ob_bytes n)
{
    unsigned bits;

    while (n.len && *n.data == 0) {
        n.data++;
        n.len--;
    }
    if (n.len == 0 || n.len > UINT16_MAX / 8)
        return 0;
    bits = (unsigned)n.len * 8;
    for (unsigned top = n.data[0]; !(top & 0x80); top <<= 1)
        bits--;
    return bits;
}

static int set_pk(struct ob_session *s, uint8_t hash, const struct ob_key *key)
{
    unsigned bits;

    if (!key || !key_fits(s->alg, hash, key))
        return OB_E_ARG;
    bits = key->curve ? 0 : key->n.len ? modulus_bits(key->n) : key->bits;
    if (key->bits && key->n.len && key->bits != bits)
        return OB_E_ARG;
    s->pk = key;
    s->curve = key->curve;
    s->hash = hash;
    s->bits = (uint16_t)bits;
    return OB_OK;
}

int ob_session_open_pk(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, uint8_t hash,
                       const struct ob_key *key)
{
    int r;

    begin(s, d, alg);
    r = set_pk(s, hash, key);
    if (r == OB_OK && !obi_match_rows(s))
        r = OB_E_DECLINED;
    if (r != OB_OK)
        ob_wipe(s, offsetof(struct ob_session, state));
    return r;
}

int obi_session_open_test(struct ob_session *s, struct ob_engine *e, uint8_t alg, uint8_t hash,
                          const struct ob_key *key)
{
    int r = ob_session_open_pk(s, e->dispatcher, alg, hash, key);

    s->testing = 1;
    s->flags = OB_SESSION_WAIT | OB_SESSION_NO_RETRY;
    s->pinned = (uint8_t)(e->index + 1);
    return r;
}
#endif

int obi_session_open_with(struct ob_session *s, struct ob_engine *e, uint8_t alg, const uint8_t *key, size_t key_len)
{
    int r;

    begin(s, e->dispatcher, alg);
    r = set_key(s, key, key_len);
    if (r == OB_OK)
        obi_match_rows(s);
    s->testing = 1;
    s->flags = OB_SESSION_WAIT | OB_SESSION_NO_RETRY;
    s->pinned = (uint8_t)(e->index + 1);
    return r;
}

int ob_session_pin(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE || s->op)
        return OB_E_STATE;
    if (e && (e->dispatcher != s->dispatcher || s->rows[e->index] == OB_ROW_NONE))
        return OB_E_DECLINED;
    s->pinned = e ? (uint8_t)(e->index + 1) : 0;
    return OB_OK;
}

int ob_session_require(struct ob_session *s, unsigned flags)
{
    if (s->stream != OB_STREAM_IDLE || s->op)
        return OB_E_STATE;
    s->flags = (uint8_t)flags;
    return OB_OK;
}

/* ---- slots ---- */

void obi_slot_release(struct ob_session *s, unsigned slot)
{
    struct ob_engine *e;

    if (s->owner[slot] == 0)
        return;
    e = s->dispatcher->engine[s->owner[slot] - 1];
    s->owner[slot] = 0;
    if (e->ops->close) {
        uint8_t current = s->slot;
        s->slot = (uint8_t)slot;
        e->ops->close(e->dev, s);
        s->slot = current;
    }
    ob_wipe(s->state[slot], e->ops->state_size);
}

int obi_slot_take(struct ob_session *s, unsigned engine, uint8_t row)
{
    struct ob_engine *e = s->dispatcher->engine[engine];
    unsigned slot = OB_SESSION_SLOTS;
    int r = OB_OK;

    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++) {
        if (s->owner[k] == engine + 1) {
            s->slot = (uint8_t)k;
            s->row = row;
            return OB_OK;
        }
        if (s->owner[k] == 0)
            slot = k;
    }
    if (slot == OB_SESSION_SLOTS) {
        slot = s->next_slot;
        s->next_slot = (uint8_t)((slot + 1) % OB_SESSION_SLOTS);
        obi_slot_release(s, slot);
    }
    s->slot = (uint8_t)slot;
    s->row = row;
    memset(s->state[slot], 0, e->ops->state_size);
    if (e->ops->open)
        r = e->ops->open(e->dev, s);
    if (r == OB_OK) {
        s->owner[slot] = (uint8_t)(engine + 1);
        s->regret[engine] = 0;
    } else {
        ob_wipe(s->state[slot], e->ops->state_size);
    }
    return r;
}

int ob_session_clone(struct ob_session *dst, const struct ob_session *src)
{
    if (src->op)
        return OB_E_STATE;
    memcpy(dst, src, offsetof(struct ob_session, state));
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
        dst->owner[k] = 0;
    for (unsigned k = 0; k < OB_SESSION_SLOTS; k++) {
        struct ob_engine *e;
        int r = OB_OK;

        if (src->owner[k] == 0 || src->generation != src->dispatcher->generation)
            continue;
        e = src->dispatcher->engine[src->owner[k] - 1];
        dst->slot = (uint8_t)k;
        memcpy(dst->state[k], src->state[k], e->ops->state_size);
        if (e->ops->clone) {
            struct ob_session *from = (struct ob_session *)(uintptr_t)src;
            uint8_t current = from->slot;
            from->slot = (uint8_t)k;
            r = e->ops->clone(e->dev, dst, from);
            from->slot = current;
        }
        if (r != OB_OK) {
            ob_wipe(dst->state[k], e->ops->state_size);
            ob_session_close(dst);
            return r;
        }
        dst->owner[k] = src->owner[k];
    }
    dst->slot = src->slot;
    return OB_OK;
}

int ob_session_reset(struct ob_session *s)
{
    if (s->op)
        return OB_E_STATE;
    s->stream = OB_STREAM_IDLE;
    s->held_len = 0;
    ob_wipe(&s->mid, sizeof s->mid);
    ob_wipe(s->held, sizeof s->held);
    return OB_OK;
}

void ob_session_close(struct ob_session *s)
{
    if (!s->dispatcher)
        return;
#if OB_ASYNC
    if (s->op)
        obi_cancel(s);
#endif
    if (s->generation == s->dispatcher->generation)
        for (unsigned k = 0; k < OB_SESSION_SLOTS; k++)
            obi_slot_release(s, k);
    ob_wipe(s, offsetof(struct ob_session, state));
}
