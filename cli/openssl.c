/* SPDX-License-Identifier: Apache-2.0 */
/* Files of openssl enc -pbkdf2: "Salted__", 8 bytes of salt, then AES-CBC with PKCS#7 padding (RFC 5652, section 6.3)
 * or AES-CTR; key and IV are one output of PBKDF2. Nothing in them is authenticated. */
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/seal.h"

#include <stdlib.h>
#include <string.h>

#define SALT_LEN  8
#define BLOCK     16
#define ROUNDS    10000u /* the default of openssl enc -pbkdf2 */
#define PART_SIZE 65536u

uint8_t cli_openssl_cipher(const char *name, size_t *key_len)
{
    static const struct {
        const char *name;
        uint8_t alg, key_len;
    } ciphers[] = {
        {"aes-128-cbc", OB_AES_CBC, 16}, {"aes-192-cbc", OB_AES_CBC, 24}, {"aes-256-cbc", OB_AES_CBC, 32},
        {"aes-128-ctr", OB_AES_CTR, 16}, {"aes-192-ctr", OB_AES_CTR, 24}, {"aes-256-ctr", OB_AES_CTR, 32},
    };

    for (size_t i = 0; i < sizeof ciphers / sizeof ciphers[0]; i++)
        if (strcmp(ciphers[i].name, name) == 0) {
            *key_len = ciphers[i].key_len;
            return ciphers[i].alg;
        }
    return OB_ALG_NONE;
}

/* Open the cipher with key and IV from the password, and begin a message of total bytes. */
static int start(struct ob_session *s, const struct cli_seal *what, const struct cli_secret *password,
                 const uint8_t salt[SALT_LEN], uint8_t dir, uint64_t total)
{
    const char *name = what->algorithm ? what->algorithm : "aes-256-cbc";
    uint8_t key_iv[32 + BLOCK], hash = what->md ? ob_alg_from_name(what->md) : (uint8_t)OB_SHA256;
    size_t key_len = 0;
    uint8_t alg = cli_openssl_cipher(name, &key_len);
    int err = cli_pbkdf2(key_iv, key_len + BLOCK, hash, password, salt, SALT_LEN,
                         what->rounds ? (uint32_t)what->rounds : ROUNDS, what->quiet);

    if (err != OB_OK)
        return cli_failed("PBKDF2", err);
    err = ob_cipher_open(s, NULL, alg, key_iv, key_len);
    if (err == OB_OK) {
        err = ob_cipher_start(s, dir, key_iv + key_len, BLOCK, total);
        if (err != OB_OK)
            ob_session_close(s);
    }
    ob_wipe(key_iv, sizeof key_iv);
    return err == OB_OK ? CLI_OK : cli_failed(name, err);
}

/* The padding's length at the end of a block, 0 if it is none. */
static size_t padding(const uint8_t *block)
{
    size_t n = block[BLOCK - 1];

    if (n == 0 || n > BLOCK)
        return 0;
    for (size_t i = BLOCK - n; i < BLOCK; i++)
        if (block[i] != n)
            return 0;
    return n;
}

static bool is_cbc(const struct cli_seal *what)
{
    return !what->algorithm || strstr(what->algorithm, "-cbc");
}

