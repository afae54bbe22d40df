/* SPDX-License-Identifier: Apache-2.0 */
/* The core of a build with one engine that answers at once (OB_ENGINES_MAX 1, OB_ASYNC 0): nothing to choose, to wait
 * for or to fall back to, so this file and single_cipher.c stand in for choose.c, cipher.c, dispatch.c, key.c,
 * outcome.c, registry.c and session.c, under the same calls. The engine's self-test runs when it is added; an engine
 * that fails it is not added.
 *
 * Its size counts, so it gives some fields a meaning of their own: ob_engine.failures is 0 while the engine may be
 * chosen. ob_dispatcher.epoch changes with ob_stop; an ob_session.last_epoch equal to it says that the engine has the
 * session's key in its state. */
#include "core.h"

struct ob_dispatcher ob_default;

/* ---- registry ---- */

int ob_selftest(struct ob_engine *e, unsigned classes)
{
    static struct ob_session s; /* too large for the stack of a small part, and never needed twice at once */
    int r = OB_OK;

    (void)classes;
    e->failures = 0;
    for (unsigned row = 0; row < e->ops->n_caps && r == OB_OK; row++) {
#if OB_WITH_PK
        if (OB_ALG_CLASS(e->ops->caps[row].alg) == OB_CLASS_PK)
            r = obi_selftest_pk_row(&s, e, row);
        else
#endif
            r = obi_selftest_row(&s, e, row);
    }
    if (r != OB_OK)
        e->failures = 1;
    return r;
}

int ob_engine_add(struct ob_dispatcher *dispatcher, struct ob_engine *e)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    if (e->dispatcher || e->ops->state_size > OB_STATE_SIZE)
        return OB_E_ARG;
    if (d->n_engines)
        return OB_E_BUSY;
    if (!e->ops->start || e->ops->start(e->dev) == OB_OK) {
        d->engine[0] = e;
        d->epoch |= 1; /* not 0 */
        e->dispatcher = d;
        if (ob_selftest(e, 0) == OB_OK) {
            d->n_engines = 1;
            return OB_OK;
        }
        e->dispatcher = NULL;
    }
    return OB_E_IO;
}

int ob_start(void)
{
    if (!ob_default.n_engines && (!ob_linked_engines[0] || ob_engine_add(&ob_default, ob_linked_engines[0]) != OB_OK))
        return OB_E_DECLINED;
    return 1;
}

void ob_stop(struct ob_dispatcher *dispatcher)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    struct ob_engine *e = d->engine[0];

    if (!d->n_engines)
        return;
    if (e->ops->stop)
        e->ops->stop(e->dev);
    e->failures = 1;
    e->dispatcher = NULL;
    d->n_engines = 0;
    d->epoch += 2;
}

struct ob_engine *ob_engine_find(const struct ob_dispatcher *dispatcher, const char *name)
{
    const struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    return d->n_engines && strcmp(d->engine[0]->ops->name, name) == 0 ? d->engine[0] : NULL;
}

void ob_engine_stats(const struct ob_engine *e, struct ob_stats *sum)
{
    (void)e;
    memset(sum, 0, sizeof *sum);
}

/* ---- choice of a row ---- */

/* The first row for the session's key that offers one of dirs for len bytes: true, and s->row. */
static bool find_row(struct ob_session *s, unsigned dirs, size_t len)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    const struct ob_cap *cap = e->ops->caps;
    unsigned n = e->failures ? 0 : e->ops->n_caps;

    for (unsigned row = 0; row < n; row++, cap++)
        if (cap->alg == s->alg && cap->dirs & dirs && (!cap->len_max || len <= cap->len_max) &&
            /* the session's requirements have the numbers of the row's properties */
            !(s->flags & ~cap->flags & (OB_SESSION_CT | OB_SESSION_HARDWARE)) && obi_may_use(s, row) &&
            obi_row_matches(cap, s->curve, s->bits)) {
            s->row = (uint8_t)row;
            return true;
        }
    return false;
}

bool obi_match_rows(struct ob_session *s)
{
    return s->dispatcher->engine[0] && find_row(s, 0xff, 0);
}

/* ---- sessions ---- */

