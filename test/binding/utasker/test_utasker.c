/* SPDX-License-Identifier: Apache-2.0 */
/* The binding for uTasker through its own interface: chaining, IVs, instances, cuts, alignment, and what is refused; on
 * the host's engines, and with UTASKER_ON_LTC on the simulated LTC.
 *
 * Known defects of other implementations, and the test that each would fail:
 * - LTC: the digest takes the words of CTX 0, 1, 2, 4 to 8: digests_however_cut
 * - a message in parts is padded anew in each part: digests_however_cut
 * - LTC: one key register for all instances: instances_interleave
 * - text or keys that are not aligned are refused, or read wrongly: vectors_in_parts_and_places
 * - LTC: waits without end, errors of the block not looked at: block_fails_and_recovers */
#include <outboard/utasker.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#if UTASKER_ON_LTC
#include <outboard/ltc.h>

#include "test/nxp/ltc_model.h"
#endif

/* SP 800-38A, sections F.2.1, F.2.3 and F.2.5: the first two blocks, with the IV 00 01 .. 0f. */
static const uint8_t plain[32] = {0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e,
                                  0x11, 0x73, 0x93, 0x17, 0x2a, 0xae, 0x2d, 0x8a, 0x57, 0x1e, 0x03,
                                  0xac, 0x9c, 0x9e, 0xb7, 0x6f, 0xac, 0x45, 0xaf, 0x8e, 0x51};
static const struct {
    int bits;
    uint8_t key[32], cipher[32];
} vectors[] = {
    {128,
     {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c},
     {0x76, 0x49, 0xab, 0xac, 0x81, 0x19, 0xb2, 0x46, 0xce, 0xe9, 0x8e, 0x9b, 0x12, 0xe9, 0x19, 0x7d,
      0x50, 0x86, 0xcb, 0x9b, 0x50, 0x72, 0x19, 0xee, 0x95, 0xdb, 0x11, 0x3a, 0x91, 0x76, 0x78, 0xb2}},
    {192,
     {0x8e, 0x73, 0xb0, 0xf7, 0xda, 0x0e, 0x64, 0x52, 0xc8, 0x10, 0xf3, 0x2b,
      0x80, 0x90, 0x79, 0xe5, 0x62, 0xf8, 0xea, 0xd2, 0x52, 0x2c, 0x6b, 0x7b},
     {0x4f, 0x02, 0x1d, 0xb2, 0x43, 0xbc, 0x63, 0x3d, 0x71, 0x78, 0x18, 0x3a, 0x9f, 0xa0, 0x71, 0xe8,
      0xb4, 0xd9, 0xad, 0xa9, 0xad, 0x7d, 0xed, 0xf4, 0xe5, 0xe7, 0x38, 0x76, 0x3f, 0x69, 0x14, 0x5a}},
    {256,
     {0x60, 0x3d, 0xeb, 0x10, 0x15, 0xca, 0x71, 0xbe, 0x2b, 0x73, 0xae, 0xf0, 0x85, 0x7d, 0x77, 0x81,
      0x1f, 0x35, 0x2c, 0x07, 0x3b, 0x61, 0x08, 0xd7, 0x2d, 0x98, 0x10, 0xa3, 0x09, 0x14, 0xdf, 0xf4},
     {0xf5, 0x8c, 0x4c, 0x04, 0xd6, 0xe5, 0xf1, 0xba, 0x77, 0x9e, 0xab, 0xfb, 0x5f, 0x7b, 0xfb, 0xd6,
      0x9c, 0xfc, 0x4e, 0x96, 0x7e, 0xdb, 0x80, 0x8d, 0x67, 0x9f, 0x77, 0x7b, 0xc6, 0x70, 0x2c, 0x7d}},
};

/* FIPS 180-4: of "abc", and of the empty message. */
static const uint8_t abc[32] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
static const uint8_t nothing[32] = {0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4,
                                    0xc8, 0x99, 0x6f, 0xb9, 0x24, 0x27, 0xae, 0x41, 0xe4, 0x64, 0x9b,
                                    0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55};

static void prime(int instance)
{
    uint8_t iv[17];

    for (unsigned i = 0; i < 16; i++)
        iv[i + 1] = (uint8_t)i;
    assert_int_equal(fnAES_Init(AES_COMMAND_AES_PRIME_IV | instance, iv + 1, 0), 0); /* not aligned */
}

