/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: AES-CBC and SHA-256 by direct calls, without dispatcher and session (outboard/mmcau.h). */
#include <string.h>

#include "engine/mmcau/internal.h"
#include "outboard/mmcau.h"

int ob_mmcau_aes_key(struct ob_mmcau_aes *k, const uint8_t *key, size_t key_len)
{
    if (key_len != 16 && key_len != 24 && key_len != 32)
        return OB_E_ARG;
    k->rounds = key_len / 4 + 6;
#if OB_MMCAU_ALIGNED
    if ((uintptr_t)key & 3) {
        uint32_t w[8];

        memcpy(w, key, key_len);
        obi_mmcau_aes_key(k->rk, w, key_len);
        ob_wipe(w, sizeof w);
        return OB_OK;
    }
#endif
    obi_mmcau_aes_key(k->rk, (const uint32_t *)(const void *)key, key_len);
    return OB_OK;
}

void ob_mmcau_aes_cbc(const struct ob_mmcau_aes *k, uint8_t dir, uint32_t iv[4], uint8_t *out, const uint8_t *in,
                      size_t n_blocks)
{
    obi_mmcau_crypt(dir == OB_DIR_ENCRYPT ? obi_mmcau_aes_encrypt : obi_mmcau_aes_decrypt, k->rk, k->rounds, out, in,
                    n_blocks, iv);
}

#if OB_WITH_SHA256

void ob_mmcau_sha256_start(struct ob_mmcau_sha256 *s)
{
    obi_hash_start(&obi_mmcau_sha256, &s->mid);
    s->done = 0;
}

void ob_mmcau_sha256_update(struct ob_mmcau_sha256 *s, const void *in, size_t len)
{
    obi_hash_update(&obi_mmcau_sha256, &s->mid, (uint32_t)s->done, (const uint8_t *)in, len);
    s->done += len;
}

void ob_mmcau_sha256_finish(struct ob_mmcau_sha256 *s, uint8_t digest[32])
{
    obi_hash_finish(&obi_mmcau_sha256, &s->mid, s->done);
    memcpy(digest, s->mid.part, 32);
    /* What the message left, by words. */
    for (volatile uint32_t *h = s->mid.h; h != s->mid.h + 8; h++)
        *h = 0;
    memset(s->mid.part, 0, 64);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#endif