void obi_session_begin(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg)
{
    ob_wipe(s, offsetof(struct ob_session, key));
    s->dispatcher = obi_dispatcher(d);
    s->alg = alg;
}

/* Let the engine give up its state of s. */
static void release(struct ob_session *s)
{
    const struct ob_engine *e = s->dispatcher->engine[0];

    if (s->last_epoch == s->dispatcher->epoch && e->ops->close)
        e->ops->close(e->dev, s);
    s->last_epoch = 0;
}

void ob_session_close(struct ob_session *s)
{
    if (!s->dispatcher)
        return;
    release(s);
    ob_wipe(s, sizeof *s);
}

/* Set key and row of a session that has begun, and the flags last: what the policy asks for is judged op by op. */
static int finish_open(struct ob_session *s, const uint8_t *key, size_t key_len)
{
    int r = OB_E_ARG;

    if (ob_alg_key_ok(s->alg, key_len) && (!key_len || key) &&
        (OB_SESSION_KEY_MAX >= OB_BLOCK_MAX || key_len <= OB_SESSION_KEY_MAX)
#if OB_WITH_CIPHER
        && (s->alg != OB_AES_XTS || ob_differ(key, key + key_len / 2, key_len / 2))
#endif
    ) {
        obi_copy(s->key, key, key_len);
        s->key_len = (uint16_t)key_len;
        s->bits = (uint16_t)(key_len * 8);
        if (obi_match_rows(s)) {
            s->flags = s->dispatcher->policy.session_flags;
            return OB_OK;
        }
        r = OB_E_DECLINED;
    }
    ob_wipe(s, offsetof(struct ob_session, state));
    return r;
}

int ob_session_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
#if OB_WITH_MAC
    /* HMAC keys longer than the block count by their hash (RFC 2104, section 2). The session itself does the hashing
     * before it becomes a MAC session, and the place of its key takes the digest. */
    if (OB_IS_HMAC(alg) && key_len > obi_hash_block(alg)) {
        size_t len = ob_alg_tag(alg);
        int r = ob_session_open(s, d, OB_HMAC_HASH(alg), NULL, 0);

        if (r == OB_OK)
            r = obi_feed(s, OB_FIRST | OB_LAST, s->key, len, key, key_len);
        if (r != OB_OK) {
            ob_session_close(s);
            return r;
        }
        release(s);
        key = s->key;
        key_len = len;
    }
#endif
    obi_session_begin(s, d, alg);
    return finish_open(s, key, key_len);
}

void obi_session_for_test(struct ob_session *s, const struct ob_engine *e, uint8_t testing)
{
    (void)e;
    s->testing = testing;
    s->flags = 0;
}

int obi_session_open_row(struct ob_session *s, struct ob_engine *e, unsigned row, const uint8_t *key, size_t key_len)
{
    int r;

    obi_session_begin(s, e->dispatcher, e->ops->caps[row].alg);
    s->testing = (uint8_t)(row + 1);
    r = finish_open(s, key, key_len);
    s->flags = 0;
    return r;
}

int ob_session_pin(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    return !e || e->dispatcher == s->dispatcher ? OB_OK : OB_E_DECLINED;
}

int ob_session_require(struct ob_session *s, unsigned flags)
{
    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    s->flags = (uint8_t)flags;
    return OB_OK;
}

int ob_session_clone(struct ob_session *dst, const struct ob_session *src)
{
    const struct ob_engine *e = src->dispatcher->engine[0];
    int r = OB_OK;

    obi_copy(dst, src, sizeof *dst);
    if (src->last_epoch == src->dispatcher->epoch && e->ops->clone)
        r = e->ops->clone(e->dev, dst, src);
    if (r != OB_OK)
        ob_wipe(dst, sizeof *dst); /* the engine has given dst nothing to close */
    return r;
}

int ob_session_reset(struct ob_session *s)
{
    s->stream = OB_STREAM_IDLE;
    s->held_len = 0;
    ob_wipe(&s->mid, offsetof(struct ob_session, key) - offsetof(struct ob_session, mid)); /* held, too */
    return OB_OK;
}

/* ---- ops ---- */

/* A FIRST op that has been checked: its stream's counts, its row and the engine's key. */
static OBI_SMALL_CALL int begin_stream(struct ob_session *s, const struct ob_op *op)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    int r = OB_OK;

    s->in_done = 0;
    s->total_in = op->total_in;
