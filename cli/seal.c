/* SPDX-License-Identifier: Apache-2.0 */
/* Outboard's encrypted files (docs/file-format.md): chunks in the STREAM construction of Hoang, Reyhanitabar, Rogaway
 * and Vizar, "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", section 7. */
#include "cli/cli.h"
#include "cli/openssl.h"
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC_LEN     8
#define HEAD_LEN      40 /* the header without its tag */
#define HEADER_LEN    56
#define SALT_LEN      16
#define PREFIX_LEN    7
#define NONCE_LEN     12 /* prefix, 4 bytes of chunk number, 1 byte that is 1 at the last chunk */
#define TAG_LEN       16
#define MASTER_LEN    32
#define FORMAT        1
#define KDF_NONE      0
#define KDF_PBKDF2    1
#define KDF_SCRYPT    2
#define KDF_ARGON2ID  3
#define ROUNDS        600000u    /* PBKDF2-HMAC-SHA256: OWASP Password Storage Cheat Sheet, 2023 */
#define ROUNDS_MIN    1000u      /* SP 800-132, section 5.2 */
#define ROUNDS_MAX    100000000u /* limits a malicious header to a minute or two of work */
#define CHUNK         65536u
#define CHUNK_LOG_MIN 10
#define CHUNK_LOG_MAX 24

/* What a header may ask for: at most 1 GiB of memory, and about a minute. */
static const struct {
    const char *name;
    uint8_t first[3], min[3], max[3]; /* log, width, lanes of struct cli_hard_cost: the default and the limits */
} kdfs[] = {
    [KDF_PBKDF2] = {.name = "pbkdf2"},
    /* OWASP Password Storage Cheat Sheet, 2023: N 2^17, r 8, p 1 */
    [KDF_SCRYPT] = {"scrypt", {17, 8, 1}, {14, 8, 1}, {20, 8, 16}},
    /* RFC 9106, section 4, the second choice: 64 MiB, 3 passes, 4 lanes */
    [KDF_ARGON2ID] = {"argon2id", {16, 3, 4}, {13, 1, 1}, {20, 16, 16}},
};
#define N_KDFS (sizeof kdfs / sizeof kdfs[0])

static const uint8_t magic[MAGIC_LEN] = {0x89, 'O', 'B', 'E', 'N', 'C', '\r', '\n'}; /* damaged by text mode */

const struct cli_sealer cli_sealers[] = {
    {"", OB_ALG_NONE, 0}, /* number 0 is no algorithm */
    {"aes-256-gcm", OB_AES_GCM, 32},
    {"chacha20-poly1305", OB_CHACHA20_POLY1305, 32},
    {"aes-128-gcm", OB_AES_GCM, 16},
};
const size_t cli_n_sealers = sizeof cli_sealers / sizeof cli_sealers[0];

/* An open stream of chunks. */
struct stream {
    struct ob_session aead;
    uint8_t nonce[NONCE_LEN];
    uint32_t number; /* of the next chunk */
    size_t chunk;    /* bytes */
};

static uint8_t sealer_of(const char *name)
{
    for (size_t i = 1; i < cli_n_sealers; i++)
        if (strcmp(cli_sealers[i].name, name) == 0)
            return (uint8_t)i;
    return 0;
}

static uint8_t kdf_of(const char *name)
{
    for (uint8_t i = KDF_PBKDF2; i < N_KDFS; i++)
        if (strcmp(kdfs[i].name, name) == 0)
            return i;
    return KDF_NONE;
}

static uint8_t log_of(uint64_t chunk)
{
    uint8_t log = 0;

    while (log < 63 && (uint64_t)1 << log < chunk)
        log++;
    return (uint64_t)1 << log == chunk ? log : 0;
}

