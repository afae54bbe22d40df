/* SPDX-License-Identifier: Apache-2.0 */
/* Keys and passwords: read from a file, a descriptor or a prompt, and keys derived from passwords. */
#ifndef OUTBOARD_CLI_SECRET_H
#define OUTBOARD_CLI_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLI_SECRET_MAX 1024 /* bytes of a password */

/* The source of the secret; no field set: the prompt. */
struct cli_secret_source {
    const char *key_file, *password_file;
    int key_fd, password_fd; /* -1: not given */
};

#define CLI_SECRET_PROMPT                                                                                              \
    {                                                                                                                  \
        NULL, NULL, -1, -1                                                                                             \
    }

struct cli_secret {
    uint8_t data[CLI_SECRET_MAX];
    size_t len;
    bool is_key; /* true: 32 bytes of key; false: a password */
};

/* Get the secret: CLI_OK, or an exit code after a message. A key is 32 bytes, or 64 hexadecimal digits and an optional
 * end of line. A password is the first line without its end. twice: the prompt asks two times. The caller wipes the
 * secret. */
int cli_secret_get(struct cli_secret *s, const struct cli_secret_source *from, bool twice);

/* PBKDF2 (RFC 8018, section 5.2) with HMAC over hash: out_len bytes. Shows progress unless quiet. OB_OK or an error. By
 * libcrypto, or in a build without it by the engines. */
int cli_pbkdf2(uint8_t *out, size_t out_len, uint8_t hash, const struct cli_secret *password, const uint8_t *salt,
               size_t salt_len, uint32_t rounds, bool quiet);

/* Functions that take memory as well, of which libcrypto has scrypt always, Argon2 from 3.2 on. */
enum cli_hard {
    CLI_SCRYPT,   /* RFC 7914 */
    CLI_ARGON2ID, /* RFC 9106 */
};

struct cli_hard_cost {
    uint8_t log;   /* scrypt: logarithm to base 2 of N; Argon2: of the KiB of memory */
    uint8_t width; /* scrypt: r; Argon2: t, the passes */
    uint8_t lanes; /* p */
};

/* out_len bytes from the password. OB_OK; OB_E_DECLINED: this libcrypto does not have it, or there is none; OB_E_IO. */
int cli_hard(uint8_t *out, size_t out_len, enum cli_hard function, struct cli_hard_cost cost,
             const struct cli_secret *password, const uint8_t *salt, size_t salt_len, bool quiet);

#endif
