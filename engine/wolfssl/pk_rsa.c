/* SPDX-License-Identifier: Apache-2.0 */
/* RSA of the engine wolfssl (RFC 8017). */
#include "engine/wolfssl/pk.h"

#include <wolfssl/wolfcrypt/asn.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include "algo/rsa_unpad.h"

_Static_assert(RSA_MAX_SIZE >= 4096, "the rows offer 4096 bits");

/* The data of one operation. */
struct rsa {
    RsaKey key;
    word32 len; /* bytes of the modulus */
};

static size_t modulus_len(const struct ob_session *s)
{
    return (s->bits + 7u) / 8;
}

/* ---- hashes ---- */

/* Indexed from OB_MD5 to OB_SHA512: enum wc_HashType and WC_MGF1... The library has no MGF1 with MD5. */
static const struct {
    uint8_t type, mgf;
} hashes[] = {
    {WC_HASH_TYPE_MD5, WC_MGF1NONE},      {WC_HASH_TYPE_SHA, WC_MGF1SHA1},      {WC_HASH_TYPE_SHA224, WC_MGF1SHA224},
    {WC_HASH_TYPE_SHA256, WC_MGF1SHA256}, {WC_HASH_TYPE_SHA384, WC_MGF1SHA384}, {WC_HASH_TYPE_SHA512, WC_MGF1SHA512},
};

static enum wc_HashType hash_type(const struct ob_session *s)
{
    return (enum wc_HashType)hashes[s->hash - OB_MD5].type;
}

static int mgf(const struct ob_session *s)
{
    return hashes[s->hash - OB_MD5].mgf;
}

bool obi_wolfssl_rsa_has_hash(uint8_t alg, uint8_t hash)
{
    if (alg == OB_RSA || alg == OB_RSA_PKCS1_CRYPT)
        return true;
    return hash >= OB_MD5 && hash <= OB_SHA512 && (alg == OB_RSA_PKCS1_SIGN || hash != OB_MD5);
}

/* ---- keys ---- */

/* Compute dp, dq and qinv if the private key lacks them. */
static int complete(RsaKey *k)
{
    mp_int t;
    int r = mp_init(&t);

    if (r == 0 && mp_iszero(&k->dP) && (r = mp_sub_d(&k->p, 1, &t)) == 0)
        r = mp_mod(&k->d, &t, &k->dP);
    if (r == 0 && mp_iszero(&k->dQ) && (r = mp_sub_d(&k->q, 1, &t)) == 0)
        r = mp_mod(&k->d, &t, &k->dQ);
    if (r == 0 && mp_iszero(&k->u))
        r = mp_invmod(&k->q, &k->p, &k->u);
    mp_forcezero(&t);
    return r;
}

static int read_key(RsaKey *k, const struct ob_key *from)
{
    int r = obi_wolfssl_number(&k->n, from->n);

    if (r == 0)
        r = obi_wolfssl_number(&k->e, from->e);
    k->type = from->kind == OB_KEY_RSA_PRIVATE ? RSA_PRIVATE : RSA_PUBLIC;
    if (r != 0 || k->type == RSA_PUBLIC)
        return r;
    if ((r = obi_wolfssl_number(&k->d, from->d)) || (r = obi_wolfssl_number(&k->p, from->p)) ||
        (r = obi_wolfssl_number(&k->q, from->q)) || (r = obi_wolfssl_number(&k->dP, from->dp)) ||
        (r = obi_wolfssl_number(&k->dQ, from->dq)))
        return r;
    r = obi_wolfssl_number(&k->u, from->qinv);
    return r ? r : complete(k);
}

/* True if e crt = 1 mod (prime - 1), and crt = d mod (prime - 1) (RFC 8017, section 3.2). */
static bool exponent_fits(RsaKey *k, mp_int *crt, mp_int *prime)
{
    mp_int less_one, t;
    bool ok = mp_init_multi(&less_one, &t, NULL, NULL, NULL, NULL) == 0 && mp_sub_d(prime, 1, &less_one) == 0 &&
              mp_mod(&k->d, &less_one, &t) == 0 && mp_cmp(&t, crt) == 0 && mp_mulmod(crt, &k->e, &less_one, &t) == 0 &&
              mp_isone(&t);

    mp_forcezero(&less_one);
    mp_forcezero(&t);
    return ok;
}

