/* SPDX-License-Identifier: Apache-2.0 */
/* Two sides of Mbed TLS in one program: random numbers, a connection over two buffers in memory, and what engines have
 * served for it. */
#include "example/tls/connection.h"

#include <outboard/mbedtls.h>
#include <psa/crypto.h>
#include <stdio.h>
#include <string.h>

#define PART_LEN  4096u /* one record */
#define FUNCTIONS 128u

struct side client, server;
mbedtls_ctr_drbg_context drbg;

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

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    if (mbedtls_ctr_drbg_random(&drbg, output, output_size))
        return PSA_ERROR_INSUFFICIENT_ENTROPY;
    *output_length = output_size;
    return PSA_SUCCESS;
}

bool start_random(void)
{
    mbedtls_ctr_drbg_init(&drbg);
    return mbedtls_ctr_drbg_seed(&drbg, fixed_seed, NULL, NULL, 0) == 0 && psa_crypto_init() == PSA_SUCCESS;
}

/* ---- the connection ---- */

static struct pipe to_server, to_client;

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

int side_open(struct side *s, int endpoint, mbedtls_ssl_protocol_version version)
{
    int ret;

    s->out = s == &client ? &to_server : &to_client;
    s->in = s == &client ? &to_client : &to_server;
    s->out->len = 0; /* what a connection that has failed left there */
    mbedtls_ssl_config_init(&s->config);
    mbedtls_ssl_init(&s->ssl);
    ret = mbedtls_ssl_config_defaults(&s->config, endpoint, MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT);
    if (ret)
        return ret;
    mbedtls_ssl_conf_min_tls_version(&s->config, version);
    mbedtls_ssl_conf_max_tls_version(&s->config, version);
    mbedtls_ssl_conf_rng(&s->config, mbedtls_ctr_drbg_random, &drbg);
    return 0;
}

int side_setup(struct side *s)
{
    int ret = mbedtls_ssl_setup(&s->ssl, &s->config);

    mbedtls_ssl_set_bio(&s->ssl, s, send_bytes, receive_bytes, NULL);
    return ret;
}

void side_close(struct side *s)
{
    mbedtls_ssl_free(&s->ssl);
    mbedtls_ssl_config_free(&s->config);
}

static bool waits(int ret)
{
    return ret == MBEDTLS_ERR_SSL_WANT_READ || ret == MBEDTLS_ERR_SSL_WANT_WRITE;
}

int shake_hands(void)
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

int send_data(void)
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

static const struct expectation *find(const struct expectations *expected, const char *function)
{
    for (size_t i = 0; i < expected->n; i++)
        if (strcmp(expected->list[i].function, function) == 0)
            return &expected->list[i];
    return NULL;
}

static bool is_of_keys(const char *function)
{
    return strncmp(function, "rsa_", 4) == 0 || strncmp(function, "ecp_", 4) == 0 ||
           strncmp(function, "ecdsa_", 6) == 0;
}

bool print_counts(const struct expectations *expected, unsigned kind)
{
    static struct ob_mbedtls_count list[FUNCTIONS];
    size_t n = ob_mbedtls_counts(list, FUNCTIONS);
    bool good = n <= FUNCTIONS;

    if (!good)
        printf("    the binding counts %u functions; the list has room for %u\n", (unsigned)n, FUNCTIONS);
    for (size_t i = 0; i < n && i < FUNCTIONS; i++) {
        const struct expectation *e = find(expected, list[i].function);
        bool exact = !expected->keys_alone || is_of_keys(list[i].function);
        uint32_t ops = e ? e->ops[kind] : 0;
        bool right = (!exact || list[i].engine == ops) && list[i].fallback == 0 && list[i].refused == 0;

        if ((exact && list[i].engine) || !right)
            printf("  %-20s %6lu\n", list[i].function, (unsigned long)list[i].engine);
        if (!right)
            printf("    expected %lu; %lu fell back, %lu refused\n", (unsigned long)ops,
                   (unsigned long)list[i].fallback, (unsigned long)list[i].refused);
        good = good && right;
    }
    return good;
}
