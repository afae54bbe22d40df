/* SPDX-License-Identifier: Apache-2.0 */
/* The core of a build with one engine that completes each op in submit (OB_ENGINES_MAX 1, OB_ASYNC 0). There is no
 * choice, no wait and no fallback. So this file, single_cipher.c and single_whole.c replace choose.c, cipher.c,
 * dispatch.c, key.c, outcome.c, registry.c, session.c and whole.c behind the same functions.
 *
 * The self-test runs when the engine is added; an engine that fails it is not added. An engine that fails later
 * (OB_E_IO) serves no new message until ob_selftest passes. */
#include "check.h"
#include "core.h"
#include "kat.h"
#include "single_selftest.h"

struct ob_dispatcher ob_default;

/* ---- rows ---- */

/* When a key is opened, the directions of its ops are not known yet. */
#define ANY_DIR (OB_DIR_BOTH | OB_DIR_GENERATE)

/* Set s->row to the first row that matches the session's key, offers one of dirs for len bytes and meets the
 * requirements (enum ob_session_flags): OB_OK or OB_E_DECLINED. */
static int find_row(struct ob_session *s, uint8_t dirs, size_t len, unsigned requirements)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    const struct ob_cap *cap;

    if (!e)
        return OB_E_DECLINED;
    cap = e->ops->caps;
    for (unsigned row = 0; row < e->ops->n_caps; row++, cap++)
        if (cap->alg == s->alg && obi_may_use(s, row) && obi_row_matches(cap, s->curve, s->bits) &&
            obi_row_serves(cap, requirements, dirs, len, false)) {
            s->row = (uint8_t)row;
            return OB_OK;
        }
    return OB_E_DECLINED;
}

bool obi_match_rows(struct ob_session *s)
{
    return find_row(s, ANY_DIR, 0, 0) == OB_OK;
}

/* ---- the engine's state of a session ---- */

/* Choose a row as find_row does, and open the session's key on the engine if that has not been done: OB_OK,
 * OB_E_DECLINED (also for an engine that is set aside), or the engine's error. */
static int bind(struct ob_session *s, uint8_t dirs, size_t len, unsigned requirements)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    int r = find_row(s, dirs, len, requirements);

    if (r != OB_OK)
        return r;
    if (!e->ready)
        return OB_E_DECLINED;
    if (obi_is_current(s))
        return OB_OK;
    ob_wipe(s->state, sizeof s->state);
    if (e->ops->open)
        r = e->ops->open(e->dev, s);
    if (r == OB_OK)
        s->generation = s->dispatcher->generation;
    return r;
}

/* Close the engine's state of s, if there is one. */
static void release(struct ob_session *s)
{
    const struct ob_engine *e;

    if (!s->dispatcher || !obi_is_current(s))
        return;
    s->generation = 0;
    e = s->dispatcher->engine[0];
    if (e->ops->close)
        e->ops->close(e->dev, s);
}

/* ---- ops ---- */

#if OB_WITH_PK
/* Check the result of a private RSA operation (docs/decisions/rsa-results-are-checked.md): OB_OK or OB_E_IO. */
static int check_result(struct ob_session *s, struct ob_op *op)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    size_t out_len = op->out_len;
    int r;

    op->flags |= OB_VERIFY;
    r = find_row(s, obi_direction(s, op->flags), op->in_len, 0);
    if (r == OB_OK)
        r = e->ops->submit(e->dev, s, op);
    op->flags &= ~(uint32_t)OB_VERIFY;
    op->out_len = out_len;
    return r == OB_OK ? OB_OK : OB_E_IO;
}
#endif

/* op begins a stream; count are the counts after it. Hashes take no AAD and no totals. */
static inline void begin_stream(struct ob_session *s, const struct ob_op *op, const uint64_t count[OBI_COUNTS])
{
    s->stream = OB_STREAM_AAD;
#if OBI_HASH_ONLY
    (void)op;
    (void)count;
    s->in_done = 0;
#else
    s->stream_flags = (uint8_t)(op->flags & (OB_ENCRYPT | OB_VERIFY));
#if OB_WITH_AEAD
    s->tag_len = (uint8_t)op->tag_len;
#endif
    ob_wipe((uint8_t *)s + offsetof(struct ob_session, held_len),
            offsetof(struct ob_session, total_aad) - offsetof(struct ob_session, held_len));
    memcpy((uint8_t *)s + offsetof(struct ob_session, total_aad), count + OBI_TOTAL_AAD, 2 * sizeof *count);
#endif
}

