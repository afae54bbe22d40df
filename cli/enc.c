/* SPDX-License-Identifier: Apache-2.0 */
/* The commands enc and dec: options, names of files, and the format. */
#include "cli/cli.h"
#include "cli/seal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SUFFIX ".ob"

#define COMMON_HELP                                                                                                    \
    "      --key-file FILE       take the key from FILE: 32 bytes or 64 hex digits\n"                                  \
    "      --key-fd N            the same from descriptor N\n"                                                         \
    "      --password-file FILE  take the password from the first line of FILE\n"                                      \
    "      --password-fd N       the same from descriptor N\n"                                                         \
    "                            (none of these: ask on the terminal)\n"                                               \
    "  -o, --output FILE         write to FILE; - is standard output\n"                                                \
    "  -f, --force               replace an output file; write to a terminal\n"                                        \
    "  -q, --quiet               no progress bar\n"                                                                    \
    "      --openssl             the format of openssl enc -pbkdf2, which is not\n"                                    \
    "                            authenticated\n"                                                                      \
    "      --legacy-kdf          with --openssl: without its -pbkdf2; passwords are\n"                                 \
    "                            then easy to guess\n"                                                                 \
    "      --no-salt             with --openssl: as its -nosalt\n"                                                     \
    "      --base64              with --openssl: as its -a\n"                                                          \
    "      --base64-line         with --openssl: as its -A, all in one line\n"

enum {
    KEY_FILE = 256,
    KEY_FD,
    PASSWORD_FILE,
    PASSWORD_FD,
    KDF,
    ROUNDS,
    CHUNK,
    OPENSSL,
    MD,
    LEGACY_KDF,
    NO_SALT,
    BASE64,
    ONE_LINE
};

struct request {
    struct cli_seal what;
    struct cli_secret_source source;
    const char *in, *out;
    bool force, openssl, encrypt;
};

static const struct option options[] = {
    {"algorithm", required_argument, NULL, 'a'},
    {"key-file", required_argument, NULL, KEY_FILE},
    {"key-fd", required_argument, NULL, KEY_FD},
    {"password-file", required_argument, NULL, PASSWORD_FILE},
    {"password-fd", required_argument, NULL, PASSWORD_FD},
    {"kdf", required_argument, NULL, KDF},
    {"rounds", required_argument, NULL, ROUNDS},
    {"chunk", required_argument, NULL, CHUNK},
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, 'f'},
    {"quiet", no_argument, NULL, 'q'},
    {"openssl", no_argument, NULL, OPENSSL},
    {"md", required_argument, NULL, MD},
    {"legacy-kdf", no_argument, NULL, LEGACY_KDF},
    {"no-salt", no_argument, NULL, NO_SALT},
    {"base64", no_argument, NULL, BASE64},
    {"base64-line", no_argument, NULL, ONE_LINE},
    {NULL, 0, NULL, 0},
};

static int number_option(const char *name, uint64_t max, bool suffix, uint64_t *value)
{
    if (!cli_number(optarg, max, suffix, value) || (max != INT32_MAX && *value == 0))
        return cli_usage("%s takes a number: \"%s\" is none", name, optarg);
    return CLI_OK;
}

static int descriptor_option(const char *name, int *fd)
{
    uint64_t value = 0;
    int code = number_option(name, INT32_MAX, false, &value);

    *fd = (int)value;
    return code;
}

static int parse(int argc, char **argv, struct request *r)
{
    int option, code = CLI_OK;

    while (code == CLI_OK && (option = cli_option(argc, argv, "a:o:fq", options)) != -1) {
        switch (option) {
        case 'a':
            r->what.algorithm = optarg;
            break;
        case KEY_FILE:
            r->source.key_file = optarg;
            break;
        case KEY_FD:
            code = descriptor_option("--key-fd", &r->source.key_fd);
            break;
        case PASSWORD_FILE:
            r->source.password_file = optarg;
            break;
        case PASSWORD_FD:
            code = descriptor_option("--password-fd", &r->source.password_fd);
            break;
        case KDF:
            r->what.kdf = optarg;
            break;
        case ROUNDS:
            code = number_option("--rounds", UINT32_MAX, false, &r->what.rounds);
            break;
        case CHUNK:
            code = number_option("--chunk", UINT32_MAX, true, &r->what.chunk);
            break;
        case 'o':
            r->out = optarg;
            break;
        case 'f':
            r->force = true;
            break;
        case 'q':
            r->what.quiet = true;
            break;
        case OPENSSL:
            r->openssl = true;
            break;
        case MD:
            r->what.md = optarg;
            break;
        case LEGACY_KDF:
            r->what.legacy_kdf = true;
            break;
        case NO_SALT:
            r->what.no_salt = true;
            break;
        case ONE_LINE:
            r->what.one_line = true;
            /* fall through */
        case BASE64:
            r->what.base64 = true;
            break;
        default:
            return CLI_USAGE;
        }
    }
    if (code != CLI_OK)
        return code;
    if (argc - optind > 1)
        return cli_usage("more than one input file");
    if (optind < argc)
        r->in = argv[optind];
    if (!r->encrypt && !r->openssl &&
        (r->what.algorithm || r->what.kdf || r->what.rounds || r->what.md || r->what.chunk))
        return cli_usage("--algorithm, --kdf, --rounds, --md and --chunk stand in the file's own header");
    if (r->what.kdf && (r->source.key_file || r->source.key_fd >= 0))
        return cli_usage("--kdf is for passwords, not for a key");
    if (r->openssl && (r->source.key_file || r->source.key_fd >= 0))
        return cli_usage("--openssl takes a password, no key");
    return cli_seal_check(&r->what, r->openssl);
}

