/* SPDX-License-Identifier: Apache-2.0 */
/* The seed of the library's random generators: a provider with one source, ob_random or the platform. The generators
 * themselves are the library's CTR_DRBG (SP 800-90A), one per thread, seeded again after a fork. */
#include "engine/openssl/internal.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/rand.h>

#include "port/random.h"

/* The session whose op runs in this thread, because the library passes no such argument to the source. NULL if the
 * library asks outside of an op. */
static _Thread_local struct ob_session *asking;
static _Thread_local bool failed;

void obi_openssl_random_begin(struct ob_session *s)
{
    asking = s;
    failed = false;
}

bool obi_openssl_random_failed(void)
{
    return failed;
}

/* A source has no data of its own but the library's state number. */
struct source {
    int state;
};

static void *source_new(void *provider, void *parent, const OSSL_DISPATCH *parent_calls)
{
    struct source *s = OPENSSL_zalloc(sizeof *s);

    (void)provider;
    (void)parent;
    (void)parent_calls;
    if (s)
        s->state = EVP_RAND_STATE_UNINITIALISED;
    return s;
}

static void source_free(void *source)
{
    OPENSSL_free(source);
}

static int source_instantiate(void *source, unsigned strength, int prediction_resistance, const unsigned char *personal,
                              size_t personal_len, const OSSL_PARAM params[])
{
    struct source *s = source;

    (void)strength;
    (void)prediction_resistance;
    (void)personal;
    (void)personal_len;
    (void)params;
    s->state = EVP_RAND_STATE_READY;
    return 1;
}

static int source_uninstantiate(void *source)
{
    struct source *s = source;

    s->state = EVP_RAND_STATE_UNINITIALISED;
    return 1;
}

static int fill(unsigned char *out, size_t len)
{
    if ((asking ? ob_random(asking, out, len) : ob_port_random(out, len)) == OB_OK)
        return 1;
    failed = true;
    return 0;
}

static int source_generate(void *source, unsigned char *out, size_t len, unsigned strength, int prediction_resistance,
                           const unsigned char *more, size_t more_len)
{
    (void)source;
    (void)strength;
    (void)prediction_resistance;
    (void)more;
    (void)more_len;
    return fill(out, len);
}

static int source_reseed(void *source, int prediction_resistance, const unsigned char *entropy, size_t entropy_len,
                         const unsigned char *more, size_t more_len)
{
    (void)source;
    (void)prediction_resistance;
    (void)entropy;
    (void)entropy_len;
    (void)more;
    (void)more_len;
    return 1;
}

/* The platform's bytes have full entropy, so `entropy` bits take entropy / 8 bytes; at least min_len. */
static size_t source_get_seed(void *source, unsigned char **out, int entropy, size_t min_len, size_t max_len,
                              int prediction_resistance, const unsigned char *more, size_t more_len)
{
    size_t len = entropy > 0 ? ((size_t)entropy + 7) / 8 : 0;

    (void)source;
    (void)prediction_resistance;
    (void)more;
    (void)more_len;
    if (len < min_len)
        len = min_len;
    if (len > max_len)
        return 0;
    *out = OPENSSL_secure_malloc(len);
    if (*out && fill(*out, len))
        return len;
    OPENSSL_secure_clear_free(*out, len);
    *out = NULL;
    return 0;
}

static void source_clear_seed(void *source, unsigned char *seed, size_t len)
{
    (void)source;
    OPENSSL_secure_clear_free(seed, len);
}

static int source_lock(void *source)
{
    (void)source;
    return 1; /* a source is not shared, so it needs no lock */
}

static void source_unlock(void *source)
{
    (void)source;
}

static int source_get_params(void *source, OSSL_PARAM params[])
{
    struct source *s = source;
    OSSL_PARAM *p;

    p = OSSL_PARAM_locate(params, OSSL_RAND_PARAM_STATE);
    if (p && !OSSL_PARAM_set_int(p, s->state))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_RAND_PARAM_STRENGTH);
    if (p && !OSSL_PARAM_set_uint(p, 256))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_RAND_PARAM_MAX_REQUEST);
    return !p || OSSL_PARAM_set_size_t(p, (size_t)1 << 16);
}

static const OSSL_PARAM *source_gettable(void *source, void *provider)
{
    static const OSSL_PARAM known[] = {OSSL_PARAM_int(OSSL_RAND_PARAM_STATE, NULL),
                                       OSSL_PARAM_uint(OSSL_RAND_PARAM_STRENGTH, NULL),
                                       OSSL_PARAM_size_t(OSSL_RAND_PARAM_MAX_REQUEST, NULL), OSSL_PARAM_END};

    (void)source;
    (void)provider;
    return known;
}

#define CALL(id, function)                                                                                             \
    {                                                                                                                  \
        id, (void (*)(void))function                                                                                   \
    }

static const OSSL_DISPATCH source_calls[] = {
    CALL(OSSL_FUNC_RAND_NEWCTX, source_new),
    CALL(OSSL_FUNC_RAND_FREECTX, source_free),
    CALL(OSSL_FUNC_RAND_INSTANTIATE, source_instantiate),
    CALL(OSSL_FUNC_RAND_UNINSTANTIATE, source_uninstantiate),
    CALL(OSSL_FUNC_RAND_GENERATE, source_generate),
    CALL(OSSL_FUNC_RAND_RESEED, source_reseed),
    CALL(OSSL_FUNC_RAND_ENABLE_LOCKING, source_lock),
    CALL(OSSL_FUNC_RAND_LOCK, source_lock),
    CALL(OSSL_FUNC_RAND_UNLOCK, source_unlock),
    CALL(OSSL_FUNC_RAND_GETTABLE_CTX_PARAMS, source_gettable),
    CALL(OSSL_FUNC_RAND_GET_CTX_PARAMS, source_get_params),
    CALL(OSSL_FUNC_RAND_GET_SEED, source_get_seed),
    CALL(OSSL_FUNC_RAND_CLEAR_SEED, source_clear_seed),
    {0, NULL},
};

#define SOURCE "OUTBOARD-SEED"
#define OWNER  "outboard-seed"

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache)
{
    static const OSSL_ALGORITHM sources[] = {
        {SOURCE, "provider=" OWNER, source_calls, "the platform's entropy"},
        {NULL, NULL, NULL, NULL},
    };

    (void)provider;
    *no_cache = 0;
    return operation == OSSL_OP_RAND ? sources : NULL;
}

static int provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                         void **provider)
{
    static const OSSL_DISPATCH calls[] = {CALL(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query), {0, NULL}};

    (void)in;
    *out = calls;
    *provider = (void *)(uintptr_t)handle;
    return 1;
}

int obi_openssl_random_start(OSSL_LIB_CTX *lib)
{
    if (!OSSL_PROVIDER_add_builtin(lib, OWNER, provider_init) || !OSSL_PROVIDER_load(lib, OWNER) ||
        !RAND_set_seed_source_type(lib, SOURCE, "provider=" OWNER))
        return OB_E_IO;
    return OB_OK;
}