/* True if p q = n and q qinv = 1 mod p. */
static bool primes_fit(RsaKey *k)
{
    mp_int t;
    bool ok = mp_init(&t) == 0 && mp_mul(&k->p, &k->q, &t) == 0 && mp_cmp(&t, &k->n) == 0 && mp_cmp(&k->u, &k->p) < 0 &&
              mp_mulmod(&k->u, &k->q, &k->p, &t) == 0 && mp_isone(&t);

    mp_forcezero(&t);
    return ok;
}

static int begin(struct rsa *rsa, const struct ob_session *s)
{
    int err = obi_wolfssl_verdict(wc_InitRsaKey_ex(&rsa->key, NULL, INVALID_DEVID), OB_E_IO);

    rsa->len = (word32)modulus_len(s);
    if (err == OB_OK && rsa->len > WOLFSSL_RSA_BYTES)
        err = OB_E_ARG;
    if (err == OB_OK && s->pk->kind != OB_KEY_NONE)
        err = obi_wolfssl_verdict(read_key(&rsa->key, s->pk), OB_E_ARG);
    return err;
}

int obi_wolfssl_rsa_check(const struct ob_session *s)
{
    struct rsa rsa;
    int err = begin(&rsa, s);

    if (err == OB_OK && rsa.key.type == RSA_PRIVATE &&
        !(primes_fit(&rsa.key) && exponent_fits(&rsa.key, &rsa.key.dP, &rsa.key.p) &&
          exponent_fits(&rsa.key, &rsa.key.dQ, &rsa.key.q)))
        err = OB_E_ARG;
    wc_FreeRsaKey(&rsa.key);
    return err;
}

/* True if the len bytes at in are a number below the modulus. The library checks this for decryption only. */
static bool below_modulus(const struct rsa *rsa, const uint8_t *in, size_t len)
{
    mp_int t;
    bool ok = mp_init(&t) == 0 && mp_read_unsigned_bin(&t, in, (word32)len) == 0 && mp_cmp(&t, &rsa->key.n) < 0;

    mp_forcezero(&t);
    return ok;
}

/* Run the raw operation: type is RSA_PUBLIC_ENCRYPT or RSA_PRIVATE_DECRYPT. out and in must differ. */
static int raw(struct rsa *rsa, int type, uint8_t *out, const uint8_t *in, WC_RNG *rng)
{
    word32 len = rsa->len;

    if (!below_modulus(rsa, in, len))
        return OB_E_ARG;
    return obi_wolfssl_verdict(wc_RsaFunction(in, len, out, &len, type, &rsa->key, rng), OB_E_IO);
}

/* OB_OK if the public operation on made gives in, else OB_E_AUTH. */
static int check(struct rsa *rsa, const uint8_t *made, const uint8_t *in)
{
    uint8_t again[WOLFSSL_RSA_BYTES];
    int err = raw(rsa, RSA_PUBLIC_ENCRYPT, again, made, NULL);
    bool same = err == OB_OK && !ob_differ(again, in, rsa->len);

    ob_wipe(again, sizeof again);
    return same ? OB_OK : OB_E_AUTH;
}

/* Run the raw private operation and check its result with the public one. The library itself would return a wrong
 * result, which reveals the primes (Boneh, DeMillo, Lipton: On the importance of checking cryptographic protocols for
 * faults). */
static int private_checked(struct rsa *rsa, uint8_t *out, const uint8_t *in, WC_RNG *rng)
{
    int err = raw(rsa, RSA_PRIVATE_DECRYPT, out, in, rng);

    return err == OB_OK && check(rsa, out, in) != OB_OK ? OB_E_IO : err;
}

/* ---- signatures ---- */

#define ENCODED_MAX (32 + OB_DIGEST_MAX) /* DigestInfo */

/* Write the DigestInfo of RSASSA-PKCS1-v1_5; returns its length. */
static word32 encode(uint8_t out[ENCODED_MAX], const struct ob_session *s, const struct ob_op *op)
{
    return wc_EncodeSignature(out, op->in, (word32)op->in_len, wc_HashGetOID(hash_type(s)));
}

