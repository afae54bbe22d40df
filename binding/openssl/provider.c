/* SPDX-License-Identifier: Apache-2.0 */
/* The OpenSSL provider "outboard" (provider(7)): its entry point, and what it offers. */
#include "binding/openssl/provider.h"

#include <openssl/core_names.h>
#include <openssl/provider.h>

#include <outboard/outboard.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t build_mutex = PTHREAD_MUTEX_INITIALIZER;

/* Loading does only this. If anything fails later, the provider stays loaded and offers nothing. */
static const OSSL_ALGORITHM *query(void *provctx, int operation, int *no_cache)
{
    struct ob_prov *p = (struct ob_prov *)provctx;
    uint32_t built;

    *no_cache = 0;
    if (operation != OSSL_OP_CIPHER && operation != OSSL_OP_DIGEST && operation != OSSL_OP_MAC)
        return NULL;
    built = __atomic_load_n(&p->built, __ATOMIC_ACQUIRE);
    if (!built) {
        (void)pthread_mutex_lock(&build_mutex);
        if (!p->built && p->registered) {
            if (!obi_prov_offers_make(p))
                __atomic_store_n(&p->built, 2, __ATOMIC_RELEASE);
            else if (obi_prov_build(p))
                __atomic_store_n(&p->built, 1, __ATOMIC_RELEASE);
        }
        built = p->built;
        (void)pthread_mutex_unlock(&build_mutex);
    }
    if (!built)
        *no_cache = p->registered; /* libcrypto must ask again once there is a default provider */
    return built == 1 ? p->offered[operation] : NULL;
}

static const OSSL_PARAM gettable[] = {
    {OSSL_PROV_PARAM_NAME, OSSL_PARAM_UTF8_PTR, NULL, 0, 0},
    {OSSL_PROV_PARAM_VERSION, OSSL_PARAM_UTF8_PTR, NULL, 0, 0},
    {OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, NULL, 0, 0},
    {OSSL_PROV_PARAM_STATUS, OSSL_PARAM_INTEGER, NULL, 0, 0},
    {0},
};

static const OSSL_PARAM *gettable_params(void *provctx)
{
    (void)provctx;
    return gettable;
}

/* openssl list -providers -verbose shows the reason why nothing is offered. */
static const char *state(struct ob_prov *p)
{
    static char slow[300];
    int no_cache;

    (void)query(p, OSSL_OP_CIPHER, &no_cache);
    if (!p->registered)
        return "offers nothing: this libcrypto does not name its providers";
    if (p->built == 1 && obi_prov_settings.slow > 1) {
        snprintf(slow, sizeof slow, "offers algorithms; slow: software takes %u times as long",
                 (unsigned)obi_prov_settings.slow);
        return slow;
    }
    if (p->built == 1 && obi_prov_settings.why[0]) {
        snprintf(slow, sizeof slow, "waits for prices: %.200s", obi_prov_settings.why);
        return slow;
    }
    if (p->built == 1)
        return "offers algorithms";
    return p->built == 0 ? "offers nothing: the default provider is not active" : obi_prov_settings.why;
}

static int get_params(void *provctx, OSSL_PARAM params[])
{
    struct ob_prov *p = (struct ob_prov *)provctx;
    const OSSL_PARAM *ask;
    bool ok = true;

    if ((ask = obi_prov_param(params, OSSL_PROV_PARAM_NAME)))
        ok = obi_prov_param_set_text(ask, "Outboard");
    if (ok && (ask = obi_prov_param(params, OSSL_PROV_PARAM_VERSION)))
        ok = obi_prov_param_set_text(ask, OB_VERSION);
    if (ok && (ask = obi_prov_param(params, OSSL_PROV_PARAM_BUILDINFO)))
        ok = obi_prov_param_set_text(ask, state(p));
    if (ok && (ask = obi_prov_param(params, OSSL_PROV_PARAM_STATUS)))
        ok = obi_prov_param_set_number(ask, 1);
    return ok;
}

static void teardown(void *provctx)
{
    struct ob_prov *p = (struct ob_prov *)provctx;

    obi_prov_release(p);
    free(p);
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_PROVIDER_TEARDOWN, (ob_prov_fn)teardown},
    {OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, (ob_prov_fn)gettable_params},
    {OSSL_FUNC_PROVIDER_GET_PARAMS, (ob_prov_fn)get_params},
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (ob_prov_fn)query},
    {0, NULL},
};

__attribute__((visibility("default"))) int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in,
                                                              const OSSL_DISPATCH **out, void **provctx)
{
    struct ob_prov *p = calloc(1, sizeof *p);

    if (!p)
        return 0;
    p->handle = handle;
    (void)obi_prov_upstream(p, in);
    *provctx = p;
    *out = functions;
    return 1;
}
