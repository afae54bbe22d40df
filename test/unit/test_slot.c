/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that live in an engine, on the engine mbedtls: who may use them and for what, what is left of them, threads,
 * forks, quarantine. That each algorithm works is the conformance suite's part. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

#include "kat_keys.h"

extern const struct ob_engine_ops ob_mbedtls_ops;

static const struct ob_key rsa = {KAT_RSA_PRIVATE};
static const struct ob_slot_policy ecdsa = {OB_ECDSA, OB_SHA256, OB_SLOT_SIGN | OB_SLOT_VERIFY, 7};
static const struct ob_slot_policy hmac = {OB_HMAC_SHA256, 0, OB_SLOT_SIGN | OB_SLOT_VERIFY, 7};
static const uint8_t digest[32] = {1, 2, 3};

static struct ob_dispatcher d;
static struct ob_engine_ops ops;
static struct ob_engine engine;
static struct ob_session work, s;
static uint8_t sig[OB_PK_SIGNATURE_MAX];
static size_t len;
static int fault; /* what submit answers, if it is not 0 */

static int submit(void *dev, struct ob_session *session, struct ob_op *op)
{
    return fault && !session->testing ? fault : ob_mbedtls_ops.submit(dev, session, op);
}

static struct ob_op *accepted; /* by submit_later */

static int submit_later(void *dev, struct ob_session *session, struct ob_op *op)
{
    if (session->testing || op->flags & OB_VERIFY)
        return ob_mbedtls_ops.submit(dev, session, op);
    accepted = op;
    return OB_PENDING;
}

static int poll_later(void *dev)
{
    struct ob_op *op = accepted;

    if (!op)
        return 0;
    accepted = NULL;
    ob_op_complete(op, ob_mbedtls_ops.submit(dev, op->session, op));
    return 1;
}

static struct ob_slot_ops slot_ops;
static unsigned fills_unclean, slot_verbs, locked_verbs; /* exact where one thread runs */

