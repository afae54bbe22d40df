/* SPDX-License-Identifier: Apache-2.0 */
/* The job on Mbed TLS: AES-GCM encryption and SHA-256. */
#include <mbedtls/gcm.h>
#include <mbedtls/sha256.h>

int main(void)
{
    static unsigned char key[16], iv[12], data[64], tag[16], digest[32];
    static mbedtls_gcm_context gcm;
    int r;

    mbedtls_gcm_init(&gcm);
    r = mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, key, 8 * sizeof key);
    r |= mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, sizeof data, iv, sizeof iv, NULL, 0, data, data,
                                   sizeof tag, tag);
    mbedtls_gcm_free(&gcm);
    return r | mbedtls_sha256(data, sizeof data, digest, 0);
}
