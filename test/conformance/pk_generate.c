/* SPDX-License-Identifier: Apache-2.0 */
/* Key generation has no known answers: two keys are made, and must work and differ. */
#include <string.h>

#include "test/conformance/pk.h"

/* n, e, d and five halves of an RSA key of 4096 bits. */
#define GENERATED_MAX (2 * 512 + 4 + 5 * 256)

struct pair {
    struct region out;
    struct ob_key key;
};

/* A vector that carries algorithm, curve and hash, and no data. */
static struct vector pattern_of(const struct ob_cap *cap)
{
    struct vector v;

    memset(&v, 0, sizeof v);
    v.alg = cap->alg;
    v.curve = cap->curve;
    v.hash = cap->alg == OB_ECDSA || cap->alg == OB_RSA_PKCS1_SIGN || cap->alg == OB_RSA_PSS || cap->alg == OB_RSA_OAEP
                 ? OB_SHA256
                 : OB_ALG_NONE;
    if (cap->alg == OB_SM2_SIGN)
        v.hash = OB_SM3;
    return v;
}

static bool make(struct suite *t, struct pair *pair, const struct vector *v, unsigned bits)
{
    struct ob_session *s = &t->sessions[0];
    struct ob_key none;
    size_t len = 0, want = ob_pk_generated_len(v->curve, bits);
    int r;

    memset(&none, 0, sizeof none);
    none.kind = OB_KEY_NONE;
    none.curve = v->curve;
    none.bits = (uint16_t)bits;
    if (!arena_take(&t->arena, &pair->out, GENERATED_MAX, 0))
        return false;
    r = ob_session_open_pk(s, t->dispatcher, v->alg, v->hash, &none);
    if (r == OB_OK)
        r = ob_session_pin(s, t->engine);
    if (r != OB_OK)
        return suite_fail(t, "no session to generate a key", r);
    r = ob_pk_generate(s, pair->out.p, want - 1, &len);
    if (r == OB_E_ARG)
        r = ob_pk_generate(s, pair->out.p, pair->out.len, &len);
    else
        r = OB_E_STATE;
    ob_session_close(s);
    if (r != OB_OK)
        return suite_fail(t, "no key generated", r);
    if (len != want || !region_untouched(&pair->out, len, pair->out.len) || !region_guarded(&pair->out))
        return suite_fail(t, "a generated key of a wrong length", (int)len);
    r = ob_pk_components(&pair->key, v->curve, bits, pair->out.p, len);
    return r == OB_OK ? true : suite_fail(t, "a generated key without its components", r);
}

static struct ob_key public_half(const struct ob_key *key)
{
    struct ob_key half;

    memset(&half, 0, sizeof half);
    half.kind = key->curve ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC;
    half.curve = key->curve;
    half.bits = key->bits;
    half.n = key->n;
    half.e = key->e;
    half.x = key->x;
    half.y = key->y;
    return half;
}

static int open_on(struct suite *t, struct ob_session *s, const struct vector *v, const struct ob_key *key,
                   const struct ob_engine *e)
{
    int r = ob_session_open_pk(s, t->dispatcher, v->alg, v->hash, key);

    return r == OB_OK ? ob_session_pin(s, e) : r;
}

/* Sign with a, verify with the public half of b: OB_OK or OB_E_AUTH. */
static int sign_and_verify(struct suite *t, const struct vector *v, const struct pair *a, const struct pair *b)
{
    static const uint8_t digest[32] = {1, 2, 3};
    struct ob_session *s = &t->sessions[0];
    struct ob_key half = public_half(&b->key);
    uint8_t signature[PK_OUT_MAX];
    size_t len = 0;
    int r = open_on(t, s, v, &a->key, t->engine);

    if (r == OB_OK)
        r = ob_pk_sign(s, signature, sizeof signature, &len, digest, sizeof digest);
    ob_session_close(s);
    if (r == OB_OK)
        r = open_on(t, s, v, &half, t->engine);
    if (r == OB_OK)
        r = ob_pk_verify(s, signature, len, digest, sizeof digest);
    ob_session_close(s);
    return r;
}