static void see(void)
{
    bool is_locked = __atomic_load_n(&engine.lock, __ATOMIC_RELAXED) != 0;
    bool is_pending = __atomic_load_n(&engine.pending, __ATOMIC_RELAXED) != NULL;

    __atomic_add_fetch(&slot_verbs, 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(&locked_verbs, is_locked && !is_pending, __ATOMIC_RELAXED);
}

/* The engine finds its state zero. */
static int fill(void *dev, struct ob_session *session, unsigned slot)
{
    const uint8_t *state = (const uint8_t *)ob_state(session);

    see();
    for (size_t i = 0; i < OB_STATE_SIZE; i++)
        if (state[i]) {
            __atomic_add_fetch(&fills_unclean, 1, __ATOMIC_RELAXED);
            break;
        }
    return ob_mbedtls_ops.slots->fill(dev, session, slot);
}

static int half_fault; /* what public_half answers after its work, if it is not 0 */

static int public_half(void *dev, unsigned slot, struct ob_key *key, uint8_t *out, size_t out_size)
{
    int r = ob_mbedtls_ops.slots->public_half(dev, slot, key, out, out_size);

    see();
    return half_fault ? half_fault : r;
}

static void destroy(void *dev, unsigned slot)
{
    see();
    ob_mbedtls_ops.slots->destroy(dev, slot);
}

/* The rows that the tests use, so that the self-test is short. */
static void take_rows(void)
{
    static struct ob_cap caps[16];
    unsigned n = 0;

    for (unsigned i = 0; i < ob_mbedtls_ops.n_caps; i++) {
        const struct ob_cap *cap = &ob_mbedtls_ops.caps[i];

        if (cap->alg == OB_HMAC_SHA256 || cap->alg == OB_AES_GCM || (cap->alg == OB_RSA_PSS && cap->bits_max == 2048) ||
            (cap->alg == OB_ECDSA && (cap->curve == OB_SECP256R1 || cap->curve == OB_BRAINPOOLP256R1)))
            caps[n++] = *cap;
    }
    assert_int_equal(n, 9);
    ops.caps = caps;
    ops.n_caps = (uint16_t)n;
}

static int setup(void **state)
{
    (void)state;
    ops = ob_mbedtls_ops;
    take_rows();
    ops.submit = submit;
    slot_ops = *ob_mbedtls_ops.slots;
    slot_ops.fill = fill;
    slot_ops.public_half = public_half;
    slot_ops.destroy = destroy;
    ops.slots = &slot_ops;
    memset(&work, 0xa5, sizeof work);
    fills_unclean = 0;
    engine = (struct ob_engine){.ops = &ops};
    d = (struct ob_dispatcher){.n_engines = 0};
    fault = 0;
    return ob_engine_add(&d, &engine);
}

static int teardown(void **state)
{
    unsigned n_free, n;

    (void)state;
    ob_stop(&d);
    n = ob_slot_count(&engine, &n_free);
    return n && n_free == n && !fills_unclean ? 0 : -1; /* ob_stop destroys all keys */
}

static struct ob_key make(const struct ob_slot_policy *policy)
{
    struct ob_key slot;
    bool curve = OB_ALG_CLASS(policy->alg) == OB_CLASS_PK;

    assert_int_equal(
        ob_slot_generate(&slot, &work, &engine, policy, curve ? OB_SECP256R1 : OB_CURVE_NONE, curve ? 0 : 256), OB_OK);
    return slot;
}

static int sign_with(struct ob_key *slot)
{
    int r = ob_slot_open(&s, &d, slot);

    if (r != OB_OK)
        return r;
    r = ob_pk_sign(&s, sig, sizeof sig, &len, digest, sizeof digest);
    ob_session_close(&s);
    return r;
}

static void test_a_key_serves_and_ends(void **state)
{
    struct ob_key slot = make(&ecdsa), copy = slot, public;
    uint8_t out[OB_SLOT_PUBLIC_MAX];

    (void)state;
    assert_int_equal(sign_with(&slot), OB_OK);
    assert_int_equal(ob_slot_public(&d, &slot, &public, out, sizeof out), OB_OK);
    assert_int_equal(public.kind, OB_KEY_EC_PUBLIC);
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, OB_SHA256, &public), OB_OK);
    assert_int_equal(ob_pk_verify(&s, sig, len, digest, sizeof digest), OB_OK);
    ob_session_close(&s);
    assert_int_equal(ob_slot_public(&d, &slot, &public, out, 63), OB_E_ARG);

    assert_int_equal(ob_slot_open(&s, &d, &copy), OB_OK);
    assert_int_equal(ob_slot_destroy(&d, &slot), OB_OK);
    assert_int_equal(ob_slot_destroy(&d, &slot), OB_E_STATE);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, digest, sizeof digest), OB_E_STATE);
    assert_int_equal(ob_pk_verify(&s, sig, 64, digest, sizeof digest), OB_E_STATE);
    slot = make(&ecdsa); /* in the same place */
    assert_int_equal(slot.slot, copy.slot);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, digest, sizeof digest), OB_E_STATE);
    ob_session_close(&s);
    assert_int_equal(ob_slot_open(&s, &d, &copy), OB_E_STATE);
    assert_int_equal(ob_slot_destroy(&d, &copy), OB_E_STATE);
    assert_int_equal(sign_with(&slot), OB_OK);
}

/* Sessions borrow the very handle by which the key is destroyed: none of them falls back to an empty key, makes a new
 * one, or has its engine set aside. */
