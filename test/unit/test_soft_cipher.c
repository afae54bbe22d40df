/* SPDX-License-Identifier: Apache-2.0 */
/* AES and SM4 of engine soft through ob_cipher_*: the standards' examples, lengths up to several batches, every split,
 * in place, misaligned, clones. */
#include "test/unit/soft_data.h"

static void passes_its_self_test(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&soft_engine, 1u << OB_CLASS_CIPHER), OB_OK);
}

static void runs_vector(uint8_t alg, const char *key_hex, const char *iv_hex, const char *text_hex, const char *cipher)
{
    uint8_t key[64] = {0}, iv[16] = {0}, text[64] = {0}, out[64];
    size_t key_len = unhex(key, sizeof key, key_hex), iv_len = unhex(iv, sizeof iv, iv_hex);
    size_t len = unhex(text, sizeof text, text_hex);
    struct ob_session s;

    assert_int_equal(ob_cipher_open(&s, &soft_alone, alg, key, key_len), OB_OK);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, out, len, iv, iv_len, text, len), OB_OK);
    assert_hex(out, len, cipher);
    assert_int_equal(ob_cipher_crypt(&s, OB_DIR_DECRYPT, out, len, iv, iv_len, out, len), OB_OK);
    assert_memory_equal(out, text, len);
    ob_session_close(&s);
}

/* SP 800-38A, sections F.2 (CBC) and F.5 (CTR). */
static void gives_the_examples_of_sp_800_38a(void **state)
{
    const char *text = "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51"
                       "30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710";
    const char *iv = "000102030405060708090a0b0c0d0e0f", *counter = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
    const char *key_128 = "2b7e151628aed2a6abf7158809cf4f3c";
    const char *key_192 = "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b";
    const char *key_256 = "603deb1015ca71be2b73aef0857d7781 1f352c073b6108d72d9810a30914dff4";

    (void)state;
    runs_vector(OB_AES_CBC, key_128, iv, text,
                "7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2"
                "73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7");
    runs_vector(OB_AES_CBC, key_192, iv, text,
                "4f021db243bc633d7178183a9fa071e8 b4d9ada9ad7dedf4e5e738763f69145a"
                "571b242012fb7ae07fa9baac3df102e0 08b0e27988598881d920a9e64f5615cd");
    runs_vector(OB_AES_CBC, key_256, iv, text,
                "f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d"
                "39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b");
    runs_vector(OB_AES_CTR, key_128, counter, text,
                "874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff"
                "5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee");
    runs_vector(OB_AES_CTR, key_192, counter, text,
                "1abc932417521ca24f2b0459fe7e6e0b 090339ec0aa6faefd5ccc2c6f4ce8e94"
                "1e36b26bd1ebc670d1bd1d665620abf7 4f78a7f6d29809585a97daec58c6b050");
    runs_vector(OB_AES_CTR, key_256, counter, text,
                "601ec313775789a5b7a7f504bbf3d228 f443e3ca4d62b59aca84e990cacaf5c5"
                "2b0930daa23de94ce87017ba2d84988d dfc9c58db67aada613c2dd08457941a6");
}

/* IEEE 1619-2007, annex B, vectors 1, 2 and 15 to 18 (the tweak is the unit's number, low byte first). */
static void gives_the_examples_of_ieee_1619(void **state)
{
    const char *key = "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0 bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0";
    const char *tweak = "9a785634120000000000000000000000";

    (void)state;
    runs_vector(OB_AES_XTS, "11111111111111111111111111111111 22222222222222222222222222222222",
                "33333333330000000000000000000000", "44444444444444444444444444444444 44444444444444444444444444444444",
                "c454185e6a16936e39334038acef838b fb186fff7480adc4289382ecd6d394f0");
    runs_vector(OB_AES_XTS, key, tweak, "000102030405060708090a0b0c0d0e0f 10", "6c1625db4671522d3d7599601de7ca09 ed");
    runs_vector(OB_AES_XTS, key, tweak, "000102030405060708090a0b0c0d0e0f 1011",
                "d069444b7a7e0cab09e24447d24deb1f edbf");
    runs_vector(OB_AES_XTS, key, tweak, "000102030405060708090a0b0c0d0e0f 101112",
                "e5df1351c0544ba1350b3363cd8ef4be edbf9d");
    runs_vector(OB_AES_XTS, key, tweak, "000102030405060708090a0b0c0d0e0f 10111213",
                "9d84c813f719aa2c7be3f66171c7c5c2 edbf9dac");
}

