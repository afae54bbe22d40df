/* SPDX-License-Identifier: Apache-2.0 */
/* Words from and to unaligned bytes in either order, and rotation: the byte-wise forms that compilers turn into one
 * instruction where the machine has it. */
#ifndef OBI_BYTES_H
#define OBI_BYTES_H

#include <stdint.h>

static inline uint32_t obi_load_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint32_t obi_load_le32(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline void obi_store_be32(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

static inline void obi_store_le32(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
}

static inline uint64_t obi_load_be64(const uint8_t *p)
{
    return (uint64_t)obi_load_be32(p) << 32 | obi_load_be32(p + 4);
}

static inline uint64_t obi_load_le64(const uint8_t *p)
{
    return (uint64_t)obi_load_le32(p + 4) << 32 | obi_load_le32(p);
}

static inline void obi_store_be64(uint8_t *p, uint64_t x)
{
    obi_store_be32(p, (uint32_t)(x >> 32));
    obi_store_be32(p + 4, (uint32_t)x);
}

static inline void obi_store_le64(uint8_t *p, uint64_t x)
{
    obi_store_le32(p, (uint32_t)x);
    obi_store_le32(p + 4, (uint32_t)(x >> 32));
}

/* n from 0 to 31. */
static inline uint32_t obi_rotl32(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> ((0u - n) & 31);
}

static inline uint32_t obi_rotr32(uint32_t x, unsigned n)
{
    return x >> (n & 31) | x << ((0u - n) & 31);
}

/* n from 0 to 63. */
static inline uint64_t obi_rotr64(uint64_t x, unsigned n)
{
    return x >> (n & 63) | x << ((0u - n) & 63);
}

#endif