static void test_destroyed_by_the_borrowed_handle(void **state)
{
    static const struct ob_slot_policy gcm = {OB_AES_GCM, 0, OB_SLOT_ENCRYPT, 7};
    static const uint8_t key[32] = {1}, iv[12] = {0};
    struct ob_key mac, aead, pk = make(&ecdsa);
    struct ob_session s_mac, s_aead;
    uint8_t out[OB_PK_SIGNATURE_MAX], ready;

    (void)state;
    assert_int_equal(ob_slot_import_symmetric(&mac, &work, &engine, &hmac, key, sizeof key), OB_OK);
    assert_int_equal(ob_slot_import_symmetric(&aead, &work, &engine, &gcm, key, 16), OB_OK);
    assert_int_equal(ob_slot_open(&s, &d, &pk), OB_OK);
    assert_int_equal(ob_slot_open(&s_mac, &d, &mac), OB_OK);
    assert_int_equal(ob_slot_open(&s_aead, &d, &aead), OB_OK);
    assert_int_equal(ob_slot_destroy(&d, &pk), OB_OK);
    assert_int_equal(ob_slot_destroy(&d, &mac), OB_OK);
    assert_int_equal(ob_slot_destroy(&d, &aead), OB_OK);
    ready = engine.ready;
    assert_int_equal(ob_mac_compute(&s_mac, out, 32, digest, sizeof digest), OB_E_STATE);
    assert_int_equal(ob_aead_encrypt(&s_aead, out, 32, sig, 16, iv, sizeof iv, NULL, 0, digest, 32), OB_E_STATE);
    assert_int_equal(ob_pk_sign(&s, sig, sizeof sig, &len, digest, sizeof digest), OB_E_STATE);
    assert_int_equal(ob_pk_generate(&s, out, sizeof out, &len), OB_E_STATE);
    assert_int_equal(engine.ready, ready);
    ob_session_close(&s);
    ob_session_close(&s_mac);
    ob_session_close(&s_aead);
}

/* The state of a stream under the key of a slot stays in the engine, which alone can serve the session. */
static void test_bound_to_its_engine(void **state)
{
    static const uint8_t key[32] = {1};
    struct ob_key slot;
    uint8_t out[32], again[32];

    (void)state;
    assert_int_equal(ob_slot_import_symmetric(&slot, &work, &engine, &hmac, key, sizeof key), OB_OK);
    assert_int_equal(ob_slot_open(&s, &d, &slot), OB_OK);
    assert_int_equal(ob_mac_compute(&s, out, sizeof out, digest, sizeof digest), OB_OK);
    assert_int_equal(ob_session_resume(&s, 0, 0, 64), OB_E_ARG);
    assert_int_equal(ob_session_avoid(&s, &engine), OB_E_DECLINED);
    assert_int_equal(ob_session_avoid(&s, NULL), OB_OK);
    assert_int_equal(ob_mac_compute(&s, again, sizeof again, digest, sizeof digest), OB_OK);
    assert_memory_equal(again, out, sizeof out);
    ob_session_close(&s);
    assert_int_equal(ob_slot_destroy(&d, &slot), OB_OK);
}

/* A handle is good with its own owner, engine, serial, algorithm and dispatcher only. */
static void test_wrong_handles(void **state)
{
    static const struct ob_slot_policy pss = {OB_RSA_PSS, OB_SHA256, OB_SLOT_SIGN, 7};
    static const uint8_t curves[] = {OB_SECP192R1, OB_SECP384R1, OB_SECP256K1, OB_BRAINPOOLP256R1};
    static struct ob_dispatcher other;
    struct ob_key slot = make(&ecdsa), bad = slot, key;
    uint8_t out[OB_SLOT_PUBLIC_MAX];

    (void)state;
    for (unsigned i = 0; i < 7; i++) {
        int want = i < 5 ? OB_E_STATE : OB_E_ARG;

        bad = slot;
        bad.owner += i == 0;
        bad.serial += i == 1;
        bad.slot += i == 2;
        bad.slot = i == 3 ? UINT32_MAX : bad.slot;
        bad.engine = i == 4 ? NULL : bad.engine;
        assert_int_equal(ob_pk_open(&s, &d, i == 5 ? OB_ECDH : OB_ECDSA, i == 6 ? OB_SHA384 : OB_SHA256, &bad), want);
        if (i < 5) {
            assert_int_equal(ob_slot_public(&d, &bad, &key, out, sizeof out), OB_E_STATE);
            assert_int_equal(ob_slot_destroy(&d, &bad), OB_E_STATE);
            assert_int_equal(ob_slot_open(&s, &d, &bad), OB_E_STATE);
        }
    }
    assert_int_equal(ob_slot_open(&s, &other, &slot), OB_E_STATE);
    assert_int_equal(sign_with(&slot), OB_OK);
    for (unsigned i = 0; i < sizeof curves; i++) { /* whose keys may be as long */
        bad = slot;
        bad.curve = curves[i];
        assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, OB_SHA256, &bad), OB_E_ARG);
    }
    assert_int_equal(ob_slot_generate(&bad, &work, &engine, &ecdsa, OB_BRAINPOOLP256R1, 0), OB_OK);
    bad.curve = OB_SECP256R1;
    assert_int_equal(ob_pk_open(&s, &d, OB_ECDSA, OB_SHA256, &bad), OB_E_ARG);
    assert_int_equal(ob_slot_import(&bad, &work, &engine, &pss, &rsa), OB_OK);
    bad.bits = 1024;
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PSS, OB_SHA256, &bad), OB_E_ARG);
    assert_int_equal(ob_slot_open(&s, &d, &slot), OB_OK);
    assert_int_equal(ob_session_pin(&s, NULL), OB_E_DECLINED); /* the key cannot move */
    assert_int_equal(ob_session_pin(&s, &engine), OB_OK);
    ob_session_close(&s);
}

