/* SPDX-License-Identifier: Apache-2.0 */
/* In the machine: ns of a message through libcrypto by algorithm and length, with whatever provider openssl.cnf names:
 * vm_cost ALGORITHM,... LENGTH,... A clock that counts instructions makes them the same at every run. */
#define OPENSSL_SUPPRESS_DEPRECATED /* engines: what is compared with */
#include <openssl/core_names.h>
#include <openssl/engine.h>
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST 65536
/* A key is used WARM times, so that who is opened by credit is open; then the median of TIMES counts. The kernel's
 * queues and pages lie otherwise for every key: the best of KEYS counts. Before all of it come SETTLE messages, until
 * the kernel's scheduler gives program and helper their usual turns. */
#define KEYS       2
#define TIMES      9
#define WARM       40
#define LONG       8192 /* from this length on it is half as often, after a quarter */
#define SETTLE     600
#define SETTLE_LEN 4096

enum kind { CIPHER, UNIT, AEAD, DIGEST, HMAC };

static const struct algorithm {
    const char *name; /* as in bench/results */
    const char *evp;  /* the cipher's or the digest's */
    enum kind kind;
    int bits, encrypt;
} algorithms[] = {
    {"aes-ecb", "AES-128-ECB", CIPHER, 128, 1},
    {"aes-cbc", "AES-128-CBC", CIPHER, 128, 1},
    {"aes-cbc", "AES-128-CBC", CIPHER, 128, 0},
    {"aes-ctr", "AES-128-CTR", CIPHER, 128, 1},
    {"aes-xts", "AES-128-XTS", UNIT, 256, 1},
    {"des3-cbc", "DES-EDE3-CBC", CIPHER, 192, 1},
    {"sm4-cbc", "SM4-CBC", CIPHER, 128, 1},
    {"aes-gcm", "AES-128-GCM", AEAD, 128, 1},
    {"aes-gcm", "AES-128-GCM", AEAD, 128, 0},
    {"aes-ccm", "AES-128-CCM", AEAD, 128, 1},
    {"chacha20-poly1305", "ChaCha20-Poly1305", AEAD, 256, 1},
    {"md5", "MD5", DIGEST, 0, 1},
    {"sha1", "SHA1", DIGEST, 0, 1},
    {"sha256", "SHA256", DIGEST, 0, 1},
    {"sha512", "SHA512", DIGEST, 0, 1},
    {"sm3", "SM3", DIGEST, 0, 1},
    {"hmac-sha1", "SHA1", HMAC, 0, 1},
    {"hmac-sha256", "SHA256", HMAC, 0, 1},
    {"hmac-sha512", "SHA512", HMAC, 0, 1},
};

static uint8_t in[LONGEST], out[LONGEST + 64];
static const uint8_t key[64] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17,
                                18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33};
static const uint8_t iv[16] = {9, 8, 7};
static EVP_CIPHER_CTX *cipher;
static EVP_MD_CTX *digest;
static EVP_MAC_CTX *mac;
static EVP_MD *md;
static ENGINE *engine; /* OpenSSL's own, if one is named */
static uint8_t tag[16];

static void check(int ok, const char *what)
{
    if (ok > 0)
        return;
    fprintf(stderr, "vm_cost: %s failed\n", what);
    exit(1);
}

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* A message of an AEAD: nonce, 13 bytes of AAD as TLS has them, data, tag. */
static void aead(const struct algorithm *a, int len)
{
    int n, ccm = strcmp(a->name, "aes-ccm") == 0;

    check(EVP_CipherInit_ex(cipher, NULL, NULL, NULL, iv, -1), "the nonce");
    if (!a->encrypt)
        check(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, tag), "the tag");
    if (ccm)
        check(EVP_CipherUpdate(cipher, NULL, &n, NULL, len), "the length");
    check(EVP_CipherUpdate(cipher, NULL, &n, key, 13), "the AAD");
    check(EVP_CipherUpdate(cipher, out, &n, in, len), "the data");
    check(EVP_CipherFinal_ex(cipher, out + len, &n), "the end");
    if (a->encrypt)
        check(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, 16, tag), "the tag");
}

static void message(const struct algorithm *a, int len)
{
    unsigned tag_len;
    size_t size;
    int n;

    switch (a->kind) {
    case UNIT:
        check(EVP_CipherInit_ex(cipher, NULL, NULL, NULL, iv, -1), "the tweak");
        check(EVP_CipherUpdate(cipher, out, &n, in, len), "the data");
        break;
    case CIPHER:
        check(EVP_CipherUpdate(cipher, out, &n, in, len), "the data");
        break;
    case AEAD:
        aead(a, len);
        break;
    case DIGEST:
        check(EVP_DigestInit_ex2(digest, NULL, NULL), "the beginning");
        check(EVP_DigestUpdate(digest, in, (size_t)len), "the data");
        check(EVP_DigestFinal_ex(digest, out, &tag_len), "the end");
        break;
    default:
        check(EVP_MAC_init(mac, NULL, 0, NULL), "the beginning");
        check(EVP_MAC_update(mac, in, (size_t)len), "the data");
        check(EVP_MAC_final(mac, out, &size, sizeof out), "the end");
        break;
    }
}

