/* SPDX-License-Identifier: Apache-2.0 */
/* The layouts of public-key vectors. These operations are slow, so a sample runs fewer variants of each. */
#include <string.h>

#include "test/conformance/pk.h"

/* An operation of v with its key at hand and its session open. */
struct job {
    struct pk_key key;
    struct pk_call call;
    struct ob_session *s;
};

static bool begin(struct suite *t, struct job *j, const struct vector *v, unsigned place, unsigned shift, bool sparse)
{
    j->s = &t->sessions[place];
    return pk_key_load(t, &j->key, v, pk_half_of(v), shift, sparse) && pk_call_init(t, &j->call, v, shift) &&
           pk_open(t, j->s, v, &j->key, t->engine);
}

/* Run it; a signature or ciphertext without a known answer is undone by the same engine, if it can. */
static bool run(struct suite *t, struct job *j, const struct vector *v)
{
    pk_call_reset(&j->call, v);
    if (!pk_call_run(t, &j->call, v, j->s))
        return false;
    if (v->expect == EXPECT_OK && v->curve != OB_CURVE_NONE && j->s->row != t->row)
        return suite_fail(t, "another row served", j->s->row);
    if (v->kind == VECTOR_SIGN && !vector_has(v, FIELD_TAG) && pk_serves(t->engine, v, OB_DIR_DECRYPT) &&
        !pk_undo(t, &j->call, v, t->engine))
        return false;
    if (v->kind == VECTOR_PUBLIC && !vector_has(v, FIELD_OUT) && v->expect == EXPECT_OK &&
        pk_serves(t->engine, v, OB_DIR_DECRYPT) && !pk_undo(t, &j->call, v, t->engine))
        return false;
    suite_count(t);
    return true;
}

/* Implicit rejection: the same result at the second time. */
static bool run_twice(struct suite *t, struct job *j, const struct vector *v)
{
    uint8_t first[PK_OUT_MAX];
    size_t len = j->call.op.out_len;

    memcpy(first, j->call.out.p, len);
    if (!run(t, j, v))
        return false;
    if (j->call.op.out_len != len || memcmp(first, j->call.out.p, len) != 0)
        return suite_fail(t, "an implicit rejection is not repeated", OB_OK);
    return true;
}

static void one_shot(struct suite *t, const struct vector *v)
{
    struct job j;

    if (!begin(t, &j, v, 0, 0, false))
        return;
    if (run(t, &j, v) && v->expect == EXPECT_IMPLICIT)
        (void)run_twice(t, &j, v);
    ob_session_close(j.s);
}

static void typed(struct suite *t, const struct vector *v)
{
    struct job j;
    int r;

    if (!begin(t, &j, v, 0, 0, true))
        return;
    r = pk_call_typed(&j.call, v, j.s);
    if (pk_call_check(t, &j.call, v, r))
        suite_count(t);
    ob_session_close(j.s);
}

static void misaligned(struct suite *t, const struct vector *v)
{
    unsigned step = t->sample ? 15 : 4;

    for (t->variant = 1 + suite_roll(t, step); t->variant < 16; t->variant += step) {
        struct job j;
        bool ok;

        t->arena.used = 0;
        if (!begin(t, &j, v, 0, t->variant, t->variant & 1))
            return;
        ok = run(t, &j, v);
        ob_session_close(j.s);
        if (!ok)
            return;
    }
}

static void reused(struct suite *t, const struct vector *v)
{
    struct job j;

    if (!begin(t, &j, v, 0, 0, false))
        return;
    for (t->variant = 0; t->variant < 2 && run(t, &j, v); t->variant++)
        ;
    ob_session_close(j.s);
}

/* A copy of the session runs, then the session itself, or the other way round. */
static void cloned(struct suite *t, const struct vector *v)
{
    struct ob_session *original, *clone = &t->sessions[1];
    struct job j;
    int r;

    if (!begin(t, &j, v, 0, 0, false))
        return;
    original = j.s;
    if (run(t, &j, v)) {
        r = ob_session_clone(clone, original);
        if (r != OB_OK) {
            suite_fail(t, "no clone", r);
        } else if (suite_roll(t, 2)) {
            j.s = clone;
            (void)run(t, &j, v);
            ob_session_close(clone);
            j.s = original;
            (void)run(t, &j, v);
        } else {
            ob_session_close(original);
            j.s = clone;
            (void)run(t, &j, v);
            ob_session_close(clone);
        }
    }
    ob_session_close(original);
}

