/* SPDX-License-Identifier: Apache-2.0 */
/* Keys in the slots of an engine: vectors whose key lives there, and what must hold of such keys on every engine. */
#include <string.h>

#include <outboard/slot.h>

#include "test/conformance/pk.h"

#if OB_WITH_SLOTS
#define OWNER 0x1234

static bool is_pk(const struct vector *v)
{
    return OB_ALG_CLASS(v->alg) == OB_CLASS_PK;
}

/* All that an algorithm can do. */
static uint8_t uses_of(uint8_t alg)
{
    switch (OB_ALG_CLASS(alg)) {
    case OB_CLASS_MAC:
        return OB_SLOT_SIGN | OB_SLOT_VERIFY;
    case OB_CLASS_PK:
        if (alg == OB_ECDH)
            return OB_SLOT_DERIVE;
        return alg == OB_RSA || alg == OB_RSA_PKCS1_CRYPT || alg == OB_RSA_OAEP ? OB_SLOT_ENCRYPT | OB_SLOT_DECRYPT
                                                                                : OB_SLOT_SIGN | OB_SLOT_VERIFY;
    default:
        return OB_SLOT_ENCRYPT | OB_SLOT_DECRYPT;
    }
}

/* The use that v's operation with flags makes of its key. */
static uint8_t use_of(const struct vector *v, uint32_t flags)
{
    if (v->kind == VECTOR_MAC)
        return flags & OB_VERIFY ? OB_SLOT_VERIFY : OB_SLOT_SIGN;
    if (v->kind == VECTOR_SIGN)
        return OB_SLOT_SIGN;
    if (v->kind == VECTOR_DERIVE)
        return OB_SLOT_DERIVE;
    return flags & OB_ENCRYPT ? OB_SLOT_ENCRYPT : OB_SLOT_DECRYPT;
}

static int import(struct suite *t, struct ob_key *slot, const struct vector *v, uint8_t usage)
{
    const struct ob_slot_policy policy = {v->alg, is_pk(v) ? v->hash : OB_ALG_NONE, usage, OWNER};
    struct ob_session *work = &t->sessions[SUITE_SESSIONS - 1];
    struct pk_key k;

    if (!is_pk(v))
        return ob_slot_import_symmetric(slot, work, t->engine, &policy, v->field[FIELD_KEY].data,
                                        v->field[FIELD_KEY].len);
    return pk_key_load(t, &k, v, PK_PRIVATE, 0, false) ? ob_slot_import(slot, work, t->engine, &policy, &k.key)
                                                       : OB_E_DECLINED;
}

static bool destroy(struct suite *t, struct ob_key *slot)
{
    int r = ob_slot_destroy(t->dispatcher, slot);

    return r == OB_OK || suite_fail(t, "a key cannot be destroyed", r);
}

/* ---- one operation ---- */

static bool run_pk(struct suite *t, const struct ob_key *slot)
{
    struct ob_session *s = &t->sessions[0];
    struct pk_call c;
    int r = ob_slot_open(s, t->dispatcher, slot);
    bool ok;

    if (r != OB_OK)
        return suite_fail(t, "a key in a slot is not opened", r);
    ok = pk_call_init(t, &c, t->v, 0) && pk_call_run(t, &c, t->v, s);
    if (ok && t->v->kind == VECTOR_SIGN && !vector_has(t->v, FIELD_TAG) && pk_serves(t->engine, t->v, OB_DIR_DECRYPT))
        ok = pk_undo(t, &c, t->v, t->engine);
    ob_session_close(s);
    return ok || t->declined;
}

static bool run_symmetric(struct suite *t, const struct ob_key *slot, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    struct stream st;
    int r = ob_slot_open(s, t->dispatcher, slot);
    bool ok = true;

    if (r != OB_OK)
        return suite_fail(t, "a key in a slot is not opened", r);
    if (stream_init(&st, t, t->v, s, flags, FORM_APART, 0))
        ok = stream_finish(&st);
    ob_session_close(s);
    return ok;
}

/* The op of t->v on a session of slot must be refused with want, before anything is written. */
static bool refused(struct suite *t, struct ob_session *s, int want, const char *what)
{
    struct pk_call c;
    int r;

    if (!pk_call_init(t, &c, t->v, 0))
        return true;
    r = ob_run(s, &c.op);
    if (r != want)
        return suite_fail(t, what, r);
    return (region_untouched(&c.out, 0, c.out.len) && region_untouched(&c.tag, 0, c.tag.len)) ||
           suite_fail(t, "a refused op has written", r);
}

/* ---- what must hold ---- */

static bool same_number(struct ob_bytes a, struct ob_bytes b, bool number)
{
    while (number && a.len && *a.data == 0)
        a.data++, a.len--;
    while (number && b.len && *b.data == 0)
        b.data++, b.len--;
    return a.len == b.len && (!a.len || memcmp(a.data, b.data, a.len) == 0);
}

