/* SPDX-License-Identifier: Apache-2.0 */
/* TLS 1.2 and TLS 1.3 between a client and a server of Mbed TLS in one program, over two buffers in memory: a handshake
 * with a pre-shared key, and 64 KiB of data. All hashing, HMAC, AES and GCM is Outboard's: the binding is built without
 * fallback, so that an operation without an engine fails, and the operations of each function are counted. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/memory_buffer_alloc.h>
#include <mbedtls/platform.h>
#include <mbedtls/ssl.h>
#include <psa/crypto.h>

#include <outboard/board.h>
#include <outboard/mbedtls.h>

#define DATA_LEN  65536u
#define PART_LEN  4096u /* one record */
#define PIPE_LEN  8192u
#define FUNCTIONS 128u

/* The exact number of operations that engines have served, per protocol and function; all others are none. They follow
 * from the protocol's messages, whatever the random numbers are. */
struct expectation {
    const char *function;
    uint32_t ops[2]; /* TLS 1.2, TLS 1.3 */
};
static const struct expectation expected[] = {
    {"sha256_update", {144, 114}},   {"sha256_finish", {118, 126}},  {"aes_crypt_ecb", {27, 18}},
    {"gcm_crypt_and_tag", {18, 35}}, {"gcm_auth_decrypt", {18, 35}},
};

static const uint8_t psk[32] = "a key that both sides have, once";
static const char identity[] = "outboard";

/* ---- random numbers ----
 *
 * A board without a source of randomness can only show how it is done: the seed is fixed. A product replaces this
 * function by its own source, and must not do without one. */
static int fixed_seed(void *context, unsigned char *output, size_t len)
{
    (void)context;
    for (size_t i = 0; i < len; i++)
        output[i] = (uint8_t)(i * 29 + 7);
    return 0;
}

static mbedtls_ctr_drbg_context drbg;

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    if (mbedtls_ctr_drbg_random(&drbg, output, output_size))
        return PSA_ERROR_INSUFFICIENT_ENTROPY;
    *output_length = output_size;
    return PSA_SUCCESS;
}

/* ---- the connection ---- */

struct pipe {
    uint8_t data[PIPE_LEN];
    size_t from, len;
};

/* One side: it sends into one pipe and receives from the other. */
struct side {
    mbedtls_ssl_config config;
    mbedtls_ssl_context ssl;
    struct pipe *out, *in;
};

static struct pipe to_server, to_client;
static struct side client, server;

static int send_bytes(void *context, const unsigned char *data, size_t len)
{
    struct pipe *p = ((struct side *)context)->out;
    size_t n = PIPE_LEN - p->len < len ? PIPE_LEN - p->len : len;

    if (n == 0)
        return MBEDTLS_ERR_SSL_WANT_WRITE;
    for (size_t i = 0; i < n; i++)
        p->data[(p->from + p->len + i) % PIPE_LEN] = data[i];
    p->len += n;
    return (int)n;
}

static int receive_bytes(void *context, unsigned char *data, size_t len)
{
    struct pipe *p = ((struct side *)context)->in;
    size_t n = p->len < len ? p->len : len;

    if (n == 0)
        return MBEDTLS_ERR_SSL_WANT_READ;
    for (size_t i = 0; i < n; i++)
        data[i] = p->data[(p->from + i) % PIPE_LEN];
    p->from = (p->from + n) % PIPE_LEN;
    p->len -= n;
    return (int)n;
}

static int open_side(struct side *s, int endpoint, mbedtls_ssl_protocol_version version, struct pipe *out,
                     struct pipe *in)
{
    int ret;

    s->out = out;
    s->in = in;
    mbedtls_ssl_config_init(&s->config);
    mbedtls_ssl_init(&s->ssl);
    ret = mbedtls_ssl_config_defaults(&s->config, endpoint, MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT);
    if (ret)
        return ret;
    mbedtls_ssl_conf_min_tls_version(&s->config, version);
    mbedtls_ssl_conf_max_tls_version(&s->config, version);
    mbedtls_ssl_conf_rng(&s->config, mbedtls_ctr_drbg_random, &drbg);
    mbedtls_ssl_conf_tls13_key_exchange_modes(&s->config, MBEDTLS_SSL_TLS1_3_KEY_EXCHANGE_MODE_PSK);
    ret = mbedtls_ssl_conf_psk(&s->config, psk, sizeof psk, (const unsigned char *)identity, sizeof identity - 1);
    if (ret == 0)
        ret = mbedtls_ssl_setup(&s->ssl, &s->config);
    mbedtls_ssl_set_bio(&s->ssl, s, send_bytes, receive_bytes, NULL);
    return ret;
}

static void close_side(struct side *s)
{
    mbedtls_ssl_free(&s->ssl);
    mbedtls_ssl_config_free(&s->config);
}

