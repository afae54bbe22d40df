/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps every call of the classes hash, MAC, cipher and AEAD in the image, beside start, self-test and close. */
#include <outboard/outboard.h>

typedef void (*call)(void);

const volatile call kept[] = {
    (call)ob_hash_open,   (call)ob_hash_update,  (call)ob_hash_final,   (call)ob_hash_compute,  (call)ob_mac_open,
    (call)ob_mac_update,  (call)ob_mac_final,    (call)ob_mac_verify,   (call)ob_mac_compute,   (call)ob_mac_check,
    (call)ob_cipher_open, (call)ob_cipher_crypt, (call)ob_cipher_start, (call)ob_cipher_update, (call)ob_cipher_finish,
    (call)ob_aead_open,   (call)ob_aead_encrypt, (call)ob_aead_decrypt, (call)ob_aead_start,    (call)ob_aead_aad,
    (call)ob_aead_update, (call)ob_aead_finish,  (call)ob_aead_verify,  (call)ob_session_close,
};

int main(void)
{
    kept[ob_start()]();
    return 0;
}