static const struct kind {
    uint8_t alg, key_len, iv_len, step;
    uint16_t least;
    const char *digest;
} kinds[] = {
    {OB_AES_ECB, 16, 0, 16, 0, "8ed3c259b61e3810636c0a807611ac9543c88d047d46a6f4835f27a43768644b"},
    {OB_AES_ECB, 24, 0, 16, 0, "7c40290d4f3ab18a3d059cc881e88e15e2581d9d4fedf47a212e608e5dd41d19"},
    {OB_AES_ECB, 32, 0, 16, 0, "ef63cd6bca9aef26e9ddedb083c656c8fe3c6b9e2cb7874fc6702433050eac57"},
    {OB_AES_CBC, 16, 16, 16, 0, "e348a029a8a4f42c3a8166a71a012e8b773602711fe22dc42edb81d1ff8372a5"},
    {OB_AES_CBC, 24, 16, 16, 0, "c8a8073aa378e2e7126295423fe6ab7af0716738abaf854699a571243d9fd81f"},
    {OB_AES_CBC, 32, 16, 16, 0, "8017e86ee2e601e32239c284e9fa0aea291a75906420824d47a7dee4315f1c37"},
    {OB_AES_CTR, 16, 16, 1, 0, "da9f7ae86dc53df24bb2db7601657c5b02709a765b154c58e4a08726a2face7f"},
    {OB_AES_CTR, 24, 16, 1, 0, "e90d091cbdff394b0572531ceb332654d049a611c3c5d5259285854dc9a14212"},
    {OB_AES_CTR, 32, 16, 1, 0, "8467d19cb815b95de54c3fc52ff45314f4eff6b85bfc04186fa9849cee93c06a"},
    {OB_AES_XTS, 32, 16, 1, 16, "1c20a6ba1def516213be88f6fb385db5fcc3e6f1779b0bdd0fd8d9405abf9cb8"},
    {OB_AES_XTS, 64, 16, 1, 16, "bbbfd42b1f4dd2e0b2d58a235a7ff0eacf5c3ad9882bf2ff12168324dbfbd05f"},
    {OB_SM4_ECB, 16, 0, 16, 0, "623a9809d86815a31a62fc772ef00cfbdb83b02661fba0a373b8e3b3dc2a31ee"},
    {OB_SM4_CBC, 16, 16, 16, 0, "ed6a720968c6de315c65f2f2c8ecbab2aaf86a1a08dd971bd1e40a2458ddf285"},
    {OB_SM4_CTR, 16, 16, 1, 0, "6450245cfe66976641538acbfe02f9fd44dae835db40e6259ccf4200dd5d5a61"},
};
#define N_KINDS (sizeof kinds / sizeof kinds[0])

/* As a counter it overflows in all of its bytes after 16 blocks. */
static const uint8_t iv[16] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 240};

static void open_kind(struct ob_session *s, const struct kind *k)
{
    assert_int_equal(ob_cipher_open(s, &soft_alone, k->alg, KEY, k->key_len), OB_OK);
}

static void crypt(struct ob_session *s, const struct kind *k, uint8_t dir, uint8_t *out, const uint8_t *in, size_t len)
{
    assert_int_equal(ob_cipher_crypt(s, dir, out, len, iv, k->iv_len, in, len), OB_OK);
}

/* The digests were computed with Python's cryptography 48 over OpenSSL 4.0. */
static void gives_the_result_of_every_length(void **state)
{
    uint8_t out[MOST + 1];

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s;

        open_kind(&s, k);
        begin_digest();
        for (size_t n = k->least; n < MOST; n = next_len(n, k->step)) {
            out[n] = 0xa5;
            crypt(&s, k, OB_DIR_ENCRYPT, out, TEXT, n);
            digest(out, n);
            crypt(&s, k, OB_DIR_DECRYPT, out, out, n);
            assert_memory_equal(out, TEXT, n);
            assert_int_equal(out[n], 0xa5);
        }
        assert_digest(k->digest);
        ob_session_close(&s);
    }
}

