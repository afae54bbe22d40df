/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: SHA-256 on the LTC, by direct calls. */
#ifndef OUTBOARD_BINDING_UTASKER_SHA_LTC_H
#define OUTBOARD_BINDING_UTASKER_SHA_LTC_H

#include <outboard/ltc.h>

#include "binding/utasker/internal.h"

static struct ob_ltc_sha256 hash;

static inline int answer(int status)
{
    return status == OB_OK ? 0 : AES_ENGINE_FAILED;
}

static inline int begin(void)
{
    hash.ltc = obi_utasker_ltc;
    return hash.ltc ? answer(ob_ltc_sha256_start(&hash)) : AES_ENGINE_FAILED;
}

static inline int add(const uint8_t *in, size_t len)
{
    return answer(ob_ltc_sha256_update(&hash, in, len));
}

static inline int end(uint8_t *digest)
{
    return answer(ob_ltc_sha256_finish(&hash, digest));
}

static inline int whole(uint8_t *digest, const uint8_t *in, size_t len)
{
    return obi_utasker_ltc ? answer(ob_ltc_sha256(obi_utasker_ltc, digest, in, len)) : AES_ENGINE_FAILED;
}

static inline void drop(void)
{
    ob_wipe(&hash, sizeof hash);
}

#endif
