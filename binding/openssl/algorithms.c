/* SPDX-License-Identifier: Apache-2.0 */
/* The algorithms that the provider can serve in place of the default provider, by its first name for each, and the
 * functions that must know their algorithm: libcrypto does not tell a function of a dispatch table which algorithm it
 * serves. */
#include "binding/openssl/provider.h"

/* number, kind, name, algorithm, key bits, block bytes */
#define CIPHERS(X)                                                                                                     \
    X(0, cipher, CIPHER, "AES-128-ECB", OB_AES_ECB, 128, 16)                                                           \
    X(1, cipher, CIPHER, "AES-192-ECB", OB_AES_ECB, 192, 16)                                                           \
    X(2, cipher, CIPHER, "AES-256-ECB", OB_AES_ECB, 256, 16)                                                           \
    X(3, cipher, CIPHER, "AES-128-CBC", OB_AES_CBC, 128, 16)                                                           \
    X(4, cipher, CIPHER, "AES-192-CBC", OB_AES_CBC, 192, 16)                                                           \
    X(5, cipher, CIPHER, "AES-256-CBC", OB_AES_CBC, 256, 16)                                                           \
    X(6, cipher, CIPHER, "AES-128-CTR", OB_AES_CTR, 128, 16)                                                           \
    X(7, cipher, CIPHER, "AES-192-CTR", OB_AES_CTR, 192, 16)                                                           \
    X(8, cipher, CIPHER, "AES-256-CTR", OB_AES_CTR, 256, 16)                                                           \
    X(9, xts, XTS, "AES-128-XTS", OB_AES_XTS, 256, 16)                                                                 \
    X(10, xts, XTS, "AES-256-XTS", OB_AES_XTS, 512, 16)                                                                \
    X(11, cipher, CIPHER, "DES-EDE-ECB", OB_DES3_ECB, 128, 8)                                                          \
    X(12, cipher, CIPHER, "DES-EDE-CBC", OB_DES3_CBC, 128, 8)                                                          \
    X(13, cipher, CIPHER, "DES-EDE3-ECB", OB_DES3_ECB, 192, 8)                                                         \
    X(14, cipher, CIPHER, "DES-EDE3-CBC", OB_DES3_CBC, 192, 8)                                                         \
    X(15, cipher, CIPHER, "SM4-ECB", OB_SM4_ECB, 128, 16)                                                              \
    X(16, cipher, CIPHER, "SM4-CBC", OB_SM4_CBC, 128, 16)                                                              \
    X(17, cipher, CIPHER, "SM4-CTR", OB_SM4_CTR, 128, 16)                                                              \
    X(18, aead, AEAD, "AES-128-GCM", OB_AES_GCM, 128, 16)                                                              \
    X(19, aead, AEAD, "AES-192-GCM", OB_AES_GCM, 192, 16)                                                              \
    X(20, aead, AEAD, "AES-256-GCM", OB_AES_GCM, 256, 16)                                                              \
    X(21, aead, AEAD, "AES-128-CCM", OB_AES_CCM, 128, 16)                                                              \
    X(22, aead, AEAD, "AES-192-CCM", OB_AES_CCM, 192, 16)                                                              \
    X(23, aead, AEAD, "AES-256-CCM", OB_AES_CCM, 256, 16)                                                              \
    X(35, aead, AEAD, "ChaCha20-Poly1305", OB_CHACHA20_POLY1305, 256, 64)

/* number, name, algorithm, block bytes */
#define DIGESTS(X)                                                                                                     \
    X(24, "MD5", OB_MD5, 64)                                                                                           \
    X(25, "SHA1", OB_SHA1, 64)                                                                                         \
    X(26, "SHA2-224", OB_SHA224, 64)                                                                                   \
    X(27, "SHA2-256", OB_SHA256, 64)                                                                                   \
    X(28, "SHA2-384", OB_SHA384, 128)                                                                                  \
    X(29, "SHA2-512", OB_SHA512, 128)                                                                                  \
    X(30, "SHA2-512/224", OB_SHA512_224, 128)                                                                          \
    X(31, "SHA2-512/256", OB_SHA512_256, 128)                                                                          \
    X(32, "SM3", OB_SM3, 64)

/* number, name, block bytes of the cipher; the key decides which hash or cipher it is. */
#define MACS(X)                                                                                                        \
    X(33, "HMAC", 0)                                                                                                   \
    X(34, "CMAC", 16)

static const OSSL_PARAM nothing[] = {{0}};

/* Ask function id of the default provider's algorithm i which parameters exist. */
static const OSSL_PARAM *parameters(void *ctx, void *provctx, unsigned i, int id)
{
    const struct ob_prov_base *b = &((const struct ob_prov *)provctx)->bases[i];
    const OSSL_PARAM *(*ask)(void *, void *) = (const OSSL_PARAM *(*)(void *, void *))b->fn[id];
    void *inner = ctx ? *(void **)ctx : NULL; /* every context begins with the default provider's context */

    if (!ask)
        return nothing;
    return ask(inner, b->provctx);
}

