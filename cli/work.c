/* SPDX-License-Identifier: Apache-2.0 */
/* Times ops: prepares keys and buffers, runs ops in batches, keeps the best batch. */
#include "cli/work.h"
#include "cli/cli.h"
#include "cli/progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH_NS   200000u /* long enough to make the time of reading the clock negligible */
#define OPEN_TIMES 16      /* number of openings, of which the best counts */
#define KEY_BYTES  8192    /* of a generated key: RSA with 8192 bits needs 2 * 1024 + 4 + 5 * 512 */
#define RSA_BITS   2048
#define RSA_PAIRS  8         /* number of RSA sizes whose key pair is kept, because generating one is slow */
#define SLOW_NS    20000000u /* a slower op is timed once, without a first run */

/* ---- names and choices ---- */

void cli_usual_key(uint8_t alg, uint8_t *curve, uint64_t *bits)
{
    switch (alg) {
    case OB_ECDSA:
    case OB_ECDH:
        *curve = *curve ? *curve : OB_SECP256R1;
        break;
    case OB_EDDSA:
        *curve = *curve ? *curve : OB_ED25519;
        break;
    case OB_SM2_SIGN:
        *curve = *curve ? *curve : OB_SM2_CURVE;
        break;
    default:
        break;
    }
    if (*curve)
        *bits = 0; /* the curve determines it */
    if (*bits || *curve)
        return;
    if (OB_IS_HMAC(alg) || alg == OB_AES_XTS || alg == OB_CHACHA20_POLY1305)
        *bits = 256; /* XTS: two keys of 128 bits */
    else if (OB_ALG_CLASS(alg) == OB_CLASS_PK)
        *bits = RSA_BITS;
    else
        for (*bits = OB_ALG_CLASS(alg) == OB_CLASS_HASH ? 0 : 128; *bits <= 512; *bits += 64)
            if (ob_alg_key_ok(alg, (size_t)*bits / 8))
                break;
    if (*bits > 512 && OB_ALG_CLASS(alg) != OB_CLASS_PK)
        *bits = 64; /* DES */
}

int cli_direction(const char *text, uint8_t *dir)
{
    *dir = strcmp(text, "enc") == 0 ? OB_DIR_ENCRYPT : strcmp(text, "dec") == 0 ? OB_DIR_DECRYPT : OB_DIR_GENERATE;
    if (*dir == OB_DIR_GENERATE && strcmp(text, "key") != 0)
        return cli_usage("a direction is enc, dec or key, not \"%s\"", text);
    return CLI_OK;
}

static bool signs(uint8_t alg)
{
    return alg == OB_RSA_PKCS1_SIGN || alg == OB_RSA_PSS || alg == OB_ECDSA || alg == OB_EDDSA || alg == OB_SM2_SIGN;
}

const char *cli_operation_name(uint8_t alg, uint8_t dir)
{
    bool enc = dir == OB_DIR_ENCRYPT;

    if (dir == OB_DIR_GENERATE)
        return "key";
    switch (OB_ALG_CLASS(alg)) {
    case OB_CLASS_HASH:
        return "hash";
    case OB_CLASS_MAC:
        return enc ? "mac" : "verify";
    case OB_CLASS_PK:
        if (signs(alg))
            return enc ? "sign" : "verify";
        if (alg == OB_RSA)
            return enc ? "public" : "private";
        if (alg == OB_ECDH)
            return "private";
        return enc ? "enc" : "dec";
    default:
        return enc ? "enc" : "dec";
    }
}

bool cli_has_direction(uint8_t alg, uint8_t dir)
{
    if (dir == OB_DIR_GENERATE)
        return OB_ALG_CLASS(alg) == OB_CLASS_PK;
    return dir == OB_DIR_ENCRYPT || (OB_ALG_CLASS(alg) != OB_CLASS_HASH && alg != OB_ECDH);
}

