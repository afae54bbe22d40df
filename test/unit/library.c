/* SPDX-License-Identifier: Apache-2.0 */
/* Checks that every engine on a foreign library must pass, through the public calls, pinned to the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "library.h"
#include "library_vectors.h"
#include "test/hex.h"

static struct ob_dispatcher d;
static struct ob_engine engine, other, *tested = &engine;

void library_start(const struct ob_engine_ops *ops, const struct ob_engine_ops *other_ops)
{
    memset(&d, 0, sizeof d);
    engine = (struct ob_engine){.ops = ops};
    other = (struct ob_engine){.ops = other_ops};
    assert_int_equal(ob_engine_add(&d, &engine), OB_OK);
    if (other_ops)
        assert_int_equal(ob_engine_add(&d, &other), OB_OK);
}

void library_stop(void)
{
    ob_stop(&d);
}

struct ob_dispatcher *library_dispatcher(void)
{
    return &d;
}

void library_start_device(struct ob_engine *e)
{
    memset(&d, 0, sizeof d);
    tested = e;
    assert_int_equal(ob_engine_add(&d, e), OB_OK);
}

struct ob_engine *library_engine(void)
{
    return tested;
}

/* xorshift32 (Marsaglia 2003) from a fixed seed, so that a failure repeats. */
uint32_t library_random(uint32_t n)
{
    static uint32_t x = 2463534242u;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return n ? x % n : x;
}

void library_fill(uint8_t *p, size_t len)
{
    while (len--)
        *p++ = (uint8_t)library_random(256);
}

void library_passes_selftest(void **state)
{
    (void)state;
    assert_int_equal(ob_selftest(&engine, 0), OB_OK);
}

/* ---- one message, in any number of ops ---- */

#define MAX 700

struct message {
    const struct ob_cap *cap;
    uint8_t key[64], iv[160], aad[MAX], in[MAX], out[MAX], tag[OB_TAG_MAX];
    size_t key_len, iv_len, aad_len, in_len, tag_len;
    bool encrypt;
};

static unsigned class_of(const struct message *m)
{
    return OB_ALG_CLASS(m->cap->alg);
}

static void open_session(struct ob_session *s, const struct message *m)
{
    assert_int_equal(ob_session_open(s, &d, m->cap->alg, m->key, m->key_len), OB_OK);
    assert_int_equal(ob_session_pin(s, &engine), OB_OK);
    if (class_of(m) == OB_CLASS_AEAD)
        assert_int_equal(ob_session_require(s, OB_SESSION_UNVERIFIED), OB_OK);
}

/* The op for aad[aad_at .. + aad_len] and in[in_at .. + in_len], to out. */
static struct ob_op make_op(const struct message *m, uint8_t *out, uint8_t *tag, size_t aad_at, size_t aad_len,
                            const uint8_t *in, size_t in_at, size_t in_len, bool last)
{
    bool first = aad_at == 0 && in_at == 0;
    struct ob_op op = {.flags = (m->encrypt && class_of(m) >= OB_CLASS_CIPHER ? OB_ENCRYPT : 0u)};

    op.flags |= (first ? OB_FIRST : 0u) | (last ? OB_LAST : 0u) | (aad_len ? OB_AAD : 0u);
    if (last && class_of(m) == OB_CLASS_MAC && !m->encrypt)
        op.flags |= OB_VERIFY;
    op.iv = m->iv;
    op.iv_len = m->iv_len;
    op.aad = m->aad + aad_at;
    op.aad_len = aad_len;
    op.in = in + in_at;
    op.in_len = in_len;
    if (class_of(m) >= OB_CLASS_CIPHER) {
        op.out = out + in_at;
        op.out_size = in_len;
    }
    op.tag = tag;
    op.tag_len = m->tag_len;
    op.total_aad = m->aad_len;
    op.total_in = m->in_len;
    return op;
}

/* The message in one op; the reference for all else. */
static int run_once(struct message *m)
{
    struct ob_session s;
    struct ob_op op = make_op(m, m->out, m->tag, 0, m->aad_len, m->in, 0, m->in_len, true);
    int r;

    if (m->in_len == 0 && m->aad_len == 0)
        op.flags |= OB_FIRST;
    open_session(&s, m);
    r = ob_run(&s, &op);
    ob_session_close(&s);
    return r;
}

