/* SPDX-License-Identifier: Apache-2.0 */
/* Ops that an engine has accepted and not yet completed: their lists, deadlines and cancellation, poll and wait.
 *
 * An engine completes an op in one of its verbs, while core holds the engine's lock. There core only moves the op to
 * the dispatcher's ring of completed ops. ob_poll, ob_wait and ob_session_close take it from the ring and finish it
 * while they hold no lock. So a callback may call the dispatcher again, and a thread never waits for itself. Waits
 * inside core (for a busy engine, in a self-test) collect completed ops, too, but finish no op but their own. */
#include <outboard/price.h>

#include "core.h"
#include "port/clock.h"
#include "port/thread.h"

#if OB_ASYNC

#define PRICED_BITS  2048u               /* of the RSA key for which a row that makes keys has its price (calibrate) */
#define LONGEST_COST ((uint64_t)1 << 50) /* in units of price: a million seconds at least; no product below wraps */

static struct ob_engine *engine_of(const struct ob_op *op)
{
    return op->dispatcher->engine[op->engine];
}

/* What op should take on its engine in ns, as the price of its row has it, open included. */
static uint64_t expected_ns(const struct ob_op *op)
{
    uint64_t cost = ob_price_cost(obi_row_price(engine_of(op), op->row), OB_LATENCY, op->in_len, true);

    if (cost > LONGEST_COST)
        cost = LONGEST_COST;
    if (OB_WITH_PK && op->flags & OB_GENERATE && op->session->bits > PRICED_BITS) {
        uint64_t times = (op->session->bits + PRICED_BITS - 1) / PRICED_BITS;

        times *= times * times * times; /* it grows with the fourth power of the length */
        cost = cost < LONGEST_COST / times ? cost * times : LONGEST_COST;
    }
    return cost * OB_PRICE_UNIT_NS;
}

uint64_t obi_due(const struct ob_op *op)
{
    uint64_t timeout = op->dispatcher->timeout_ns ? op->dispatcher->timeout_ns : OBI_TIMEOUT_NS, now, expected;

    if (op->deadline_ns)
        return op->deadline_ns;
    now = ob_port_clock_ns();
    expected = expected_ns(op) * OB_DEADLINE_FACTOR;
    if (timeout < expected)
        timeout = expected;
    return timeout < UINT64_MAX - now ? now + timeout : UINT64_MAX;
}

/* ---- lists, under the dispatcher's lock ---- */

static void pending_add(struct ob_engine *e, struct ob_op *op)
{
    op->list_next = e->pending;
    obi_store_op(&e->pending, op);
}

static void pending_remove(struct ob_engine *e, struct ob_op *op)
{
    if (e->pending == op) {
        obi_store_op(&e->pending, op->list_next);
        return;
    }
    for (struct ob_op *o = e->pending; o; o = o->list_next)
        if (o->list_next == op) {
            o->list_next = op->list_next;
            return;
        }
}

static void completed_add(struct ob_dispatcher *d, struct ob_op *op)
{
    op->state = OBI_COMPLETED;
    if (d->completed) {
        op->list_next = d->completed->list_next;
        d->completed->list_next = op;
    } else {
        op->list_next = op;
    }
    obi_store_op(&d->completed, op);
}

/* Take op out of the ring of completed ops; the oldest one if op is NULL. NULL if it is not there. */
static struct ob_op *completed_take(struct ob_dispatcher *d, const struct ob_op *op)
{
    struct ob_op *last = d->completed, *before = last, *found;

    if (!last)
        return NULL;
    for (found = last->list_next; op && found != op; found = found->list_next) {
        if (found == last)
            return NULL;
        before = found;
    }
    before->list_next = found->list_next;
    if (found == before)
        obi_store_op(&d->completed, NULL);
    else if (found == last)
        obi_store_op(&d->completed, before);
    found->state = OBI_IN_CORE;
    d->finishing++;
    return found;
}

/* ---- from submit to completion ---- */

int obi_set_pending(struct ob_engine *e, struct ob_op *op)
{
    struct ob_dispatcher *d = op->dispatcher;
    int r = OB_PENDING;

    op->due_ns = obi_due(op);
    obi_lock(&d->lock);
    if (op->state == OBI_COMPLETED) { /* the engine completed it before submit returned */
        r = op->result;
    } else {
        op->state = OBI_PENDING;
        op->session->op = op;
        __atomic_store_n(&op->session->was_pending, 1, __ATOMIC_RELAXED); /* in a retry its owner may be closing it */
        pending_add(e, op);
    }
    ob_port_unlock(&d->lock);
    return r;
}

void ob_op_complete(struct ob_op *op, int status)
{
    struct ob_dispatcher *d = op->dispatcher;

    if (status >= OB_PENDING || status < OB_E_IO)
        status = OB_E_STATE; /* which an engine may not answer either: evaluate makes OB_E_IO of it */
    obi_lock(&d->lock);
    if (op->state != OBI_COMPLETED) /* else it is completed twice, and the first answer holds */
        op->result = (int16_t)status;
    switch (op->state) {
    case OBI_PENDING:
        pending_remove(engine_of(op), op);
        completed_add(d, op);
        break;
    case OBI_IN_CORE: /* submit has not returned yet */
        op->state = OBI_COMPLETED;
        break;
    default: /* being cancelled: obi_cancel_pending uses the result */
        break;
    }
    ob_port_unlock(&d->lock);
}

/* Cancel op, which was pending on e, and note the result. The caller holds e's lock. */
static void cancel(struct ob_engine *e, struct ob_op *op)
{
    obi_slot_close(op->session, e, op->session->slot); /* close cancels the op and waits */
    if (!(op->flags & OB_LAST) && !(e->ops->caps[op->row].flags & OB_CAP_MID))
        op->result = OB_E_IO; /* close has wiped the stream's state, which is not in the session's mid */
}

