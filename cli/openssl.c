/* SPDX-License-Identifier: Apache-2.0 */
/* Files of openssl enc: "Salted__" and 8 bytes of salt (unless the file has no salt), then the ciphertext, padded by
 * PKCS#7 (RFC 5652, section 6.3) except in CTR; optionally all of it in base64. They are not authenticated. */
#include "cli/openssl.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base64.h"
#include "cli/cli.h"
#include "cli/progress.h"

#define HEAD_LEN  (8 + CLI_OPENSSL_SALT)
#define BLOCK_MAX 16
#define PART_SIZE 65536u

/* The length of the padding at the end of a block; 0 if the padding is invalid. */
static size_t padding(const uint8_t *block, size_t block_len)
{
    size_t n = block[block_len - 1];

    if (n == 0 || n > block_len)
        return 0;
    for (size_t i = block_len - n; i < block_len; i++)
        if (block[i] != n)
            return 0;
    return n;
}

static const struct cli_openssl_cipher *cipher_of(const struct cli_seal *what)
{
    return cli_openssl_cipher(what->algorithm ? what->algorithm : "aes-256-cbc");
}

static void warn_of_legacy(const struct cli_seal *what)
{
    if (what->legacy_kdf)
        cli_error("warning: one %s of the password%s makes the key, so that passwords can be tried as fast as hashed",
                  what->md ? what->md : "sha256", what->no_salt ? " without salt" : "");
    else if (what->no_salt)
        cli_error("warning: without salt the same password gives the same key in every file");
}

/* ---- encryption ---- */

/* Encrypt all of in through s, and write it to w. */
static int encrypt_all(struct ob_session *s, const struct cli_seal *what, struct cli_input *in,
                       struct cli_base64_writer *w, uint8_t *data)
{
    const struct cli_openssl_cipher *c = cipher_of(what);
    struct cli_progress progress;
    uint64_t done = 0;
    size_t len = PART_SIZE, written;
    int err, code = CLI_OK;

    cli_progress_begin(&progress, in->name, in->size, true, what->quiet);
    while (code == CLI_OK && len == PART_SIZE) {
        ssize_t n = cli_input_read(in, data, PART_SIZE);

        len = n < 0 ? 0 : (size_t)n;
        done += len;
        if (n >= 0 && len < PART_SIZE && cli_openssl_pads(c)) {
            uint8_t pad = (uint8_t)(c->block - len % c->block);

            memset(data + len, pad, pad);
            n += pad;
        }
        if (n < 0) {
            code = CLI_FILE;
        } else {
            err = ob_cipher_update(s, data, PART_SIZE + BLOCK_MAX, &written, data, (size_t)n);
            if (err != OB_OK)
                code = cli_failed(in->name, err);
            else if (!cli_base64_write(w, data, written))
                code = CLI_FILE;
        }
        cli_progress_at(&progress, done);
    }
    cli_progress_end(&progress);
    return code;
}

int cli_openssl_encrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                        const struct cli_secret *password)
{
    struct cli_base64_writer w = {.out = out, .on = what->base64, .one_line = what->one_line};
    uint8_t head[HEAD_LEN] = "Salted__";
    struct ob_session s;
    uint8_t *data;
    int code = what->no_salt ? CLI_OK : cli_random(head + 8, CLI_OPENSSL_SALT);

    warn_of_legacy(what);
    if (code == CLI_OK)
        code = cli_openssl_start(&s, what, password, head + 8, OB_DIR_ENCRYPT, in->size);
    if (code != CLI_OK)
        return code;
    data = malloc(PART_SIZE + BLOCK_MAX);
    code = data && (what->no_salt || cli_base64_write(&w, head, sizeof head)) ? CLI_OK : CLI_FILE;
    if (code == CLI_OK)
        code = encrypt_all(&s, what, in, &w, data);
    if (code == CLI_OK && !cli_base64_end(&w))
        code = CLI_FILE;
    ob_session_close(&s);
    if (data)
        ob_wipe(data, PART_SIZE + BLOCK_MAX);
    free(data);
    return code;
}

