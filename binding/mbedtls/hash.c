/* SPDX-License-Identifier: Apache-2.0 */
/* MD5, SHA-1 and SHA-2 of the library on Outboard (RFC 1321, FIPS 180-4). Before and after each call the library's
 * context holds the state of the message. So a message may change between an engine and the library at any call, and a
 * copy of the context (as TLS makes of its transcript) is a copy of the state. */
#include "binding/mbedtls/hash_view.h"
#include "binding/mbedtls/replaced.h"

#include <mbedtls/error.h>

#if OBI_ANY_HASH

static bool is_64(const struct obi_hash_view *v)
{
    return v->words == 16;
}

int obi_hash_load(struct ob_session *s, const struct obi_hash_view *v, uint64_t skip)
{
    const uint64_t *wide = (const uint64_t *)v->state;

    if (is_64(v))
        for (unsigned i = 0; i < 8; i++) {
            s->mid.h[2 * i] = (uint32_t)(wide[i] >> 32);
            s->mid.h[2 * i + 1] = (uint32_t)wide[i];
        }
    else
        memcpy(s->mid.h, v->state, 4u * v->words);
    memcpy(s->mid.part, v->buffer, obi_hash_part(v, v->total));
    return ob_session_resume(s, 0, 0, v->total - skip);
}

void obi_hash_save(const struct obi_hash_view *v, const struct ob_session *s, size_t len)
{
    uint64_t total = v->total + len, *wide = (uint64_t *)v->state, *wide_count = (uint64_t *)v->count;
    uint32_t *count = (uint32_t *)v->count;

    if (is_64(v)) {
        for (unsigned i = 0; i < 8; i++)
            wide[i] = (uint64_t)s->mid.h[2 * i] << 32 | s->mid.h[2 * i + 1];
        wide_count[0] = total;
        wide_count[1] = 0;
    } else {
        memcpy(v->state, s->mid.h, 4u * v->words);
        count[0] = (uint32_t)total;
        count[1] = (uint32_t)(total >> 32);
    }
    memcpy(v->buffer, s->mid.part, obi_hash_part(v, total));
}

/* Each hash algorithm has one session for all contexts; this stands for the context's address. */
static const void *place_of(uint8_t alg)
{
    return (const void *)((uintptr_t)alg * 16);
}

/* The library's own code of a function, or an error where that is left out. */
#define LIBRARY(replaced, function, ...)                                                                               \
    return (replaced) ? MBEDTLS_ERR_PLATFORM_HW_ACCEL_FAILED : __real_mbedtls_##function(__VA_ARGS__)

/* Update. Data that complete no block are only copied: the library does that, unless it is replaced. */
static bool update(enum obi_function function, bool replaced, struct obi_hash_view v, const uint8_t *in, size_t len,
                   int *ret)
{
    struct obi_lease lease;
    int r;

    if (!replaced && len < v.block - obi_hash_part(&v, v.total))
        return false;
    r = obi_mbedtls_take(&lease, function, v.alg, NULL, 0);
    if (r == OB_OK)
        r = obi_hash_load(lease.s, &v, 0);
    if (r == OB_OK)
        r = ob_hash_update(lease.s, in, len);
    if (r == OB_OK)
        obi_hash_save(&v, lease.s, len);
    return obi_mbedtls_release(&lease, r, true, 0, ret);
}

static bool finish(enum obi_function function, struct obi_hash_view v, uint8_t *digest, int *ret)
{
    struct obi_lease lease;
    int r = obi_mbedtls_take(&lease, function, v.alg, NULL, 0);

    if (r == OB_OK)
        r = obi_hash_load(lease.s, &v, 0);
    if (r == OB_OK)
        r = ob_hash_final(lease.s, digest, ob_alg_tag(v.alg));
    return obi_mbedtls_release(&lease, r, true, 0, ret);
}

/* Finish a message in one call for which the short path returned *r, not OB_OK. */
OBI_SLOWLY bool slowly(enum obi_function function, uint8_t alg, const struct ob_whole *w, int *r)
{
    struct obi_lease lease = {.s = NULL, .function = function};

    if (*r == OBI_NOT_THERE) {
        *r = obi_mbedtls_take(&lease, function, alg, NULL, 0);
        obi_mbedtls_remember(place_of(alg), &lease);
        *r = obi_mbedtls_run(&lease, *r, w);
    }
    return obi_mbedtls_release(&lease, *r, true, 0, r);
}

