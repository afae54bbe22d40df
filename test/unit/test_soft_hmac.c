/* SPDX-License-Identifier: Apache-2.0 */
/* HMAC of engine soft through ob_mac_*: the cases of RFC 4231 and 2202, verification, truncation, splits, clones,
 * interleaved messages, keys of every length. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test/hex.h"
#include "test/unit/soft_alone.h"

#define CASES 7

static uint8_t message[1000];

/* RFC 4231, sections 4.2 to 4.8 without 4.6 (truncation, tested below), and an empty key with an empty message. */
static struct {
    size_t key_len;
    uint8_t key[131];
    size_t text_len;
    uint8_t text[160];
} cases[CASES];

/* Their tags: for SHA-2 of 224 to 512 bits those of RFC 4231; cases 0 (SHA-1) and 1 (MD5, SHA-1) stand in RFC 2202; the
 * others, SM3's among them, were computed with Python's hmac over OpenSSL 3. */
static const struct {
    uint8_t alg;
    const char *tag[CASES];
} vectors[] = {
    {OB_HMAC_MD5,
     {"5ccec34ea9656392457fa1ac27f08fbc", "750c783e6ab0b503eaa86e310a5db738", "2ab8b9a9f7d3894d15ad8383b97044b2",
      "697eaf0aca3a3aea3a75164746ffaa79", "bfecaf4efff90a3a668f3922fec3762d", "09b8ae7b15adbbb243aca3491b51512b",
      "74e6f7298a9c2d168935f58c001bad88"}},
    {OB_HMAC_SHA1,
     {"b617318655057264e28bc0b6fb378c8ef146be00", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
      "125d7342b9ac11cd91a39af48aa17b4f63f175d3", "4c9007f4026250c6bc8414f9bf50c86c2d7235da",
      "90d0dace1c1bdc957339307803160335bde6df2b", "217e44bb08b6e06a2d6c30f3cb9f537f97c63356",
      "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"}},
    {OB_HMAC_SHA224,
     {"896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22",
      "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
      "7fb3cb3588c6c1f6ffa9694d7d6ad2649365b0c1f65d69d1ec8333ea",
      "6c11506874013cac6a2abc1bb382627cec6a90d86efc012de7afec5a",
      "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e",
      "3a854166ac5d9f023f54d517d0b39dbd946770db9c2b95c9f6f565d1",
      "5ce14f72894662213e2748d2a6ba234b74263910cedde2f5a9271524"}},
    {OB_HMAC_SHA256,
     {"b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
      "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"}},
    {OB_HMAC_SHA384,
     {"afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c"
      "faea9ea9076ede7f4af152e8b2fa9cb6",
      "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
      "8e2240ca5e69e2c78b3239ecfab21649",
      "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b"
      "2a5ab39dc13814b94e3ab6e101a34f27",
      "3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e"
      "6801dd23c4a7d679ccf8a386c674cffb",
      "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c6"
      "0c2ef6ab4030fe8296248df163f44952",
      "6617178e941f020d351e2f254e8fd32c602420feb0b8fb9adccebb82461e99c5"
      "a678cc31e799176d3860e6110c46523e",
      "6c1f2ee938fad2e24bd91298474382ca218c75db3d83e114b3d4367776d14d35"
      "51289e75e8209cd4b792302840234adc"}},
    {OB_HMAC_SHA512,
     {"87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
      "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
      "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
      "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
      "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
      "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
      "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db"
      "a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd",
      "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
      "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
      "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944"
      "b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58",
      "b936cee86c9f87aa5d3c6f2e84cb5a4239a5fe50480a6ec66b70ab5b1f4ac673"
      "0c6c515421b327ec1d69402e53dfb49ad7381eb067b338fd7b0cb22247225d47"}},
    {OB_HMAC_SHA512_224,
     {"b244ba01307c0e7a8ccaad13b1067a4cf6b961fe0c6a20bda3d92039",
      "4a530b31a79ebcce36916546317c45f247d83241dfb818fd37254bde",
      "db34ea525c2c216ee5a6ccb6608bea870bbef12fd9b96a5109e2b6fc",
      "c2391863cda465c6828af06ac5d4b72d0b792109952da530e11a0d26",
      "29bef8ce88b54d4226c3c7718ea9e32ace2429026f089e38cea9aeda",
      "82a9619b47af0cea73a8b9741355ce902d807ad87ee9078522a246e1",
      "de43f6b96f2d08cebe1ee9c02c53d96b68c1e55b6c15d6843b410d4c"}},
    {OB_HMAC_SHA512_256,
     {"9f9126c3d9c3c330d760425ca8a217e31feae31bfe70196ff81642b868402eab",
      "6df7b24630d5ccb2ee335407081a87188c221489768fa2020513b2d593359456",
      "229006391d66c8ecddf43ba5cf8f83530ef221a4e9401840d1bead5137c8a2ea",
      "36d60c8aa1d0be856e10804cf836e821e8733cbafeae87630589fd0b9b0a2f4c",
      "87123c45f7c537a404f8f47cdbedda1fc9bec60eeb971982ce7ef10e774e6539",
      "6ea83f8e7315072c0bdaa33b93a26fc1659974637a9db8a887d06c05a7f35a66",
      "b79c9951df595274582dc094a1ba46c33e4a36878b2d83cb8553f0fe467dcdcf"}},
    {OB_HMAC_SM3,
     {"51b00d1fb49832bfb01c3ce27848e59f871d9ba938dc563b338ca964755cce70",
      "2e87f1d16862e6d964b50a5200bf2b10b764faa9680a296a2405f24bec39f882",
      "dd9421e1c725bdf52ec1aa34edadb3c97f5951a83a2fa93f73a7902bc1dcc777",
      "b57c79be03472aeb8cada581dea332cb2ba83d19cb1b052dd07194def75fb8cd",
      "b4fd844e13342002f0b2e0690ea7741f1497d993a70494cea601e657bedf67a0",
      "5acbdeb0c8c1ef3a99088fe51c0a1d5f4e1c175935f016aee74eb8056db18acb",
      "0d23f72ba15e9c189a879aefc70996b06091de6e64d31b7a84004356dd915261"}},
};