static void test_wrong_usage(void **state)
{
    static const struct ob_slot_policy bad[] = {
        {OB_ECDSA, OB_SHA256, 0, 0},
        {OB_ECDSA, OB_SHA256, OB_SLOT_SIGN | OB_SLOT_DERIVE, 0},
        {OB_ECDH, 0, OB_SLOT_SIGN, 0},
        {OB_SHA256, 0, OB_SLOT_SIGN, 0},
        {OB_AES_CTR, 0, OB_SLOT_ENCRYPT, 0},
        {OB_AES_GCM, 0, OB_SLOT_SIGN, 0},
        {OB_AES_GCM, OB_SHA256, OB_SLOT_ENCRYPT, 0},
        {OB_RSA_OAEP, OB_SHA256, OB_SLOT_SIGN, 0},
        {250, 0, OB_SLOT_SIGN, 0},
    };
    struct ob_slot_policy one = ecdsa;
    struct ob_key slot;
    uint8_t key[32] = {1}, in[16] = {0}, out[16], tag[16], iv[12] = {0};

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(ob_slot_generate(&slot, &work, &engine, &bad[i],
                                          OB_ALG_CLASS(bad[i].alg) == OB_CLASS_PK ? OB_SECP256R1 : 0, 256),
                         OB_E_ARG);
    one.usage = OB_SLOT_SIGN;
    slot = make(&one);
    assert_int_equal(sign_with(&slot), OB_OK);
    assert_int_equal(ob_slot_open(&s, &d, &slot), OB_OK);
    assert_int_equal(ob_pk_verify(&s, sig, len, digest, sizeof digest), OB_E_ARG);
    ob_session_close(&s);
    one.usage = OB_SLOT_VERIFY;
    slot = make(&one);
    memset(sig, 0x5a, sizeof sig);
    assert_int_equal(sign_with(&slot), OB_E_ARG);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(sig[i], 0x5a);
    one = (struct ob_slot_policy){OB_AES_GCM, 0, OB_SLOT_ENCRYPT, 0};
    assert_int_equal(ob_slot_import_symmetric(&slot, &work, &engine, &one, key, sizeof key), OB_OK);
    assert_int_equal(ob_slot_open(&s, &d, &slot), OB_OK);
    assert_int_equal(ob_crypt(&s, OB_ENCRYPT, out, 16, iv, 12, NULL, 0, in, 16, tag, 16), OB_OK);
    assert_int_equal(ob_crypt(&s, 0, in, 16, iv, 12, NULL, 0, out, 16, tag, 16), OB_E_ARG);
    ob_session_close(&s);
    assert_int_equal(ob_slot_import_symmetric(&slot, &work, &engine, &one, key, 31), OB_E_ARG);
    assert_int_equal(ob_slot_import_symmetric(&slot, &work, &engine, &one, NULL, 32), OB_E_ARG);
    assert_int_equal(ob_slot_import_symmetric(&slot, &work, &engine, &one, key, 0), OB_E_ARG);
}

