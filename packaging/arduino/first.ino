/* SPDX-License-Identifier: Apache-2.0 */
/* A message is encrypted with AES-128-GCM, decrypted, and refused when its tag is wrong. */
#include <Outboard.h>

static struct ob_session session;

static const char *first(void)
{
    static const uint8_t key[16] = {1, 2, 3}, nonce[12] = {4, 5, 6}; /* in earnest: secret, and never twice */
    static const uint8_t message[] = "a first message";
    uint8_t sealed[sizeof message], opened[sizeof message], tag[16];

    if (ob_start() < 1)
        return "no engine passed its self-test";
    if (ob_aead_open(&session, NULL, OB_AES_GCM, key, sizeof key) != OB_OK)
        return "no engine has AES-GCM";
    if (ob_aead_encrypt(&session, sealed, sizeof sealed, tag, sizeof tag, nonce, sizeof nonce, NULL, 0, message,
                        sizeof message) != OB_OK)
        return "encryption failed";
    if (ob_aead_decrypt(&session, opened, sizeof opened, nonce, sizeof nonce, NULL, 0, sealed, sizeof sealed, tag,
                        sizeof tag) != OB_OK)
        return "decryption failed";
    tag[0] ^= 1;
    if (ob_aead_decrypt(&session, opened, sizeof opened, nonce, sizeof nonce, NULL, 0, sealed, sizeof sealed, tag,
                        sizeof tag) != OB_E_AUTH)
        return "a forged message was taken";
    ob_session_close(&session);
    return "all is well";
}

void setup(void)
{
    Serial.begin(115200);
    Serial.println(first());
}

void loop(void)
{
}
