/* SPDX-License-Identifier: Apache-2.0 */
/* ChaCha20 and Poly1305 of algo/ against RFC 8439: the examples of section 2 and the edge cases of appendix A. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algo/chacha20.h"
#include "algo/poly1305.h"
#include "test/hex.h"

static void keystream(uint8_t out[64], const char *key_hex, const char *nonce_hex, uint32_t counter)
{
    uint8_t key[32] = {0}, nonce[12] = {0};
    uint32_t s[16];

    unhex(key, sizeof key, key_hex);
    unhex(nonce, sizeof nonce, nonce_hex);
    memset(out, 0, 64);
    obi_chacha20_setup(s, key, nonce, counter);
    obi_chacha20_xor(s, out, out, 1);
    assert_int_equal(s[12], counter + 1);
}

/* RFC 8439, section 2.3.2 and appendix A.1, vectors 1, 3 and 5. */
static void chacha20_gives_the_keystream_of_the_rfc(void **state)
{
    uint8_t block[64];

    (void)state;
    keystream(block, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "000000090000004a00000000", 1);
    assert_hex(block, 64,
               "10f1e7e4d13b5915500fdd1fa32071c4 c7d1f4c733c068030422aa9ac3d46c4e"
               "d2826446079faa0914c2d705d98b02a2 b5129cd1de164eb9cbd083e8a2503c4e");
    keystream(block, "0000000000000000000000000000000000000000000000000000000000000000", "000000000000000000000000", 0);
    assert_hex(block, 64,
               "76b8e0ada0f13d90405d6ae55386bd28 bdd219b8a08ded1aa836efcc8b770dc7"
               "da41597c5157488d7724e03fb8d84a37 6a43b8f41518a11cc387b669b2ee6586");
    keystream(block, "0000000000000000000000000000000000000000000000000000000000000001", "000000000000000000000000", 1);
    assert_hex(block, 64,
               "3aeb5224ecf849929b9d828db1ced4dd 832025e8018b8160b82284f3c949aa5a"
               "8eca00bbb4a73bdad192b5c42f73f2fd 4e273644c8b36125a64addeb006c13a0");
    keystream(block, "0000000000000000000000000000000000000000000000000000000000000000", "000000000000000000000002", 0);
    assert_hex(block, 64,
               "c2c64d378cd536374ae204b9ef933fcd 1a8b2288b3dfa49672ab765b54ee27c7"
               "8a970e0e955c14f3a88e741b97c286f7 5f8fc299e8148362fa198a39531bed6d");
}

/* Several blocks in one call are the blocks one by one, at any alignment, in place or not. */
static void chacha20_counts_through_its_blocks(void **state)
{
    uint8_t key[32] = {7}, nonce[12] = {9}, text[64 * 9], want[64 * 9], out[64 * 9 + 16];
    uint32_t s[16];

    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 5);
    for (uint32_t i = 0; i < 9; i++) {
        obi_chacha20_setup(s, key, nonce, 0xfffffffb + i); /* the counter wraps on the way */
        obi_chacha20_xor(s, want + 64 * i, text + 64 * i, 1);
    }
    for (size_t shift = 0; shift < 16; shift++) {
        obi_chacha20_setup(s, key, nonce, 0xfffffffb);
        obi_chacha20_xor(s, out + shift, text, 9);
        assert_memory_equal(out + shift, want, sizeof want);
        memcpy(out + shift, text, sizeof text);
        obi_chacha20_setup(s, key, nonce, 0xfffffffb);
        obi_chacha20_xor(s, out + shift, out + shift, 9);
        assert_memory_equal(out + shift, want, sizeof want);
    }
}

static void check_mac(const char *key_hex, const uint8_t *text, size_t len, const char *tag_hex)
{
    uint8_t key[32] = {0}, last[16] = {0}, tag[16];
    uint32_t p[OBI_POLY1305_WORDS];

    unhex(key, sizeof key, key_hex);
    obi_poly1305_start(p, key);
    obi_poly1305_blocks(p, text, len / 16, 1);
    if (len % 16) {
        memcpy(last, text + (len & ~(size_t)15), len % 16);
        last[len % 16] = 1;
        obi_poly1305_blocks(p, last, 1, 0);
    }
    obi_poly1305_finish(p, tag);
    assert_hex(tag, sizeof tag, tag_hex);
}

