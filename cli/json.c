/* SPDX-License-Identifier: Apache-2.0 */
/* Members of JSON objects. Strings from other programs' files are escaped. */
#include "cli/json.h"

#include <inttypes.h>
#include <stdio.h>

/* Length in bytes of the UTF-8 sequence at s (RFC 3629, section 4); 0 if it is invalid. */
static unsigned sequence(const unsigned char *s)
{
    unsigned n = s[0] < 0x80                   ? 1
                 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
                 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                               : 0;

    for (unsigned i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf0 && s[1] < 0x90) ||
        (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

void cli_json_string(const char *value)
{
    const unsigned char *s = (const unsigned char *)value;

    putchar('"');
    while (*s) {
        unsigned n = sequence(s);

        if (n == 0) {
            fputs("\\ufffd", stdout);
            s++;
        } else if (*s < 0x20 || *s == '"' || *s == '\\') {
            printf("\\u%04x", *s++);
        } else {
            while (n--)
                putchar(*s++);
        }
    }
    putchar('"');
}

static void name_of(const char *name, bool first)
{
    printf("%s\"%s\": ", first ? "" : ", ", name);
}

void cli_json_text(const char *name, const char *value, bool first)
{
    name_of(name, first);
    cli_json_string(value);
}

void cli_json_number(const char *name, uint64_t value, bool first)
{
    name_of(name, first);
    printf("%" PRIu64, value);
}

void cli_json_bool(const char *name, bool value, bool first)
{
    name_of(name, first);
    fputs(value ? "true" : "false", stdout);
}
