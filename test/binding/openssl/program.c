/* SPDX-License-Identifier: Apache-2.0 */
/* A program that knows nothing of the provider: it encrypts its input with AES-256-CBC under a fixed key, after the
 * configuration that OPENSSL_CONF names, or the provider that the first argument is the path of. Prints the SHA-256 of
 * the result and who did it. Linked to libcrypto.so, and once more to libcrypto.a. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/provider.h>

#define LEN (256 * 1024)

static int fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 1;
}

int main(int argc, char **argv)
{
    static unsigned char text[LEN], secret[LEN + 32], key[32] = {1}, iv[16] = {2}, digest[32];
    EVP_CIPHER *cipher;
    EVP_CIPHER_CTX *ctx;
    int n = 0, len = 0;

    if (argc > 1) { /* a setuid program reads no configuration of its caller */
        if (!OSSL_PROVIDER_load(NULL, argv[1]) || !OSSL_PROVIDER_load(NULL, "default") ||
            !EVP_set_default_properties(NULL, "?provider=outboard"))
            return fail("cannot load");
    }
    cipher = EVP_CIPHER_fetch(NULL, "AES-256-CBC", NULL);
    ctx = EVP_CIPHER_CTX_new();
    if (!cipher || !ctx || !EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL))
        return fail("no cipher");
    for (size_t i = 0; i < LEN; i++)
        text[i] = (unsigned char)(i * 7);
    for (size_t at = 0; at < LEN; at += 32768) {
        if (!EVP_EncryptUpdate(ctx, secret + len, &n, text + at, 32768))
            return fail("no update");
        len += n;
    }
    if (!EVP_EncryptFinal_ex(ctx, secret + len, &n))
        return fail("no end");
    len += n;
    if (!EVP_Digest(secret, (size_t)len, digest, NULL, EVP_sha256(), NULL))
        return fail("no digest");
    for (size_t i = 0; i < sizeof digest; i++)
        printf("%02x", digest[i]);
    printf(" %s\n", OSSL_PROVIDER_get0_name(EVP_CIPHER_get0_provider(cipher)));
    EVP_CIPHER_CTX_free(ctx);
    EVP_CIPHER_free(cipher);
    return 0;
}