/* Symmetric keys that the engine makes: of each length that the algorithm has; those of an HMAC up to its block. */
static void test_generated_lengths(void **state)
{
    static const struct ob_slot_policy gcm = {OB_AES_GCM, 0, OB_SLOT_ENCRYPT | OB_SLOT_DECRYPT, 7};
    uint8_t in[16] = {1}, out[16], back[16], tag[16], iv[12] = {0};
    struct ob_key slot;

    (void)state;
    for (unsigned bits = 128; bits <= 256; bits += 64) {
        assert_int_equal(ob_slot_generate(&slot, &work, &engine, &gcm, 0, bits), OB_OK);
        assert_int_equal(ob_slot_open(&s, &d, &slot), OB_OK);
        assert_int_equal(ob_crypt(&s, OB_ENCRYPT, out, 16, iv, 12, NULL, 0, in, 16, tag, 16), OB_OK);
        assert_int_equal(ob_crypt(&s, 0, back, 16, iv, 12, NULL, 0, out, 16, tag, 16), OB_OK);
        assert_memory_equal(back, in, sizeof in);
        ob_session_close(&s);
    }
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &gcm, 0, 320), OB_E_ARG);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &gcm, 0, 0), OB_E_ARG);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &gcm, 0, 129), OB_E_ARG);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &hmac, 0, 512), OB_OK);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &hmac, 0, 520), OB_E_ARG);
}

static bool holds(const void *memory, size_t memory_len, const uint8_t *secret, size_t secret_len)
{
    for (size_t i = 0; i + secret_len <= memory_len; i++)
        if (memcmp((const uint8_t *)memory + i, secret, secret_len) == 0)
            return true;
    return false;
}

/* Nothing that the caller has holds the key: neither handle nor sessions, open or closed; no call hands it out. */
static void test_not_readable(void **state)
{
    static const struct ob_slot_policy pss = {OB_RSA_PSS, OB_SHA256, OB_SLOT_SIGN, 7};
    uint8_t secret[32], der[OB_KEY_DER_MAX], out[OB_SLOT_PUBLIC_MAX], tag[32];
    struct ob_key slot, public;

    (void)state;
    for (unsigned i = 0; i < sizeof secret; i++)
        secret[i] = (uint8_t)(0xa1 + 7 * i);
    assert_int_equal(ob_slot_import_symmetric(&slot, &work, &engine, &hmac, secret, sizeof secret), OB_OK);
    assert_int_equal(ob_slot_open(&s, &d, &slot), OB_OK);
    assert_int_equal(ob_mac_compute(&s, tag, sizeof tag, digest, sizeof digest), OB_OK);
    assert_false(holds(&s, sizeof s, secret, 16));
    assert_false(holds(&work, sizeof work, secret, 16));
    for (size_t i = 0; i < sizeof s.state; i++)
        assert_int_equal(((uint8_t *)s.state)[i], 0);
    for (size_t i = 0; i < sizeof s.mid; i++)
        assert_int_equal(((uint8_t *)&s.mid)[i], 0);
    assert_int_equal(ob_feed(&s, OB_FIRST, NULL, 0, digest, sizeof digest), OB_E_ARG); /* no stream */
    ob_session_close(&s);
    assert_int_equal(ob_slot_public(&d, &slot, &public, out, sizeof out), OB_E_ARG);
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &slot), OB_E_ARG);

    assert_int_equal(ob_slot_import(&slot, &work, &engine, &pss, &rsa), OB_OK);
    assert_int_equal(ob_key_to_der(der, sizeof der, &len, &slot), OB_E_ARG);
    assert_int_equal(sign_with(&slot), OB_OK);
    assert_int_equal(ob_slot_public(&d, &slot, &public, out, sizeof out), OB_OK);
    assert_int_equal(public.kind, OB_KEY_RSA_PUBLIC);
    assert_false(holds(out, sizeof out, obi_kat_rsa_d, 16) || holds(out, sizeof out, obi_kat_rsa_p, 16));
    assert_int_equal(public.d.len + public.p.len + public.q.len, 0);
    assert_int_equal(ob_pk_open(&s, &d, OB_RSA_PSS, OB_SHA256, &public), OB_OK);
    assert_int_equal(ob_pk_verify(&s, sig, len, digest, sizeof digest), OB_OK);
    ob_session_close(&s);
}

