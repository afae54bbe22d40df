/* SPDX-License-Identifier: Apache-2.0 */
/* Public keys of Ed25519 and Ed448 whose order divides the cofactor, 8 or 4. With one of these, everybody can make
 * signatures that verify, and RFC 8032 (sections 5.1.7 and 5.2.7) leaves open whether they do: the libraries differ. */
#include "core.h"

#if OB_WITH_PK

#define LEN_25519 32u
#define LEN_448   57u

/* y of two points of order 8 on Ed25519, little-endian; the other two have p - y. */
static const uint8_t order_8[LEN_25519] = {
    0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
    0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
};

/* Byte i of p: 2^255 - 19, or 2^448 - 2^224 - 1, with 57 bytes as in a key. */
static unsigned prime_byte(size_t len, size_t i)
{
    if (len == LEN_25519)
        return i == 0 ? 0xed : i == LEN_25519 - 1 ? 0x7f : 0xff;
    return i == LEN_448 - 1 ? 0 : i == 28 ? 0xfe : 0xff;
}

/* True if y, without the sign of x, is number, or p - number if negative. */
static bool y_is(const uint8_t *y, size_t len, const uint8_t *number, size_t number_len, bool negative)
{
    int carry = 0;

    for (size_t i = 0; i < len; i++) {
        int want = i < number_len ? number[i] : 0;

        if (negative) {
            want = (int)prime_byte(len, i) - want + carry;
            carry = want < 0 ? -1 : 0;
        }
        if (((y[i] ^ (unsigned)want) & (i == len - 1 ? 0x7fu : 0xffu)) != 0)
            return false;
    }
    return true;
}

bool obi_pk_small_order(const struct ob_key *key)
{
    static const uint8_t one = 1;
    const uint8_t *y = key->x.data;
    size_t len = key->curve == OB_ED25519 ? LEN_25519 : LEN_448;

    if (y_is(y, len, NULL, 0, false)) /* order 4 */
        return true;
    for (unsigned negative = 0; negative < 2; negative++) /* order 1 and 2, and 8 */
        if (y_is(y, len, &one, 1, negative) ||
            (key->curve == OB_ED25519 && y_is(y, len, order_8, sizeof order_8, negative)))
            return true;
    return false;
}

#endif
