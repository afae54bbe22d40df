/* SPDX-License-Identifier: Apache-2.0 */
/* ECB, CBC and CTR of the engine mbedtls (SP 800-38A). Each op begins and ends with the standard mid-state. */
#include "engine/mbedtls/internal.h"

#include <string.h>

/* ---- AES ---- */

static int expand_aes(struct ob_session *s, bool encrypt)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    unsigned bits = s->key_len * 8u;
    int r;

    if (encrypt)
        r = mbedtls_aes_setkey_enc(&st->u.aes.enc, s->key, bits);
    else
        r = mbedtls_aes_setkey_dec(&st->u.aes.dec, s->key, bits);
    return mbedtls_result(r);
}

static int aes_ecb(struct ob_mbedtls_state *st, struct ob_op *op, bool encrypt)
{
    mbedtls_aes_context *c = encrypt ? &st->u.aes.enc : &st->u.aes.dec;
    int mode = encrypt ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT;

    for (size_t i = 0; i < op->in_len; i += 16)
        if (mbedtls_aes_crypt_ecb(c, mode, op->in + i, op->out + i))
            return OB_E_IO;
    return OB_OK;
}

static int aes_cbc(struct ob_mbedtls_state *st, struct ob_op *op, bool encrypt, uint8_t iv[16])
{
    mbedtls_aes_context *c = encrypt ? &st->u.aes.enc : &st->u.aes.dec;
    int mode = encrypt ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT;

    return mbedtls_result(mbedtls_aes_crypt_cbc(c, mode, op->in_len, iv, op->in, op->out));
}

static int aes_ctr(struct ob_session *s, struct ob_op *op, uint8_t counter[16])
{
    size_t at = op->flags & OB_FIRST ? 0 : (size_t)(s->in_done % 16);
    uint8_t part[16];
    int err;

    memcpy(part, s->mid.part, 16);
    err = mbedtls_result(
        mbedtls_aes_crypt_ctr(&mbedtls_state(s)->u.aes.enc, op->in_len, &at, counter, part, op->in, op->out));
    if (err == OB_OK)
        memcpy(s->mid.part, part, 16);
    ob_wipe(part, sizeof part);
    return err;
}

/* ---- DES, whose contexts hold one direction ---- */

static bool is_des(uint8_t alg)
{
    return alg >= OB_DES_ECB && alg <= OB_DES3_CBC;
}

static bool is_single(uint8_t alg)
{
    return alg == OB_DES_ECB || alg == OB_DES_CBC;
}

static int expand_des(struct ob_session *s, bool encrypt)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    int r;

    if (is_single(s->alg))
        r = encrypt ? mbedtls_des_setkey_enc(&st->u.des, s->key) : mbedtls_des_setkey_dec(&st->u.des, s->key);
    else if (s->key_len == 16)
        r = encrypt ? mbedtls_des3_set2key_enc(&st->u.des3, s->key) : mbedtls_des3_set2key_dec(&st->u.des3, s->key);
    else
        r = encrypt ? mbedtls_des3_set3key_enc(&st->u.des3, s->key) : mbedtls_des3_set3key_dec(&st->u.des3, s->key);
    return mbedtls_result(r);
}

static int des_ecb(struct ob_mbedtls_state *st, struct ob_op *op, bool single)
{
    for (size_t i = 0; i < op->in_len; i += 8) {
        int r = single ? mbedtls_des_crypt_ecb(&st->u.des, op->in + i, op->out + i)
                       : mbedtls_des3_crypt_ecb(&st->u.des3, op->in + i, op->out + i);
        if (r != 0)
            return OB_E_IO;
    }
    return OB_OK;
}

static int des_cbc(struct ob_mbedtls_state *st, struct ob_op *op, bool single, bool encrypt, uint8_t iv[8])
{
    int mode = encrypt ? MBEDTLS_DES_ENCRYPT : MBEDTLS_DES_DECRYPT;

    return mbedtls_result(single ? mbedtls_des_crypt_cbc(&st->u.des, mode, op->in_len, iv, op->in, op->out)
                                 : mbedtls_des3_crypt_cbc(&st->u.des3, mode, op->in_len, iv, op->in, op->out));
}

/* ---- verbs ---- */

/* Expand the key for one direction, if that has not been done. */
static int expand(struct ob_session *s, bool encrypt)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    uint8_t bit = encrypt ? EXPANDED_ENCRYPT : EXPANDED_DECRYPT;
    int err;

    if (st->expanded & bit)
        return OB_OK;
    if (is_des(s->alg)) {
        st->expanded = 0;
        err = expand_des(s, encrypt);
    } else {
        err = expand_aes(s, encrypt);
    }
    if (err == OB_OK)
        st->expanded |= bit;
    return err;
}

int obi_mbedtls_cipher_open(struct ob_session *s, bool encrypt)
{
    return expand(s, encrypt || s->alg == OB_AES_CTR);
}

int obi_mbedtls_cipher_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    bool encrypt = s->alg == OB_AES_CTR || mbedtls_encrypts(s, op);
    const uint8_t *from = op->flags & OB_FIRST ? op->iv : s->mid.iv;
    size_t iv_len = is_des(s->alg) ? 8 : 16;
    uint8_t iv[16];
    int err;

    if (expand(s, encrypt))
        return OB_E_IO;
    switch (s->alg) {
    case OB_AES_ECB:
        return aes_ecb(st, op, encrypt);
    case OB_DES_ECB:
    case OB_DES3_ECB:
        return des_ecb(st, op, is_single(s->alg));
    default:
        break;
    }
    memcpy(iv, from, iv_len);
    if (s->alg == OB_AES_CTR)
        err = aes_ctr(s, op, iv);
    else if (s->alg == OB_AES_CBC)
        err = aes_cbc(st, op, encrypt, iv);
    else
        err = des_cbc(st, op, is_single(s->alg), encrypt, iv);
    if (err == OB_OK)
        memcpy(s->mid.iv, iv, iv_len);
    return err;
}
