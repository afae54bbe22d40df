/* SPDX-License-Identifier: Apache-2.0 */
/* Engine fault: the target's verbs, with injected failures. It keeps the contract as a good driver of a bad device
 * does: it writes nothing after close, and it completes each op that it has accepted. */
#include <outboard/fault.h>

#include <string.h>

/* xorshift32 (G. Marsaglia, "Xorshift RNGs", 2003, section 3): enough to choose faults. */
static uint32_t next_random(struct ob_fault *f)
{
    uint32_t x = f->seed ? f->seed : 1;

    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    f->seed = x;
    return x;
}

static uint8_t next_kind(struct ob_fault *f)
{
    uint32_t at;

    if (f->script_at < f->script_len)
        return f->script[f->script_at++];
    at = next_random(f) % 1000;
    for (uint8_t kind = OB_FAULT_NONE + 1; kind < OB_FAULT_KINDS; kind++) {
        if (at < f->rate[kind])
            return kind;
        at -= f->rate[kind];
    }
    return OB_FAULT_NONE;
}

/* What a failing device leaves behind: garbage in the first half of the output, whose length core has announced. */
static void scribble(struct ob_op *op)
{
    if (op->out && op->out_len)
        memset(op->out, 0xdb, (op->out_len + 1) / 2);
}

static bool hold(struct ob_fault *f, struct ob_session *s, struct ob_op *op, uint8_t kind)
{
    for (size_t i = 0; i < OB_FAULT_PENDING_MAX; i++)
        if (!f->pending[i].op) {
            f->pending[i].op = op;
            f->pending[i].session = s;
            f->pending[i].polls = f->late_polls;
            f->pending[i].kind = kind;
            return true;
        }
    return false;
}

/* ---- verbs ---- */

static int start(void *dev)
{
    struct ob_fault *f = (struct ob_fault *)dev;

    return f->target->start ? f->target->start(f->dev) : OB_OK;
}

static void stop(void *dev)
{
    struct ob_fault *f = (struct ob_fault *)dev;

    if (f->target->stop)
        f->target->stop(f->dev);
}

static int open_key(void *dev, struct ob_session *s)
{
    struct ob_fault *f = (struct ob_fault *)dev;

    if (f->open_fails && !s->testing) {
        f->open_fails--;
        return OB_E_IO;
    }
    return f->target->open ? f->target->open(f->dev, s) : OB_OK;
}

static int submit_to_target(struct ob_fault *f, struct ob_session *s, struct ob_op *op)
{
    int r = f->target->submit(f->dev, s, op);

    if (f->wrong_selftest && s->testing && r == OB_OK) {
        if (op->out && op->out_len)
            op->out[0] ^= 1;
        else if (op->tag && op->tag_len && !(op->flags & OB_VERIFY))
            op->tag[0] ^= 1;
    }
    return r;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_fault *f = (struct ob_fault *)dev;
    uint8_t kind;

    if (s->testing)
        return submit_to_target(f, s, op);
    kind = next_kind(f);
    f->injected[kind]++;
    switch (kind) {
    case OB_FAULT_BUSY:
        return OB_E_BUSY;
    case OB_FAULT_DECLINED:
        return OB_E_DECLINED;
    case OB_FAULT_LATE:
    case OB_FAULT_SILENCE:
    case OB_FAULT_LATE_IO:
    case OB_FAULT_DEAD:
        return hold(f, s, op, kind) ? OB_PENDING : OB_E_BUSY;
    case OB_FAULT_SHORT:
        scribble(op);
        if (op->out_len == 0)
            return OB_E_IO;
        op->out_len /= 2;
        return OB_OK;
    case OB_FAULT_IO:
        scribble(op);
        return OB_E_IO;
    case OB_FAULT_OPEN_IO:
        f->open_fails++;
        break;
    default:
        break;
    }
    return submit_to_target(f, s, op);
}

static int poll(void *dev)
{
    struct ob_fault *f = (struct ob_fault *)dev;
    int n = f->target->poll ? f->target->poll(f->dev) : 0;

    for (size_t i = 0; i < OB_FAULT_PENDING_MAX; i++) {
        struct ob_op *op = f->pending[i].op;
        struct ob_session *s = f->pending[i].session;
        int r;

        if (!op)
            continue;
        if (f->pending[i].polls) {
            f->pending[i].polls--;
            continue;
        }
        switch (f->pending[i].kind) {
        case OB_FAULT_SILENCE:
            scribble(op); /* the device is alive and writes, but never says that it is done */
            f->late_writes++;
            break;
        case OB_FAULT_DEAD:
            return OB_E_IO;
        case OB_FAULT_LATE_IO:
            scribble(op);
            f->pending[i].op = NULL;
            ob_op_complete(op, OB_E_IO);
            n++;
            break;
        default:
            f->pending[i].op = NULL;
            r = submit_to_target(f, s, op);
            if (r != OB_PENDING) { /* else the target's own poll completes it */
                ob_op_complete(op, r);
                n++;
            }
            break;
        }
    }
    return n;
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    struct ob_fault *f = (struct ob_fault *)dev;

    return f->target->clone ? f->target->clone(f->dev, dst, src) : OB_OK;
}

static void close_key(void *dev, struct ob_session *s)
{
    struct ob_fault *f = (struct ob_fault *)dev;

    for (size_t i = 0; i < OB_FAULT_PENDING_MAX; i++)
        if (f->pending[i].op && f->pending[i].session == s) {
            struct ob_op *op = f->pending[i].op;
            f->pending[i].op = NULL;
            ob_op_complete(op, OB_E_IO);
        }
    if (f->target->close)
        f->target->close(f->dev, s);
}

int ob_fault_init(struct ob_fault *f)
{
    if (!f->target)
        return OB_E_ARG;
    f->ops = *f->target;
    f->ops.start = start;
    f->ops.open = open_key;
    f->ops.submit = submit;
    f->ops.poll = poll;
    f->ops.clone = f->target->clone ? clone : NULL;
    f->ops.whole = NULL; /* every message as an op, where the faults are */
    f->ops.close = close_key;
    f->ops.stop = stop;
    f->ops.flags &= ~(uint32_t)OB_ENGINE_REENTRANT; /* the script and the list of held ops have no lock of their own */
    f->engine.ops = &f->ops;
    f->engine.dev = f;
    return OB_OK;
}
