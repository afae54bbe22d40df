/* SPDX-License-Identifier: Apache-2.0 */
/* Public keys of Ed25519 and Ed448 whose order divides the cofactor, 8 or 4. With one of these, everybody can make
 * signatures that verify, and RFC 8032 (sections 5.1.7 and 5.2.7) leaves open whether they do: the libraries differ. */
#include "core.h"

#if OB_WITH_PK

#define LEN_25519 32u

/* y of the points of order 8 on Ed25519, little-endian, as in a key without the sign of x. */
static const uint8_t order_8[2][LEN_25519] = {
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
     0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
     0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
};

/* True if the first len bytes of y are first and then all rest, but for byte 28 where rest is 0xff: p of Ed448, 2^448 -
 * 2^224 - 1, has 0xfe there. */
static OBI_SMALL_CALL bool all_like(const uint8_t *y, size_t len, uint8_t first, uint8_t rest, bool is_448)
{
    if (y[0] != first)
        return false;
    for (size_t i = 1; i < len; i++)
        if (y[i] != (is_448 && i == 28 ? (rest & 0xfe) : rest))
            return false;
    return true;
}

bool obi_pk_small_order(const struct ob_key *key)
{
    const uint8_t *y = key->x.data;
    bool is_448 = key->curve == OB_ED448;
    size_t last = key->x.len - 1; /* with the sign of x in its highest bit */
    uint8_t top = y[last] & 0x7f;

    if (top == 0 && (all_like(y, last, 0, 0, false) || all_like(y, last, 1, 0, false))) /* order 4, and 1 */
        return true;
    if (top == (is_448 ? 0 : 0x7f) && all_like(y, last, is_448 ? 0xfe : 0xec, 0xff, is_448)) /* p - 1: order 2 */
        return true;
    for (unsigned i = 0; i < 2 && !is_448; i++)
        if (top == order_8[i][last] && memcmp(y, order_8[i], last) == 0)
            return true;
    return false;
}

#endif