static void moved(struct suite *t, const struct vector *v)
{
    bool owns = (t->engine->ops->flags & OB_ENGINE_OWNS) != 0;
    struct job j;

    if (!begin(t, &j, v, 0, 0, false))
        return;
    if (run(t, &j, v)) {
        struct ob_session *to = &t->sessions[1];
        int r = OB_OK;

        if (owns) {
            r = ob_session_clone(to, j.s);
            ob_session_close(j.s);
        } else {
            memcpy(to, j.s, sizeof *to);
        }
        memset(j.s, 0xee, sizeof *j.s);
        j.s = to;
        if (r != OB_OK) {
            suite_fail(t, "no clone", r);
            return;
        }
        (void)run(t, &j, v);
    }
    ob_session_close(j.s);
}

static void interleaved(struct suite *t, const struct vector *v)
{
    struct job jobs[3];
    const struct vector *of[3];
    unsigned n = 0;

    for (unsigned i = 0; i < 3; i++) {
        const struct vector *other = i == 0 || i > t->n_recent ? v : &t->recent[i - 1];

        if (!suite_matches(suite_cap(t), other) || !(suite_cap(t)->dirs & pk_direction(other)))
            other = v;
        of[n] = other;
        if (!begin(t, &jobs[n], other, n, 0, i & 1))
            break;
        n++;
    }
    for (unsigned i = 0; n && i < n + 1;
         i++) { /* a key is opened at the first op, so the first comes again at the end */
        unsigned k = (i + 1) % n;

        if (!run(t, &jobs[k], of[k]))
            break;
    }
    for (unsigned i = 0; i < n; i++)
        ob_session_close(jobs[i].s);
}

static void abandoned(struct suite *t, const struct vector *v)
{
    struct job j;

    if (t->engine->ops->flags & OB_ENGINE_OWNS || !begin(t, &j, v, 0, 0, false))
        return;
    if (run(t, &j, v)) {
        memset(j.s, 0xc3, sizeof *j.s);
        if (!pk_open(t, j.s, v, &j.key, t->engine))
            return;
        (void)run(t, &j, v);
    }
    ob_session_close(j.s);
}

/* What this engine made, every other one takes. */
static void crossed(struct suite *t, const struct vector *v)
{
    struct job j;

    if ((v->kind != VECTOR_SIGN && v->kind != VECTOR_PUBLIC) || v->alg == OB_RSA || !begin(t, &j, v, 0, 0, true))
        return;
    if (pk_call_run(t, &j.call, v, j.s))
        for (unsigned i = 0; i < t->dispatcher->n_engines; i++) {
            const struct ob_engine *other = t->dispatcher->engine[i];

            t->variant = i;
            if (other == t->engine || !pk_serves(other, v, OB_DIR_DECRYPT))
                continue;
            if (!pk_undo(t, &j.call, v, other))
                break;
            suite_count(t);
        }
    ob_session_close(j.s);
}

enum { FLIP_TAG, FLIP_IN, FLIP_AAD, SHORT_TAG, SHORT_IN, CHANGES };

/* Change something that must matter: the result that it must have, or OB_OK if there is nothing to change. */
static int change(struct suite *t, struct pk_call *c, const struct vector *v, unsigned what)
{
    bool verify = v->kind == VECTOR_VERIFY;
    struct region *r = what == FLIP_TAG ? &c->tag : what == FLIP_IN ? &c->in : &c->aad;
    uint32_t bit;

    if (!verify && v->alg != OB_RSA_OAEP)
        return OB_OK;
    switch (what) {
    case SHORT_TAG:
        c->op.tag_len--;
        return verify ? OB_E_AUTH : OB_OK;
    case SHORT_IN: /* no ciphertext has this length; a message may */
        c->op.in_len--;
        return verify ? OB_OK : OB_E_ARG;
    default:
        if (r->len == 0)
            return OB_OK;
        bit = suite_roll(t, (uint32_t)r->len * 8);
        if (!verify && what == FLIP_IN && bit < 16)
            bit += 16; /* the ciphertext stays below the modulus */
        /* ECDSA looks at no more of a digest than the order has bits (FIPS 186-5, section 6.4.1). */
        if (v->alg == OB_ECDSA && what == FLIP_IN)
            bit = suite_roll(t, (uint32_t)(c->in.len < 20 ? c->in.len : 20) * 8);
        r->p[bit / 8] ^= (uint8_t)(0x80u >> bit % 8);
        return OB_E_AUTH;
    }
}

