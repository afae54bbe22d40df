/* SPDX-License-Identifier: Apache-2.0 */
/* DES and triple DES of the library on Outboard (FIPS 46-3, SP 800-67): single blocks and CBC. The key of an operation
 * and its direction are read from the schedule in the context. */
#include "binding/mbedtls/internal.h"

#if defined(MBEDTLS_DES_C)

#include <mbedtls/des.h>

enum { SCHEDULE = 32, TAG = 8 }; /* words of one key: of its schedule, and of the tag that identifies its session */

/* Write the tag that identifies the n schedules at sk, which must have this direction. */
static void read_tag(const uint32_t *sk, unsigned n, uint32_t direction, uint32_t *tag)
{
    tag[(size_t)TAG * n] = direction;
    for (unsigned i = 0; i < n; i++) {
        memcpy(tag + (size_t)TAG * i, sk + (size_t)SCHEDULE * i, 16);
        memcpy(tag + (size_t)TAG * i + 4, sk + (size_t)SCHEDULE * (i + 1) - 4, 16);
    }
}

static void forget(const uint32_t *sk, unsigned n)
{
    uint32_t tag[3 * TAG + 1];

    for (uint32_t direction = OBI_DES_ENCRYPTS; direction <= OBI_DES_EITHER; direction++) {
        bool either = direction == OBI_DES_EITHER;

        read_tag(sk, n, direction, tag);
        obi_mbedtls_forget_key(n == 1 ? (either ? OB_DES_ECB : OB_DES_CBC) : (either ? OB_DES3_ECB : OB_DES3_CBC), tag,
                               n * TAG + 1);
    }
    ob_wipe(tag, sizeof tag);
}

static int take(struct obi_lease *lease, enum obi_function function, uint8_t alg, const uint32_t *sk, unsigned n,
                uint32_t direction)
{
    uint32_t tag[3 * TAG + 1];
    int r;

    read_tag(sk, n, direction, tag);
    r = obi_mbedtls_take(lease, function, alg, tag, n * TAG + 1);
    ob_wipe(tag, sizeof tag);
    return r;
}

/* Process one block in the direction of the schedule. */
static bool ecb(enum obi_function function, const uint32_t *sk, unsigned n, const uint8_t *in, uint8_t *out, int *ret)
{
    struct obi_lease lease;
    int r = take(&lease, function, n == 1 ? OB_DES_ECB : OB_DES3_ECB, sk, n, OBI_DES_EITHER);

    if (r == OB_OK)
        r = ob_cipher_crypt(lease.s, lease.decrypts ? OB_DIR_DECRYPT : OB_DIR_ENCRYPT, out, 8, NULL, 0, in, 8);
    return obi_mbedtls_release(&lease, r, in != out, 0, ret);
}

#if defined(MBEDTLS_CIPHER_MODE_CBC)
/* Not 0 if tag does not identify the schedule. */
static inline __attribute__((always_inline)) uint32_t differ(const uint32_t *tag, const uint32_t *first)
{
    const uint32_t *last = first + SCHEDULE - 4;

    return (tag[0] ^ first[0]) | (tag[1] ^ first[1]) | (tag[2] ^ first[2]) | (tag[3] ^ first[3]) | (tag[4] ^ last[0]) |
           (tag[5] ^ last[1]) | (tag[6] ^ last[2]) | (tag[7] ^ last[3]);
}

/* True if e's tag identifies the schedules. Compares in place what read_tag would copy. */
static inline __attribute__((always_inline)) bool same(const struct obi_entry *e, const uint32_t *sk, unsigned n,
                                                       uint32_t direction)
{
    uint32_t difference = (e->tag[(size_t)TAG * n] ^ direction) | differ(e->tag, sk);

    if (n == 3)
        difference |= differ(e->tag + TAG, sk + SCHEDULE) | differ(e->tag + 2 * TAG, sk + (size_t)2 * SCHEDULE);
    return difference == 0;
}

