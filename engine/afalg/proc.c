/* SPDX-License-Identifier: Apache-2.0 */
/* /proc/crypto: one paragraph a driver, one "key : value" a line (crypto/proc.c's output). */
#include "engine/afalg/proc.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *obi_afalg_proc_crypto = "/proc/crypto";

struct entry {
    char name[64], driver[64], type[16];
    int priority;
    unsigned key_min, key_max;
    bool unusable; /* internal, or its self-test has not passed */
};

static void copy(char *to, size_t size, const char *value)
{
    snprintf(to, size, "%.*s", (int)size - 1, value);
}

static void note(struct entry *e, const char *key, const char *value)
{
    if (strcmp(key, "name") == 0)
        copy(e->name, sizeof e->name, value);
    else if (strcmp(key, "driver") == 0)
        copy(e->driver, sizeof e->driver, value);
    else if (strcmp(key, "type") == 0)
        copy(e->type, sizeof e->type, value);
    else if (strcmp(key, "priority") == 0)
        e->priority = (int)strtol(value, NULL, 10);
    else if (strcmp(key, "min keysize") == 0)
        e->key_min = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(key, "max keysize") == 0)
        e->key_max = (unsigned)strtoul(value, NULL, 10);
    else if ((strcmp(key, "selftest") == 0 && strcmp(value, "passed") != 0) ||
             (strcmp(key, "internal") == 0 && strcmp(value, "yes") == 0))
        e->unusable = true;
}

/* True if AF_ALG reaches a driver of this type as an algorithm of this class. */
static bool fits(const char *type, uint8_t alg)
{
    switch (OB_ALG_CLASS(alg)) {
    case OB_CLASS_CIPHER:
        return strcmp(type, "skcipher") == 0 || strcmp(type, "ablkcipher") == 0 || strcmp(type, "blkcipher") == 0;
    case OB_CLASS_AEAD:
        return strcmp(type, "aead") == 0;
    default:
        return strcmp(type, "ahash") == 0 || strcmp(type, "shash") == 0;
    }
}

static void consider(const struct entry *e, const struct obi_afalg_name *name, struct obi_afalg_driver *d)
{
    enum obi_claim claim;

    if (e->unusable || strcmp(e->name, name->name) != 0 || !fits(e->type, name->alg))
        return;
    claim = obi_offload_claim(e->driver);
    if (claim < d->claim || (claim == d->claim && d->driver[0] && e->priority <= d->priority))
        return;
    d->claim = claim;
    d->priority = e->priority;
    d->key_min = e->key_min;
    d->key_max = e->key_max;
    copy(d->driver, sizeof d->driver, e->driver);
}

int obi_afalg_list(const struct obi_afalg_name *name, struct obi_afalg_driver *driver, unsigned n)
{
    FILE *f = fopen(obi_afalg_proc_crypto, "re");
    struct entry e = {0};
    char line[256], key[32], value[128];
    bool more = true;

    if (!f)
        return errno;
    while (more) {
        more = fgets(line, sizeof line, f) != NULL;
        if (more && sscanf(line, "%31[^:] : %127[^\n]", key, value) == 2) {
            for (size_t len = strlen(key); len && key[len - 1] == ' '; len--)
                key[len - 1] = 0;
            note(&e, key, value);
            continue;
        }
        for (unsigned i = 0; i < n && e.name[0]; i++)
            consider(&e, &name[i], &driver[i]);
        memset(&e, 0, sizeof e);
    }
    (void)fclose(f);
    return 0;
}