static void tampered(struct suite *t, const struct vector *v)
{
    if (v->kind != VECTOR_VERIFY && v->kind != VECTOR_PRIVATE)
        return;
    for (t->variant = 0; t->variant < CHANGES; t->variant++) {
        struct job j;
        int want, r;

        t->arena.used = 0;
        if (!begin(t, &j, v, 0, 0, false))
            return;
        want = change(t, &j.call, v, t->variant);
        if (want != OB_OK) {
            r = ob_run(j.s, &j.call.op);
            if (r != want && !(t->variant == SHORT_TAG && r == OB_E_ARG))
                suite_fail(t, r == OB_OK ? "passed" : "failed in the wrong way", r);
            else if (r == OB_E_AUTH && j.call.op.out && !region_wiped(&j.call.out, 0, j.call.out.len))
                suite_fail(t, "the output is not wiped", r);
            else if (!region_guarded(&j.call.out) || !region_guarded(&j.call.tag))
                suite_fail(t, "wrote outside a buffer", r);
            else
                suite_count(t);
        }
        ob_session_close(j.s);
    }
}

/* ---- wrong calls ---- */

static bool refuse(struct suite *t, struct job *j, const struct vector *v, int r, int want, const char *what)
{
    if (r != want)
        return suite_fail(t, what, r);
    if (!region_untouched(&j->call.out, 0, j->call.out.len) ||
        (v->kind == VECTOR_SIGN && !region_untouched(&j->call.tag, 0, j->call.tag.len)))
        return suite_fail(t, "the output is not untouched", r);
    suite_count(t);
    return true;
}

/* Typed calls that are not for this algorithm, and buffers that are too small. */
static bool wrong_calls(struct suite *t, struct job *j, const struct vector *v)
{
    struct pk_call *c = &j->call;
    struct ob_op op = c->op;
    size_t len;

    op.flags &= ~(uint32_t)OB_LAST;
    if (!refuse(t, j, v, ob_run(j->s, &op), OB_E_ARG, "not in one op"))
        return false;
    if (v->alg != OB_ECDH && !refuse(t, j, v, ob_pk_derive(j->s, c->out.p, c->out.len, &len, c->in.p, c->in.len),
                                     OB_E_STATE, "agreement with a key for something else"))
        return false;
    if (v->kind == VECTOR_DERIVE) {
        if (!refuse(t, j, v, ob_pk_sign(j->s, c->out.p, c->out.len, &len, c->in.p, c->in.len), OB_E_STATE,
                    "a signature with a key for agreement"))
            return false;
        if (!refuse(t, j, v, ob_pk_derive(j->s, c->out.p, ob_pk_secret_len(v->curve) - 1, &len, c->in.p, c->in.len),
                    OB_E_ARG, "a secret buffer that is too small"))
            return false;
    }
    if (v->kind == VECTOR_SIGN && !refuse(t, j, v, ob_pk_sign(j->s, c->tag.p, c->tag.len - 1, &len, c->in.p, c->in.len),
                                          OB_E_ARG, "a signature buffer that is too small"))
        return false;
    if (v->kind == VECTOR_PUBLIC &&
        !refuse(t, j, v, ob_pk_encrypt(j->s, c->out.p, v->field[FIELD_N].len - 1, &len, NULL, 0, c->in.p, c->in.len),
                OB_E_ARG, "a ciphertext buffer that is too small"))
        return false;
    op = c->op;
    op.out_size = v->field[FIELD_OUT].len - 1;
    if (v->kind == VECTOR_PRIVATE && v->field[FIELD_OUT].len &&
        !refuse(t, j, v, ob_run(j->s, &op), OB_E_ARG, "a plaintext buffer that is too small"))
        return false;
    return true;
}

/* Digests that are not as long as their hash says. */
static bool wrong_digests(struct suite *t, struct job *j, const struct vector *v)
{
    if (v->alg != OB_RSA_PKCS1_SIGN && v->alg != OB_RSA_PSS)
        return true;
    for (int more = -1; more <= 1; more += 2) {
        struct ob_op op = j->call.op;

        op.in_len = (size_t)((long)op.in_len + more);
        if (!refuse(t, j, v, ob_run(j->s, &op), OB_E_ARG, "a digest of a wrong length"))
            return false;
    }
    return true;
}

/* A public key of the right lengths that is no point of its curve, which only the engine can tell: of Weierstrass
 * curves the vector's own x with another y; of Edwards curves a y that is p - 1 or more (RFC 8032, sections 5.1.3 and
 * 5.2.3). Montgomery curves have no such key. */