int cli_seal_check(const struct cli_seal *what, bool openssl)
{
    uint8_t log = log_of(what->chunk), md;

    if (what->rounds && (what->rounds > ROUNDS_MAX || (what->rounds < ROUNDS_MIN && !openssl)))
        return cli_usage("--rounds takes %u to %u", openssl ? 1u : ROUNDS_MIN, ROUNDS_MAX);
    if (openssl) {
        if (what->kdf)
            return cli_usage("--kdf is not for files of openssl enc");
        if (what->chunk)
            return cli_usage("--chunk is not for files of openssl enc");
        if (what->algorithm && !cli_openssl_cipher(what->algorithm))
            return cli_usage(
                "\"%s\" is not an algorithm for --openssl: use aes-128, aes-192, aes-256 or sm4, with -cbc, -ctr or "
                "-ecb; des, des-ede or des-ede3, with -cbc or -ecb",
                what->algorithm);
        if (what->legacy_kdf && what->rounds)
            return cli_usage("--rounds needs PBKDF2, which --legacy-kdf does not use");
        md = what->md ? ob_alg_from_name(what->md) : (uint8_t)OB_SHA256;
        if (OB_ALG_CLASS(md) != OB_CLASS_HASH)
            return cli_usage("\"%s\" is no hash algorithm", what->md);
        return CLI_OK;
    }
    if (what->kdf && !kdf_of(what->kdf))
        return cli_usage("\"%s\" is not a key derivation: use pbkdf2, scrypt or argon2id", what->kdf);
    if (what->kdf && what->rounds && kdf_of(what->kdf) != KDF_PBKDF2)
        return cli_usage("--rounds needs PBKDF2, which %s does not use", what->kdf);
    if (what->md)
        return cli_usage("--md is for --openssl only");
    if (what->legacy_kdf || what->no_salt || what->base64)
        return cli_usage("--legacy-kdf, --no-salt, --base64 and --base64-line are for --openssl only");
    if (what->algorithm && !sealer_of(what->algorithm))
        return cli_usage("\"%s\" is not an algorithm for files: use aes-256-gcm, chacha20-poly1305 or aes-128-gcm",
                         what->algorithm);
    if (what->chunk && (log < CHUNK_LOG_MIN || log > CHUNK_LOG_MAX))
        return cli_usage("--chunk takes a power of two from 1K to 16M");
    return CLI_OK;
}

int cli_random(uint8_t *out, size_t len)
{
    struct ob_rng rng;
    int err;

    memset(&rng, 0, sizeof rng);
    err = ob_rng_open(&rng, NULL, NULL, 0);
    if (err == OB_OK)
        err = ob_rng_bytes(&rng, out, len);
    ob_rng_close(&rng);
    return err == OB_OK ? CLI_OK : cli_failed("random bytes", err);
}

/* HMAC-SHA256 under the master key over a label and the first HEAD_LEN bytes of the header. */
static int derive(uint8_t *out, size_t len, const uint8_t master[MASTER_LEN], const char *label, const uint8_t *head)
{
    struct ob_session mac;
    int err = ob_mac_open(&mac, NULL, OB_HMAC_SHA256, master, MASTER_LEN);

    if (err != OB_OK)
        return err;
    err = ob_mac_update(&mac, label, strlen(label) + 1);
    if (err == OB_OK)
        err = ob_mac_update(&mac, head, HEAD_LEN);
    if (err == OB_OK)
        err = ob_mac_final(&mac, out, len);
    ob_session_close(&mac);
    return err;
}

static uint32_t rounds_of(const uint8_t *head)
{
    return (uint32_t)head[12] << 24 | (uint32_t)head[13] << 16 | (uint32_t)head[14] << 8 | head[15];
}

/* True if the cost in a header is one that enc could have written: no header may ask for more work or memory. */
static bool cost_ok(const uint8_t *head)
{
    uint8_t kdf = head[10];

    if (kdf == KDF_NONE)
        return rounds_of(head) == 0;
    if (kdf == KDF_PBKDF2)
        return rounds_of(head) >= ROUNDS_MIN && rounds_of(head) <= ROUNDS_MAX;
    for (int i = 0; i < 3; i++)
        if (head[12 + i] < kdfs[kdf].min[i] || head[12 + i] > kdfs[kdf].max[i])
            return false;
    return head[15] == 0;
}

