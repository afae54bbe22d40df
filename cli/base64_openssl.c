/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 by libcrypto. */
#include "cli/base64.h"

#include <openssl/evp.h>

size_t cli_base64_encode(char *text, const uint8_t *data, size_t len)
{
    return (size_t)EVP_EncodeBlock((unsigned char *)text, data, (int)len);
}

int cli_base64_decode(uint8_t *data, const char *text, size_t len)
{
    int n = EVP_DecodeBlock(data, (const unsigned char *)text, (int)len);

    return n == (int)(len / 4 * 3) ? n : -1; /* it skips some characters at the end that are not base64 */
}
