/* SPDX-License-Identifier: Apache-2.0 */
/* The only reader of /proc/crypto: one paragraph for each driver, one line "key : value" for each property (the output
 * of crypto/proc.c in the kernel). */
#include "port/linux/proc_crypto.h"

#include <outboard/engine.h>

#include <stdlib.h>
#include <string.h>

const char *obi_proc_crypto_path = "/proc/crypto";

FILE *obi_proc_crypto_open(void)
{
    return fopen(obi_proc_crypto_path, "re");
}

/* Read a line without its end, cut if it is too long; false at the end of the file. */
static bool read_line(FILE *f, char *line, size_t size)
{
    size_t len;
    int c;

    if (!fgets(line, (int)size, f))
        return false;
    len = strcspn(line, "\n");
    if (line[len])
        line[len] = 0;
    else
        while ((c = getc(f)) != EOF && c != '\n')
            ;
    return true;
}

static void copy(char *to, size_t size, const char *value)
{
    snprintf(to, size, "%.*s", (int)size - 1, value);
}

static void note(struct obi_crypto_driver *d, const char *key, const char *value)
{
    if (strcmp(key, "name") == 0)
        copy(d->name, sizeof d->name, value);
    else if (strcmp(key, "driver") == 0)
        copy(d->driver, sizeof d->driver, value);
    else if (strcmp(key, "module") == 0)
        copy(d->module, sizeof d->module, value);
    else if (strcmp(key, "type") == 0)
        copy(d->type, sizeof d->type, value);
    else if (strcmp(key, "priority") == 0)
        d->priority = (int)strtol(value, NULL, 10);
    else if (strcmp(key, "min keysize") == 0)
        d->key_min = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(key, "max keysize") == 0)
        d->key_max = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(key, "async") == 0)
        d->async = strcmp(value, "yes") == 0;
    else if (strcmp(key, "internal") == 0)
        d->internal = strcmp(value, "yes") == 0;
    else if (strcmp(key, "selftest") == 0)
        d->untested = strcmp(value, "passed") != 0;
}

bool obi_proc_crypto_next(FILE *f, struct obi_crypto_driver *d)
{
    char line[256];

    memset(d, 0, sizeof *d);
    while (read_line(f, line, sizeof line)) {
        char *colon = strchr(line, ':'), *key = line + strspn(line, " \t"), *value;

        if (!colon) { /* the end of a paragraph */
            if (d->name[0])
                return true;
            memset(d, 0, sizeof *d);
            continue;
        }
        value = colon + 1 + strspn(colon + 1, " \t");
        while (colon > key && strchr(" \t", colon[-1]))
            colon--;
        *colon = 0;
        note(d, key, value);
    }
    return d->name[0] != 0;
}

bool obi_proc_crypto_fits(const struct obi_crypto_driver *d, unsigned class)
{
    const char *type = d->type;

    switch (class) {
    case OB_CLASS_CIPHER:
        return strcmp(type, "skcipher") == 0 || strcmp(type, "ablkcipher") == 0 || strcmp(type, "blkcipher") == 0;
    case OB_CLASS_AEAD:
        return strcmp(type, "aead") == 0;
    case OB_CLASS_HASH:
    case OB_CLASS_MAC:
        return strcmp(type, "ahash") == 0 || strcmp(type, "shash") == 0;
    default:
        return false;
    }
}

bool obi_proc_crypto_composed(const struct obi_crypto_driver *d)
{
    return strchr(d->driver, '(') != NULL;
}