#define CIPHER_FUNCTIONS(i, lower, upper, name, alg, bits, block)                                                      \
    static void *new_##i(void *provctx)                                                                                \
    {                                                                                                                  \
        return obi_prov_##lower##_new(provctx, i);                                                                     \
    }                                                                                                                  \
    static const OSSL_PARAM *gettable_##i(void *provctx)                                                               \
    {                                                                                                                  \
        const struct ob_prov_base *b = &((const struct ob_prov *)provctx)->bases[i];                                   \
        return ((OSSL_FUNC_cipher_gettable_params_fn *)b->fn[OSSL_FUNC_CIPHER_GETTABLE_PARAMS])(b->provctx);           \
    }                                                                                                                  \
    static const OSSL_PARAM *gettable_ctx_##i(void *ctx, void *provctx)                                                \
    {                                                                                                                  \
        return parameters(ctx, provctx, i, OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS);                                      \
    }                                                                                                                  \
    static const OSSL_PARAM *settable_ctx_##i(void *ctx, void *provctx)                                                \
    {                                                                                                                  \
        return parameters(ctx, provctx, i, OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS);                                      \
    }                                                                                                                  \
    static const OSSL_DISPATCH own_##i[] = {                                                                           \
        {OSSL_FUNC_CIPHER_NEWCTX, (ob_prov_fn)new_##i},                                                                \
        {OSSL_FUNC_CIPHER_GETTABLE_PARAMS, (ob_prov_fn)gettable_##i},                                                  \
        {OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, (ob_prov_fn)gettable_ctx_##i},                                          \
        {OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, (ob_prov_fn)settable_ctx_##i},                                          \
        {0, NULL},                                                                                                     \
    };

#define CIPHER_ROW(i, lower, upper, name, alg, bits, block)                                                            \
    [i] = {name, OSSL_OP_CIPHER, OB_PROV_##upper, alg, bits, block, own_##i, obi_prov_##lower##_functions},

/* The functions that all digests, or all MACs, have; upper is the prefix of the function numbers. */
#define BUFFERED_FUNCTIONS(i, lower, upper)                                                                            \
    static void *new_##i(void *provctx)                                                                                \
    {                                                                                                                  \
        return obi_prov_##lower##_new(provctx, i);                                                                     \
    }                                                                                                                  \
    static const OSSL_PARAM *gettable_##i(void *provctx)                                                               \
    {                                                                                                                  \
        const struct ob_prov_base *b = &((const struct ob_prov *)provctx)->bases[i];                                   \
        return ((OSSL_FUNC_##lower##_gettable_params_fn *)b->fn[OSSL_FUNC_##upper##_GETTABLE_PARAMS])(b->provctx);     \
    }                                                                                                                  \
    static const OSSL_PARAM *gettable_ctx_##i(void *ctx, void *provctx)                                                \
    {                                                                                                                  \
        return parameters(ctx, provctx, i, OSSL_FUNC_##upper##_GETTABLE_CTX_PARAMS);                                   \
    }                                                                                                                  \
    static const OSSL_PARAM *settable_ctx_##i(void *ctx, void *provctx)                                                \
    {                                                                                                                  \
        return parameters(ctx, provctx, i, OSSL_FUNC_##upper##_SETTABLE_CTX_PARAMS);                                   \
    }                                                                                                                  \
    static const OSSL_DISPATCH own_##i[] = {                                                                           \
        {OSSL_FUNC_##upper##_NEWCTX, (ob_prov_fn)new_##i},                                                             \
        {OSSL_FUNC_##upper##_GETTABLE_PARAMS, (ob_prov_fn)gettable_##i},                                               \
        {OSSL_FUNC_##upper##_GETTABLE_CTX_PARAMS, (ob_prov_fn)gettable_ctx_##i},                                       \
        {OSSL_FUNC_##upper##_SETTABLE_CTX_PARAMS, (ob_prov_fn)settable_ctx_##i},                                       \
        {0, NULL},                                                                                                     \
    };

#define DIGEST_FUNCTIONS(i, name, alg, block) BUFFERED_FUNCTIONS(i, digest, DIGEST)
#define DIGEST_ROW(i, name, alg, block)                                                                                \
    [i] = {name, OSSL_OP_DIGEST, OB_PROV_DIGEST, alg, 0, block, own_##i, obi_prov_digest_functions},
#define MAC_FUNCTIONS(i, name, block) BUFFERED_FUNCTIONS(i, mac, MAC)
#define MAC_ROW(i, name, block)                                                                                        \
    [i] = {name, OSSL_OP_MAC, OB_PROV_MAC, OB_ALG_NONE, 0, block, own_##i, obi_prov_mac_functions},

CIPHERS(CIPHER_FUNCTIONS)
DIGESTS(DIGEST_FUNCTIONS)
MACS(MAC_FUNCTIONS)

const struct ob_prov_algorithm obi_prov_algorithms[] = {CIPHERS(CIPHER_ROW) DIGESTS(DIGEST_ROW) MACS(MAC_ROW)};
const unsigned obi_prov_n_algorithms = sizeof obi_prov_algorithms / sizeof obi_prov_algorithms[0];

_Static_assert(sizeof obi_prov_algorithms / sizeof obi_prov_algorithms[0] <= OB_PROV_ALGORITHMS_MAX,
               "OB_PROV_ALGORITHMS_MAX is too small");
