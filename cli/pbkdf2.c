/* SPDX-License-Identifier: Apache-2.0 */
/* Keys from passwords in a build without libcrypto: PBKDF2 over HMAC, RFC 8018 section 5.2. */
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/secret.h"

#include <string.h>

/* Compute one block T_i = U_1 ^ ... ^ U_rounds. */
static int block(struct ob_session *mac, uint8_t *t, size_t len, const uint8_t *salt, size_t salt_len, uint32_t i,
                 uint32_t rounds, struct cli_progress *p, uint64_t done)
{
    const uint8_t number[4] = {(uint8_t)(i >> 24), (uint8_t)(i >> 16), (uint8_t)(i >> 8), (uint8_t)i};
    uint8_t u[2][OB_TAG_MAX]; /* U of even and of odd rounds */
    int err = ob_mac_update(mac, salt, salt_len);

    if (err == OB_OK)
        err = ob_mac_update(mac, number, sizeof number);
    if (err == OB_OK)
        err = ob_mac_final(mac, u[0], len);
    if (err == OB_OK)
        memcpy(t, u[0], len);
    for (uint32_t round = 1; err == OB_OK && round < rounds; round++) {
        uint8_t *now = u[round & 1];

        err = ob_mac_compute(mac, now, len, u[~round & 1], len);
        for (size_t k = 0; k < len; k++)
            t[k] ^= now[k];
        if (round % 1024 == 0)
            cli_progress_at(p, done + round);
    }
    ob_wipe(u, sizeof u);
    return err;
}

int cli_pbkdf2(uint8_t *out, size_t out_len, uint8_t hash, const struct cli_secret *password, const uint8_t *salt,
               size_t salt_len, uint32_t rounds, bool quiet)
{
    struct ob_session mac;
    struct cli_progress progress;
    size_t len = ob_alg_tag(hash), blocks = (out_len + len - 1) / len;
    uint8_t t[OB_TAG_MAX];
    int err = ob_mac_open(&mac, NULL, OB_HMAC(hash), password->data, password->len);

    if (err != OB_OK)
        return err;
    cli_progress_begin(&progress, "deriving the key", rounds * (uint64_t)blocks, false, quiet);
    for (size_t i = 0; i < blocks && err == OB_OK; i++) {
        err = block(&mac, t, len, salt, salt_len, (uint32_t)i + 1, rounds, &progress, i * (uint64_t)rounds);
        if (err == OB_OK)
            memcpy(out + i * len, t, i + 1 < blocks ? len : out_len - i * len);
    }
    cli_progress_end(&progress);
    ob_session_close(&mac);
    ob_wipe(t, sizeof t);
    if (err != OB_OK)
        ob_wipe(out, out_len);
    return err;
}

int cli_hard(uint8_t *out, size_t out_len, enum cli_hard function, struct cli_hard_cost cost,
             const struct cli_secret *password, const uint8_t *salt, size_t salt_len, bool quiet)
{
    (void)out, (void)out_len, (void)function, (void)cost, (void)password, (void)salt, (void)salt_len, (void)quiet;
    return OB_E_DECLINED;
}