static void set_case(size_t i, const char *key, size_t key_len, const char *text, size_t text_len)
{
    cases[i].key_len = key_len;
    memcpy(cases[i].key, key, key_len);
    cases[i].text_len = text_len;
    memcpy(cases[i].text, text, text_len);
}

static void make_cases(void)
{
    static const char long_key[] = "Test Using Larger Than Block-Size Key - Hash Key First";
    static const char long_both[] =
        "This is a test using a larger than block-size key and a larger than block-size data. "
        "The key needs to be hashed before being used by the HMAC algorithm.";

    set_case(0, "", 0, "Hi There", 8);
    cases[0].key_len = 20;
    memset(cases[0].key, 0x0b, 20);
    set_case(1, "Jefe", 4, "what do ya want for nothing?", 28);
    cases[2].key_len = 20;
    memset(cases[2].key, 0xaa, 20);
    cases[2].text_len = 50;
    memset(cases[2].text, 0xdd, 50);
    cases[3].key_len = 25;
    for (size_t i = 0; i < 25; i++)
        cases[3].key[i] = (uint8_t)(i + 1);
    cases[3].text_len = 50;
    memset(cases[3].text, 0xcd, 50);
    set_case(4, "", 0, long_key, sizeof long_key - 1);
    set_case(5, "", 0, long_both, sizeof long_both - 1);
    for (size_t i = 4; i < 6; i++) {
        cases[i].key_len = 131;
        memset(cases[i].key, 0xaa, 131);
    }
}

static void passes_its_self_test(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&soft_engine, 1u << OB_CLASS_MAC), OB_OK);
}

