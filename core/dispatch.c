/* SPDX-License-Identifier: Apache-2.0 */
/* The path of an op: check, choose, submit, evaluate the result, fall back or retry (DESIGN.md, rules 1, 2, 4, 7 and
 * 9). pending.c handles what an engine completes later. */
#include "check.h"
#include "core.h"
#include "port/clock.h"
#include "port/thread.h"

/* A status of evaluate that no caller sees: try the op on another engine. */
#define REDO 2

static struct ob_engine *engine_of(const struct ob_op *op)
{
    return op->session->dispatcher->engine[op->engine];
}

/* ---- outcome ---- */

/* True if another engine can still serve op: its input is intact and the state before it is known (rule 2). mid: that
 * is the session's mid, which the engine has not changed. */
static bool repeatable(const struct ob_op *op, bool mid, bool intact)
{
    if (op->in_len && op->out == op->in && !intact)
        return false;
    return op->flags & OB_FIRST || mid;
}

static void count_ok(struct ob_session *s, struct ob_op *op, struct ob_engine *e)
{
    obi_count_done(s, op);
    obi_count(e, OBI_OPS, op->in_len);
    obi_trace(e, OB_EVENT_DONE, s->alg, op->row, OB_OK, op->in_len);
}

/* ---- checking what a private RSA operation made (docs/decisions/rsa-results-are-checked.md) ---- */

#if OB_WITH_PK
static int evaluate(struct ob_session *s, struct ob_op *op, int r);

/* True if the row that served op leaves the check of a private RSA result to core. */
static inline bool to_check(const struct ob_session *s, const struct ob_op *op)
{
    return s->alg >= OB_RSA && s->alg <= OB_RSA_PSS && !s->testing &&
           obi_pk_to_check(s->alg, op->flags, &engine_of(op)->ops->caps[op->row]);
}

/* Turn op, which has ended well, into the verification of its own result. */
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

/* As evaluate, for the engine's answer r to the verification of op's result. */
static int evaluate_check(struct ob_session *s, struct ob_op *op, int r)
{
    struct ob_engine *e = engine_of(op);

    switch (r) {
    case OB_OK:
        end_check(op);
        count_ok(s, op, engine_of(op));
        return r;
    case OB_E_AUTH: /* the result is wrong, so the engine that made it failed */
        end_check(op);
        return evaluate(s, op, OB_E_IO);
    case OB_E_DECLINED:
    case OB_E_BUSY:
        obi_count(e, OBI_FALLBACKS, 0);
        break;
    default:
        if (op->cancelled >= OBI_CANCEL_STOP) {
            end_check(op);
            return evaluate(s, op, OB_E_IO);
        }
        obi_count(e, OBI_ERRORS, 0);
        obi_slot_release(s, s->slot);
        obi_quarantine(e, obi_group(s->alg, obi_direction(s, op->flags)));
        break;
    }
    op->tried |= 1u << op->engine;
    return REDO;
}

/* No engine is left that can verify the result: op ends with OB_E_IO. */
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