/* What is no private key, or too much for a slot, and slots that are all in use. */
static void test_keys_that_are_refused(void **state)
{
    static const struct ob_slot_policy pss = {OB_RSA_PSS, OB_SHA256, OB_SLOT_SIGN, 7};
    static const uint8_t one[32] = {[31] = 1};
    uint8_t too_large[32];
    struct ob_key bad = rsa, slot, slots[64];
    unsigned n_free, n = ob_slot_count(&engine, &n_free);

    (void)state;
    bad.kind = OB_KEY_RSA_PUBLIC;
    assert_int_equal(ob_slot_import(&slot, &work, &engine, &pss, &bad), OB_E_ARG);
    bad = rsa;
    bad.p = rsa.q;
    assert_int_equal(ob_slot_import(&slot, &work, &engine, &pss, &bad), OB_E_ARG);
    bad = (struct ob_key){.kind = OB_KEY_EC_PRIVATE, .curve = OB_SECP256R1, .d = BYTES(too_large)};
    memset(too_large, 0xff, sizeof too_large); /* not below the order */
    assert_int_equal(ob_slot_import(&slot, &work, &engine, &ecdsa, &bad), OB_E_ARG);
    bad.d = (struct ob_bytes)BYTES(one);
    bad.x = (struct ob_bytes)BYTES(one); /* not its point */
    bad.y = (struct ob_bytes)BYTES(one);
    assert_int_equal(ob_slot_import(&slot, &work, &engine, &ecdsa, &bad), OB_E_ARG);
    assert_int_equal(slot.kind, OB_KEY_NONE);
    assert_int_equal(ob_slot_import(&slot, &work, &engine, &ecdsa, NULL), OB_E_ARG);
    assert_int_equal(ob_slot_import(&slot, &work, NULL, &ecdsa, &rsa), OB_E_ARG);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &ecdsa, OB_ED25519, 0), OB_E_DECLINED);
    assert_int_equal(ob_slot_count(&engine, &n_free), n);
    assert_int_equal(n_free, n);

    assert_true(n && n <= 64);
    for (unsigned i = 0; i < n; i++)
        slots[i] = make(&hmac);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &hmac, 0, 256), OB_E_BUSY);
    assert_int_equal(ob_slot_destroy(&d, &slots[n / 2]), OB_OK);
    slot = make(&hmac);
    assert_int_equal(slot.slot, n / 2);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &hmac, 0, 256), OB_E_BUSY);
}

/* Core checks an RSA signature that its engine has made later. If the key is destroyed before that, the signature does
 * not leave unchecked. */
static void test_destroyed_before_the_check(void **state)
{
    static const struct ob_slot_policy pss = {OB_RSA_PSS, OB_SHA256, OB_SLOT_SIGN, 7};
    static struct ob_cap caps[16];
    struct ob_op op = {.flags = OB_FIRST | OB_LAST, .in = digest, .in_len = sizeof digest, .tag = sig, .tag_len = 256};
    struct ob_key slot;

    (void)state;
    for (unsigned i = 0; i < ops.n_caps; i++) {
        caps[i] = ops.caps[i];
        caps[i].flags &= (uint8_t)~OB_CAP_CHECKED;
    }
    ops.caps = caps;
    ops.submit = submit_later;
    ops.poll = poll_later;
    for (unsigned destroyed = 0; destroyed < 2; destroyed++) {
        assert_int_equal(ob_slot_import(&slot, &work, &engine, &pss, &rsa), OB_OK);
        assert_int_equal(ob_slot_open(&s, &d, &slot), OB_OK);
        memset(sig, 0x5a, sizeof sig);
        assert_int_equal(ob_submit(&s, &op), OB_PENDING);
        d.timeout_ns = UINT64_MAX; /* destroy waits for the op all the same */
        if (destroyed)
            assert_int_equal(ob_slot_destroy(&d, &slot), OB_OK);
        assert_int_equal(ob_wait(&op), destroyed ? OB_E_IO : OB_OK);
        for (unsigned i = 0; destroyed && i < 256; i++)
            assert_int_equal(sig[i], 0);
        ob_session_close(&s);
        if (!destroyed)
            assert_int_equal(ob_slot_destroy(&d, &slot), OB_OK);
    }
}

