/* SPDX-License-Identifier: Apache-2.0 */
/* The core of a build with one engine that answers at once (OB_ENGINES_MAX 1, OB_ASYNC 0): nothing to choose, to wait
 * for or to fall back to, so this file, with single_check.c, single_cipher.c, single_resume.c, single_selftest.c and
 * single_whole.c, stands in for choose.c, cipher.c, dispatch.c, key.c, outcome.c, registry.c, session.c and whole.c,
 * under the same calls. The engine's self-test runs when it is added; an engine that fails it is not added.
 *
 * Its size counts, so it is one translation unit, in which a function that has one caller becomes a part of it, and it
 * gives some fields a meaning of their own: of the engine's rows, those from ob_dispatcher.first_row to before
 * ob_dispatcher.end_row may be chosen: all, none once it has failed, or in the self-test those from the row under test
 * on. ob_dispatcher.epoch changes with start and stop; an ob_session.last_epoch equal to it says that the engine has
 * the session's key in its state. ob_session.stream is the number of the algorithm while there is a stream. */
#define OBI_ONE_UNIT
#include "core.h"

/* NOLINTBEGIN(bugprone-suspicious-include) */
#include "alg.c"
#include "check.c"
#include "single_check.c"
#include "wipe.c"
/* NOLINTEND(bugprone-suspicious-include) */

struct ob_dispatcher ob_default;

/* ---- choice of a row ---- */

/* For find_row at open: in any direction, whatever the session requires, which may change before the first op. */
#define ANY 0xff

/* The first row for the session's key that offers one of dirs for len bytes and what the session requires: s->row, or
 * OB_E_DECLINED. */
static OBI_SMALL_CALL int find_row(struct ob_session *s, unsigned dirs, size_t len)
{
    const struct ob_dispatcher *d = s->dispatcher;

    for (unsigned row = d->first_row; row < d->end_row; row++) {
        const struct ob_cap *cap = &d->engine[0]->ops->caps[row];

        if (cap->alg == s->alg && (OBI_HASH_ONLY || cap->dirs & dirs) && (!cap->len_max || len <= cap->len_max) &&
            /* OB_SESSION_CT and OB_SESSION_HARDWARE, which have the numbers of the row's properties */
            ((!OBI_HASH_ONLY && dirs == ANY) || ((uint32_t)s->flags & ~(uint32_t)cap->flags) << 30 == 0 ||
             (OB_WITH_PK && obi_needs_no_secret(cap->alg, (uint8_t)dirs) && !(s->flags & OB_SESSION_HARDWARE))) &&
            obi_row_matches(cap, s->curve, s->bits)) {
            s->row = (uint8_t)row;
            return OB_OK;
        }
    }
    return OB_E_DECLINED;
}

_Static_assert(OB_SESSION_CT == 1 && OB_CAP_CT == 1 && OB_SESSION_HARDWARE == 2 && OB_CAP_HARDWARE == 2,
               "a requirement's number is that of the property");

bool obi_match_rows(struct ob_session *s)
{
    return find_row(s, ANY, 0) == OB_OK;
}

/* ---- ops ---- */

/* Let the engine give up its state of s, which may be closed. */
static OBI_SMALL_CALL void release(struct ob_session *s)
{
    const struct ob_engine *e;

    if (!s->last_epoch || !obi_has_state(s))
        return;
    s->last_epoch = 0;
    e = s->dispatcher->engine[0];
    if (e->ops->close)
        e->ops->close(e->dev, s);
}

/* A FIRST op that has been checked: its stream's counts. */
static inline void begin_stream(struct ob_session *s, const struct ob_op *op, const uint64_t *count)
{
#if OBI_HASH_ONLY
    (void)count;
    s->in_done = 0;
    s->total_in = op->total_in;
    if (op->flags & OB_LAST)
        s->total_in = op->in_len;
#else
    obi_clear((uint8_t *)s + offsetof(struct ob_session, held_len),
              offsetof(struct ob_session, total_aad) - offsetof(struct ob_session, held_len));
    memcpy((uint8_t *)s + offsetof(struct ob_session, total_aad), count + 2, 2 * sizeof *count);
    s->stream_flags = (uint8_t)(op->flags & (OB_ENCRYPT | OB_VERIFY));
#endif
    s->stream = s->alg;
}

