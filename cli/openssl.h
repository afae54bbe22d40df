/* SPDX-License-Identifier: Apache-2.0 */
/* What the files for openssl enc share. */
#ifndef OUTBOARD_CLI_OPENSSL_H
#define OUTBOARD_CLI_OPENSSL_H

#include <outboard/outboard.h>

#include "cli/seal.h"

#define CLI_OPENSSL_SALT 8 /* bytes */

struct cli_openssl_cipher {
    const char *name; /* openssl enc's name of the cipher */
    uint8_t alg;
    uint8_t key_len, block; /* bytes */
};

/* The cipher of this name, or NULL. */
const struct cli_openssl_cipher *cli_openssl_cipher(const char *name);

/* True if messages are padded to whole blocks. */
bool cli_openssl_pads(const struct cli_openssl_cipher *c);

/* Open the cipher with key and IV from the password, and begin a message of total bytes (0: unknown). CLI_OK, or an
 * exit code after a message. */
int cli_openssl_start(struct ob_session *s, const struct cli_seal *what, const struct cli_secret *password,
                      const uint8_t *salt, uint8_t dir, uint64_t total);

#endif