static void takes_any_alignment(void **state)
{
    enum { N = 1104 };
    uint8_t want[N], from[N + 16], to[N + 16];

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s;

        open_kind(&s, k);
        crypt(&s, k, OB_DIR_ENCRYPT, want, TEXT, N);
        for (size_t i = 0; i < 16; i++) {
            memcpy(from + i, TEXT, N);
            crypt(&s, k, OB_DIR_ENCRYPT, to + (5 * i + 3) % 16, from + i, N);
            assert_memory_equal(to + (5 * i + 3) % 16, want, N);
            crypt(&s, k, OB_DIR_DECRYPT, from + i, to + (5 * i + 3) % 16, N);
            assert_memory_equal(from + i, TEXT, N);
        }
        ob_session_close(&s);
    }
}

/* Any cut of the input, in the middle of a block too, both ways, and a clone that goes on on its own. */
static void takes_every_split(void **state)
{
    enum { N = 112 };

    (void)state;
    for (size_t n = 0; n < 2 * N_KINDS; n++) {
        const struct kind *k = kinds + n / 2;
        const size_t len = k->alg == OB_AES_XTS ? N - 5 : N;
        uint8_t dir = n % 2 ? OB_DIR_DECRYPT : OB_DIR_ENCRYPT, want[N], out[N + 31];
        struct ob_session s, t;

        open_kind(&s, k);
        crypt(&s, k, dir, want, TEXT, len);
        for (size_t cut = 0; cut <= len; cut++) {
            size_t a, b, c;

            memset(out, 0, sizeof out);
            assert_int_equal(ob_cipher_start(&s, dir, iv, k->iv_len, 0), OB_OK);
            assert_int_equal(ob_cipher_update(&s, out, sizeof out, &a, TEXT, cut), OB_OK);
            assert_int_equal(ob_session_clone(&t, &s), OB_OK);
            assert_int_equal(ob_cipher_update(&s, out + a, sizeof out - a, &b, TEXT + cut, len - cut), OB_OK);
            assert_int_equal(ob_cipher_finish(&s, out + a + b, sizeof out - a - b, &c), OB_OK);
            assert_int_equal(a + b + c, len);
            assert_memory_equal(out, want, len);
            memset(out + a, 0, sizeof out - a);
            assert_int_equal(ob_cipher_update(&t, out + a, sizeof out - a, &b, TEXT + cut, len - cut), OB_OK);
            assert_int_equal(ob_cipher_finish(&t, out + a + b, sizeof out - a - b, &c), OB_OK);
            assert_memory_equal(out, want, len);
            ob_session_close(&t);
        }
        ob_session_close(&s);
    }
}

/* A long stream in uneven parts, in place. */
static void takes_a_stream_in_parts(void **state)
{
    enum { N = 2048 };
    static const size_t parts[] = {16, 1024, 48, 512, 32, 416};
    uint8_t want[N], out[N];

    (void)state;
    for (size_t n = 0; n < 2 * N_KINDS; n++) {
        const struct kind *k = kinds + n / 2;
        uint8_t dir = n % 2 ? OB_DIR_DECRYPT : OB_DIR_ENCRYPT;
        struct ob_session s;
        size_t done = 0, given = 0, out_len;

        if (k->alg == OB_AES_XTS) /* holds bytes back, so its output runs behind: that is takes_every_split's matter */
            continue;
        open_kind(&s, k);
        crypt(&s, k, dir, want, TEXT, N);
        memcpy(out, TEXT, N);
        assert_int_equal(ob_cipher_start(&s, dir, iv, k->iv_len, N), OB_OK);
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
            assert_int_equal(ob_cipher_update(&s, out + done, N - done, &out_len, out + given, parts[i]), OB_OK);
            given += parts[i];
            done += out_len;
        }
        assert_int_equal(ob_cipher_finish(&s, out + done, N - done, &out_len), OB_OK);
        assert_int_equal(done + out_len, N);
        assert_memory_equal(out, want, N);
        ob_session_close(&s);
    }
}

/* Only the first op of a stream has an IV; one that a later op has is not read. */
static void a_later_iv_is_not_read(void **state)
{
    static const uint8_t algs[] = {OB_AES_CBC, OB_AES_CTR, OB_SM4_CBC, OB_SM4_CTR};
    static const uint8_t key[16] = {1}, iv[16] = {2}, in[64] = {3};
    uint8_t out[64], expected[64];
    struct ob_session s;

    (void)state;
    for (size_t i = 0; i < sizeof algs; i++) {
        assert_int_equal(ob_cipher_open(&s, &soft_alone, algs[i], key, 16), OB_OK);
        assert_int_equal(ob_cipher_crypt(&s, OB_DIR_ENCRYPT, expected, 64, iv, 16, in, 64), OB_OK);
        for (size_t at = 0; at < 64; at += 16) {
            struct ob_op op = {.flags = OB_ENCRYPT | (at ? 0u : OB_FIRST) | (at == 48 ? OB_LAST : 0u)};

            op.iv = at ? key : iv;
            op.iv_len = 16;
            op.in = in + at;
            op.in_len = op.out_size = 16;
            op.out = out + at;
            assert_int_equal(ob_run(&s, &op), OB_OK);
        }
        assert_memory_equal(out, expected, 64);
        ob_session_close(&s);
    }
}