/* A failing engine is set aside; its keys stay, and serve nobody else meanwhile. */
static void test_quarantine(void **state)
{
    struct ob_key slot = make(&ecdsa);

    (void)state;
    d.retest_ns = 1;
    fault = OB_E_IO;
    assert_int_equal(sign_with(&slot), OB_E_IO);
    d.retest_ns = 0;
    fault = 0;
    assert_int_equal(sign_with(&slot), OB_OK); /* the self-test has passed again */
    fault = OB_E_IO;
    assert_int_equal(sign_with(&slot), OB_E_IO);
    fault = 0;
    assert_int_equal(sign_with(&slot), OB_E_IO); /* set aside for a second */
    assert_int_equal(ob_selftest(&engine, 1u << OB_CLASS_PK), OB_OK);
    assert_int_equal(sign_with(&slot), OB_OK);
}

/* The public half: an answer that the contract does not allow is a failure, and what was written is wiped. */
static void test_public_half_fails(void **state)
{
    static const int answers[] = {OB_E_IO, OB_PENDING, OB_E_AUTH, OB_E_STATE, 7, -7};
    struct ob_key slot = make(&ecdsa), public;
    uint8_t out[80];

    (void)state;
    for (unsigned i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        memset(out, 0xaa, sizeof out);
        half_fault = answers[i];
        assert_int_equal(ob_slot_public(&d, &slot, &public, out, sizeof out), OB_E_IO);
        for (unsigned j = 0; j < sizeof out; j++)
            assert_int_equal(out[j], 0);
        assert_int_equal(public.kind, 0);
    }
    half_fault = OB_E_BUSY;
    assert_int_equal(ob_slot_public(&d, &slot, &public, out, sizeof out), OB_E_BUSY);
    half_fault = 0;
    assert_int_equal(ob_slot_public(&d, &slot, &public, out, sizeof out), OB_OK);
    assert_int_equal(public.kind, OB_KEY_EC_PUBLIC);
}

static int no_random(void *user, uint8_t *out, size_t n)
{
    (void)user;
    memset(out, 0, n);
    return OB_E_IO;
}

static void test_without_random(void **state)
{
    struct ob_key slot = make(&ecdsa);

    (void)state;
    d.random = no_random;
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &ecdsa, OB_SECP256R1, 0), OB_E_IO);
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &hmac, 0, 256), OB_E_IO);
    d.random = NULL;
    slot = make(&ecdsa); /* nobody was set aside */
    assert_int_equal(sign_with(&slot), OB_OK);
}

static void test_policy_of_the_dispatcher(void **state)
{
    struct ob_key slot;

    (void)state;
    d.policy.session_flags = OB_SESSION_CT; /* which this engine's curves do not claim */
    assert_int_equal(ob_slot_generate(&slot, &work, &engine, &ecdsa, OB_SECP256R1, 0), OB_E_DECLINED);
    slot = make(&hmac);
    d.policy.session_flags = 0;
    slot = make(&ecdsa);
    d.policy.session_flags = OB_SESSION_CT;
    assert_int_equal(ob_slot_open(&s, &d, &slot), OB_E_DECLINED);
}

/* Row fill, public_half, destroy of the table in engine.h: the lock of an engine that is not reentrant, else none. */
static void test_the_lock_of_a_slot(void **state)
{
    uint8_t out[OB_SLOT_PUBLIC_MAX];
    struct ob_key slot, key;

    (void)state;
    for (unsigned reentrant = 0; reentrant < 2; reentrant++) {
        ops.flags = OB_ENGINE_OWNS | (reentrant ? OB_ENGINE_REENTRANT : 0u);
        slot_verbs = locked_verbs = 0;
        slot = make(&ecdsa);
        assert_int_equal(ob_slot_public(&d, &slot, &key, out, sizeof out), OB_OK);
        assert_int_equal(ob_slot_destroy(&d, &slot), OB_OK);
        assert_int_equal(slot_verbs, 3);
        assert_int_equal(locked_verbs, reentrant ? 0 : 3);
    }
}

