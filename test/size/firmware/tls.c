/* SPDX-License-Identifier: Apache-2.0 */
/* A TLS 1.3 client of Mbed TLS with a pre-shared key, and with CONFIG tls_ecdhe an ephemeral key on secp256r1 as well:
 * it sends its first flight into memory, where no server answers. The program fails if that is no ClientHello. */
#include <string.h>

#include <mbedtls/memory_buffer_alloc.h>
#include <mbedtls/ssl.h>
#include <psa/crypto.h>

#define HEAP 12288

static unsigned char sent[512];
static size_t sent_len;

/* A simulated board has no source of randomness: the same bytes each time (xorshift32). A product puts its own here. */
static int random_bytes(void *context, unsigned char *output, size_t len)
{
    static uint32_t x = 2463534242u;

    (void)context;
    while (len--) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        *output++ = (unsigned char)x;
    }
    return 0;
}

psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *output,
                                             size_t output_size, size_t *output_length)
{
    (void)context;
    *output_length = output_size;
    return random_bytes(NULL, output, output_size) ? PSA_ERROR_INSUFFICIENT_ENTROPY : PSA_SUCCESS;
}

static int send_bytes(void *context, const unsigned char *data, size_t len)
{
    (void)context;
    if (len > sizeof sent - sent_len)
        return MBEDTLS_ERR_SSL_INTERNAL_ERROR;
    memcpy(sent + sent_len, data, len);
    sent_len += len;
    return (int)len;
}

static int receive_bytes(void *context, unsigned char *data, size_t len)
{
    (void)context;
    (void)data;
    (void)len;
    return MBEDTLS_ERR_SSL_WANT_READ;
}

int main(void)
{
    static unsigned char heap[HEAP];
    static const unsigned char psk[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    static const char identity[] = "client";
    static mbedtls_ssl_config config;
    static mbedtls_ssl_context ssl;
    int r;

    mbedtls_memory_buffer_alloc_init(heap, sizeof heap);
    if (psa_crypto_init() != PSA_SUCCESS)
        return 1;
    mbedtls_ssl_config_init(&config);
    mbedtls_ssl_init(&ssl);
    r = mbedtls_ssl_config_defaults(&config, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_TRANSPORT_STREAM,
                                    MBEDTLS_SSL_PRESET_DEFAULT);
    if (r)
        return 1;
    mbedtls_ssl_conf_rng(&config, random_bytes, NULL);
    r = mbedtls_ssl_conf_psk(&config, psk, sizeof psk, (const unsigned char *)identity, sizeof identity - 1);
    r |= mbedtls_ssl_setup(&ssl, &config);
    if (r)
        return 1;
    mbedtls_ssl_set_bio(&ssl, NULL, send_bytes, receive_bytes, NULL);
    r = mbedtls_ssl_handshake(&ssl);
    /* A record of the handshake (RFC 8446, 5.1) with a ClientHello (4). */
    return r != MBEDTLS_ERR_SSL_WANT_READ || sent_len < 64 || sent[0] != 22 || sent[1] != 3 || sent[5] != 1;
}
