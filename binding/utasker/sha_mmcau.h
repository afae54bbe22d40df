/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: SHA-256 on the mmCAU, by direct calls. */
#ifndef OUTBOARD_BINDING_UTASKER_SHA_MMCAU_H
#define OUTBOARD_BINDING_UTASKER_SHA_MMCAU_H

#include <outboard/mmcau.h>

#include "binding/utasker/internal.h"

static struct ob_mmcau_sha256 hash;

static inline int begin(void)
{
    ob_mmcau_sha256_start(&hash);
    return 0;
}

static inline int add(const uint8_t *in, size_t len)
{
    ob_mmcau_sha256_update(&hash, in, len);
    return 0;
}

static inline int end(uint8_t *digest)
{
    ob_mmcau_sha256_finish(&hash, digest);
    return 0;
}

static inline int whole(uint8_t *digest, const uint8_t *in, size_t len)
{
    ob_mmcau_sha256(digest, in, len);
    return 0;
}

static inline void drop(void)
{
    ob_wipe(&hash, sizeof hash);
}

#endif