/* Take the first op that is due at time now out of e's list and mark it as cancelled. NULL if none is due. The caller
 * holds e's lock. */
static struct ob_op *take_due(struct ob_engine *e, uint64_t now)
{
    struct ob_dispatcher *d = e->dispatcher;
    struct ob_op *op;

    obi_lock(&d->lock);
    for (op = e->pending; op && op->due_ns > now; op = op->list_next)
        ;
    if (op) {
        pending_remove(e, op);
        op->state = OBI_CANCELLED;
        op->cancelled = OBI_CANCEL_DUE;
        op->result = OB_E_IO;
    }
    ob_port_unlock(&d->lock);
    return op;
}

void obi_cancel_pending(struct ob_engine *e, uint64_t now, uint8_t why)
{
    struct ob_op *op;

    while ((op = take_due(e, now)) != NULL) {
        op->cancelled = why;
        cancel(e, op);
        obi_lock(&e->dispatcher->lock);
        completed_add(e->dispatcher, op);
        ob_port_unlock(&e->dispatcher->lock);
    }
}

void obi_cancel_completed(struct ob_dispatcher *d)
{
    struct ob_op *op;

    obi_lock(&d->lock);
    op = d->completed;
    if (op)
        do {
            op->cancelled = OBI_CANCEL_STOP;
            op = op->list_next;
        } while (op != d->completed);
    ob_port_unlock(&d->lock);
}

void obi_collect(struct ob_dispatcher *d)
{
    for (unsigned i = 0; i < d->n_engines; i++) {
        struct ob_engine *e = d->engine[i];

        if (!e->ops->poll || !obi_load_op(&e->pending) || !ob_port_trylock(&e->lock))
            continue;
        obi_cancel_pending(e, e->ops->poll(e->dev) < 0 ? UINT64_MAX : ob_port_clock_ns(), OBI_CANCEL_DUE);
        ob_port_unlock(&e->lock);
    }
}

/* ---- finishing ---- */

static struct ob_op *take_completed(struct ob_dispatcher *d, const struct ob_op *op)
{
    struct ob_op *found;

    if (!obi_load_op(&d->completed))
        return NULL;
    obi_lock(&d->lock);
    found = completed_take(d, op);
    ob_port_unlock(&d->lock);
    return found;
}

int ob_poll(struct ob_dispatcher *dispatcher)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    struct ob_op *op;
    int n = 0;

    obi_collect(d);
    while ((op = take_completed(d, NULL)) != NULL)
        n += obi_resume(op) != OB_PENDING;
    return n;
}

int ob_wait(struct ob_op *op)
{
    int status;

    while ((status = ob_port_load32(&op->status)) == OB_PENDING)
        if (ob_poll(op->dispatcher) == 0)
            ob_port_relax();
    return status;
}

int obi_wait_alone(struct ob_op *op)
{
    int status;

    while ((status = ob_port_load32(&op->status)) == OB_PENDING) {
        obi_collect(op->dispatcher);
        if (take_completed(op->dispatcher, op))
            (void)obi_resume(op);
        else
            ob_port_relax();
    }
    return status;
}

/* ---- close ---- */

/* Who may touch op. The caller holds the dispatcher's lock; the thread that has op in core may submit it meanwhile. */
static enum obi_op_state state_of(const struct ob_op *op)
{
    return (enum obi_op_state)__atomic_load_n(&op->state, __ATOMIC_RELAXED);
}

/* Cancel op if it is still pending on e, and finish it. */
static void cancel_one(struct ob_session *s, struct ob_engine *e, struct ob_op *op)
{
    struct ob_dispatcher *d = s->dispatcher;
    bool ours;

    obi_lock(&e->lock);
    obi_lock(&d->lock);
    ours = s->op == op && state_of(op) == OBI_PENDING && engine_of(op) == e;
    if (ours) {
        pending_remove(e, op);
        op->state = OBI_CANCELLED;
        op->cancelled = OBI_CANCEL_CLOSE;
        op->result = OB_E_IO;
        d->finishing++;
    }
    ob_port_unlock(&d->lock);
    if (ours)
        cancel(e, op);
    ob_port_unlock(&e->lock);
    if (ours) {
        __atomic_store_n(&op->state, OBI_IN_CORE, __ATOMIC_RELAXED);
        (void)obi_resume(op);
    }
}

/* Cancel what is pending on s until nothing is, or a callback has closed s. */
static void cancel_all(struct ob_session *s)
{
    struct ob_dispatcher *d = s->dispatcher;

    do {
        struct ob_engine *e = NULL;
        struct ob_op *op, *completed = NULL;

        obi_lock(&d->lock);
        op = s->op;
        if (op && state_of(op) == OBI_PENDING)
            e = engine_of(op);
        else if (op && state_of(op) == OBI_COMPLETED)
            completed = completed_take(d, op);
        if (completed)
            completed->cancelled = OBI_CANCEL_CLOSE;
        ob_port_unlock(&d->lock);
        if (!op)
            return;
        if (e)
            cancel_one(s, e, op);
        else if (completed)
            (void)obi_resume(completed);
        else
            ob_port_relax(); /* another thread is finishing it or submitting it again */
    } while (s->dispatcher);
}

void obi_cancel(struct ob_session *s)
{
    __atomic_store_n(&s->cancelling, 1, __ATOMIC_RELAXED);
    cancel_all(s);
    __atomic_store_n(&s->cancelling, 0, __ATOMIC_RELAXED);
}

#endif