/* Run w, a message in CBC, on the session of schedules, if that is still in the pool entry of the last time. Returns
 * what obi_mbedtls_aes_whole returns. */
static inline __attribute__((always_inline)) int cbc_whole(enum obi_function function, const uint32_t *sk, unsigned n,
                                                           uint32_t direction, const struct ob_whole *w)
{
    struct obi_entry *e = obi_mbedtls_again(sk, n == 1 ? OB_DES_CBC : OB_DES3_CBC, n * TAG + 1);

    if (!e)
        return OBI_NOT_THERE;
    if (!same(e, sk, n, direction)) {
        obi_mbedtls_not_again(e);
        return OBI_NOT_THERE;
    }
    return obi_mbedtls_whole(e, function, w);
}

/* Serve a message in CBC for which the short path returned *r, not OB_OK. True: the call is done, and *r is the result
 * for the caller. */
OBI_SLOWLY bool cbc_slowly(enum obi_function function, const uint32_t *sk, unsigned n, const struct ob_whole *w, int *r)
{
    struct obi_lease lease = {.s = NULL, .function = function};

    if (*r == OBI_NOT_THERE) {
        /* the schedule is for the other direction: only the library's code gives the library's result */
        *r = take(&lease, function, n == 1 ? OB_DES_CBC : OB_DES3_CBC, sk, n,
                  w->shape & OB_ENCRYPT ? OBI_DES_ENCRYPTS : OBI_DES_DECRYPTS);
        obi_mbedtls_remember(sk, &lease);
        *r = obi_mbedtls_run(&lease, *r, w);
    }
    return obi_mbedtls_release(&lease, *r, w->in != w->out, 0, r);
}
#endif

