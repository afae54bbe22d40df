/* SPDX-License-Identifier: Apache-2.0 */
/* Messages through libcrypto, with whatever provider openssl.cnf names. */
#define OPENSSL_SUPPRESS_DEPRECATED /* engines: what is compared with */
#include "job.h"

#include <openssl/core_names.h>
#include <openssl/engine.h>
#include <openssl/evp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const struct job jobs[] = {
    {"aes-ecb", "AES-128-ECB", JOB_CIPHER, 128, 1},
    {"aes-ecb", "AES-128-ECB", JOB_CIPHER, 128, 0},
    {"aes-cbc", "AES-128-CBC", JOB_CIPHER, 128, 1},
    {"aes-cbc", "AES-128-CBC", JOB_CIPHER, 128, 0},
    {"aes-ctr", "AES-128-CTR", JOB_CIPHER, 128, 1},
    {"aes-ctr", "AES-128-CTR", JOB_CIPHER, 128, 0},
    {"aes-xts", "AES-128-XTS", JOB_UNIT, 256, 1},
    {"aes-xts", "AES-128-XTS", JOB_UNIT, 256, 0},
    {"des3-ecb", "DES-EDE3-ECB", JOB_CIPHER, 192, 1},
    {"des3-ecb", "DES-EDE3-ECB", JOB_CIPHER, 192, 0},
    {"des3-cbc", "DES-EDE3-CBC", JOB_CIPHER, 192, 1},
    {"des3-cbc", "DES-EDE3-CBC", JOB_CIPHER, 192, 0},
    {"sm4-ecb", "SM4-ECB", JOB_CIPHER, 128, 1},
    {"sm4-ecb", "SM4-ECB", JOB_CIPHER, 128, 0},
    {"sm4-cbc", "SM4-CBC", JOB_CIPHER, 128, 1},
    {"sm4-cbc", "SM4-CBC", JOB_CIPHER, 128, 0},
    {"sm4-ctr", "SM4-CTR", JOB_CIPHER, 128, 1},
    {"sm4-ctr", "SM4-CTR", JOB_CIPHER, 128, 0},
    {"aes-gcm", "AES-128-GCM", JOB_AEAD, 128, 1},
    {"aes-gcm", "AES-128-GCM", JOB_AEAD, 128, 0},
    {"aes-ccm", "AES-128-CCM", JOB_AEAD, 128, 1},
    {"aes-ccm", "AES-128-CCM", JOB_AEAD, 128, 0},
    {"chacha20-poly1305", "ChaCha20-Poly1305", JOB_AEAD, 256, 1},
    {"chacha20-poly1305", "ChaCha20-Poly1305", JOB_AEAD, 256, 0},
    {"md5", "MD5", JOB_DIGEST, 0, 1},
    {"sha1", "SHA1", JOB_DIGEST, 0, 1},
    {"sha224", "SHA224", JOB_DIGEST, 0, 1},
    {"sha256", "SHA256", JOB_DIGEST, 0, 1},
    {"sha384", "SHA384", JOB_DIGEST, 0, 1},
    {"sha512", "SHA512", JOB_DIGEST, 0, 1},
    {"sm3", "SM3", JOB_DIGEST, 0, 1},
    {"hmac-md5", "MD5", JOB_HMAC, 0, 1},
    {"hmac-sha1", "SHA1", JOB_HMAC, 0, 1},
    {"hmac-sha224", "SHA224", JOB_HMAC, 0, 1},
    {"hmac-sha256", "SHA256", JOB_HMAC, 0, 1},
    {"hmac-sha384", "SHA384", JOB_HMAC, 0, 1},
    {"hmac-sha512", "SHA512", JOB_HMAC, 0, 1},
    {"hmac-sm3", "SM3", JOB_HMAC, 0, 1},
    {"aes-cmac", "AES-128-CBC", JOB_CMAC, 128, 1},
};
const size_t n_jobs = sizeof jobs / sizeof jobs[0];

/* Each thread has its own message. */
static _Thread_local uint8_t in[JOB_LONGEST], out[JOB_LONGEST + 64];
static const uint8_t key[64] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
                                18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33};
static const uint8_t iv[16] = {9, 8, 7};
static _Thread_local EVP_CIPHER_CTX *cipher;
static _Thread_local EVP_MD_CTX *digest;
static _Thread_local EVP_MAC_CTX *mac;
static _Thread_local EVP_MD *md;
static ENGINE *engine; /* OpenSSL's own, if one is named */
static _Thread_local uint8_t tag[16];

void job_check(int ok, const char *what)
{
    if (ok > 0)
        return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

uint64_t job_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* A message of an JOB_AEAD: nonce, 13 bytes of AAD as TLS has them, data, tag. */
static void aead(const struct job *j, int len)
{
    int n, ccm = strcmp(j->name, "aes-ccm") == 0;

    job_check(EVP_CipherInit_ex(cipher, NULL, NULL, NULL, iv, -1), "the nonce");
    if (!j->encrypt)
        job_check(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, tag), "the tag");
    if (ccm)
        job_check(EVP_CipherUpdate(cipher, NULL, &n, NULL, len), "the length");
    job_check(EVP_CipherUpdate(cipher, NULL, &n, key, 13), "the AAD");
    job_check(EVP_CipherUpdate(cipher, out, &n, in, len), "the data");
    job_check(EVP_CipherFinal_ex(cipher, out + len, &n), "the end");
    if (j->encrypt)
        job_check(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, 16, tag), "the tag");
}

