/* SPDX-License-Identifier: Apache-2.0 */
/* An asynchronous engine: another engine's verbs, run in poll some polls later, self-test included. */
#include "later.h"

#include <sched.h>

static unsigned add(unsigned *n)
{
    return __atomic_add_fetch(n, 1, __ATOMIC_SEQ_CST);
}

/* The engine's own lock for its own list, as a reentrant engine has it. */
static void lock(struct later *l)
{
    while (__atomic_exchange_n(&l->lock, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void unlock(struct later *l)
{
    __atomic_store_n(&l->lock, 0, __ATOMIC_RELEASE);
}

static void enter(struct later *l)
{
    if (__atomic_fetch_add(&l->inside, 1, __ATOMIC_SEQ_CST) && !l->reentrant)
        add(&l->overlaps);
}

static int leave(struct later *l, int r)
{
    __atomic_fetch_sub(&l->inside, 1, __ATOMIC_SEQ_CST);
    return r;
}

/* True for so many of a thousand. xorshift32 (G. Marsaglia, "Xorshift RNGs", 2003, section 3). */
static bool happens(struct later *l, uint16_t per_mille)
{
    uint32_t x;

    lock(l);
    x = l->seed ? l->seed : 1;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    l->seed = x;
    unlock(l);
    return x % 1000 < per_mille;
}

static bool any_job(struct later *l)
{
    bool any = false;

    lock(l);
    for (unsigned i = 0; i < LATER_JOBS; i++)
        any |= l->job[i].op != NULL;
    unlock(l);
    return any;
}

static int start(void *dev)
{
    struct later *l = (struct later *)dev;

    enter(l);
    add(&l->restarts);
    return leave(l, OB_OK);
}

static void stop(void *dev)
{
    struct later *l = (struct later *)dev;

    enter(l);
    if (any_job(l))
        add(&l->stops_pending);
    (void)leave(l, OB_OK);
}

static int open_key(void *dev, struct ob_session *s)
{
    struct later *l = (struct later *)dev;

    enter(l);
    return leave(l, l->target->open ? l->target->open(l->dev, s) : OB_OK);
}

static int run(struct later *l, struct ob_session *s, struct ob_op *op)
{
    int r, answer = l->answer;

    if (!s->testing && answer != OB_OK) {
        l->answer = OB_OK;
        return answer;
    }
    if (!s->testing && happens(l, l->late_io)) {
        if (op->out && op->out_len)
            op->out[0] = 0xdb;
        return OB_E_IO;
    }
    r = l->target->submit(l->dev, s, op);
    return r;
}

static int accept(struct later *l, struct ob_session *s, struct ob_op *op)
{
    int r = OB_E_BUSY;

    lock(l);
    for (unsigned i = 0; i < LATER_JOBS && r != OB_PENDING; i++)
        if (!l->job[i].op && (l->reentrant || i == 0)) {
            l->job[i].op = op;
            l->job[i].session = s;
            l->job[i].polls = l->polls;
            r = OB_PENDING;
        }
    unlock(l);
    return r;
}

/* Note, or forget, that submit runs on s. */
static void submitting(struct later *l, const struct ob_session *from, const struct ob_session *to)
{
    lock(l);
    for (unsigned i = 0; i < LATER_JOBS; i++)
        if (l->submitting[i] == from) {
            l->submitting[i] = to;
            break;
        }
    unlock(l);
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct later *l = (struct later *)dev;
    bool fails = !s->testing;
    int r;

    enter(l);
    submitting(l, NULL, s);
    add(s->testing ? &l->tests : &l->ops);
    if (l->good && fails) {
        fails = false;
        l->good--;
    }
    if (fails && happens(l, l->busy)) {
        r = OB_E_BUSY;
    } else if (fails && happens(l, l->io)) {
        r = OB_E_IO;
    } else if (l->early) {
        ob_op_complete(op, run(l, s, op));
        r = OB_PENDING;
    } else {
        if (l->in_submit)
            l->in_submit(l);
        r = OB_OK;
    }
    submitting(l, s, NULL);
    if (r == OB_OK)
        r = accept(l, s, op);
    return leave(l, r);
}

static int poll(void *dev)
{
    struct later *l = (struct later *)dev;
    int n = 0;

    enter(l);
    if (happens(l, l->dead))
        return leave(l, OB_E_IO);
    for (unsigned i = 0; i < LATER_JOBS; i++) {
        struct ob_op *op = NULL;
        struct ob_session *s;

        lock(l);
        s = l->job[i].session;
        if (l->job[i].op && !(l->mute && !s->testing) && l->job[i].polls-- == 0) {
            op = l->job[i].op;
            l->job[i].op = NULL;
        }
        unlock(l);
        if (op) {
            ob_op_complete(op, run(l, s, op));
            if (l->twice)
                ob_op_complete(op, OB_OK);
            n++;
        }
    }
    return leave(l, n);
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    struct later *l = (struct later *)dev;

    enter(l);
    return leave(l, l->target->clone ? l->target->clone(l->dev, dst, src) : OB_OK);
}

static void close_key(void *dev, struct ob_session *s)
{
    struct later *l = (struct later *)dev;
    struct ob_op *op = NULL;

    enter(l);
    lock(l);
    for (unsigned i = 0; i < LATER_JOBS; i++) {
        if (l->submitting[i] == s)
            l->closes_inside++;
        if (l->job[i].op && l->job[i].session == s) {
            op = l->job[i].op;
            l->job[i].op = NULL;
        }
    }
    unlock(l);
    if (op)
        ob_op_complete(op, OB_E_IO);
    if (l->target->close)
        l->target->close(l->dev, s);
    (void)leave(l, OB_OK);
}

void later_make(struct later *l, const char *name)
{
    l->ops_table = *l->target;
    l->ops_table.name = name;
    l->ops_table.flags = l->reentrant ? OB_ENGINE_REENTRANT : 0;
    l->ops_table.start = start;
    l->ops_table.open = open_key;
    l->ops_table.submit = submit;
    l->ops_table.poll = poll;
    l->ops_table.clone = clone;
    l->ops_table.close = close_key;
    l->ops_table.stop = stop;
    l->ops_table.whole = NULL;
    l->engine = (struct ob_engine){.ops = &l->ops_table, .dev = l};
}