/* Let the engine have the session's key. */
static inline int open_key(struct ob_session *s)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    int r = OB_OK;

    ob_wipe(s->state, sizeof s->state);
    if (e->ops->open)
        r = e->ops->open(e->dev, s);
    if (r == OB_OK)
        s->last_epoch = s->dispatcher->epoch;
    return r;
}

#if OB_WITH_PK
/* Check the result of a private RSA operation (docs/decisions/rsa-results-are-checked.md): OB_OK or OB_E_IO. */
static int check_result(struct ob_session *s, struct ob_op *op)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    size_t out_len = op->out_len;
    uint8_t flags = s->flags;
    int r;

    op->flags |= OB_VERIFY;
    s->flags = 0;
    r = find_row(s, obi_direction(s, op->flags), op->in_len);
    s->flags = flags;
    if (r == OB_OK)
        r = e->ops->submit(e->dev, s, op);
    op->flags &= ~(uint32_t)OB_VERIFY;
    op->out_len = out_len;
    return r == OB_OK ? OB_OK : OB_E_IO;
}
#endif

/* in_the_way: 0, or the caller's reason for OB_E_STATE. */
OBI_PK_LOCAL OBI_SMALL_CALL int obi_run(struct ob_session *s, struct ob_op *op, unsigned in_the_way)
{
    uint64_t count[OBI_COUNTS];
    const struct ob_engine *e;
#if !OBI_HASH_ONLY
    size_t len = 0; /* what out receives; a public-key engine says it itself */
#endif
#if OBI_HASH_ONLY
    const unsigned dir = OB_DIR_ENCRYPT;
#else
    unsigned dir;
#endif
    int r = OB_E_STATE;

    if (!in_the_way)
        r = obi_check(s, op, count);

    if (r != OB_OK)
        return r;
#if OB_WITH_PK
    dir = obi_direction(s, op->flags);
    if (s->alg >= OB_AES_ECB)
        len = op->in_len;
#elif !OBI_HASH_ONLY
    dir = op->flags >> 4; /* OB_VERIFY, of hashes and MACs; else the reverse of OB_ENCRYPT */
    if (s->alg >= OB_AES_ECB) {
        len = op->in_len;
        dir = ~(op->flags >> 3);
    }
    dir = OB_DIR_ENCRYPT + (dir & 1);
#endif
    if (op->flags & OB_FIRST) {
        begin_stream(s, op, count);
        r = find_row(s, dir, op->in_len);
        if (r != OB_OK)
            goto end;
#if OB_WITH_PK
        if (obi_pk_needs_checked(s->alg, (uint8_t)dir, op->in == op->out) &&
            !(s->dispatcher->engine[0]->ops->caps[s->row].flags & OB_CAP_CHECKED)) {
            r = OB_E_DECLINED;
            goto end;
        }
#endif
        if (!obi_has_state(s)) {
            r = open_key(s);
            if (r != OB_OK)
                goto failed;
        }
    }
    e = s->dispatcher->engine[0];
#if !OBI_HASH_ONLY
    op->out_len = len;
#endif
    r = e->ops->submit(e->dev, s, op);
#if OB_WITH_PK
    if (r == OB_OK && s->pk && !s->testing && obi_pk_to_check(s->alg, op->flags, &e->ops->caps[s->row]))
        r = check_result(s, op);
#endif
#if !OBI_HASH_ONLY
    if (r == OB_OK && op->out_len != len && !(OB_WITH_PK && s->pk))
        r = OB_E_IO;
#endif
    if (r == OB_OK) {
#if OBI_HASH_ONLY
        s->in_done += op->in_len;
#else
        memcpy((uint8_t *)s + offsetof(struct ob_session, aad_done), count, 2 * sizeof *count);
#endif
        if (op->flags & OB_LAST)
            goto end;
        return r;
    }
failed:
    if (op->flags & OB_FIRST) {
        if (~(unsigned)r <= ~(unsigned)OB_E_ARG)
            goto end; /* nothing was written */
    } else if (r == OB_E_BUSY) {
        return r; /* the stream goes on later */
    }
    /* wipe what it may have written, and set the engine aside if it is to blame (DESIGN.md, rule 4) */
#if !OBI_HASH_ONLY
    ob_wipe(op->out, OB_WITH_PK && s->pk ? op->out_size : len);
#endif
    if (op->flags & OB_LAST && (OBI_HASH_ONLY || (op->tag && dir == OB_DIR_ENCRYPT)))
        ob_wipe(op->tag, op->tag_len);
    if (OBI_HASH_ONLY || r != OB_E_AUTH) {
        release(s);
        s->dispatcher->end_row = 0; /* until its self-test passes again */
        r = OB_E_IO;
    }
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
        int r = first_error == OB_OK ? obi_run(s, op, 0) : OB_E_STATE;

        if (first_error == OB_OK)
            first_error = r;
        if (OBI_HASH_ONLY || r < 0)
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

OBI_PK_LOCAL void obi_session_begin(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg)
{
    s->alg = alg; /* the first field: it need not be kept across the call */
    ob_wipe((uint8_t *)s + 1, offsetof(struct ob_session, key) - 1);
    s->dispatcher = obi_dispatcher(d);
#if OB_WITH_PK /* others get it where they open */
    s->flags = s->dispatcher->policy.session_flags;
#endif
}
_Static_assert(offsetof(struct ob_session, alg) == 0, "the algorithm is the first field");

void ob_session_close(struct ob_session *s)
{
    release(s);
    ob_wipe(s, sizeof *s);
}

int ob_session_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    int r = OB_E_ARG;
#if !OBI_HASH_ONLY
    const struct obi_kat *kat;
#endif

    obi_session_begin(s, d, alg);
#if OBI_HASH_ONLY
    (void)key;
    if ((unsigned)alg - OB_MD5 <= OB_SM3 - OB_MD5 && key_len == 0)
        r = find_row(s, ANY, 0);
    s->flags = s->dispatcher->policy.session_flags;
#else
    s->flags = s->dispatcher->policy.session_flags;
    for (kat = obi_kats;; kat++) {
        OBI_OPAQUE(s);
        if (!kat->alg)
            goto end;
        if (kat->alg != s->alg)
            continue;
        s->kat = kat;
        if (kat->key_len == key_len)
            break;
#if OB_WITH_MAC
        if (kat->key_len == OBI_KAT_ANY_KEY) {
            if (key_len <= kat->unit)
                break;
            if (OB_SESSION_KEY_MAX < OB_DIGEST_MAX && kat->len > OB_SESSION_KEY_MAX)
                goto end;
            /* HMAC keys longer than the block count by their hash (RFC 2104, section 2). The session itself does the
             * hashing before it becomes a MAC session, and the place of its key takes the digest. ob_feed asks for the
             * pointer. */
            s->alg = OB_HMAC_HASH(s->alg);
            r = ob_feed(s, OB_FIRST | OB_LAST, s->key, kat->len, key, key_len);
            if (r != OB_OK)
                goto end;
            release(s);
            s->alg = OB_HMAC(s->alg);
            key_len = kat->len;
            goto in_place;
        }
#endif
    }
    if (key_len) {
        if (!key || (OB_SESSION_KEY_MAX < OB_BLOCK_MAX && key_len > OB_SESSION_KEY_MAX))
            goto end;
        memcpy(s->key, key, key_len);
        OBI_OPAQUE(s); /* or its algorithm is spilled */
    }
#if OB_WITH_CIPHER
    if (s->alg == OB_AES_XTS && !ob_differ(s->key, s->key + key_len / 2, key_len / 2))
        goto end;
#endif
#if OB_WITH_MAC
in_place:
#endif
    s->key_len = (uint16_t)key_len;
    OBI_OPAQUE(key_len);
    s->bits = (uint16_t)(key_len * 8);
    r = find_row(s, ANY, 0);
end:
#endif
    if (r != OB_OK)
#if OBI_HASH_ONLY
        s->dispatcher = NULL;
#else
        ob_session_close(s);
#endif
    return r;
}

