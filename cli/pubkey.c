/* SPDX-License-Identifier: Apache-2.0 */
/* The command pubkey: the public half of a key, as SubjectPublicKeyInfo in PEM. */
#include "cli/cli.h"
#include "cli/key.h"

#include <outboard/engine.h>

#include <string.h>
#ifdef CLI_WITH_OPENSSL
#include <openssl/x509.h>
#endif

#define KEY 'k'

/* Let an engine that keeps keys compute the public half: true if k is the public key now. */
static bool compute_by_engine(struct cli_key *k)
{
#if OB_WITH_SLOTS
    bool agrees = k->key.curve == OB_X25519 || k->key.curve == OB_X448;
    const struct ob_slot_policy sign = {OB_ECDSA, OB_SHA256, OB_SLOT_SIGN, 0}, agree = {OB_ECDH, 0, OB_SLOT_DERIVE, 0};
    uint8_t out[OB_SLOT_PUBLIC_MAX];

    for (unsigned i = 0; i < ob_default.n_engines; i++) {
        static struct ob_session s;
        struct ob_key slot, public;
        int r;

        if (ob_slot_import(&slot, &s, ob_default.engine[i], agrees ? &agree : &sign, &k->key) != OB_OK)
            continue;
        r = ob_slot_public(NULL, &slot, &public, out, sizeof out);
        if (ob_slot_destroy(NULL, &slot) != OB_OK || r != OB_OK)
            continue;
        ob_wipe(k->der, sizeof k->der);
        k->der_len = public.x.len + public.y.len;
        memcpy(k->der, out, k->der_len);
        k->key = public;
        k->key.x.data = k->der;
        k->key.y.data = public.y.len ? k->der + public.x.len : NULL;
        return true;
    }
#else
    (void)k;
#endif
    return false;
}

/* Many private keys do not hold their public half: an engine with key slots computes it, else libcrypto where this
 * program has it. Replaces k by the public key: CLI_OK, or an exit code after a message. */
static int compute_public(struct cli_key *k, const char *path)
{
    if (compute_by_engine(k))
        return CLI_OK;
#ifdef CLI_WITH_OPENSSL
    {
        const uint8_t *at = k->der;
        EVP_PKEY *pkey = d2i_AutoPrivateKey(NULL, &at, (long)k->der_len);
        uint8_t *public = NULL;
        int len = pkey ? i2d_PUBKEY(pkey, &public) : -1, err = OB_E_ARG;

        ob_wipe(k->der, sizeof k->der);
        if (len > 0 && (size_t)len <= sizeof k->der) {
            memcpy(k->der, public, (size_t)len);
            k->der_len = (size_t)len;
            err = ob_key_from_der(&k->key, k->der, k->der_len);
        }
        OPENSSL_free(public);
        EVP_PKEY_free(pkey);
        if (err == OB_OK)
            return CLI_OK;
        cli_error("%s: the public half cannot be computed", path);
        return CLI_FILE;
    }
#else
    cli_error("%s: the file has no public half; neither an engine nor libcrypto is here to compute it", path);
    return CLI_ENGINE;
#endif
}

static int make_public(struct cli_key *k, const char *path)
{
    struct ob_session s;
    int code, err = ob_pk_check(&s, NULL, &k->key);

    if (err == OB_E_ARG) {
        cli_error("%s: the key does not work", path);
        return CLI_FILE;
    }
    if (err != OB_OK && err != OB_E_DECLINED) /* a key that no engine takes can still be copied */
        return cli_failed(path, err);
    if (k->key.kind == OB_KEY_EC_PRIVATE && !k->key.x.len) {
        code = compute_public(k, path);
        if (code != CLI_OK)
            return code;
    }
    k->key.kind = k->key.curve ? OB_KEY_EC_PUBLIC : OB_KEY_RSA_PUBLIC;
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    static const struct option options[] = {{"key", required_argument, NULL, KEY},
                                            {"output", required_argument, NULL, 'o'},
                                            {"force", no_argument, NULL, 'f'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    static struct cli_key k;
    const char *path = NULL, *output = "-";
    bool force = false;
    int option, code;

    while ((option = cli_option(argc, argv, "k:o:f", options)) != -1) {
        switch (option) {
        case KEY:
            path = optarg;
            break;
        case 'o':
            output = optarg;
            break;
        case 'f':
            force = true;
            break;
        default:
            return CLI_USAGE;
        }
    }
    if (!path)
        return cli_usage("--key names the file of the key");
    if (optind < argc)
        return cli_usage("--key names the file; there is no other argument");
    code = cli_key_load(&k, path);
    if (code == CLI_OK)
        code = cli_start();
    if (code == CLI_OK)
        code = make_public(&k, path);
    if (code == CLI_OK)
        code = cli_key_write(&k.key, output, force);
    ob_wipe(&k, sizeof k);
    return code;
}

const struct cli_command cli_pubkey = {
    "pubkey",
    "write the public half of a key",
    "Usage: outboard pubkey --key KEY [OPTION]...\n\n"
    "Write the public half of the private or public key of file KEY, in PEM\n"
    "(SubjectPublicKeyInfo). An invalid key is refused.\n\n"
    "  -k, --key FILE     the key, PEM or DER; - is standard input\n"
    "  -o, --output FILE  where the public key goes; default standard output\n"
    "  -f, --force        write over an output that exists\n"
    "  -h, --help         print this\n",
    run,
};
