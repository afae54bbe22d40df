/* SPDX-License-Identifier: Apache-2.0 */
/* The two formats of encrypted files: Outboard's own (docs/file-format.md) and that of openssl enc. */
#ifndef OUTBOARD_CLI_SEAL_H
#define OUTBOARD_CLI_SEAL_H

#include "cli/file.h"
#include "cli/secret.h"

/* The options of enc and dec. */
struct cli_seal {
    const char *algorithm; /* as the user wrote it; NULL: the format's default */
    const char *md;        /* openssl: the hash of the key derivation; NULL: sha256 */
    const char *kdf;       /* Outboard's format: what makes a key of the password; NULL: pbkdf2 */
    uint64_t rounds;       /* PBKDF2; 0: the format's default */
    uint64_t chunk;        /* bytes of plain text under one tag; 0: the default */
    bool quiet;
    bool legacy_kdf;       /* openssl: EVP_BytesToKey instead of PBKDF2 */
    bool no_salt;          /* openssl */
    bool base64, one_line; /* openssl: the file is base64 text, in many lines or one */
};

/* Outboard's format: the header has the index of the algorithm in this table. */
struct cli_sealer {
    const char *name;
    uint8_t alg;
    uint8_t key_len;
};
extern const struct cli_sealer cli_sealers[];
extern const size_t cli_n_sealers;

/* Check the user's options before anything is read: CLI_OK, or CLI_USAGE after a message. */
int cli_seal_check(const struct cli_seal *what, bool openssl);

/* Encrypt or decrypt all of in to out: CLI_OK, or an exit code after a message. */
int cli_seal_encrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                     const struct cli_secret *secret);
int cli_seal_decrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                     const struct cli_secret *secret);
int cli_openssl_encrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                        const struct cli_secret *secret);
int cli_openssl_decrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                        const struct cli_secret *secret);

/* Get fresh random bytes: CLI_OK, or an exit code after a message. */
int cli_random(uint8_t *out, size_t len);

#endif
