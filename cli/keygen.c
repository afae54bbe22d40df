/* SPDX-License-Identifier: Apache-2.0 */
/* The command keygen: make a key pair on the engines, and keep it in a file that its owner alone can read. */
#include "cli/cli.h"
#include "cli/key.h"

#include <string.h>

#define RSA_BITS_MIN  2048 /* SP 800-131A Rev. 2, section 3: fewer sign nothing any more */
#define RSA_BITS_MAX  8192
#define GENERATED_MAX 4612 /* bytes of an RSA key of RSA_BITS_MAX: ob_pk_generated_len */

struct job {
    uint8_t curve;
    unsigned bits; /* RSA; else 0 */
    const char *output;
    bool force;
};

/* A key that has been tried: CLI_OK, or an exit code after a message. */
static int generate(const struct job *j, struct ob_key *key, uint8_t *parts, size_t size)
{
    const struct ob_key wanted = {.kind = OB_KEY_NONE, .curve = j->curve, .bits = (uint16_t)j->bits};
    uint8_t alg = j->curve ? cli_key_algorithm(j->curve) : (uint8_t)OB_RSA;
    const char *what = j->curve ? ob_curve_name(j->curve) : "rsa";
    struct ob_session s;
    size_t len = 0;
    int err = ob_pk_open(&s, NULL, alg, 0, &wanted);

    if (err == OB_OK) {
        err = ob_pk_generate(&s, parts, size, &len);
        ob_session_close(&s);
    }
    if (err == OB_OK)
        err = ob_pk_components(key, j->curve, j->bits, parts, len);
    if (err == OB_OK)
        err = ob_pk_check(&s, NULL, key);
    return err == OB_OK ? CLI_OK : cli_failed(what, err == OB_E_ARG ? OB_E_IO : err);
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {
        {"bits", required_argument, NULL, 'b'},   {"curve", required_argument, NULL, 'C'},
        {"output", required_argument, NULL, 'o'}, {"force", no_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},         {NULL, 0, NULL, 0}};
    static uint8_t parts[GENERATED_MAX];
    struct job j = {0};
    struct ob_key key;
    uint64_t bits;
    int option, code;

    while ((option = cli_option(argc, argv, "b:C:o:f", options)) != -1) {
        switch (option) {
        case 'b':
            if (!cli_number(optarg, RSA_BITS_MAX, false, &bits) || bits < RSA_BITS_MIN || bits % 16)
                return cli_usage("--bits is from %d to %d, in steps of 16", RSA_BITS_MIN, RSA_BITS_MAX);
            j.bits = (unsigned)bits;
            break;
        case 'C':
            j.curve = ob_curve_from_name(optarg);
            if (!j.curve)
                return cli_usage("there is no curve \"%s\"", optarg);
            break;
        case 'o':
            j.output = optarg;
            break;
        case 'f':
            j.force = true;
            break;
        default:
            return CLI_USAGE;
        }
    }
    if (optind < argc)
        return cli_usage("--output names the file; there is no other argument");
    if (!j.output)
        return cli_usage("--output names the file of the private key");
    if (j.bits && j.curve)
        return cli_usage("--bits is for RSA: either --bits or --curve");
    if (!j.bits && !j.curve)
        j.curve = OB_SECP256R1;
    code = cli_start();
    if (code == CLI_OK)
        code = generate(&j, &key, parts, sizeof parts);
    if (code == CLI_OK)
        code = cli_key_write(&key, j.output, j.force);
    ob_wipe(parts, sizeof parts);
    return code;
}

const struct cli_command cli_keygen = {
    "keygen",
    "make a private key",
    "Usage: outboard keygen [OPTION]... --output FILE\n\n"
    "Make a key pair, try it, and write the private key to FILE: PKCS#8 in PEM, not\n"
    "encrypted, which only its owner may read (mode 0600). outboard pubkey writes\n"
    "the public half.\n\n"
    "  -C, --curve NAME   the elliptic curve, as secp256r1 (default), secp384r1,\n"
    "                     ed25519, x25519\n"
    "  -b, --bits N       an RSA key of so many bits instead, 2048 to 8192\n"
    "  -o, --output FILE  where the key goes; - is standard output\n"
    "  -f, --force        write over an output that exists\n"
    "  -h, --help         print this\n",
    run,
};