static void check_mac_hex(const char *key_hex, const char *text_hex, const char *tag_hex)
{
    uint8_t text[64] = {0};

    check_mac(key_hex, text, unhex(text, sizeof text, text_hex), tag_hex);
}

/* RFC 8439, section 2.5.2 and appendix A.3, vector 4. */
static void poly1305_gives_the_tags_of_the_rfc(void **state)
{
    static const char example[] = "Cryptographic Forum Research Group";
    static const char jabberwocky[] = "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\n"
                                      "All mimsy were the borogoves,\nAnd the mome raths outgrabe.";

    (void)state;
    check_mac("85d6be7857556d337f4452fe42d506a8 0103808afb0db2fd4abff6af4149f51b", (const uint8_t *)example,
              sizeof example - 1, "a8061dc1305136c6c22b8baf0c0127a9");
    check_mac("1c9240a5eb55d38af333888604f6b5f0 473917c1402b80099dca5cbc207075c0", (const uint8_t *)jabberwocky,
              sizeof jabberwocky - 1, "4541669a7eaaee61e708dc7cbcc5eb62");
}

/* Appendix A.3, vectors 7 to 11: the carries and the reductions that random messages hardly ever reach. */
static void poly1305_carries_to_the_end(void **state)
{
    (void)state;
    check_mac_hex("02000000000000000000000000000000 00000000000000000000000000000000",
                  "ffffffffffffffffffffffffffffffff", "03000000000000000000000000000000");
    check_mac_hex("02000000000000000000000000000000 ffffffffffffffffffffffffffffffff",
                  "02000000000000000000000000000000", "03000000000000000000000000000000");
    check_mac_hex("01000000000000000000000000000000 00000000000000000000000000000000",
                  "ffffffffffffffffffffffffffffffff f0ffffffffffffffffffffffffffffff 11000000000000000000000000000000",
                  "05000000000000000000000000000000");
    check_mac_hex("01000000000000000000000000000000 00000000000000000000000000000000",
                  "ffffffffffffffffffffffffffffffff fbfefefefefefefefefefefefefefefe 01010101010101010101010101010101",
                  "00000000000000000000000000000000");
    check_mac_hex("02000000000000000000000000000000 00000000000000000000000000000000",
                  "fdffffffffffffffffffffffffffffff", "faffffffffffffffffffffffffffffff");
    check_mac_hex("01000000000000000400000000000000 00000000000000000000000000000000",
                  "e33594d7505e43b90000000000000000 3394d7505e4379cd0100000000000000 00000000000000000000000000000000"
                  "01000000000000000000000000000000",
                  "14000000000000005500000000000000");
    check_mac_hex("01000000000000000400000000000000 00000000000000000000000000000000",
                  "e33594d7505e43b90000000000000000 3394d7505e4379cd0100000000000000 00000000000000000000000000000000",
                  "13000000000000000000000000000000");
}

/* The largest r, s and blocks, as often as it takes to reach the largest accumulator; the tag from Python's integers.
 */
static void poly1305_bears_the_largest_operands(void **state)
{
    uint8_t text[64 * 16];

    (void)state;
    memset(text, 0xff, sizeof text);
    check_mac("ffffffffffffffffffffffffffffffff ffffffffffffffffffffffffffffffff", text, sizeof text,
              "25d4926a53bb480da228ec61e0a31a38");
    check_mac("ffffffffffffffffffffffffffffffff ffffffffffffffffffffffffffffffff", text, sizeof text - 1,
              "25d4ba385dbb70dbab281430eaa3420e");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha20_gives_the_keystream_of_the_rfc), cmocka_unit_test(chacha20_counts_through_its_blocks),
        cmocka_unit_test(poly1305_gives_the_tags_of_the_rfc),      cmocka_unit_test(poly1305_carries_to_the_end),
        cmocka_unit_test(poly1305_bears_the_largest_operands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
