/* SPDX-License-Identifier: Apache-2.0 */
/* TLS 1.2 and TLS 1.3 between a client and a server of Mbed TLS in one program, over two buffers in memory: a handshake
 * with a pre-shared key, and 64 KiB of data. All hashing, HMAC, AES and GCM is Outboard's: the binding is built without
 * fallback, so that an operation without an engine fails, and the operations of each function are counted. */
#include <stdio.h>

#include <mbedtls/memory_buffer_alloc.h>
#include <mbedtls/platform.h>

#include <outboard/board.h>
#include <outboard/mbedtls.h>

#include "example/tls/connection.h"

/* The exact number of operations that engines have served, per protocol and function; all others are none. They follow
 * from the protocol's messages, whatever the random numbers are. TLS 1.2, TLS 1.3. */
static const struct expectation list[] = {
    {"sha256_update", {144, 114}},   {"sha256_finish", {118, 126}},  {"aes_crypt_ecb", {27, 18}},
    {"gcm_crypt_and_tag", {18, 35}}, {"gcm_auth_decrypt", {18, 35}},
};

static const struct expectations expected = {list, sizeof list / sizeof list[0], false};

static const uint8_t psk[32] = "a key that both sides have, once";
static const char identity[] = "outboard";

static int open_side(struct side *s, int endpoint, mbedtls_ssl_protocol_version version)
{
    int ret = side_open(s, endpoint, version);

    if (ret)
        return ret;
    mbedtls_ssl_conf_tls13_key_exchange_modes(&s->config, MBEDTLS_SSL_TLS1_3_KEY_EXCHANGE_MODE_PSK);
    ret = mbedtls_ssl_conf_psk(&s->config, psk, sizeof psk, (const unsigned char *)identity, sizeof identity - 1);
    return ret ? ret : side_setup(s);
}

static bool run(const char *name, mbedtls_ssl_protocol_version version, unsigned protocol)
{
    int ret;

    ob_mbedtls_counts_reset();
    ret = open_side(&client, MBEDTLS_SSL_IS_CLIENT, version);
    if (ret == 0)
        ret = open_side(&server, MBEDTLS_SSL_IS_SERVER, version);
    if (ret == 0)
        ret = shake_hands();
    if (ret == 0)
        printf("%s, %s\n", mbedtls_ssl_get_version(&client.ssl), mbedtls_ssl_get_ciphersuite(&client.ssl));
    if (ret == 0)
        ret = send_data();
    side_close(&client);
    side_close(&server);
    if (ret) {
        printf("%s failed: -0x%04x\n", name, (unsigned)-ret);
        return false;
    }
    printf("  %u bytes arrived\n", DATA_LEN);
    return print_counts(&expected, protocol);
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
    if (!start_random()) {
        printf("no engine for the random numbers\n");
        return 1;
    }
    good = run("TLS 1.2", MBEDTLS_SSL_VERSION_TLS1_2, 0);
    good = run("TLS 1.3", MBEDTLS_SSL_VERSION_TLS1_3, 1) && good;
    printf("%s\n", good ? "all operations on engines, as many as expected" : "FAILED");
    return good ? 0 : 1;
}
