/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 (RFC 4648, section 4) in a build without libcrypto. */
#include "cli/base64.h"

#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t cli_base64_encode(char *text, const uint8_t *data, size_t len)
{
    char *at = text;

    for (size_t i = 0; i < len; i += 3) {
        unsigned more = len - i < 3 ? (unsigned)(len - i) : 3;
        unsigned bits = (unsigned)data[i] << 16 | (more > 1 ? (unsigned)data[i + 1] << 8 : 0) |
                        (more > 2 ? (unsigned)data[i + 2] : 0);

        for (unsigned k = 0; k < 4; k++)
            at[k] = alphabet[bits >> (18 - 6 * k) & 63];
        for (unsigned k = more + 1; k < 4; k++)
            at[k] = '=';
        at += 4;
    }
    *at = 0;
    return (size_t)(at - text);
}

int cli_base64_decode(uint8_t *data, const char *text, size_t len)
{
    uint8_t *at = data;

    for (size_t i = 0; i < len; i += 4) {
        unsigned bits = 0;

        for (size_t k = 0; k < 4; k++) {
            const char *place = text[i + k] == '=' ? alphabet : strchr(alphabet, text[i + k]);

            if (!place || !*place)
                return -1;
            bits = bits << 6 | (unsigned)(place - alphabet);
        }
        *at++ = (uint8_t)(bits >> 16);
        *at++ = (uint8_t)(bits >> 8);
        *at++ = (uint8_t)bits;
    }
    return (int)(at - data);
}
