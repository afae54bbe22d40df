/* SPDX-License-Identifier: Apache-2.0 */
/* AES-GCM, SM4-GCM and AES-CCM of engine soft through ob_aead_*: the standards' examples, lengths of nonce, AAD, text
 * and tag, every split, wrong bits, in place, clones, interleaved messages. */
#include "test/unit/soft_data.h"

static void passes_its_self_test(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&soft_engine, 1u << OB_CLASS_AEAD), OB_OK);
}

static void runs_vector(uint8_t alg, const char *key_hex, const char *nonce_hex, const char *aad_hex,
                        const char *text_hex, const char *cipher, const char *tag_hex)
{
    uint8_t key[32] = {0}, nonce[64] = {0}, aad[32] = {0}, text[64] = {0}, want_tag[16] = {0}, out[64], tag[16];
    size_t key_len = unhex(key, sizeof key, key_hex), nonce_len = unhex(nonce, sizeof nonce, nonce_hex);
    size_t aad_len = unhex(aad, sizeof aad, aad_hex), len = unhex(text, sizeof text, text_hex);
    size_t tag_len = unhex(want_tag, sizeof want_tag, tag_hex);
    struct ob_session s;

    assert_int_equal(ob_aead_open(&s, &soft_alone, alg, key, key_len), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, out, sizeof out, tag, tag_len, nonce, nonce_len, aad, aad_len, text, len),
                     OB_OK);
    assert_hex(out, len, cipher);
    assert_memory_equal(tag, want_tag, tag_len);
    assert_int_equal(ob_aead_decrypt(&s, out, sizeof out, nonce, nonce_len, aad, aad_len, out, len, tag, tag_len),
                     OB_OK);
    assert_memory_equal(out, text, len);
    ob_session_close(&s);
}

/* McGrew and Viega, The Galois/Counter Mode of Operation, appendix B, test cases 1 to 6, 12 and 18. */
static void gives_the_examples_of_gcm(void **state)
{
    const char *key = "feffe9928665731c6d6a8f9467308308", *zero = "00000000000000000000000000000000";
    const char *key_192 = "feffe9928665731c6d6a8f9467308308 feffe9928665731c";
    const char *key_256 = "feffe9928665731c6d6a8f9467308308 feffe9928665731c6d6a8f9467308308";
    const char *nonce = "cafebabefacedbaddecaf888", *aad = "feedfacedeadbeeffeedfacedeadbeef abaddad2";
    const char *text = "d9313225f88406e5a55909c5aff5269a 86a7a9531534f7da2e4c303d8a318a72"
                       "1c3c0c95956809532fcf0e2449a6b525 b16aedf5aa0de657ba637b39";
    const char *long_nonce = "9313225df88406e555909c5aff5269aa 6a7a9538534f7da1e4c303d2a318a728"
                             "c3c0c95156809539fcf0e2429a6b5254 16aedbf5a0de6a57a637b39b";

    (void)state;
    runs_vector(OB_AES_GCM, zero, "000000000000000000000000", "", "", "", "58e2fccefa7e3061367f1d57a4e7455a");
    runs_vector(OB_AES_GCM, zero, "000000000000000000000000", "", zero, "0388dace60b6a392f328c2b971b2fe78",
                "ab6e47d42cec13bdf53a67b21257bddf");
    runs_vector(OB_AES_GCM, key, nonce, "",
                "d9313225f88406e5a55909c5aff5269a 86a7a9531534f7da2e4c303d8a318a72"
                "1c3c0c95956809532fcf0e2449a6b525 b16aedf5aa0de657ba637b391aafd255",
                "42831ec2217774244b7221b784d0d49c e3aa212f2c02a4e035c17e2329aca12e"
                "21d514b25466931c7d8f6a5aac84aa05 1ba30b396a0aac973d58e091473f5985",
                "4d5c2af327cd64a62cf35abd2ba6fab4");
    runs_vector(OB_AES_GCM, key, nonce, aad, text,
                "42831ec2217774244b7221b784d0d49c e3aa212f2c02a4e035c17e2329aca12e"
                "21d514b25466931c7d8f6a5aac84aa05 1ba30b396a0aac973d58e091",
                "5bc94fbc3221a5db94fae95ae7121a47");
    runs_vector(OB_AES_GCM, key, "cafebabefacedbad", aad, text,
                "61353b4c2806934a777ff51fa22a4755 699b2a714fcdc6f83766e5f97b6c7423"
                "73806900e49f24b22b097544d4896b42 4989b5e1ebac0f07c23f4598",
                "3612d2e79e3b0785561be14aaca2fccb");
    runs_vector(OB_AES_GCM, key, long_nonce, aad, text,
                "8ce24998625615b603a033aca13fb894 be9112a5c3a211a8ba262a3cca7e2ca7"
                "01e4a9a4fba43c90ccdcb281d48c7c6f d62875d2aca417034c34aee5",
                "619cc5aefffe0bfa462af43c1699d050");
    runs_vector(OB_AES_GCM, key_192, long_nonce, aad, text,
                "d27e88681ce3243c4830165a8fdcf9ff 1de9a1d8e6b447ef6ef7b79828666e45"
                "81e79012af34ddd9e2f037589b292db3 e67c036745fa22e7e9b7373b",
                "dcf566ff291c25bbb8568fc3d376a6d9");
    runs_vector(OB_AES_GCM, key_256, long_nonce, aad, text,
                "5a8def2f0c9e53f1f75d7853659e2a20 eeb2b22aafde6419a058ab4f6f746bf4"
                "0fc0c3b780f244452da3ebf1c5d82cde a2418997200ef82e44ae7e3f",
                "a44a8266ee1c8eb0c8b5d4cf5ae9f19a");
}

