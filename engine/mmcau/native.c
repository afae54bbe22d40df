/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: AES-CBC and SHA-256 by direct calls, without dispatcher and session (outboard/mmcau.h). */
#include <string.h>

#include "algo/bytes.h"
#include "algo/sha256.h"
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
    ob_wipe(&s->mid, sizeof s->mid);
}

/* The last len bytes of a message, less than a block, and its padding (FIPS 180-4, section 5.1.1): the number of
 * blocks. volatile: loops, not calls of memcpy and memset, which the C libraries of firmware have byte by byte. */
static size_t pad(volatile uint32_t w[32], const uint8_t *in, size_t len, uint64_t total)
{
    size_t n = len < 56 ? 1 : 2, i;
    uint32_t word = 0x80;

    for (i = 0; i < len / 4; i++, in += 4) {
        uint32_t whole;

        memcpy(&whole, in, 4);
        w[i] = whole;
    }
    for (size_t rest = len % 4; rest; rest--)
        word = word << 8 | in[rest - 1];
    w[i] = word;
    while (++i < 16 * n - 2)
        w[i] = 0;
    w[16 * n - 2] = __builtin_bswap32((uint32_t)(total >> 29));
    w[16 * n - 1] = __builtin_bswap32((uint32_t)total << 3);
    return n;
}

void ob_mmcau_sha256(uint8_t digest[32], const void *message, size_t len)
{
    const uint8_t *in = (const uint8_t *)message;
    uint32_t h[8], w[32];
    size_t n = len / 64;

    memcpy(h, obi_sha256_iv, sizeof h);
    if (n)
        obi_mmcau_sha256.blocks(h, in, n);
    n = pad(w, n ? in + 64 * n : in, len % 64, len);
    obi_mmcau_sha256_blocks(h, (const uint8_t *)w, n);
    for (unsigned i = 0; i < 8; i++)
        obi_store_be32(digest + 4 * i, h[i]);
    ob_wipe(w, 64 * n); /* h was the digest alone */
}

#endif
