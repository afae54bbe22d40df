/* SPDX-License-Identifier: Apache-2.0 */
/* The input of the symmetric self-test, to which the known answers of kat.c belong. Both cores include this file:
 * selftest.h and single_selftest.h.
 *
 * The engine processes one fixed pattern; its output is folded to 32 bits. Byte i of the pattern is 7 * i + 3 modulo
 * 256. Its first 147 bytes are the data of hashes and MACs: they span two blocks of SHA-512 and a partial block of
 * all others. Ciphers and AEADs take 35 of them (32 for ECB and CBC), in place: two blocks and a partial one, because
 * the test of an engine in software is a good part of the time to its first result. At 147 follow 64 bytes for the
 * tag, 16 bytes of IV and 20 bytes of AAD. The key is the beginning of the pattern, too. The fold takes all 256
 * bytes, beginning with the last one: fold = 33 * fold + byte modulo 2^32. Decryption takes the same pattern as
 * ciphertext, so a row that only decrypts has an answer of its own. */
#ifndef OUTBOARD_CORE_PATTERN_H
#define OUTBOARD_CORE_PATTERN_H

#include "core.h"
#include "kat.h"

#define LEN     256
#define TAG_AT  OBI_KAT_LEN
#define IV_AT   211
#define AAD_AT  227
#define AAD_LEN 20

/* Write the pattern. Returns where the tag is. */
static OBI_SMALL_CALL uint8_t *fill(uint8_t data[LEN])
{
    for (unsigned i = LEN; i--;)
        data[i] = (uint8_t)(7 * i + 3);
    return data + TAG_AT;
}

static inline uint32_t fold(const uint8_t data[LEN])
{
    uint32_t sum = 0;

    for (unsigned i = LEN; i--;)
        sum = 33 * sum + data[i];
    return sum;
}

#endif
