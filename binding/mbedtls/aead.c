/* SPDX-License-Identifier: Apache-2.0 */
/* Sessions for the AEAD contexts of the library, found by the AES key in the context. */
#include "binding/mbedtls/aead.h"

#if (defined(MBEDTLS_GCM_C) || defined(MBEDTLS_CCM_C)) && defined(MBEDTLS_AES_C)

static unsigned key_of(const mbedtls_aes_context *aes, uint32_t key[8])
{
    return aes ? obi_aes_key(aes, false, key) : 0;
}

bool obi_aead_take(struct obi_lease *lease, enum obi_function function, uint8_t alg, const mbedtls_aes_context *aes,
                   int *r)
{
    uint32_t key[8];
    unsigned words = key_of(aes, key);

    if (words == 0)
        return false;
    *r = obi_mbedtls_take(lease, function, alg, key, words);
    ob_wipe(key, sizeof key);
    obi_mbedtls_remember(aes, lease);
    return true;
}

void obi_aead_prepare(enum obi_function function, uint8_t alg, const mbedtls_aes_context *aes)
{
    uint32_t key[8];
    unsigned words = key_of(aes, key);

    if (words)
        obi_mbedtls_prepare(function, alg, key, words);
    ob_wipe(key, sizeof key);
}

bool obi_aead_slowly(enum obi_function function, const struct obi_aead *aead, const mbedtls_aes_context *aes,
                     const struct ob_whole *w, int *r)
{
    struct obi_lease lease = {.s = NULL, .function = function};

    if (*r == OBI_NOT_THERE) {
        if (!obi_aead_take(&lease, function, aead->alg, aes, r))
            return false;
        *r = obi_mbedtls_run(&lease, *r, w);
    }
    return obi_mbedtls_release(&lease, *r, w->in != w->out, aead->auth_failed, r);
}

#endif
