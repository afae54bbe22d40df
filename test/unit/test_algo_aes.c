/* SPDX-License-Identifier: Apache-2.0 */
/* AES of algo/: the examples of FIPS 197 and SP 800-38A, the S-box circuits on every byte, and runs of every length
 * against a straightforward AES built on computed S-boxes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algo/aes_ct.h"
#include "test/hex.h"
#include "test/unit/field.h"

typedef uint64_t obi_plane;

#include "algo/aes_invsbox_ct.h"
#include "algo/aes_sbox_ct.h"

#define MOST 70 /* blocks: four wide batches and a rest */

static uint8_t s_box[256];

static int fill_s_box(void **state)
{
    (void)state;
    for (unsigned x = 0; x < 256; x++)
        s_box[x] = aes_s((uint8_t)x);
    return 0;
}

static void circuit_gives_every_s_box_entry(void **state)
{
    uint8_t got[256];

    (void)state;
    run_circuit(aes_sbox, got);
    for (unsigned x = 0; x < 256; x++)
        assert_int_equal(got[x] ^ 0x63, s_box[x]);
}

static void inverse_circuit_undoes_every_s_box_entry(void **state)
{
    uint8_t got[256];

    (void)state;
    run_circuit(aes_invsbox, got);
    for (unsigned x = 0; x < 256; x++)
        assert_int_equal(got[s_box[x] ^ 0x63], x);
}

static void runs_vector(const char *key_hex, const char *plain_hex, const char *cipher_hex)
{
    struct obi_aes_key k;
    uint8_t key[32], plain[64], out[64];
    size_t key_len = unhex(key, sizeof key, key_hex), len = unhex(plain, sizeof plain, plain_hex);

    obi_aes_ct_key(&k, key, key_len);
    obi_aes_ct_encrypt(&k, out, plain, len / 16);
    assert_hex(out, len, cipher_hex);
    obi_aes_ct_decrypt(&k, out, out, len / 16);
    assert_memory_equal(out, plain, len);
}

/* FIPS 197 (2001), appendix C. */
static void examples_of_fips_197(void **state)
{
    const char *plain = "00112233445566778899aabbccddeeff";

    (void)state;
    runs_vector("000102030405060708090a0b0c0d0e0f", plain, "69c4e0d86a7b0430d8cdb78070b4c55a");
    runs_vector("000102030405060708090a0b0c0d0e0f 1011121314151617", plain, "dda97ca4864cdfe06eaf70a0ec0d7191");
    runs_vector("000102030405060708090a0b0c0d0e0f 101112131415161718191a1b1c1d1e1f", plain,
                "8ea2b7ca516745bfeafc49904b496089");
}

/* SP 800-38A, sections F.1.1, F.1.3 and F.1.5 (ECB). */
static void examples_of_sp_800_38a(void **state)
{
    const char *plain = "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51"
                        "30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710";

    (void)state;
    runs_vector("2b7e151628aed2a6abf7158809cf4f3c", plain,
                "3ad77bb40d7a3660a89ecaf32466ef97 f5d3d58503b9699de785895a96fdbaaf"
                "43b1cd7f598ece23881b00e3ed030688 7b0c785e27e8ad3f8223207104725dd4");
    runs_vector("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", plain,
                "bd334f1d6e45f25ff712a214571fa5cc 974104846d0ad3ad7734ecb3ecee4eef"
                "ef7afd2270e2e60adce0ba2face6444e 9a4b41ba738d6c72fb16691603c18e0e");
    runs_vector("603deb1015ca71be2b73aef0857d7781 1f352c073b6108d72d9810a30914dff4", plain,
                "f3eed1bdb5d2a03c064b5a7e3db181f8 591ccb10d410ed26dc5ba74a31362870"
                "b6ed21b99ca6f4f9f153e7b1beafed1d 23304b7a39f9f3ff067d8d8f9e24ecc7");
}