/* The public half is the vector's, and there is nothing else in it. */
static bool public_half(struct suite *t, const struct ob_key *slot)
{
    const struct vector *v = t->v;
    uint8_t out[OB_SLOT_PUBLIC_MAX];
    struct ob_key key;
    int r = ob_slot_public(t->dispatcher, slot, &key, out, sizeof out);
    bool number = v->alg != OB_EDDSA && v->curve != OB_X25519 && v->curve != OB_X448;

    if (r != OB_OK)
        return suite_fail(t, "no public half", r);
    if (key.kind != (v->curve ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC) || key.d.len || key.p.len || key.q.len ||
        key.dp.len || key.dq.len || key.qinv.len)
        return suite_fail(t, "a public half that is none", key.kind);
    if (v->curve ? vector_has(v, FIELD_X) &&
                       !(same_number(key.x, v->field[FIELD_X], number) && same_number(key.y, v->field[FIELD_Y], number))
                 : !same_number(key.n, v->field[FIELD_N], true) || !same_number(key.e, v->field[FIELD_E], true))
        return suite_fail(t, "the public half of another key", r);
    return true;
}

/* A handle with a number or an owner that is not its own, and after its key's end, names nothing. */
static bool strangers(struct suite *t, const struct ob_key *slot)
{
    for (unsigned i = 0; i < 4; i++) {
        struct ob_session *s = &t->sessions[1];
        struct ob_key bad = *slot;
        int r;

        bad.owner ^= i == 0;
        bad.serial += i == 1;
        bad.slot ^= i == 2;
        bad.slot = i == 3 ? UINT32_MAX : bad.slot;
        r = ob_slot_open(s, t->dispatcher, &bad);
        if (r == OB_OK)
            ob_session_close(s);
        if (r != OB_E_STATE)
            return suite_fail(t, "a wrong handle is taken", r);
        r = ob_slot_destroy(t->dispatcher, &bad);
        if (r != OB_E_STATE)
            return suite_fail(t, "a wrong handle destroys a key", r);
    }
    return true;
}

/* After destroy: sessions that are open, the handle, and what the engine itself would still say. */
static bool end(struct suite *t, struct ob_key *slot)
{
    struct ob_session *s = &t->sessions[0];
    struct ob_key old = *slot, key;
    uint8_t out[OB_SLOT_PUBLIC_MAX];
    int r = is_pk(t->v) ? ob_slot_open(s, t->dispatcher, &old) : OB_OK;

    if (r != OB_OK)
        return suite_fail(t, "a key in a slot is not opened", r);
    if (!destroy(t, slot))
        return false;
    if (is_pk(t->v)) {
        bool ok = refused(t, s, OB_E_STATE, "a destroyed key serves an open session");

        ob_session_close(s);
        if (!ok)
            return false;
        memset(&key, 0, sizeof key);
        key.curve = old.curve;
        r = t->engine->ops->slots->public_half(t->engine->dev, old.slot, &key, out, sizeof out);
        if (r == OB_OK)
            return suite_fail(t, "a destroyed key is still there", r);
    }
    r = ob_slot_open(s, t->dispatcher, &old);
    return r == OB_E_STATE || suite_fail(t, "the handle of a destroyed key is taken", r);
}

/* A key that may do all but what v does is refused. Counters cannot be had in one direction. */
static bool other_usage(struct suite *t, uint32_t flags)
{
    struct ob_session *s = &t->sessions[0];
    uint8_t usage = (uint8_t)(uses_of(t->v->alg) & ~use_of(t->v, flags));
    struct ob_key slot;
    bool ok;
    int r;

    if (!usage || !is_pk(t->v))
        return true;
    r = import(t, &slot, t->v, usage);
    if (r == OB_E_DECLINED)
        return true; /* the engine has no row for the other direction */
    if (r == OB_OK)
        r = ob_slot_open(s, t->dispatcher, &slot);
    if (r != OB_OK)
        return suite_fail(t, "a key with other uses is not opened", r);
    ok = refused(t, s, OB_E_ARG, "a key serves what it is not for");
    ob_session_close(s);
    return destroy(t, &slot) && ok;
}

static bool suits(const struct vector *v)
{
    switch (v->kind) {
    case VECTOR_SIGN:
    case VECTOR_PRIVATE:
    case VECTOR_DERIVE:
        return true;
    case VECTOR_MAC:
    case VECTOR_CIPHER:
    case VECTOR_AEAD:
        return !vector_has(v, FIELD_DONE) && !vector_has(v, FIELD_REPEAT);
    default:
        return false;
    }
}