/* Bytes of the next op out of left: whole blocks where the mode wants them, and at the end of XTS 16 or more. */
static size_t piece(const struct message *m, size_t left)
{
    size_t block = class_of(m) == OB_CLASS_CIPHER ? ob_alg_block(m->cap->alg) : 1;
    size_t n = library_random(3) ? library_random((uint32_t)left + 1) : library_random(40);

    if (m->cap->alg == OB_AES_CTR || m->cap->alg == OB_SM4_CTR)
        block = 1;
    if (n > left)
        n = left;
    if (n < left)
        n -= n % block;
    if (m->cap->alg == OB_AES_XTS && n < left && left - n < 32)
        n = 0;
    return n;
}

/* Turn the message into random pieces; now and then go on with a clone, or let the other engine go on. */
static void run_pieces(struct message *m, bool in_place, bool clone, bool move)
{
    static struct ob_session sessions[2];
    struct ob_session *s = &sessions[0];
    uint8_t out[MAX], tag[OB_TAG_MAX];
    const uint8_t *in = in_place ? out : m->in;
    size_t aad_at = 0, in_at = 0;
    bool last = false, begun = false;

    memcpy(out, m->in, m->in_len);
    memcpy(tag, m->tag, sizeof tag);
    if (m->encrypt)
        memset(tag, 0, sizeof tag);
    open_session(s, m);
    while (!last) {
        size_t aad_len = aad_at < m->aad_len ? library_random((uint32_t)(m->aad_len - aad_at) + 1) : 0;
        size_t in_len = aad_at + aad_len == m->aad_len ? piece(m, m->in_len - in_at) : 0;
        struct ob_op op;

        last = aad_at + aad_len == m->aad_len && in_at + in_len == m->in_len;
        if (!last && m->cap->alg == OB_AES_XTS && in_at + in_len == m->in_len)
            continue;
        op = make_op(m, out, tag, aad_at, aad_len, in, in_at, in_len, last);
        op.flags &= ~(uint32_t)OB_FIRST;
        op.flags |= begun ? 0u : OB_FIRST;
        assert_int_equal(ob_run(s, &op), OB_OK);
        begun = true;
        aad_at += aad_len;
        in_at += in_len;
        if (!last && clone && library_random(2)) {
            struct ob_session *next = s == &sessions[0] ? &sessions[1] : &sessions[0];
            assert_int_equal(ob_session_clone(next, s), OB_OK);
            ob_session_close(s);
            s = next;
        }
        if (move) /* at the next block boundary: what ob_session_pin allows only between streams */
            s->pinned = library_random(2) ? &engine : &other;
    }
    ob_session_close(s);
    if ((class_of(m) >= OB_CLASS_CIPHER && memcmp(out, m->out, m->in_len) != 0) ||
        (class_of(m) != OB_CLASS_CIPHER && m->encrypt && memcmp(tag, m->tag, m->tag_len) != 0))
        fail_msg("%s, key %zu, IV %zu, AAD %zu, input %zu bytes, encrypt %d, in place %d, clone %d, move %d",
                 ob_alg_name(m->cap->alg), m->key_len, m->iv_len, m->aad_len, m->in_len, m->encrypt, in_place, clone,
                 move);
}

/* ---- random messages for a row ---- */

static size_t pick_key_len(const struct ob_cap *cap)
{
    size_t len;

    do
        len = OB_IS_HMAC(cap->alg) ? library_random(64) : library_random(9) * 8;
    while (!ob_alg_key_ok(cap->alg, len) || len * 8 < cap->bits_min || len * 8 > cap->bits_max);
    return len;
}

static size_t pick_iv_len(uint8_t alg)
{
    switch (alg) {
    case OB_AES_ECB:
    case OB_SM4_ECB:
    case OB_DES_ECB:
    case OB_DES3_ECB:
        return 0;
    case OB_DES_CBC:
    case OB_DES3_CBC:
        return 8;
    case OB_AES_GCM:
    case OB_SM4_GCM:
        return library_random(2) ? 12 : 1 + library_random(128);
    case OB_AES_CCM:
        return 7 + library_random(7);
    case OB_CHACHA20_POLY1305:
        return 12;
    default:
        return 16;
    }
}