/* FIPS 197, sections 5.1 and 5.2, one step after the other. */
static void plain_aes(const uint8_t *key, size_t key_len, uint8_t out[16], const uint8_t in[16])
{
    size_t nk = key_len / 4, rounds = nk + 6;
    uint8_t w[60][4] = {{0}}, s[16], rcon = 1;

    if (nk < 4 || nk > 8) {
        fail_msg("a key of %zu bytes", key_len);
        return;
    }
    for (size_t i = 0; i < 4 * (rounds + 1); i++) {
        uint8_t t[4];

        if (i < nk) {
            memcpy(w[i], key + 4 * i, 4);
            continue;
        }
        memcpy(t, w[i - 1], 4);
        if (i % nk == 0) {
            const uint8_t first = t[0];

            t[0] = s_box[t[1]] ^ rcon;
            t[1] = s_box[t[2]];
            t[2] = s_box[t[3]];
            t[3] = s_box[first];
            rcon = field_mul(rcon, 2, 0x11b);
        } else if (nk == 8 && i % nk == 4) {
            for (unsigned j = 0; j < 4; j++)
                t[j] = s_box[t[j]];
        }
        for (unsigned j = 0; j < 4; j++)
            w[i][j] = w[i - nk][j] ^ t[j];
    }
    for (unsigned i = 0; i < 16; i++)
        s[i] = in[i] ^ w[i / 4][i % 4];
    for (size_t r = 1; r <= rounds; r++) {
        uint8_t t[16];

        for (unsigned i = 0; i < 16; i++)
            t[i] = s_box[s[(i + 4 * (i % 4)) % 16]];
        for (unsigned c = 0; c < 16; c += 4) {
            for (unsigned i = 0; i < 4; i++) {
                const uint8_t a = t[c + i], b = t[c + (i + 1) % 4];
                const uint8_t rest = t[c + (i + 2) % 4] ^ t[c + (i + 3) % 4];

                s[c + i] = r == rounds ? a : (uint8_t)(field_mul(a ^ b, 2, 0x11b) ^ b ^ rest);
            }
        }
        for (unsigned i = 0; i < 16; i++)
            s[i] ^= w[4 * r + i / 4][i % 4];
    }
    memcpy(out, s, 16);
}

/* Every number of blocks, out of place and in place, at every misalignment, with guards at both ends. */
static void runs_of_every_length(void **state)
{
    uint8_t text[16 * MOST], want[16 * MOST], buf[16 * MOST + 48], key[32];
    uint32_t seed = 1;

    (void)state;
    for (size_t key_len = 16; key_len <= 32; key_len += 8) {
        struct obi_aes_key k;

        for (size_t i = 0; i < sizeof key; i++)
            key[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
        for (size_t i = 0; i < sizeof text; i++)
            text[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
        for (size_t i = 0; i < sizeof text; i += 16)
            plain_aes(key, key_len, want + i, text + i);
        obi_aes_ct_key(&k, key, key_len);
        for (size_t n = 0; n <= MOST; n++) {
            uint8_t *p = buf + 16 + n % 16;

            memset(buf, 0xa5, sizeof buf);
            obi_aes_ct_encrypt(&k, p, text, n);
            assert_memory_equal(p, want, 16 * n);
            assert_int_equal(p[-1], 0xa5);
            assert_int_equal(p[16 * n], 0xa5);
            obi_aes_ct_decrypt(&k, p, p, n);
            assert_memory_equal(p, text, 16 * n);
            obi_aes_ct_encrypt(&k, p, p, n);
            assert_memory_equal(p, want, 16 * n);
            assert_int_equal(p[-1], 0xa5);
            assert_int_equal(p[16 * n], 0xa5);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circuit_gives_every_s_box_entry),
        cmocka_unit_test(inverse_circuit_undoes_every_s_box_entry),
        cmocka_unit_test(examples_of_fips_197),
        cmocka_unit_test(examples_of_sp_800_38a),
        cmocka_unit_test(runs_of_every_length),
    };

    return cmocka_run_group_tests(tests, fill_s_box, NULL);
}