static bool no_point(struct suite *t, const struct vector *v)
{
    uint8_t sig[2 * 66]; /* r and s of secp521r1, the longest */
    struct ob_session *s = &t->sessions[1];
    struct pk_key k;
    int r;

    if (v->kind != VECTOR_VERIFY || !v->curve)
        return true;
    if (!pk_key_load(t, &k, v, PK_PUBLIC, 0, false) || !pk_open(t, s, v, &k, t->engine))
        return false;
    if (v->alg == OB_EDDSA) {
        memset(k.field[FIELD_X].p, 0xff, k.field[FIELD_X].len);
        k.field[FIELD_X].p[k.field[FIELD_X].len - 1] = v->curve == OB_ED448 ? 0 : 0x7f;
    } else {
        k.field[FIELD_Y].p[k.field[FIELD_Y].len - 1] ^= 1;
    }
    memset(sig, 1, sizeof sig);
    r = ob_pk_verify(s, sig, ob_pk_signature_len(v->alg, v->curve, 0), v->field[FIELD_IN].data, v->field[FIELD_IN].len);
    ob_session_close(s);
    if (pk_declined(v, r))
        return true;
    if (r != OB_E_ARG)
        return suite_fail(t, "a public key that is no point", r);
    suite_count(t);
    return true;
}

/* Keys that lack what the algorithm needs. */
static bool wrong_keys(struct suite *t, const struct vector *v, const struct ob_key *good)
{
    struct ob_session *s = &t->sessions[1];
    bool rsa = !v->curve;

    for (unsigned i = 0; i < 5; i++) {
        struct ob_key key = *good;
        uint8_t hash = v->hash;
        int r;

        switch (i) {
        case 0:
            key.kind = rsa ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC;
            break;
        case 1:
            (rsa ? &key.n : key.kind == OB_KEY_EC_PUBLIC ? &key.x : &key.d)->len = 0;
            break;
        case 2:
            key.kind = 99;
            break;
        case 3:
            hash = OB_AES_GCM;
            break;
        default:
            key.curve = OB_CURVE_NONE;
            key.bits = rsa ? (uint16_t)(key.bits + 1) : 0;
            break;
        }
        r = ob_session_open_pk(s, t->dispatcher, v->alg, hash, &key);
        if (r == OB_OK)
            ob_session_close(s);
        if (r != OB_E_ARG)
            return suite_fail(t, "a key that lacks something", r);
        suite_count(t);
    }
    return true;
}

static void arguments(struct suite *t, const struct vector *v)
{
    struct job j;

    if (!begin(t, &j, v, 0, 0, false))
        return;
    if (wrong_keys(t, v, &j.key.key) && wrong_calls(t, &j, v) && wrong_digests(t, &j, v) && no_point(t, v))
        (void)run(t, &j, v); /* the session is none the worse */
    ob_session_close(j.s);
}

/* ---- all ---- */

static void layout(struct suite *t, enum suite_layout which, void (*run_it)(struct suite *, const struct vector *))
{
    if (t->layouts && !(t->layouts >> which & 1))
        return;
    t->layout = which;
    t->variant = 0;
    t->arena.used = 0;
    run_it(t, t->v);
}

/* All vectors run, and in what depends on the vector; of those that are alike, one in so many in what depends on the
 * engine alone: these operations take milliseconds to seconds. In a sample, it is the first of each row, and the first
 * of each kind if the operation is fast. */
#define ENGINE_LAYOUTS_EVERY 8
#define FAST_BITS            3072

static void engine_layouts(struct suite *t)
{
    static const struct {
        enum suite_layout layout;
        void (*run)(struct suite *, const struct vector *);
    } all[] = {
        {LAYOUT_MISALIGNED, misaligned}, {LAYOUT_REUSED, reused},           {LAYOUT_CLONED, cloned},
        {LAYOUT_MOVED, moved},           {LAYOUT_INTERLEAVED, interleaved}, {LAYOUT_ABANDONED, abandoned},
        {LAYOUT_ARGUMENTS, arguments},
    };
    bool slow = t->sample && vector_bits(t->v) > FAST_BITS;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!slow || !t->counts[t->row].streams[all[i].layout])
            layout(t, all[i].layout, all[i].run);
    /* In a sample with public keys alone, whose operations are fast. */
    if (!t->v->curve && !(t->sample && (t->in_caches[t->row] || pk_half_of(t->v) == PK_PRIVATE)))
        layout(t, LAYOUT_CACHED, pk_cached);
}

bool pk_run(struct suite *t)
{
    if (!(suite_cap(t)->dirs & pk_direction(t->v)))
        return false;
    t->declined = false;
    if (t->v->expect != EXPECT_OK) {
        layout(t, LAYOUT_REFUSED, one_shot);
        if (t->sample == 0 && !t->declined)
            layout(t, LAYOUT_REFUSED, typed);
        return !t->declined;
    }
    layout(t, LAYOUT_ONE_SHOT, one_shot);
    if (t->declined)
        return false;
    layout(t, LAYOUT_TYPED, typed);
    layout(t, LAYOUT_CROSSED, crossed);
    layout(t, LAYOUT_TAMPERED, tampered);
    if (t->sample || t->v->rank % ENGINE_LAYOUTS_EVERY == 0)
        engine_layouts(t);
    return true;
}
