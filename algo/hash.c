/* SPDX-License-Identifier: Apache-2.0 */
/* Buffering, padding and output of every hash (RFC 1321, sections 3.1 to 3.5; FIPS 180-4, section 5.1; GB/T 32905-2016,
 * section 5.2). */
#include "algo/hash.h"

#include "algo/bytes.h"
#include "algo/md5.h"
#include "algo/sha1.h"
#include "algo/sha256.h"
#include "algo/sha512.h"
#include "algo/sm3.h"

#include <string.h>

#if OB_WITH_MD5 || OB_WITH_SHA1 || OB_WITH_SHA256 || OB_WITH_SHA512 || OB_WITH_SM3

static const struct obi_hash hashes[] = {
#if OB_WITH_MD5
    {OB_MD5, 64, 16, 4, obi_md5_iv, obi_md5_blocks},
#endif
#if OB_WITH_SHA1
    {OB_SHA1, 64, 20, 5, obi_sha1_iv, obi_sha1_blocks},
#endif
#if OB_WITH_SHA256
    {OB_SHA224, 64, 28, 8, obi_sha224_iv, obi_sha256_blocks},
    {OB_SHA256, 64, 32, 8, obi_sha256_iv, obi_sha256_blocks},
#endif
#if OB_WITH_SHA512
    {OB_SHA384, 128, 48, 16, obi_sha384_iv, obi_sha512_blocks},
    {OB_SHA512, 128, 64, 16, obi_sha512_iv, obi_sha512_blocks},
    {OB_SHA512_224, 128, 28, 16, obi_sha512_224_iv, obi_sha512_blocks},
    {OB_SHA512_256, 128, 32, 16, obi_sha512_256_iv, obi_sha512_blocks},
#endif
#if OB_WITH_SM3
    {OB_SM3, 64, 32, 8, obi_sm3_iv, obi_sm3_blocks},
#endif
};

const struct obi_hash *obi_hash_find(uint8_t alg)
{
    for (size_t i = 0; i < sizeof hashes / sizeof hashes[0]; i++) {
        if (hashes[i].alg == alg)
            return &hashes[i];
    }
    return NULL;
}

void obi_hash_start(const struct obi_hash *a, struct ob_mid *m)
{
    memcpy(m->h, a->iv, 4u * a->iv_words);
}

#if OB_SMALL

void obi_hash_update(const struct obi_hash *a, struct ob_mid *m, uint32_t done, const uint8_t *in, size_t len)
{
    while (len) {
        size_t used = done & (a->block_len - 1u), n = a->block_len - used;

        if (n > len)
            n = len;
        memcpy(m->part + used, in, n);
        if (used + n == a->block_len)
            a->blocks(m->h, m->part, 1);
        in += n;
        len -= n;
        done += (uint32_t)n;
    }
}

#else

void obi_hash_update(const struct obi_hash *a, struct ob_mid *m, uint32_t done, const uint8_t *in, size_t len)
{
    size_t block = a->block_len, used = done & (block - 1), n = block - used;

    if (used && len >= n) {
        memcpy(m->part + used, in, n);
        a->blocks(m->h, m->part, 1);
        in += n;
        len -= n;
        used = 0;
    }
    if (len >= block) {
        n = len / block;
        a->blocks(m->h, in, n);
        in += n * block;
        len -= n * block;
    }
    if (len)
        memcpy(m->part + used, in, len);
}

#endif

static bool little_endian(const struct obi_hash *a)
{
    return OB_WITH_MD5 && a->alg == OB_MD5;
}

static void put(const struct obi_hash *a, uint8_t *out, size_t len, const uint32_t *words)
{
    for (uint8_t *end = out + len; out != end; out += 4) {
        if (little_endian(a))
            obi_store_le32(out, *words++);
        else
            obi_store_be32(out, *words++);
    }
}

void obi_hash_finish(const struct obi_hash *a, struct ob_mid *m, uint64_t done)
{
    /* The length field is 8 bytes for blocks of 64 and 16 bytes for blocks of 128. */
    size_t block = a->block_len, used = (size_t)done & (block - 1);
    uint32_t bits[2] = {(uint32_t)(done >> 29), (uint32_t)done << 3};

    m->part[used++] = 0x80;
    if (used > block - block / 8) {
        memset(m->part + used, 0, block - used);
        a->blocks(m->h, m->part, 1);
        used = 0;
    }
    memset(m->part + used, 0, block - used);
    if (little_endian(a)) {
        bits[1] = bits[0];
        bits[0] = (uint32_t)done << 3;
    }
    put(a, m->part + block - 8, sizeof bits, bits);
    a->blocks(m->h, m->part, 1);
    put(a, m->part, a->digest_len, m->h);
}

#endif
