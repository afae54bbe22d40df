/* SPDX-License-Identifier: Apache-2.0 */
/* The libcrypto that loaded the provider, and its default provider (provider-base(7)).
 *
 * The provider is not linked to a libcrypto, so it works in a program that contains its own. Nearly all that it needs
 * comes from the core's dispatch table, which gives the other providers of the library context with their dispatch
 * tables and contexts. Only optional functions are looked up by name, in the object that contains a core function. */
#define _GNU_SOURCE
#include "binding/openssl/provider.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const void *libcrypto_address; /* an address in the first libcrypto that loaded the provider */

/* ---- the default provider ---- */

static int provider_appears(const OSSL_CORE_HANDLE *other, void *data)
{
    struct ob_prov *p = (struct ob_prov *)data;
    const char *name = p->provider_name(other);

    if (__atomic_load_n(&p->base, __ATOMIC_ACQUIRE) || !name || strcmp(name, "default") != 0)
        return 1;
    /* The reference is kept until teardown: our contexts use the default provider's functions even after the
     * application has unloaded it. */
    if (p->provider_up_ref(other, 0))
        __atomic_store_n(&p->base, other, __ATOMIC_RELEASE);
    return 1;
}

static int provider_goes(const OSSL_CORE_HANDLE *other, void *data)
{
    (void)other;
    (void)data;
    return 1;
}

static int properties_change(const char *properties, void *data)
{
    (void)properties;
    (void)data;
    return 1;
}

bool obi_prov_upstream(struct ob_prov *p, const OSSL_DISPATCH *core)
{
    for (; core->function_id; core++)
        switch (core->function_id) {
        case OSSL_FUNC_CORE_GET_PARAMS:
            p->get_params = OSSL_FUNC_core_get_params(core);
            break;
        case OSSL_FUNC_CORE_NEW_ERROR:
            p->new_error = OSSL_FUNC_core_new_error(core);
            break;
        case OSSL_FUNC_CORE_SET_ERROR_DEBUG:
            p->set_error_debug = OSSL_FUNC_core_set_error_debug(core);
            break;
        case OSSL_FUNC_CORE_VSET_ERROR:
            p->vset_error = OSSL_FUNC_core_vset_error(core);
            break;
        case OSSL_FUNC_PROVIDER_REGISTER_CHILD_CB:
            p->register_child_cb = OSSL_FUNC_provider_register_child_cb(core);
            break;
        case OSSL_FUNC_PROVIDER_DEREGISTER_CHILD_CB:
            p->deregister_child_cb = OSSL_FUNC_provider_deregister_child_cb(core);
            break;
        case OSSL_FUNC_PROVIDER_NAME:
            p->provider_name = OSSL_FUNC_provider_name(core);
            break;
        case OSSL_FUNC_PROVIDER_GET0_PROVIDER_CTX:
            p->provider_ctx = OSSL_FUNC_provider_get0_provider_ctx(core);
            break;
        case OSSL_FUNC_PROVIDER_GET0_DISPATCH:
            p->provider_dispatch = OSSL_FUNC_provider_get0_dispatch(core);
            break;
        case OSSL_FUNC_PROVIDER_UP_REF:
            p->provider_up_ref = OSSL_FUNC_provider_up_ref(core);
            break;
        case OSSL_FUNC_PROVIDER_FREE:
            p->provider_free = OSSL_FUNC_provider_free(core);
            break;
        default:
            break;
        }
    if (!p->get_params || !p->register_child_cb || !p->deregister_child_cb || !p->provider_name || !p->provider_ctx ||
        !p->provider_dispatch || !p->provider_up_ref || !p->provider_free)
        return false;
    __atomic_store_n(&libcrypto_address, (const void *)(uintptr_t)p->get_params, __ATOMIC_RELEASE);
    p->registered = p->register_child_cb(p->handle, provider_appears, provider_goes, properties_change, p) == 1;
    p->listens = p->registered;
    return p->registered;
}

/* Once there is something to offer: what an application has fetched may keep the provider alive beyond its library
 * context, and then there is nothing left to tell this to. */
static void stop_listening(struct ob_prov *p)
{
    if (p->listens)
        p->deregister_child_cb(p->handle);
    p->listens = false;
}

void obi_prov_release(struct ob_prov *p)
{
    stop_listening(p);
    if (p->base)
        (void)p->provider_free(p->base, 0);
    for (unsigned i = 0; i < obi_prov_n_algorithms; i++) {
        free(p->functions[i]);
        if (obi_prov_settings.slow > 1)
            free(p->bases[i].provctx);
    }
}

