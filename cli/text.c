/* SPDX-License-Identifier: Apache-2.0 */
/* Converts arguments to numbers and lists, and numbers to names. */
#include <outboard/engine.h>

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

bool cli_number(const char *text, uint64_t max, bool suffix, uint64_t *value)
{
    uint64_t v = 0;
    unsigned shift = 0;
    const char *at = text;

    for (; *at >= '0' && *at <= '9'; at++) {
        if (v > (UINT64_MAX - 9) / 10)
            return false;
        v = v * 10 + (uint64_t)(*at - '0');
    }
    if (at == text)
        return false;
    if (suffix && *at) {
        const char *unit = strchr("KMG", *at & ~0x20);
        if (!unit)
            return false;
        shift = 10 * (unsigned)(unit - "KMG" + 1);
        at++;
    }
    if (*at || v > max >> shift)
        return false;
    *value = v << shift;
    return true;
}

bool cli_item(const char **list, char *item, size_t size)
{
    size_t len;

    item[0] = 0;
    if (!*list)
        return false;
    len = strcspn(*list, ",");
    if (len >= size)
        return false;
    memcpy(item, *list, len);
    item[len] = 0;
    *list = (*list)[len] ? *list + len + 1 : NULL;
    return true;
}

const char *cli_class_name(unsigned class)
{
    static const char *const names[] = {"", "hash", "mac", "cipher", "aead", "pk"};
    return class < sizeof names / sizeof names[0] ? names[class] : "";
}

const char *cli_mode_name(uint8_t mode)
{
    return mode == OB_MODE_SW ? "sw" : mode == OB_MODE_CPU ? "cpu" : "dma";
}

const char *cli_dirs_name(uint8_t dirs, char letters[4])
{
    size_t n = 0;

    if (dirs & OB_DIR_ENCRYPT)
        letters[n++] = 'e';
    if (dirs & OB_DIR_DECRYPT)
        letters[n++] = 'd';
    if (dirs & OB_DIR_GENERATE)
        letters[n++] = 'g';
    letters[n] = 0;
    return letters;
}

const char *cli_upto_name(uint32_t upto, char text[16])
{
    if (upto == OB_UPTO_ANY)
        return "any";
    snprintf(text, 16, "%lu", (unsigned long)upto);
    return text;
}
