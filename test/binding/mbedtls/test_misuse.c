/* SPDX-License-Identifier: Apache-2.0 */
/* Random sequences of calls, right ones and wrong ones, beside the same by the library alone: after each call the
 * results, the memory and the contexts are equal. binding/mbedtls/README.md says what is not the same.
 *
 * Usage: test_mbedtls_misuse [seconds [seed]], by default 400 sequences of each kind */
#include "under.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <mbedtls/aes.h>
#include <mbedtls/ccm.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/cipher.h>
#include <mbedtls/cmac.h>
#include <mbedtls/des.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md.h>
#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

enum { LEN_MAX = 200, STEPS = 24 };

/* Places in the memory: IVs and additional data at the start, then the input, the output and the tag. */
enum { IN = 96, OUT = 416, TAG = 664, MEM = 704 };

/* Both sides: [0] by the library, [1] by engines where they can. Calls read and write in mem alone. */
static uint8_t mem[2][MEM], key[64];
static size_t written[2];
static int ret[2];
static unsigned long sequence; /* its number is the seed */
static unsigned step;
static size_t cipher_at, cipher_end; /* bytes of the context that hold a cipher's, which has pointers */

/* ---- the comparison ---- */

static void side(unsigned k)
{
    assert_int_equal(ob_mbedtls_switch(NULL, k == 1), OB_OK);
}

static void compare(const char *call, const void *contexts, size_t size)
{
    const uint8_t *a = (const uint8_t *)contexts, *b = a + size;

    if (ret[0] != ret[1])
        fail_msg("sequence %lu, step %u: %s returns %d, by the library %d", sequence, step, call, ret[1], ret[0]);
    if (written[0] != written[1])
        fail_msg("sequence %lu, step %u: %s writes %zu, the library %zu", sequence, step, call, written[1], written[0]);
    for (size_t i = 0; i < MEM; i++)
        if (mem[0][i] != mem[1][i])
            fail_msg("sequence %lu, step %u: %s differs at byte %zu of the memory", sequence, step, call, i);
    for (size_t i = 0; i < size; i++)
        if ((i < cipher_at || i >= cipher_end) && a[i] != b[i])
            fail_msg("sequence %lu, step %u: %s differs at byte %zu of the context", sequence, step, call, i);
}

/* Make the call, in which k is the side, on both. */
#define ON_BOTH(call)                                                                                                  \
    do {                                                                                                               \
        for (unsigned k = 0; k < 2; k++) {                                                                             \
            side(k);                                                                                                   \
            ret[k] = (call);                                                                                           \
        }                                                                                                              \
    } while (0)
