/* SPDX-License-Identifier: Apache-2.0 */
/* Key files: reading and writing keys in PEM and DER. */
#ifndef OUTBOARD_CLI_KEY_H
#define OUTBOARD_CLI_KEY_H

#include <outboard/outboard.h>

#define CLI_KEY_FILE_MAX ((size_t)16 << 10) /* bytes of a file with a key */

/* A key and the DER that its components lie in. Wipe it when it is no longer needed. */
struct cli_key {
    struct ob_key key;
    uint8_t der[CLI_KEY_FILE_MAX];
    size_t der_len;
};

/* Read the key in file path ("-": standard input), PEM or DER: CLI_OK, or an exit code after a message. */
int cli_key_load(struct cli_key *k, const char *path);

/* Write key in PEM to file path ("-": standard output), a private one with mode 0600: CLI_OK, or an exit code after a
 * message, and no file. */
int cli_key_write(const struct ob_key *key, const char *path, bool force);

/* The algorithm that a key of this curve (0: RSA) is checked, and signs, with: OB_ECDH if it signs nothing. */
uint8_t cli_key_algorithm(uint8_t curve);

#endif
