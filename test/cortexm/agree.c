/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every assembly function on chained inputs and prints what comes out, so that two models of a core can be
 * compared. WITH_ROW, WITH_SMALL, WITH_DSP, WITH_MESSAGES, WITH_DECONLY and WITH_FS_SMALL name what not every core has;
 * of algo/aes_t1.h, WITH_MESSAGES stands for what is not in armv6m/. */
#include "algo/aes_dsp.h"
#include "algo/aes_fs.h"
#include "algo/aes_fs_small.h"
#include "algo/aes_row.h"
#include "algo/aes_small.h"
#include "algo/aes_t1.h"
#include "algo/chacha20.h"
#include "algo/ghash_holes.h"
#include "algo/poly1305.h"
#include "algo/sha1.h"
#include "algo/sha256.h"
#include "algo/sha512.h"
#include "test/cortexm/semihosting.h"

extern void start(void);

/* 16 KiB of SRAM is what the smallest board has. */
__attribute__((section(".vectors"), used)) static const uintptr_t vectors[2] = {0x20004000, (uintptr_t)start};

enum { block_words = 4, key_words = 60, turns = 4 };

static uint32_t seed = 1;

/* Numerical Recipes' generator: any sequence will do. */
static uint32_t next(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed;
}

static void fill(uint32_t *words, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        words[i] = next();
    }
}

static void show(const char *name, const uint32_t *words, uint32_t n)
{
    print(name);
    for (uint32_t i = 0; i < n; i++) {
        print(" ");
        print_hex(words[i]);
    }
    print("\n");
}

/* What has a function for each key size: n blocks with a counter or an IV, which changes. */
typedef void message(const uint32_t *rk, uint32_t iv[4], uint32_t *out, const uint32_t *in, size_t n);

struct cipher {
    uint32_t rounds;
    void (*encrypt)(const uint32_t *rk, uint32_t out[4], const uint32_t in[4]);
    void (*decrypt)(const uint32_t *rk, uint32_t out[4], const uint32_t in[4]);
    message *count, *count_uncached, *chain, *unchain;
};

/* What has a loop for every key size. */
struct looped {
    uint32_t rounds;
    void (*key)(uint32_t *rk, const uint32_t *key);
    void (*encrypt)(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);
    void (*decrypt)(const uint32_t *rk, uint32_t out[4], const uint32_t in[4], uint32_t rounds);
};