ob_prov_fn obi_prov_symbol(const char *name)
{
    const void *address = __atomic_load_n(&libcrypto_address, __ATOMIC_ACQUIRE);
    void *object, *found = NULL;
    ob_prov_fn fn;
    Dl_info info;

    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return NULL;
    object = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (!object) /* the program itself */
        object = dlopen(NULL, RTLD_LAZY);
    if (object) {
        Dl_info at;

        found = dlsym(object, name);
        if (found && (!dladdr(found, &at) || at.dli_fbase != info.dli_fbase))
            found = NULL; /* it belongs to another libcrypto in this process */
        dlclose(object);
    }
    memcpy(&fn, &found, sizeof fn);
    return fn;
}

/* ---- what is offered ---- */

static ob_prov_fn find(const OSSL_DISPATCH *table, int id)
{
    for (; table && table->function_id; table++)
        if (table->function_id == id)
            return table->function;
    return NULL;
}

/* True if name is the first of the names, which colons separate. */
static bool first_name_is(const char *names, const char *name)
{
    size_t len = strlen(name);

    return strncmp(names, name, len) == 0 && (names[len] == ':' || names[len] == 0);
}

/* The functions of this provider for algorithm i, without those that the default provider lacks. Functions that need no
 * context are the default provider's own. */
static OSSL_DISPATCH *functions(const struct ob_prov_algorithm *a, const struct ob_prov_base *b)
{
    int ask = a->operation == OSSL_OP_CIPHER   ? OSSL_FUNC_CIPHER_GET_PARAMS
              : a->operation == OSSL_OP_DIGEST ? OSSL_FUNC_DIGEST_GET_PARAMS
                                               : OSSL_FUNC_MAC_GET_PARAMS;
    OSSL_DISPATCH *table = calloc(OB_PROV_FNS + 1, sizeof *table);
    unsigned n = 0;

    for (const OSSL_DISPATCH *d = a->own; table && d->function_id; d++)
        if (b->fn[d->function_id])
            table[n++] = *d;
    for (const OSSL_DISPATCH *d = a->shared; table && d->function_id; d++)
        if (b->fn[d->function_id])
            table[n++] = *d;
    if (table && b->fn[ask])
        table[n] = (OSSL_DISPATCH){ask, b->fn[ask]};
    return table;
}

static const struct ob_prov_algorithm *known(uint8_t operation, const char *names)
{
    for (unsigned i = 0; i < obi_prov_n_algorithms; i++)
        if (obi_prov_algorithms[i].name && obi_prov_algorithms[i].operation == operation &&
            first_name_is(names, obi_prov_algorithms[i].name))
            return &obi_prov_algorithms[i];
    return NULL;
}

bool obi_prov_build(struct ob_prov *p)
{
    const OSSL_CORE_HANDLE *base = __atomic_load_n(&p->base, __ATOMIC_ACQUIRE);
    OSSL_FUNC_provider_query_operation_fn *query;
    static const uint8_t operations[] = {OSSL_OP_DIGEST, OSSL_OP_CIPHER, OSSL_OP_MAC};
    void *provctx;

    if (!base)
        return false;
    stop_listening(p);
    provctx = p->provider_ctx(base);
    query =
        (OSSL_FUNC_provider_query_operation_fn *)find(p->provider_dispatch(base), OSSL_FUNC_PROVIDER_QUERY_OPERATION);
    for (size_t k = 0; query && k < sizeof operations; k++) {
        uint8_t operation = operations[k];
        int no_cache = 0;
        const OSSL_ALGORITHM *theirs = query(provctx, operation, &no_cache);
        unsigned n = 0;

        for (; theirs && theirs->algorithm_names; theirs++) {
            const struct ob_prov_algorithm *a = known(operation, theirs->algorithm_names);
            unsigned i;

            if (!a || !obi_prov_worth(a))
                continue;
            i = (unsigned)(a - obi_prov_algorithms);
            if (p->functions[i])
                continue;
            p->bases[i].provctx = provctx;
            for (const OSSL_DISPATCH *d = theirs->implementation; d->function_id; d++)
                if (d->function_id < OB_PROV_FNS)
                    p->bases[i].fn[d->function_id] = d->function;
            if (obi_prov_settings.slow > 1 && !obi_prov_slow(&p->bases[i], operation)) {
                p->bases[i].provctx = NULL; /* this one must not be freed */
                continue;
            }
            p->functions[i] = functions(a, &p->bases[i]);
            if (!p->functions[i])
                continue;
            p->offered[operation][n++] = (OSSL_ALGORITHM){theirs->algorithm_names, "provider=outboard", p->functions[i],
                                                          "offloaded where it pays (Outboard)"};
        }
    }
    return true;
}

/* ---- errors ---- */

void obi_prov_error(const struct ob_prov *p, const char *text, ...)
{
    va_list args;

    if (!p->new_error || !p->vset_error)
        return;
    va_start(args, text);
    p->new_error(p->handle);
    p->vset_error(p->handle, 1, text, args);
    va_end(args);
}
