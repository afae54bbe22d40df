/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: an instance of AES-CBC on the engines, in their order. */
#ifndef OUTBOARD_BINDING_UTASKER_AES_DISPATCHED_H
#define OUTBOARD_BINDING_UTASKER_AES_DISPATCHED_H

#include <outboard/cipher.h>

#include "binding/utasker/internal.h"

#ifdef AES_DISABLE_LTC
#define NO_LTC 1
#else
#define NO_LTC 0
#endif
#ifdef AES_DISABLE_CAU
#define NO_MMCAU 1
#else
#define NO_MMCAU 0
#endif

struct instance {
    struct ob_session session;
    uint8_t open;
    uint32_t iv[4];
};

static inline void drop_key(struct instance *a)
{
    if (a->open)
        ob_session_close(&a->session);
    a->open = 0;
}

static inline int set_key(struct instance *a, const uint8_t *key, size_t key_len)
{
    drop_key(a);
    if (!obi_utasker_engine(0, NO_LTC, NO_MMCAU) ||
        ob_cipher_open(&a->session, NULL, OB_AES_CBC, key, key_len) != OB_OK)
        return AES_ENGINE_FAILED;
    a->open = 1;
    return 0;
}

static inline int has_key(const struct instance *a)
{
    return a->open;
}

/* Each call is a message of its own, so the next engine can take what one does not serve; but not over a text that an
 * engine which failed has overwritten. */
static inline int run(struct instance *a, uint8_t dir, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t next[AES_BLOCK_LENGTH];
    struct ob_engine *e;

    if (dir == OB_DIR_DECRYPT)
        memcpy(next, in + len - AES_BLOCK_LENGTH, AES_BLOCK_LENGTH);
    for (unsigned place = 0; (e = obi_utasker_engine(place, NO_LTC, NO_MMCAU)) != NULL; place++) {
        int status;

        if (ob_session_pin(&a->session, e) != OB_OK)
            continue;
        status = ob_cipher_crypt(&a->session, dir, out, len, (const uint8_t *)a->iv, AES_BLOCK_LENGTH, in, len);
        if (status == OB_OK) {
            memcpy(a->iv, dir == OB_DIR_DECRYPT ? next : out + len - AES_BLOCK_LENGTH, AES_BLOCK_LENGTH);
            return 0;
        }
        if (status == OB_E_IO && out == in)
            break;
    }
    return AES_ENGINE_FAILED;
}

#endif
