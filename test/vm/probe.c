/* SPDX-License-Identifier: Apache-2.0 */
/* In the machine: ns of an AES-128-CBC operation by length, through AF_ALG and by libcrypto, the least of 50. A clock
 * that counts instructions makes them the same at every run. */
#include <linux/if_alg.h>
#include <openssl/evp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { REPEAT = 50, LONGEST = 65536 };
static uint8_t input[LONGEST], output[LONGEST], expected[LONGEST];

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int kernel_open(const uint8_t key[16])
{
    struct sockaddr_alg address = {.salg_family = AF_ALG, .salg_type = "skcipher", .salg_name = "cbc(aes)"};
    int algorithm = socket(AF_ALG, SOCK_SEQPACKET, 0);

    if (algorithm < 0 || bind(algorithm, (struct sockaddr *)&address, sizeof(address)) ||
        setsockopt(algorithm, SOL_ALG, ALG_SET_KEY, key, 16))
        fail("AF_ALG");
    int operation = accept(algorithm, NULL, NULL);

    if (operation < 0)
        fail("accept");
    return operation;
}

static void kernel_encrypt(int operation, const uint8_t iv[16], size_t len)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(4) + CMSG_SPACE(4 + 16)];
    } control = {.bytes = {0}};
    struct iovec data = {.iov_base = input, .iov_len = len};
    struct msghdr message = {
        .msg_control = control.bytes, .msg_controllen = sizeof(control), .msg_iov = &data, .msg_iovlen = 1};
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    const uint32_t encrypt = ALG_OP_ENCRYPT, iv_len = 16;

    part->cmsg_level = SOL_ALG;
    part->cmsg_type = ALG_SET_OP;
    part->cmsg_len = CMSG_LEN(4);
    memcpy(CMSG_DATA(part), &encrypt, 4);
    part = CMSG_NXTHDR(&message, part);
    part->cmsg_level = SOL_ALG;
    part->cmsg_type = ALG_SET_IV;
    part->cmsg_len = CMSG_LEN(4 + 16);
    memcpy(CMSG_DATA(part), &iv_len, 4);
    memcpy(CMSG_DATA(part) + 4, iv, 16);
    if (sendmsg(operation, &message, 0) != (ssize_t)len || read(operation, output, len) != (ssize_t)len)
        fail("AF_ALG operation");
}

int main(void)
{
    static const uint8_t key[16] = {1}, iv[16] = {2};
    static const size_t lengths[] = {16, 256, 1024, 4096, 16384, 65536};
    int operation = kernel_open(key);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written;

    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        uint64_t kernel = UINT64_MAX, library = UINT64_MAX;

        for (int n = 0; n < REPEAT; n++) {
            uint64_t began = now();

            if (EVP_EncryptInit_ex(context, EVP_aes_128_cbc(), NULL, key, iv) != 1 ||
                EVP_EncryptUpdate(context, expected, &written, input, (int)lengths[i]) != 1)
                return 1;
            uint64_t between = now();

            kernel_encrypt(operation, iv, lengths[i]);
            uint64_t end = now();

            library = between - began < library ? between - began : library;
            kernel = end - between < kernel ? end - between : kernel;
        }
        if (memcmp(output, expected, lengths[i]) != 0) {
            fprintf(stderr, "the results differ at %zu bytes\n", lengths[i]);
            return 1;
        }
        printf("%zu,%llu,%llu\n", lengths[i], (unsigned long long)kernel, (unsigned long long)library);
    }
    EVP_CIPHER_CTX_free(context);
    close(operation);
    return 0;
}
