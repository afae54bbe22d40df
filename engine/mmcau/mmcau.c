/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: the capability table and the verbs, which hand on to one file per family. */
#include "outboard/mmcau.h"

#include "engine/mmcau/internal.h"

_Static_assert(sizeof(struct ob_mmcau_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than mmcau's state");

#define ROW(alg, dirs, low, high, price)                                                                               \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_CPU, OB_CAP_CT | OB_CAP_HARDWARE | OB_CAP_MID, low, high, 0,                             \
            &obi_mmcau_prices[OBI_MMCAU_##price]                                                                       \
    }

#if OB_WITH_AES_DEC
#define DIRS OB_DIR_BOTH
#else
#define DIRS OB_DIR_ENCRYPT
#endif

/* Sorted by algorithm. */
static const struct ob_cap caps[] = {
#if OB_WITH_HASH
#if OB_WITH_MD5
    ROW(OB_MD5, OB_DIR_ENCRYPT, 0, 0, MD5),
#endif
#if OB_WITH_SHA1
    ROW(OB_SHA1, OB_DIR_ENCRYPT, 0, 0, SHA1),
#endif
#if OB_WITH_SHA256
    ROW(OB_SHA224, OB_DIR_ENCRYPT, 0, 0, SHA256),
    ROW(OB_SHA256, OB_DIR_ENCRYPT, 0, 0, SHA256),
#endif
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
#if OB_WITH_MD5
    ROW(OB_HMAC(OB_MD5), OB_DIR_BOTH, 0, UINT16_MAX, HMAC_MD5),
#endif
#if OB_WITH_SHA1
    ROW(OB_HMAC(OB_SHA1), OB_DIR_BOTH, 0, UINT16_MAX, HMAC_SHA1),
#endif
#if OB_WITH_SHA256
    ROW(OB_HMAC(OB_SHA224), OB_DIR_BOTH, 0, UINT16_MAX, HMAC_SHA256),
    ROW(OB_HMAC(OB_SHA256), OB_DIR_BOTH, 0, UINT16_MAX, HMAC_SHA256),
#endif
#endif
#if OB_WITH_MAC && OB_WITH_AES_CMAC
    ROW(OB_AES_CMAC, OB_DIR_BOTH, 128, 256, CMAC),
#endif
#if OB_WITH_CIPHER
#if OB_WITH_AES_ECB
    ROW(OB_AES_ECB, DIRS, 128, 256, ECB),
#endif
#if OB_WITH_AES_CBC
    ROW(OB_AES_CBC, DIRS, 128, 256, CBC),
#endif
#if OB_WITH_AES_CTR
    ROW(OB_AES_CTR, OB_DIR_BOTH, 128, 256, CTR),
#endif
#if OB_WITH_DES
    ROW(OB_DES_ECB, OB_DIR_BOTH, 64, 64, DES),
    ROW(OB_DES_CBC, OB_DIR_BOTH, 64, 64, DES),
    ROW(OB_DES3_ECB, OB_DIR_BOTH, 128, 192, DES3),
    ROW(OB_DES3_CBC, OB_DIR_BOTH, 128, 192, DES3),
#endif
#endif
#if OB_WITH_AEAD && OB_WITH_AES_GCM
    ROW(OB_AES_GCM, OB_DIR_BOTH, 128, 256, GCM),
#endif
#if OB_WITH_AEAD && OB_WITH_AES_CCM
    ROW(OB_AES_CCM, OB_DIR_BOTH, 128, 256, CCM),
#endif
};

/* Version 1 has no SHA-256 and is in no part with a Cortex-M. */
static int start(void *dev)
{
    (void)dev;
    return obi_mmcau_version() == 2 ? OB_OK : OB_E_IO;
}

static bool is_des(const struct ob_session *s)
{
    return s->alg == OB_DES_ECB || s->alg == OB_DES_CBC || s->alg == OB_DES3_ECB || s->alg == OB_DES3_CBC;
}

static int open_key(void *dev, struct ob_session *s)
{
    (void)dev;
    if (OB_ALG_CLASS(s->alg) == OB_CLASS_HASH)
        return OB_OK;
#if OB_WITH_MAC && OB_WITH_HMAC && OBI_MMCAU_HASHES
    if (OB_IS_HMAC(s->alg)) {
        obi_mmcau_hmac_open(s);
        return OB_OK;
    }
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
    if (is_des(s)) {
        obi_mmcau_des_open(s);
        return OB_OK;
    }
#endif
#if OB_WITH_AES
    obi_mmcau_aes_open(s);
#endif
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
#if OB_WITH_HASH && OBI_MMCAU_HASHES
    if (OB_ALG_CLASS(s->alg) == OB_CLASS_HASH)
        return obi_mmcau_hash_submit(s, op);
#endif
#if OB_WITH_MAC && OB_WITH_HMAC && OBI_MMCAU_HASHES
    if (OB_IS_HMAC(s->alg))
        return obi_mmcau_hmac_submit(s, op);
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
    if (is_des(s))
        return obi_mmcau_des_submit(s, op);
#endif
#if OB_WITH_AES
    return obi_mmcau_aes_submit(s, op);
#else
    return OB_E_DECLINED;
#endif
}

/* What the last block left in the unit. Nothing there is in use, so this disturbs no other session. */
static void close_session(void *dev, struct ob_session *s)
{
    (void)dev;
    (void)s;
    obi_mmcau_wipe();
}

static void stop(void *dev)
{
    (void)dev;
    obi_mmcau_wipe();
}

static const struct ob_engine_ops ops = {
    .name = "mmcau",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_mmcau_state),
    .flags = OB_ENGINE_REENTRANT,
    .start = start,
    .open = open_key,
    .submit = submit,
    .close = close_session,
    .stop = stop,
    .whole = obi_mmcau_whole,
};

struct ob_engine ob_engine_mmcau = {.ops = &ops};
