/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: public keys, signatures, points and ciphertexts from outside, on all engines that have the algorithm.
 * Keys are made once per curve by the first engine; what one engine makes every other must take. */
#include <outboard/engine.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const unsigned fuzz_classes = 1u << OB_CLASS_PK;

#define RSA_BITS 1024
#define LEN_MAX  1024

static const uint8_t signing_curves[] = {OB_SECP192R1, OB_SECP224R1, OB_SECP256R1,       OB_SECP384R1,
                                         OB_SECP521R1, OB_SECP256K1, OB_BRAINPOOLP256R1, OB_BRAINPOOLP512R1};
static const uint8_t agreeing_curves[] = {OB_SECP192R1, OB_SECP224R1, OB_SECP256R1,       OB_SECP384R1,
                                          OB_SECP521R1, OB_SECP256K1, OB_BRAINPOOLP384R1, OB_BRAINPOOLP512R1,
                                          OB_X25519,    OB_X448};

struct pair {
    uint8_t bytes[LEN_MAX];
    struct ob_key key; /* points into bytes; kind OB_KEY_NONE: not yet made */
};

/* The key pair for curve (0: RSA), made at its first use; NULL if no engine makes it. */
static const struct ob_key *pair_for(uint8_t alg, uint8_t curve)
{
    static struct pair pairs[OB_CURVE_COUNT];
    struct pair *p = &pairs[curve];
    struct ob_key wanted;
    struct ob_session s;
    size_t len;

    if (p->key.kind != OB_KEY_NONE)
        return &p->key;
    memset(&wanted, 0, sizeof wanted);
    wanted.curve = curve;
    wanted.bits = curve ? 0 : RSA_BITS;
    if (ob_pk_open(&s, NULL, alg, 0, &wanted) != OB_OK)
        return NULL;
    if (ob_pk_generate(&s, p->bytes, sizeof p->bytes, &len) == OB_OK &&
        ob_pk_components(&p->key, curve, RSA_BITS, p->bytes, len) != OB_OK)
        abort();
    ob_session_close(&s);
    return p->key.kind != OB_KEY_NONE ? &p->key : NULL;
}

/* Open alg on every engine that has it. */
static void open_all(struct fuzz_group *g, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    g->n = 0;
    for (unsigned i = 0; i < ob_default.n_engines && g->n < FUZZ_SESSIONS; i++) {
        struct ob_session *s = &g->session[g->n];

        if (ob_pk_open(s, NULL, alg, hash, key) != OB_OK)
            return;
        if (ob_session_pin(s, ob_default.engine[i]) == OB_OK)
            g->name[g->n++] = ob_default.engine[i]->ops->name;
        else
            ob_session_close(s);
    }
}

static void differ(const struct fuzz_group *g, unsigned i, int r, int r0)
{
    fprintf(stderr, "%s %s: %s says %d, %s says %d\n", ob_alg_name(g->session[i].alg),
            g->session[i].curve ? ob_curve_name(g->session[i].curve) : "", g->name[0], r0, g->name[i], r);
    abort();
}

/* Verify a signature that one engine made, with bytes of the input added to it, on all engines. */
static void verify(struct fuzz_input *in, struct fuzz_group *g, uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    uint8_t digest[32], sig[LEN_MAX];
    size_t digest_len = sizeof digest, sig_len;
    unsigned maker;
    int r0 = OB_OK;

    fuzz_fill(in, digest, sizeof digest);
    open_all(g, alg, hash, key);
    if (g->n == 0)
        return;
    maker = fuzz_byte(in) % g->n;
    if (ob_pk_sign(&g->session[maker], sig, sizeof sig, &sig_len, digest, digest_len) != OB_OK)
        differ(g, maker, OB_E_IO, OB_OK);
    for (unsigned changes = fuzz_byte(in) % 4; changes; changes--)
        sig[fuzz_byte(in) % sig_len] ^= fuzz_byte(in);
    for (unsigned i = 0; i < g->n; i++) {
        int r = ob_pk_verify(&g->session[i], sig, sig_len, digest, digest_len);

        if (i == 0)
            r0 = r;
        if (r != r0 || (r != OB_OK && r != OB_E_AUTH))
            differ(g, i, r, r0);
    }
    fuzz_close(g);
}

