/* SPDX-License-Identifier: Apache-2.0 */
/* Fork: the child has a copy of the memory, but only one of the threads, and no device works for its pending ops. */
#include "core.h"

static void lock_all(struct ob_dispatcher *d)
{
    for (unsigned i = 0; i < d->n_engines; i++)
        obi_lock(&d->engine[i]->lock);
    obi_lock(&d->lock);
}

static void unlock_all(struct ob_dispatcher *d)
{
    ob_port_unlock(&d->lock);
    for (unsigned i = 0; i < d->n_engines; i++)
        ob_port_unlock(&d->engine[i]->lock);
}

void ob_before_fork(struct ob_dispatcher *dispatcher)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);

    for (;;) {
        lock_all(d);
        if (d->finishing == 0)
            return;
        unlock_all(d);
        ob_port_relax();
    }
}

/* End op, which belongs to the parent, with its chain and its stream. */
static void abandon(struct ob_op *op)
{
    struct ob_session *s = op->session;
    int32_t status = OB_E_IO;

    s->op = NULL;
    s->stream = OB_STREAM_IDLE;
    while (op) {
        struct ob_op *next = op->next;

        op->out_len = 0;
        ob_port_store32(&op->status, status);
        status = OB_E_STATE;
        op = next;
    }
}

/* Remove the first op of a list or a ring. NULL if it is empty. */
static struct ob_op *take_first(struct ob_op **list, bool ring)
{
    struct ob_op *op = ring && *list ? (*list)->list_next : *list;

    if (!op)
        return NULL;
    if (!ring)
        *list = op->list_next;
    else if (op == *list)
        *list = NULL;
    else
        (*list)->list_next = op->list_next;
    return op;
}

void ob_after_fork(struct ob_dispatcher *dispatcher, bool in_child)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    struct ob_op *op;

    if (!in_child) {
        unlock_all(d);
        return;
    }
    for (unsigned i = 0; i < d->n_engines; i++) {
        struct ob_engine *e = d->engine[i];

        while ((op = take_first(&e->pending, false)) != NULL)
            abandon(op);
        e->lock = e->test_lock = 0;
#if OB_WITH_SLOTS
        obi_key_slots_clear(e); /* the keys are the parent's */
#endif
    }
    while ((op = take_first(&d->completed, true)) != NULL)
        abandon(op);
    d->lock = 0;
    d->finishing = 0;
}
