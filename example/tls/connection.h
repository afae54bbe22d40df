/* SPDX-License-Identifier: Apache-2.0 */
/* Two sides of Mbed TLS in one program: random numbers, a connection over two buffers in memory, and what engines have
 * served for it. */
#ifndef EXAMPLE_TLS_CONNECTION_H
#define EXAMPLE_TLS_CONNECTION_H

#include <mbedtls/ctr_drbg.h>
#include <mbedtls/ssl.h>
#include <stdbool.h>

#define DATA_LEN 65536u /* bytes that send_data sends */
#define PIPE_LEN 8192u

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

extern struct side client, server;
extern mbedtls_ctr_drbg_context drbg;

/* Seed the generator. False: there is no engine for it. */
bool start_random(void);

/* A side's defaults for one version of the protocol; its keys are set after this, in s->config, and then side_setup is
 * called. Both return an error of the library. */
int side_open(struct side *s, int endpoint, mbedtls_ssl_protocol_version version);
int side_setup(struct side *s);
void side_close(struct side *s);

/* The handshake: both sides in turn, until both are done. 0 or an error of the library. */
int shake_hands(void);

/* DATA_LEN bytes from client to server, compared there. 0, an error of the library, or -1: other bytes arrive. */
int send_data(void);

/* The exact number of operations that engines have served, for a function and each kind of connection; what is not
 * listed is none. */
struct expectation {
    const char *function;
    uint32_t ops[4];
};

struct expectations {
    const struct expectation *list;
    size_t n;
    bool keys_alone; /* of other functions than those of public keys any number may be served, but all by engines */
};

/* Print what engines have served since the counts were reset: true if that is what is expected of this kind, and
 * nothing else was served, fell back or was refused. */
bool print_counts(const struct expectations *expected, unsigned kind);

#endif
