/* SPDX-License-Identifier: Apache-2.0 */
/* The path of an op: check, choice, submit, completion, fallback and retry (DESIGN.md, rules 1, 2, 4, 7 and 9). */
#include "core.h"
#include "port/clock.h"
#include "port/lock.h"
#include "port/thread.h"

#define TIMEOUT_NS 10000000000u /* default of ob_dispatcher.timeout_ns */

/* Internal verdict of conclude: try the op on another engine. */
#define REDO 2

static struct ob_engine *engine_of(const struct ob_op *op)
{
    return op->session->dispatcher->engine[op->engine];
}

static uint64_t due(const struct ob_op *op)
{
    uint64_t timeout = op->session->dispatcher->timeout_ns;

    return op->deadline_ns ? op->deadline_ns : ob_port_clock_ns() + (timeout ? timeout : TIMEOUT_NS);
}

/* ---- engine lock and pending list ---- */

#if OB_ASYNC
static void list_lock(struct ob_engine *e)
{
    while (!ob_port_trylock(&e->list_lock))
        ob_port_relax();
}

static void pending_add(struct ob_engine *e, struct ob_op *op)
{
    op->due_ns = due(op);
    list_lock(e);
    op->pending_next = e->pending;
    e->pending = op;
    ob_port_unlock(&e->list_lock);
    op->session->op = op;
}

static void pending_remove(struct ob_engine *e, struct ob_op *op)
{
    list_lock(e);
    for (struct ob_op **p = &e->pending; *p; p = &(*p)->pending_next)
        if (*p == op) {
            *p = op->pending_next;
            break;
        }
    ob_port_unlock(&e->list_lock);
    op->session->op = NULL;
}
#endif

/* ---- outcome ---- */

/* True if another engine may still do op: its input is intact and the state before it is known (rule 2). */
static bool repeatable(const struct ob_op *op, bool mid, bool intact)
{
    if (op->in_len && op->out == op->in && !intact)
        return false;
    return op->flags & OB_FIRST || mid;
}

static void conclude_well(struct ob_session *s, struct ob_op *op, struct ob_engine *e)
{
    obi_count_done(s, op);
    obi_count(e, OBI_OPS, op->in_len);
    obi_trace(e, OB_EVENT_DONE, s->alg, op->row, OB_OK, op->in_len);
}

/* ---- checking what a private RSA operation made (docs/decisions/rsa-results-are-checked.md) ---- */

#if OB_WITH_PK
static int conclude(struct ob_session *s, struct ob_op *op, int r);

/* True if op has been made by a row that does not check its private RSA results itself. */
static inline bool to_check(const struct ob_session *s, const struct ob_op *op)
{
    return s->alg >= OB_RSA && s->alg <= OB_RSA_PSS && !s->testing &&
           obi_pk_to_check(s->alg, op->flags, &engine_of(op)->ops->caps[op->row]);
}

/* Turn op, which its engine has ended well, into the check of its result. */
static int begin_check(struct ob_op *op)
{
    op->checking = 1;
    op->made_by = op->engine;
    op->made_row = op->row;
    op->made_len = op->out_len;
    op->made_tried = op->tried;
    op->tried = 0;
    op->flags |= OB_VERIFY;
    return REDO;
}

static void end_check(struct ob_op *op)
{
    op->checking = 0;
    op->engine = op->made_by;
    op->row = op->made_row;
    op->out_len = op->made_len;
    op->tried = op->made_tried;
    op->flags &= ~(uint32_t)OB_VERIFY;
}

/* Account for an engine's answer r to the check of op, as conclude. */
static int conclude_check(struct ob_session *s, struct ob_op *op, int r)
{
    struct ob_engine *e = engine_of(op);

    switch (r) {
    case OB_OK:
        end_check(op);
        conclude_well(s, op, engine_of(op));
        return r;
    case OB_E_AUTH: /* the result is wrong: a fault of the engine that made it */
        end_check(op);
        return conclude(s, op, OB_E_IO);
    case OB_E_DECLINED:
    case OB_E_BUSY:
        obi_count(e, OBI_FALLBACKS, 0);
        break;
    default:
        if (op->cancelled == OBI_CANCEL_CLOSE) {
            end_check(op);
            return conclude(s, op, OB_E_IO);
        }
        obi_count(e, OBI_ERRORS, 0);
        obi_slot_release(s, s->slot);
        obi_quarantine(e, OB_CLASS_PK);
        break;
    }
    op->tried |= 1u << op->engine;
    return REDO;
}

