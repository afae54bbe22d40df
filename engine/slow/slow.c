/* SPDX-License-Identifier: Apache-2.0 */
/* Engine slow: the target's verbs, of which opening a key and running an op take several times as long. */
#include <outboard/slow.h>

#include "port/linux/slow.h"

static int start(void *dev)
{
    const struct ob_slow *slow = (const struct ob_slow *)dev;

    return slow->target->start ? slow->target->start(slow->dev) : OB_OK;
}

static int open_key(void *dev, struct ob_session *s)
{
    const struct ob_slow *slow = (const struct ob_slow *)dev;
    uint64_t began = obi_slow_begin();
    int r = slow->target->open ? slow->target->open(slow->dev, s) : OB_OK;

    obi_slow_end(began);
    return r;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    const struct ob_slow *slow = (const struct ob_slow *)dev;
    uint64_t began = obi_slow_begin();
    int r = slow->target->submit(slow->dev, s, op);

    obi_slow_end(began);
    return r;
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    const struct ob_slow *slow = (const struct ob_slow *)dev;

    return slow->target->clone(slow->dev, dst, src);
}

static void close_key(void *dev, struct ob_session *s)
{
    const struct ob_slow *slow = (const struct ob_slow *)dev;

    slow->target->close(slow->dev, s);
}

static void stop(void *dev)
{
    const struct ob_slow *slow = (const struct ob_slow *)dev;

    if (slow->target->stop)
        slow->target->stop(slow->dev);
}

int ob_slow_wrap(struct ob_slow *slow, struct ob_engine *e, uint32_t times)
{
    if (e->dispatcher || e->ops->poll || times < 1 || times > OBI_SLOW_MAX)
        return OB_E_ARG;
    slow->target = e->ops;
    slow->dev = e->dev;
    slow->ops = *e->ops;
    slow->ops.start = start;
    slow->ops.open = open_key;
    slow->ops.submit = submit;
    slow->ops.clone = e->ops->clone ? clone : NULL;
    slow->ops.close = e->ops->close ? close_key : NULL;
    slow->ops.stop = stop;
    slow->ops.whole = NULL;
    e->ops = &slow->ops;
    e->dev = slow;
    obi_slow_set(times);
    return OB_OK;
}
