/* SPDX-License-Identifier: Apache-2.0 */
/* The job: AES-128-GCM and SHA-256 of Mbed TLS on 64 bytes. The program fails if a result is wrong. */
#include <string.h>

#include <mbedtls/gcm.h>
#include <mbedtls/sha256.h>

/* GCM of 64 bytes of zero under a key and an IV of zero (SP 800-38D), then SHA-256 of the ciphertext (FIPS 180-4). */
static const unsigned char tag_wanted[16] = {0xa2, 0x5c, 0x52, 0x4b, 0x06, 0x90, 0x89, 0xf1,
                                             0x67, 0x44, 0x45, 0xd6, 0x4e, 0x18, 0xc4, 0xf5};
static const unsigned char digest_wanted[32] = {0x22, 0x33, 0x39, 0x12, 0x36, 0x72, 0xc7, 0x78, 0xab, 0x9e, 0x0d,
                                                0x7a, 0x0f, 0xb1, 0x00, 0xff, 0xf5, 0xce, 0x79, 0xa6, 0x03, 0x3f,
                                                0xc8, 0x07, 0x1b, 0x97, 0xc3, 0x6d, 0x1e, 0x99, 0x51, 0x59};

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
    r |= mbedtls_sha256(data, sizeof data, digest, 0);
    return r || memcmp(tag, tag_wanted, sizeof tag) || memcmp(digest, digest_wanted, sizeof digest);
}
