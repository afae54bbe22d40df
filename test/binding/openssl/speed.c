/* SPDX-License-Identifier: Apache-2.0 */
/* What the provider costs where it steps aside: the same calls with the default provider alone and through the
 * provider, in turn, each taken at its best of many rounds, because other programs run on the machine. With --check it
 * fails if stepping aside costs more than 30 ns an update of 16 bytes (three times that for a hash's message, which is
 * three calls; at 1,024 bytes 5 % more, by which the same code varies with the places of two contexts in memory), or a
 * new key more than 1.3 times as much. With an AEAD the update after the new key may cost its 30 ns besides: on
 * processors with AVX-512VL a new key of ChaCha20-Poly1305 takes 130 ns more with the provider, and 25 ns more without
 * glibc's memcpy for them (GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512VL). The reason is not known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/provider.h>

#include "evp.h"

#define ROUNDS      600
#define BATCH       200    /* calls; fewer of long ones, so that */
#define BATCH_NS    100000 /* most batches are not interrupted */
#define ATTEMPTS    12
#define ASIDE_MAX   30.0 /* ns per update, */
#define PLACES_MAX  0.05 /* and this part of a long one */
#define REKEY_MAX   0.3  /* of the time without it, more */
#define NOTHING_MAX 3.0  /* ns per update: the clock's grain */

static uint8_t data[1024], out[1024 + 32];
static EVP_CIPHER_CTX *cipher_ctx[2];
static EVP_MD_CTX *md_ctx[2];
static EVP_MAC_CTX *mac_ctx[2];
static int failures;
static int check;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void cipher_update(int which)
{
    int n;

    if (!EVP_CipherUpdate(cipher_ctx[which], out, &n, data, 16))
        abort();
}

/* Not long enough for the accelerator, but for a look at it now and then (outboard/correction.h). */
static void cipher_long_update(int which)
{
    int n;

    if (!EVP_CipherUpdate(cipher_ctx[which], out, &n, data, sizeof data))
        abort();
}

static void cipher_rekey(int which)
{
    int n;

    if (!EVP_CipherInit_ex2(cipher_ctx[which], NULL, data, data + 64, -1, NULL) ||
        !EVP_CipherUpdate(cipher_ctx[which], out, &n, data, 16))
        abort();
}

static void digest_message(int which)
{
    if (!EVP_DigestInit_ex2(md_ctx[which], NULL, NULL) || !EVP_DigestUpdate(md_ctx[which], data, 64) ||
        !EVP_DigestFinal_ex(md_ctx[which], out, NULL))
        abort();
}

static void digest_update(int which)
{
    if (!EVP_DigestUpdate(md_ctx[which], data, 16))
        abort();
}

static void mac_message(int which)
{
    size_t n;

    if (!EVP_MAC_init(mac_ctx[which], NULL, 0, NULL) || !EVP_MAC_update(mac_ctx[which], data, 64) ||
        !EVP_MAC_final(mac_ctx[which], out, &n, sizeof out))
        abort();
}

/* Calls of a batch, by the shortest of a few. */
static int batch_of(void (*call)(int which))
{
    double least = 1e9;

    for (int i = 0; i < BATCH / 4; i++) {
        double began = now(), took;

        call(0);
        took = now() - began;
        least = took < least ? took : least;
    }
    return least * BATCH <= BATCH_NS ? BATCH : least < BATCH_NS ? (int)(BATCH_NS / least) : 1;
}

/* ns per call, without [0] and with [1] the provider: the best so far. */
static void measure(void (*call)(int which), double ns[2])
{
    int batch = batch_of(call);

    for (int round = 0; round < ROUNDS; round++)
        for (int which = 0; which < 2; which++) {
            double began = now(), took;

            for (int i = 0; i < batch; i++)
                call(which);
            took = (now() - began) / batch;
            ns[which] = took < ns[which] ? took : ns[which];
        }
}

/* What a call may cost with the provider: so many ns and this part of the time without it more. */
struct most {
    double ns, part;
};