/* Agree on a secret with a point from the input, or with our own point when the input says so. */
static void derive(struct fuzz_input *in, struct fuzz_group *g, uint8_t curve)
{
    const struct ob_key *key = pair_for(OB_ECDH, curve);
    uint8_t peer[LEN_MAX], secret[80], secret0[80] = {0};
    size_t peer_len = ob_pk_point_len(curve), len, len0 = 0;
    int r0 = OB_OK;

    if (!key)
        return;
    memcpy(peer, key->x.data, key->x.len);
    if (key->y.len)
        memcpy(peer + key->x.len, key->y.data, key->y.len);
    if (fuzz_byte(in) & 1)
        fuzz_fill(in, peer, peer_len);
    else if (fuzz_byte(in) & 1)
        peer[fuzz_byte(in) % peer_len] ^= fuzz_byte(in);
    open_all(g, OB_ECDH, 0, key);
    for (unsigned i = 0; i < g->n; i++) {
        int r = ob_pk_derive(&g->session[i], secret, sizeof secret, &len, peer, peer_len);

        if (i == 0) {
            r0 = r;
            len0 = len;
            memcpy(secret0, secret, len);
        }
        if (r != r0 || len != len0 || memcmp(secret, secret0, len) != 0 || (r != OB_OK && r != OB_E_ARG))
            differ(g, i, r, r0);
    }
    fuzz_close(g);
}

/* Decrypt what the input says on all engines: the raw operation must agree to the byte, PKCS#1 v1.5 must not tell a
 * wrong padding from a right one. */
static void decrypt(struct fuzz_input *in, struct fuzz_group *g, uint8_t alg)
{
    const struct ob_key *key = pair_for(OB_RSA, 0);
    uint8_t text[RSA_BITS / 8], out[RSA_BITS / 8], out0[RSA_BITS / 8];
    size_t len, len0 = 0;
    int r0 = OB_OK;

    if (!key)
        return;
    memset(text, 0, sizeof text);
    fuzz_fill(in, text, sizeof text);
    open_all(g, alg, alg == OB_RSA_OAEP ? OB_SHA256 : 0, key);
    for (unsigned i = 0; i < g->n; i++) {
        int r = ob_pk_decrypt(&g->session[i], out, sizeof out, &len, NULL, 0, text, sizeof text);

        if (i == 0) {
            r0 = r;
            len0 = len;
            memcpy(out0, out, len);
        }
        if (r != r0 || (alg == OB_RSA && (len != len0 || memcmp(out, out0, len) != 0)) ||
            (alg == OB_RSA_PKCS1_CRYPT && r != OB_OK && r != OB_E_ARG))
            differ(g, i, r, r0);
    }
    fuzz_close(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct fuzz_group group;
    struct fuzz_input in = {data, size};
    uint8_t what, which;
    const struct ob_key *key;

    fuzz_begin(&in);
    what = fuzz_byte(&in);
    which = fuzz_byte(&in);
    switch (what % 8) {
    case 0:
        key = pair_for(OB_RSA, 0);
        if (key)
            verify(&in, &group, which & 1 ? OB_RSA_PSS : OB_RSA_PKCS1_SIGN, OB_SHA256, key);
        break;
    case 1:
        decrypt(&in, &group, which % 3 == 0 ? OB_RSA : which % 3 == 1 ? OB_RSA_PKCS1_CRYPT : OB_RSA_OAEP);
        break;
    case 2:
    case 3:
    case 4:
        key = pair_for(OB_ECDSA, signing_curves[which % sizeof signing_curves]);
        if (key)
            verify(&in, &group, OB_ECDSA, 0, key);
        break;
    default:
        derive(&in, &group, agreeing_curves[which % sizeof agreeing_curves]);
        break;
    }
    return 0;
}