/* No engine is left that can check op: its result stays here. */
static int give_up_check(struct ob_session *s, struct ob_op *op)
{
    end_check(op);
    obi_wipe_outputs(s, op);
    s->stream = OB_STREAM_IDLE;
    return OB_E_IO;
}
#else
#define to_check(s, op) false
#endif

/* Account for an engine's answer r to op: the status to give to the caller, or REDO. */
static int conclude(struct ob_session *s, struct ob_op *op, int r)
{
    struct ob_engine *e = engine_of(op);
    bool mid = (e->ops->caps[op->row].flags & OB_CAP_MID) != 0;
    bool intact = e->ops->flags & OB_ENGINE_INTACT && r == OB_E_IO; /* nothing is written */
    bool bound = !(op->flags & OB_FIRST) && !mid;                   /* only this engine can go on with the stream */

#if OB_WITH_PK
    if (op->checking)
        return conclude_check(s, op, r);
    if (r == OB_OK && to_check(s, op))
        return begin_check(op);
#endif
    if ((r == OB_E_DECLINED && bound) || (r == OB_OK && !obi_complete(s, op)))
        r = OB_E_IO; /* declined after binding, or done in part only: a broken engine */
    switch (r) {
    case OB_OK:
        conclude_well(s, op, e);
        return r;
    case OB_E_AUTH:
        obi_wipe_outputs(s, op);
        s->stream = OB_STREAM_IDLE;
        obi_count(e, OBI_OPS, op->in_len);
        break;
    case OB_E_DECLINED:
    case OB_E_BUSY:
        obi_count(e, OBI_FALLBACKS, 0);
        obi_trace(e, OB_EVENT_FELL_BACK, s->alg, op->row, r, op->in_len);
        if (r == OB_E_BUSY)
            op->was_busy = 1;
        if (bound)
            return r; /* the stream stays here and goes on later */
        op->tried |= 1u << op->engine;
        return REDO;
    case OB_E_ARG: /* what only the engine could know; nothing is written */
        s->stream = OB_STREAM_IDLE;
        break;
    default: /* OB_E_IO, and whatever the contract does not allow */
        r = OB_E_IO;
        if (!intact)
            obi_wipe_outputs(s, op);
        if (op->cancelled != OBI_CANCEL_CLOSE) {
            obi_count(e, OBI_ERRORS, 0);
            obi_slot_release(s, s->slot);
            obi_quarantine(e, OB_ALG_CLASS(s->alg));
            if (!(s->flags & OB_SESSION_NO_RETRY) && repeatable(op, mid, intact)) {
                op->tried |= 1u << op->engine;
                op->failed = 1;
                obi_count(e, OBI_RETRIES, 0);
                obi_trace(e, OB_EVENT_RETRIED, s->alg, op->row, r, op->in_len);
                return REDO;
            }
        }
        s->stream = OB_STREAM_IDLE;
        break;
    }
    obi_trace(e, OB_EVENT_DONE, s->alg, op->row, r, op->in_len);
    return r;
}

/* ---- attempts ---- */

/* The engine that the stream is bound to, or -1 if the op may or must choose. */
static int bound_engine(const struct ob_session *s, const struct ob_op *op)
{
    unsigned owner = s->owner[s->slot];
    const struct ob_engine *e;

    if (op->flags & OB_FIRST || op->tried || s->resumed || owner == 0)
        return -1;
    e = s->dispatcher->engine[owner - 1];
    if (op->in_len && e->ops->caps[s->row].flags & OB_CAP_MID &&
        ((s->in_done | s->aad_done) & (ob_alg_block(s->alg) - 1)) == 0)
        return -1;
    return (int)owner - 1;
}

/* Give op to its engine: the engine's answer, or OB_E_BUSY while another op holds it. */
static int give(struct ob_session *s, struct ob_op *op)
{
    struct ob_engine *e = engine_of(op);
    int r;

    if (!obi_acquire(e))
        return OB_E_BUSY;
    if (s->owner[s->slot] == op->engine + 1) { /* the usual case, without a call */
        s->row = op->row;
        r = OB_OK;
    } else {
        r = obi_slot_take(s, op->engine, op->row);
    }
    if (r == OB_OK) {
        obi_trace(e, OB_EVENT_SUBMITTED, s->alg, op->row, OB_OK, op->in_len);
#if OB_ASYNC
        if (e->ops->poll)
            pending_add(e, op);
#endif
        op->out_len = obi_expected_len(s, op);
        r = e->ops->submit(e->dev, s, op);
#if OB_ASYNC
        if (r == OB_PENDING && e->ops->poll)
            return r; /* op may already be complete, and gone */
        if (e->ops->poll)
            pending_remove(e, op);
#endif
        if (r == OB_PENDING)
            r = OB_E_IO; /* an engine without poll never completes it */
    }
    obi_release(e);
    return r;
}

