/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: XCBC-MAC and SHA-256 by direct calls, without dispatcher and session (outboard/ltc.h). */
#include <string.h>

#include "algo/xor.h"
#include "engine/ltc/session.h"

#if OB_WITH_AES

/* RFC 3566, section 4. */
int ob_ltc_aes_xcbc(struct ob_ltc *l, const uint8_t key[16], const void *message, size_t len, uint8_t mac[16])
{
    const uint8_t *in = (const uint8_t *)message;
    size_t before = len > 16 ? (len - 1) & ~(size_t)15 : 0, last = len - before;
    uint8_t keys[48], block[16] = {0}, y[16] = {0};
    struct obi_ltc_job derive = {.mode = LTC_MD_AES | LTC_MD_ECB | LTC_MD_ENC, .key = key, .key_len = 16};
    struct obi_ltc_job chain = {
        .mode = LTC_MD_AES | LTC_MD_CBC | LTC_MD_ENC, .key = keys, .key_len = 16, .ctx = y, .ctx_words = 4};
    int status;

    memset(keys, 1, 16);
    memset(keys + 16, 2, 16);
    memset(keys + 32, 3, 16);
    status = obi_ltc_run(l, &derive, keys, keys, sizeof keys);
    if (status == OB_OK && before)
        status = obi_ltc_run(l, &chain, NULL, in, before);
    if (status == OB_OK) {
        if (last)
            memcpy(block, in + before, last);
        if (last < 16)
            block[last] = 0x80;
        obi_xor(block, block, keys + (last < 16 ? 32 : 16), 16);
        status = obi_ltc_run(l, &chain, NULL, block, 16);
    }
    if (status == OB_OK)
        memcpy(mac, y, 16);
    else
        ob_wipe(mac, 16);
    ob_wipe(keys, sizeof keys);
    ob_wipe(block, sizeof block);
    ob_wipe(y, sizeof y);
    return status;
}

#endif

#if OB_WITH_HASH && OB_WITH_SHA256

int ob_ltc_sha256_start(struct ob_ltc_sha256 *s)
{
    obi_ltc_hash_start(OB_SHA256, &s->mid);
    s->done = 0;
    return s->ltc->kind == OB_LTC_KL82 ? OB_OK : OB_E_DECLINED;
}

int ob_ltc_sha256_update(struct ob_ltc_sha256 *s, const void *in, size_t len)
{
    int status = obi_ltc_hash_update(s->ltc, OB_SHA256, &s->mid, s->done, (const uint8_t *)in, len, 0);

    s->done += len;
    return status;
}

int ob_ltc_sha256_finish(struct ob_ltc_sha256 *s, uint8_t digest[32])
{
    int status = obi_ltc_hash_finish(s->ltc, OB_SHA256, &s->mid, s->done, digest, 0);

    ob_wipe(&s->mid, sizeof s->mid);
    if (status != OB_OK)
        ob_wipe(digest, 32);
    return status;
}

/* It is not said whether the block pads a message without a word of input. */
static int hash_nothing(struct ob_ltc *l, uint8_t digest[32])
{
    struct ob_ltc_sha256 s;
    int status;

    s.ltc = l;
    status = ob_ltc_sha256_start(&s);
    return status == OB_OK ? ob_ltc_sha256_finish(&s, digest) : status;
}

/* The block pads by itself. */
int ob_ltc_sha256(struct ob_ltc *l, uint8_t digest[32], const void *message, size_t len)
{
    int status;

    if (l->kind != OB_LTC_KL82)
        return OB_E_DECLINED;
    if (len == 0)
        return hash_nothing(l, digest);
    obi_ltc_begin(l, NULL, 0, len);
    status =
        obi_ltc_sessions(l, LTC_MD_SHA256, LTC_MD_BEGIN, LTC_MD_END, NULL, (const uint8_t *)message, len, false, 0);
    if (status == OB_OK)
        obi_ltc_get(&l->device, LTC_CTX, 4, digest, 8);
    else
        ob_wipe(digest, 32);
    obi_ltc_end(l, status);
    return status;
}

#endif