int cli_openssl_encrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                        const struct cli_secret *password)
{
    uint8_t head[8 + SALT_LEN] = "Salted__";
    struct ob_session s;
    struct cli_progress progress;
    uint8_t *data;
    uint64_t done = 0;
    size_t len = PART_SIZE, written;
    ssize_t n;
    int err, code = cli_random(head + 8, SALT_LEN);

    if (code == CLI_OK)
        code = start(&s, what, password, head + 8, OB_DIR_ENCRYPT, in->size);
    if (code != CLI_OK)
        return code;
    data = malloc(PART_SIZE + BLOCK);
    code = data && cli_output_write(out, head, sizeof head) ? CLI_OK : CLI_FILE;
    cli_progress_begin(&progress, in->name, in->size, true, what->quiet);
    while (code == CLI_OK && len == PART_SIZE) {
        n = cli_input_read(in, data, PART_SIZE);
        len = n < 0 ? 0 : (size_t)n;
        done += len;
        if (n >= 0 && len < PART_SIZE && is_cbc(what)) {
            uint8_t pad = (uint8_t)(BLOCK - len % BLOCK);
            memset(data + len, pad, pad);
            n += pad;
        }
        if (n < 0) {
            code = CLI_FILE;
        } else {
            err = ob_cipher_update(&s, data, PART_SIZE + BLOCK, &written, data, (size_t)n);
            if (err != OB_OK)
                code = cli_failed(in->name, err);
            else if (!cli_output_write(out, data, written))
                code = CLI_FILE;
        }
        cli_progress_at(&progress, done);
    }
    cli_progress_end(&progress);
    ob_session_close(&s);
    if (data)
        ob_wipe(data, PART_SIZE + BLOCK);
    free(data);
    return code;
}

/* Decrypt a part of whole blocks (CBC) or of any length. last: take the padding off, or refuse it. */
static int open_part(struct ob_session *s, const struct cli_seal *what, const char *name, struct cli_output *out,
                     uint8_t *data, size_t len, bool last)
{
    size_t written = 0, pad = 0;
    int err = ob_cipher_update(s, data, len, &written, data, len);

    if (err != OB_OK)
        return cli_failed(name, err);
    if (last && is_cbc(what)) {
        pad = written >= BLOCK ? padding(data + written - BLOCK) : 0;
        if (pad == 0) {
            cli_error("%s: wrong password or parameters, or the file is damaged", name);
            return CLI_NO;
        }
    }
    return cli_output_write(out, data, written - pad) ? CLI_OK : CLI_FILE;
}

int cli_openssl_decrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                        const struct cli_secret *password)
{
    uint8_t head[8 + SALT_LEN], *data[2];
    struct ob_session s;
    struct cli_progress progress;
    uint64_t done = 0;
    ssize_t next, n = cli_input_read(in, head, sizeof head);
    int code = CLI_OK;

    if (n < 0)
        return CLI_FILE;
    if (n < (ssize_t)sizeof head || memcmp(head, "Salted__", 8) != 0) {
        cli_error("%s: not a file of openssl enc with a salt", in->name);
        return CLI_NO;
    }
    code = start(&s, what, password, head + 8, OB_DIR_DECRYPT, in->size);
    if (code != CLI_OK)
        return code;
    data[0] = malloc(PART_SIZE);
    data[1] = malloc(PART_SIZE);
    n = data[0] && data[1] ? cli_input_read(in, data[0], PART_SIZE) : -1;
    cli_progress_begin(&progress, in->name, in->size, true, what->quiet);
    for (bool last = false; code == CLI_OK && !last; n = next) {
        uint8_t *swap = data[0];

        next = n == (ssize_t)PART_SIZE ? cli_input_read(in, data[1], PART_SIZE) : 0;
        if (n < 0 || next < 0) {
            code = CLI_FILE;
            break;
        }
        last = next == 0;
        if (is_cbc(what) && (n % BLOCK != 0 || (last && n == 0))) {
            cli_error("%s: the file is damaged: its length is not a multiple of %d", in->name, BLOCK);
            code = CLI_NO;
        } else {
            code = open_part(&s, what, in->name, out, data[0], (size_t)n, last);
        }
        done += (size_t)n;
        cli_progress_at(&progress, done);
        data[0] = data[1];
        data[1] = swap;
    }
    cli_progress_end(&progress);
    ob_session_close(&s);
    for (int i = 0; i < 2; i++) {
        if (data[i])
            ob_wipe(data[i], PART_SIZE);
        free(data[i]);
    }
    return code;
}