#if OB_ASYNC
/* Let time pass for a busy engine: false once the op's deadline has passed. */
static bool wait_a_little(const struct ob_op *op, uint64_t *until)
{
    if (*until == 0)
        *until = due(op);
    (void)ob_poll(op->session->dispatcher);
    ob_port_relax();
    return ob_port_clock_ns() < *until;
}
#else
static bool wait_a_little(const struct ob_op *op, uint64_t *until)
{
    (void)op;
    (void)until;
    return false; /* nothing completes by itself: what is busy stays busy */
}
#endif

/* Run op on one engine after the other until one takes it: a final status, or OB_PENDING. */
static int attempt(struct ob_session *s, struct ob_op *op)
{
    uint64_t until;
    int r;

    do {
        int engine = bound_engine(s, op);

        op->row = s->row;
        if (engine < 0)
            engine = obi_choose(s, op, !(op->flags & OB_FIRST), &op->row);
        if (engine < 0) {
#if OB_WITH_PK
            if (op->checking)
                return give_up_check(s, op);
#endif
            if (op->failed) {
                s->stream = OB_STREAM_IDLE;
                return OB_E_IO;
            }
            return op->was_busy ? OB_E_BUSY : OB_E_DECLINED;
        }
        op->engine = (uint8_t)engine;
        if (obi_is_callers(s, (unsigned)engine))
            return OB_E_DECLINED; /* the caller's own code is cheaper */
        until = 0;
        do {
            r = give(s, op);
        } while (r == OB_E_BUSY && s->flags & OB_SESSION_WAIT && wait_a_little(op, &until));
        if (r == OB_OK && obi_complete(s, op) && !to_check(s, op) && !op->checking) {
            conclude_well(s, op, engine_of(op));
            return r;
        }
        if (r == OB_PENDING)
            return r;
        r = conclude(s, op, r);
    } while (r == REDO);
    return r;
}

static int start(struct ob_session *s, struct ob_op *op)
{
    uint64_t count[OBI_COUNTS];
    int r = obi_check(s, op, count);

    if (r != OB_OK)
        return r;
    op->out_len = 0;
    op->tried = 0;
    op->was_busy = op->failed = op->cancelled = op->checking = 0;
    if (op->flags & OB_FIRST) {
        if (s->generation != s->dispatcher->generation && !obi_match_rows(s))
            return OB_E_DECLINED;
        obi_begin_stream(s, op);
        r = attempt(s, op);
        if (r < 0)
            s->stream = OB_STREAM_IDLE;
        return r;
    }
    if (s->generation != s->dispatcher->generation)
        return OB_E_STATE; /* the engine that had the stream is gone */
    return attempt(s, op);
}

/* Publish the final status; op may be gone afterwards. */
static void settle(struct ob_op *op, int status)
{
    void (*done)(struct ob_op *) = op->done;

    if (status < 0)
        op->out_len = 0;
    ob_port_store32(&op->status, status);
    if (done)
        done(op);
}

/* Settle op with r, then run its successors until one is pending or fails. */
static int advance(struct ob_session *s, struct ob_op *op, int r)
{
    for (;;) {
        struct ob_op *next = op->next;

        settle(op, r);
        if (!next)
            return r;
        if (r != OB_OK) {
            for (op = next; op; op = next) {
                next = op->next;
                settle(op, OB_E_STATE);
            }
            return r;
        }
        op = next;
        r = start(s, op);
        if (r == OB_PENDING)
            return r;
    }
}

int ob_submit(struct ob_session *s, struct ob_op *op)
{
    int r;

    if (!op)
        return OB_E_ARG;
    if (!s->dispatcher || s->op)
        return OB_E_STATE;
    for (struct ob_op *o = op; o; o = o->next) {
        o->session = s;
        o->status = OB_PENDING;
    }
    r = start(s, op);
    if (r == OB_PENDING)
        return r;
    if (!op->next) { /* the usual case, without a call */
        settle(op, r);
        return r;
    }
    return advance(s, op, r);
}