bool cli_len_ok(uint8_t alg, size_t len)
{
    switch (OB_ALG_CLASS(alg)) {
    case OB_CLASS_PK:
        return len == 0;
    case OB_CLASS_CIPHER:
        if (alg == OB_AES_XTS)
            return len >= 16;
        return alg == OB_AES_CTR || alg == OB_SM4_CTR || alg == OB_NULL || len % ob_alg_block(alg) == 0;
    default:
        return true;
    }
}

/* ---- keys ---- */

/* Generated key pairs that every operation can use. The first one is for elliptic curves, the others for sizes of
 * RSA. */
static struct pair {
    uint8_t alg, curve;
    uint16_t bits;
    bool made;
    uint8_t bytes[KEY_BYTES];
    struct ob_key key;
} pairs[1 + RSA_PAIRS];

static int make_pair(struct pair *p)
{
    struct ob_key wanted = {.kind = OB_KEY_NONE, .curve = p->curve, .bits = p->bits};
    struct ob_session s;
    size_t len;
    int err = ob_pk_open(&s, NULL, p->alg, 0, &wanted);

    if (err != OB_OK)
        return err;
    err = ob_pk_generate(&s, p->bytes, sizeof p->bytes, &len);
    ob_session_close(&s);
    if (err == OB_OK)
        err = ob_pk_components(&p->key, p->curve, p->bits, p->bytes, len);
    p->made = err == OB_OK;
    return err;
}

int cli_key_pair(uint8_t alg, uint8_t curve, uint16_t bits, struct ob_key *key)
{
    struct pair *p = pairs;
    int err = OB_OK;

    if (!curve)
        for (p = pairs + 1; p < pairs + RSA_PAIRS && p->made && p->bits != bits; p++)
            continue;
    alg = curve ? alg : (uint8_t)OB_RSA;
    if (!p->made || p->alg != alg || p->curve != curve || p->bits != bits) {
        *p = (struct pair){.alg = alg, .curve = curve, .bits = bits};
        err = make_pair(p);
    }
    *key = p->key;
    return err;
}

/* ---- one op ---- */

/* All data of an op that is timed. */
struct bench {
    const struct cli_work *w;
    struct ob_session s;
    struct ob_op op;
    struct ob_key key;
    uint8_t *in, *out;
    size_t out_len;
    uint8_t tag[1024], peer[256]; /* a signature of RSA with 8192 bits has 1024 bytes */
    size_t tag_len, peer_len;
};

static int open_session(struct bench *b)
{
    const struct cli_work *w = b->w;
    uint8_t key[OB_SESSION_KEY_MAX];
    uint8_t hash = w->alg == OB_RSA_PKCS1_SIGN || w->alg == OB_RSA_PSS || w->alg == OB_RSA_OAEP ? OB_SHA256 : 0;
    size_t len = w->bits / 8u;
    int err;

    if (OB_ALG_CLASS(w->alg) == OB_CLASS_PK) {
        err = ob_pk_open(&b->s, NULL, w->alg, hash, &b->key);
    } else {
        for (size_t i = 0; i < sizeof key; i++)
            key[i] = (uint8_t)(17 * i + 1);
        err = len <= sizeof key ? ob_session_open(&b->s, NULL, w->alg, key, len) : OB_E_ARG;
    }
    if (err != OB_OK)
        return err;
    if (w->beginning) /* this is a stream that is not continued */
        err = ob_session_require(&b->s, OB_SESSION_UNVERIFIED);
    if (err == OB_OK && w->engine)
        err = ob_session_pin(&b->s, w->engine);
    if (err != OB_OK)
        ob_session_close(&b->s);
    return err;
}

