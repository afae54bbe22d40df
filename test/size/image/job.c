/* SPDX-License-Identifier: Apache-2.0 */
/* The job on Outboard: AES-GCM encryption and SHA-256, after the self-test. */
#include <outboard/outboard.h>

int main(void)
{
    static uint8_t key[16], iv[12], data[64], tag[16], digest[32];
    static struct ob_session s;
    int r = ob_start();

    r |= ob_aead_open(&s, NULL, OB_AES_GCM, key, sizeof key);
    r |= ob_aead_encrypt(&s, data, sizeof data, tag, sizeof tag, iv, sizeof iv, NULL, 0, data, sizeof data);
    ob_session_close(&s);
    r |= ob_hash_open(&s, NULL, OB_SHA256);
    r |= ob_hash_compute(&s, digest, sizeof digest, data, sizeof data);
    ob_session_close(&s);
    return r;
}
