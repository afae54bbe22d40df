/* SPDX-License-Identifier: Apache-2.0 */
/* ECB, CBC and CTR (SP 800-38A) and XTS (IEEE 1619) of the engine wolfssl. */
#include "engine/wolfssl/internal.h"

#include <string.h>

#include "algo/xts_tweak.h"

static bool is_des(uint8_t alg)
{
    return alg >= OB_DES_ECB && alg <= OB_DES3_CBC;
}

static bool is_single(uint8_t alg)
{
    return alg == OB_DES_ECB || alg == OB_DES_CBC;
}

/* ---- AES ---- */

static int aes_ecb(Aes *aes, struct ob_op *op, bool encrypt)
{
    for (size_t i = 0, n; i < op->in_len; i += n) {
        int r;

        n = op->in_len - i < WOLFSSL_CALL_MAX ? op->in_len - i : WOLFSSL_CALL_MAX;
        r = encrypt ? wc_AesEcbEncrypt(aes, op->out + i, op->in + i, (word32)n)
                    : wc_AesEcbDecrypt(aes, op->out + i, op->in + i, (word32)n);
        if (r != 0)
            return OB_E_IO;
    }
    return OB_OK;
}

static int aes_ctr(struct ob_session *s, struct ob_op *op, uint8_t counter[16])
{
    uint64_t done = op->flags & OB_FIRST ? 0 : s->in_done;
    uint8_t part[16];
    int err;

    memcpy(part, s->mid.part, 16);
    err = obi_wolfssl_aes_ctr(&wolfssl_state(s)->u.aes.enc, counter, part, done, op->out, op->in, op->in_len);
    if (err == OB_OK)
        memcpy(s->mid.part, part, 16);
    ob_wipe(part, sizeof part);
    return err;
}

/* ---- DES, whose contexts hold one direction ---- */

static int des_key(struct ob_session *s, bool encrypt)
{
    struct wolfssl_contexts *st = wolfssl_state(s);
    int direction = encrypt ? DES_ENCRYPTION : DES_DECRYPTION;
    uint8_t key[24];
    int r;

    if (is_single(s->alg))
        return wolfssl_result(wc_Des_SetKey(&st->u.des, s->key, NULL, direction));
    memcpy(key, s->key, s->key_len);
    if (s->key_len == 16)
        memcpy(key + 16, s->key, 8); /* with two keys, K3 is K1 */
    r = wc_Des3Init(&st->u.des3, NULL, INVALID_DEVID);
    if (r == 0)
        r = wc_Des3_SetKey(&st->u.des3, key, NULL, direction);
    ob_wipe(key, sizeof key);
    return wolfssl_result(r);
}

static int des_ecb(struct wolfssl_contexts *st, struct ob_op *op, bool single)
{
    for (size_t i = 0, n; i < op->in_len; i += n) {
        int r;

        n = op->in_len - i < WOLFSSL_CALL_MAX ? op->in_len - i : WOLFSSL_CALL_MAX;
        r = single ? wc_Des_EcbEncrypt(&st->u.des, op->out + i, op->in + i, (word32)n)
                   : wc_Des3_EcbEncrypt(&st->u.des3, op->out + i, op->in + i, (word32)n);
        if (r != 0)
            return OB_E_IO;
    }
    return OB_OK;
}

static int des_cbc_call(struct wolfssl_contexts *st, bool single, bool encrypt, const uint8_t iv[8], uint8_t *out,
                        const uint8_t *in, word32 len)
{
    if (single) {
        wc_Des_SetIV(&st->u.des, iv);
        return encrypt ? wc_Des_CbcEncrypt(&st->u.des, out, in, len) : wc_Des_CbcDecrypt(&st->u.des, out, in, len);
    }
    if (wc_Des3_SetIV(&st->u.des3, iv))
        return -1;
    return encrypt ? wc_Des3_CbcEncrypt(&st->u.des3, out, in, len) : wc_Des3_CbcDecrypt(&st->u.des3, out, in, len);
}

static int des_cbc(struct wolfssl_contexts *st, struct ob_op *op, bool single, bool encrypt, uint8_t iv[8])
{
    uint8_t last[8];

    for (size_t i = 0, n; i < op->in_len; i += n) {
        n = op->in_len - i < WOLFSSL_CALL_MAX ? op->in_len - i : WOLFSSL_CALL_MAX;
        memcpy(last, op->in + i + n - 8, 8); /* processing in place will overwrite it */
        if (des_cbc_call(st, single, encrypt, iv, op->out + i, op->in + i, (word32)n))
            return OB_E_IO;
        memcpy(iv, encrypt ? op->out + i + n - 8 : last, 8);
    }
    return OB_OK;
}

/* ---- verbs ---- */

