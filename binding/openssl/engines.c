/* SPDX-License-Identifier: Apache-2.0 */
/* The engines of the provider; at equal prices the earlier one serves. Their start opens nothing: devices and helpers
 * are opened by the first op. An engine without OB_CAP_HARDWARE in its rows is no offload: it serves only if the
 * settings name it. */
#include "binding/openssl/provider.h"

#ifdef OB_PROV_WITH_AFALG
#define WITH_AFALG(X) X(afalg)
#else
#define WITH_AFALG(X)
#endif
#ifdef OB_PROV_WITH_DEVCRYPTO
#define WITH_DEVCRYPTO(X) X(devcrypto)
#else
#define WITH_DEVCRYPTO(X)
#endif

#define OB_PROV_ENGINES(X) X(soft) WITH_AFALG(X) WITH_DEVCRYPTO(X)

#define DECLARE(name) extern struct ob_engine ob_engine_##name;
#define LIST(name)    &ob_engine_##name,

OB_PROV_ENGINES(DECLARE)

struct ob_engine *const obi_prov_engines[] = {OB_PROV_ENGINES(LIST) NULL};

/* This replaces the library's own list (ob_start). */
struct ob_engine *const ob_linked_engines[] = {NULL};
