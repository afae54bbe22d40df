/* SPDX-License-Identifier: Apache-2.0 */
/* The core of a build with one engine that answers at once (OB_ENGINES_MAX 1, OB_ASYNC 0): nothing to choose, to wait
 * for or to fall back to, so this file stands in for choose.c, dispatch.c, registry.c and session.c, under the same
 * calls. The engine's self-test runs when it is added; an engine that fails it is not added. */
#include <string.h>

#include "core.h"

struct ob_dispatcher ob_default;

/* ---- registry ---- */

int ob_selftest(struct ob_engine *e, unsigned classes)
{
    static struct ob_session s; /* too large for the stack of a small part, and never needed twice at once */
    int r = OB_OK;

    (void)classes;
    for (unsigned row = 0; row < e->ops->n_caps && r == OB_OK; row++) {
#if OB_WITH_PK
        if (OB_ALG_CLASS(e->ops->caps[row].alg) == OB_CLASS_PK)
            r = obi_selftest_pk_row(&s, e, row);
        else
#endif
            r = obi_selftest_row(&s, e, row);
    }
    e->ready = r == OB_OK;
    return r;
}

int ob_engine_add(struct ob_dispatcher *dispatcher, struct ob_engine *e)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    if (d->n_engines)
        return OB_E_BUSY;
    if (e->ops->state_size > OB_STATE_SIZE)
        return OB_E_ARG;
    if (e->ops->start && e->ops->start(e->dev) != OB_OK)
        return OB_E_IO;
    e->dispatcher = d;
    d->engine[0] = e;
    if (ob_selftest(e, 0) != OB_OK) {
        e->dispatcher = NULL;
        return OB_E_IO;
    }
    d->n_engines = 1;
    return OB_OK;
}

int ob_start(void)
{
    if (ob_default.n_engines == 0 && (!ob_linked_engines[0] || ob_engine_add(NULL, ob_linked_engines[0]) != OB_OK))
        return OB_E_DECLINED;
    return 1;
}

void ob_stop(struct ob_dispatcher *dispatcher)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    struct ob_engine *e = d->engine[0];

    if (!d->n_engines)
        return;
    d->n_engines = 0;
    e->dispatcher = NULL;
    if (e->ops->stop)
        e->ops->stop(e->dev);
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

/* The first row for the session's key that offers one of dirs: true, and s->row. */
static bool find_row(struct ob_session *s, uint8_t dirs)
{
    const struct ob_engine_ops *ops = s->dispatcher->engine[0]->ops;
    const struct ob_cap *cap = ops->caps;

    for (uint8_t row = 0; row < ops->n_caps; row++, cap++)
        if (cap->alg == s->alg && cap->dirs & dirs && obi_may_use(s, row) && obi_row_matches(cap, s->curve, s->bits) &&
            (!(s->flags & OB_SESSION_CT) || cap->flags & OB_CAP_CT) &&
            (!(s->flags & OB_SESSION_HARDWARE) || cap->flags & OB_CAP_HARDWARE)) {
            s->row = row;
            return true;
        }
    return false;
}

bool obi_match_rows(struct ob_session *s)
{
    return (s->testing || s->dispatcher->n_engines) && find_row(s, 0xff);
}

/* ---- sessions ---- */

static void release(struct ob_session *s)
{
    const struct ob_engine *e = s->dispatcher->engine[0];

    if (s->owner[0]) {
        if (e->ops->close)
            e->ops->close(e->dev, s);
        s->owner[0] = 0;
    }
    ob_wipe(s->state, sizeof s->state);
}

void ob_session_close(struct ob_session *s)
{
    if (!s->dispatcher)
        return;
    release(s);
    ob_wipe(s, offsetof(struct ob_session, state));
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

    memcpy(dst, src, sizeof *dst);
    if (dst->owner[0] && e->ops->clone) {
        int r = e->ops->clone(e->dev, dst, src);

        if (r != OB_OK) {
            dst->owner[0] = 0;
            ob_session_close(dst);
            return r;
        }
    }
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

/* ---- ops ---- */

static int run(struct ob_session *s, struct ob_op *op)
{
    const struct ob_engine *e = s->dispatcher->engine[0];
    int r = obi_check(s, op);

    if (r != OB_OK)
        return r;
    if (op->flags & OB_FIRST)
        obi_begin_stream(s, op);
    r = OB_E_DECLINED;
    if (!(s->testing || e->ready) || !find_row(s, obi_direction(s, op->flags)))
        goto ended;
    if (!s->owner[0]) {
        if (e->ops->open && (r = e->ops->open(e->dev, s)) != OB_OK)
            goto ended;
        s->owner[0] = 1;
    }
    op->out_len = obi_expected_len(s, op);
    r = e->ops->submit(e->dev, s, op);
    if (r == OB_OK && obi_complete(s, op)) {
        obi_count_done(s, op);
        return r;
    }
    if (r == OB_E_BUSY && !(op->flags & OB_FIRST))
        return r; /* the stream goes on later */
    if (r == OB_E_AUTH) {
        obi_wipe_outputs(s, op);
    } else if (r > OB_E_DECLINED || r == OB_E_IO) { /* failed, or done in part */
        r = OB_E_IO;
        obi_wipe_outputs(s, op);
        release(s);
        ((struct ob_engine *)(uintptr_t)e)->ready = 0; /* until its self-test passes again */
    }
ended:
    s->stream = OB_STREAM_IDLE;
    return r;
}

int ob_submit(struct ob_session *s, struct ob_op *op)
{
    int r = OB_OK, first_error = OB_OK;

    if (!s->dispatcher)
        return OB_E_STATE;
    while (op) {
        struct ob_op *next = op->next;
        void (*done)(struct ob_op *) = op->done;

        r = first_error == OB_OK ? run(s, op) : OB_E_STATE;
        if (first_error == OB_OK)
            first_error = r;
        if (r < 0)
            op->out_len = 0;
        op->status = r;
        if (done)
            done(op);
        op = next;
    }
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
