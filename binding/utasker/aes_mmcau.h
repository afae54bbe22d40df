/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: an instance of AES-CBC on the mmCAU, by direct calls. */
#ifndef OUTBOARD_BINDING_UTASKER_AES_MMCAU_H
#define OUTBOARD_BINDING_UTASKER_AES_MMCAU_H

#include <outboard/mmcau.h>

#include "binding/utasker/internal.h"

struct instance {
    struct ob_mmcau_aes key; /* rounds 0: not set */
    uint32_t iv[4];
};

static inline int set_key(struct instance *a, const uint8_t *key, size_t key_len)
{
    return ob_mmcau_aes_key(&a->key, key, key_len) == OB_OK ? 0 : AES_INVALID_KEY_LENGTH;
}

static inline int has_key(const struct instance *a)
{
    return a->key.rounds != 0;
}

static inline int run(struct instance *a, uint8_t dir, uint8_t *out, const uint8_t *in, size_t len)
{
    ob_mmcau_aes_cbc(&a->key, dir, a->iv, out, in, len / AES_BLOCK_LENGTH);
    return 0;
}

static inline void drop_key(struct instance *a)
{
    (void)a; /* the wiping of the instance is all */
}

#endif
