/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: an instance of AES-CBC on the LTC, by direct calls. The block has one key register, into which each
 * call loads the key of its instance. */
#ifndef OUTBOARD_BINDING_UTASKER_AES_LTC_H
#define OUTBOARD_BINDING_UTASKER_AES_LTC_H

#include <outboard/ltc.h>

#include "binding/utasker/internal.h"

struct instance {
    uint32_t key[8];
    uint32_t key_len; /* bytes; 0: not set */
    uint32_t iv[4];
};

/* Whether the part takes this length shows when the key is used. */
static inline int set_key(struct instance *a, const uint8_t *key, size_t key_len)
{
    volatile uint32_t *to = a->key; /* a loop, not a call of memcpy, which some C libraries have byte by byte */
    uint32_t w;

    if ((uintptr_t)key & 3)
        memcpy(a->key, key, key_len);
    else
        for (size_t i = 0; i < key_len / 4; i++, key += 4) {
            memcpy(&w, __builtin_assume_aligned(key, 4), 4);
            to[i] = w;
        }
    a->key_len = (uint32_t)key_len;
    return 0;
}

static inline int has_key(const struct instance *a)
{
    return a->key_len != 0;
}

static inline int run(struct instance *a, uint8_t dir, uint8_t *out, const uint8_t *in, size_t len)
{
    struct ob_ltc *l = obi_utasker_ltc;

    return l && ob_ltc_aes_cbc(l, dir, (const uint8_t *)a->key, a->key_len, (uint8_t *)a->iv, out, in, len) == OB_OK
               ? 0
               : AES_ENGINE_FAILED;
}

static inline void drop_key(struct instance *a)
{
    (void)a; /* the wiping of the instance is all */
}

#endif
