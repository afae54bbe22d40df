/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: the assembly for Cortex-M; the capability table and the verbs, which hand on to one file per family.
 */
#include "algo/mid_chachapoly.h"
#include "algo/mid_hash.h"
#include "engine/cortexm/internal.h"

_Static_assert(sizeof(struct ob_cortexm_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than cortexm's state");

/* With one engine there is no choice by price, and all rows share one. */
#if OB_ENGINES_MAX > 1
#define ROW(alg, dirs, flags, low, high, price, variant) extern const struct ob_price obi_cortexm_price_##price;
#include "engine/cortexm/rows.inc"
#undef ROW
#define PRICE(name) &obi_cortexm_price_##name
#else
static const struct ob_price only = {OB_UPTO_ANY, 1, 1, 1, 1, 1};
#define PRICE(name) &only
#endif

static const struct ob_cap caps[] = {
#define ROW(alg, dirs, flags, low, high, price, variant) {alg, 0, dirs, OB_MODE_SW, flags, low, high, 0, PRICE(price)},
#include "engine/cortexm/rows.inc"
#undef ROW
};

#ifdef OBI_CORTEXM_AES

const struct obi_cortexm_variant *obi_cortexm_variant_of(unsigned row)
{
    static const struct obi_cortexm_variant *const variants[] = {
#define ROW(alg, dirs, flags, low, high, price, variant) variant,
#include "engine/cortexm/rows.inc"
#undef ROW
    };

    return variants[row];
}

#endif

#ifdef OBI_CORTEXM_HMAC

static struct obi_mid_hmac *hmac_of(struct ob_session *s)
{
    return &((struct ob_cortexm_state *)ob_state(s))->u.hmac;
}

#endif

static int open_key(void *dev, struct ob_session *s)
{
    (void)dev;
#ifdef OBI_CORTEXM_HMAC
    if (OB_IS_HMAC(s->alg)) {
        obi_mid_hmac_open(hmac_of(s), s);
        return OB_OK;
    }
#endif
#ifdef OBI_CORTEXM_AES
    if (obi_cortexm_variant_of(s->row))
        (void)obi_cortexm_key(s, caps[s->row].dirs == OB_DIR_DECRYPT);
#endif
    return OB_OK; /* hashes and ChaCha20-Poly1305 have nothing to expand */
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    switch (s->alg) {
#ifdef OBI_CORTEXM_CMAC
    case OB_AES_CMAC:
        return obi_cortexm_cmac(s, op);
#endif
#ifdef OBI_CORTEXM_GCM
    case OB_AES_GCM:
        return obi_cortexm_gcm(s, op);
#endif
#ifdef OBI_CORTEXM_CCM
    case OB_AES_CCM:
        return obi_cortexm_ccm(s, op);
#endif
#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305
    case OB_CHACHA20_POLY1305:
        return obi_mid_chachapoly_submit(s, op);
#endif
    default:
        break;
    }
    switch (OB_ALG_CLASS(s->alg)) {
#if OB_WITH_HASH
    case OB_CLASS_HASH:
        return obi_mid_hash_submit(s, op);
#endif
#ifdef OBI_CORTEXM_HMAC
    case OB_CLASS_MAC:
        return obi_mid_hmac_submit(s, op, hmac_of(s));
#endif
#ifdef OBI_CORTEXM_CIPHER
    case OB_CLASS_CIPHER:
        return obi_cortexm_modes(s, op);
#endif
    default:
        return OB_E_DECLINED;
    }
}

extern struct ob_engine ob_engine_cortexm;

static const struct ob_engine_ops ops = {
    .name = "cortexm",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_cortexm_state),
    .flags = OB_ENGINE_REENTRANT,
    .open = open_key,
    .submit = submit,
};

struct ob_engine ob_engine_cortexm = {.ops = &ops};