#if OB_WITH_AEAD
    s->aad_done = 0;
    s->total_aad = op->total_aad;
#endif
    if (op->flags & OB_LAST) {
        s->total_in = op->in_len;
#if OB_WITH_AEAD
        s->total_aad = op->flags & OB_AAD ? op->aad_len : 0;
#endif
    }
    s->stream_flags = (uint8_t)(op->flags & (OB_ENCRYPT | OB_VERIFY));
    s->stream = OB_STREAM_AAD;
    if (!find_row(s, obi_direction(s, op->flags), op->in_len))
        return OB_E_DECLINED;
    if (s->last_epoch != s->dispatcher->epoch) {
        ob_wipe(s->state, sizeof s->state);
        if (e->ops->open)
            r = e->ops->open(e->dev, s);
        if (r == OB_OK)
            s->last_epoch = s->dispatcher->epoch;
    }
    return r;
}

/* What out receives; a public-key engine says it itself. */
static size_t expected_len(const struct ob_session *s, const struct ob_op *op)
{
    if (OB_WITH_PK && s->pk)
        return op->out_len;
    return (OB_WITH_CIPHER || OB_WITH_AEAD) && s->alg >= OB_AES_ECB ? op->in_len : 0;
}

/* op failed with r: wipe what it may have written, and set the engine aside if it is to blame (DESIGN.md, rule 4). */
static OBI_SMALL_CALL int fail(struct ob_session *s, struct ob_op *op, int r)
{
#if OB_WITH_CIPHER || OB_WITH_AEAD || OB_WITH_PK
    if (op->out && s->alg >= OB_AES_ECB)
        ob_wipe(op->out, OB_WITH_PK && s->pk ? op->out_size : op->in_len);
#endif
    if (op->tag && op->flags & OB_LAST && obi_direction(s, op->flags) == OB_DIR_ENCRYPT)
        ob_wipe(op->tag, op->tag_len);
    if (r != OB_E_AUTH) {
        r = OB_E_IO;
        release(s);
        s->dispatcher->engine[0]->failures = 1; /* until its self-test passes again */
    }
    return r;
}

int obi_run(struct ob_session *s, struct ob_op *op)
{
    const struct ob_engine *e;
    int r;

    if (!s->dispatcher)
        return OB_E_STATE;
    r = obi_check(s, op);
    if (r != OB_OK)
        return r;
    if (op->flags & OB_FIRST)
        r = begin_stream(s, op);
    else if (s->last_epoch != s->dispatcher->epoch)
        return OB_E_STATE; /* the engine that had the stream has been stopped */
    op->out_len = 0;
    if (r == OB_OK) {
        e = s->dispatcher->engine[0];
        op->out_len = expected_len(s, op);
        r = e->ops->submit(e->dev, s, op);
        if (r == OB_OK && op->out_len != expected_len(s, op))
            r = OB_E_IO;
    }
    if (r == OB_OK) {
#if OB_WITH_AEAD
        if (op->flags & OB_AAD)
            s->aad_done += op->aad_len;
#endif
        s->in_done += op->in_len;
        if (op->in_len)
            s->stream = OB_STREAM_DATA;
        if (!(op->flags & OB_LAST))
            return r;
    } else {
        if (!(op->flags & OB_FIRST)) {
            if (r == OB_E_BUSY)
                return r; /* the stream goes on later */
            if (r == OB_E_DECLINED)
                r = OB_E_IO; /* too late for that */
        }
        if (~(unsigned)r > ~(unsigned)OB_E_ARG)
            r = fail(s, op, r);
    }
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
        if (r < 0)
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

/* ---- the small routines that stand in for the C library's ---- */

void obi_op_begin(struct ob_op *op, uint32_t flags)
{
    ob_wipe(op, offsetof(struct ob_op, session));
    op->flags = flags;
}

void obi_copy(void *to, const void *from, size_t len)
{
    uint8_t *t = (uint8_t *)to;
    const uint8_t *f = (const uint8_t *)from;

    while (len) {
        len--;
        t[len] = f[len];
        __asm__ volatile("" : : : "memory"); /* or the compiler calls memcpy */
    }
}
