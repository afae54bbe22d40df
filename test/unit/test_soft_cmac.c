/* SPDX-License-Identifier: Apache-2.0 */
/* AES-CMAC of engine soft through ob_mac_*: the examples of SP 800-38B, every length, every split, truncation, wrong
 * tags, clones. */
#include "test/unit/soft_data.h"

static void passes_its_self_test(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&soft_engine, 1u << OB_CLASS_MAC), OB_OK);
}

static void runs_vector(const char *key_hex, size_t len, const char *want)
{
    uint8_t key[32] = {0}, text[64], tag[16];
    size_t key_len = unhex(key, sizeof key, key_hex);
    struct ob_session s;

    unhex(text, sizeof text,
          "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51"
          "30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710");
    assert_int_equal(ob_mac_open(&s, &soft_alone, OB_AES_CMAC, key, key_len), OB_OK);
    assert_int_equal(ob_mac_compute(&s, tag, 16, text, len), OB_OK);
    assert_hex(tag, 16, want);
    ob_session_close(&s);
}

/* SP 800-38B (2005), appendix D. */
static void gives_the_examples_of_sp_800_38b(void **state)
{
    const char *key_128 = "2b7e151628aed2a6abf7158809cf4f3c";
    const char *key_192 = "8e73b0f7da0e6452c810f32b809079e5 62f8ead2522c6b7b";
    const char *key_256 = "603deb1015ca71be2b73aef0857d7781 1f352c073b6108d72d9810a30914dff4";

    (void)state;
    runs_vector(key_128, 0, "bb1d6929e95937287fa37d129b756746");
    runs_vector(key_128, 16, "070a16b46b4d4144f79bdd9dd04a287c");
    runs_vector(key_128, 40, "dfa66747de9ae63030ca32611497c827");
    runs_vector(key_128, 64, "51f0bebf7e3b9d92fc49741779363cfe");
    runs_vector(key_192, 0, "d17ddf46adaacde531cac483de7a9367");
    runs_vector(key_192, 40, "8a1de5be2eb31aad089a82e6ee908b0e");
    runs_vector(key_256, 0, "028962f61b7bf89efc6b551f4667d983");
    runs_vector(key_256, 40, "aaf3d8f1de5640c232f5b169b9c911e6");
    runs_vector(key_256, 64, "e1992190549f6ed5696a2c056c315410");
}

static const struct {
    uint8_t key_len;
    const char *digest;
} keys[] = {
    {16, "e1428461c8ec5071a2915fa63ee71d244e71386007422aebef38d97150d2e4cd"},
    {24, "ac39f373a555cbb7ff83cc417bd87b5a430b955b34e939176e7350fda2b94d70"},
    {32, "f6dbe1369e3b9fbc5ac64908b758c292bcab766f446b54cc9c2fac90269f6c67"},
};

/* The digests of all tags were computed with Python's cryptography 48 over OpenSSL 4.0. */
static void gives_the_tag_of_every_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct ob_session s;
        uint8_t tag[16];

        assert_int_equal(ob_mac_open(&s, &soft_alone, OB_AES_CMAC, KEY, keys[i].key_len), OB_OK);
        begin_digest();
        for (size_t n = 0; n < MOST; n = next_len(n, 1)) {
            assert_int_equal(ob_mac_compute(&s, tag, 16, TEXT, n), OB_OK);
            digest(tag, 16);
            assert_int_equal(ob_mac_check(&s, tag, 16, TEXT, n), OB_OK);
            assert_int_equal(ob_mac_check(&s, tag, 4, TEXT, n), OB_OK);
            tag[n % 16] ^= (uint8_t)(1u << n % 8);
            assert_int_equal(ob_mac_check(&s, tag, 16, TEXT, n), OB_E_AUTH);
        }
        assert_digest(keys[i].digest);
        ob_session_close(&s);
    }
}

static void takes_every_split(void **state)
{
    enum { N = 80 };
    uint8_t want[16], tag[16];
    struct ob_session s, c;

    (void)state;
    assert_int_equal(ob_mac_open(&s, &soft_alone, OB_AES_CMAC, KEY, 16), OB_OK);
    assert_int_equal(ob_mac_compute(&s, want, 16, TEXT, N), OB_OK);
    for (size_t cut = 0; cut <= N; cut++) {
        assert_int_equal(ob_mac_update(&s, TEXT, cut), OB_OK);
        assert_int_equal(ob_session_clone(&c, &s), OB_OK);
        assert_int_equal(ob_mac_update(&s, TEXT + cut, N - cut), OB_OK);
        assert_int_equal(ob_mac_final(&s, tag, 16), OB_OK);
        assert_memory_equal(tag, want, 16);
        for (size_t i = cut; i < N; i++)
            assert_int_equal(ob_mac_update(&c, TEXT + i, 1), OB_OK);
        assert_int_equal(ob_mac_verify(&c, want, 16), OB_OK);
        ob_session_close(&c);
    }
    ob_session_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_its_self_test),
        cmocka_unit_test(gives_the_examples_of_sp_800_38b),
        cmocka_unit_test(gives_the_tag_of_every_length),
        cmocka_unit_test(takes_every_split),
    };

    return cmocka_run_group_tests(tests, begin, remove_soft);
}
