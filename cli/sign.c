/* SPDX-License-Identifier: Apache-2.0 */
/* The commands sign and verify: signatures of files with keys in PEM or DER, in the forms that openssl dgst and openssl
 * pkeyutl write and read. */
#include "cli/algorithm.h"
#include "cli/cli.h"
#include "cli/file.h"
#include "cli/key.h"

#include <outboard/engine.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIGNATURE_FILE_MAX ((size_t)16 << 10) /* bytes */
#define PART_SIZE          ((size_t)256 << 10)
#define WHOLE_MAX          ((size_t)64 << 20) /* EdDSA and SM2 sign the message itself, in one piece */

enum { KEY = 'k', OUTPUT = 'o', FORCE = 'f', SIGNATURE = 's', PSS = 256 };

struct job {
    const char *key_path, *output, *signature, *hash_name, *path;
    bool verify, force, pss;
    uint8_t alg, hash;
    struct cli_key key;
};

/* What the key signs with: CLI_OK, or CLI_USAGE after a message. */
static int choose_algorithm(struct job *j)
{
    j->hash = cli_algorithm(j->hash_name ? j->hash_name : "sha256", NULL);
    if (OB_ALG_CLASS(j->hash) != OB_CLASS_HASH)
        return cli_usage("\"%s\" is no hash algorithm", j->hash_name);
    j->alg = cli_key_algorithm(j->key.key.curve);
    if (j->alg == OB_ECDH)
        return cli_usage("%s: a key for key agreement signs nothing", j->key_path);
    if (j->pss && j->alg == OB_RSA_PKCS1_SIGN)
        j->alg = OB_RSA_PSS;
    if (j->pss && j->alg != OB_RSA_PSS)
        return cli_usage("--pss is for RSA keys");
    if (j->hash_name && (j->alg == OB_EDDSA || j->alg == OB_SM2_SIGN))
        return cli_usage("%s signs the message itself: leave --algorithm out", ob_curve_name(j->key.key.curve));
    if (j->alg == OB_EDDSA || j->alg == OB_SM2_SIGN)
        j->hash = OB_ALG_NONE;
    return CLI_OK;
}

/* ---- what is signed ---- */

static int digest_of(const struct job *j, uint8_t *digest)
{
    static uint8_t part[PART_SIZE];
    struct ob_session s;
    struct cli_input in;
    ssize_t n = 0;
    int err, code = cli_input_open(&in, j->path);

    if (code != CLI_OK)
        return code;
    err = ob_hash_open(&s, NULL, j->hash);
    if (err == OB_OK) {
        while (err == OB_OK && (n = cli_input_read(&in, part, sizeof part)) > 0)
            err = ob_hash_update(&s, part, (size_t)n);
        if (err == OB_OK && n == 0)
            err = ob_hash_final(&s, digest, ob_alg_tag(j->hash));
        ob_session_close(&s);
    }
    cli_input_close(&in);
    if (n < 0)
        return CLI_FILE;
    return err == OB_OK ? CLI_OK : cli_failed(in.name, err);
}

/* The message itself, to be freed. */
static int message_of(const struct job *j, uint8_t **message, size_t *len)
{
    struct cli_input in;
    size_t size = PART_SIZE;
    ssize_t n;
    int code = cli_input_open(&in, j->path);

    if (code != CLI_OK)
        return code;
    *len = 0;
    *message = malloc(size);
    for (;;) {
        uint8_t *larger;

        n = *message ? cli_input_read(&in, *message + *len, size - *len) : -1;
        if (n < 0)
            break;
        *len += (size_t)n;
        if (*len < size)
            break;
        larger = size < WHOLE_MAX ? realloc(*message, 2 * size) : NULL;
        if (!larger) {
            cli_error("%s: too long: %s signs a message in one piece", in.name, ob_curve_name(j->key.key.curve));
            n = -1;
            break;
        }
        *message = larger;
        size *= 2;
    }
    cli_input_close(&in);
    if (n >= 0)
        return CLI_OK;
    free(*message);
    return CLI_FILE;
}

/* ---- signatures ---- */

static bool in_der(const struct job *j)
{
    return j->alg == OB_ECDSA || j->alg == OB_SM2_SIGN;
}

static int write_signature(const struct job *j, const uint8_t *sig, size_t len)
{
    static struct cli_output out;
    uint8_t der[OB_SIGNATURE_DER_MAX];
    int code = cli_output_open(&out, j->output ? j->output : "-", 0666, j->force);

    if (code != CLI_OK)
        return code;
    if (in_der(j)) {
        (void)ob_signature_to_der(der, sizeof der, &len, sig, len);
        sig = der;
    }
    if (!cli_output_write(&out, sig, len)) {
        cli_output_abandon(&out);
        return CLI_FILE;
    }
    return cli_output_commit(&out);
}

static int sign(struct job *j, struct ob_session *s, const uint8_t *in, size_t in_len)
{
    uint8_t sig[OB_PK_SIGNATURE_MAX];
    size_t len;
    int err = ob_pk_sign(s, sig, sizeof sig, &len, in, in_len);

    if (err == OB_E_ARG) {
        cli_error("%s: not a private key, or not a valid one", j->key_path);
        return CLI_FILE;
    }
    return err == OB_OK ? write_signature(j, sig, len) : cli_failed(j->key_path, err);
}

