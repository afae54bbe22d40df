/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of Mbed TLS with table AES, in loops. */
#include "test/speed/plain.h"

#include <mbedtls/aes.h>
#include <mbedtls/gcm.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

#include <string.h>

static mbedtls_aes_context aes;
static mbedtls_gcm_context gcm;

int plain_key(const uint8_t key[16])
{
    int err;

    mbedtls_aes_init(&aes);
    mbedtls_gcm_init(&gcm);
    err = mbedtls_aes_setkey_enc(&aes, key, 128);
    return err ? err : mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 128);
}

int plain_run(enum plain_job job, uint8_t *out, uint8_t *tag, const uint8_t *in, size_t len, unsigned n)
{
    unsigned char iv[16], stream[16];
    size_t offset;
    int err = 0;

    memset(iv, 0, sizeof iv);
    for (; n && !err; n--) {
        switch (job) {
        case PLAIN_AES_BLOCK:
            err = mbedtls_aes_crypt_ecb(&aes, MBEDTLS_AES_ENCRYPT, in, out);
            break;
        case PLAIN_AES_CBC:
            err = mbedtls_aes_crypt_cbc(&aes, MBEDTLS_AES_ENCRYPT, len, iv, in, out);
            break;
        case PLAIN_AES_CTR:
            offset = 0;
            err = mbedtls_aes_crypt_ctr(&aes, len, &offset, iv, stream, in, out);
            break;
        case PLAIN_AES_GCM:
            err = mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, len, iv, 12, NULL, 0, in, out, 16, tag);
            break;
        case PLAIN_SHA256:
            err = mbedtls_sha256(in, len, out, 0);
            break;
        case PLAIN_SHA512:
            err = mbedtls_sha512(in, len, out, 0);
            break;
        }
    }
    return err;
}
