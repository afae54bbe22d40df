/* SPDX-License-Identifier: Apache-2.0 */
/* Key files: reading and writing keys in PEM and DER. */
#include "cli/key.h"
#include "cli/cli.h"
#include "cli/file.h"

#include <string.h>

int cli_key_load(struct cli_key *k, const char *path)
{
    static uint8_t text[CLI_KEY_FILE_MAX];
    size_t len;
    int err, code = cli_input_short(path, text, sizeof text, &len);

    if (code != CLI_OK)
        return code;
    err = ob_key_from_pem(&k->key, k->der, sizeof k->der, &k->der_len, (const char *)text, len);
    if (err == OB_E_ARG) { /* no text: then it is DER itself */
        memcpy(k->der, text, len);
        k->der_len = len;
        err = ob_key_from_der(&k->key, k->der, len);
    }
    ob_wipe(text, sizeof text);
    if (err == OB_OK)
        return CLI_OK;
    cli_error("%s: %s", path,
              err == OB_E_DECLINED ? "an encrypted key, or a kind of key that is not known" : "no key in PEM or DER");
    return CLI_FILE;
}

int cli_key_write(const struct ob_key *key, const char *path, bool force)
{
    static struct cli_output out;
    static uint8_t der[OB_KEY_DER_MAX];
    static char pem[OB_KEY_PEM_MAX];
    bool private = key->kind == OB_KEY_RSA_PRIVATE || key->kind == OB_KEY_EC_PRIVATE;
    size_t len;
    int code, err = ob_key_to_pem(pem, sizeof pem, &len, der, sizeof der, key);

    if (err != OB_OK)
        return cli_failed(path, err);
    code = cli_output_open(&out, path, private ? 0600 : 0666, force);
    if (code == CLI_OK && !cli_output_write(&out, pem, len)) {
        cli_output_abandon(&out);
        code = CLI_FILE;
    }
    ob_wipe(pem, sizeof pem);
    return code == CLI_OK ? cli_output_commit(&out) : code;
}

uint8_t cli_key_algorithm(uint8_t curve)
{
    switch (curve) {
    case OB_CURVE_NONE:
        return OB_RSA_PKCS1_SIGN;
    case OB_ED25519:
    case OB_ED448:
        return OB_EDDSA;
    case OB_SM2_CURVE:
        return OB_SM2_SIGN;
    case OB_X25519:
    case OB_X448:
        return OB_ECDH;
    default:
        return OB_ECDSA;
    }
}