static int sign(struct rsa *rsa, struct ob_session *s, struct ob_op *op, WC_RNG *rng)
{
    uint8_t encoded[ENCODED_MAX], sig[WOLFSSL_RSA_BYTES];
    word32 len = (word32)op->in_len;
    int r;

    if (s->alg == OB_RSA_PSS)
        r = wc_RsaPSS_Sign_ex(op->in, len, sig, rsa->len, hash_type(s), mgf(s), (int)len, &rsa->key, rng);
    else
        r = wc_RsaSSL_Sign(encoded, encode(encoded, s, op), sig, rsa->len, &rsa->key, rng);
    if (r >= 0)
        memcpy(op->tag, sig, rsa->len);
    ob_wipe(sig, sizeof sig);
    op->out_len = rsa->len;
    return obi_wolfssl_verdict(r, OB_E_ARG);
}

static int verify(struct rsa *rsa, struct ob_session *s, struct ob_op *op)
{
    uint8_t em[WOLFSSL_RSA_BYTES], encoded[ENCODED_MAX];
    word32 len = (word32)op->in_len, n;
    int r;

    if (!below_modulus(rsa, op->tag, op->tag_len))
        return OB_E_AUTH;
    if (s->alg == OB_RSA_PSS) {
        r = wc_RsaPSS_Verify_ex(op->tag, rsa->len, em, sizeof em, hash_type(s), mgf(s), (int)len, &rsa->key);
        if (r >= 0)
            r = wc_RsaPSS_CheckPadding_ex2(op->in, len, em, (word32)r, hash_type(s), (int)len,
                                           mp_count_bits(&rsa->key.n), NULL);
        return obi_wolfssl_verdict(r, OB_E_AUTH);
    }
    r = wc_RsaSSL_Verify(op->tag, rsa->len, em, sizeof em, &rsa->key);
    if (r < 0)
        return obi_wolfssl_verdict(r, OB_E_AUTH);
    n = encode(encoded, s, op);
    return (word32)r == n && memcmp(em, encoded, n) == 0 ? OB_OK : OB_E_AUTH;
}

/* ---- encryption ---- */

static struct ob_bytes label(const struct ob_op *op)
{
    struct ob_bytes none = {NULL, 0}, given = {op->aad, op->aad_len};

    return op->flags & OB_AAD ? given : none;
}

static uint8_t *writable(struct ob_bytes b)
{
    return (uint8_t *)(uintptr_t)b.data; /* the library does not write to it */
}

static int encrypt_empty(struct rsa *rsa, struct ob_session *s, struct ob_op *op, uint8_t *out, WC_RNG *rng)
{
    uint8_t em[WOLFSSL_RSA_BYTES];
    int r = s->alg == OB_RSA_OAEP ? obi_wolfssl_oaep_encode_empty(em, rsa->len, hash_type(s), label(op), rng)
                                  : obi_wolfssl_pkcs1_encode_empty(em, rsa->len, rng);

    return r == 0 ? raw(rsa, RSA_PUBLIC_ENCRYPT, out, em, NULL) : OB_E_IO;
}

static int encrypt(struct rsa *rsa, struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    WC_RNG *rng = s->alg == OB_RSA ? NULL : obi_wolfssl_rng(random);
    uint8_t out[WOLFSSL_RSA_BYTES]; /* the op may be in place, and an error must leave the caller's buffer untouched */
    word32 in_len = (word32)op->in_len;
    struct ob_bytes l = label(op);
    int err;

    if (s->alg != OB_RSA && !rng)
        return OB_E_IO;
    if (s->alg == OB_RSA)
        err = raw(rsa, RSA_PUBLIC_ENCRYPT, out, op->in, NULL);
    else if (in_len == 0)
        err = encrypt_empty(rsa, s, op, out, rng);
    else if (s->alg == OB_RSA_OAEP)
        err = obi_wolfssl_verdict(wc_RsaPublicEncrypt_ex(op->in, in_len, out, rsa->len, &rsa->key, rng, WC_RSA_OAEP_PAD,
                                                         hash_type(s), mgf(s), writable(l), (word32)l.len),
                                  OB_E_ARG);
    else
        err = obi_wolfssl_verdict(wc_RsaPublicEncrypt(op->in, in_len, out, rsa->len, &rsa->key, rng), OB_E_ARG);
    if (err == OB_OK)
        memcpy(op->out, out, rsa->len);
    op->out_len = rsa->len;
    return err;
}

