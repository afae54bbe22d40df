/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of the public-key rows: fixed keys, known results, altered input (kat_pk.c). A row is tested
 * in each of its directions. A randomised result is checked by its inverse operation, if the engine has that. */
#include "core.h"

#if OB_WITH_PK
#include <string.h>

#include <outboard/pk.h>

#include "kat_pk.h"

#define RSA_LEN      256 /* bytes of the known key's modulus */
#define GENERATE_LEN 128 /* length of a generated modulus: the shortest that is allowed, to save time */
#define GENERATED    (2 * GENERATE_LEN + 4 + 5 * GENERATE_LEN / 2)

#define BYTES(array)                                                                                                   \
    {                                                                                                                  \
        array, sizeof array                                                                                            \
    }

static const struct ob_key rsa_key = {
    .kind = OB_KEY_RSA_PRIVATE,
    .n = BYTES(obi_kat_rsa_n),
    .e = BYTES(obi_kat_rsa_e),
    .d = BYTES(obi_kat_rsa_d),
    .p = BYTES(obi_kat_rsa_p),
    .q = BYTES(obi_kat_rsa_q),
    .dp = BYTES(obi_kat_rsa_dp),
    .dq = BYTES(obi_kat_rsa_dq),
    .qinv = BYTES(obi_kat_rsa_qinv),
};

static const uint8_t message[] = {'a', 'b', 'c'};

/* What the tests of one row share. */
struct test {
    struct ob_session *s;
    struct ob_engine *e;
    unsigned row;
    struct ob_bytes in;     /* what is signed or encrypted, or a peer's point */
    struct ob_bytes known;  /* known signature, ciphertext or secret; none for a key that was generated */
    struct ob_bytes answer; /* the plaintext of known */
};

/* Open the test's session with key, which it borrows. */
static int open_session(const struct test *t, const struct ob_key *key)
{
    uint8_t alg = t->e->ops->caps[t->row].alg;

    return obi_session_open_test(t->s, t->e, alg, alg == OB_EDDSA || alg == OB_SM2_SIGN ? 0 : OB_SHA256, key);
}

static struct ob_key public_half(const struct ob_key *key)
{
    struct ob_key half = *key;

    half.kind = key->curve ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC;
    return half;
}

static int expect(int r, int want)
{
    return r == want ? OB_OK : r == OB_E_BUSY || r == OB_E_DECLINED ? r : OB_E_IO;
}

/* Let the next op use the row under test if the session's key is in its range, else any row that matches. A key that
 * was generated is used by any row, because one that makes keys may do nothing else. */
static void aim(const struct test *t)
{
    const struct ob_cap *cap = &t->e->ops->caps[t->row];
    bool fits = t->known.data && obi_row_matches(cap, t->s->curve, t->s->bits);

    obi_session_for_test(t->s, t->e, fits ? (uint8_t)(t->row + 1) : OBI_TESTING_ANY);
}

static int verify(const struct test *t, const uint8_t *sig, size_t len)
{
    uint8_t bad[RSA_LEN];
    int r = expect(ob_pk_verify(t->s, sig, len, t->in.data, t->in.len), OB_OK);

    memcpy(bad, sig, len); /* NOLINT: a generated key, which has no known answer, comes to sign alone */
    bad[len / 2] ^= 1;
    return r == OB_OK ? expect(ob_pk_verify(t->s, bad, len, t->in.data, t->in.len), OB_E_AUTH) : r;
}

/* Sign, and verify with the public half alone: one that belongs to another private half is found. */
static int sign(const struct test *t, const struct ob_key *key)
{
    const struct ob_key half = public_half(key);
    uint8_t sig[RSA_LEN];
    size_t len;
    int r;

    if (t->known.data && t->s->alg == OB_ECDSA) { /* a deterministic signature has a known answer */
        r = expect(ob_pk_sign_deterministic(t->s, sig, sizeof sig, &len, t->in.data, t->in.len), OB_OK);
        if (r == OB_OK && memcmp(sig, t->known.data, len) != 0)
            r = OB_E_IO;
        if (r != OB_OK && r != OB_E_DECLINED)
            return r;
    }
    r = expect(ob_pk_sign(t->s, sig, sizeof sig, &len, t->in.data, t->in.len), OB_OK);
    if (r != OB_OK)
        return r;
    if (t->known.data && (t->s->alg == OB_RSA_PKCS1_SIGN || t->s->alg == OB_EDDSA)) /* these are always deterministic */
        return memcmp(sig, t->known.data, len) != 0 ? OB_E_IO : OB_OK;
    ob_session_close(t->s);
    if (open_session(t, &half) != OB_OK)
        return OB_E_IO;
    obi_session_for_test(t->s, t->e, OBI_TESTING_ANY);
    r = expect(ob_pk_verify(t->s, sig, len, t->in.data, t->in.len), OB_OK);
    ob_session_close(t->s);                /* which borrows half */
    return r == OB_E_DECLINED ? OB_OK : r; /* DECLINED: the engine signs, but does not verify */
}