/* A child has no keys: neither by ob_after_fork nor, on Linux, without it. */
static void test_fork(void **state)
{
    for (int announced = 0; announced < 2; announced++) {
        struct ob_key slot = make(&ecdsa);
        int status = 0;
        pid_t child;

        (void)state;
        if (announced)
            ob_before_fork(&d);
        child = fork();
        if (announced)
            ob_after_fork(&d, child == 0);
        if (child == 0) {
            struct ob_key old = slot;
            int r = sign_with(&old);

            if (r != (announced ? OB_E_STATE : OB_E_DECLINED))
                _exit(1);
            if (announced) { /* and may make some of its own, which the old handle does not reach */
                slot = make(&ecdsa);
                _exit(sign_with(&slot) == OB_OK && sign_with(&old) == OB_E_STATE ? 0 : 2);
            }
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        assert_int_equal(sign_with(&slot), OB_OK); /* the parent's is as it was */
        assert_int_equal(ob_slot_destroy(&d, &slot), OB_OK);
    }
}

/* ---- threads ---- */

static struct ob_key shared[2]; /* published under the lock */
static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;
static int stop_threads;

/* Sign with the shared key: each signature is good for the key that the handle named, or the key is gone. */
static void *sign_always(void *arg)
{
    static _Thread_local struct ob_session own;
    unsigned *done = arg;

    while (!__atomic_load_n(&stop_threads, __ATOMIC_ACQUIRE)) {
        uint8_t tag[32], want[32];
        struct ob_key slot, twin;
        unsigned n_free;
        int r, r_twin;

        pthread_mutex_lock(&shared_lock);
        slot = shared[0];
        twin = shared[1];
        pthread_mutex_unlock(&shared_lock);
        r = ob_slot_open(&own, &d, &slot);
        if (r == OB_OK) {
            r = ob_mac_compute(&own, tag, sizeof tag, digest, sizeof digest);
            ob_session_close(&own);
        }
        r_twin = ob_slot_open(&own, &d, &twin);
        if (r_twin == OB_OK) {
            r_twin = ob_mac_compute(&own, want, sizeof want, digest, sizeof digest);
            ob_session_close(&own);
        }
        if ((r != OB_OK && r != OB_E_STATE) || (r_twin != OB_OK && r_twin != OB_E_STATE))
            return "an op failed";
        if (r == OB_OK && r_twin == OB_OK && memcmp(tag, want, sizeof tag) != 0)
            return "a handle reached another key";
        if (ob_slot_count(&engine, &n_free) < n_free)
            return "there are more free slots than slots";
        __atomic_add_fetch(done, r == OB_OK, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t threads[3];
    unsigned done[3] = {0};

    (void)state;
    for (unsigned round = 0; round < 200; round++) {
        uint8_t key[32];
        struct ob_key pair[2], old[2];

        memset(key, (int)round + 1, sizeof key);
        for (unsigned i = 0; i < 2; i++) /* the same key twice, in two slots */
            assert_int_equal(ob_slot_import_symmetric(&pair[i], &work, &engine, &hmac, key, sizeof key), OB_OK);
        pthread_mutex_lock(&shared_lock);
        memcpy(old, shared, sizeof old);
        memcpy(shared, pair, sizeof shared);
        pthread_mutex_unlock(&shared_lock);
        if (round == 0)
            for (unsigned i = 0; i < 3; i++)
                assert_int_equal(pthread_create(&threads[i], NULL, sign_always, &done[i]), 0);
        else
            for (unsigned i = 0; i < 2; i++)
                assert_int_equal(ob_slot_destroy(&d, &old[i]), OB_OK);
    }
    for (unsigned i = 0; i < 3; i++)
        for (unsigned waited = 0; waited < 3000 && !__atomic_load_n(&done[i], __ATOMIC_RELAXED); waited++)
            usleep(10000);
    __atomic_store_n(&stop_threads, 1, __ATOMIC_RELEASE);
    for (unsigned i = 0; i < 3; i++) {
        void *what;

        pthread_join(threads[i], &what);
        if (what)
            fail_msg("%s", (const char *)what);
        assert_true(done[i] > 0);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    static const struct CMUnitTest tests[] = {
        TEST(test_a_key_serves_and_ends),
        TEST(test_destroyed_by_the_borrowed_handle),
        TEST(test_bound_to_its_engine),
        TEST(test_wrong_handles),
        TEST(test_wrong_usage),
        TEST(test_generated_lengths),
        TEST(test_not_readable),
        TEST(test_keys_that_are_refused),
        TEST(test_destroyed_before_the_check),
        TEST(test_public_half_fails),
        TEST(test_quarantine),
        TEST(test_without_random),
        TEST(test_policy_of_the_dispatcher),
        TEST(test_the_lock_of_a_slot),
        TEST(test_fork),
        TEST(test_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