/* RFC 8998, appendix A.1. */
static void gives_the_example_of_rfc_8998(void **state)
{
    (void)state;
    runs_vector(OB_SM4_GCM, "0123456789abcdeffedcba9876543210", "00001234567800000000abcd",
                "feedfacedeadbeeffeedfacedeadbeef abaddad2",
                "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb ccccccccccccccccdddddddddddddddd"
                "eeeeeeeeeeeeeeeeffffffffffffffff eeeeeeeeeeeeeeeeaaaaaaaaaaaaaaaa",
                "17f399f08c67d5ee19d0dc9969c4bb7d 5fd46fd3756489069157b282bb200735"
                "d82710ca5c22f0ccfa7cbf93d496ac15 a56834cbcf98c397b4024a2691233b8d",
                "83de3541e4c2b58177e065a9bf7b62ec");
}

/* SP 800-38C, appendix C, examples 1 to 3. */
static void gives_the_examples_of_sp_800_38c(void **state)
{
    const char *key = "404142434445464748494a4b4c4d4e4f";

    (void)state;
    runs_vector(OB_AES_CCM, key, "10111213141516", "0001020304050607", "20212223", "7162015b", "4dac255d");
    runs_vector(OB_AES_CCM, key, "1011121314151617", "000102030405060708090a0b0c0d0e0f",
                "202122232425262728292a2b2c2d2e2f", "d2a1f0e051ea5f62081a7792073d593d", "1fc64fbfaccd");
    runs_vector(OB_AES_CCM, key, "101112131415161718191a1b", "000102030405060708090a0b0c0d0e0f 10111213",
                "202122232425262728292a2b2c2d2e2f 3031323334353637",
                "e3b201a9f5b71a7a9b1ceaeccd97e70b 6176aad9a4428aa5", "484392fbc1b09951");
}

/* SP 800-38C, example 4: 64 KiB of AAD, whose length takes six bytes; and the lengths on both sides of the change, as a
 * digest of ciphertexts and tags computed with Python's cryptography 48 over OpenSSL 4.0. */