/* The same, and compare; c is an array of two contexts. */
#define BOTH(c, call)                                                                                                  \
    do {                                                                                                               \
        ON_BOTH(call);                                                                                                 \
        compare(#call, c, sizeof(c)[0]);                                                                               \
    } while (0)
#define BOTH_VOID(c, call) BOTH(c, ((call), 0))

/* ---- arguments ---- */

/* Where the output lies: apart, in place, or overlapping by some bytes. */
struct places {
    size_t in, out, len;
};

static struct places some_places(void)
{
    struct places p = {IN, OUT, number(3) ? 16 * number(12) : number(LEN_MAX)};

    if (number(3) == 0)
        p.out = p.in;
    else if (number(8) == 0)
        p.out = p.in + 24 - number(48);
    return p;
}

static void new_sequence(void)
{
    fill(mem[0], MEM);
    memcpy(mem[1], mem[0], MEM);
    fill(key, sizeof key);
    memset(written, 0, sizeof written);
    memset(ret, 0, sizeof ret);
    cipher_at = cipher_end = 0;
}

static unsigned some_bits(void)
{
    static const unsigned bits[] = {128, 192, 256, 128, 256, 100};

    return bits[number(6)];
}

/* Mostly the right one. */
static size_t mostly(size_t right, uint32_t others)
{
    return number(4) ? right : number(others);
}

/* ---- AES ---- */

static void aes(void)
{
    static mbedtls_aes_context c[2];
    size_t offset[2] = {0}, iv = 8 * number(2);
    struct places p;
    unsigned bits;
    int mode;

    memset(c, 0, sizeof c);
    BOTH(c, mbedtls_aes_setkey_enc(&c[k], key, 128));
    for (step = 0; step < STEPS; step++) {
        p = some_places();
        mode = (int)mostly(number(2), 4);
        bits = some_bits();
        switch (number(8)) {
        case 0:
            fill(key, sizeof key);
            BOTH(c, mbedtls_aes_setkey_enc(&c[k], key, bits));
            break;
        case 1:
            fill(key, sizeof key);
            BOTH(c, mbedtls_aes_setkey_dec(&c[k], key, bits));
            break;
        case 2:
            BOTH(c, mbedtls_aes_crypt_ecb(&c[k], mode, mem[k] + p.in, mem[k] + p.out));
            break;
        case 3:
        case 4:
            BOTH(c, mbedtls_aes_crypt_cbc(&c[k], mode, p.len, mem[k] + iv, mem[k] + p.in, mem[k] + p.out));
            break;
        default:
            offset[0] = offset[1] = mostly(offset[0], 20);
            BOTH(c,
                 mbedtls_aes_crypt_ctr(&c[k], p.len, &offset[k], mem[k], mem[k] + 16, mem[k] + p.in, mem[k] + p.out));
            assert_int_equal(offset[0], offset[1]);
        }
    }
    BOTH_VOID(c, mbedtls_aes_free(&c[k]));
}

static void xts(void)
{
    static mbedtls_aes_xts_context c[2];
    struct places p;
    unsigned bits;
    int mode;

    memset(c, 0, sizeof c);
    BOTH(c, mbedtls_aes_xts_setkey_enc(&c[k], key, 256));
    for (step = 0; step < STEPS; step++) {
        p = some_places();
        if (p.out == p.in) /* with another length the library's own result is wrong: test_aes.c */
            p.len -= p.len % 16;
        mode = (int)mostly(number(2), 4);
        bits = 256u << number(3);
        switch (number(5)) {
        case 0:
            fill(key, sizeof key);
            if (number(8) == 0)
                memcpy(key + bits / 16 % 64, key, bits / 16 < 32 ? bits / 16 : 32); /* two equal keys */
            BOTH(c, mbedtls_aes_xts_setkey_enc(&c[k], key, bits));
            break;
        case 1:
            fill(key, sizeof key);
            BOTH(c, mbedtls_aes_xts_setkey_dec(&c[k], key, bits));
            break;
        default:
            BOTH(c, mbedtls_aes_crypt_xts(&c[k], mode, p.len, mem[k], mem[k] + p.in, mem[k] + p.out));
        }
    }
    BOTH_VOID(c, mbedtls_aes_xts_free(&c[k]));
}

/* ---- AEADs ---- */

#if defined(MBEDTLS_BLOCK_CIPHER_C)
#define CIPHER block_cipher_ctx
#else
#define CIPHER cipher_ctx
#endif

static void gcm(void)
{
    static mbedtls_gcm_context c[2];
    size_t iv_len, aad_len, tag_len, room;
    bool started = true; /* since the last message in one call, which leaves the context as it was: README.md */
    struct places p;
    unsigned bits;
    int mode;

    memset(c, 0, sizeof c);
    cipher_at = offsetof(mbedtls_gcm_context, CIPHER);
    cipher_end = cipher_at + sizeof c[0].CIPHER;
    BOTH(c, mbedtls_gcm_setkey(&c[k], MBEDTLS_CIPHER_ID_AES, key, 128));
    for (step = 0; step < STEPS; step++) {
        p = some_places();
        iv_len = mostly(12, 20);
        aad_len = number(60);
        tag_len = mostly(16, 20);
        room = mostly(p.len, LEN_MAX);
        mode = (int)mostly(number(2), 4);
        bits = some_bits();
        switch (number(started ? 10 : 4)) {
        case 0:
            fill(key, sizeof key);
            for (unsigned k = 0; k < 2; k++) { /* the second key of a context loses memory */
                mbedtls_gcm_free(&c[k]);
                mbedtls_gcm_init(&c[k]);
            }
            BOTH(c, mbedtls_gcm_setkey(&c[k], MBEDTLS_CIPHER_ID_AES, key, bits));
            if (ret[0])
                BOTH(c, mbedtls_gcm_setkey(&c[k], MBEDTLS_CIPHER_ID_AES, key, 128));
            started = true;
            break;
        case 1:
            if (!started)
                iv_len += iv_len == 0; /* an error would leave the contexts as they are */
            BOTH(c, mbedtls_gcm_starts(&c[k], mode, mem[k], iv_len));
            started = true;
            break;
        case 2:
        case 3:
            for (unsigned k = 0; k < 2; k++) {
                uint8_t tag[32] = {0};

                side(k);
                memcpy(tag, mem[k] + p.out, 16);
                if (mode < 2)
                    ret[k] = mbedtls_gcm_crypt_and_tag(&c[k], mode, p.len, mem[k], iv_len, mem[k], aad_len,
                                                       mem[k] + p.in, mem[k] + p.out, tag_len, tag);
                else
                    ret[k] = mbedtls_gcm_auth_decrypt(&c[k], p.len, mem[k], iv_len, mem[k], aad_len, tag, tag_len,
                                                      mem[k] + p.in, mem[k] + p.out);
                memcpy(mem[k] + 16, tag, 16);
            }
            compare("gcm in one call", c, 0);
            started = false;
            break;
        case 4:
        case 5:
            BOTH(c, mbedtls_gcm_update_ad(&c[k], mem[k], aad_len));
            break;
        case 6:
            BOTH(c, mbedtls_gcm_finish(&c[k], NULL, 0, &written[k], mem[k] + OUT, tag_len));
            break;
        default:
            BOTH(c, mbedtls_gcm_update(&c[k], mem[k] + p.in, p.len, mem[k] + p.out, room, &written[k]));
        }
    }
    for (unsigned k = 0; k < 2; k++)
        mbedtls_gcm_free(&c[k]);
}

static void ccm(void)
{
    static mbedtls_ccm_context c[2];
    size_t iv_len, aad_len, tag_len, room;
    struct places p;
    unsigned bits;
    int mode;

    memset(c, 0, sizeof c);
    cipher_at = offsetof(mbedtls_ccm_context, CIPHER);
    cipher_end = cipher_at + sizeof c[0].CIPHER;
    BOTH(c, mbedtls_ccm_setkey(&c[k], MBEDTLS_CIPHER_ID_AES, key, 128));
    for (step = 0; step < STEPS; step++) {
        p = some_places();
        iv_len = mostly(7 + number(7), 20);
        aad_len = number(60);
        tag_len = mostly(4 + 2 * number(7), 20);
        mode = (int)mostly(number(2), 5);
        bits = some_bits();
        room = mostly(p.len, LEN_MAX);
        switch (number(12)) {
        case 0:
            fill(key, sizeof key);
            for (unsigned k = 0; k < 2; k++) {
                mbedtls_ccm_free(&c[k]);
                mbedtls_ccm_init(&c[k]);
            }
            BOTH(c, mbedtls_ccm_setkey(&c[k], MBEDTLS_CIPHER_ID_AES, key, bits));
            if (ret[0])
                BOTH(c, mbedtls_ccm_setkey(&c[k], MBEDTLS_CIPHER_ID_AES, key, 128));
            break;
        case 1:
            BOTH(c, mbedtls_ccm_starts(&c[k], mode, mem[k], iv_len));
            break;
        case 2:
            BOTH(c, mbedtls_ccm_set_lengths(&c[k], aad_len, p.len, tag_len));
            break;
        case 3: /* both, as a message begins, and perhaps its additional data */
            BOTH(c, mbedtls_ccm_starts(&c[k], mode, mem[k], iv_len));
            BOTH(c, mbedtls_ccm_set_lengths(&c[k], aad_len, p.len, tag_len));
            if (number(2))
                BOTH(c, mbedtls_ccm_update_ad(&c[k], mem[k], aad_len));
            break;
        case 4:
            BOTH(c, mbedtls_ccm_encrypt_and_tag(&c[k], p.len, mem[k], iv_len, mem[k], aad_len, mem[k] + p.in,
                                                mem[k] + p.out, mem[k] + TAG, tag_len));
            break;
        case 5:
            BOTH(c, mbedtls_ccm_auth_decrypt(&c[k], p.len, mem[k], iv_len, mem[k], aad_len, mem[k] + p.in,
                                             mem[k] + p.out, mem[k] + TAG, tag_len));
            break;
        case 6:
            BOTH(c, mbedtls_ccm_star_encrypt_and_tag(&c[k], p.len, mem[k], iv_len, mem[k], aad_len, mem[k] + p.in,
                                                     mem[k] + p.out, mem[k] + TAG, tag_len));
            break;
        case 7:
            BOTH(c, mbedtls_ccm_update_ad(&c[k], mem[k], aad_len));
            break;
        case 8:
            tag_len = number(3) ? c[0].tag_len : tag_len;
            BOTH(c, mbedtls_ccm_finish(&c[k], mem[k] + TAG, tag_len));
            break;
        default:
            if (number(2) && c[0].plaintext_len > c[0].processed)
                p.len = room = c[0].plaintext_len - c[0].processed;
            BOTH(c, mbedtls_ccm_update(&c[k], mem[k] + p.in, p.len, mem[k] + p.out, room, &written[k]));
        }
    }
    for (unsigned k = 0; k < 2; k++)
        mbedtls_ccm_free(&c[k]);
}

static void chachapoly(void)
{
    static mbedtls_chachapoly_context c[2];
    struct places p;
    bool in_one_call = false; /* the last message: an end of it once more has no meaning, README.md */
    unsigned what;
    size_t aad_len;
    int mode;

    for (unsigned k = 0; k < 2; k++)
        mbedtls_chachapoly_init(&c[k]);
    BOTH(c, mbedtls_chachapoly_setkey(&c[k], key));
    for (step = 0; step < STEPS; step++) {
        p = some_places();
        aad_len = number(60);
        mode = (int)number(2);
        what = number(8);
        if (what == 4 && in_one_call)
            what = 1;
        in_one_call = what > 4 || (in_one_call && what != 1);
        switch (what) {
        case 0:
            fill(key, sizeof key);
            ON_BOTH(mbedtls_chachapoly_setkey(&c[k], key));
            break;
        case 1:
            ON_BOTH(mbedtls_chachapoly_starts(&c[k], mem[k], (mbedtls_chachapoly_mode_t)mode));
            break;
        case 2:
            ON_BOTH(mbedtls_chachapoly_update_aad(&c[k], mem[k], aad_len));
            break;
        case 3:
            ON_BOTH(mbedtls_chachapoly_update(&c[k], p.len, mem[k] + p.in, mem[k] + p.out));
            break;
        case 4:
            ON_BOTH(mbedtls_chachapoly_finish(&c[k], mem[k] + TAG));
            break;
        case 5:
            ON_BOTH(mbedtls_chachapoly_auth_decrypt(&c[k], p.len, mem[k], mem[k], aad_len, mem[k] + TAG, mem[k] + p.in,
                                                    mem[k] + p.out));
            break;
        default:
            ON_BOTH(mbedtls_chachapoly_encrypt_and_tag(&c[k], p.len, mem[k], mem[k], aad_len, mem[k] + p.in,
                                                       mem[k] + p.out, mem[k] + TAG));
        }
        compare("chachapoly", c, 0); /* what is left of the stream and of Poly1305 differs, but starts sets it anew */
        assert_int_equal(c[0].state, c[1].state);
    }
    BOTH_VOID(c, mbedtls_chachapoly_free(&c[k]));
}

static void cmac(void)
{
    static mbedtls_cipher_context_t c[2];
    static mbedtls_cmac_context_t cmacs[2];
    mbedtls_cipher_type_t type = number(4) ? MBEDTLS_CIPHER_AES_128_ECB : MBEDTLS_CIPHER_DES_EDE3_ECB;
    const mbedtls_cipher_info_t *info = mbedtls_cipher_info_from_type(type);
    size_t len, bits = type == MBEDTLS_CIPHER_AES_128_ECB ? 128 : 192;

    for (unsigned k = 0; k < 2; k++) {
        mbedtls_cipher_init(&c[k]);
        assert_int_equal(mbedtls_cipher_setup(&c[k], info), 0);
        assert_int_equal(mbedtls_cipher_cmac_starts(&c[k], key, bits), 0);
    }
    for (step = 0; step < STEPS; step++) {
        len = number(LEN_MAX);
        switch (number(8)) {
        case 0:
            ON_BOTH(mbedtls_cipher_cmac_reset(&c[k]));
            break;
        case 1:
            ON_BOTH(mbedtls_cipher_cmac_finish(&c[k], mem[k] + OUT));
            break;
        case 2:
            bits = mostly(bits, 300);
            ON_BOTH(mbedtls_cipher_cmac(info, key, bits, mem[k] + IN, len, mem[k] + OUT));
            bits = type == MBEDTLS_CIPHER_AES_128_ECB ? 128 : 192;
            break;
        default:
            ON_BOTH(mbedtls_cipher_cmac_update(&c[k], mem[k] + IN, len));
        }
        for (unsigned k = 0; k < 2; k++) { /* without what is left of an earlier block */
            cmacs[k] = *c[k].cmac_ctx;
            memset(cmacs[k].unprocessed_block + cmacs[k].unprocessed_len, 0, 16 - cmacs[k].unprocessed_len);
        }
        compare("cmac", cmacs, sizeof cmacs[0]);
    }
    for (unsigned k = 0; k < 2; k++)
        mbedtls_cipher_free(&c[k]);
}

/* ---- DES ---- */

#define DES(type, set)                                                                                                 \
    static void type(void)                                                                                             \
    {                                                                                                                  \
        static mbedtls_##type##_context c[2];                                                                          \
        struct places p;                                                                                               \
        int mode;                                                                                                      \
                                                                                                                       \
        memset(c, 0, sizeof c);                                                                                        \
        BOTH(c, mbedtls_##type##_##set##_enc(&c[k], key));                                                             \
        for (step = 0; step < STEPS; step++) {                                                                         \
            p = some_places();                                                                                         \
            p.len -= 8 * number(2) & p.len;                                                                            \
            mode = (int)mostly(number(2), 4);                                                                          \
            switch (number(6)) {                                                                                       \
            case 0:                                                                                                    \
                fill(key, sizeof key);                                                                                 \
                BOTH(c, mbedtls_##type##_##set##_enc(&c[k], key));                                                     \
                break;                                                                                                 \
            case 1:                                                                                                    \
                fill(key, sizeof key);                                                                                 \
                BOTH(c, mbedtls_##type##_##set##_dec(&c[k], key));                                                     \
                break;                                                                                                 \
            case 2:                                                                                                    \
                BOTH(c, mbedtls_##type##_crypt_ecb(&c[k], mem[k] + p.in, mem[k] + p.out));                             \
                break;                                                                                                 \
            default:                                                                                                   \
                BOTH(c, mbedtls_##type##_crypt_cbc(&c[k], mode, p.len, mem[k], mem[k] + p.in, mem[k] + p.out));        \
            }                                                                                                          \
        }                                                                                                              \
        BOTH_VOID(c, mbedtls_##type##_free(&c[k]));                                                                    \
    }
DES(des, setkey)
DES(des3, set3key)

/* ---- hashes and HMAC ---- */

/* The part of a hash's block that is not filled yet holds what was there before: no answer depends on it. */
#define WITHOUT_REST(c, total, block) memset((c).buffer + (total) % (block), 0, (block) - (total) % (block))

#define HASH(name, block, starts_args, one_call)                                                                       \
    static void name(void)                                                                                             \
    {                                                                                                                  \
        static mbedtls_##name##_context c[2], copy[2];                                                                 \
        int variant = (int)mostly(number(2), 4);                                                                       \
        size_t len;                                                                                                    \
                                                                                                                       \
        (void)variant;                                                                                                 \
        memset(c, 0, sizeof c);                                                                                        \
        memset(copy, 0, sizeof copy);                                                                                  \
        for (step = 0; step < STEPS; step++) {                                                                         \
            unsigned what = number(10);                                                                                \
                                                                                                                       \
            len = number(4) ? number(LEN_MAX) : 64 * number(4);                                                        \
            for (unsigned k = 0; k < 2; k++) {                                                                         \
                side(k);                                                                                               \
                if (what < 2)                                                                                          \
                    ret[k] = mbedtls_##name##_starts starts_args;                                                      \
                else if (what == 2)                                                                                    \
                    ret[k] = mbedtls_##name##_finish(&c[k], mem[k] + OUT);                                             \
                else if (what == 3)                                                                                    \
                    mbedtls_##name##_clone(&copy[k], &c[k]);                                                           \
                else if (what == 4)                                                                                    \
                    mbedtls_##name##_clone(&c[k], &copy[k]);                                                           \
                else if (what == 5)                                                                                    \
                    ret[k] = one_call;                                                                                 \
                else                                                                                                   \
                    ret[k] = mbedtls_##name##_update(&c[k], mem[k] + IN, len);                                         \
                WITHOUT_REST(c[k], c[k].total[0], block);                                                              \
            }                                                                                                          \
            compare(#name, c, sizeof c[0]);                                                                            \
        }                                                                                                              \
        BOTH_VOID(c, mbedtls_##name##_free(&c[k]));                                                                    \
    }
HASH(md5, 64, (&c[k]), mbedtls_md5(mem[k] + IN, len, mem[k] + OUT))
HASH(sha1, 64, (&c[k]), mbedtls_sha1(mem[k] + IN, len, mem[k] + OUT))
HASH(sha256, 64, (&c[k], variant), mbedtls_sha256(mem[k] + IN, len, mem[k] + OUT, variant))
HASH(sha512, 128, (&c[k], variant), mbedtls_sha512(mem[k] + IN, len, mem[k] + OUT, variant))

/* What a context of the digest layer refers to: the hash's own context without its rest, and HMAC's two blocks. */
struct behind {
    union {
        mbedtls_md5_context md5;
        mbedtls_sha1_context sha1;
        mbedtls_sha256_context sha256;
        mbedtls_sha512_context sha512;
    } hash;
    uint8_t blocks[256];
};

static void look_behind(struct behind *b, const mbedtls_md_context_t *c, mbedtls_md_type_t type)
{
    memset(b, 0, sizeof *b);
    if (type == MBEDTLS_MD_MD5) {
        b->hash.md5 = *(const mbedtls_md5_context *)c->md_ctx;
        WITHOUT_REST(b->hash.md5, b->hash.md5.total[0], 64);
    } else if (type == MBEDTLS_MD_SHA1) {
        b->hash.sha1 = *(const mbedtls_sha1_context *)c->md_ctx;
        WITHOUT_REST(b->hash.sha1, b->hash.sha1.total[0], 64);
    } else if (type == MBEDTLS_MD_SHA224 || type == MBEDTLS_MD_SHA256) {
        b->hash.sha256 = *(const mbedtls_sha256_context *)c->md_ctx;
        WITHOUT_REST(b->hash.sha256, b->hash.sha256.total[0], 64);
    } else {
        b->hash.sha512 = *(const mbedtls_sha512_context *)c->md_ctx;
        WITHOUT_REST(b->hash.sha512, b->hash.sha512.total[0], 128);
    }
    if (c->hmac_ctx)
        memcpy(b->blocks, c->hmac_ctx, type == MBEDTLS_MD_SHA384 || type == MBEDTLS_MD_SHA512 ? 256 : 128);
}

static void hmac(void)
{
    static const mbedtls_md_type_t types[] = {MBEDTLS_MD_MD5,    MBEDTLS_MD_SHA1,   MBEDTLS_MD_SHA224,
                                              MBEDTLS_MD_SHA256, MBEDTLS_MD_SHA384, MBEDTLS_MD_SHA512};
    static struct behind behind[2];
    mbedtls_md_type_t type = types[number(6)];
    const mbedtls_md_info_t *info = mbedtls_md_info_from_type(type);
    mbedtls_md_context_t c[2];
    bool keyed = number(8);
    size_t len, key_len;

    for (unsigned k = 0; k < 2; k++) {
        mbedtls_md_init(&c[k]);
        assert_int_equal(mbedtls_md_setup(&c[k], info, keyed), 0);
    }
    for (step = 0; step < STEPS; step++) {
        unsigned what = number(14);

        len = number(4) ? number(LEN_MAX) : 64 * number(4);
        key_len = number(LEN_MAX);
        for (unsigned k = 0; k < 2; k++) {
            side(k);
            switch (what) {
            case 0:
            case 1:
                ret[k] = mbedtls_md_hmac_starts(&c[k], mem[k] + IN, key_len);
                break;
            case 2:
                ret[k] = mbedtls_md_hmac_finish(&c[k], mem[k] + OUT);
                break;
            case 3:
                ret[k] = mbedtls_md_hmac_reset(&c[k]);
                break;
            case 4:
                ret[k] = mbedtls_md_starts(&c[k]);
                break;
            case 5:
                ret[k] = mbedtls_md_update(&c[k], mem[k] + IN, len);
                break;
            case 6:
                ret[k] = mbedtls_md_finish(&c[k], mem[k] + OUT);
                break;
            case 7:
                ret[k] = mbedtls_md_hmac(info, mem[k] + IN, key_len, mem[k] + IN, len, mem[k] + OUT);
                break;
            default:
                ret[k] = mbedtls_md_hmac_update(&c[k], mem[k] + IN, len);
            }
            look_behind(&behind[k], &c[k], type);
        }
        compare("hmac", behind, sizeof behind[0]);
    }
    for (unsigned k = 0; k < 2; k++)
        mbedtls_md_free(&c[k]);
}

/* ---- all of them ---- */

static const struct kind {
    const char *name, *function; /* one that engines must have served */
    void (*run)(void);
} kinds[] = {
    {"aes", "aes_crypt_cbc", aes},
    {"xts", "aes_crypt_xts", xts},
    {"gcm", "gcm_update", gcm},
    {"ccm", "ccm_update", ccm},
    {"chachapoly", "chachapoly_auth_decrypt", chachapoly},
    {"cmac", "cipher_cmac_update", cmac},
    {"des", "des_crypt_cbc", des},
    {"des3", "des3_crypt_cbc", des3},
    {"md5", "md5_update", md5},
    {"sha1", "sha1_update", sha1},
    {"sha256", "sha256_update", sha256},
    {"sha512", "sha512_update", sha512},
    {"hmac", "md_hmac_update", hmac},
};

static unsigned long first = 1, n_sequences = 400;
static time_t end; /* 0: after n_sequences of each kind */

static void run(void **state)
{
    const struct kind *kind = (const struct kind *)*state;
    time_t until = end ? time(NULL) + end / (time_t)(sizeof kinds / sizeof kinds[0]) : 0;

    ob_mbedtls_counts_reset();
    for (sequence = first; until ? time(NULL) <= until : sequence < first + n_sequences; sequence++) {
        seed((uint32_t)sequence);
        new_sequence();
        kind->run();
    }
    if (end)
        printf("%s: %lu sequences\n", kind->name, sequence - first);
    assert_true(engine_ops(kind->function) > n_sequences / 10);
}

static int setup(void **state)
{
    (void)state;
    assert_int_equal(ob_mbedtls_start(), OB_OK);
    ob_mbedtls_compare(false);
    return 0;
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[sizeof kinds / sizeof kinds[0]];

    if (argc > 1)
        end = (time_t)strtol(argv[1], NULL, 10);
    if (argc > 2)
        first = strtoul(argv[2], NULL, 10);
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        tests[i] = (struct CMUnitTest){kinds[i].name, run, NULL, NULL, (void *)(uintptr_t)&kinds[i]};
    return cmocka_run_group_tests(tests, setup, NULL);
}