static bool waits(int ret)
{
    return ret == MBEDTLS_ERR_SSL_WANT_READ || ret == MBEDTLS_ERR_SSL_WANT_WRITE;
}

/* Both sides in turn, until both are done. */
static int shake_hands(void)
{
    int ours, theirs;

    do {
        ours = mbedtls_ssl_handshake(&client.ssl);
        if (ours && !waits(ours))
            return ours;
        theirs = mbedtls_ssl_handshake(&server.ssl);
        if (theirs && !waits(theirs))
            return theirs;
    } while (ours || theirs);
    return 0;
}

/* DATA_LEN bytes from client to server, compared there. */
static int send_data(void)
{
    static uint8_t sent[PART_LEN], received[PART_LEN];

    for (size_t at = 0; at < DATA_LEN; at += PART_LEN) {
        size_t out = 0, in = 0;

        for (size_t i = 0; i < PART_LEN; i++)
            sent[i] = (uint8_t)((at + i) * 31 >> 4);
        while (in < PART_LEN) {
            int n = out < PART_LEN ? mbedtls_ssl_write(&client.ssl, sent + out, PART_LEN - out) : 0;

            if (n < 0 && !waits(n))
                return n;
            out += n > 0 ? (size_t)n : 0;
            n = mbedtls_ssl_read(&server.ssl, received + in, PART_LEN - in);
            if (n < 0 && !waits(n))
                return n;
            in += n > 0 ? (size_t)n : 0;
        }
        if (memcmp(sent, received, PART_LEN) != 0)
            return -1;
    }
    return 0;
}

/* ---- counts ---- */

static uint32_t expected_ops(const char *function, unsigned protocol)
{
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        if (strcmp(expected[i].function, function) == 0)
            return expected[i].ops[protocol];
    return 0;
}

/* Print what engines have served: true if that is what was expected. */
static bool print_counts(unsigned protocol)
{
    static struct ob_mbedtls_count list[FUNCTIONS];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS);
    bool good = n <= FUNCTIONS;

    if (!good)
        printf("    the binding counts %u functions; the list has room for %u\n", (unsigned)n, FUNCTIONS);
    for (size_t i = 0; i < n && i < FUNCTIONS; i++) {
        uint32_t ops = expected_ops(list[i].function, protocol);
        bool right = list[i].engine == ops && list[i].fallback == 0 && list[i].refused == 0;

        if (list[i].engine || !right)
            printf("  %-20s %6lu\n", list[i].function, (unsigned long)list[i].engine);
        if (!right)
            printf("    expected %lu; %lu fell back, %lu refused\n", (unsigned long)ops,
                   (unsigned long)list[i].fallback, (unsigned long)list[i].refused);
        good = good && right;
    }
    return good;
}

static bool run(const char *name, mbedtls_ssl_protocol_version version, unsigned protocol)
{
    int ret;

    ob_mbedtls_counts_reset();
    ret = open_side(&client, MBEDTLS_SSL_IS_CLIENT, version, &to_server, &to_client);
    if (ret == 0)
        ret = open_side(&server, MBEDTLS_SSL_IS_SERVER, version, &to_client, &to_server);
    if (ret == 0)
        ret = shake_hands();
    if (ret == 0)
        printf("%s, %s\n", mbedtls_ssl_get_version(&client.ssl), mbedtls_ssl_get_ciphersuite(&client.ssl));
    if (ret == 0)
        ret = send_data();
    close_side(&client);
    close_side(&server);
    if (ret) {
        printf("%s failed: -0x%04x\n", name, (unsigned)-ret);
        return false;
    }
    printf("  %u bytes arrived\n", DATA_LEN);
    return print_counts(protocol);
}

int main(void)
{
    size_t room;
    uint8_t *memory = ob_board_memory(&room);
    bool good;

    mbedtls_memory_buffer_alloc_init(memory, room);
    if ((ob_board_start(OB_BOARD_DMA) != OB_OK && ob_board_start(OB_BOARD_CPU) != OB_OK &&
         ob_board_start(OB_BOARD_SOFTWARE) != OB_OK) ||
        ob_mbedtls_start() != OB_OK) {
        printf("Outboard does not start: no engine, or calls do not arrive\n");
        return 1;
    }
    mbedtls_ctr_drbg_init(&drbg);
    if (mbedtls_ctr_drbg_seed(&drbg, fixed_seed, NULL, NULL, 0) || psa_crypto_init() != PSA_SUCCESS) {
        printf("no engine for the random numbers\n");
        return 1;
    }
    good = run("TLS 1.2", MBEDTLS_SSL_VERSION_TLS1_2, 0);
    good = run("TLS 1.3", MBEDTLS_SSL_VERSION_TLS1_3, 1) && good;
    printf("%s\n", good ? "all operations on engines, as many as expected" : "FAILED");
    return good ? 0 : 1;
}