static void pick(struct message *m, const struct ob_cap *cap)
{
    memset(m, 0, sizeof *m);
    m->cap = cap;
    m->encrypt = true;
    m->key_len = pick_key_len(cap);
    m->in_len = library_random(3) ? library_random(MAX + 1) : library_random(50);
    m->tag_len = ob_alg_tag(cap->alg);
    library_fill(m->key, m->key_len);
    library_fill(m->in, m->in_len);
    if (class_of(m) >= OB_CLASS_CIPHER) {
        m->iv_len = pick_iv_len(cap->alg);
        library_fill(m->iv, m->iv_len);
    }
    if (cap->alg == OB_AES_XTS && m->in_len < 16)
        m->in_len = 16;
    if (class_of(m) == OB_CLASS_CIPHER && cap->alg != OB_AES_XTS && cap->alg != OB_AES_CTR && cap->alg != OB_SM4_CTR)
        m->in_len -= m->in_len % ob_alg_block(cap->alg);
    if (class_of(m) == OB_CLASS_AEAD) {
        m->aad_len = library_random(3) ? library_random(100) : 0;
        library_fill(m->aad, m->aad_len);
        if (cap->alg != OB_CHACHA20_POLY1305)
            m->tag_len = 12 + 2 * library_random(3);
    }
}

/* Swap plain text and result, so that decryption of what was encrypted must give the plain text. */
static void turn(struct message *m)
{
    uint8_t in[MAX];

    m->encrypt = false;
    if (class_of(m) >= OB_CLASS_CIPHER) {
        memcpy(in, m->in, sizeof in);
        memcpy(m->in, m->out, sizeof in);
        memcpy(m->out, in, sizeof in);
    }
}

static bool symmetric(const struct ob_cap *cap)
{
    return OB_ALG_CLASS(cap->alg) != OB_CLASS_PK;
}

static void check_row(const struct ob_cap *cap, bool move)
{
    struct message m;

    for (unsigned i = 0; i < 12; i++) {
        pick(&m, cap);
        assert_int_equal(run_once(&m), OB_OK);
        for (unsigned j = 0; j < 4; j++)
            run_pieces(&m, j & 1, j & 2, move);
        if (class_of(&m) == OB_CLASS_HASH)
            continue;
        turn(&m);
        for (unsigned j = 0; j < 4; j++)
            run_pieces(&m, j & 1, j & 2, move);
        if (class_of(&m) >= OB_CLASS_CIPHER) {
            uint8_t want[MAX];
            memcpy(want, m.out, sizeof want);
            memset(m.out, 0, sizeof m.out);
            assert_int_equal(run_once(&m), OB_OK);
            assert_memory_equal(m.out, want, m.in_len);
        }
    }
}

void library_takes_any_split(void **state)
{
    (void)state;
    for (unsigned row = 0; row < engine.ops->n_caps; row++)
        if (symmetric(&engine.ops->caps[row]))
            check_row(&engine.ops->caps[row], false);
}

static bool other_has(const struct ob_cap *cap)
{
    for (unsigned row = 0; row < other.ops->n_caps; row++)
        if (other.ops->caps[row].alg == cap->alg && other.ops->caps[row].flags & OB_CAP_MID)
            return true;
    return false;
}

void library_moves_streams(void **state)
{
    unsigned rows = 0;

    (void)state;
    for (unsigned row = 0; row < engine.ops->n_caps; row++)
        if (engine.ops->caps[row].flags & OB_CAP_MID && other_has(&engine.ops->caps[row])) {
            check_row(&engine.ops->caps[row], true);
            rows++;
        }
    assert_true(rows >= 4);
    struct ob_stats stats;
    ob_engine_stats(&other, &stats);
    assert_true(stats.ops > 100);
}

void library_rejects_wrong_tags(void **state)
{
    struct message m;

    (void)state;
    for (unsigned row = 0; row < engine.ops->n_caps; row++) {
        const struct ob_cap *cap = &engine.ops->caps[row];
        uint8_t zero[MAX] = {0};

        if (OB_ALG_CLASS(cap->alg) != OB_CLASS_MAC && OB_ALG_CLASS(cap->alg) != OB_CLASS_AEAD)
            continue;
        pick(&m, cap);
        assert_int_equal(run_once(&m), OB_OK);
        turn(&m);
        m.tag[library_random((uint32_t)m.tag_len)] ^= (uint8_t)(1u << library_random(8));
        assert_int_equal(run_once(&m), OB_E_AUTH);
        if (class_of(&m) == OB_CLASS_AEAD)
            assert_memory_equal(m.out, zero, m.in_len);
    }
}

/* ---- published vectors ---- */