/* Evaluate an engine's answer r to op. Returns the status for the caller, or REDO. */
static int evaluate(struct ob_session *s, struct ob_op *op, int r)
{
    struct ob_engine *e = engine_of(op);
    bool mid = (e->ops->caps[op->row].flags & OB_CAP_MID) != 0;
    bool failed = r == OB_E_IO; /* as the engine says, or by its cancellation: it has not changed the mid-state */
    bool intact = e->ops->flags & OB_ENGINE_INTACT && failed && !op->cancelled; /* nor written anything */
    bool bound = !(op->flags & OB_FIRST) && !mid; /* only this engine can continue the stream */

#if OB_WITH_PK
    if (op->checking)
        return evaluate_check(s, op, r);
    if (r == OB_OK && obi_complete(s, op) && to_check(s, op))
        return begin_check(op);
#endif
    if ((r == OB_E_DECLINED && bound) || (r == OB_OK && !obi_complete(s, op)) ||
        (r == OB_E_AUTH && !obi_compares(s, op)) || (r == OB_E_ARG && (!OB_WITH_PK || s->alg < OB_RSA)))
        r = OB_E_IO; /* the engine broke the contract: it declined a bound stream, wrote another length, found something
                      * wrong that nobody asked it to compare, or refused what core has checked */
    switch (r) {
    case OB_OK:
        count_ok(s, op, e);
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
            return r; /* the stream stays on this engine; the caller may repeat the op */
        op->tried |= 1u << op->engine;
        return REDO;
    case OB_E_ARG: /* public key: the engine found what core could not check; nothing was written */
        s->stream = OB_STREAM_IDLE;
        break;
    default: /* OB_E_IO, or an answer that the contract does not allow */
        r = OB_E_IO;
        if (!intact)
            obi_wipe_outputs(s, op);
        if (OB_WITH_PK && s->excused) { /* the random source failed, which all engines share, or the caller gave up */
            s->stream = OB_STREAM_IDLE;
            break;
        }
        if (op->cancelled < OBI_CANCEL_STOP) {
            obi_count(e, OBI_ERRORS, 0);
            obi_slot_release(s, s->slot);
            obi_quarantine(e, obi_group(s->alg, obi_direction(s, op->flags)));
            if (!(s->flags & OB_SESSION_NO_RETRY) && repeatable(op, mid && failed, intact)) {
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

/* The engine to which the stream is bound, or -1 if the op may or must choose one. */
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

/* Run submit: the engine's state is open. */
static inline int run_submit(struct ob_session *s, struct ob_op *op, struct ob_engine *e)
{
    int r;

    obi_trace(e, OB_EVENT_SUBMITTED, s->alg, op->row, OB_OK, op->in_len);
    /* The engine before may have completed op in its submit. A thread that cancels the session's ops may read it now.
     */
    __atomic_store_n(&op->state, OBI_IN_CORE, __ATOMIC_RELAXED);
    op->out_len = obi_expected_len(s, op);
    r = e->ops->submit(e->dev, s, op);
    if (r > OB_PENDING)
        return OB_E_STATE; /* core has meanings of its own for these, and an engine may not answer this one either */
    if (r == OB_PENDING) {
#if OB_ASYNC
        if (e->ops->poll)
            r = obi_set_pending(e, op); /* after OB_PENDING another thread may have finished op */
        else
#endif
            r = OB_E_STATE; /* an engine without poll can never complete it */
    }
    return r;
}

#if OB_WITH_SLOTS
/* Submit op, whose key lives in e. Its state in the session is made for this op alone. */
static __attribute__((noinline)) int submit_slot_key(struct ob_session *s, struct ob_op *op, struct ob_engine *e)
{
    int r = obi_key_slot_begin(s, op);

    if (r != OB_OK)
        return r;
    r = obi_slot_take(s, op->engine, op->row);
    if (r == OB_OK) {
        r = run_submit(s, op, e);
        if (r == OB_PENDING)
            return r;
        obi_slot_close(s, e, s->slot);
    }
    obi_key_slot_end(s);
    return r;
}
#endif

/* Submit op to its engine. Returns the engine's answer, or OB_E_BUSY if another op or another thread has the engine. */
static int submit_to_engine(struct ob_session *s, struct ob_op *op)
{
    struct ob_engine *e = engine_of(op);
    bool open = s->owner[s->slot] == op->engine + 1; /* the usual case needs no call */
    int r = OB_OK;

    if (!obi_acquire(e))
        return OB_E_BUSY;
    if (open) {
        s->row = op->row;
#if OB_WITH_SLOTS
    } else if (obi_key_is_in_slot(s)) {
        r = submit_slot_key(s, op, e);
        obi_release(e);
        return r;
#endif
    } else {
        r = obi_slot_take(s, op->engine, op->row);
        if (r == OBI_NO_SLOT) { /* release another engine's slot; this engine's lock must not be held meanwhile */
            obi_release(e);
            obi_slot_vacate(s);
            if (!obi_acquire(e))
                return OB_E_BUSY;
            r = obi_slot_take(s, op->engine, op->row);
        }
    }
    if (r == OB_OK)
        r = run_submit(s, op, e);
    obi_release(e);
    return r;
}

/* Wait a little for a busy engine, and collect what engines complete, but call no callback. False if op's deadline has
 * passed. */
static bool wait_a_little(struct ob_op *op, uint64_t *until)
{
#if OB_ASYNC
    if (*until == 0)
        *until = obi_due(op);
    obi_collect(op->dispatcher);
    ob_port_relax();
    return ob_port_clock_ns() < *until;
#else
    (void)op;
    (void)until;
    return false; /* without asynchronous engines nothing changes by waiting */
#endif
}

/* Try one engine after the other until one accepts op. Returns a final status or OB_PENDING. */
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
#if OB_WITH_SLOTS
            if (obi_key_is_in_slot(s) && !op->was_busy)
                return obi_key_slot_unserved(s, op);
#endif
            return op->was_busy ? OB_E_BUSY : OB_E_DECLINED;
        }
        op->engine = (uint8_t)engine;
        if (obi_is_callers(s, (unsigned)engine))
            return OB_E_DECLINED; /* the caller's own code is cheaper */
        until = 0;
        do {
            r = submit_to_engine(s, op);
        } while (r == OB_E_BUSY && s->flags & OB_SESSION_WAIT && wait_a_little(op, &until));
        if (r == OB_OK && obi_complete(s, op) && !to_check(s, op) && !op->checking) {
            count_ok(s, op, engine_of(op));
            return r;
        }
        if (r == OB_PENDING)
            return r;
#if OB_WITH_SLOTS
        if (r == OBI_NO_KEY || r == OBI_NOT_ALLOWED) {
            if (op->checking)
                return give_up_check(s, op); /* the key has gone since the result was made */
            s->stream = OB_STREAM_IDLE;
            return r == OBI_NO_KEY ? OB_E_STATE : OB_E_ARG;
        }
#endif
        r = evaluate(s, op, r);
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
    s->excused = 0;
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
        return OB_E_STATE; /* the engine of the stream was removed */
    return attempt(s, op);
}

/* Write the final status of op; next, its successor or NULL, becomes the session's op. op may no longer exist after
 * this, unless it has a callback: then it is appended to the list that ends at *end. Status and successor change
 * together under the lock, so that close sees both or neither. */
static void finish(struct ob_session *s, struct ob_op *op, struct ob_op *next, int status, struct ob_op ***end)
{
    uint32_t *lock = &s->dispatcher->lock;

    if (status < 0)
        op->out_len = 0;
    if (op->done) {
        op->list_next = NULL;
        **end = op;
        *end = &op->list_next;
    }
    obi_lock(lock);
    if (next)
        next->state = OBI_IN_CORE;
    s->op = next;
    ob_port_store32(&op->status, status);
    ob_port_unlock(lock);
}

/* Call the callbacks of a list of ops. A callback may close the session and use its own op again. */
static void notify(struct ob_op *op)
{
    while (op) {
        struct ob_op *next = op->list_next;

        op->done(op);
        op = next;
    }
}

/* Finish op with r, then run its successors until one is pending. After an error or a cancellation all successors end
 * with OB_E_STATE. Returns OB_PENDING or the first error. *to_notify: the ops whose callbacks the caller must call;
 * session and chain are no longer used then. */
static int finish_chain(struct ob_session *s, struct ob_op *op, int r, struct ob_op **to_notify)
{
    struct ob_op **end = to_notify;
    int answer = r;

    *to_notify = NULL;
    for (;;) {
        struct ob_op *next = op->next;
        bool goes_on = r == OB_OK && op->cancelled < OBI_CANCEL_STOP;

        finish(s, op, next, r, &end);
        if (!next)
            break;
        if (!goes_on)
            next->cancelled = op->cancelled;
        op = next;
        r = goes_on ? start(s, op) : OB_E_STATE;
        if (r == OB_PENDING || answer == OB_OK)
            answer = r;
        if (r == OB_PENDING)
            break;
    }
    return answer;
}

int ob_submit(struct ob_session *s, struct ob_op *op)
{
    void (*done)(struct ob_op *);
    struct ob_op *to_notify;
    int r;

    if (!op)
        return OB_E_ARG;
    if (!s->dispatcher || obi_is_busy(s))
        return OB_E_STATE;
    for (struct ob_op *o = op; o; o = o->next) {
        o->session = s;
        o->dispatcher = s->dispatcher;
        o->status = OB_PENDING;
    }
    r = start(s, op);
    if (r == OB_PENDING)
        return r;
    if (op->next) {
        r = finish_chain(s, op, r, &to_notify);
        notify(to_notify);
        return r;
    }
    done = op->done; /* the usual case needs no call */
    if (r < 0)
        op->out_len = 0;
    ob_port_store32(&op->status, r);
    if (done)
        done(op);
    return r;
}

#if OB_ASYNC
int obi_resume(struct ob_op *op)
{
    struct ob_session *s = op->session;
    struct ob_dispatcher *d = op->dispatcher;
    struct ob_op *to_notify = NULL;
    int r;

#if OB_WITH_SLOTS
    if (obi_key_is_in_slot(s)) {
        obi_slot_release(s, s->slot);
        obi_key_slot_end(s);
    }
#endif
    r = evaluate(s, op, op->result);

    if (r == REDO && op->cancelled >= OBI_CANCEL_STOP) {
#if OB_WITH_PK
        if (op->checking)
            end_check(op);
#endif
        obi_wipe_outputs(s, op);
        r = OB_E_IO;
    } else if (r == REDO) {
        op->cancelled = 0;
        r = attempt(s, op);
    }
    if (r != OB_PENDING) {
        if (r < 0 && op->flags & OB_FIRST)
            s->stream = OB_STREAM_IDLE;
        (void)finish_chain(s, op, r, &to_notify);
    }
    obi_lock(&d->lock);
    d->finishing--;
    ob_port_unlock(&d->lock);
    notify(to_notify);
    return r;
}

/* Wait for an op that was submitted. A self-test must finish no other op, because it may run in the middle of one. */
static int wait_for(struct ob_op *op, bool testing)
{
    return testing ? obi_wait_alone(op) : ob_wait(op);
}
#endif

int obi_finish_whole(struct ob_session *s, struct ob_op *op, int r)
{
    op->session = s;
    op->dispatcher = s->dispatcher;
    op->status = OB_PENDING;
    op->tried = 0;
    op->was_busy = op->failed = op->cancelled = op->checking = 0;
    s->excused = 0;
    op->out_len = obi_expected_len(s, op);
    obi_begin_stream(s, op);
    r = evaluate(s, op, r);
    if (r == REDO)
        r = attempt(s, op);
#if OB_ASYNC
    if (r == OB_PENDING)
        return wait_for(op, s->testing);
#endif
    s->stream = OB_STREAM_IDLE;
    return r;
}

int ob_run(struct ob_session *s, struct ob_op *op)
{
    bool testing = s->testing != 0;
    int r = ob_submit(s, op);

#if OB_ASYNC
    if (r == OB_PENDING) {
        r = OB_OK;
        for (struct ob_op *next; op; op = next) {
            int status = wait_for(op, testing);

            next = op->next;
            if (r == OB_OK)
                r = status;
        }
    }
#endif
    return r;
}
