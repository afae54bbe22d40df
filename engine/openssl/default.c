/* SPDX-License-Identifier: Apache-2.0 */
/* An engine that only calibrate uses: it measures OpenSSL's default provider where the prices of the engine openssl are
 * not the provider's. These are the provider's CMAC, which processes one block per call; its own CCM; ECB and XTS by
 * direction, because without AES instructions decryption takes longer, and the engine has one row for both; and all
 * AEADs, from whose cost calibrate subtracts the beginning of the op. Its rows have the highest prices, so no other
 * session chooses it. */
#include "engine/openssl/internal.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

#include "algo/mid_tag.h"

static const struct ob_price most = {OB_UPTO_ANY, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};

#define ROW(alg, dirs, flags, bits_min, bits_max)                                                                      \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, flags, bits_min, bits_max, 0, &most                                                  \
    }

static const struct ob_cap caps[] = {
    ROW(OB_AES_CMAC, OB_DIR_BOTH, 0, 128, 128),
    ROW(OB_AES_CMAC, OB_DIR_BOTH, 0, 192, 256),
    ROW(OB_AES_ECB, OB_DIR_ENCRYPT, OB_CAP_MID, 128, 128),
    ROW(OB_AES_ECB, OB_DIR_ENCRYPT, OB_CAP_MID, 192, 256),
    ROW(OB_AES_ECB, OB_DIR_DECRYPT, OB_CAP_MID, 128, 128),
    ROW(OB_AES_ECB, OB_DIR_DECRYPT, OB_CAP_MID, 192, 256),
    ROW(OB_AES_XTS, OB_DIR_ENCRYPT, 0, 256, 256),
    ROW(OB_AES_XTS, OB_DIR_ENCRYPT, 0, 512, 512),
    ROW(OB_AES_XTS, OB_DIR_DECRYPT, 0, 256, 256),
    ROW(OB_AES_XTS, OB_DIR_DECRYPT, 0, 512, 512),
    ROW(OB_AES_GCM, OB_DIR_BOTH, 0, 128, 128),
    ROW(OB_AES_GCM, OB_DIR_BOTH, 0, 192, 256),
    ROW(OB_AES_CCM, OB_DIR_BOTH, 0, 128, 128),
    ROW(OB_AES_CCM, OB_DIR_BOTH, 0, 192, 256),
    ROW(OB_CHACHA20_POLY1305, OB_DIR_BOTH, 0, 256, 256),
};

struct cmac {
    EVP_MAC_CTX *mac;
};

static int engine_start(void *dev)
{
    (void)dev;
    return obi_openssl_lib_start();
}

static int open_cmac(struct ob_session *s)
{
    struct cmac *st = ob_state(s);
    char name[] = "AES-256-CBC";
    OSSL_PARAM params[2] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, name, 0),
                            OSSL_PARAM_construct_end()};
    EVP_MAC *type = EVP_MAC_fetch(obi_openssl_lib(), "CMAC", NULL);

    name[4] = (char)('0' + 8 * s->key_len / 100);
    name[5] = (char)('0' + 8 * s->key_len / 10 % 10);
    name[6] = (char)('0' + 8 * s->key_len % 10);
    st->mac = type ? EVP_MAC_CTX_new(type) : NULL;
    EVP_MAC_free(type);
    if (st->mac && EVP_MAC_init(st->mac, s->key, s->key_len, params))
        return OB_OK;
    EVP_MAC_CTX_free(st->mac);
    st->mac = NULL;
    return OB_E_IO;
}

static int open_class(struct ob_session *s)
{
    if (s->alg == OB_AES_CMAC)
        return open_cmac(s);
    if (s->alg == OB_AES_CCM)
        return obi_openssl_default_ccm_open(s);
    if (OB_ALG_CLASS(s->alg) == OB_CLASS_AEAD)
        return obi_openssl_aead_open(s);
    return obi_openssl_cipher_open(s, caps[s->row].dirs & OB_DIR_ENCRYPT);
}

static int engine_open(void *dev, struct ob_session *s)
{
    int err = open_class(s);

    if (err != OB_OK && s->alg != OB_AES_CMAC)
        ob_openssl_ops.close(dev, s);
    return err;
}

static int submit_cmac(struct ob_session *s, struct ob_op *op)
{
    EVP_MAC_CTX *c = ((struct cmac *)ob_state(s))->mac;
    uint8_t tag[16];
    size_t len;
    int err;

    if ((op->flags & OB_FIRST && !EVP_MAC_init(c, NULL, 0, NULL)) ||
        (op->in_len > 0 && !EVP_MAC_update(c, op->in, op->in_len)))
        return OB_E_IO;
    if (!(op->flags & OB_LAST))
        return OB_OK;
    if (!EVP_MAC_final(c, tag, &len, sizeof tag) || op->tag_len > len)
        err = OB_E_IO;
    else
        err = obi_mid_tag(op, tag, op->flags & OB_VERIFY);
    ob_wipe(tag, sizeof tag);
    return err;
}

static int submit_class(struct ob_session *s, struct ob_op *op)
{
    switch (s->alg) {
    case OB_AES_CMAC:
        return submit_cmac(s, op);
    case OB_AES_CCM:
        return obi_openssl_default_ccm_submit(s, op);
    case OB_AES_GCM:
    case OB_CHACHA20_POLY1305:
        return obi_openssl_aead_submit(s, op);
    default:
        return obi_openssl_cipher_submit(s, op);
    }
}

static int engine_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    return submit_class(s, op);
}

static int engine_clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    const struct cmac *from = (const void *)src->state[src->slot];
    struct cmac *to = ob_state(dst);

    if (src->alg != OB_AES_CMAC)
        return ob_openssl_ops.clone(dev, dst, src);
    to->mac = EVP_MAC_CTX_dup(from->mac);
    return to->mac ? OB_OK : OB_E_IO;
}

static void engine_close(void *dev, struct ob_session *s)
{
    struct cmac *st = ob_state(s);

    if (s->alg != OB_AES_CMAC) {
        ob_openssl_ops.close(dev, s);
        return;
    }
    EVP_MAC_CTX_free(st->mac);
    st->mac = NULL;
}

static const struct ob_engine_ops ops = {
    .name = "default",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_openssl_state),
    .flags = OB_ENGINE_REENTRANT | OB_ENGINE_OWNS,
    .start = engine_start,
    .open = engine_open,
    .submit = engine_submit,
    .clone = engine_clone,
    .close = engine_close,
};

struct ob_engine ob_engine_openssl_default = {.ops = &ops};