static void takes_long_aad_in_ccm(void **state)
{
    static uint8_t aad[65536];
    static const size_t lens[] = {0xfeff, 0xff00, 0xff01, 65536};
    uint8_t key[16] = {0}, nonce[13] = {0}, text[32] = {0}, out[32], tag[16];
    struct ob_session s;

    (void)state;
    for (size_t i = 0; i < sizeof aad; i++)
        aad[i] = (uint8_t)i;
    unhex(key, sizeof key, "404142434445464748494a4b4c4d4e4f");
    unhex(nonce, sizeof nonce, "101112131415161718191a1b1c");
    unhex(text, sizeof text, "202122232425262728292a2b2c2d2e2f 303132333435363738393a3b3c3d3e3f");
    assert_int_equal(ob_aead_open(&s, &soft_alone, OB_AES_CCM, key, 16), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, out, 32, tag, 14, nonce, 13, aad, sizeof aad, text, 32), OB_OK);
    assert_hex(out, 32, "69915dad1e84c6376a68c2967e4dab61 5ae0fd1faec44cc484828529463ccf72");
    assert_hex(tag, 14, "b4ac6bec93e8598e7f0dadbcea5b");
    ob_session_close(&s);
    assert_int_equal(ob_aead_open(&s, &soft_alone, OB_AES_CCM, KEY, 16), OB_OK);
    begin_digest();
    for (size_t i = 0; i < sizeof lens / sizeof lens[0]; i++) {
        assert_int_equal(ob_aead_encrypt(&s, out, 20, tag, 16, NONCE, 13, message, lens[i], TEXT, 20), OB_OK);
        digest(out, 20);
        digest(tag, 16);
    }
    assert_digest("506657e94f17362a82b67e0189f52480ddaad5412b45c5a6570b77dfcec724af");
    ob_session_close(&s);
}

static const struct kind {
    uint8_t alg, key_len;
    const char *digest;
} kinds[] = {
    {OB_AES_GCM, 16, "0b243f0ea792af9d768d1d08dfb79c60a5422b9601dbf979c88c9bb7585eeeb8"},
    {OB_AES_GCM, 24, "0a64edae7b1c20bb467e1f4116f6326fc1bc6a8b2c1f6ee6c2c7307e81fe9d82"},
    {OB_AES_GCM, 32, "0967d52e17371423c12c889b6d1b40dc03cd397ad18873805f62c64ea1a88956"},
    {OB_SM4_GCM, 16, "168c83d7cebf77562d3e587d5e1982d6e3e87af25bdfe388697cb312814766d3"},
    {OB_AES_CCM, 16, "b4aad888de4c81f4065c4e1fca1ee645ecaaa3f1d0b06063a1bd4736455d1b6e"},
    {OB_AES_CCM, 24, "4cf9bcdf19b7202605dead8e3602b82e6f8587797a92ba75406985fb4ddd0a81"},
    {OB_AES_CCM, 32, "9091838801817eb29053d33cb9128a517543d0045a7f5ce4f5de944aa4c91061"},
};
#define N_KINDS (sizeof kinds / sizeof kinds[0])

static void open_kind(struct ob_session *s, const struct kind *k)
{
    assert_int_equal(ob_aead_open(s, &soft_alone, k->alg, KEY, k->key_len), OB_OK);
    assert_int_equal(ob_session_require(s, OB_SESSION_UNVERIFIED | OB_SESSION_CT), OB_OK);
}

/* The lengths of nonce, AAD and tag change from message to message. The digests were computed with Python's
 * cryptography 48 over OpenSSL 4.0. */