/* Expand the key for one direction, if that has not been done. */
static int expand(struct ob_session *s, bool encrypt)
{
    struct wolfssl_contexts *st = wolfssl_state(s);
    uint8_t bit = encrypt ? EXPANDED_ENCRYPT : EXPANDED_DECRYPT;
    int err;

    if (st->expanded & bit)
        return OB_OK;
    if (is_des(s->alg)) {
        st->expanded = 0;
        err = des_key(s, encrypt);
    } else {
        err = obi_wolfssl_aes_key(encrypt ? &st->u.aes.enc : &st->u.aes.dec, s->key, s->key_len, encrypt);
    }
    if (err == OB_OK)
        st->expanded |= bit;
    return err;
}

int obi_wolfssl_cipher_submit(struct ob_session *s, struct ob_op *op)
{
    struct wolfssl_contexts *st = wolfssl_state(s);
    bool encrypt = s->alg == OB_AES_CTR || wolfssl_encrypts(s, op);
    const uint8_t *from = op->flags & OB_FIRST ? op->iv : s->mid.iv;
    Aes *aes = encrypt ? &st->u.aes.enc : &st->u.aes.dec;
    size_t iv_len = is_des(s->alg) ? 8 : 16;
    uint8_t iv[16];
    int err;

    if (expand(s, encrypt))
        return OB_E_IO;
    switch (s->alg) {
    case OB_AES_ECB:
        return aes_ecb(aes, op, encrypt);
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
        err = obi_wolfssl_aes_cbc(aes, iv, encrypt, op->out, op->in, op->in_len);
    else
        err = des_cbc(st, op, is_single(s->alg), encrypt, iv);
    if (err == OB_OK)
        memcpy(s->mid.iv, iv, iv_len);
    return err;
}

/* ---- XTS ---- */

static int xts_key(struct ob_session *s, bool encrypt)
{
    struct wolfssl_contexts *st = wolfssl_state(s);
    int r =
        wc_AesXtsSetKey(&st->u.xts, s->key, s->key_len, encrypt ? AES_ENCRYPTION : AES_DECRYPTION, NULL, INVALID_DEVID);

    st->expanded = r ? 0 : encrypt ? EXPANDED_ENCRYPT : EXPANDED_DECRYPT;
    return wolfssl_result(r);
}

/* The IV whose encryption is tweak. */
static int decrypt_tweak(uint8_t iv[16], const uint8_t tweak[16], const struct ob_session *s)
{
    size_t half = s->key_len / 2u;
    Aes aes;
    int err = obi_wolfssl_aes_key(&aes, s->key + half, half, false);

    if (err == OB_OK)
        wc_AesDecryptDirect(&aes, iv, tweak);
    wc_AesFree(&aes);
    ob_wipe(&aes, sizeof aes);
    return err;
}

static int xts(struct wolfssl_contexts *st, bool encrypt, const uint8_t iv[16], uint8_t *out, const uint8_t *in,
               size_t len)
{
    return wolfssl_result(encrypt ? wc_AesXtsEncrypt(&st->u.xts, out, in, (word32)len, iv, 16)
                                  : wc_AesXtsDecrypt(&st->u.xts, out, in, (word32)len, iv, 16));
}

/* Between ops mid.y has the encrypted tweak of the next block. The library wants the tweak before its encryption, so
 * each op but the first decrypts it. In place, the library (5.5.4) overwrites a partial last block before reading it:
 * so the last two blocks go through a copy. */
int obi_wolfssl_xts_submit(struct ob_session *s, struct ob_op *op)
{
    struct wolfssl_contexts *st = wolfssl_state(s);
    bool encrypt = wolfssl_encrypts(s, op);
    size_t partial = op->in_len % 16, tail_len = partial && op->in == op->out ? 16 + partial : 0;
    size_t head_len = op->in_len - tail_len;
    uint8_t iv[16], tweak[16], tail[32];
    int err = OB_OK;

    if (!(st->expanded & (encrypt ? EXPANDED_ENCRYPT : EXPANDED_DECRYPT)) && xts_key(s, encrypt))
        return OB_E_IO;
    if (op->flags & OB_FIRST) {
        memcpy(iv, op->iv, 16);
        wc_AesEncryptDirect(&st->u.xts.tweak, tweak, iv);
    } else {
        memcpy(tweak, s->mid.y, 16);
        err = decrypt_tweak(iv, tweak, s);
    }
    if (err == OB_OK && head_len > 0) {
        err = xts(st, encrypt, iv, op->out, op->in, head_len);
        obi_xts_tweak_advance(tweak, head_len / 16);
    }
    if (err == OB_OK && tail_len > 0) {
        if (head_len > 0)
            err = decrypt_tweak(iv, tweak, s);
        memcpy(tail, op->in + head_len, tail_len);
        if (err == OB_OK)
            err = xts(st, encrypt, iv, op->out + head_len, tail, tail_len);
        ob_wipe(tail, sizeof tail);
    }
    if (err == OB_OK && !(op->flags & OB_LAST))
        memcpy(s->mid.y, tweak, 16);
    ob_wipe(tweak, sizeof tweak);
    return err;
}