/* ---- decryption ---- */

/* Decrypt whole blocks, or any length without padding. last: remove the padding, or reject it. */
static int open_part(struct ob_session *s, const struct cli_seal *what, const char *name, struct cli_output *out,
                     uint8_t *data, size_t len, bool last)
{
    const struct cli_openssl_cipher *c = cipher_of(what);
    size_t written = 0, pad = 0;
    int err = ob_cipher_update(s, data, len, &written, data, len);

    if (err != OB_OK)
        return cli_failed(name, err);
    if (last && cli_openssl_pads(c)) {
        pad = written >= c->block ? padding(data + written - c->block, c->block) : 0;
        if (pad == 0) {
            cli_error("%s: wrong password or parameters, or the file is damaged", name);
            return CLI_NO;
        }
    }
    return cli_output_write(out, data, written - pad) ? CLI_OK : CLI_FILE;
}

/* Decrypt all of r through s, and write it to out. data has room for two parts. */
static int decrypt_all(struct ob_session *s, const struct cli_seal *what, struct cli_base64_reader *r,
                       struct cli_output *out, uint8_t *data[2])
{
    const struct cli_openssl_cipher *c = cipher_of(what);
    struct cli_progress progress;
    uint64_t done = 0;
    ssize_t next, n = cli_base64_read(r, data[0], PART_SIZE);
    int code = CLI_OK;

    cli_progress_begin(&progress, r->in->name, r->on ? r->in->size / 65 * 48 : r->in->size, true, what->quiet);
    for (bool last = false; code == CLI_OK && !last; n = next) {
        uint8_t *swap = data[0];

        next = n == (ssize_t)PART_SIZE ? cli_base64_read(r, data[1], PART_SIZE) : 0;
        if (n < 0 || next < 0) {
            code = n == -2 || next == -2 ? CLI_NO : CLI_FILE;
            break;
        }
        last = next == 0;
        if (cli_openssl_pads(c) && (n % c->block != 0 || (last && n == 0))) {
            cli_error("%s: the file is damaged: its length is not a multiple of %d", r->in->name, c->block);
            code = CLI_NO;
        } else {
            code = open_part(s, what, r->in->name, out, data[0], (size_t)n, last);
        }
        done += (uint64_t)n;
        cli_progress_at(&progress, done);
        data[0] = data[1];
        data[1] = swap;
    }
    cli_progress_end(&progress);
    return code;
}

/* Read the salt of a file that has one. */
static int read_head(struct cli_base64_reader *r, uint8_t head[HEAD_LEN])
{
    ssize_t n = cli_base64_read(r, head, HEAD_LEN);

    if (n < 0)
        return n == -2 ? CLI_NO : CLI_FILE;
    if (n < HEAD_LEN || memcmp(head, "Salted__", 8) != 0) {
        cli_error("%s: not a file of openssl enc with a salt", r->in->name);
        return CLI_NO;
    }
    return CLI_OK;
}

int cli_openssl_decrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                        const struct cli_secret *password)
{
    struct cli_base64_reader *r = calloc(1, sizeof *r);
    uint8_t head[HEAD_LEN], *data[2] = {malloc(PART_SIZE), malloc(PART_SIZE)};
    struct ob_session s;
    int code = r && data[0] && data[1] ? CLI_OK : CLI_FILE;

    if (code == CLI_OK) {
        r->in = in;
        r->on = what->base64;
        code = what->no_salt ? CLI_OK : read_head(r, head);
    }
    if (code == CLI_OK)
        code = cli_openssl_start(&s, what, password, head + 8, OB_DIR_DECRYPT, what->base64 ? 0 : in->size);
    if (code == CLI_OK) {
        code = decrypt_all(&s, what, r, out, data);
        ob_session_close(&s);
    }
    for (int i = 0; i < 2; i++) {
        if (data[i])
            ob_wipe(data[i], PART_SIZE);
        free(data[i]);
    }
    free(r);
    return code;
}
