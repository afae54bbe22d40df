/* SPDX-License-Identifier: Apache-2.0 */
/* Prices of the engines hasher and cryp, in cycles, out of the Verilated blocks: block_prices hasher|cryp prints the
 * engine's prices.h, block_prices --check FILE NAME compares it.
 *
 * Counted are the cycles of the block, its bus and a memory of one cycle's latency. The driver's own instructions,
 * which this process does not run on a simulated core, are an allowance per op and, in CPU mode, per word: what is
 * missing to the figures of bench/results/soc.csv, where the driver runs on the SoC's core. test_modes.py checks what
 * comes of it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <outboard/cryp.h>
#include <outboard/hasher.h>
#include <outboard/outboard.h>

#include "port/sim/sim.h"

/* Cycles of the driver in the SoC, by kind: per op by DMA and by CPU, and per ten words by CPU. */
static const struct driver {
    unsigned dma, cpu, ten_words;
} driver_hash = {255, 350, 13}, driver_cipher = {265, 1020, 16}, driver_aead = {295, 1280, 16},
  driver_ccm = {365, 1620, 16};

/* Where in their page buffers lie decides over bursts, so the linker must not. */
#define PAGE _Alignas(4096)

#define SHORT 64
#define LONG  4096

static struct ob_hasher hasher;
static struct ob_cryp cryp;
static struct ob_dispatcher blocks;
static struct ob_engine *engine;
static struct ob_sim *sim;

/* Let one row run. */
static void choose(unsigned row)
{
    static const struct ob_price cheap = {OB_UPTO_ANY, 0, 1, 0, 1, 0}, dear = {OB_UPTO_ANY, 0, 1000, 0, 1000, 0};
    static const struct ob_price *prices[64];

    for (unsigned i = 0; i < engine->ops->n_caps; i++)
        prices[i] = i == row ? &cheap : &dear;
    engine->prices = prices;
}

static const struct driver *driver_of(uint8_t alg)
{
    if (alg == OB_AES_CCM)
        return &driver_ccm;
    if (OB_ALG_CLASS(alg) == OB_CLASS_AEAD)
        return &driver_aead;
    return OB_ALG_CLASS(alg) == OB_CLASS_CIPHER || alg == OB_AES_CMAC ? &driver_cipher : &driver_hash;
}

/* Cycles of one encryption, digest or MAC. */
static uint64_t cost(struct ob_session *s, const struct ob_cap *cap, size_t len)
{
    static PAGE uint8_t in[LONG], out[LONG], iv[16] = {1}, tag[64];
    unsigned cls = OB_ALG_CLASS(cap->alg);
    uint64_t before = ob_sim_cycles(sim), words = cls == OB_CLASS_HASH || cls == OB_CLASS_MAC ? len / 4 : len / 2;
    struct ob_op op = {.flags = OB_FIRST | OB_LAST | OB_ENCRYPT, .in = in, .in_len = len, .iv = iv};

    op.iv_len = cls == OB_CLASS_AEAD ? 12 : ob_alg_block(cap->alg);
    if (cls == OB_CLASS_CIPHER || cls == OB_CLASS_AEAD) {
        op.out = out;
        op.out_size = len;
    }
    if (cap->alg == OB_AES_ECB || cap->alg == OB_DES_ECB || cap->alg == OB_DES3_ECB || cap->alg == OB_SM4_ECB)
        op.iv_len = 0;
    op.tag = tag;
    op.tag_len = ob_alg_tag(cap->alg);
    if (ob_run(s, &op) != OB_OK) {
        fprintf(stderr, "block_prices: %s does not run\n", ob_alg_name(cap->alg));
        exit(2);
    }
    if (cap->mode == OB_MODE_CPU)
        return ob_sim_cycles(sim) - before + driver_of(cap->alg)->cpu + driver_of(cap->alg)->ten_words * words / 10;
    return ob_sim_cycles(sim) - before + driver_of(cap->alg)->dma;
}

/* The name of a row's price: the algorithm's, and the key's bits where rows differ by them. */
static void name_of(char *name, size_t size, const struct ob_cap *cap)
{
    bool bits = cap->bits_min == cap->bits_max && cap->bits_max && cap->alg != OB_DES_ECB && cap->alg != OB_DES_CBC &&
                strncmp(ob_alg_name(cap->alg), "aes", 3) == 0;

    snprintf(name, size, bits ? "%s_%u" : "%s", ob_alg_name(cap->alg), cap->bits_max);
    for (char *c = name; *c; c++)
        if (*c == '-')
            *c = '_';
}