static int decode_oaep(struct rsa *rsa, struct ob_session *s, struct ob_op *op, uint8_t *em)
{
    struct ob_bytes message;
    int r = obi_wolfssl_oaep_decode(em, rsa->len, hash_type(s), label(op), &message);

    if (r != 0)
        return OB_E_IO;
    if (!message.data)
        return OB_E_AUTH;
    if (message.len)
        memcpy(op->out, message.data, message.len);
    op->out_len = message.len;
    return OB_OK;
}

/* The library does not decrypt here: its decryption with PKCS#1 v1.5 reveals whether the padding is wrong, and checks
 * no result. */
static int decrypt(struct rsa *rsa, struct ob_session *s, struct ob_op *op, WC_RNG *rng)
{
    uint8_t em[WOLFSSL_RSA_BYTES];
    int err = private_checked(rsa, em, op->in, rng);

    if (err == OB_E_ARG && s->alg == OB_RSA_OAEP)
        err = OB_E_AUTH; /* not below the modulus: the same error as for wrong padding (RFC 8017, section 7.1.2) */
    if (err == OB_OK && s->alg == OB_RSA_PKCS1_CRYPT) {
        op->out_len = obi_rsa_unpad(op->out, em, rsa->len, op->in, &s->pk->d);
    } else if (err == OB_OK && s->alg == OB_RSA_OAEP) {
        err = decode_oaep(rsa, s, op, em);
    } else if (err == OB_OK) {
        memcpy(op->out, em, rsa->len);
        op->out_len = rsa->len;
    }
    ob_wipe(em, sizeof em);
    return err;
}

/* ---- generation ---- */

static int put(uint8_t **at, size_t len, mp_int *n)
{
    int r = mp_to_unsigned_bin_len(n, *at, (int)len);

    *at += len;
    return r;
}

/* In this order: n, e, d, p, q, dp, dq, qinv (outboard/pk.h). */
static int export(uint8_t *out, size_t len, RsaKey *k)
{
    size_t half = (len + 1) / 2;
    int r;

    if ((r = put(&out, len, &k->n)) || (r = put(&out, 4, &k->e)) || (r = put(&out, len, &k->d)) ||
        (r = put(&out, half, &k->p)) || (r = put(&out, half, &k->q)) || (r = put(&out, half, &k->dP)) ||
        (r = put(&out, half, &k->dQ)))
        return r;
    return put(&out, half, &k->u);
}

static int generate(struct rsa *rsa, struct ob_session *s, struct ob_op *op, WC_RNG *rng)
{
    size_t total = 2 * rsa->len + 4 + 5 * ((rsa->len + 1) / 2);
    int r;

    if (s->bits % 16 != 0)
        return OB_E_DECLINED; /* the library makes only primes whose length is a multiple of 8 bits */
    r = wc_MakeRsaKey(&rsa->key, s->bits, WC_RSA_EXPONENT, rng);
    if (r == 0)
        r = export(op->out, rsa->len, &rsa->key);
    op->out_len = total;
    return obi_wolfssl_verdict(r, OB_E_IO);
}

/* ---- all ---- */

static int run(struct rsa *rsa, struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    bool signs = s->alg == OB_RSA_PKCS1_SIGN || s->alg == OB_RSA_PSS;
    WC_RNG *rng;

    if (!(op->flags & OB_GENERATE)) {
        if (op->flags & OB_VERIFY)
            return signs ? verify(rsa, s, op) : check(rsa, op->out, op->in);
        if (!signs && op->flags & OB_ENCRYPT)
            return encrypt(rsa, s, op, random);
    }
    rng = obi_wolfssl_rng(random); /* for blinding, where the operation itself takes no random bytes */
    if (!rng || wc_RsaSetRNG(&rsa->key, rng) != 0)
        return OB_E_IO;
    if (op->flags & OB_GENERATE)
        return generate(rsa, s, op, rng);
    return signs ? sign(rsa, s, op, rng) : decrypt(rsa, s, op, rng);
}

int obi_wolfssl_rsa_submit(struct ob_session *s, struct ob_op *op, struct wolfssl_random *random)
{
    struct rsa rsa;
    int err = begin(&rsa, s);

    if (err == OB_OK)
        err = run(&rsa, s, op, random);
    wc_FreeRsaKey(&rsa.key); /* this wipes it, too */
    return err;
}