static void gives_the_result_of_every_length(void **state)
{
    uint8_t out[MOST + 1], tag[16];

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s;
        size_t i = 0;

        open_kind(&s, k);
        begin_digest();
        for (size_t n = 0; n < MOST; n = next_len(n, 1), i++) {
            bool ccm = k->alg == OB_AES_CCM;
            size_t nonce_len = ccm ? 7 + i % 7 : i % 2 ? 8 + i % 100 : 12;
            size_t tag_len = ccm ? 4 + 2 * (i % 7) : 16, aad_len = i * 7 % 70;

            out[n] = 0xa5;
            assert_int_equal(ob_aead_encrypt(&s, out, n, tag, tag_len, NONCE, nonce_len, AAD, aad_len, TEXT, n), OB_OK);
            digest(out, n);
            digest(tag, tag_len);
            assert_int_equal(ob_aead_decrypt(&s, out, n, NONCE, nonce_len, AAD, aad_len, out, n, tag, tag_len), OB_OK);
            assert_memory_equal(out, TEXT, n);
            assert_int_equal(out[n], 0xa5);
        }
        assert_digest(k->digest);
        ob_session_close(&s);
    }
}

/* The nonce was chosen so that the counter is ff ff ff f0 at first; it must wrap without a carry. Digest as above. */
static void wraps_the_counter_of_gcm_in_32_bits(void **state)
{
    enum { N = 1200 };
    uint8_t nonce[16], out[N], tag[16];
    struct ob_session s;

    (void)state;
    unhex(nonce, sizeof nonce, "75b12ca273560716166da102b15bf1cc");
    assert_int_equal(ob_aead_open(&s, &soft_alone, OB_AES_GCM, KEY, 16), OB_OK);
    begin_digest();
    assert_int_equal(ob_aead_encrypt(&s, out, N, tag, 16, nonce, 16, NULL, 0, TEXT, N), OB_OK);
    digest(out, N);
    digest(tag, 16);
    assert_digest("1867ca7a7f44219e18b14eb597b49c91292ed7772b776408b75892ae6ab72889");
    ob_session_close(&s);
}

/* One message in two parts of AAD and two of text, both ways, at every cut of either; the parts in place. */
static void takes_every_split(void **state)
{
    enum { N = 150, A = 40 };
    uint8_t want[N], want_tag[16], out[N], tag[16];

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s;

        open_kind(&s, k);
        assert_int_equal(ob_aead_encrypt(&s, want, N, want_tag, 16, NONCE, 12, AAD, A, TEXT, N), OB_OK);
        for (size_t cut = 0; cut <= N; cut++) {
            size_t a = cut % (A + 1);

            memcpy(out, TEXT, N);
            assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, NONCE, 12, A, N, 16), OB_OK);
            assert_int_equal(ob_aead_aad(&s, AAD, a), OB_OK);
            assert_int_equal(ob_aead_aad(&s, AAD + a, A - a), OB_OK);
            assert_int_equal(ob_aead_update(&s, out, cut, out, cut), OB_OK);
            assert_int_equal(ob_aead_update(&s, out + cut, N - cut, out + cut, N - cut), OB_OK);
            assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
            assert_memory_equal(out, want, N);
            assert_memory_equal(tag, want_tag, 16);
            assert_int_equal(ob_aead_start(&s, OB_DIR_DECRYPT, NONCE, 12, A, N, 16), OB_OK);
            assert_int_equal(ob_aead_aad(&s, AAD, a), OB_OK);
            assert_int_equal(ob_aead_aad(&s, AAD + a, A - a), OB_OK);
            assert_int_equal(ob_aead_update(&s, out, cut, out, cut), OB_OK);
            assert_int_equal(ob_aead_update(&s, out + cut, N - cut, out + cut, N - cut), OB_OK);
            tag[cut % 16] ^= (uint8_t)(cut % 2);
            assert_int_equal(ob_aead_verify(&s, tag, 16), cut % 2 ? OB_E_AUTH : OB_OK);
            assert_memory_equal(out, TEXT, N);
        }
        ob_session_close(&s);
    }
}

static void takes_a_message_byte_by_byte(void **state)
{
    enum { N = 150, A = 40 };
    uint8_t want[N], want_tag[16], out[N], tag[16];

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s;

        open_kind(&s, k);
        assert_int_equal(ob_aead_encrypt(&s, want, N, want_tag, 16, NONCE, 12, AAD, A, TEXT, N), OB_OK);
        assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, NONCE, 12, A, N, 16), OB_OK);
        for (size_t i = 0; i < A; i++)
            assert_int_equal(ob_aead_aad(&s, AAD + i, 1), OB_OK);
        for (size_t i = 0; i < N; i++)
            assert_int_equal(ob_aead_update(&s, out + i, 1, TEXT + i, 1), OB_OK);
        assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
        assert_memory_equal(out, want, N);
        assert_memory_equal(tag, want_tag, 16);
        ob_session_close(&s);
    }
}

