/* SPDX-License-Identifier: Apache-2.0 */
/* Public-key operations of the engine wolfssl: random bytes, errors, and the selection of the algorithm's file. */
#include "engine/wolfssl/pk.h"

#include <wolfssl/wolfcrypt/cryptocb.h>
#include <wolfssl/wolfcrypt/error-crypt.h>

#include "algo/number.h"

/* ---- randomness ---- */

#define DEVICE 0x4f42 /* "OB": our number in the library's list of devices */

/* A device to which the library offers every operation; this one provides seeds, and sees from the random bytes that
 * are drawn for candidates that the making of a key goes on. */
static int device(int id, wc_CryptoInfo *info, void *ctx)
{
    struct wolfssl_random *r;

    (void)id;
    (void)ctx;
    if (info->algo_type == WC_ALGO_TYPE_RNG) {
        r = (struct wolfssl_random *)(void *)((uint8_t *)info->rng.rng - offsetof(struct wolfssl_random, rng));
        return ob_progress(r->session) == OB_OK ? CRYPTOCB_UNAVAILABLE : RNG_FAILURE_E;
    }
    if (info->algo_type != WC_ALGO_TYPE_SEED)
        return CRYPTOCB_UNAVAILABLE;
    r = (struct wolfssl_random *)(void *)((uint8_t *)info->seed.os - offsetof(struct wolfssl_random, rng.seed));
    return ob_random(r->session, info->seed.seed, info->seed.sz) == OB_OK ? 0 : RNG_FAILURE_E;
}

int obi_wolfssl_random_start(void)
{
    return wolfssl_result(wc_CryptoCb_RegisterDevice(DEVICE, device, NULL));
}

WC_RNG *obi_wolfssl_rng(struct wolfssl_random *r)
{
    if (!r->ready)
        r->ready = wc_InitRng_ex(&r->rng, NULL, DEVICE) == 0;
    return r->ready ? &r->rng : NULL;
}

int obi_wolfssl_verdict(int result, int bad)
{
    if (result >= 0)
        return OB_OK;
    return result == MEMORY_E || result == MP_MEM || result == RNG_FAILURE_E ? OB_E_IO : bad;
}

int obi_wolfssl_number(mp_int *n, struct ob_bytes bytes)
{
    bytes = obi_number(bytes, WOLFSSL_RSA_BYTES);
    return mp_read_unsigned_bin(n, bytes.data, (word32)bytes.len);
}

#define STACK_BYTES 24576 /* more than any operation uses (test/unit/test_residue.c) */

void __attribute__((noinline)) obi_wolfssl_wipe_stack(void)
{
    uint8_t below[STACK_BYTES];

    ob_wipe(below, sizeof below);
}

/* ---- verbs ---- */

static bool is_rsa(const struct ob_session *s)
{
    return s->curve == OB_CURVE_NONE;
}

/* A session keeps no expanded key: each op imports the key again, which costs little beside the op. */
int obi_wolfssl_pk_open(struct ob_session *s)
{
    if (s->pk->kind == OB_KEY_SLOT)
        return OB_E_DECLINED;
    if (!is_rsa(s) || s->pk->kind == OB_KEY_NONE)
        return OB_OK;
    return obi_wolfssl_rsa_has_hash(s->alg, s->hash) ? obi_wolfssl_rsa_check(s) : OB_E_DECLINED;
}

static int generate(struct ob_session *s, struct ob_op *op, struct wolfssl_random *r)
{
    if (is_rsa(s))
        return obi_wolfssl_rsa_submit(s, op, r);
    return wolfssl_is_raw(s->curve) ? obi_wolfssl_raw_generate(s, op, r) : obi_wolfssl_ec_generate(s, op, r);
}

static int submit(struct ob_session *s, struct ob_op *op, struct wolfssl_random *r)
{
    if (op->flags & OB_GENERATE)
        return generate(s, op, r);
    if (op->in_len > WOLFSSL_CALL_MAX || op->aad_len > WOLFSSL_CALL_MAX)
        return OB_E_DECLINED;
    switch (s->alg) {
    case OB_ECDSA:
        return obi_wolfssl_ecdsa_submit(s, op, r);
    case OB_ECDH:
        return wolfssl_is_raw(s->curve) ? obi_wolfssl_raw_ecdh_submit(s, op) : obi_wolfssl_ecdh_submit(s, op, r);
    case OB_EDDSA:
        return obi_wolfssl_eddsa_submit(s, op);
    default:
        return obi_wolfssl_rsa_submit(s, op, r);
    }
}

int obi_wolfssl_pk_submit(struct ob_session *s, struct ob_op *op)
{
    struct wolfssl_random r = {.session = s, .ready = false};
    int err = ob_random_ready(s, op);

    if (err == OB_OK)
        err = submit(s, op, &r);
    if (r.ready)
        wc_FreeRng(&r.rng);
    if (s->pk->kind != OB_KEY_RSA_PUBLIC && s->pk->kind != OB_KEY_EC_PUBLIC)
        obi_wolfssl_wipe_stack();
    return err;
}