/* Decrypt data: OB_OK if the result is want. */
static int decrypt(const struct test *t, const uint8_t *data, size_t data_len, struct ob_bytes want)
{
    uint8_t out[RSA_LEN];
    size_t len, label_len = t->s->alg == OB_RSA_OAEP ? sizeof message : 0;
    int r = expect(ob_pk_decrypt(t->s, out, sizeof out, &len, message, label_len, data, data_len), OB_OK);

    return r == OB_OK && (!want.data || len != want.len || memcmp(out, want.data, len) != 0) ? OB_E_IO : r;
}

static int encrypt(const struct test *t)
{
    uint8_t out[RSA_LEN];
    size_t len, label_len = t->s->alg == OB_RSA_OAEP ? sizeof message : 0;
    int r = expect(ob_pk_encrypt(t->s, out, sizeof out, &len, message, label_len, t->in.data, t->in.len), OB_OK);

    if (r != OB_OK)
        return r;
    if (t->known.data && t->s->alg == OB_RSA)
        return len != t->known.len || memcmp(out, t->known.data, len) != 0 ? OB_E_IO : OB_OK;
    obi_session_for_test(t->s, t->e, OBI_TESTING_ANY);
    r = decrypt(t, out, len, t->in);
    return r == OB_E_DECLINED ? OB_OK : r;
}

/* Decrypt a known ciphertext, and one with wrong padding. */
static int open_known(const struct test *t)
{
    static const struct ob_bytes rejected = BYTES(obi_kat_rsa_rejected);
    int r = decrypt(t, t->known.data, t->known.len, t->answer);

    if (r == OB_OK && t->s->alg == OB_RSA_PKCS1_CRYPT)
        r = decrypt(t, obi_kat_rsa_raw, RSA_LEN, rejected);
    if (r == OB_OK && t->s->alg == OB_RSA_OAEP) {
        uint8_t out[RSA_LEN];
        size_t len;
        r = expect(ob_pk_decrypt(t->s, out, sizeof out, &len, message, sizeof message, obi_kat_rsa_raw, RSA_LEN),
                   OB_E_AUTH);
    }
    return r;
}

static int derive(const struct test *t)
{
    uint8_t secret[RSA_LEN], bad[RSA_LEN] = {0};
    size_t len;
    int r = expect(ob_pk_derive(t->s, secret, sizeof secret, &len, t->in.data, t->in.len), OB_OK);

    if (r != OB_OK)
        return r;
    if (!t->known.data || len != t->known.len || memcmp(secret, t->known.data, len) != 0)
        return OB_E_IO;
    /* Invalid input: (0, 0) is on none of the curves, and u = 0 has small order. */
    return expect(ob_pk_derive(t->s, secret, sizeof secret, &len, bad, t->in.len), OB_E_ARG);
}

/* Test direction dir of the row with the known key. */
static int run(struct test *t, unsigned dir, const struct ob_key *key)
{
    uint8_t alg = t->e->ops->caps[t->row].alg;
    /* Verifiers usually have no private key, and reading one may take random bytes. A generated RSA key decrypts, too.
     */
    const struct ob_key used = obi_pk_plain_dirs(alg) & dir && t->known.data ? public_half(key) : *key;
    int r = open_session(t, &used);

    if (r != OB_OK)
        return OB_E_IO; /* no row's range includes the known key */
    aim(t);
    if (t->known.data && t->s->testing == OBI_TESTING_ANY)
        r = OB_E_IO; /* that of this row does not */
    else if (alg == OB_ECDH)
        r = derive(t);
    else if (ob_pk_signature_len(alg, t->s->curve, t->s->bits))
        r = dir == OB_DIR_ENCRYPT ? sign(t, key) : verify(t, t->known.data, t->known.len);
    else
        r = dir == OB_DIR_ENCRYPT ? encrypt(t) : open_known(t);
    ob_session_close(t->s);
    return r;
}

