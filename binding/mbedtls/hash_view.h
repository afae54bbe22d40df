/* SPDX-License-Identifier: Apache-2.0 */
/* A uniform view of the library's hash contexts, which copies their state to and from a session's standard
 * mid-state. */
#ifndef OB_BINDING_MBEDTLS_HASH_VIEW_H
#define OB_BINDING_MBEDTLS_HASH_VIEW_H

#include "binding/mbedtls/internal.h"

#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

/* 1 if the library has at least one of these hashes, else 0. */
#if defined(MBEDTLS_MD5_C) || defined(MBEDTLS_SHA1_C) || defined(MBEDTLS_SHA224_C) || defined(MBEDTLS_SHA256_C) ||     \
    defined(MBEDTLS_SHA384_C) || defined(MBEDTLS_SHA512_C)
#define OBI_ANY_HASH 1
#else
#define OBI_ANY_HASH 0
#endif

struct obi_hash_view {
    uint8_t alg;         /* of the hash */
    uint8_t words;       /* 32-bit words of state; 16 stands for eight 64-bit words */
    uint8_t block;       /* bytes */
    uint16_t size;       /* bytes of the context */
    uint64_t total;      /* bytes so far */
    void *state, *count; /* the context's state and its count of bytes, two words */
    uint8_t *buffer;     /* the bytes of the last block while it is not full */
};

#if defined(MBEDTLS_MD5_C)
static inline struct obi_hash_view obi_view_md5(mbedtls_md5_context *c)
{
    uint64_t total = (uint64_t)c->total[1] << 32 | c->total[0];

    return (struct obi_hash_view){OB_MD5, 4, 64, sizeof *c, total, c->state, c->total, c->buffer};
}
#endif

#if defined(MBEDTLS_SHA1_C)
static inline struct obi_hash_view obi_view_sha1(mbedtls_sha1_context *c)
{
    uint64_t total = (uint64_t)c->total[1] << 32 | c->total[0];

    return (struct obi_hash_view){OB_SHA1, 5, 64, sizeof *c, total, c->state, c->total, c->buffer};
}
#endif

#if defined(MBEDTLS_SHA256_C) || defined(MBEDTLS_SHA224_C)
static inline struct obi_hash_view obi_view_sha256(mbedtls_sha256_context *c)
{
    uint64_t total = (uint64_t)c->total[1] << 32 | c->total[0];
    uint8_t alg = OB_SHA256;

#if defined(MBEDTLS_SHA224_C)
    if (c->is224)
        alg = OB_SHA224;
#endif
    return (struct obi_hash_view){alg, 8, 64, sizeof *c, total, c->state, c->total, c->buffer};
}
#endif

#if defined(MBEDTLS_SHA512_C) || defined(MBEDTLS_SHA384_C)
/* If the count exceeds 2^64 bytes, return a total that core refuses. */
static inline struct obi_hash_view obi_view_sha512(mbedtls_sha512_context *c)
{
    uint64_t total = c->total[1] ? UINT64_MAX - 255 : c->total[0];
    uint8_t alg = OB_SHA512;

#if defined(MBEDTLS_SHA384_C)
    if (c->is384)
        alg = OB_SHA384;
#endif
    return (struct obi_hash_view){alg, 16, 128, sizeof *c, total, c->state, c->total, c->buffer};
}
#endif

/* Bytes of the last, partial block after total bytes. A block is a power of two. */
static inline size_t obi_hash_part(const struct obi_hash_view *v, uint64_t total)
{
    return (size_t)total & (v->block - 1u);
}

/* Copy the view's state into the mid-state of s. The first skip bytes of the total are not counted by s. */
int obi_hash_load(struct ob_session *s, const struct obi_hash_view *v, uint64_t skip);

/* Copy the mid-state of s back into the view's context, after another len bytes. */
void obi_hash_save(const struct obi_hash_view *v, const struct ob_session *s, size_t len);

#endif
