/* SPDX-License-Identifier: Apache-2.0 */
/* A program that runs for long, as a server does: for each line of its input it encrypts 64 KiB under a new key, "fork"
 * in a child, "threads" with four threads for a second. It prints how many operations were offloaded, or "wrong". */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <openssl/evp.h>

#define LEN     65536
#define THREADS 4

/* The number of operations that were offloaded, of one; -1: something failed, or the text does not come back. */
static int encrypt(EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, unsigned char *data)
{
    static const unsigned char iv[16] = {2};
    unsigned char key[32] = {3};
    uint64_t offloaded = 0;
    OSSL_PARAM ask[] = {OSSL_PARAM_construct_uint64("outboard-offloaded", &offloaded), OSSL_PARAM_construct_end()};
    int n = 0;

    memset(data, 7, LEN);
    if (!EVP_EncryptInit_ex2(ctx, cipher, key, iv, NULL) || !EVP_EncryptUpdate(ctx, data, &n, data, LEN))
        return -1;
    (void)EVP_CIPHER_CTX_get_params(ctx, ask);
    if (!EVP_DecryptInit_ex2(ctx, cipher, key, iv, NULL) || !EVP_DecryptUpdate(ctx, data, &n, data, LEN))
        return -1;
    for (size_t i = 0; i < LEN - 32; i++)
        if (data[i] != 7)
            return -1;
    return (int)offloaded;
}

static EVP_CIPHER *cipher;

static int once(void)
{
    unsigned char *data = malloc(LEN + 64);
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int n = data && ctx ? encrypt(ctx, cipher, data) : -1;

    EVP_CIPHER_CTX_free(ctx);
    free(data);
    return n;
}

static void *for_a_second(void *wrong)
{
    time_t end = time(NULL) + 2;

    while (time(NULL) < end)
        if (once() < 0)
            *(bool *)wrong = true;
    return NULL;
}

static int threads(void)
{
    pthread_t thread[THREADS];
    bool wrong[THREADS] = {false}, any = false;

    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, for_a_second, &wrong[i]) != 0)
            return -1;
    for (int i = 0; i < THREADS; i++) {
        (void)pthread_join(thread[i], NULL);
        any |= wrong[i];
    }
    return any ? -1 : once();
}

static int in_child(void)
{
    int status = -1;
    pid_t pid = fork();

    if (pid == 0)
        _exit(once() + 1);
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status) - 1;
}

int main(void)
{
    char line[32];

    cipher = EVP_CIPHER_fetch(NULL, "AES-128-CBC", NULL);
    while (cipher && fgets(line, sizeof line, stdin)) {
        int n = strcmp(line, "fork\n") == 0 ? in_child() : strcmp(line, "threads\n") == 0 ? threads() : once();

        if (n < 0)
            puts("wrong");
        else
            printf("%d\n", n);
        fflush(stdout);
    }
    EVP_CIPHER_free(cipher);
    return cipher ? 0 : 1;
}