/* Generate a key and use it: sign and verify, encrypt and decrypt, or agree on a secret with the known key. */
static int generate(struct test *t, const struct ob_key *known)
{
    uint8_t alg = t->e->ops->caps[t->row].alg, out[GENERATED], secret[RSA_LEN];
    struct ob_key key = {.curve = known->curve, .bits = known->curve ? 0 : GENERATE_LEN * 8};
    struct ob_bytes peer;
    unsigned bits = key.bits;
    size_t len;
    int r = open_session(t, &key);

    if (r != OB_OK)
        return OB_E_IO;
    aim(t);
    r = ob_pk_generate(t->s, out, sizeof out, &len);
    ob_session_close(t->s);
    if (r == OB_OK)
        r = ob_pk_components(&key, known->curve, bits, out, len);
    if (r != OB_OK)
        return expect(r, OB_OK);
    t->known = (struct ob_bytes){NULL, 0};
    if (alg == OB_RSA)
        t->in.len = GENERATE_LEN;
    if (alg != OB_ECDH)
        return run(t, OB_DIR_ENCRYPT, &key);
    peer = (struct ob_bytes){key.x.data, key.x.len + key.y.len};
    r = obi_session_open_test(t->s, t->e, alg, 0, known);
    if (r == OB_OK)
        r = ob_pk_derive(t->s, secret, sizeof secret, &len, peer.data, peer.len);
    ob_session_close(t->s);
    if (r == OB_OK) {
        t->known = (struct ob_bytes){secret, len};
        r = run(t, OB_DIR_ENCRYPT, &key);
        t->known = (struct ob_bytes){NULL, 0};
    }
    return expect(r, OB_OK);
}

/* ---- the answers for a row ---- */

/* Set the answers for an algorithm without a curve. False if there are none. */
static bool rsa_answers(struct test *t, uint8_t alg)
{
    static const struct ob_bytes known[] = {BYTES(obi_kat_rsa_raw), BYTES(obi_kat_rsa_pkcs1_signature),
                                            BYTES(obi_kat_rsa_pss_signature), BYTES(obi_kat_rsa_pkcs1_ciphertext),
                                            BYTES(obi_kat_rsa_oaep_ciphertext)};

    if (alg > OB_RSA_OAEP)
        return false;
    t->known = known[alg - OB_RSA];
    t->in = t->answer = (struct ob_bytes)BYTES(obi_kat_pk_digest);
    if (alg == OB_RSA)
        t->in = t->answer = (struct ob_bytes)BYTES(obi_kat_rsa_plain);
    return true;
}

/* Set key and answers for a curve. False if there are none for the curve and algorithm. */
static bool ec_answers(struct test *t, struct ob_key *key, uint8_t alg, uint8_t curve)
{
    const struct obi_kat_ec *kat = obi_kats_ec;
    size_t point_len = ob_pk_point_len(curve), sig_len = ob_pk_signature_len(alg, curve, 0);

    while (kat->curve && kat->curve != curve)
        kat++;
    if (!kat->curve || (alg == OB_ECDH ? ob_pk_secret_len(curve) : sig_len) == 0)
        return false;
    (void)ob_pk_components(key, curve, 0, kat->bytes, ob_pk_generated_len(curve, 0));
    if (alg == OB_ECDH) { /* the secret follows the signature, if the curve has one */
        t->in = (struct ob_bytes){key->x.data, point_len};
        t->known = (struct ob_bytes){key->x.data + point_len + ob_pk_signature_len(OB_ECDSA, key->y.len ? curve : 0, 0),
                                     ob_pk_secret_len(curve)};
        return true;
    }
    t->in = (struct ob_bytes)BYTES(message);
    if (alg == OB_ECDSA)
        t->in = (struct ob_bytes)BYTES(obi_kat_pk_digest);
    t->known = (struct ob_bytes){key->x.data + point_len, sig_len};
    return true;
}

/* True if the known key is outside the range of an RSA row, and another row for the same operations includes it. The
 * test of that row counts for both, because a group is selectable as a whole. */
static bool left_to_another(const struct ob_engine *e, const struct ob_cap *cap)
{
    const struct ob_cap *other = e->ops->caps;

    if (cap->curve || cap->dirs & OB_DIR_GENERATE || obi_row_matches(cap, 0, RSA_LEN * 8))
        return false;
    for (unsigned i = 0; i < e->ops->n_caps; i++, other++)
        if (other->alg == cap->alg && (other->dirs & cap->dirs) == cap->dirs && obi_row_matches(other, 0, RSA_LEN * 8))
            return true;
    return false;
}

int obi_selftest_pk_row(struct ob_session *s, struct ob_engine *e, unsigned row, unsigned dirs)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    struct test t = {.s = s, .e = e, .row = row};
    struct ob_key key = rsa_key;
    int r = OB_OK;

    if (left_to_another(e, cap))
        return OB_OK;
    if (!(cap->curve == OB_CURVE_NONE ? rsa_answers(&t, cap->alg) : ec_answers(&t, &key, cap->alg, cap->curve)))
        return OB_E_IO;
    for (unsigned dir = OB_DIR_ENCRYPT; dir <= OB_DIR_GENERATE && r == OB_OK; dir *= 2)
        if (cap->dirs & dirs & dir)
            r = dir == OB_DIR_GENERATE ? generate(&t, &key) : run(&t, dir, &key);
    return r == OB_E_DECLINED ? OB_OK : r; /* DECLINED: the linked library lacks the algorithm */
}
#endif