static void vectors_in_parts_and_places(void **state)
{
    (void)state;
    for (unsigned v = 0; v < sizeof vectors / sizeof vectors[0]; v++)
        for (unsigned at = 0; at < 4; at++) {
            uint8_t key[40], in[40], out[40];

            memcpy(key + at, vectors[v].key, 32);
            memcpy(in + at, plain, 32);
            assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT | 1, key + at, vectors[v].bits), 0);
            prime(1);
            assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT | 1, in + at, out + 3 - at, 32), 0);
            assert_memory_equal(out + 3 - at, vectors[v].cipher, 32);
            prime(1);
            assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT | 1, in + at, in + at, 16), 0);
            assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT | 1, in + at + 16, in + at + 16, 16), 0);
            assert_memory_equal(in + at, vectors[v].cipher, 32);
            assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_DECRYPT | 1, key + at, vectors[v].bits), 0);
            prime(1);
            assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_DECRYPT | 1, in + at, in + at, 16), 0);
            assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_DECRYPT | 1, in + at + 16, in + at + 16, 16), 0);
            assert_memory_equal(in + at, plain, 32);
        }
}

/* Instances share neither key nor IV. */
static void instances_interleave(void **state)
{
    uint8_t out[3][32];

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT | i, vectors[i].key, vectors[i].bits), 0);
        prime(i);
    }
    for (unsigned half = 0; half < 32; half += 16)
        for (int i = 2; i >= 0; i--)
            assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT | i, plain + half, out[i] + half, 16), 0);
    for (int i = 0; i < 3; i++)
        assert_memory_equal(out[i], vectors[i].cipher, 32);
}

static void iv_is_reset(void **state)
{
    uint8_t first[16], again[16], next[16];

    (void)state;
    assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT, vectors[0].key, 128), 0);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, first, 16), 0); /* a new key has the IV 0 */
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, next, 16), 0);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT | AES_COMMAND_AES_RESET_IV, plain, again, 16), 0);
    assert_memory_equal(first, again, 16);
    assert_memory_not_equal(first, next, 16);
    assert_int_equal(fnAES_Init(AES_COMMAND_AES_RESET_IV, NULL, 0), 0);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, again, 16), 0);
    assert_memory_equal(first, again, 16);
}

static void refusals(void **state)
{
    static const uint8_t zeros[40];
    uint8_t out[40];

    (void)state;
    ob_utasker_forget();
    memset(out, 0xa5, sizeof out);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, out, 16), AES_INSTANCE_NOT_INITIALISED);
    assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT | 3, plain, 128), AES_INVALID_INSTANCE_REFERENCE);
    assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT, plain, 100), AES_INVALID_KEY_LENGTH);
    assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT, plain, 196), 0); /* an old misprint of 192 */
    assert_int_equal(fnAES_Init(0, plain, 128), AES_INSTANCE_NOT_INITIALISED);
    memset(out, 0xa5, sizeof out);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, out, 17), AES_ENCRYPT_BAD_LENGTH);
    assert_memory_equal(out, zeros, 17);
    assert_int_equal(out[17], 0xa5);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT | 7, plain, out, 16), AES_INVALID_INSTANCE_REFERENCE);
    assert_int_equal(fnAES_Cipher(0, plain, out, 16), AES_INSTANCE_NOT_INITIALISED);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, NULL, NULL, 0), 0);
}

