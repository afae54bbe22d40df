/* SPDX-License-Identifier: Apache-2.0 */
/* Load a private key from a PEM text, sign with it and verify, on any board. */
#include "key.h"
#include <outboard/outboard.h>
#include <stdio.h>

int main(void)
{
    static const uint8_t digest[32] = "a SHA-256 digest, 32 bytes long";
    static uint8_t sig[OB_PK_SIGNATURE_MAX];
    static struct ob_session s;
    static struct ob_pem_key key;
    size_t len;
    int r = ob_start() > 0 ? ob_pk_open_pem(&s, NULL, OB_SHA256, &key, pem, sizeof pem) : OB_E_DECLINED;

    if (r == OB_OK)
        r = ob_pk_sign(&s, sig, sizeof sig, &len, digest, sizeof digest);
    if (r == OB_OK)
        r = ob_pk_verify(&s, sig, len, digest, sizeof digest);
    ob_session_close(&s);
    ob_wipe(&key, sizeof key);
    printf("%s\n", ob_error_text(r));
    return r != OB_OK;
}