static int run_pk(struct bench *b)
{
    const struct cli_work *w = b->w;
    size_t size = CLI_WORK_MAX < KEY_BYTES ? CLI_WORK_MAX : KEY_BYTES, len;
    size_t modulus = (w->bits + 7u) / 8;

    if (w->dir == OB_DIR_GENERATE)
        return ob_pk_generate(&b->s, b->out, size, &len);
    if (w->alg == OB_ECDH)
        return ob_pk_derive(&b->s, b->out, size, &len, b->peer, b->peer_len);
    if (signs(w->alg))
        return w->dir == OB_DIR_ENCRYPT ? ob_pk_sign(&b->s, b->tag, sizeof b->tag, &b->tag_len, b->in, 32)
                                        : ob_pk_verify(&b->s, b->tag, b->tag_len, b->in, 32);
    if (w->dir == OB_DIR_ENCRYPT)
        return ob_pk_encrypt(&b->s, b->out, size, &b->out_len, NULL, 0, b->in, w->alg == OB_RSA ? modulus : 32);
    return ob_pk_decrypt(&b->s, b->in + 64, size, &len, NULL, 0, b->out, b->out_len);
}

static int run_one(struct bench *b)
{
    return OB_ALG_CLASS(b->w->alg) == OB_CLASS_PK ? run_pk(b) : ob_run(&b->s, &b->op);
}

