/* SPDX-License-Identifier: Apache-2.0 */
/* All self-tests of the engine mbedtls on the program's own library, beside the library's cipher layer. */
#include <outboard/engine.h>
#include <outboard/outboard.h>

#include <mbedtls/cipher.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    const mbedtls_cipher_info_t *info = mbedtls_cipher_info_from_type(MBEDTLS_CIPHER_AES_128_CBC);
    int tested = 0;

    if (!info || ob_start() != 2)
        return 1;
    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        struct ob_engine *e = ob_default.engine[i];
        int r = ob_selftest(e, 0);

        printf("%s: %s\n", e->ops->name, ob_error_text(r));
        if (r != OB_OK)
            return 1;
        tested += strcmp(e->ops->name, "mbedtls") == 0;
    }
    ob_stop(&ob_default);
    return tested == 1 ? 0 : 1;
}
