/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: our own portable C; the capability table and the verbs, which hand on to one file per family. */
#include "engine/soft/soft.h"

#include "engine/soft/state.h"

_Static_assert(sizeof(struct ob_soft_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than soft's state");

/* Prices in ns: to open a key, to begin an op, and for each KiB. Measured on a PC of 2.6 GHz (x86-64, gcc 12 -O2),
 * which the command outboard calibrate replaces by the machine's own. With one engine there is no choice, so all rows
 * share one price. */
#if OB_ENGINES_MAX > 1
#define PRICE(open, setup, per_kib) (&(const struct ob_price){OB_UPTO_ANY, open, setup, per_kib, setup, per_kib})
#else
static const struct ob_price only = {OB_UPTO_ANY, 1, 1, 1, 1, 1};
#define PRICE(open, setup, per_kib) (&only)
#endif

#define MID    OB_CAP_MID
#define MID_CT (OB_CAP_MID | OB_CAP_CT)

#define HASH(alg, price)                                                                                               \
    {                                                                                                                  \
        alg, 0, OB_DIR_ENCRYPT, OB_MODE_SW, MID_CT, 0, 0, 0, price                                                     \
    }
#define HMAC(hash, price)                                                                                              \
    {                                                                                                                  \
        OB_HMAC(hash), 0, OB_DIR_BOTH, OB_MODE_SW, MID_CT, 0, UINT16_MAX, 0, price                                     \
    }
#define CIPHER(alg, flags, bits_min, bits_max, price)                                                                  \
    {                                                                                                                  \
        alg, 0, OB_DIR_BOTH, OB_MODE_SW, flags, bits_min, bits_max, 0, price                                           \
    }

/* Sorted by algorithm. */
static const struct ob_cap caps[] = {
#if OB_WITH_HASH
#if OB_WITH_MD5
    HASH(OB_MD5, PRICE(1, 100, 1050)),
#endif
#if OB_WITH_SHA1
    HASH(OB_SHA1, PRICE(1, 85, 780)),
#endif
#if OB_WITH_SHA256
    HASH(OB_SHA224, PRICE(1, 150, 1740)),
    HASH(OB_SHA256, PRICE(1, 150, 1740)),
#endif
#if OB_WITH_SHA512
    HASH(OB_SHA384, PRICE(1, 185, 1110)),
    HASH(OB_SHA512, PRICE(1, 185, 1110)),
    HASH(OB_SHA512_224, PRICE(1, 185, 1110)),
    HASH(OB_SHA512_256, PRICE(1, 185, 1110)),
#endif
#if OB_WITH_SM3
    HASH(OB_SM3, PRICE(1, 155, 1780)),
#endif
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
#if OB_WITH_MD5
    HMAC(OB_MD5, PRICE(150, 170, 1050)),
#endif
#if OB_WITH_SHA1
    HMAC(OB_SHA1, PRICE(130, 145, 780)),
#endif
#if OB_WITH_SHA256
    HMAC(OB_SHA224, PRICE(255, 275, 1740)),
    HMAC(OB_SHA256, PRICE(255, 275, 1740)),
#endif
#if OB_WITH_SHA512
    HMAC(OB_SHA384, PRICE(340, 350, 1110)),
    HMAC(OB_SHA512, PRICE(340, 350, 1110)),
    HMAC(OB_SHA512_224, PRICE(340, 350, 1110)),
    HMAC(OB_SHA512_256, PRICE(340, 350, 1110)),
#endif
#if OB_WITH_SM3
    HMAC(OB_SM3, PRICE(255, 290, 1780)),
#endif
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
    CIPHER(OB_DES_ECB, MID, 64, 64, PRICE(490, 12, 8400)),
    CIPHER(OB_DES_CBC, MID, 64, 64, PRICE(490, 12, 9650)),
    CIPHER(OB_DES3_ECB, MID, 128, 192, PRICE(1450, 12, 22200)),
    CIPHER(OB_DES3_CBC, MID, 128, 192, PRICE(1450, 12, 23500)),
#endif
#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305
    CIPHER(OB_CHACHA20_POLY1305, OB_CAP_CT, 256, 256, PRICE(1, 110, 1320)),
#endif
};

static int open_key(void *dev, struct ob_session *s)
{
    (void)dev;
    switch (OB_ALG_CLASS(s->alg)) {
#if OB_WITH_MAC
    case OB_CLASS_MAC:
#if OB_WITH_HMAC
        obi_soft_hmac_open(s);
#endif
        break;
#endif
#if OB_WITH_CIPHER
    case OB_CLASS_CIPHER:
#if OB_WITH_DES
        obi_soft_des_open(s);
#endif
        break;
#endif
    default: /* hashes and ChaCha20-Poly1305 have nothing to expand */
        break;
    }
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    switch (OB_ALG_CLASS(s->alg)) {
#if OB_WITH_HASH
    case OB_CLASS_HASH:
        return obi_soft_hash(s, op);
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
    case OB_CLASS_MAC:
        return obi_soft_hmac(s, op);
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
    case OB_CLASS_CIPHER:
        return obi_soft_des(s, op);
#endif
#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305
    case OB_CLASS_AEAD:
        return obi_soft_chachapoly(s, op);
#endif
    default:
        return OB_E_DECLINED;
    }
}

extern struct ob_engine ob_engine_soft;

static const struct ob_engine_ops ops = {
    .name = "soft",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_soft_state),
    .flags = OB_ENGINE_REENTRANT,
    .open = open_key,
    .submit = submit,
};

struct ob_engine ob_engine_soft = {.ops = &ops};