int obi_conclude_whole(struct ob_session *s, struct ob_op *op, int r)
{
    op->session = s;
    op->tried = 0;
    op->was_busy = op->failed = op->cancelled = op->checking = 0;
    op->out_len = obi_expected_len(s, op);
    obi_begin_stream(s, op);
    r = conclude(s, op, r);
    if (r == REDO)
        r = attempt(s, op);
#if OB_ASYNC
    if (r == OB_PENDING)
        return ob_wait(op);
#endif
    if (r < 0)
        s->stream = OB_STREAM_IDLE;
    return r;
}

/* ---- completion ---- */

#if OB_ASYNC
static void complete(struct ob_op *op, int status)
{
    struct ob_session *s = op->session;
    struct ob_engine *e = engine_of(op);
    int r;

    pending_remove(e, op);
    obi_release(e);
    r = conclude(s, op, status);
    if (r == REDO)
        r = attempt(s, op);
    if (r == OB_PENDING)
        return;
    if (r < 0 && op->flags & OB_FIRST)
        s->stream = OB_STREAM_IDLE;
    (void)advance(s, op, r);
}

void ob_op_complete(struct ob_op *op, int status)
{
    if (status == OB_PENDING || status > OB_PENDING)
        status = OB_E_IO;
    if (op->cancelled)
        op->status_at_cancel = (int8_t)status; /* obi_cancel goes on from there */
    else
        complete(op, status);
}

/* Cancel a pending op while its engine's poll_lock is held. */
static void cancel_locked(struct ob_op *op, uint8_t why)
{
    struct ob_session *s = op->session;

    op->status_at_cancel = OB_E_IO;
    op->cancelled = why;
    obi_slot_release(s, s->slot); /* the engine's close cancels and waits */
    if (!(op->flags & OB_LAST))
        op->status_at_cancel = OB_E_IO; /* the stream's state is gone with the slot */
    complete(op, op->status_at_cancel);
}

static void poll_lock(struct ob_engine *e)
{
    while (!ob_port_trylock(&e->poll_lock))
        ob_port_relax();
}

void obi_cancel(struct ob_session *s)
{
    struct ob_op *op = s->op;
    struct ob_engine *e = engine_of(op);

    poll_lock(e);
    if (s->op == op) /* else it completed in the meantime */
        cancel_locked(op, OBI_CANCEL_CLOSE);
    ob_port_unlock(&e->poll_lock);
}

/* The first pending op of e that is due at now, or that has to go because the device is dead. */
static struct ob_op *next_due(struct ob_engine *e, uint64_t now, bool dead)
{
    struct ob_op *op;

    list_lock(e);
    for (op = e->pending; op && !dead && op->due_ns > now; op = op->pending_next)
        ;
    ob_port_unlock(&e->list_lock);
    return op;
}

static int poll_engine(struct ob_engine *e)
{
    struct ob_op *op;
    uint64_t now;
    int n;

    if (!ob_port_trylock(&e->poll_lock))
        return 0;
    n = e->ops->poll(e->dev);
    now = ob_port_clock_ns();
    while ((op = next_due(e, now, n < 0)) != NULL) {
        cancel_locked(op, OBI_CANCEL_DUE);
        n = n < 0 ? n : n + 1;
    }
    ob_port_unlock(&e->poll_lock);
    return n < 0 ? 0 : n;
}

int ob_poll(struct ob_dispatcher *dispatcher)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    int n = 0;

    for (unsigned i = 0; i < d->n_engines; i++)
        if (d->engine[i]->ops->poll && d->engine[i]->pending)
            n += poll_engine(d->engine[i]);
    return n;
}

int ob_wait(struct ob_op *op)
{
    int status;

    while ((status = ob_port_load32(&op->status)) == OB_PENDING) {
        (void)ob_poll(op->session->dispatcher);
        ob_port_relax();
    }
    return status;
}
#endif

int ob_run(struct ob_session *s, struct ob_op *op)
{
    int r = ob_submit(s, op);

#if OB_ASYNC
    while (r == OB_PENDING) {
        r = ob_wait(op);
        if (r != OB_OK || !op->next)
            break;
        op = op->next;
        r = OB_PENDING;
    }
#endif
    return r;
}
