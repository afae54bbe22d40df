/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and HMAC of the engine wolfssl (FIPS 180-4, RFC 1321; RFC 2104). The library's context holds the stream. */
#include "engine/wolfssl/internal.h"

#include "algo/mid_tag.h"

static int start(struct wolfssl_contexts *st, uint8_t hash)
{
    switch (hash) {
    case OB_MD5:
        return wc_InitMd5(&st->u.md5);
    case OB_SHA1:
        return wc_InitSha(&st->u.sha1);
    case OB_SHA224:
        return wc_InitSha224(&st->u.sha256);
    case OB_SHA256:
        return wc_InitSha256(&st->u.sha256);
    case OB_SHA384:
        return wc_InitSha384(&st->u.sha512);
    case OB_SHA512:
        return wc_InitSha512(&st->u.sha512);
    case OB_SHA512_224:
        return wc_InitSha512_224(&st->u.sha512);
    default:
        return wc_InitSha512_256(&st->u.sha512);
    }
}

static int add(struct wolfssl_contexts *st, uint8_t hash, const uint8_t *in, word32 len)
{
    switch (hash) {
    case OB_MD5:
        return wc_Md5Update(&st->u.md5, in, len);
    case OB_SHA1:
        return wc_ShaUpdate(&st->u.sha1, in, len);
    case OB_SHA224:
        return wc_Sha224Update(&st->u.sha256, in, len);
    case OB_SHA256:
        return wc_Sha256Update(&st->u.sha256, in, len);
    case OB_SHA384:
        return wc_Sha384Update(&st->u.sha512, in, len);
    case OB_SHA512:
        return wc_Sha512Update(&st->u.sha512, in, len);
    case OB_SHA512_224:
        return wc_Sha512_224Update(&st->u.sha512, in, len);
    default:
        return wc_Sha512_256Update(&st->u.sha512, in, len);
    }
}

static int end(struct wolfssl_contexts *st, uint8_t hash, uint8_t *digest)
{
    switch (hash) {
    case OB_MD5:
        return wc_Md5Final(&st->u.md5, digest);
    case OB_SHA1:
        return wc_ShaFinal(&st->u.sha1, digest);
    case OB_SHA224:
        return wc_Sha224Final(&st->u.sha256, digest);
    case OB_SHA256:
        return wc_Sha256Final(&st->u.sha256, digest);
    case OB_SHA384:
        return wc_Sha384Final(&st->u.sha512, digest);
    case OB_SHA512:
        return wc_Sha512Final(&st->u.sha512, digest);
    case OB_SHA512_224:
        return wc_Sha512_224Final(&st->u.sha512, digest);
    default:
        return wc_Sha512_256Final(&st->u.sha512, digest);
    }
}

int obi_wolfssl_hash_submit(struct ob_session *s, struct ob_op *op)
{
    struct wolfssl_contexts *st = wolfssl_state(s);
    const uint8_t *in = op->in;
    int r = op->flags & OB_FIRST ? start(st, s->alg) : 0;

    for (size_t left = op->in_len, n; r == 0 && left > 0; left -= n, in += n) {
        n = left < WOLFSSL_CALL_MAX ? left : WOLFSSL_CALL_MAX;
        r = add(st, s->alg, in, (word32)n);
    }
    if (r == 0 && op->flags & OB_LAST)
        r = end(st, s->alg, op->tag);
    return wolfssl_result(r);
}

static int hmac_type(uint8_t hash)
{
    static const uint8_t types[] = {WC_MD5, WC_SHA, WC_SHA224, WC_SHA256, WC_SHA384, WC_SHA512};

    return types[hash - OB_MD5];
}

static int hmac_end(Hmac *hmac, struct ob_op *op)
{
    uint8_t tag[64];
    int err = wolfssl_result(wc_HmacFinal(hmac, tag));

    if (err == OB_OK)
        err = obi_mid_tag(op, tag, op->flags & OB_VERIFY);
    ob_wipe(tag, sizeof tag);
    return err;
}

int obi_wolfssl_hmac_submit(struct ob_session *s, struct ob_op *op)
{
    Hmac *hmac = &wolfssl_state(s)->u.hmac;
    const uint8_t *in = op->in;
    int r = 0;

    if (op->flags & OB_FIRST) { /* this is cheap: the library hashes the key block with the first bytes */
        r = wc_HmacInit(hmac, NULL, INVALID_DEVID);
        if (r == 0)
            r = wc_HmacSetKey(hmac, hmac_type(OB_HMAC_HASH(s->alg)), s->key, s->key_len);
    }
    for (size_t left = op->in_len, n; r == 0 && left > 0; left -= n, in += n) {
        n = left < WOLFSSL_CALL_MAX ? left : WOLFSSL_CALL_MAX;
        r = wc_HmacUpdate(hmac, in, (word32)n);
    }
    if (r == 0 && op->flags & OB_LAST)
        return hmac_end(hmac, op);
    return wolfssl_result(r);
}