static bool has(uint8_t alg, size_t key_len)
{
    for (unsigned row = 0; row < engine.ops->n_caps; row++) {
        const struct ob_cap *cap = &engine.ops->caps[row];
        if (cap->alg == alg && key_len * 8 >= cap->bits_min && key_len * 8 <= cap->bits_max)
            return true;
    }
    return false;
}

static void check_vector(const struct library_vector *v)
{
    const struct ob_cap cap = {.alg = v->alg};
    struct message m = {.cap = &cap, .encrypt = true};
    uint8_t out[MAX], tag[OB_TAG_MAX];

    m.key_len = unhex(m.key, sizeof m.key, v->key);
    m.iv_len = unhex(m.iv, sizeof m.iv, v->iv);
    m.aad_len = unhex(m.aad, sizeof m.aad, v->aad);
    m.in_len = unhex(m.in, sizeof m.in, v->in);
    unhex(out, sizeof out, v->out);
    m.tag_len = unhex(tag, sizeof tag, v->tag);
    if (!has(v->alg, OB_IS_HMAC(v->alg) ? 0 : m.key_len))
        return;
    assert_int_equal(run_once(&m), OB_OK);
    if (class_of(&m) >= OB_CLASS_CIPHER)
        assert_memory_equal(m.out, out, m.in_len);
    assert_memory_equal(m.tag, tag, m.tag_len);
    if (class_of(&m) == OB_CLASS_HASH)
        return;
    turn(&m);
    assert_int_equal(run_once(&m), OB_OK);
    if (class_of(&m) >= OB_CLASS_CIPHER)
        assert_hex(m.out, m.in_len, v->in);
}

void library_answers_vectors(void **state)
{
    (void)state;
    for (const struct library_vector *v = library_vectors; v->alg; v++)
        check_vector(v);
}

/* SP 800-38C, C.4: 65,536 bytes of additional data, whose length takes the longer encoding. */
void library_answers_long_aad(void **state)
{
    static uint8_t aad[65536];
    struct ob_session s;
    uint8_t key[16], iv[13], in[32], out[32], tag[14];

    (void)state;
    for (unsigned i = 0; i < sizeof aad; i++)
        aad[i] = (uint8_t)i;
    for (unsigned i = 0; i < 32; i++) {
        key[i % 16] = (uint8_t)(0x40 + i % 16);
        iv[i % 13] = (uint8_t)(0x10 + i % 13);
        in[i] = (uint8_t)(0x20 + i);
    }
    assert_int_equal(ob_aead_open(&s, &d, OB_AES_CCM, key, sizeof key), OB_OK);
    assert_int_equal(ob_session_pin(&s, &engine), OB_OK);
    assert_int_equal(
        ob_aead_encrypt(&s, out, sizeof out, tag, sizeof tag, iv, sizeof iv, aad, sizeof aad, in, sizeof in), OB_OK);
    assert_hex(out, sizeof out, "69915dad1e84c6376a68c2967e4dab615ae0fd1faec44cc484828529463ccf72");
    assert_hex(tag, sizeof tag, "b4ac6bec93e8598e7f0dadbcea5b");
    ob_session_close(&s);
}

/* A session keeps its key and stream while the engine stops and starts (DESIGN.md, rule 5). */
void library_survives_restart(void **state)
{
    struct ob_session s;
    uint8_t key[32] = {1}, iv[12] = {2}, in[64] = {3}, out[64], whole[64], tag[16], whole_tag[16];

    (void)state;
    assert_int_equal(ob_aead_open(&s, &d, OB_CHACHA20_POLY1305, key, sizeof key), OB_OK);
    assert_int_equal(ob_session_pin(&s, &engine), OB_OK);
    assert_int_equal(ob_aead_encrypt(&s, whole, 64, whole_tag, 16, iv, sizeof iv, NULL, 0, in, 64), OB_OK);
    assert_int_equal(ob_aead_start(&s, OB_DIR_ENCRYPT, iv, sizeof iv, 0, 64, 16), OB_OK);
    assert_int_equal(ob_aead_update(&s, out, 20, in, 20), OB_OK);
    if (engine.ops->stop)
        engine.ops->stop(engine.dev);
    if (engine.ops->start)
        assert_int_equal(engine.ops->start(engine.dev), OB_OK);
    assert_int_equal(ob_aead_update(&s, out + 20, 44, in + 20, 44), OB_OK);
    assert_int_equal(ob_aead_finish(&s, tag, 16), OB_OK);
    assert_memory_equal(out, whole, 64);
    assert_memory_equal(tag, whole_tag, 16);
    ob_session_close(&s);
}