/* Whatever bit is wrong, in tag, text, AAD or nonce: no byte of the text comes out. */
static void rejects_every_wrong_bit(void **state)
{
    enum { N = 33, A = 5 };
    uint8_t all[N + A + 12 + 16], out[N], zero[N] = {0};
    uint8_t *text = all, *aad = all + N, *nonce = aad + A, *tag = nonce + 12;

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s;

        open_kind(&s, k);
        memcpy(nonce, NONCE, 12);
        memcpy(aad, AAD, A);
        assert_int_equal(ob_aead_encrypt(&s, text, N, tag, 16, nonce, 12, aad, A, TEXT, N), OB_OK);
        for (size_t bit = 0; bit < 8 * sizeof all; bit++) {
            all[bit / 8] ^= (uint8_t)(1u << bit % 8);
            memset(out, 0xee, sizeof out);
            assert_int_equal(ob_aead_decrypt(&s, out, N, nonce, 12, aad, A, text, N, tag, 16), OB_E_AUTH);
            assert_memory_equal(out, zero, N);
            all[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        assert_int_equal(ob_aead_decrypt(&s, out, N, nonce, 12, aad, A, text, N, tag, 16), OB_OK);
        assert_memory_equal(out, TEXT, N);
        ob_session_close(&s);
    }
}

static void clones_and_interleaves(void **state)
{
    enum { N = 130 };
    uint8_t want[N], want_tag[16], want_other[N], want_other_tag[16], out[N], other[N], copy[N], tag[16];

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s, o, c;

        open_kind(&s, k);
        assert_int_equal(ob_aead_open(&o, &soft_alone, k->alg, KEY + 5, k->key_len), OB_OK);
        assert_int_equal(ob_aead_encrypt(&s, want, N, want_tag, 16, NONCE, 12, AAD, 7, TEXT, N), OB_OK);
        assert_int_equal(ob_aead_encrypt(&o, want_other, N, want_other_tag, 16, NONCE, 12, AAD, 20, TEXT, N), OB_OK);
        assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, NONCE, 12, 7, N, 16), OB_OK);
        assert_int_equal(ob_aead_start(&o, OB_DIR_ENCRYPT, NONCE, 12, 20, N, 16), OB_OK);
        assert_int_equal(ob_aead_aad(&s, AAD, 7), OB_OK);
        assert_int_equal(ob_aead_aad(&o, AAD, 20), OB_OK);
        assert_int_equal(ob_aead_update(&s, out, 77, TEXT, 77), OB_OK);
        assert_int_equal(ob_aead_update(&o, other, N, TEXT, N), OB_OK);
        assert_int_equal(ob_session_clone(&c, &s), OB_OK);
        memcpy(copy, out, 77);
        assert_int_equal(ob_aead_update(&s, out + 77, N - 77, TEXT + 77, N - 77), OB_OK);
        assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
        assert_memory_equal(tag, want_tag, 16);
        assert_memory_equal(out, want, N);
        ob_session_close(&s);
        assert_int_equal(ob_aead_finish(&o, tag, 16), OB_OK);
        assert_memory_equal(tag, want_other_tag, 16);
        assert_memory_equal(other, want_other, N);
        ob_session_close(&o);
        assert_int_equal(ob_aead_update(&c, copy + 77, N - 77, TEXT + 77, N - 77), OB_OK);
        assert_int_equal(ob_aead_finish(&c, tag, 16), OB_OK);
        assert_memory_equal(tag, want_tag, 16);
        assert_memory_equal(copy, want, N);
        ob_session_close(&c);
    }
}