/* The master key: the user's own, or derived from the password as the header says. */
static int master_key(uint8_t master[MASTER_LEN], const struct cli_secret *secret, const uint8_t *head, bool quiet)
{
    const uint8_t *salt = head + 16;
    int err;

    if (secret->is_key) {
        memcpy(master, secret->data, MASTER_LEN);
        return CLI_OK;
    }
    if (head[10] == KDF_PBKDF2) {
        err = cli_pbkdf2(master, MASTER_LEN, OB_SHA256, secret, salt, SALT_LEN, rounds_of(head), quiet);
    } else {
        const struct cli_hard_cost cost = {.log = head[12], .width = head[13], .lanes = head[14]};

        err = cli_hard(master, MASTER_LEN, head[10] == KDF_SCRYPT ? CLI_SCRYPT : CLI_ARGON2ID, cost, secret, salt,
                       SALT_LEN, quiet);
        if (err == OB_E_DECLINED) {
            cli_error("the OpenSSL of this system, or this build, has no %s", kdfs[head[10]].name);
            return CLI_ENGINE;
        }
    }
    return err == OB_OK ? CLI_OK : cli_failed(kdfs[head[10]].name, err);
}

static int stream_open(struct stream *s, const uint8_t *header, const uint8_t master[MASTER_LEN])
{
    const struct cli_sealer *sealer = &cli_sealers[header[9]];
    uint8_t key[32];
    int err = derive(key, sizeof key, master, "outboard file key", header);

    if (err == OB_OK)
        err = ob_aead_open(&s->aead, NULL, sealer->alg, key, sealer->key_len);
    ob_wipe(key, sizeof key);
    memcpy(s->nonce, header + 32, PREFIX_LEN);
    s->number = 0;
    s->chunk = (size_t)1 << header[11];
    return err == OB_OK ? CLI_OK : cli_failed(sealer->name, err);
}

static const uint8_t *nonce_for(struct stream *s, bool last)
{
    s->nonce[PREFIX_LEN] = (uint8_t)(s->number >> 24);
    s->nonce[PREFIX_LEN + 1] = (uint8_t)(s->number >> 16);
    s->nonce[PREFIX_LEN + 2] = (uint8_t)(s->number >> 8);
    s->nonce[PREFIX_LEN + 3] = (uint8_t)s->number;
    s->nonce[PREFIX_LEN + 4] = last;
    return s->nonce;
}

/* Read the chunks, one ahead, so that the last one is known as such, and pass each one to the function one. */
static int each_unit(struct stream *s, struct cli_input *in, struct cli_output *out, size_t unit, bool quiet,
                     int (*one)(struct stream *s, const char *name, struct cli_output *out, uint8_t *unit, size_t len,
                                bool last))
{
    struct cli_progress progress;
    uint8_t *buffer[2] = {malloc(s->chunk + TAG_LEN), malloc(s->chunk + TAG_LEN)};
    uint64_t done = 0;
    ssize_t n = -1, next = 0;
    int code = CLI_OK;

    if (!buffer[0] || !buffer[1]) {
        cli_error("not enough memory for chunks of %zu bytes", s->chunk);
        code = CLI_FILE;
    }
    cli_progress_begin(&progress, in->name, in->size, true, quiet);
    if (code == CLI_OK)
        n = cli_input_read(in, buffer[0], unit);
    for (bool last = false; code == CLI_OK && !last; n = next) {
        next = n == (ssize_t)unit ? cli_input_read(in, buffer[1], unit) : 0;
        if (n < 0 || next < 0) {
            code = CLI_FILE;
            break;
        }
        last = next == 0;
        if (!last && s->number == UINT32_MAX) {
            cli_error("%s: too long: 2^32 chunks at most; take larger ones with --chunk", in->name);
            code = CLI_FILE;
            break;
        }
        code = one(s, in->name, out, buffer[0], (size_t)n, last);
        s->number++;
        done += (size_t)n;
        cli_progress_at(&progress, done);
        uint8_t *swap = buffer[0];
        buffer[0] = buffer[1];
        buffer[1] = swap;
    }
    cli_progress_end(&progress);
    for (int i = 0; i < 2; i++) {
        if (buffer[i])
            ob_wipe(buffer[i], s->chunk + TAG_LEN);
        free(buffer[i]);
    }
    return code;
}