void slots_vector(struct suite *t)
{
    const struct vector *v = t->v;
    uint32_t flags = v->kind == VECTOR_CIPHER || v->kind == VECTOR_AEAD ? OB_ENCRYPT : 0;
    bool ok;
    struct ob_key slot;
    int r;

    if (!t->engine->ops->slots || (t->layouts && !(t->layouts >> LAYOUT_SLOTS & 1)) || !suits(v) ||
        v->expect != EXPECT_OK || (t->sample && t->in_slots[t->row]))
        return;
    t->layout = LAYOUT_SLOTS;
    t->variant = 0;
    t->arena.used = 0;
    r = import(t, &slot, v, uses_of(v->alg));
    if (r == OB_E_DECLINED) /* too large, or the engine cannot do all that the algorithm can */
        r = import(t, &slot, v, use_of(v, flags));
    if (r == OB_E_DECLINED)
        return;
    if (r != OB_OK) {
        suite_fail(t, "a key does not come into a slot", r);
        return;
    }
    t->declined = false;
    if (is_pk(v)) {
        ok = run_pk(t, &slot) && public_half(t, &slot);
    } else {
        ok = !(suite_cap(t)->dirs & OB_DIR_ENCRYPT) || run_symmetric(t, &slot, flags);
        if (ok && suite_cap(t)->dirs & OB_DIR_DECRYPT)
            ok = run_symmetric(t, &slot, v->kind == VECTOR_MAC ? OB_VERIFY : 0);
    }
    if (ok && strangers(t, &slot) && end(t, &slot) && other_usage(t, flags))
        t->in_slots[t->row] = 1;
    else if (slot.kind == OB_KEY_SLOT)
        (void)destroy(t, &slot);
    t->declined = false;
}

/* ---- all slots ---- */

/* A row for which keys are made quickly, and the parameters: false if there is none. */
static bool quick_key(const struct suite *t, struct ob_slot_policy *policy, uint8_t *curve, unsigned *bits)
{
    for (unsigned row = 0; row < t->engine->ops->n_caps; row++) {
        const struct ob_cap *cap = &t->engine->ops->caps[row];
        unsigned cls = OB_ALG_CLASS(cap->alg);

        if (!suite_wants(t, cap->alg) || cls == OB_CLASS_HASH || (cls == OB_CLASS_PK && !cap->curve))
            continue;
        if (cls == OB_CLASS_PK ? !(cap->dirs & OB_DIR_GENERATE) || cap->alg == OB_SM2_SIGN : cap->dirs != OB_DIR_BOTH)
            continue;
        *policy = (struct ob_slot_policy){
            cap->alg, cap->alg == OB_ECDSA ? OB_SHA256 : OB_ALG_NONE,
            uses_of(cap->alg) & (cls == OB_CLASS_PK ? OB_SLOT_SIGN | OB_SLOT_DERIVE : 255), OWNER};
        *curve = cap->curve;
        *bits = cls == OB_CLASS_PK ? 0 : OB_IS_HMAC(cap->alg) ? 128 : cap->bits_min;
        return true;
    }
    return false;
}

void slots_all(struct suite *t)
{
    static struct ob_key keys[256];
    struct ob_session *work = &t->sessions[SUITE_SESSIONS - 1];
    struct ob_slot_policy policy;
    struct ob_key more;
    unsigned bits, n_free, n, ran = 0, made = 0;
    uint8_t curve;
    int r = OB_OK;

    if (!t->engine->ops->slots || (t->layouts && !(t->layouts >> LAYOUT_SLOTS & 1)))
        return;
    t->layout = LAYOUT_SLOTS;
    t->v = NULL;
    for (unsigned row = 0; row < t->engine->ops->n_caps; row++)
        ran += t->in_slots[row];
    n = ob_slot_count(t->engine, &n_free);
    if (!ran)
        suite_fail(t, "no key was in a slot", (int)n);
    if (n_free != n)
        suite_fail(t, "a slot is still in use", (int)n_free);
    if (n > sizeof keys / sizeof keys[0] - 1 || !quick_key(t, &policy, &curve, &bits))
        return;
    while (made <= n && (r = ob_slot_generate(&keys[made], work, t->engine, &policy, curve, bits)) == OB_OK)
        made++;
    if (made != n || r != OB_E_BUSY)
        suite_fail(t, "not as many keys as slots", r);
    for (unsigned i = 0; i < made; i++) {
        struct ob_session *s = &t->sessions[0];

        r = ob_slot_open(s, t->dispatcher, &keys[i]);
        if (r == OB_OK)
            ob_session_close(s);
        if (r != OB_OK)
            suite_fail(t, "one of many keys is not there", r);
    }
    for (unsigned i = 0; i < made; i++)
        (void)destroy(t, &keys[i]);
    r = ob_slot_generate(&more, work, t->engine, &policy, curve, bits);
    if (r != OB_OK)
        suite_fail(t, "a slot that was freed takes no key", r);
    else
        (void)destroy(t, &more);
}
#endif