/* Every way to cut a message into three has its digest. */
static void digests_however_cut(void **state)
{
    uint8_t message[150], whole[32], got[32];

    (void)state;
    assert_int_equal(fnSHA256((const uint8_t *)"abc", got, 3, SHA_START_CALCULATE_TERMINATE), 0);
    assert_memory_equal(got, abc, 32);
    assert_int_equal(fnSHA256(NULL, got, 0, SHA_START_CALCULATE_TERMINATE), 0);
    assert_memory_equal(got, nothing, 32);
    for (unsigned i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(7 * i);
    assert_int_equal(fnSHA256(message, whole, sizeof message, SHA_START_CALCULATE_TERMINATE), 0);
    for (unsigned a = 0; a <= sizeof message; a++)
        for (unsigned b = a; b <= sizeof message; b += 13) {
            assert_int_equal(fnSHA256(message, NULL, a, SHA_START_CALCULATE_STAY_OPEN), 0);
            assert_int_equal(fnSHA256(message + a, NULL, b - a, SHA_CONTINUE_CALCULATING), 0);
            assert_int_equal(fnSHA256(message + b, got, sizeof message - b, SHA_CONTINUE_CALCULATING_TERMINATE), 0);
            assert_memory_equal(got, whole, 32);
        }
    assert_int_equal(fnSHA256(message, got, 1, SHA_CONTINUE_CALCULATING), AES_INSTANCE_NOT_INITIALISED);
    assert_int_equal(fnSHA256(message, got, 1, 9), AES_INSTANCE_NOT_INITIALISED);
}

/* A message that is begun anew, or forgotten, leaves nothing behind. */
static void digests_begun_anew(void **state)
{
    uint8_t got[32];

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(fnSHA256(plain, NULL, 32, SHA_START_CALCULATE_STAY_OPEN), 0);
    assert_int_equal(fnSHA256((const uint8_t *)"ab", NULL, 2, SHA_START_CALCULATE_STAY_OPEN), 0);
    assert_int_equal(fnSHA256((const uint8_t *)"c", got, 1, SHA_CONTINUE_CALCULATING_TERMINATE), 0);
    assert_memory_equal(got, abc, 32);
    assert_int_equal(fnSHA256(plain, NULL, 32, SHA_START_CALCULATE_STAY_OPEN), 0);
    ob_utasker_forget();
    assert_int_equal(fnSHA256(plain, got, 32, SHA_CONTINUE_CALCULATING_TERMINATE), AES_INSTANCE_NOT_INITIALISED);
}

#if UTASKER_ON_LTC

static struct ltc_model *model;
static struct ob_ltc ltc;

static int give_block(void **state)
{
    (void)state;
    model = ltc_model_open(OB_LTC_KL82);
    ltc_model_device(model, &ltc.device);
    ltc.device.timeout_us = 2000;
    ltc.kind = OB_LTC_KL82;
    ob_utasker_ltc(&ltc);
    return ob_ltc_init(&ltc) == OB_OK ? 0 : -1;
}

static int take_block(void **state)
{
    (void)state;
    ob_utasker_ltc(NULL);
    assert_int_equal(ltc_model_wrongs(model), 0);
    ltc_model_close(model);
    return 0;
}

/* A silent block ends in an error with zeros, in time; then all goes on. The instance keeps its IV. */
static void block_fails_and_recovers(void **state)
{
    static const uint8_t zeros[32];
    uint8_t out[32];

    (void)state;
    assert_int_equal(fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT, vectors[0].key, 128), 0);
    prime(0);
    ltc_model_fail(model, false, true, 0);
    memset(out, 0xa5, sizeof out);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, out, 32), AES_ENGINE_FAILED);
    assert_memory_equal(out, zeros, 32);
    memset(out, 0xa5, sizeof out);
    assert_int_equal(fnSHA256(plain, out, 32, SHA_START_CALCULATE_TERMINATE), AES_ENGINE_FAILED);
    assert_memory_equal(out, zeros, 32);
    assert_int_equal(fnSHA256(plain, NULL, 1, SHA_START_CALCULATE_STAY_OPEN), 0);
    assert_int_equal(fnSHA256(plain, out, 31, SHA_CONTINUE_CALCULATING_TERMINATE), AES_ENGINE_FAILED);
    ltc_model_fail(model, false, false, 0);
    assert_int_equal(fnSHA256(plain, out, 1, SHA_CONTINUE_CALCULATING_TERMINATE), AES_INSTANCE_NOT_INITIALISED);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, out, 32), 0);
    assert_memory_equal(out, vectors[0].cipher, 32);
    ob_utasker_ltc(NULL);
    assert_int_equal(fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, plain, out, 32), AES_ENGINE_FAILED);
    assert_int_equal(fnSHA256(plain, out, 1, SHA_START_CALCULATE_TERMINATE), AES_ENGINE_FAILED);
    assert_int_equal(fnSHA256(plain, NULL, 1, SHA_START_CALCULATE_STAY_OPEN), AES_ENGINE_FAILED);
    ob_utasker_ltc(&ltc);
    assert_false(ltc_model_holds_secrets(model));
}

#else

#define give_block NULL
#define take_block NULL

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_in_parts_and_places),
        cmocka_unit_test(instances_interleave),
        cmocka_unit_test(iv_is_reset),
        cmocka_unit_test(refusals),
        cmocka_unit_test(digests_however_cut),
        cmocka_unit_test(digests_begun_anew),
#if UTASKER_ON_LTC
        cmocka_unit_test(block_fails_and_recovers),
#endif
    };

    return cmocka_run_group_tests(tests, give_block, take_block);
}