void job_message(const struct job *j, int len)
{
    unsigned tag_len;
    size_t size;
    int n;

    switch (j->kind) {
    case JOB_UNIT:
        job_check(EVP_CipherInit_ex(cipher, NULL, NULL, NULL, iv, -1), "the tweak");
        job_check(EVP_CipherUpdate(cipher, out, &n, in, len), "the data");
        break;
    case JOB_CIPHER:
        job_check(EVP_CipherUpdate(cipher, out, &n, in, len), "the data");
        break;
    case JOB_AEAD:
        aead(j, len);
        break;
    case JOB_DIGEST:
        job_check(EVP_DigestInit_ex2(digest, NULL, NULL), "the beginning");
        job_check(EVP_DigestUpdate(digest, in, (size_t)len), "the data");
        job_check(EVP_DigestFinal_ex(digest, out, &tag_len), "the end");
        break;
    default:
        job_check(EVP_MAC_init(mac, NULL, 0, NULL), "the beginning");
        job_check(EVP_MAC_update(mac, in, (size_t)len), "the data");
        job_check(EVP_MAC_final(mac, out, &size, sizeof out), "the end");
        break;
    }
}

void job_set_up(const struct job *j)
{
    if (j->kind == JOB_DIGEST) {
        digest = EVP_MD_CTX_new();
        md = EVP_MD_fetch(NULL, j->evp, NULL);
        job_check(digest && md && EVP_DigestInit_ex2(digest, md, NULL), j->evp);
    } else if (j->kind == JOB_HMAC || j->kind == JOB_CMAC) {
        bool hmac = j->kind == JOB_HMAC;
        EVP_MAC *type = EVP_MAC_fetch(NULL, hmac ? "HMAC" : "CMAC", NULL);
        OSSL_PARAM params[2] = {OSSL_PARAM_construct_utf8_string(hmac ? OSSL_MAC_PARAM_DIGEST : OSSL_MAC_PARAM_CIPHER,
                                                                 (char *)(uintptr_t)j->evp, 0),
                                OSSL_PARAM_construct_end()};

        mac = EVP_MAC_CTX_new(type);
        job_check(mac && EVP_MAC_init(mac, key, hmac ? 32 : (size_t)j->bits / 8, params), j->name);
        EVP_MAC_free(type);
    } else if (engine) {
        cipher = EVP_CIPHER_CTX_new();
        job_check(cipher && EVP_CipherInit_ex(cipher, EVP_get_cipherbyname(j->evp), engine, key, iv, j->encrypt),
                  j->evp);
    } else {
        EVP_CIPHER *type = EVP_CIPHER_fetch(NULL, j->evp, NULL);

        cipher = EVP_CIPHER_CTX_new();
        job_check(cipher && type &&
                      EVP_CipherInit_ex2(cipher, type, key, j->kind == JOB_AEAD ? NULL : iv, j->encrypt, NULL),
                  j->evp);
        EVP_CIPHER_free(type);
        if (j->kind != JOB_AEAD)
            (void)EVP_CIPHER_CTX_set_padding(cipher, 0);
        else if (strcmp(j->name, "aes-ccm") == 0) {
            job_check(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, NULL), "the tag's length");
            job_check(EVP_CipherInit_ex(cipher, NULL, NULL, key, NULL, -1), "the key");
        }
    }
}

void job_tear_down(void)
{
    EVP_CIPHER_CTX_free(cipher);
    EVP_MD_CTX_free(digest);
    EVP_MAC_CTX_free(mac);
    EVP_MD_free(md);
    cipher = NULL;
    digest = NULL;
    mac = NULL;
    md = NULL;
}

/* What is to be decrypted has to have the right tag. */
void job_prepare(const struct job *j, int len)
{
    struct job other = *j;

    memset(in, 0x5a, sizeof in);
    if (j->kind != JOB_AEAD || j->encrypt)
        return;
    other.encrypt = 1;
    job_set_up(&other);
    job_message(&other, len);
    job_tear_down();
    memcpy(in, out, (size_t)len);
}

void job_use_engine(const char *name)
{
    ENGINE_load_builtin_engines();
    engine = ENGINE_by_id(name);
    job_check(engine && ENGINE_init(engine), name);
}

const char *job_operation(const struct job *j)
{
    switch (j->kind) {
    case JOB_DIGEST:
        return "hash";
    case JOB_HMAC:
    case JOB_CMAC:
        return "mac";
    default:
        return j->encrypt ? "enc" : "dec";
    }
}

int job_listed(const char *list, const char *name)
{
    size_t len = strlen(name);

    if (strcmp(list, "all") == 0)
        return 1;
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, len) == 0 && (at[len] == ',' || at[len] == 0))
            return 1;
    return 0;
}

int job_length(char **list)
{
    long len = strtol(*list, list, 10);

    *list += **list == ',';
    job_check(len >= 16 && len <= JOB_LONGEST && len % 16 == 0, "a length");
    return (int)len;
}