static int seal_one(struct stream *s, const char *name, struct cli_output *out, uint8_t *unit, size_t len, bool last)
{
    int err =
        ob_aead_encrypt(&s->aead, unit, len, unit + len, TAG_LEN, nonce_for(s, last), NONCE_LEN, NULL, 0, unit, len);

    if (err != OB_OK)
        return cli_failed(name, err);
    return cli_output_write(out, unit, len + TAG_LEN) ? CLI_OK : CLI_FILE;
}

/* A chunk's tag is wrong: report the likely reason. If the tag is right for the other value of the nonce's last byte,
 * the file was cut between two chunks, or has data after its last chunk. */
static int damaged(struct stream *s, const char *name, struct cli_output *out, const uint8_t *unit, size_t len,
                   bool last)
{
    const char *also = out->temporary[0] ? "" : "; what was written so far is genuine, but not the whole";
    uint8_t *copy = malloc(len + 1);
    int err = OB_E_AUTH;

    if (copy) {
        err = ob_aead_decrypt(&s->aead, copy, len, nonce_for(s, !last), NONCE_LEN, NULL, 0, unit, len - TAG_LEN,
                              unit + len - TAG_LEN, TAG_LEN);
        ob_wipe(copy, len + 1);
    }
    free(copy);
    if (err == OB_OK)
        cli_error("%s: %s%s", name, last ? "the end of the file is missing" : "something was added at the end", also);
    else
        cli_error("%s: chunk %lu is damaged%s", name, (unsigned long)s->number, also);
    return CLI_NO;
}

static int open_one(struct stream *s, const char *name, struct cli_output *out, uint8_t *unit, size_t len, bool last)
{
    uint8_t *plain;
    int err, code;

    if (len < TAG_LEN || (len == TAG_LEN && s->number > 0)) {
        cli_error("%s: the end of the file is missing", name);
        return CLI_NO;
    }
    plain = malloc(len);
    if (!plain) {
        cli_error("not enough memory for chunks of %zu bytes", s->chunk);
        return CLI_FILE;
    }
    err = ob_aead_decrypt(&s->aead, plain, len - TAG_LEN, nonce_for(s, last), NONCE_LEN, NULL, 0, unit, len - TAG_LEN,
                          unit + len - TAG_LEN, TAG_LEN);
    if (err == OB_E_AUTH)
        code = damaged(s, name, out, unit, len, last);
    else if (err != OB_OK)
        code = cli_failed(name, err);
    else
        code = cli_output_write(out, plain, len - TAG_LEN) ? CLI_OK : CLI_FILE;
    ob_wipe(plain, len);
    free(plain);
    return code;
}

