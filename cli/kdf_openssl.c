/* SPDX-License-Identifier: Apache-2.0 */
/* Keys from passwords by libcrypto: PBKDF2, scrypt and Argon2id. */
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/secret.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#define SALT_OF(salt, len)  OSSL_PARAM_octet_string(OSSL_KDF_PARAM_SALT, (void *)(salt), len)
#define PASSWORD_OF(s)      OSSL_PARAM_octet_string(OSSL_KDF_PARAM_PASSWORD, (void *)(s)->data, (s)->len)
#define ARGON2_PARAM_MEMORY "memcost" /* libcrypto's headers name these from 3.2 on */
#define ARGON2_PARAM_LANES  "lanes"

/* In a context of its own, with no configuration: the default provider does it, whatever openssl.cnf prefers. */
static int derive(uint8_t *out, size_t out_len, const char *name, const OSSL_PARAM *params, bool quiet)
{
    OSSL_LIB_CTX *library = OSSL_LIB_CTX_new();
    EVP_KDF *kdf = library ? EVP_KDF_fetch(library, name, NULL) : NULL;
    EVP_KDF_CTX *ctx = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
    struct cli_progress progress;
    int err = library && !kdf ? OB_E_DECLINED : OB_E_IO;

    if (ctx) {
        cli_progress_begin(&progress, "deriving the key", 0, false, quiet);
        cli_progress_words(&progress);
        if (EVP_KDF_derive(ctx, out, out_len, params) == 1)
            err = OB_OK;
        cli_progress_end(&progress);
    }
    EVP_KDF_CTX_free(ctx);
    EVP_KDF_free(kdf);
    OSSL_LIB_CTX_free(library);
    ERR_clear_error();
    if (err != OB_OK)
        ob_wipe(out, out_len);
    return err;
}

int cli_pbkdf2(uint8_t *out, size_t out_len, uint8_t hash, const struct cli_secret *password, const uint8_t *salt,
               size_t salt_len, uint32_t rounds, bool quiet)
{
    const OSSL_PARAM params[] = {
        PASSWORD_OF(password),
        SALT_OF(salt, salt_len),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_ITER, &rounds),
        OSSL_PARAM_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)ob_alg_name(hash), 0),
        OSSL_PARAM_END,
    };

    return derive(out, out_len, "PBKDF2", params, quiet);
}

int cli_hard(uint8_t *out, size_t out_len, enum cli_hard function, struct cli_hard_cost cost,
             const struct cli_secret *password, const uint8_t *salt, size_t salt_len, bool quiet)
{
    uint64_t n = (uint64_t)1 << cost.log;
    uint32_t kib = (uint32_t)1 << cost.log, width = cost.width, lanes = cost.lanes;
    const OSSL_PARAM scrypt[] = {
        PASSWORD_OF(password),
        SALT_OF(salt, salt_len),
        OSSL_PARAM_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_SCRYPT_R, &width),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_SCRYPT_P, &lanes),
        OSSL_PARAM_END,
    };
    const OSSL_PARAM argon2[] = {
        PASSWORD_OF(password),
        SALT_OF(salt, salt_len),
        OSSL_PARAM_uint32(ARGON2_PARAM_MEMORY, &kib),
        OSSL_PARAM_uint32(OSSL_KDF_PARAM_ITER, &width),
        OSSL_PARAM_uint32(ARGON2_PARAM_LANES, &lanes),
        OSSL_PARAM_END,
    };

    return function == CLI_SCRYPT ? derive(out, out_len, "SCRYPT", scrypt, quiet)
                                  : derive(out, out_len, "ARGON2ID", argon2, quiet);
}