static int encrypt_and_decrypt(struct suite *t, const struct vector *v, const struct pair *a)
{
    struct ob_session *s = &t->sessions[0];
    struct ob_key half = public_half(&a->key);
    uint8_t in[GENERATED_MAX], text[PK_OUT_MAX], out[PK_OUT_MAX];
    size_t in_len = v->alg == OB_RSA ? a->key.n.len : 20, len = 0, out_len = 0;
    int r = open_on(t, s, v, &half, t->engine);

    memset(in, 0x11, sizeof in);
    in[0] = 0; /* below the modulus */
    if (r == OB_OK)
        r = ob_pk_encrypt(s, text, sizeof text, &len, NULL, 0, in, in_len);
    ob_session_close(s);
    if (r == OB_OK)
        r = open_on(t, s, v, &a->key, t->engine);
    if (r == OB_OK)
        r = ob_pk_decrypt(s, out, sizeof out, &out_len, NULL, 0, text, len);
    ob_session_close(s);
    return r != OB_OK ? r : out_len == in_len && memcmp(in, out, in_len) == 0 ? OB_OK : OB_E_AUTH;
}

static int agree(struct suite *t, const struct vector *v, const struct pair *a, const struct pair *b)
{
    struct ob_session *s = &t->sessions[0];
    uint8_t one[PK_OUT_MAX] = {0}, two[PK_OUT_MAX] = {0};
    size_t len[2] = {0, 0};
    int r = open_on(t, s, v, &a->key, t->engine);

    if (r == OB_OK) /* x and y lie one after the other */
        r = ob_pk_derive(s, one, sizeof one, &len[0], b->key.x.data, b->key.x.len + b->key.y.len);
    ob_session_close(s);
    if (r == OB_OK)
        r = open_on(t, s, v, &b->key, t->engine);
    if (r == OB_OK)
        r = ob_pk_derive(s, two, sizeof two, &len[1], a->key.x.data, a->key.x.len + a->key.y.len);
    ob_session_close(s);
    return r != OB_OK ? r : len[0] && len[0] == len[1] && memcmp(one, two, len[0]) == 0 ? OB_OK : OB_E_AUTH;
}

static void generate(struct suite *t, unsigned bits)
{
    struct vector v = pattern_of(suite_cap(t));
    struct pair a, b;
    int r;

    t->arena.used = 0;
    t->variant = bits;
    if (!make(t, &a, &v, bits) || !make(t, &b, &v, bits))
        return;
    if (memcmp(a.out.p, b.out.p, ob_pk_generated_len(v.curve, bits)) == 0) {
        suite_fail(t, "generated the same key twice", OB_OK);
        return;
    }
    switch (v.alg) {
    case OB_RSA:
    case OB_RSA_PKCS1_CRYPT:
    case OB_RSA_OAEP:
        r = encrypt_and_decrypt(t, &v, &a);
        break;
    case OB_ECDH:
        r = agree(t, &v, &a, &b);
        break;
    default:
        r = sign_and_verify(t, &v, &a, &a);
        if (r == OB_OK && sign_and_verify(t, &v, &a, &b) != OB_E_AUTH)
            r = OB_E_STATE;
        break;
    }
    if (r != OB_OK) {
        suite_fail(t, "the generated key does not work", r);
        return;
    }
    suite_count(t);
    t->counts[t->row].vectors++;
}

void pk_generate(struct suite *t)
{
    static const uint16_t sizes[] = {1024, 2048, 3072, 4096};
    const struct ob_engine_ops *ops = t->engine->ops;

    t->v = NULL;
    t->layout = LAYOUT_ONE_SHOT;
    if (t->layouts && !(t->layouts >> t->layout & 1))
        return;
    for (unsigned row = 0; row < ops->n_caps; row++) {
        const struct ob_cap *cap = &ops->caps[row];

        if (!suite_wants(t, cap->alg) || OB_ALG_CLASS(cap->alg) != OB_CLASS_PK || !(cap->dirs & OB_DIR_GENERATE))
            continue;
        t->row = (uint8_t)row;
        suite_plant(t, t->engine, row);
        if (cap->curve) {
            generate(t, 0);
            continue;
        }
        /* Long keys take seconds to minutes: a sample makes short ones. */
        for (unsigned i = 0; i < (t->sample ? 1 : sizeof sizes / sizeof sizes[0]); i++)
            if (sizes[i] >= cap->bits_min && sizes[i] <= cap->bits_max)
                generate(t, sizes[i]);
    }
}