int cli_seal_encrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                     const struct cli_secret *secret)
{
    uint32_t rounds = what->rounds ? (uint32_t)what->rounds : ROUNDS;
    uint8_t header[HEADER_LEN] = {0}, master[MASTER_LEN];
    struct stream s = {.chunk = 0};
    int code, err;

    memcpy(header, magic, MAGIC_LEN);
    header[8] = FORMAT;
    header[9] = what->algorithm ? sealer_of(what->algorithm) : 1;
    header[10] = secret->is_key ? KDF_NONE : what->kdf ? kdf_of(what->kdf) : KDF_PBKDF2;
    header[11] = log_of(what->chunk ? what->chunk : CHUNK);
    if (header[10] == KDF_PBKDF2)
        for (int i = 0; i < 4; i++)
            header[12 + i] = (uint8_t)(rounds >> (24 - 8 * i));
    else if (header[10] != KDF_NONE)
        memcpy(header + 12, kdfs[header[10]].first, sizeof kdfs->first);
    code = cli_random(header + 16, SALT_LEN + PREFIX_LEN);
    if (code == CLI_OK)
        code = master_key(master, secret, header, what->quiet);
    if (code == CLI_OK) {
        err = derive(header + HEAD_LEN, TAG_LEN, master, "outboard file header", header);
        code = err == OB_OK ? stream_open(&s, header, master) : cli_failed("HMAC", err);
    }
    ob_wipe(master, sizeof master);
    if (code != CLI_OK)
        return code;
    code = cli_output_write(out, header, HEADER_LEN) ? CLI_OK : CLI_FILE;
    if (code == CLI_OK)
        code = each_unit(&s, in, out, s.chunk, what->quiet, seal_one);
    ob_session_close(&s.aead);
    return code;
}

/* Read the header and check it: CLI_OK, or an exit code after a message. */
static int read_header(struct cli_input *in, uint8_t header[HEADER_LEN], const struct cli_secret *secret)
{
    ssize_t n = cli_input_read(in, header, HEADER_LEN);

    if (n < 0)
        return CLI_FILE;
    if (n >= 8 && memcmp(header, "Salted__", 8) == 0) {
        cli_error("%s: a file of openssl enc; decrypt it with --openssl", in->name);
        return CLI_NO;
    }
    if (n < MAGIC_LEN || memcmp(header, magic, MAGIC_LEN) != 0) {
        cli_error("%s: not an encrypted file of outboard", in->name);
        return CLI_NO;
    }
    if (n < HEADER_LEN) {
        cli_error("%s: the end of the file is missing", in->name);
        return CLI_NO;
    }
    if (header[8] != FORMAT) {
        cli_error("%s: format %u; this program knows format %u", in->name, header[8], FORMAT);
        return CLI_NO;
    }
    if (header[9] == 0 || header[9] >= cli_n_sealers || header[10] >= N_KDFS || header[11] < CHUNK_LOG_MIN ||
        header[11] > CHUNK_LOG_MAX || header[39] != 0 || !cost_ok(header)) {
        cli_error("%s: the header is damaged", in->name);
        return CLI_NO;
    }
    if (secret->is_key != (header[10] == KDF_NONE)) {
        cli_error("%s: encrypted with a %s, not with a %s", in->name, secret->is_key ? "password" : "key",
                  secret->is_key ? "key" : "password");
        return CLI_NO;
    }
    return CLI_OK;
}

int cli_seal_decrypt(const struct cli_seal *what, struct cli_input *in, struct cli_output *out,
                     const struct cli_secret *secret)
{
    uint8_t header[HEADER_LEN] = {0}, tag[TAG_LEN], master[MASTER_LEN];
    struct stream s;
    int err, code = read_header(in, header, secret);

    if (code == CLI_OK)
        code = master_key(master, secret, header, what->quiet);
    if (code == CLI_OK) {
        err = derive(tag, TAG_LEN, master, "outboard file header", header);
        if (err != OB_OK) {
            code = cli_failed("HMAC", err);
        } else if (ob_differ(tag, header + HEAD_LEN, TAG_LEN)) {
            cli_error("%s: wrong %s, or the header is damaged", in->name, secret->is_key ? "key" : "password");
            code = CLI_NO;
        }
    }
    if (code == CLI_OK)
        code = stream_open(&s, header, master);
    ob_wipe(master, sizeof master);
    if (code != CLI_OK)
        return code;
    code = each_unit(&s, in, out, s.chunk + TAG_LEN, what->quiet, open_one);
    ob_session_close(&s.aead);
    return code;
}