static void set_up(const struct algorithm *a)
{
    if (a->kind == DIGEST) {
        digest = EVP_MD_CTX_new();
        md = EVP_MD_fetch(NULL, a->evp, NULL);
        check(digest && md && EVP_DigestInit_ex2(digest, md, NULL), a->evp);
    } else if (a->kind == HMAC) {
        EVP_MAC *hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
        OSSL_PARAM params[2] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)(uintptr_t)a->evp, 0),
                                OSSL_PARAM_construct_end()};

        mac = EVP_MAC_CTX_new(hmac);
        check(mac && EVP_MAC_init(mac, key, 32, params), a->name);
        EVP_MAC_free(hmac);
    } else if (engine) {
        cipher = EVP_CIPHER_CTX_new();
        check(cipher && EVP_CipherInit_ex(cipher, EVP_get_cipherbyname(a->evp), engine, key, iv, a->encrypt), a->evp);
    } else {
        EVP_CIPHER *type = EVP_CIPHER_fetch(NULL, a->evp, NULL);

        cipher = EVP_CIPHER_CTX_new();
        check(cipher && type && EVP_CipherInit_ex2(cipher, type, key, a->kind == AEAD ? NULL : iv, a->encrypt, NULL),
              a->evp);
        EVP_CIPHER_free(type);
        if (a->kind != AEAD)
            (void)EVP_CIPHER_CTX_set_padding(cipher, 0);
        else if (strcmp(a->name, "aes-ccm") == 0 && a->encrypt) {
            check(EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, 16, NULL), "the tag's length");
            check(EVP_CipherInit_ex(cipher, NULL, NULL, key, NULL, -1), "the key");
        }
    }
}

static void tear_down(void)
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

static int in_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* What is to be decrypted has to have the right tag. */
static void prepare(const struct algorithm *a, int len)
{
    struct algorithm other = *a;

    memset(in, 0x5a, sizeof in);
    if (a->kind != AEAD || a->encrypt)
        return;
    other.encrypt = 1;
    set_up(&other);
    message(&other, len);
    tear_down();
    memcpy(in, out, (size_t)len);
}

/* The median of one key. */
static uint64_t median(const struct algorithm *a, int len)
{
    int n = len < LONG ? TIMES : TIMES / 2, warm = len < LONG ? WARM : WARM / 4;
    uint64_t times[TIMES] = {0};

    set_up(a);
    for (int i = -warm; i < n; i++) {
        uint64_t began = now();

        message(a, len);
        if (i >= 0)
            times[i] = now() - began;
    }
    tear_down();
    qsort(times, (size_t)n, sizeof times[0], in_order);
    return times[n / 2];
}

static void measure(const struct algorithm *a, int len)
{
    uint64_t best = UINT64_MAX, one;

    prepare(a, len);
    for (int i = 0; i < KEYS; i++)
        best = (one = median(a, len)) < best ? one : best;
    printf("%s,%s,%d,%d,%llu\n", a->name,
           a->kind == DIGEST ? "hash"
           : a->kind == HMAC ? "mac"
           : a->encrypt      ? "enc"
                             : "dec",
           a->bits, len, (unsigned long long)best);
    fflush(stdout);
}

static void settle(const struct algorithm *a)
{
    prepare(a, SETTLE_LEN);
    set_up(a);
    for (int i = 0; i < SETTLE; i++)
        message(a, SETTLE_LEN);
    tear_down();
}

/* True if name is one of a list with commas, or the list is "all". */
static int listed(const char *list, const char *name)
{
    size_t len = strlen(name);

    if (strcmp(list, "all") == 0)
        return 1;
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, len) == 0 && (at[len] == ',' || at[len] == 0))
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fputs("vm_cost ALGORITHM,...|all LENGTH,... [ENGINE]\n", stderr);
        return 2;
    }
    if (argc == 4) {
        ENGINE_load_builtin_engines();
        engine = ENGINE_by_id(argv[3]);
        check(engine && ENGINE_init(engine), argv[3]);
    }
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++) {
        if (!listed(argv[1], algorithms[i].name))
            continue;
        settle(&algorithms[i]);
        for (char *at = argv[2]; *at; at += *at == ',') {
            long len = strtol(at, &at, 10);

            check(len >= 16 && len <= LONGEST && len % 16 == 0, "a length");
            measure(&algorithms[i], (int)len);
        }
    }
    return 0;
}