/* op has ended well; count are the counts after it. */
static inline void count_done(struct ob_session *s, const struct ob_op *op, const uint64_t count[OBI_COUNTS])
{
#if OBI_HASH_ONLY
    (void)count;
    s->in_done += op->in_len;
#else
    (void)op;
    memcpy((uint8_t *)s + offsetof(struct ob_session, aad_done), count, 2 * sizeof *count);
#endif
}

int obi_run(struct ob_session *s, struct ob_op *op)
{
    uint64_t count[OBI_COUNTS];
    const struct ob_engine *e;
    size_t len;
    uint8_t dir;
    int r = obi_check(s, op, count);

#if OB_WITH_PK
    s->excused = 0;
#endif
    if (r != OB_OK)
        return r;
    len = obi_expected_len(s, op);
    dir = obi_direction(s, op->flags);
    if (op->flags & OB_FIRST) {
        begin_stream(s, op, count);
        r = bind(s, dir, op->in_len, s->flags);
        if (r != OB_OK)
            goto failed;
#if OB_WITH_PK
        if (obi_pk_needs_checked(s->alg, dir, op->in == op->out) &&
            !(s->dispatcher->engine[0]->ops->caps[s->row].flags & OB_CAP_CHECKED)) {
            r = OB_E_DECLINED;
            goto end;
        }
#endif
    }
    e = s->dispatcher->engine[0];
    op->out_len = len;
    r = e->ops->submit(e->dev, s, op);
#if OB_WITH_PK
    if (r == OB_OK && s->pk && !s->testing && obi_pk_to_check(s->alg, op->flags, &e->ops->caps[s->row]))
        r = check_result(s, op);
#endif
    if (r == OB_OK && (OBI_HASH_ONLY || op->out_len == len || (OB_WITH_PK && s->pk))) {
        count_done(s, op, count);
        if (op->flags & OB_LAST)
            goto end;
        return r;
    }
failed:
    if (op->flags & OB_FIRST) {
        if ((r < OB_OK && r >= OB_E_BUSY) || (OB_WITH_PK && r == OB_E_ARG && s->pk))
            goto end; /* OB_E_DECLINED, OB_E_BUSY, of a public key OB_E_ARG: nothing was written */
    } else if (r == OB_E_BUSY) {
        return r; /* the caller may repeat the op */
    }
    if (!OBI_HASH_ONLY)
        ob_wipe(op->out, OB_WITH_PK && s->pk ? op->out_size : len);
    if (dir == OB_DIR_DECRYPT) {
        if (r == OB_E_AUTH)
            goto end;
    } else if (op->flags & OB_LAST && (!OB_WITH_CIPHER || OB_ALG_CLASS(s->alg) != OB_CLASS_CIPHER)) {
        ob_wipe(op->tag, op->tag_len);
    }
    release(s);
    r = OB_E_IO; /* too little was written, or another answer that the contract does not allow */
#if OB_WITH_PK
    if (s->excused) /* the random source failed, or the caller gave up; not the engine */
        goto end;
#endif
    s->dispatcher->engine[0]->ready = 0; /* no new messages until the self-test passes */
end:
    s->stream = OB_STREAM_IDLE;
    return r;
}

int ob_submit(struct ob_session *s, struct ob_op *op)
{
    int first_error = OB_OK;

    if (!op)
        return OB_E_ARG;
    do {
        struct ob_op *next = op->next;
        void (*done)(struct ob_op *) = op->done;
        int r = first_error == OB_OK ? obi_run(s, op) : OB_E_STATE;

        if (first_error == OB_OK)
            first_error = r;
        if (r != OB_OK)
            op->out_len = 0;
        op->status = r;
        if (done)
            done(op);
        op = next;
    } while (op);
    return first_error;
}

int ob_run(struct ob_session *s, struct ob_op *op)
{
    return ob_submit(s, op);
}

int ob_poll(struct ob_dispatcher *d)
{
    (void)d;
    return 0;
}

int ob_wait(struct ob_op *op)
{
    return op->status;
}

/* ---- sessions ---- */

#if !OB_WITH_PK /* with public keys, key_pk.c calls it, too */
static inline void obi_session_begin(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg);
#endif

void obi_session_begin(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg)
{
    ob_wipe(s, offsetof(struct ob_session, key));
    s->dispatcher = obi_dispatcher(d);
    s->alg = alg;
    s->flags = s->dispatcher->policy.session_flags;
}