static int verify(struct job *j, struct ob_session *s, const uint8_t *in, size_t in_len)
{
    static uint8_t given[SIGNATURE_FILE_MAX];
    uint8_t raw[OB_PK_SIGNATURE_MAX];
    size_t len;
    int err = OB_OK, code = cli_input_short(j->signature, given, sizeof given, &len);

    if (code != CLI_OK)
        return code;
    if (in_der(j)) {
        size_t raw_len = ob_pk_signature_len(j->alg, j->key.key.curve, 0);

        if (ob_signature_from_der(raw, raw_len, given, len) != OB_OK)
            err = OB_E_AUTH;
        else
            err = ob_pk_verify(s, raw, raw_len, in, in_len);
    } else {
        err = ob_pk_verify(s, given, len, in, in_len);
    }
    if (err == OB_OK)
        printf("%s: the signature is valid\n", j->path);
    else if (err == OB_E_AUTH)
        cli_error("%s: the signature is not valid", j->path);
    else
        return cli_failed(j->key_path, err);
    return err == OB_OK ? CLI_OK : CLI_NO;
}

static int run_job(struct job *j)
{
    uint8_t digest[OB_DIGEST_MAX], *message = NULL;
    struct ob_session s;
    size_t len = 0;
    int err, code = cli_key_load(&j->key, j->key_path);

    if (code == CLI_OK)
        code = choose_algorithm(j);
    if (code == CLI_OK)
        code = cli_start();
    if (code == CLI_OK && j->hash) {
        len = ob_alg_tag(j->hash);
        code = digest_of(j, digest);
    } else if (code == CLI_OK) {
        code = message_of(j, &message, &len);
    }
    if (code != CLI_OK)
        return code;
    err = ob_pk_open(&s, NULL, j->alg, j->hash, &j->key.key);
    if (err == OB_OK) {
        code =
            j->verify ? verify(j, &s, message ? message : digest, len) : sign(j, &s, message ? message : digest, len);
        ob_session_close(&s);
    } else {
        code = cli_failed(j->key_path, err);
    }
    free(message);
    return code;
}

static int run(int argc, char **argv, bool verify)
{
    static const struct option sign_options[] = {{"key", required_argument, NULL, KEY},
                                                 {"output", required_argument, NULL, OUTPUT},
                                                 {"algorithm", required_argument, NULL, 'a'},
                                                 {"force", no_argument, NULL, FORCE},
                                                 {"pss", no_argument, NULL, PSS},
                                                 {"help", no_argument, NULL, 'h'},
                                                 {NULL, 0, NULL, 0}};
    static const struct option verify_options[] = {{"key", required_argument, NULL, KEY},
                                                   {"signature", required_argument, NULL, SIGNATURE},
                                                   {"algorithm", required_argument, NULL, 'a'},
                                                   {"pss", no_argument, NULL, PSS},
                                                   {"help", no_argument, NULL, 'h'},
                                                   {NULL, 0, NULL, 0}};
    static struct job j;
    int option, code;

    j.verify = verify;
    while ((option = cli_option(argc, argv, verify ? "k:s:a:" : "k:o:a:f", verify ? verify_options : sign_options)) !=
           -1) {
        switch (option) {
        case KEY:
            j.key_path = optarg;
            break;
        case OUTPUT:
            j.output = optarg;
            break;
        case SIGNATURE:
            j.signature = optarg;
            break;
        case FORCE:
            j.force = true;
            break;
        case 'a':
            j.hash_name = optarg;
            break;
        case PSS:
            j.pss = true;
            break;
        default:
            return CLI_USAGE;
        }
    }
    if (!j.key_path)
        return cli_usage("--key names the file of the key");
    if (verify && !j.signature)
        return cli_usage("--signature names the file of the signature");
    if (optind + 1 < argc)
        return cli_usage("one FILE at a time");
    j.path = optind < argc ? argv[optind] : "-";
    code = run_job(&j);
    ob_wipe(&j, sizeof j);
    return code;
}

static int run_sign(int argc, char **argv)
{
    return run(argc, argv, false);
}

static int run_verify(int argc, char **argv)
{
    return run(argc, argv, true);
}

const struct cli_command cli_sign = {
    "sign",
    "sign a file with a key in PEM or DER",
    "Usage: outboard sign --key KEY [OPTION]... [FILE]\n\n"
    "Sign FILE (none, or -: standard input) with the private key of file KEY: RSA,\n"
    "ECDSA, Ed25519, Ed448 or SM2. ECDSA and SM2 signatures are DER, as those of\n"
    "openssl dgst.\n\n"
    "  -k, --key FILE        the private key, PEM or DER\n"
    "  -o, --output FILE     where the signature goes; default standard output\n"
    "  -a, --algorithm NAME  the hash of RSA and ECDSA; default sha256\n"
    "  -f, --force           write over an output that exists\n"
    "      --pss             RSASSA-PSS instead of PKCS#1 v1.5\n"
    "  -h, --help            print this\n",
    run_sign,
};

const struct cli_command cli_verify = {
    "verify",
    "verify the signature of a file",
    "Usage: outboard verify --key KEY --signature SIGNATURE [OPTION]... [FILE]\n\n"
    "Verify a signature of FILE (none, or -: standard input) with the public or\n"
    "private key of file KEY. Exit status 1: the signature is not valid.\n\n"
    "  -k, --key FILE        the key, PEM or DER\n"
    "  -s, --signature FILE  the signature, as outboard sign and openssl write it\n"
    "  -a, --algorithm NAME  the hash of RSA and ECDSA; default sha256\n"
    "      --pss             RSASSA-PSS instead of PKCS#1 v1.5\n"
    "  -h, --help            print this\n",
    run_verify,
};
