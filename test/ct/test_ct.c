/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every constant-time row of an engine under valgrind with key and message marked as uninitialised, in one op and
 * in parts, both directions. Usage: test_ct soft | branch | lookup (the last two: engines with a planted leak). */
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern struct ob_engine ob_engine_soft;

#define LEN 208 /* bytes: over the widest parallel path, and a block of SHA-512 and a half */

/* ---- declassification: whether a tag is right is the answer of the call, not a secret ---- */

int __real_ob_differ(const void *a, const void *b, size_t len);
int __wrap_ob_differ(const void *a, const void *b, size_t len);

int __wrap_ob_differ(const void *a, const void *b, size_t len)
{
    int differ = __real_ob_differ(a, b, len);

    VALGRIND_MAKE_MEM_DEFINED(&differ, sizeof differ);
    return differ;
}

/* ---- engines with a planted leak, on the null algorithm ---- */

static volatile uint8_t sink;

static int leak_by_branch(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    if (s->key[0] & 1)
        sink = 1;
    memmove(op->out, op->in, op->in_len);
    return OB_OK;
}

static int leak_by_lookup(void *dev, struct ob_session *s, struct ob_op *op)
{
    static const uint8_t table[256] = {1, 2, 3};

    (void)dev;
    sink = table[s->key[0]];
    memmove(op->out, op->in, op->in_len);
    return OB_OK;
}

static const struct ob_price price = {OB_UPTO_ANY, 1, 1, 1, 1, 1};
static const struct ob_cap null_cap = {OB_NULL, 0,   OB_DIR_BOTH, OB_MODE_SW, OB_CAP_CT | OB_CAP_MID,
                                       128,     128, 0,           &price};
static const struct ob_engine_ops branch_ops = {
    .name = "branch", .caps = &null_cap, .n_caps = 1, .submit = leak_by_branch};
static const struct ob_engine_ops lookup_ops = {
    .name = "lookup", .caps = &null_cap, .n_caps = 1, .submit = leak_by_lookup};

/* ---- the check ---- */

static struct ob_dispatcher d;
static struct ob_engine engine;
static uint8_t key[64], message[LEN], out[LEN], tag[OB_TAG_MAX];
static const uint8_t iv[16] = {1}, aad[20] = {2};

static void poison(void *p, size_t len)
{
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, len);
}

static void reveal(void *p, size_t len)
{
    (void)VALGRIND_MAKE_MEM_DEFINED(p, len);
}

static size_t iv_len_of(uint8_t alg)
{
    switch (alg) {
    case OB_AES_ECB:
    case OB_DES_ECB:
    case OB_DES3_ECB:
    case OB_SM4_ECB:
    case OB_NULL:
        return 0;
    case OB_AES_GCM:
    case OB_AES_CCM:
    case OB_SM4_GCM:
    case OB_CHACHA20_POLY1305:
        return 12;
    default:
        return OB_ALG_CLASS(alg) == OB_CLASS_CIPHER ? ob_alg_block(alg) : 0;
    }
}

/* One message in parts of part bytes, in direction dir. */
static int run(struct ob_session *s, uint8_t dir, size_t part)
{
    unsigned cls = OB_ALG_CLASS(s->alg);
    int r = OB_OK;

    for (size_t done = 0; done < LEN && r == OB_OK; done += part) {
        struct ob_op op;

        memset(&op, 0, sizeof op);
        op.flags = (done == 0 ? OB_FIRST | OB_AAD : 0u) | (done + part >= LEN ? OB_LAST : 0u) |
                   (dir == OB_DIR_ENCRYPT ? OB_ENCRYPT
                    : cls == OB_CLASS_MAC ? OB_VERIFY
                                          : 0u);
        op.iv = iv;
        op.iv_len = iv_len_of(s->alg);
        if (cls == OB_CLASS_AEAD) {
            op.aad = aad;
            op.aad_len = sizeof aad;
            op.total_aad = sizeof aad;
            op.total_in = LEN;
        } else {
            op.flags &= ~(uint32_t)OB_AAD;
        }
        op.in = message + done;
        op.in_len = part < LEN - done ? part : LEN - done;
        op.out = out + done;
        op.out_size = op.in_len;
        op.tag = tag;
        op.tag_len = ob_alg_tag(s->alg);
        r = ob_run(s, &op);
    }
    return r;
}

static int check_row(const struct ob_cap *cap, size_t key_len, size_t part)
{
    struct ob_session s;
    int r;

    memset(&s, 0, sizeof s);
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(i + 1);
    memset(message, 0x33, sizeof message);
    poison(key, sizeof key);
    poison(message, sizeof message);
    r = ob_session_open(&s, &d, cap->alg, key, key_len);
    if (r != OB_OK)
        return r;
    r = ob_session_require(&s, OB_SESSION_CT | OB_SESSION_UNVERIFIED);
    if (r == OB_OK)
        r = run(&s, OB_DIR_ENCRYPT, part);
    if (r == OB_OK && cap->dirs & OB_DIR_DECRYPT) {
        if (OB_ALG_CLASS(cap->alg) >= OB_CLASS_CIPHER) {
            memcpy(message, out, sizeof message);
            reveal(message, sizeof message); /* a ciphertext is public, */
            reveal(tag, sizeof tag);         /* and so is a tag */
        }
        r = run(&s, OB_DIR_DECRYPT, part);
    }
    ob_session_close(&s);
    reveal(out, sizeof out);
    reveal(tag, sizeof tag);
    return r;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    unsigned rows = 0;

    if (!RUNNING_ON_VALGRIND) {
        fprintf(stderr, "test_ct: this check needs valgrind\n");
        return 2;
    }
    engine.ops = strcmp(name, "soft") == 0     ? ob_engine_soft.ops
                 : strcmp(name, "branch") == 0 ? &branch_ops
                 : strcmp(name, "lookup") == 0 ? &lookup_ops
                                               : NULL;
    if (!engine.ops || ob_engine_add(&d, &engine) != OB_OK || ob_selftest(&engine, 0) != OB_OK) {
        fprintf(stderr, "test_ct: no engine \"%s\", or its self-test failed\n", name);
        return 2;
    }
    for (unsigned i = 0; i < engine.ops->n_caps; i++) {
        const struct ob_cap *cap = &engine.ops->caps[i];

        if (!(cap->flags & OB_CAP_CT))
            continue;
        for (size_t key_len = 0; key_len <= sizeof key; key_len += 4) {
            if (!ob_alg_key_ok(cap->alg, key_len) || key_len * 8 < cap->bits_min || key_len * 8 > cap->bits_max)
                continue;
            for (size_t part = 48; part <= LEN; part += 160) {
                int r = check_row(cap, key_len, part);

                if (r != OB_OK) {
                    fprintf(stderr, "test_ct: %s with %zu bytes of key: %s\n", ob_alg_name(cap->alg), key_len,
                            ob_error_text(r));
                    return 1;
                }
                rows++;
            }
        }
    }
    printf("%s: %u runs of constant-time rows\n", name, rows);
    return rows ? 0 : 1;
}