void ob_session_close(struct ob_session *s)
{
#if OB_WITH_PK
    obi_pk_leave_cache(s);
#endif
    release(s);
    ob_wipe(s, sizeof *s);
}

#if !OBI_HASH_ONLY
/* Replace an HMAC key that is longer than the block by its hash (RFC 2104, section 2). The session itself computes the
 * hash, so no other memory is needed. The digest is as long as the tag. */
static inline int hash_key(struct ob_session *s, const uint8_t *key, size_t key_len)
{
    int r;

    if (OB_SESSION_KEY_MAX < OB_DIGEST_MAX && s->kat->len > OB_SESSION_KEY_MAX)
        return OB_E_ARG;
    s->alg = OB_HMAC_HASH(s->alg);
    r = ob_feed(s, OB_FIRST | OB_LAST, s->key, s->kat->len, key, key_len);
    release(s);
    s->alg = OB_HMAC(s->alg);
    return r;
}
#endif

/* Find the entry of known answers for the algorithm and key length, and copy the key. An algorithm or key length
 * without an entry is not supported, as its row would fail the self-test. OB_OK, OB_E_ARG, or an error of find_row or
 * hash_key. */
static inline int set_key(struct ob_session *s, const uint8_t *key, size_t key_len)
{
    const struct obi_kat *kat = obi_kats;

    while (kat->alg != s->alg ||
           (OBI_HASH_ONLY ? key_len != 0 : kat->key_len != key_len && kat->key_len != OBI_KAT_ANY_KEY))
        if (kat++->alg == OB_ALG_NONE)
            return OB_E_ARG;
    s->kat = kat;
#if !OBI_HASH_ONLY
    if (OB_WITH_MAC && kat->key_len == OBI_KAT_ANY_KEY && key_len > kat->unit) {
        int r = hash_key(s, key, key_len);

        if (r != OB_OK)
            return r;
        key_len = kat->len;
    } else if (key_len) {
        if (!key || (OB_SESSION_KEY_MAX < OB_BLOCK_MAX && key_len > OB_SESSION_KEY_MAX))
            return OB_E_ARG;
        memcpy(s->key, key, key_len);
    }
#if OB_WITH_CIPHER
    if (s->alg == OB_AES_XTS && !ob_differ(s->key, s->key + key_len / 2, key_len / 2))
        return OB_E_ARG;
#endif
    s->key_len = (uint16_t)key_len;
    s->bits = (uint16_t)(key_len * 8);
#else
    (void)key;
#endif
    return find_row(s, ANY_DIR, 0, 0);
}

int ob_session_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    int r;

    obi_session_begin(s, d, alg);
    r = set_key(s, key, key_len);
    if (r != OB_OK)
        ob_session_close(s);
    return r;
}

int ob_session_pin(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    return !e || e->dispatcher == s->dispatcher ? OB_OK : OB_E_DECLINED;
}

int ob_session_avoid(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    return e && e->dispatcher == s->dispatcher ? OB_E_DECLINED : OB_OK;
}

int ob_session_require(struct ob_session *s, unsigned flags)
{
#if OB_WITH_PK
    uint8_t before = s->flags;
#endif

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    if (flags > UINT8_MAX)
        return OB_E_ARG; /* not a flag of enum ob_session_flags */
    s->flags |= (uint8_t)flags;
#if OB_WITH_PK
    if (s->pk && !obi_pk_may_serve(s)) {
        s->flags = before;
        return OB_E_DECLINED;
    }
#endif
    return OB_OK;
}

int ob_session_relax(struct ob_session *s, unsigned flags)
{
    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    if (s->dispatcher && flags & s->dispatcher->policy.session_flags & OB_SESSION_REQUIREMENTS)
        return OB_E_ARG;
    s->flags &= (uint8_t)~flags;
    return OB_OK;
}

int ob_session_clone(struct ob_session *dst, const struct ob_session *src)
{
    const struct ob_engine *e;

    if (!src->dispatcher)
        return OB_E_STATE;
    e = src->dispatcher->engine[0];
    memcpy(dst, src, sizeof *dst);
    if (obi_is_current(src) && e->ops->clone && e->ops->clone(e->dev, dst, src) != OB_OK) {
        ob_wipe(dst, sizeof *dst); /* there is no state to close */
        return OB_E_IO;
    }
    return OB_OK;
}