/* Make the output's name from the input's, if the user gave none: enc appends the suffix, dec removes it. */
static int name_output(struct request *r, char *name, size_t size)
{
    size_t len = strlen(r->in), tail = strlen(SUFFIX);

    if (r->out)
        return CLI_OK;
    if (strcmp(r->in, "-") == 0) {
        r->out = "-";
        return CLI_OK;
    }
    r->out = name;
    if (r->encrypt) {
        if (snprintf(name, size, "%s" SUFFIX, r->in) >= (int)size)
            return cli_usage("the name is too long; name the output with --output");
        return CLI_OK;
    }
    if (len <= tail || len >= size || strcmp(r->in + len - tail, SUFFIX) != 0 || r->in[len - tail - 1] == '/')
        return cli_usage("%s does not end in " SUFFIX "; name the output with --output", r->in);
    memcpy(name, r->in, len - tail);
    name[len - tail] = 0;
    return CLI_OK;
}

static int run(int argc, char **argv, bool encrypt)
{
    struct request r = {.source = CLI_SECRET_PROMPT, .in = "-", .encrypt = encrypt};
    struct cli_secret secret = {.len = 0};
    struct cli_input in;
    struct cli_output out;
    char name[4096];
    int code = parse(argc, argv, &r);

    if (code == CLI_OK)
        code = name_output(&r, name, sizeof name);
    if (code == CLI_OK && encrypt && strcmp(r.out, "-") == 0 && !r.force && isatty(STDOUT_FILENO))
        code = cli_usage("standard output is a terminal; use --output or --force");
    if (code == CLI_OK)
        code = cli_start();
    if (code == CLI_OK)
        code = cli_input_open(&in, r.in);
    if (code != CLI_OK)
        return code;
    code = cli_secret_get(&secret, &r.source, encrypt);
    if (code == CLI_OK)
        code = cli_output_open(&out, r.out, in.mode, r.force);
    if (code == CLI_OK) {
        code = (encrypt     ? r.openssl ? cli_openssl_encrypt : cli_seal_encrypt
                : r.openssl ? cli_openssl_decrypt
                            : cli_seal_decrypt)(&r.what, &in, &out, &secret);
        if (code == CLI_OK)
            code = cli_output_commit(&out);
        else
            cli_output_abandon(&out);
    }
    ob_wipe(&secret, sizeof secret);
    cli_input_close(&in);
    return code;
}

static int run_enc(int argc, char **argv)
{
    return run(argc, argv, true);
}

static int run_dec(int argc, char **argv)
{
    return run(argc, argv, false);
}

const struct cli_command cli_enc = {
    "enc",
    "encrypt a file",
    "Usage: outboard enc [OPTION]... [FILE]\n\n"
    "Encrypt FILE to FILE.ob, or standard input to standard output, with a key or a\n"
    "password.\n\n"
    "  -a, --algorithm NAME      aes-256-gcm (default), chacha20-poly1305 or\n"
    "                            aes-128-gcm; with --openssl: aes-128, aes-192,\n"
    "                            aes-256 or sm4, with -cbc, -ctr or -ecb; des,\n"
    "                            des-ede or des-ede3, with -cbc or -ecb\n"
    "                            (default: aes-256-cbc)\n" COMMON_HELP
    "      --kdf NAME            what makes a key of the password: pbkdf2 (default),\n"
    "                            scrypt or argon2id, which also take memory\n"
    "      --rounds N            rounds of PBKDF2 (600000; with --openssl 10000)\n"
    "      --md NAME             with --openssl: hash of the key derivation (sha256)\n"
    "      --chunk SIZE          bytes under one tag: a power of two from 1K to 16M\n"
    "                            (64K)\n"
    "  -h, --help                print this\n",
    run_enc,
};

const struct cli_command cli_dec = {
    "dec",
    "decrypt a file",
    "Usage: outboard dec [OPTION]... [FILE]\n\n"
    "Decrypt FILE.ob to FILE, or standard input to standard output. The file appears\n"
    "only if all of it is genuine; standard output gets each chunk after its check.\n\n" COMMON_HELP
    "  -a, --algorithm NAME      with --openssl: the cipher, as for enc (aes-256-cbc)\n"
    "      --rounds N            with --openssl: rounds of PBKDF2 (10000)\n"
    "      --md NAME             with --openssl: hash of the key derivation (sha256)\n"
    "  -h, --help                print this\n",
    run_dec,
};
