/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of openssl enc: its ciphers, and how it derives a key from a password. */
#include "cli/cli.h"
#include "cli/openssl.h"

#include <string.h>

#define ROUNDS 10000u /* the default of openssl enc -pbkdf2 */

static const struct cli_openssl_cipher ciphers[] = {
    {"aes-128-cbc", OB_AES_CBC, 16, 16}, {"aes-192-cbc", OB_AES_CBC, 24, 16}, {"aes-256-cbc", OB_AES_CBC, 32, 16},
    {"aes-128-ctr", OB_AES_CTR, 16, 16}, {"aes-192-ctr", OB_AES_CTR, 24, 16}, {"aes-256-ctr", OB_AES_CTR, 32, 16},
    {"aes-128-ecb", OB_AES_ECB, 16, 16}, {"aes-192-ecb", OB_AES_ECB, 24, 16}, {"aes-256-ecb", OB_AES_ECB, 32, 16},
    {"des-cbc", OB_DES_CBC, 8, 8},       {"des-ede-cbc", OB_DES3_CBC, 16, 8}, {"des-ede3-cbc", OB_DES3_CBC, 24, 8},
    {"des-ecb", OB_DES_ECB, 8, 8},       {"des-ede-ecb", OB_DES3_ECB, 16, 8}, {"des-ede3-ecb", OB_DES3_ECB, 24, 8},
    {"sm4-cbc", OB_SM4_CBC, 16, 16},     {"sm4-ctr", OB_SM4_CTR, 16, 16},     {"sm4-ecb", OB_SM4_ECB, 16, 16},
};

const struct cli_openssl_cipher *cli_openssl_cipher(const char *name)
{
    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++)
        if (strcmp(ciphers[i].name, name) == 0)
            return &ciphers[i];
    return NULL;
}

bool cli_openssl_pads(const struct cli_openssl_cipher *c)
{
    return c->alg != OB_AES_CTR && c->alg != OB_SM4_CTR;
}

/* EVP_BytesToKey with one round: the concatenation of all D_i = hash(D_(i-1)
 *
 * password
 *
 * salt). */
static int bytes_to_key(uint8_t *out, size_t out_len, uint8_t hash, const struct cli_secret *password,
                        const uint8_t *salt, size_t salt_len)
{
    size_t len = ob_alg_tag(hash);
    uint8_t d[OB_DIGEST_MAX];
    struct ob_session s;
    int err = ob_hash_open(&s, NULL, hash);

    if (err != OB_OK)
        return err;
    for (size_t done = 0, n; err == OB_OK && done < out_len; done += n) {
        n = out_len - done < len ? out_len - done : len;
        if (done > 0)
            err = ob_hash_update(&s, d, len);
        if (err == OB_OK)
            err = ob_hash_update(&s, password->data, password->len);
        if (err == OB_OK)
            err = ob_hash_update(&s, salt, salt_len);
        if (err == OB_OK)
            err = ob_hash_final(&s, d, len);
        if (err == OB_OK)
            memcpy(out + done, d, n);
    }
    ob_session_close(&s);
    ob_wipe(d, sizeof d);
    return err;
}

int cli_openssl_start(struct ob_session *s, const struct cli_seal *what, const struct cli_secret *password,
                      const uint8_t *salt, uint8_t dir, uint64_t total)
{
    const struct cli_openssl_cipher *c = cli_openssl_cipher(what->algorithm ? what->algorithm : "aes-256-cbc");
    uint8_t key_iv[32 + 16], hash = what->md ? ob_alg_from_name(what->md) : (uint8_t)OB_SHA256;
    bool ecb = c->alg == OB_AES_ECB || c->alg == OB_DES_ECB || c->alg == OB_DES3_ECB || c->alg == OB_SM4_ECB;
    size_t iv_len = ecb ? 0 : c->block, salt_len = what->no_salt ? 0 : CLI_OPENSSL_SALT;
    uint32_t rounds = what->rounds ? (uint32_t)what->rounds : ROUNDS;
    int err;

    if (what->legacy_kdf)
        err = bytes_to_key(key_iv, c->key_len + iv_len, hash, password, salt, salt_len);
    else
        err = cli_pbkdf2(key_iv, c->key_len + iv_len, hash, password, salt, salt_len, rounds, what->quiet);
    if (err != OB_OK)
        return cli_failed(what->legacy_kdf ? "key derivation" : "PBKDF2", err);
    err = ob_cipher_open(s, NULL, c->alg, key_iv, c->key_len);
    if (err == OB_OK) {
        err = ob_cipher_start(s, dir, key_iv + c->key_len, iv_len, total);
        if (err != OB_OK)
            ob_session_close(s);
    }
    ob_wipe(key_iv, sizeof key_iv);
    return err == OB_OK ? CLI_OK : cli_failed(c->name, err);
}
