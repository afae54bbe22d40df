/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors as text: hexadecimal digits to bytes. Include after cmocka.h. */
#ifndef OUTBOARD_TEST_HEX_H
#define OUTBOARD_TEST_HEX_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The bytes that hex spells, blanks allowed between them; their number. Fails the test if they do not fit or the text
 * is not hexadecimal. */
static inline size_t unhex(uint8_t *out, size_t size, const char *hex)
{
    size_t len = 0;

    while (*hex) {
        char digits[3] = {0};

        if (*hex == ' ') {
            hex++;
            continue;
        }
        if (strspn(hex, "0123456789abcdefABCDEF") < 2 || len == size)
            fail_msg("bad vector at \"%s\"", hex);
        memcpy(digits, hex, 2);
        out[len++] = (uint8_t)strtoul(digits, NULL, 16);
        hex += 2;
    }
    return len;
}

/* Fails the test unless the len bytes at got are what hex spells. */
static inline void assert_hex(const uint8_t *got, size_t len, const char *hex)
{
    uint8_t want[1024];

    assert_int_equal(unhex(want, sizeof want, hex), len);
    assert_memory_equal(got, want, len);
}

#endif
