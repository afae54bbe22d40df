/* SPDX-License-Identifier: Apache-2.0 */
/* AES on words; the S-boxes are made at the start from their definition (FIPS 197, section 5.1.1). */
#include "sim/cortexm/device/aes_words.h"

namespace cortexm
{
namespace
{

uint8_t times_x(uint8_t a)
{
    return static_cast<uint8_t>(a << 1 ^ ((a & 0x80) != 0 ? 0x1b : 0));
}

uint8_t times(uint8_t a, uint8_t b)
{
    uint8_t product = 0;
    for (; b != 0; b >>= 1, a = times_x(a)) {
        product = static_cast<uint8_t>(product ^ ((b & 1) != 0 ? a : 0));
    }
    return product;
}

struct Boxes {
    // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): a table of constants
    uint8_t forward[256], inverse[256];

    Boxes()
    {
        uint8_t p = 1, q = 1; /* inverse of each other: powers of 3 and of its inverse */
        do {
            p = static_cast<uint8_t>(p ^ times_x(p));
            q = static_cast<uint8_t>(q ^ q << 1);
            q = static_cast<uint8_t>(q ^ q << 2);
            q = static_cast<uint8_t>(q ^ q << 4);
            q = static_cast<uint8_t>(q ^ ((q & 0x80) != 0 ? 0x09 : 0));
            set(p, static_cast<uint8_t>(q ^ turned(q, 1) ^ turned(q, 2) ^ turned(q, 3) ^ turned(q, 4) ^ 0x63));
        } while (p != 1);
        set(0, 0x63);
    }

    static uint8_t turned(uint8_t a, unsigned n)
    {
        return static_cast<uint8_t>(a << n | a >> (8 - n));
    }

    void set(uint8_t from, uint8_t to)
    {
        forward[from] = to;
        inverse[to] = from;
    }
};

const Boxes boxes;

uint32_t through(const uint8_t *box, uint32_t word)
{
    return uint32_t{box[word >> 24]} << 24 | uint32_t{box[word >> 16 & 255]} << 16 |
           uint32_t{box[word >> 8 & 255]} << 8 | box[word & 255];
}

/* The column times the circulant matrix with this first row. */
uint32_t mixed(uint32_t column, const uint8_t row[4])
{
    uint32_t out = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint8_t sum = 0;
        for (unsigned j = 0; j < 4; j++) {
            sum = static_cast<uint8_t>(sum ^ times(static_cast<uint8_t>(column >> (24 - 8 * j)), row[(j + 4 - i) % 4]));
        }
        out = out << 8 | sum;
    }
    return out;
}

} // namespace

uint32_t aes_sub_word(uint32_t word)
{
    return through(boxes.forward, word);
}

uint32_t aes_inv_sub_word(uint32_t word)
{
    return through(boxes.inverse, word);
}

uint32_t aes_mix_column(uint32_t column)
{
    static const uint8_t row[4] = {2, 3, 1, 1};
    return mixed(column, row);
}

uint32_t aes_inv_mix_column(uint32_t column)
{
    static const uint8_t row[4] = {14, 11, 13, 9};
    return mixed(column, row);
}

void aes_shift_rows(uint32_t columns[4], bool inverse)
{
    const uint32_t a[4] = {columns[0], columns[1], columns[2], columns[3]};
    for (unsigned c = 0; c < 4; c++) {
        columns[c] = 0;
        for (unsigned row = 0; row < 4; row++) {
            columns[c] |= a[(inverse ? c + 4 - row : c + row) % 4] & 0xff000000u >> (8 * row);
        }
    }
}

} // namespace cortexm