/* A wrong call leaves no stream behind, or the stream as it was. */
static void refuses_wrong_calls(void **state)
{
    static const uint8_t key[32] = {1}, iv[16] = {2};
    uint8_t in[100] = {3}, out[100];
    struct ob_session s;
    size_t n;

    (void)state;
    assert_int_equal(ob_cipher_open(&s, &soft_alone, OB_AES_CBC, key, 16), OB_OK);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 15, 0), OB_E_ARG);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 17, 0), OB_E_ARG);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, NULL, 16, 0), OB_E_ARG);
    for (unsigned dir = 0; dir < 6; dir++)
        assert_int_equal(ob_cipher_start(&s, (uint8_t)dir, iv, 16, 0),
                         dir == OB_DIR_ENCRYPT || dir == OB_DIR_DECRYPT ? OB_OK : OB_E_ARG);
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, NULL, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, NULL, 1), OB_E_ARG);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 17), OB_OK);
    assert_int_equal(n, 16);
    assert_int_equal(ob_cipher_finish(&s, out, sizeof out, &n), OB_E_ARG); /* a byte of a block is left */
    assert_int_equal(ob_cipher_finish(&s, out, sizeof out, &n), OB_E_STATE);
    ob_session_close(&s);

    assert_int_equal(ob_cipher_open(&s, &soft_alone, OB_AES_XTS, key, 32), OB_OK);
    for (size_t len = 0; len < 16; len++) { /* less than a block */
        assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 16, 0), OB_OK);
        assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, len), OB_OK);
        assert_int_equal(ob_cipher_finish(&s, out, sizeof out, &n), OB_E_ARG);
    }
    for (unsigned alone = 0; alone < 2; alone++) { /* space for what is held */
        assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 16, 0), OB_OK);
        assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 20), OB_OK);
        assert_int_equal(n, 0);
        assert_int_equal(ob_cipher_finish(&s, alone ? NULL : out, alone ? 20 : 19, &n), OB_E_ARG);
        assert_int_equal(ob_cipher_finish(&s, out, 20, &n), OB_OK);
        assert_int_equal(n, 20);
    }
    /* The data unit would become too long: nothing of it is done. */
    assert_int_equal(ob_cipher_start(&s, OB_DIR_ENCRYPT, iv, 16, 0), OB_OK);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 40), OB_OK);
    assert_int_equal(n, 16);
    s.in_done = ((size_t)1 << 24) - 64;
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 100), OB_E_ARG);
    assert_int_equal(ob_cipher_update(&s, out, sizeof out, &n, in, 40), OB_OK);
    assert_int_equal(n, 48);
    ob_session_close(&s);
}

static void is_chosen_where_constant_time_is_required(void **state)
{
    uint8_t out[32];

    (void)state;
    for (const struct kind *k = kinds; k < kinds + N_KINDS; k++) {
        struct ob_session s;

        open_kind(&s, k);
        assert_int_equal(ob_session_require(&s, OB_SESSION_CT), OB_OK);
        crypt(&s, k, OB_DIR_ENCRYPT, out, TEXT, 32);
        ob_session_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_its_self_test),
        cmocka_unit_test(gives_the_examples_of_sp_800_38a),
        cmocka_unit_test(gives_the_examples_of_ieee_1619),
        cmocka_unit_test(gives_the_result_of_every_length),
        cmocka_unit_test(takes_any_alignment),
        cmocka_unit_test(takes_every_split),
        cmocka_unit_test(takes_a_stream_in_parts),
        cmocka_unit_test(a_later_iv_is_not_read),
        cmocka_unit_test(refuses_wrong_calls),
        cmocka_unit_test(is_chosen_where_constant_time_is_required),
    };

    return cmocka_run_group_tests(tests, begin, remove_soft);
}
