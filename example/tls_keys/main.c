/* SPDX-License-Identifier: Apache-2.0 */
/* TLS 1.3 with certificates between a client and a server of Mbed TLS in one program: X25519 and P-256 for the key,
 * ECDSA on P-256 and RSA with 2048 bits for the certificates. Every operation with a key is one of the board's block
 * for public keys, counted; started as a long run, the program makes the same handshakes by the library's own code
 * before. */
#include <inttypes.h>
#include <stdio.h>

#include <mbedtls/memory_buffer_alloc.h>
#include <mbedtls/pk.h>
#include <mbedtls/platform.h>
#include <mbedtls/x509_crt.h>

#include <outboard/board.h>
#include <outboard/mbedtls.h>
#include <outboard/outboard.h>

#include "example/not_random.h"
#include "example/tls/connection.h"
#include "example/tls_keys/certificates.h"

/* The exact number of operations of both sides that the block has served for a handshake, in the order of `kinds`.
 * ecp_mul: each side's new key, and its public half. ecp_mul_restartable: each side's secret. A signature of the
 * server, and on the client's side its verification and that of the certificate. */
static const struct expectation by_the_block[] = {
    {"ecp_mul", {2, 2, 2, 2}},
    {"ecp_mul_restartable", {2, 2, 2, 2}},
    {"ecdsa_write_signature", {1, 1, 0, 0}},
    {"ecdsa_read_signature", {2, 2, 0, 0}},
    {"rsa_rsassa_pss_sign_no_mode_check", {0, 0, 1, 1}},
    {"rsa_rsassa_pss_verify_ext", {0, 0, 1, 1}},
    {"rsa_pkcs1_verify", {0, 0, 1, 1}},
};
static const struct expectations expected[] = {
    {NULL, 0, true}, /* by the library */
    {by_the_block, sizeof by_the_block / sizeof by_the_block[0], true},
};

static const struct kind {
    const char *name;
    uint16_t groups[2];
    unsigned identity;
} kinds[] = {
    {"P-256, ECDSA P-256", {MBEDTLS_SSL_IANA_TLS_GROUP_SECP256R1, 0}, 0},
    {"x25519, ECDSA P-256", {MBEDTLS_SSL_IANA_TLS_GROUP_X25519, 0}, 0},
    {"P-256, RSA-2048", {MBEDTLS_SSL_IANA_TLS_GROUP_SECP256R1, 0}, 1},
    {"x25519, RSA-2048", {MBEDTLS_SSL_IANA_TLS_GROUP_X25519, 0}, 1},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---- certificates ---- */

/* What the server shows, and the root that the client trusts. */
static struct identity {
    mbedtls_x509_crt root, certificate;
    mbedtls_pk_context key;
} identities[2];

static int read_identity(struct identity *of, const uint8_t *root, size_t root_len, const uint8_t *certificate,
                         size_t certificate_len, const uint8_t *key, size_t key_len)
{
    int ret;

    mbedtls_x509_crt_init(&of->root);
    mbedtls_x509_crt_init(&of->certificate);
    mbedtls_pk_init(&of->key);
    ret = mbedtls_x509_crt_parse_der(&of->root, root, root_len);
    if (ret == 0)
        ret = mbedtls_x509_crt_parse_der(&of->certificate, certificate, certificate_len);
    return ret ? ret : mbedtls_pk_parse_key(&of->key, key, key_len, NULL, 0, mbedtls_ctr_drbg_random, &drbg);
}

/* ---- handshakes ---- */

static int open_sides(const struct kind *kind)
{
    struct identity *of = &identities[kind->identity];
    int ret = side_open(&client, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_VERSION_TLS1_3);

    if (ret == 0)
        ret = side_open(&server, MBEDTLS_SSL_IS_SERVER, MBEDTLS_SSL_VERSION_TLS1_3);
    if (ret)
        return ret;
    mbedtls_ssl_conf_groups(&client.config, kind->groups);
    mbedtls_ssl_conf_groups(&server.config, kind->groups);
    mbedtls_ssl_conf_authmode(&client.config, MBEDTLS_SSL_VERIFY_REQUIRED);
    mbedtls_ssl_conf_ca_chain(&client.config, &of->root, NULL);
    ret = mbedtls_ssl_conf_own_cert(&server.config, &of->certificate, &of->key);
    if (ret == 0)
        ret = side_setup(&client);
    if (ret == 0)
        ret = side_setup(&server);
    return ret ? ret : mbedtls_ssl_set_hostname(&client.ssl, "outboard.example");
}

/* One handshake, and its cycles. True: the certificate is trusted, and engines have served what is expected. */
static bool run(unsigned kind, bool by_block)
{
    uint64_t cycles = 0, idle = 0;
    int ret;

    printf("  %-20s", kinds[kind].name);
    ob_mbedtls_counts_reset();
    ret = open_sides(&kinds[kind]);
    if (ret == 0) {
        cycles = ob_board_cycles();
        idle = ob_board_idle_cycles();
        ret = shake_hands();
        cycles = ob_board_cycles() - cycles;
        idle = ob_board_idle_cycles() - idle;
    }
    if (ret == 0 && mbedtls_ssl_get_verify_result(&client.ssl) != 0)
        ret = MBEDTLS_ERR_X509_CERT_VERIFY_FAILED;
    side_close(&client);
    side_close(&server);
    if (ret) {
        printf(" failed: -0x%04x\n", (unsigned)-ret);
        return false;
    }
    printf("%12" PRIu32 " cycles, of which the CPU slept %" PRIu32 "\n", (uint32_t)cycles, (uint32_t)idle);
    return print_counts(&expected[by_block], kind);
}

static bool run_all(bool by_block)
{
    bool good = true;

    printf("%s\n", by_block ? "all keys on the block" : "all keys by the library");
    for (unsigned kind = 0; kind < KINDS; kind++)
        good = run(kind, by_block) && good;
    return good;
}

int main(void)
{
    size_t room;
    uint8_t *memory = ob_board_memory(&room);
    bool good = true;

    mbedtls_memory_buffer_alloc_init(memory, room);
    if ((ob_board_start(OB_BOARD_DMA) != OB_OK && ob_board_start(OB_BOARD_CPU) != OB_OK &&
         ob_board_start(OB_BOARD_SOFTWARE) != OB_OK) ||
        ob_mbedtls_start() != OB_OK) {
        printf("Outboard does not start: no engine, or calls do not arrive\n");
        return 1;
    }
    ob_default.random = not_random;
    if (!start_random()) {
        printf("no engine for the random numbers\n");
        return 1;
    }
    if (read_identity(&identities[0], ec_root, sizeof ec_root, ec_certificate, sizeof ec_certificate, ec_key,
                      sizeof ec_key) ||
        read_identity(&identities[1], rsa_root, sizeof rsa_root, rsa_certificate, sizeof rsa_certificate, rsa_key,
                      sizeof rsa_key)) {
        printf("the certificates cannot be read\n");
        return 1;
    }
    printf("TLS 1.3 on %s, client and server together\n", ob_board_name());
    if (!ob_board_is_slow())
        good = run_all(false);
    if (ob_board_start_keys(OB_BOARD_ALL_KEYS) != OB_OK) {
        printf("the board has no block for public keys\n");
        return 1;
    }
    if (ob_selftest(ob_engine_find(NULL, "acryp"), 0) != OB_OK) {
        printf("the block's self-test fails\n");
        return 1;
    }
    good = run_all(true) && good;
    printf("%s\n", good ? "all operations where they should be, as many as expected" : "FAILED");
    return good ? 0 : 1;
}