static inline __attribute__((always_inline)) bool whole(enum obi_function function, uint8_t alg, const uint8_t *in,
                                                        size_t len, uint8_t *digest, size_t digest_len, int *ret)
{
    const struct ob_whole w = {OB_WHOLE_SHAPE(0, 0, digest_len), NULL, NULL, 0, in, len, NULL, digest};
    struct obi_entry *e = obi_mbedtls_again(place_of(alg), alg, 0);

    *ret = e ? obi_mbedtls_whole(e, function, &w) : OBI_NOT_THERE;
    return *ret == OB_OK || slowly(function, alg, &w, ret);
}

/* The two functions of every hash. Like the library's, finish wipes the context. */
#define OBI_HASH(name, replaced)                                                                                       \
    OBI_WRAP(int, name##_update, mbedtls_##name##_context *ctx, const unsigned char *input, size_t ilen)               \
    {                                                                                                                  \
        int ret;                                                                                                       \
                                                                                                                       \
        if (OBI_ON(name##_update) &&                                                                                   \
            update(OBI_FN_##name##_update, replaced, obi_view_##name(ctx), input, ilen, &ret))                         \
            return ret;                                                                                                \
        LIBRARY(replaced, name##_update, ctx, input, ilen);                                                            \
    }                                                                                                                  \
    OBI_WRAP(int, name##_finish, mbedtls_##name##_context *ctx, unsigned char *output)                                 \
    {                                                                                                                  \
        int ret;                                                                                                       \
                                                                                                                       \
        if (OBI_ON(name##_finish) && finish(OBI_FN_##name##_finish, obi_view_##name(ctx), output, &ret)) {             \
            mbedtls_##name##_free(ctx);                                                                                \
            return ret;                                                                                                \
        }                                                                                                              \
        LIBRARY(replaced, name##_finish, ctx, output);                                                                 \
    }

#if defined(MBEDTLS_MD5_C)
OBI_HASH(md5, OBI_MD5_REPLACED)

OBI_WRAP(int, md5, const unsigned char *input, size_t ilen, unsigned char output[16])
{
    int ret;

    if (OBI_ON(md5) && whole(OBI_FN_md5, OB_MD5, input, ilen, output, 16, &ret))
        return ret;
    return __real_mbedtls_md5(input, ilen, output);
}
#endif

#if defined(MBEDTLS_SHA1_C)
OBI_HASH(sha1, OBI_SHA1_REPLACED)

OBI_WRAP(int, sha1, const unsigned char *input, size_t ilen, unsigned char output[20])
{
    int ret;

    if (OBI_ON(sha1) && whole(OBI_FN_sha1, OB_SHA1, input, ilen, output, 20, &ret))
        return ret;
    LIBRARY(OBI_SHA1_REPLACED, sha1, input, ilen, output);
}
#endif

/* The library refuses other values of is224 and is384, and values whose hash is not in its build. */
#if defined(MBEDTLS_SHA256_C) || defined(MBEDTLS_SHA224_C)
static uint8_t sha256_alg(int is224)
{
#if defined(MBEDTLS_SHA256_C)
    if (is224 == 0)
        return OB_SHA256;
#endif
#if defined(MBEDTLS_SHA224_C)
    if (is224 == 1)
        return OB_SHA224;
#endif
    return OB_ALG_NONE;
}

OBI_HASH(sha256, OBI_SHA256_REPLACED)

OBI_WRAP(int, sha256, const unsigned char *input, size_t ilen, unsigned char *output, int is224)
{
    uint8_t alg = sha256_alg(is224);
    int ret;

    if (OBI_ON(sha256) && alg && whole(OBI_FN_sha256, alg, input, ilen, output, is224 ? 28 : 32, &ret))
        return ret;
    LIBRARY(OBI_SHA256_REPLACED, sha256, input, ilen, output, is224);
}
#endif

#if defined(MBEDTLS_SHA512_C) || defined(MBEDTLS_SHA384_C)
static uint8_t sha512_alg(int is384)
{
#if defined(MBEDTLS_SHA512_C)
    if (is384 == 0)
        return OB_SHA512;
#endif
#if defined(MBEDTLS_SHA384_C)
    if (is384 == 1)
        return OB_SHA384;
#endif
    return OB_ALG_NONE;
}

OBI_HASH(sha512, OBI_SHA512_REPLACED)

OBI_WRAP(int, sha512, const unsigned char *input, size_t ilen, unsigned char *output, int is384)
{
    uint8_t alg = sha512_alg(is384);
    int ret;

    if (OBI_ON(sha512) && alg && whole(OBI_FN_sha512, alg, input, ilen, output, is384 ? 48 : 64, &ret))
        return ret;
    LIBRARY(OBI_SHA512_REPLACED, sha512, input, ilen, output, is384);
}
#endif

#endif
