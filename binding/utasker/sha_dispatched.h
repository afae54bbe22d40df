/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: SHA-256 on the engines, in their order. */
#ifndef OUTBOARD_BINDING_UTASKER_SHA_DISPATCHED_H
#define OUTBOARD_BINDING_UTASKER_SHA_DISPATCHED_H

#include <outboard/hash.h>

#include "binding/utasker/internal.h"

#ifdef SHA_DISABLE_LTC
#define NO_LTC 1
#else
#define NO_LTC 0
#endif
#ifdef SHA_DISABLE_CAU
#define NO_MMCAU 1
#else
#define NO_MMCAU 0
#endif

static struct ob_session session;

static inline void drop(void)
{
    ob_session_close(&session);
}

/* The first engine of the order that hashes takes the message. */
static inline int begin(void)
{
    struct ob_engine *e;

    for (unsigned place = 0; (e = obi_utasker_engine(place, NO_LTC, NO_MMCAU)) != NULL; place++) {
        uint8_t digest[SHA256_DIGEST_LENGTH];

        if (ob_hash_open(&session, NULL, OB_SHA256) != OB_OK)
            return AES_ENGINE_FAILED;
        if (ob_session_pin(&session, e) == OB_OK && ob_hash_compute(&session, digest, sizeof digest, NULL, 0) == OB_OK)
            return 0;
        ob_session_close(&session);
    }
    return AES_ENGINE_FAILED;
}

static inline int add(const uint8_t *in, size_t len)
{
    return ob_hash_update(&session, in, len) == OB_OK ? 0 : AES_ENGINE_FAILED;
}

static inline int end(uint8_t *digest)
{
    int status = ob_hash_final(&session, digest, SHA256_DIGEST_LENGTH);

    ob_session_close(&session);
    return status == OB_OK ? 0 : AES_ENGINE_FAILED;
}

static inline int whole(uint8_t *digest, const uint8_t *in, size_t len)
{
    int status = begin();

    if (status != 0)
        return status;
    status = add(in, len);
    if (status == 0)
        return end(digest);
    drop();
    return status;
}

#endif
