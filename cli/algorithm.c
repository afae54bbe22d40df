/* SPDX-License-Identifier: Apache-2.0 */
/* An algorithm by any of the names that people write: aes-gcm, AES-GCM, AES-128-GCM, sha-256, DES-EDE3-CBC. */
#include "cli/algorithm.h"

#include <outboard/alg.h>

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

unsigned cli_algorithm_plain(char out[CLI_ALGORITHM_MAX + 1], const char *name)
{
    unsigned n = 0;

    for (; *name && n < CLI_ALGORITHM_MAX; name++)
        if (isalnum((unsigned char)*name))
            out[n++] = (char)tolower((unsigned char)*name);
    out[n] = 0;
    return n;
}

/* The same. False if there are too many to be an algorithm. */
static bool plain(char out[CLI_ALGORITHM_MAX + 1], const char *name)
{
    return cli_algorithm_plain(out, name) < CLI_ALGORITHM_MAX;
}

static uint8_t find(const char *name)
{
    static const struct {
        const char *name;
        uint8_t alg;
    } other[] = {
        {"desede3ecb", OB_DES3_ECB}, {"desede3cbc", OB_DES3_CBC}, {"3desecb", OB_DES3_ECB},
        {"3descbc", OB_DES3_CBC},    {"cmac", OB_AES_CMAC},
    };
    char known[CLI_ALGORITHM_MAX + 1];

    for (unsigned alg = 1; alg < 256; alg++) {
        const char *own = ob_alg_name((uint8_t)alg);

        if (own && plain(known, own) && strcmp(known, name) == 0)
            return (uint8_t)alg;
    }
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        if (strcmp(other[i].name, name) == 0)
            return other[i].alg;
    return OB_ALG_NONE;
}

uint8_t cli_algorithm(const char *name, unsigned *bits)
{
    static const struct {
        const char *text;
        unsigned bits;
    } size[] = {{"aes128", 128}, {"aes192", 192}, {"aes256", 256}};
    char text[CLI_ALGORITHM_MAX + 1];
    uint8_t alg;

    if (bits)
        *bits = 0;
    alg = ob_alg_from_name(name);
    if (alg || !plain(text, name))
        return alg;
    alg = find(text);
    for (size_t i = 0; !alg && bits && i < sizeof size / sizeof size[0]; i++) {
        if (strncmp(text, size[i].text, 6) != 0)
            continue;
        memmove(text + 3, text + 6, strlen(text + 6) + 1);
        alg = find(text);
        *bits = alg == OB_AES_XTS ? 2 * size[i].bits : alg ? size[i].bits : 0;
        break; /* a name states one size */
    }
    return alg;
}