static void figure(const char *what, const char *name, void (*call)(int which), struct most more)
{
    double ns[2] = {1e9, 1e9};
    bool bad = true;

    for (int attempt = 0; bad && attempt < ATTEMPTS; attempt++) {
        measure(call, ns);
        bad = ns[1] - ns[0] > more.ns + more.part * ns[0];
    }
    failures += bad;
    printf("%-34s %-18s %8.1f %8.1f %+7.1f %6.2f%s\n", what, name, ns[0], ns[1], ns[1] - ns[0], ns[1] / ns[0],
           bad && check ? "  too much" : "");
}

static void cipher(const char *name, bool aead)
{
    for (int i = 0; i < 2; i++) {
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(i ? evp_outboard : evp_plain, name, NULL);

        cipher_ctx[i] = EVP_CIPHER_CTX_new();
        if (!EVP_CipherInit_ex2(cipher_ctx[i], cipher, data, data + 64, 1, NULL))
            abort();
        EVP_CIPHER_free(cipher);
    }
    figure("an update of 16 bytes", name, cipher_update, (struct most){ASIDE_MAX, 0});
    if (!aead)
        figure("an update of 1,024 bytes", name, cipher_long_update, (struct most){ASIDE_MAX, PLACES_MAX});
    figure(aead ? "a new key and IV, and an update" : "a new key, and an update", name, cipher_rekey,
           (struct most){aead ? ASIDE_MAX : 0, REKEY_MAX});
    for (int i = 0; i < 2; i++)
        EVP_CIPHER_CTX_free(cipher_ctx[i]);
}

static void digest(const char *name, double most_ns)
{
    for (int i = 0; i < 2; i++) {
        EVP_MD *md = EVP_MD_fetch(i ? evp_outboard : evp_plain, name, NULL);

        md_ctx[i] = EVP_MD_CTX_new();
        if (!EVP_DigestInit_ex2(md_ctx[i], md, NULL) || !EVP_DigestUpdate(md_ctx[i], data, 1))
            abort();
        for (int k = 0; k < 8; k++)
            (void)EVP_DigestUpdate(md_ctx[i], data, sizeof data);
        EVP_MD_free(md);
    }
    figure("a message of 64 bytes", name, digest_message, (struct most){3 * most_ns, 0}); /* begin, update and end */
    for (int i = 0; i < 2; i++)
        if (!EVP_DigestInit_ex2(md_ctx[i], NULL, NULL))
            abort();
    figure("an update of 16 bytes", name, digest_update, (struct most){most_ns, 0});
    for (int i = 0; i < 2; i++)
        EVP_MD_CTX_free(md_ctx[i]);
}

static void hmac(void)
{
    char sha256[] = "SHA256";
    OSSL_PARAM params[] = {OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, sha256, sizeof sha256 - 1), OSSL_PARAM_END};

    for (int i = 0; i < 2; i++) {
        EVP_MAC *mac = EVP_MAC_fetch(i ? evp_outboard : evp_plain, "HMAC", NULL);

        mac_ctx[i] = EVP_MAC_CTX_new(mac);
        if (!EVP_MAC_init(mac_ctx[i], data, 32, params))
            abort();
        EVP_MAC_free(mac);
    }
    figure("a message of 64 bytes", "HMAC-SHA256", mac_message, (struct most){0, REKEY_MAX});
    for (int i = 0; i < 2; i++)
        EVP_MAC_CTX_free(mac_ctx[i]);
}

static void figures(void **state)
{
    (void)state;
    printf("%-34s %-18s %8s %8s %7s %6s\n", "", "", "without", "with", "ns", "ratio");
    cipher("AES-128-ECB", false);
    cipher("AES-128-CBC", false);
    cipher("AES-256-CTR", false);
    cipher("AES-128-XTS", false);
    cipher("DES-EDE3-CBC", false);
    cipher("AES-128-GCM", true);
    cipher("ChaCha20-Poly1305", true);
    digest("SHA2-256", ASIDE_MAX);
    digest("MD5", NOTHING_MAX); /* not offered */
    hmac();
    printf("ns on this host, the best of %d rounds of at most %d calls; the ratio holds within this run\n", ROUNDS,
           BATCH);
    if (check)
        assert_int_equal(failures, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(figures)};

    check = argc > 1 && strcmp(argv[1], "--check") == 0;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7 + 1);
    return cmocka_run_group_tests(tests, evp_start, evp_stop);
}