int ob_session_resume(struct ob_session *s, unsigned flags, uint64_t aad_done, uint64_t in_done)
{
    int r;

    if (!s->dispatcher)
        return OB_E_STATE;
    if (!obi_has_mid(s->alg))
        return OB_E_ARG;
    s->stream = OB_STREAM_IDLE;
    r = bind(s, obi_direction(s, flags), 0, s->flags | OB_SESSION_MID);
    if (r != OB_OK)
        return r == OB_E_DECLINED || r == OB_E_BUSY ? r : OB_E_IO; /* open may answer nothing else */
    s->aad_done = aad_done;
    s->in_done = in_done;
    s->held_len = 0;
    s->stream_flags = (uint8_t)(flags & (OB_ENCRYPT | OB_VERIFY));
    s->stream = in_done ? OB_STREAM_DATA : OB_STREAM_AAD;
    return OB_OK;
}

int ob_session_reset(struct ob_session *s)
{
    s->stream = OB_STREAM_IDLE;
    s->held_len = 0;
    ob_wipe(&s->mid, sizeof s->mid);
    ob_wipe(s->held, sizeof s->held);
    return OB_OK;
}

/* ---- registry ---- */

#if OB_WITH_PK
void obi_session_for_test(struct ob_session *s, struct ob_engine *e, uint8_t testing)
{
    (void)e;
    s->testing = testing;
    s->flags = 0;
}
#endif

/* Memory for the session of the self-test: too large for the stack of a small part, and only one self-test runs at a
 * time. A binding with sessions in static memory lends one that is closed; NULL: all are in use. */
#if OB_LENT_SESSION
#define LENDABLE __attribute__((weak))
#else
#define LENDABLE static inline
#endif
LENDABLE struct ob_session *obi_test_session(void)
{
    static struct ob_session s;

    return &s;
}

int ob_selftest(struct ob_engine *e, unsigned classes)
{
    struct ob_session *s = obi_test_session();
    int r = OB_OK;

    (void)classes;
    if (OB_LENT_SESSION && !s)
        return OB_E_BUSY;
    e->ready = OB_ALL_CLASSES; /* for the session of the test, the only one that runs now */
    for (unsigned row = 0; row < e->ops->n_caps && r == OB_OK; row++)
#if OB_WITH_PK
        if (OB_ALG_CLASS(e->ops->caps[row].alg) == OB_CLASS_PK)
            r = obi_selftest_pk_row(s, e, row, OB_DIR_BOTH | OB_DIR_GENERATE);
        else
#endif
            r = test_row(s, e, row);
    if (r == OB_OK)
        return r;
    e->ready = 0;
    return r == OB_E_BUSY ? r : OB_E_IO;
}

/* Start e, make it the engine of d and test it: OB_OK or OB_E_IO. */
static OBI_SMALL_INLINE int start(struct ob_dispatcher *d, struct ob_engine *e)
{
    if (e->ops->start && e->ops->start(e->dev) != OB_OK)
        return OB_E_IO;
    d->generation++;
    d->engine[0] = e;
    e->dispatcher = d;
    if (ob_selftest(e, 0) == OB_OK)
        return OB_OK;
    d->engine[0] = NULL;
    e->dispatcher = NULL;
    return OB_E_IO;
}

int ob_engine_add(struct ob_dispatcher *dispatcher, struct ob_engine *e)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    if (e->dispatcher || e->ops->state_size > OB_STATE_SIZE)
        return OB_E_ARG;
    if (d->engine[0])
        return OB_E_BUSY;
    return start(d, e);
}

int ob_start(void)
{
    struct ob_engine *e = ob_linked_engines[0];

    if (ob_default.engine[0])
        return 1;
    return e && !e->dispatcher && start(&ob_default, e) == OB_OK ? 1 : OB_E_DECLINED;
}

void ob_stop(struct ob_dispatcher *dispatcher)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    struct ob_engine *e = d->engine[0];

    if (!e)
        return;
    if (e->ops->stop)
        e->ops->stop(e->dev);
    e->dispatcher = NULL;
    e->ready = 0;
    d->engine[0] = NULL;
    d->generation++;
}

void ob_before_fork(struct ob_dispatcher *d)
{
    (void)d; /* a build with one engine has no lock and no pending op */
}

void ob_after_fork(struct ob_dispatcher *d, bool in_child)
{
    (void)d;
    (void)in_child;
}

struct ob_engine *ob_engine_find(const struct ob_dispatcher *dispatcher, const char *name)
{
    const struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    return d->engine[0] && strcmp(d->engine[0]->ops->name, name) == 0 ? d->engine[0] : NULL;
}

void ob_engine_stats(const struct ob_engine *e, struct ob_stats *sum)
{
    (void)e;
    memset(sum, 0, sizeof *sum);
}