#if OB_WITH_PK
/* testing: as obi_session_open_row, or any row. */
void obi_session_for_test(struct ob_session *s, struct ob_engine *e, uint8_t testing)
{
    e->dispatcher->first_row = testing == OBI_TESTING_ANY ? 0 : (uint8_t)(testing - 1);
    s->testing = 1;
    s->flags = 0;
}
#endif

int ob_session_pin(struct ob_session *s, const struct ob_engine *e)
{
    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    return !e || e->dispatcher == s->dispatcher ? OB_OK : OB_E_DECLINED;
}

int ob_session_require(struct ob_session *s, unsigned flags)
{
#if OB_WITH_PK
    uint8_t before = s->flags;
#endif

    if (s->stream != OB_STREAM_IDLE)
        return OB_E_STATE;
    s->flags = (uint8_t)flags;
#if OB_WITH_PK
    if (s->pk && !obi_pk_may_serve(s)) {
        s->flags = before;
        return OB_E_DECLINED;
    }
#endif
    return OB_OK;
}

int ob_session_clone(struct ob_session *dst, const struct ob_session *src)
{
    const struct ob_engine *e = src->dispatcher->engine[0];
    int r = OB_OK;

    memcpy(dst, src, sizeof *dst);
    if (obi_has_state(src) && e->ops->clone)
        r = e->ops->clone(e->dev, dst, src);
    if (r != OB_OK)
        ob_wipe(dst, sizeof *dst); /* the engine has given dst nothing to close */
    return r;
}

