/* SPDX-License-Identifier: Apache-2.0 */
/* Library contexts with and without the provider. */
#include "evp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <openssl/provider.h>

OSSL_LIB_CTX *evp_plain, *evp_outboard;

static OSSL_PROVIDER *outboard, *base;

int evp_start(void **state)
{
    (void)state;
    evp_plain = OSSL_LIB_CTX_new();
    evp_outboard = OSSL_LIB_CTX_new();
    assert_non_null(evp_plain);
    assert_non_null(evp_outboard);
    assert_true(OSSL_PROVIDER_set_default_search_path(evp_outboard, getenv("OB_TEST_PROVIDER_DIR")));
    outboard = OSSL_PROVIDER_load(evp_outboard, "outboard_test");
    base = OSSL_PROVIDER_load(evp_outboard, "default");
    assert_non_null(outboard);
    assert_non_null(base);
    assert_true(EVP_set_default_properties(evp_outboard, "?provider=outboard"));
    return 0;
}

int evp_stop(void **state)
{
    (void)state;
    OSSL_PROVIDER_unload(outboard);
    OSSL_PROVIDER_unload(base);
    OSSL_LIB_CTX_free(evp_outboard);
    OSSL_LIB_CTX_free(evp_plain);
    return 0;
}

uint32_t evp_next(uint32_t *seed)
{
    uint32_t x = *seed ? *seed : 1;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *seed = x;
}

void evp_fill(uint8_t *out, size_t len, uint32_t seed)
{
    seed = seed * 2654435761u + 1;
    for (size_t i = 0; i < len; i++)
        out[i] = (uint8_t)(evp_next(&seed) >> 11);
}

bool evp_mode_is(const char *mode)
{
    const char *is = getenv("OUTBOARD");

    return is && strcmp(is, mode) == 0;
}
