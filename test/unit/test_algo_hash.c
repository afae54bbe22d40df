/* SPDX-License-Identifier: Apache-2.0 */
/* Every hash of algo/ against its standard (RFC 1321, FIPS 180-4 and its published examples, GB/T 32905-2016), at every
 * length around its blocks, under every split, and with counts beyond 4 GiB. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algo/hash.h"
#include "test/hex.h"

#define TWO_BLOCKS_OF_64 "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
#define TWO_BLOCKS_OF_128                                                                                              \
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
#define DIGITS_80 "12345678901234567890123456789012345678901234567890123456789012345678901234567890"
#define ABCD_64   "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcdabcd"

#define ALGS (OB_SM3 - OB_MD5 + 1)

static const struct {
    uint8_t alg;
    const char *text;
    unsigned times; /* the message is the text that often */
    const char *digest;
} vectors[] = {
    {OB_MD5, "", 1, "d41d8cd98f00b204e9800998ecf8427e"},
    {OB_MD5, "a", 1, "0cc175b9c0f1b6a831c399e269772661"},
    {OB_MD5, "abc", 1, "900150983cd24fb0d6963f7d28e17f72"},
    {OB_MD5, "message digest", 1, "f96b697d7cb7938d525a2f31aaf161d0"},
    {OB_MD5, "abcdefghijklmnopqrstuvwxyz", 1, "c3fcd3d76192e4007dfb496cca67e13b"},
    {OB_MD5, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 1, "d174ab98d277d9f5a5611c2c9f419d9f"},
    {OB_MD5, DIGITS_80, 1, "57edf4a22be3c955ac49da2e2107b67a"},
    {OB_SHA1, "", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
    {OB_SHA1, "abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"},
    {OB_SHA1, TWO_BLOCKS_OF_64, 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
    {OB_SHA1, "a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
    {OB_SHA224, "", 1, "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"},
    {OB_SHA224, "abc", 1, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
    {OB_SHA224, TWO_BLOCKS_OF_64, 1, "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525"},
    {OB_SHA224, "a", 1000000, "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"},
    {OB_SHA256, "", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {OB_SHA256, "abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {OB_SHA256, TWO_BLOCKS_OF_64, 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {OB_SHA256, "a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    {OB_SHA384, "", 1,
     "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da"
     "274edebfe76f65fbd51ad2f14898b95b"},
    {OB_SHA384, "abc", 1,
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
     "8086072ba1e7cc2358baeca134c825a7"},
    {OB_SHA384, TWO_BLOCKS_OF_128, 1,
     "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
     "fcc7c71a557e2db966c3e9fa91746039"},
    {OB_SHA384, "a", 1000000,
     "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b"
     "07b8b3dc38ecc4ebae97ddd87f3d8985"},
    {OB_SHA512, "", 1,
     "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
     "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"},
    {OB_SHA512, "abc", 1,
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
     "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
    {OB_SHA512, TWO_BLOCKS_OF_128, 1,
     "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
     "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
    {OB_SHA512, "a", 1000000,
     "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
     "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"},
    {OB_SHA512_224, "", 1, "6ed0dd02806fa89e25de060c19d3ac86cabb87d6a0ddd05c333b84f4"},
    {OB_SHA512_224, "abc", 1, "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"},
    {OB_SHA512_224, TWO_BLOCKS_OF_128, 1, "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9"},
    {OB_SHA512_224, "a", 1000000, "37ab331d76f0d36de422bd0edeb22a28accd487b7a8453ae965dd287"},
    {OB_SHA512_256, "", 1, "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"},
    {OB_SHA512_256, "abc", 1, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"},
    {OB_SHA512_256, TWO_BLOCKS_OF_128, 1, "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"},
    {OB_SHA512_256, "a", 1000000, "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21"},
    {OB_SM3, "abc", 1, "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"},
    {OB_SM3, ABCD_64, 1, "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"},
};

/* The hash of the digests of all messages 00 01 02 ... of 0 to 299 bytes, computed with Python's hashlib over OpenSSL
 * 3: every length around the block and the length field of every hash. */
static const struct {
    uint8_t alg;
    const char *digest;
} chains[] = {
    {OB_MD5, "25fecb951fbcca8a0793500af76dfab4"},
    {OB_SHA1, "7261d91c9ffd63ee8e68156d4d57e733d4ad7243"},
    {OB_SHA224, "aea0c674dc72b769fd3d469115eb75a7679cb9bc427bbc9fe724f08e"},
    {OB_SHA256, "df90175783c44235cf6aefd935a2c2747f42399416d16789ece339f1fd26d835"},
    {OB_SHA384, "6e7bbca78761c12cbe06d9d1874b8f819d0757200359f40f7cda1918979607d5"
                "e98c18577fdbb9804b7b2fce35afcd8e"},
    {OB_SHA512, "97248248ab8e9324b9577e93acd92914d32bb25edcacbb91edb75576dea14781"
                "b5b477c027835c43a08ddc16cbbcd6d067d159897e5c18aa43aeeb2e49811bb3"},
    {OB_SHA512_224, "7a94589848ae8febef91652a761875dd4840f98851603ae2e5ea80dd"},
    {OB_SHA512_256, "b7d81f916805eef5c7767a6d539d6d7a6eec0402ad3233842b16f9b1727cabc8"},
    {OB_SM3, "7924f30d001c822f6b0318839f5c30e7de20fba53bba107e5b844cb2be84201c"},
};

static uint8_t counting[1024];

static void digest(uint8_t alg, uint8_t *out, const uint8_t *in, size_t len)
{
    const struct obi_hash *a = obi_hash_find(alg);
    struct ob_mid m;

    obi_hash_start(a, &m);
    obi_hash_update(a, &m, 0, in, len);
    obi_hash_finish(a, &m, len);
    memcpy(out, m.part, a->digest_len);
}

static void gives_the_digests_of_the_standards(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const struct obi_hash *a = obi_hash_find(vectors[i].alg);
        size_t len = strlen(vectors[i].text);
        struct ob_mid m;
        uint64_t done = 0;

        assert_non_null(a);
        obi_hash_start(a, &m);
        for (unsigned n = 0; n < vectors[i].times; n++) {
            obi_hash_update(a, &m, (uint32_t)done, (const uint8_t *)vectors[i].text, len);
            done += len;
        }
        obi_hash_finish(a, &m, done);
        assert_hex(m.part, a->digest_len, vectors[i].digest);
    }
}

static void gives_the_digest_of_every_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
        const struct obi_hash *a = obi_hash_find(chains[i].alg);
        uint8_t one[OB_DIGEST_MAX];
        struct ob_mid m;
        uint32_t done = 0;

        obi_hash_start(a, &m);
        for (size_t len = 0; len < 300; len++) {
            digest(chains[i].alg, one, counting, len);
            obi_hash_update(a, &m, done, one, a->digest_len);
            done += a->digest_len;
        }
        obi_hash_finish(a, &m, done);
        assert_hex(m.part, a->digest_len, chains[i].digest);
    }
}

static void takes_a_message_in_any_two_parts_and_byte_by_byte(void **state)
{
    (void)state;
    for (uint8_t alg = OB_MD5; alg <= (uint8_t)OB_SM3; alg++) {
        const struct obi_hash *a = obi_hash_find(alg);
        size_t len = 2u * a->block_len + 5;
        uint8_t want[OB_DIGEST_MAX];
        struct ob_mid m;

        digest(alg, want, counting, len);
        for (size_t cut = 0; cut <= len; cut++) {
            obi_hash_start(a, &m);
            obi_hash_update(a, &m, 0, counting, cut);
            obi_hash_update(a, &m, (uint32_t)cut, counting + cut, len - cut);
            obi_hash_finish(a, &m, len);
            assert_memory_equal(m.part, want, a->digest_len);
        }
        obi_hash_start(a, &m);
        for (size_t i = 0; i < len; i++)
            obi_hash_update(a, &m, (uint32_t)i, counting + i, 1);
        obi_hash_finish(a, &m, len);
        assert_memory_equal(m.part, want, a->digest_len);
    }
}

static void reads_input_at_any_alignment(void **state)
{
    (void)state;
    for (uint8_t alg = OB_MD5; alg <= (uint8_t)OB_SM3; alg++) {
        size_t digest_len = obi_hash_find(alg)->digest_len;
        uint8_t want[OB_DIGEST_MAX], got[OB_DIGEST_MAX], moved[300 + 16];

        digest(alg, want, counting, 300);
        for (size_t shift = 1; shift < 16; shift++) {
            memcpy(moved + shift, counting, 300);
            digest(alg, got, moved + shift, 300);
            assert_memory_equal(got, want, digest_len);
        }
    }
}

/* The last block as the standards describe it: the byte 80, zeros, and the message's length in bits. */
static void counts_beyond_4_gib(void **state)
{
    static const uint64_t counts[] = {(uint64_t)1 << 29, (uint64_t)1 << 32, ((uint64_t)1 << 35) + ((uint64_t)1 << 32),
                                      ((uint64_t)1 << 61) - 128};

    (void)state;
    for (uint8_t alg = OB_MD5; alg <= (uint8_t)OB_SM3; alg++) {
        const struct obi_hash *a = obi_hash_find(alg);

        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            uint8_t block[OB_BLOCK_MAX] = {0x80};
            struct ob_mid m, expected;

            for (unsigned byte = 0; byte < 8; byte++) {
                unsigned place = alg == OB_MD5 ? a->block_len - 8u + byte : a->block_len - 1u - byte;

                block[place] = (uint8_t)((counts[i] * 8) >> (8 * byte));
            }
            obi_hash_start(a, &expected);
            a->blocks(expected.h, block, 1);
            obi_hash_start(a, &m);
            obi_hash_finish(a, &m, counts[i]);
            assert_memory_equal(m.h, expected.h, 4u * a->iv_words);
        }
    }
}

static void knows_no_other_algorithm(void **state)
{
    (void)state;
    for (unsigned alg = 0; alg < 256; alg++)
        assert_int_equal(obi_hash_find((uint8_t)alg) != NULL, alg >= OB_MD5 && alg < OB_MD5 + ALGS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_digests_of_the_standards),
        cmocka_unit_test(gives_the_digest_of_every_length),
        cmocka_unit_test(takes_a_message_in_any_two_parts_and_byte_by_byte),
        cmocka_unit_test(reads_input_at_any_alignment),
        cmocka_unit_test(counts_beyond_4_gib),
        cmocka_unit_test(knows_no_other_algorithm),
    };

    for (size_t i = 0; i < sizeof counting; i++)
        counting[i] = (uint8_t)i;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