static void gives_the_tags_of_the_rfcs_and_knows_them_again(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++)
        for (size_t i = 0; i < CASES; i++) {
            size_t tag_len = ob_alg_tag(vectors[v].alg), text_len = cases[i].text_len;
            uint8_t tag[OB_TAG_MAX];
            struct ob_session s;

            assert_int_equal(ob_mac_open(&s, &soft_alone, vectors[v].alg, cases[i].key, cases[i].key_len), OB_OK);
            assert_int_equal(ob_mac_compute(&s, tag, tag_len, cases[i].text, text_len), OB_OK);
            assert_hex(tag, tag_len, vectors[v].tag[i]);
            assert_int_equal(ob_mac_check(&s, tag, tag_len, cases[i].text, text_len), OB_OK);
            for (size_t bit = 0; bit < 8 * tag_len; bit++) {
                tag[bit / 8] ^= (uint8_t)(1u << bit % 8);
                assert_int_equal(ob_mac_check(&s, tag, tag_len, cases[i].text, text_len), OB_E_AUTH);
                tag[bit / 8] ^= (uint8_t)(1u << bit % 8);
            }
            ob_session_close(&s);
        }
}

/* RFC 4231, section 4.6: "Test With Truncation" under a key of 20 bytes 0c, tag cut to 128 bits. */
static void truncates(void **state)
{
    static const char text[] = "Test With Truncation";
    uint8_t key[20], tag[OB_TAG_MAX], whole[OB_TAG_MAX];
    struct ob_session s;

    (void)state;
    memset(key, 0x0c, sizeof key);
    assert_int_equal(ob_mac_open(&s, &soft_alone, OB_HMAC_SHA256, key, sizeof key), OB_OK);
    assert_int_equal(ob_mac_compute(&s, tag, 16, text, sizeof text - 1), OB_OK);
    assert_hex(tag, 16, "a3b6167473100ee06e0c796c2955552b");
    assert_int_equal(ob_mac_compute(&s, whole, 32, text, sizeof text - 1), OB_OK);
    for (size_t len = 4; len <= 32; len++) {
        memset(tag, 0xee, sizeof tag);
        assert_int_equal(ob_mac_compute(&s, tag, len, text, sizeof text - 1), OB_OK);
        assert_memory_equal(tag, whole, len);
        assert_int_equal(tag[len], 0xee);
        assert_int_equal(ob_mac_check(&s, whole, len, text, sizeof text - 1), OB_OK);
    }
    assert_int_equal(ob_mac_compute(&s, tag, 3, text, sizeof text - 1), OB_E_ARG);
    assert_int_equal(ob_mac_compute(&s, tag, 33, text, sizeof text - 1), OB_E_ARG);
    ob_session_close(&s);
}

/* HMAC by its definition (RFC 2104) out of the engine's own hashes, for keys from 0 to 200 bytes. */
static void takes_keys_of_every_length(void **state)
{
    (void)state;
    for (uint8_t alg = OB_HMAC_MD5; alg <= OB_HMAC_SM3; alg++) {
        size_t tag_len = ob_alg_tag(alg), block = ob_alg_block(alg);
        struct ob_session s, hash;

        assert_int_equal(ob_hash_open(&hash, &soft_alone, OB_HMAC_HASH(alg)), OB_OK);
        for (size_t key_len = 0; key_len <= 200; key_len += key_len % 64 > 60 || key_len % 64 < 3 ? 1 : 9) {
            uint8_t pad[OB_BLOCK_MAX] = {0}, inner[OB_TAG_MAX], want[OB_TAG_MAX], got[OB_TAG_MAX];

            if (key_len > block)
                assert_int_equal(ob_hash_compute(&hash, pad, tag_len, message, key_len), OB_OK);
            else
                memcpy(pad, message, key_len);
            for (size_t i = 0; i < block; i++)
                pad[i] ^= 0x36;
            assert_int_equal(ob_hash_update(&hash, pad, block), OB_OK);
            assert_int_equal(ob_hash_update(&hash, message, 100), OB_OK);
            assert_int_equal(ob_hash_final(&hash, inner, tag_len), OB_OK);
            for (size_t i = 0; i < block; i++)
                pad[i] ^= 0x36 ^ 0x5c;
            assert_int_equal(ob_hash_update(&hash, pad, block), OB_OK);
            assert_int_equal(ob_hash_update(&hash, inner, tag_len), OB_OK);
            assert_int_equal(ob_hash_final(&hash, want, tag_len), OB_OK);
            assert_int_equal(ob_mac_open(&s, &soft_alone, alg, message, key_len), OB_OK);
            assert_int_equal(ob_mac_compute(&s, got, tag_len, message, 100), OB_OK);
            assert_memory_equal(got, want, tag_len);
            ob_session_close(&s);
        }
        ob_session_close(&hash);
    }
}

