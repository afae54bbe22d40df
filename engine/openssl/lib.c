/* SPDX-License-Identifier: Apache-2.0 */
/* The library context of the engine openssl, and the algorithms that it fetches once from it. */
#include "engine/openssl/internal.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>

/* The engine has a library context of its own, with the default provider and without openssl.cnf. Otherwise an
 * application whose configuration activates Outboard's provider would make this engine call Outboard again. The context
 * is never freed, because sessions outlive a stop of the engine (DESIGN.md, rule 5). */
static OSSL_LIB_CTX *lib;

static struct {
    uint8_t alg;
    uint8_t key_len;
    const char *name;
    EVP_CIPHER *cipher;
} ciphers[] = {
    {OB_AES_ECB, 16, "AES-128-ECB", NULL},
    {OB_AES_ECB, 24, "AES-192-ECB", NULL},
    {OB_AES_ECB, 32, "AES-256-ECB", NULL},
    {OB_AES_CBC, 16, "AES-128-CBC", NULL},
    {OB_AES_CBC, 24, "AES-192-CBC", NULL},
    {OB_AES_CBC, 32, "AES-256-CBC", NULL},
    {OB_AES_CTR, 16, "AES-128-CTR", NULL},
    {OB_AES_CTR, 24, "AES-192-CTR", NULL},
    {OB_AES_CTR, 32, "AES-256-CTR", NULL},
    {OB_AES_GCM, 16, "AES-128-GCM", NULL},
    {OB_AES_GCM, 24, "AES-192-GCM", NULL},
    {OB_AES_GCM, 32, "AES-256-GCM", NULL},
    {OB_AES_XTS, 32, "AES-128-XTS", NULL},
    {OB_AES_XTS, 64, "AES-256-XTS", NULL},
    {OB_DES3_ECB, 24, "DES-EDE3", NULL},
    {OB_DES3_CBC, 24, "DES-EDE3-CBC", NULL},
    {OB_SM4_ECB, 16, "SM4-ECB", NULL},
    {OB_SM4_CBC, 16, "SM4-CBC", NULL},
    {OB_SM4_CTR, 16, "SM4-CTR", NULL},
    {OB_SM4_GCM, 16, "SM4-GCM", NULL}, /* since OpenSSL 3.1 */
    {OB_CHACHA20_POLY1305, 32, "ChaCha20-Poly1305", NULL},
};

static struct {
    const char *name;
    EVP_MD *md;
} hashes[] = {
    [0] = {"MD5", NULL},
    [OB_SHA1 - OB_MD5] = {"SHA1", NULL},
    [OB_SHA224 - OB_MD5] = {"SHA2-224", NULL},
    [OB_SHA256 - OB_MD5] = {"SHA2-256", NULL},
    [OB_SHA384 - OB_MD5] = {"SHA2-384", NULL},
    [OB_SHA512 - OB_MD5] = {"SHA2-512", NULL},
    [OB_SHA512_224 - OB_MD5] = {"SHA2-512/224", NULL},
    [OB_SHA512_256 - OB_MD5] = {"SHA2-512/256", NULL},
    [OB_SM3 - OB_MD5] = {"SM3", NULL},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

int obi_openssl_lib_start(void)
{
    if (lib)
        return OB_OK;
    ERR_set_mark();
    lib = OSSL_LIB_CTX_new();
    if (lib && OSSL_PROVIDER_load(lib, "default") && obi_openssl_random_start(lib) == OB_OK) {
        for (size_t i = 0; i < COUNT(ciphers); i++)
            ciphers[i].cipher = EVP_CIPHER_fetch(lib, ciphers[i].name, NULL);
        for (size_t i = 0; i < COUNT(hashes); i++)
            hashes[i].md = EVP_MD_fetch(lib, hashes[i].name, NULL);
    } else {
        OSSL_LIB_CTX_free(lib);
        lib = NULL;
    }
    ERR_pop_to_mark();
    return lib ? OB_OK : OB_E_IO;
}

OSSL_LIB_CTX *obi_openssl_lib(void)
{
    return lib;
}

const EVP_CIPHER *obi_openssl_cipher(uint8_t alg, size_t key_len)
{
    for (size_t i = 0; i < COUNT(ciphers); i++)
        if (ciphers[i].alg == alg && ciphers[i].key_len == key_len)
            return ciphers[i].cipher;
    return NULL;
}

const EVP_MD *obi_openssl_md(uint8_t hash)
{
    return hash >= OB_MD5 && hash <= OB_SM3 ? hashes[hash - OB_MD5].md : NULL;
}