/* SP 800-38C, appendix A.3: all bytes behind the nonce count. 64 GiB into a message the counter passes 2^32. */
static void counts_beyond_32_bits_in_ccm(void **state)
{
    const uint64_t before = 16 * (((uint64_t)1 << 32) - 2);
    uint8_t key[16] = {1, 2, 3}, a0[16] = {7, 1, 2, 3, 4, 5, 6, 7}, counters[4][16], expected[64], out[64];
    struct ob_session s, ecb;

    (void)state;
    assert_int_equal(ob_aead_open(&s, &soft_alone, OB_AES_CCM, key, sizeof key), OB_OK);
    memcpy(s.mid.iv, a0, 16);
    s.total_in = before + sizeof out;
    s.tag_len = 16;
    assert_int_equal(ob_session_resume(&s, OB_ENCRYPT, 0, before), OB_OK);
    assert_int_equal(ob_aead_update(&s, out, sizeof out, TEXT, sizeof out), OB_OK);
    ob_session_close(&s);
    for (unsigned i = 0; i < 4; i++) { /* the first is 2^32 - 1 */
        memcpy(counters[i], a0, 16);
        memset(counters[i] + 8, 0, 8);
        counters[i][11] = i > 0;
        memset(counters[i] + 12, i ? 0 : 0xff, 4);
        if (i)
            counters[i][15] = (uint8_t)(i - 1);
    }
    assert_int_equal(ob_cipher_open(&ecb, &soft_alone, OB_AES_ECB, key, sizeof key), OB_OK);
    assert_int_equal(
        ob_cipher_crypt(&ecb, OB_DIR_ENCRYPT, expected, sizeof expected, NULL, 0, counters[0], sizeof counters), OB_OK);
    ob_session_close(&ecb);
    for (unsigned i = 0; i < sizeof out; i++)
        assert_int_equal(out[i], expected[i] ^ TEXT[i]);
}

/* After whole blocks the mid-state holds no keystream: that which was used, and that which comes next, are secret. */
static void keeps_no_keystream_of_whole_blocks(void **state)
{
    static const struct {
        uint8_t alg;
        size_t iv_len;
    } kinds[] = {{OB_AES_GCM, 12}, {OB_AES_CCM, 12}, {OB_AES_CTR, 16}};
    uint8_t key[16] = {1, 2, 3}, iv[16] = {9}, out[64];
    size_t n;

    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct ob_session s;

        assert_int_equal(ob_session_open(&s, &soft_alone, kinds[i].alg, key, sizeof key), OB_OK);
        if (kinds[i].alg == OB_AES_CTR) {
            assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, kinds[i].iv_len, 0), OB_OK);
            assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, TEXT, 48), OB_OK);
        } else {
            assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, kinds[i].iv_len, 0, 64, 16), OB_OK);
            assert_int_equal(ob_aead_update(&s, out, sizeof out, TEXT, 48), OB_OK);
        }
        for (n = 0; n < sizeof s.mid.part; n++)
            assert_int_equal(s.mid.part[n], 0);
        ob_session_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_its_self_test),
        cmocka_unit_test(counts_beyond_32_bits_in_ccm),
        cmocka_unit_test(keeps_no_keystream_of_whole_blocks),
        cmocka_unit_test(gives_the_examples_of_gcm),
        cmocka_unit_test(gives_the_example_of_rfc_8998),
        cmocka_unit_test(gives_the_examples_of_sp_800_38c),
        cmocka_unit_test(takes_long_aad_in_ccm),
        cmocka_unit_test(gives_the_result_of_every_length),
        cmocka_unit_test(wraps_the_counter_of_gcm_in_32_bits),
        cmocka_unit_test(takes_every_split),
        cmocka_unit_test(takes_a_message_byte_by_byte),
        cmocka_unit_test(rejects_every_wrong_bit),
        cmocka_unit_test(clones_and_interleaves),
    };

    return cmocka_run_group_tests(tests, begin, remove_soft);
}