static void takes_every_split_and_verifies_in_parts(void **state)
{
    (void)state;
    for (uint8_t alg = OB_HMAC_MD5; alg <= OB_HMAC_SM3; alg++) {
        size_t tag_len = ob_alg_tag(alg), len = 2 * ob_alg_block(alg) + 3;
        uint8_t want[OB_TAG_MAX], got[OB_TAG_MAX];
        struct ob_session s;

        assert_int_equal(ob_mac_open(&s, &soft_alone, alg, message, 33), OB_OK);
        assert_int_equal(ob_mac_compute(&s, want, tag_len, message, len), OB_OK);
        for (size_t cut = 0; cut <= len; cut++) {
            assert_int_equal(ob_mac_update(&s, message, cut), OB_OK);
            assert_int_equal(ob_mac_update(&s, message + cut, len - cut), OB_OK);
            assert_int_equal(ob_mac_final(&s, got, tag_len), OB_OK);
            assert_memory_equal(got, want, tag_len);
            assert_int_equal(ob_mac_update(&s, message, cut), OB_OK);
            assert_int_equal(ob_mac_update(&s, message + cut, len - cut), OB_OK);
            got[cut % tag_len] ^= (uint8_t)(cut % 2);
            assert_int_equal(ob_mac_verify(&s, got, tag_len), cut % 2 ? OB_E_AUTH : OB_OK);
        }
        ob_session_close(&s);
    }
}

static void clones_and_interleaves(void **state)
{
    enum { N = OB_HMAC_SM3 - OB_HMAC_MD5 + 1 };
    static struct ob_session s[N], t[N];
    uint8_t want[OB_TAG_MAX], got[OB_TAG_MAX];

    (void)state;
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(ob_mac_open(&s[i], &soft_alone, (uint8_t)(OB_HMAC_MD5 + i), message + i, 40), OB_OK);
    for (size_t done = 0; done < 300; done += 50)
        for (unsigned i = 0; i < N; i++)
            assert_int_equal(ob_mac_update(&s[i], message + done, 50), OB_OK);
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(ob_session_clone(&t[i], &s[i]), OB_OK);
    for (unsigned i = 0; i < N; i++) {
        size_t tag_len = ob_alg_tag((uint8_t)(OB_HMAC_MD5 + i));

        assert_int_equal(ob_mac_update(&s[i], message + 300, 77), OB_OK);
        assert_int_equal(ob_mac_final(&s[i], got, tag_len), OB_OK);
        assert_int_equal(ob_mac_compute(&s[i], want, tag_len, message, 377), OB_OK);
        assert_memory_equal(got, want, tag_len);
        ob_session_close(&s[i]); /* the clone does not need it */
        assert_int_equal(ob_mac_final(&t[i], got, tag_len), OB_OK);
        assert_int_equal(ob_mac_compute(&t[i], want, tag_len, message, 300), OB_OK);
        assert_memory_equal(got, want, tag_len);
        ob_session_close(&t[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_its_self_test),
        cmocka_unit_test(gives_the_tags_of_the_rfcs_and_knows_them_again),
        cmocka_unit_test(truncates),
        cmocka_unit_test(takes_keys_of_every_length),
        cmocka_unit_test(takes_every_split_and_verifies_in_parts),
        cmocka_unit_test(clones_and_interleaves),
    };

    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 13 + 5);
    make_cases();
    return cmocka_run_group_tests(tests, add_soft, remove_soft);
}