static void fill_op(struct bench *b, uint8_t dir)
{
    static const uint8_t iv[16] = {0xf0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, aad[CLI_AAD_MAX] = {23};
    const struct cli_work *w = b->w;
    unsigned class = OB_ALG_CLASS(w->alg);
    bool ecb = w->alg == OB_AES_ECB || w->alg == OB_DES_ECB || w->alg == OB_DES3_ECB || w->alg == OB_SM4_ECB;

    memset(&b->op, 0, sizeof b->op);
    b->op.flags = OB_FIRST | OB_LAST;
    b->op.in = b->in;
    b->op.in_len = w->len;
    if (class >= OB_CLASS_CIPHER) {
        b->op.flags |= dir == OB_DIR_ENCRYPT ? OB_ENCRYPT : 0u;
        b->op.iv = iv;
        b->op.iv_len = class == OB_CLASS_AEAD ? 12 : ecb || w->alg == OB_NULL ? 0 : ob_alg_block(w->alg);
        b->op.out = b->out;
        b->op.out_size = w->len;
        if (w->aad_len) {
            b->op.flags |= OB_AAD;
            b->op.aad = aad;
            b->op.aad_len = w->aad_len;
        }
        if (w->beginning) {
            b->op.flags &= ~(uint32_t)OB_LAST;
            b->op.total_aad = w->aad_len; /* CCM needs it */
            b->op.total_in = w->len;
            b->op.in_len = 0;
        }
    } else if (class == OB_CLASS_MAC && dir == OB_DIR_DECRYPT) {
        b->op.flags |= OB_VERIFY;
    }
    b->op.tag = b->tag;
    b->op.tag_len = ob_alg_tag(w->alg);
}

/* Make the input of decryption or verification by the opposite operation on any engine. */
static int make_input(struct bench *b)
{
    struct cli_work forth = *b->w;
    const struct cli_work *back = b->w;
    int err;

    forth.dir = OB_DIR_ENCRYPT;
    forth.engine = NULL;
    b->w = &forth;
    err = open_session(b);
    if (err == OB_OK) {
        if (OB_ALG_CLASS(forth.alg) != OB_CLASS_PK)
            fill_op(b, OB_DIR_ENCRYPT);
        err = run_one(b);
        ob_session_close(&b->s);
    }
    b->w = back;
    if (err == OB_OK && (OB_ALG_CLASS(back->alg) == OB_CLASS_AEAD || OB_ALG_CLASS(back->alg) == OB_CLASS_CIPHER))
        memcpy(b->in, b->out, back->len);
    return err;
}

static int prepare(struct bench *b, const struct cli_work *w)
{
    size_t room = w->len > 2 * (size_t)KEY_BYTES ? w->len : 2 * (size_t)KEY_BYTES;
    int err = OB_OK;

    b->w = w;
    b->in = malloc(room);
    b->out = malloc(room);
    if (!b->in || !b->out)
        return OB_E_IO;
    for (size_t i = 0; i < room; i++)
        b->in[i] = (uint8_t)(i * 7 + 3);
    memset(b->out, 0, room); /* so that the first op does not include page faults */
    b->in[0] = 0;            /* makes the number smaller than any modulus */
    if (OB_ALG_CLASS(w->alg) == OB_CLASS_PK) {
        if (w->dir == OB_DIR_GENERATE) {
            b->key = (struct ob_key){.kind = OB_KEY_NONE, .curve = w->curve, .bits = w->curve ? 0 : w->bits};
        } else {
            err = cli_key_pair(w->alg, w->curve, w->bits, &b->key);
            b->peer_len = b->key.x.len + b->key.y.len;
            if (err == OB_OK && w->curve && b->peer_len <= sizeof b->peer) {
                memcpy(b->peer, b->key.x.data, b->key.x.len);
                if (b->key.y.len)
                    memcpy(b->peer + b->key.x.len, b->key.y.data, b->key.y.len);
            }
        }
    }
    if (err == OB_OK && w->dir == OB_DIR_DECRYPT)
        err = make_input(b);
    if (err == OB_OK)
        err = open_session(b);
    if (err == OB_OK && OB_ALG_CLASS(w->alg) != OB_CLASS_PK)
        fill_op(b, w->dir);
    return err;
}

/* ---- timing ---- */

static uint64_t cpu_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Run n ops; *ns and *cpu_ns get the sum of their times. */
static int batch(struct bench *b, uint64_t n, uint64_t *ns, uint64_t *cpu_ns)
{
    uint64_t cpu = cpu_now_ns(), began = cli_now_ns();
    int err = OB_OK;

    for (uint64_t i = 0; i < n && err == OB_OK; i++)
        err = run_one(b);
    *ns = cli_now_ns() - began;
    *cpu_ns = cpu_now_ns() - cpu;
    return err;
}

static int time_open(struct bench *b, double warm_ns, struct cli_times *t)
{
    double best = -1;
    int err = OB_OK;

    ob_session_close(&b->s);
    for (int i = 0; i < OPEN_TIMES && err == OB_OK && best < SLOW_NS; i++) {
        uint64_t began = cli_now_ns();

        err = open_session(b);
        if (err == OB_OK)
            err = run_one(b);
        ob_session_close(&b->s);
        double ns = (double)(cli_now_ns() - began);
        best = best < 0 || ns < best ? ns : best;
    }
    t->open_ns = best > warm_ns ? best - warm_ns : 0;
    return err == OB_OK ? open_session(b) : err;
}

int cli_time(const struct cli_work *w, uint64_t budget_ns, bool with_open, struct cli_times *t)
{
    struct bench b = {.tag_len = 0};
    uint64_t n = 1, ns = 0, cpu = 0, began;
    bool open = false;
    int err = prepare(&b, w);

    *t = (struct cli_times){0};
    open = err == OB_OK;
    if (err == OB_OK)
        err = batch(&b, 1, &ns, &cpu); /* expands the key, fills caches, runs a self-test if one is due */
    began = cli_now_ns();
    while (err == OB_OK && ns < SLOW_NS) {
        err = batch(&b, n, &ns, &cpu);
        if (err != OB_OK || ns >= BATCH_NS)
            break;
        n = ns < BATCH_NS / 16 ? n * 8 : n * 2;
    }
    while (err == OB_OK) {
        double per_op = (double)ns / (double)n, cpu_per_op = (double)cpu / (double)n;

        if (t->ops == 0 || per_op < t->ns) {
            t->ns = per_op;
            t->cpu_ns = cpu_per_op < per_op ? cpu_per_op : per_op;
        }
        t->ops += n;
        if (cli_now_ns() - began >= budget_ns)
            break;
        err = batch(&b, n, &ns, &cpu);
    }
    if (err == OB_OK && with_open)
        err = time_open(&b, t->ns, t);
    if (open)
        ob_session_close(&b.s);
    free(b.in);
    free(b.out);
    return err;
}