#define OBI_SET_KEY(function, type, key_len, schedules)                                                                \
    OBI_WRAP(int, function, mbedtls_##type##_context *ctx, const unsigned char key[key_len])                           \
    {                                                                                                                  \
        if (OBI_ON(function))                                                                                          \
            forget(ctx->sk, schedules);                                                                                \
        return __real_mbedtls_##function(ctx, key);                                                                    \
    }

/* The functions that both contexts have. */
#define OBI_DES(type, schedules)                                                                                       \
    OBI_WRAP(int, type##_crypt_ecb, mbedtls_##type##_context *ctx, const unsigned char input[8],                       \
             unsigned char output[8])                                                                                  \
    {                                                                                                                  \
        int ret;                                                                                                       \
                                                                                                                       \
        if (OBI_ON(type##_crypt_ecb) && ecb(OBI_FN_##type##_crypt_ecb, ctx->sk, schedules, input, output, &ret))       \
            return ret;                                                                                                \
        return __real_mbedtls_##type##_crypt_ecb(ctx, input, output);                                                  \
    }                                                                                                                  \
    OBI_WRAP(void, type##_free, mbedtls_##type##_context *ctx)                                                         \
    {                                                                                                                  \
        if (OBI_ON(type##_free) && ctx)                                                                                \
            forget(ctx->sk, schedules);                                                                                \
        __real_mbedtls_##type##_free(ctx);                                                                             \
    }

/* CBC. Encryption of whole blocks takes the short path, and ..._slowly does what remains of it. ..._fallback does all
 * other calls: it first keeps the next IV, the last block of the input, because that may be overwritten. */
#define OBI_DES_CBC(type, schedules)                                                                                   \
    extern int __real_mbedtls_##type##_crypt_cbc(mbedtls_##type##_context *ctx, int mode, size_t length,               \
                                                 unsigned char iv[8], const unsigned char *input,                      \
                                                 unsigned char *output);                                               \
    OBI_SLOWLY int type##_cbc_slowly(mbedtls_##type##_context *ctx, const struct ob_whole *w, int r)                   \
    {                                                                                                                  \
        unsigned char *iv = (unsigned char *)(uintptr_t)w->iv;                                                         \
                                                                                                                       \
        if (!cbc_slowly(OBI_FN_##type##_crypt_cbc, ctx->sk, schedules, w, &r))                                         \
            return __real_mbedtls_##type##_crypt_cbc(ctx, MBEDTLS_DES_ENCRYPT, w->in_len, iv, w->in, w->out);          \
        if (r == 0)                                                                                                    \
            memcpy(iv, w->out + w->in_len - 8, 8);                                                                     \
        return r;                                                                                                      \
    }                                                                                                                  \
    OBI_SLOWLY int type##_cbc_fallback(mbedtls_##type##_context *ctx, int mode, size_t length, unsigned char iv[8],    \
                                       const unsigned char *input, unsigned char *output)                              \
    {                                                                                                                  \
        struct ob_whole w = {OB_WHOLE_SHAPE(0, 8, 0), iv, NULL, 0, input, length, output, NULL};                       \
        uint8_t last[8];                                                                                               \
        int r;                                                                                                         \
                                                                                                                       \
        if (!OBI_ON(type##_crypt_cbc) || mode != MBEDTLS_DES_DECRYPT || !length || length % 8)                         \
            return __real_mbedtls_##type##_crypt_cbc(ctx, mode, length, iv, input, output);                            \
        memcpy(last, input + length - 8, 8);                                                                           \
        r = cbc_whole(OBI_FN_##type##_crypt_cbc, ctx->sk, schedules, OBI_DES_DECRYPTS, &w);                            \
        if (r != OB_OK && !cbc_slowly(OBI_FN_##type##_crypt_cbc, ctx->sk, schedules, &w, &r))                          \
            return __real_mbedtls_##type##_crypt_cbc(ctx, mode, length, iv, input, output);                            \
        if (r == 0)                                                                                                    \
            memcpy(iv, last, 8);                                                                                       \
        return r;                                                                                                      \
    }                                                                                                                  \
    extern int __wrap_mbedtls_##type##_crypt_cbc(mbedtls_##type##_context *ctx, int mode, size_t length,               \
                                                 unsigned char iv[8], const unsigned char *input,                      \
                                                 unsigned char *output);                                               \
    int __wrap_mbedtls_##type##_crypt_cbc(mbedtls_##type##_context *ctx, int mode, size_t length, unsigned char iv[8], \
                                          const unsigned char *input, unsigned char *output)                           \
    {                                                                                                                  \
        struct ob_whole w = {OB_WHOLE_SHAPE(OB_ENCRYPT, 8, 0), iv, NULL, 0, input, length, output, NULL};              \
        int r;                                                                                                         \
                                                                                                                       \
        if (__builtin_expect(!OBI_ON(type##_crypt_cbc) || mode != MBEDTLS_DES_ENCRYPT || !length || length % 8, 0))    \
            return type##_cbc_fallback(ctx, mode, length, iv, input, output);                                          \
        r = cbc_whole(OBI_FN_##type##_crypt_cbc, ctx->sk, schedules, OBI_DES_ENCRYPTS, &w);                            \
        if (__builtin_expect(r != OB_OK, 0))                                                                           \
            return type##_cbc_slowly(ctx, &w, r);                                                                      \
        return obi_copy((uint8_t *)(uintptr_t)w.iv, w.out + w.in_len - 8, 8);                                          \
    }

OBI_SET_KEY(des_setkey_enc, des, 8, 1)
OBI_SET_KEY(des_setkey_dec, des, 8, 1)
OBI_SET_KEY(des3_set2key_enc, des3, 16, 3)
OBI_SET_KEY(des3_set2key_dec, des3, 16, 3)
OBI_SET_KEY(des3_set3key_enc, des3, 24, 3)
OBI_SET_KEY(des3_set3key_dec, des3, 24, 3)
OBI_DES(des, 1)
OBI_DES(des3, 3)
#if defined(MBEDTLS_CIPHER_MODE_CBC)
OBI_DES_CBC(des, 1)
OBI_DES_CBC(des3, 3)
#endif

#endif