#define LOOPED(name)                                                                                                   \
    {                                                                                                                  \
        {10, obi_aes_##name##_key128, obi_aes_##name##_enc, obi_aes_##name##_dec},                                     \
            {12, obi_aes_##name##_key192, obi_aes_##name##_enc, obi_aes_##name##_dec},                                 \
        {                                                                                                              \
            14, obi_aes_##name##_key256, obi_aes_##name##_enc, obi_aes_##name##_dec                                    \
        }                                                                                                              \
    }

#ifdef WITH_ROW
static const struct looped row[3] = LOOPED(row);
#endif
#ifdef WITH_SMALL
static const struct looped small[3] = LOOPED(small);
#endif

#ifdef WITH_DSP
static const struct looped dsp[3] = LOOPED(dsp);
#endif
static const struct looped t1[3] = LOOPED(t1);

/* One key serves both directions, unless invert makes one of the other. */
static void run_looped(const char *name, const struct looped *c, void (*invert)(uint32_t *rk, uint32_t rounds))
{
    uint32_t rk[key_words], key[8], block[block_words], out[block_words];
    fill(key, 8);
    fill(block, block_words);
    print(name);
    c->key(rk, key);
    show(" key", rk, 4 * (c->rounds + 1));
    c->encrypt(rk, out, block, c->rounds);
    show("enc", out, block_words);
    if (invert) {
        invert(rk, c->rounds);
        show("inverse key", rk, 4 * (c->rounds + 1));
    }
    c->decrypt(rk, out, out, c->rounds);
    show("dec", out, block_words);
}

#ifdef WITH_MESSAGES
#define SIZED(rounds, bits)                                                                                            \
    {                                                                                                                  \
        rounds, obi_aes_t1_enc##bits, obi_aes_t1_dec##bits, obi_aes_t1_ctr##bits, obi_aes_t1_ctr_uncached##bits,       \
            obi_aes_t1_cbc_enc##bits, obi_aes_t1_cbc_dec##bits                                                         \
    }
static const struct cipher sized[3] = {SIZED(10, 128), SIZED(12, 192), SIZED(14, 256)};

static void run_message(const char *name, message *run, const uint32_t *rk)
{
    static uint32_t text[16 * block_words];
    uint32_t iv[block_words];
    fill(iv, block_words);
    fill(text, 16 * block_words);
    run(rk, iv, text, text, 16);
    show(name, text, 16 * block_words);
    show("iv", iv, block_words);
}

static void run_sized(const struct cipher *c)
{
    uint32_t rk[key_words], block[block_words];
    fill(rk, key_words); /* any words are round keys */
    fill(block, block_words);
    c->encrypt(rk, block, block);
    show("t1 unrolled enc", block, block_words);
    c->decrypt(rk, block, block);
    show("t1 unrolled dec", block, block_words);
    run_message("t1 ctr", c->count, rk);
    run_message("t1 ctr uncached", c->count_uncached, rk);
    run_message("t1 cbc enc", c->chain, rk);
    run_message("t1 cbc dec", c->unchain, rk);
}
#endif

#ifdef WITH_DECONLY
static void (*const deconly_key[3])(uint32_t *rk, const uint32_t *key) = {
    obi_aes_t1_deconly_key128, obi_aes_t1_deconly_key192, obi_aes_t1_deconly_key256};
static void (*const unrolled_key[3])(uint32_t *rk, const uint32_t *key) = {
    obi_aes_t1_unrolled_key128, obi_aes_t1_unrolled_key192, obi_aes_t1_unrolled_key256};

/* What the M3 and M4 alone have. */
static void run_keys(uint32_t i)
{
    uint32_t rk[key_words], key[8];
    fill(key, 8);
    unrolled_key[i](rk, key);
    show("t1 unrolled key", rk, 4 * (11 + 2 * i));
    deconly_key[i](rk, key);
    obi_aes_t1_deconly_key_dec(rk, 10 + 2 * i);
    show("t1 deconly key", rk, 4 * (11 + 2 * i));
}
#endif

static void (*const fs_key[3])(uint32_t *rk, const uint32_t *key) = {obi_aes_fs_key128, obi_aes_fs_key192,
                                                                     obi_aes_fs_key256};

static void run_ghash(void)
{
    uint32_t table[18], h[block_words], y[block_words], text[5 * block_words];
    fill(h, block_words);
    fill(y, block_words);
    fill(text, 5 * block_words);
    obi_ghash_holes_key(table, h);
    obi_ghash_holes(y, table, text, 5);
    show("ghash", y, block_words);
}

static void run_fs(uint32_t i)
{
    static uint32_t rk[112], text[19 * block_words];
    const uint32_t rounds = 10 + 2 * i;
    uint32_t key[8], blocks[2 * block_words], out[2 * block_words];
    fill(key, 8);
    fill(blocks, 2 * block_words);
    fill(text, 19 * block_words);
    fs_key[i](rk, key);
    show("fs key", rk, 8 * rounds);
    obi_aes_fs_enc(rk, out, blocks, rounds);
    show("fs enc", out, 2 * block_words);
    obi_aes_fs_dec(rk, out, blocks, rounds);
    show("fs dec", out, 2 * block_words);
    obi_aes_fs_ctr(rk, blocks, text, text, 19, rounds);
    show("fs ctr", text, 19 * block_words);
    show("fs counter", blocks, block_words);
}

#ifdef WITH_FS_SMALL
static void run_fs_small(uint32_t i)
{
    static uint32_t rk[112];
    const uint32_t rounds = 10 + 2 * i;
    uint32_t key[8], blocks[2 * block_words], out[2 * block_words];
    fill(key, 8);
    fill(blocks, 2 * block_words);
    obi_aes_fs_small_key(rk, key, rounds - 6);
    show("fs small key", rk, 8 * rounds);
    obi_aes_fs_small_enc(rk, out, blocks, rounds);
    show("fs small enc", out, 2 * block_words);
    obi_aes_fs_small_dec(rk, out, blocks, rounds);
    show("fs small dec", out, 2 * block_words);
}
#endif

static void run_sha256(void)
{
    static uint32_t text[3 * 16];
    uint32_t state[8];
    fill(state, 8);
    fill(text, 3 * 16);
    obi_sha256_blocks(state, (const uint8_t *)text, 3);
    show("sha256", state, 8);
}

static void run_stream(void)
{
    static uint32_t text[3 * 32];
    uint32_t state[16];
    fill(state, 5);
    fill(text, 3 * 16);
    obi_sha1_blocks(state, (const uint8_t *)text, 3);
    show("sha1", state, 5);
    fill(state, 16);
    fill(text, 3 * 32);
    obi_sha512_blocks(state, (const uint8_t *)text, 3);
    show("sha512", state, 16);
    fill(state, 16);
    state[12] = 0xfffffffe; /* the counter wraps */
    obi_chacha20_xor(state, (uint8_t *)text, (const uint8_t *)text, 6);
    show("chacha20", text, 3 * 32);
    show("chacha20 state", state, 16);
    fill(state, OBI_POLY1305_WORDS);
    state[4] &= 3;
    for (uint32_t i = 0; i < 4; i++) {
        state[5 + i] &= i == 0 ? 0x0fffffff : 0x0ffffffc; /* r is clamped */
    }
    obi_poly1305_blocks(state, (const uint8_t *)text, 5, 1);
    show("poly1305", state, 5);
}

void start(void)
{
    for (uint32_t turn = 0; turn < turns; turn++) {
        for (uint32_t i = 0; i < 3; i++) {
            run_looped("t1", &t1[i], obi_aes_t1_key_dec);
#ifdef WITH_ROW
            run_looped("row", &row[i], NULL);
#endif
#ifdef WITH_SMALL
            run_looped("small", &small[i], NULL);
#endif
#ifdef WITH_DSP
            run_looped("dsp", &dsp[i], NULL);
#endif
#ifdef WITH_MESSAGES
            run_sized(&sized[i]);
#endif
#ifdef WITH_DECONLY
            run_keys(i);
#endif
            run_fs(i);
#ifdef WITH_FS_SMALL
            run_fs_small(i);
#endif
            run_ghash();
        }
        run_stream();
        run_sha256();
    }
    leave(0);
}