/* Those that share a price: SHA-224 with SHA-256, the truncated ones with SHA-512. */
static bool shares(uint8_t alg)
{
    uint8_t hash = OB_IS_HMAC(alg) ? OB_HMAC_HASH(alg) : alg;

    return hash == OB_SHA224 || hash == OB_SHA384 || hash == OB_SHA512_224 || hash == OB_SHA512_256;
}

static void print_row(FILE *to, unsigned row)
{
    static const uint8_t key[64] = "a first key that is long enough a second key that is as long ok";
    static PAGE struct ob_session s;
    const struct ob_cap *cap = &engine->ops->caps[row];
    bool hmac = OB_IS_HMAC(cap->alg);
    uint64_t first, again, longer, per_kib, setup, open;
    char name[64];

    choose(row);
    if (ob_session_open(&s, &blocks, cap->alg, key, hmac ? 32u : cap->bits_max / 8u) != OB_OK)
        exit(2);
    first = cost(&s, cap, SHORT);
    again = cost(&s, cap, SHORT);
    longer = cost(&s, cap, LONG);
    ob_session_close(&s);
    per_kib = (longer - again) * 1024 / (LONG - SHORT);
    setup = again - per_kib * SHORT / 1024;
    open = first > again ? first - again : 1;
    name_of(name, sizeof name, cap);
    fprintf(to, "static const struct ob_price price_%s_%s = {OB_UPTO_ANY, %u, %u, %u, %u, %u};\n", name,
            cap->mode == OB_MODE_CPU ? "cpu" : "dma", (unsigned)open, (unsigned)setup, (unsigned)per_kib,
            (unsigned)setup, (unsigned)per_kib);
}

static void print_header(FILE *to, const char *name)
{
    char upper[16];
    unsigned i;

    for (i = 0; name[i] && i + 1 < sizeof upper; i++)
        upper[i] = (char)toupper((unsigned char)name[i]);
    upper[i] = 0;
    fprintf(to,
            "/* SPDX-License-Identifier: Apache-2.0 */\n"
            "/* Engine %s: prices in cycles, made from simulated RTL by test/price/block_prices.c; do not edit. */\n"
            "#ifndef OUTBOARD_ENGINE_%s_PRICES_H\n#define OUTBOARD_ENGINE_%s_PRICES_H\n\n"
            "#include <outboard/engine.h>\n\n",
            name, upper, upper);
    for (unsigned row = 0; row < engine->ops->n_caps; row++)
        if (!shares(engine->ops->caps[row].alg))
            print_row(to, row);
    fputs("\n#endif\n", to);
}

static int compare(const char *path, const char *text)
{
    static char old[32768];
    FILE *f = fopen(path, "r");
    size_t n;

    if (!f) {
        perror(path);
        return 2;
    }
    n = fread(old, 1, sizeof old - 1, f);
    fclose(f);
    old[n] = 0;
    if (strcmp(old, text) == 0)
        return 0;
    fprintf(stderr, "%s is not what the simulated block costs; write it anew with block_prices\n", path);
    return 1;
}

int main(int argc, char **argv)
{
    bool check = argc == 4 && strcmp(argv[1], "--check") == 0;
    const char *name = argv[argc - 1], *folder = getenv("OB_RTL_DIR");
    bool is_cryp = strcmp(name, "cryp") == 0;
    char path[512], *text = NULL;
    size_t len = 0;
    FILE *to;
    int r = 0;

    if ((argc != 2 && !check) || (!is_cryp && strcmp(name, "hasher") != 0)) {
        fputs("usage: block_prices [--check FILE] hasher|cryp\n", stderr);
        return 2;
    }
    snprintf(path, sizeof path, "%s/%s_udma/lib%s_udma.so", folder ? folder : "build/host/rtl", name, name);
    sim = ob_sim_open(path, 1);
    if (!sim)
        return 2;
    ob_sim_device(sim, is_cryp ? &cryp.device : &hasher.device, OB_SIM_COHERENT);
    engine = is_cryp ? &cryp.engine : &hasher.engine;
    if ((is_cryp ? ob_cryp_init(&cryp) : ob_hasher_init(&hasher)) != OB_OK || ob_engine_add(&blocks, engine) != OB_OK ||
        ob_selftest(engine, 0) != OB_OK)
        return 2;
    to = open_memstream(&text, &len);
    if (!to)
        return 2;
    print_header(to, name);
    fclose(to);
    if (check)
        r = compare(argv[2], text);
    else
        fputs(text, stdout);
    free(text);
    ob_stop(&blocks);
    ob_sim_close(sim);
    return r;
}