int ob_session_reset(struct ob_session *s)
{
    s->stream = OB_STREAM_IDLE;
    s->held_len = 0;
    ob_wipe(s->held, offsetof(struct ob_session, state) - offsetof(struct ob_session, held)); /* mid, too */
    return OB_OK;
}

/* ---- registry ---- */

#include "single_selftest.c" // NOLINT(bugprone-suspicious-include)

static OBI_SMALL_CALL int selftest(struct ob_engine *e)
{
    static struct ob_session s; /* too large for the stack of a small part, and never needed twice at once */
    int row = e->ops->n_caps, r = OB_OK;

    OBI_OPAQUE(r);
    e->dispatcher->end_row = (uint8_t)row;
    for (;;) { /* the last first, so that all may be chosen at the end */
        row--;
        OBI_OPAQUE(row);
        if (row < 0)
            break;
        e->dispatcher->first_row = (uint8_t)row;
        r = test_row(&s, e, &e->ops->caps[row]);
        if (r != OB_OK) {
            e->dispatcher->end_row = 0;
            break;
        }
    }
    return r;
}

int ob_selftest(struct ob_engine *e, unsigned classes)
{
    (void)classes;
    return selftest(e);
}

static inline __attribute__((always_inline)) int add(struct ob_dispatcher *d, struct ob_engine *e)
{
    if (!e->ops->start || e->ops->start(e->dev) == OB_OK) {
        d->epoch++;
        d->engine[0] = e;
        e->dispatcher = d;
        if (selftest(e) == OB_OK)
            return OB_OK;
        d->engine[0] = NULL;
        e->dispatcher = NULL;
    }
    return OB_E_IO;
}

int ob_engine_add(struct ob_dispatcher *d, struct ob_engine *e)
{
    d = obi_dispatcher(d);
    if (e->dispatcher || e->ops->state_size > OB_STATE_SIZE)
        return OB_E_ARG;
    if (d->engine[0])
        return OB_E_BUSY;
    return add(d, e);
}

int ob_start(void)
{
    struct ob_dispatcher *d = &ob_default;
    struct ob_engine *e = ob_linked_engines[0];

    OBI_OPAQUE(d);
    return d->engine[0] || (e && !e->dispatcher && add(d, e) == OB_OK) ? 1 : OB_E_DECLINED;
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
    d->engine[0] = NULL;
    d->end_row = 0;
    d->epoch++;
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

/* ---- typed calls ---- */

#include "single_cipher.c" // NOLINT(bugprone-suspicious-include)
#include "typed.c"         // NOLINT(bugprone-suspicious-include)
