/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: making and starting an instance, sessions; run.c runs the ops. */
#include "engine/hasher/internal.h"
#include "port/lock.h"

_Static_assert(sizeof(struct ob_hasher_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than hasher's state");

static int start(void *dev)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    struct ob_device *d = &h->device;

    h->owner = h->key_owner = 0;
    if (d->work && obi_udma_start(d) != OB_OK)
        return OB_E_IO;
    return obi_block_start(d, OB_HASHER_NAME_RESET, OB_HASHER_VERSION_RESET);
}

static int open_key(void *dev, struct ob_session *s)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;

    ((struct ob_hasher_state *)ob_state(s))->owner = ++h->last_owner; /* 64 bits never wrap */
    return OB_OK;
}

static void close_session(void *dev, struct ob_session *s)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    uint64_t owner = ((const struct ob_hasher_state *)ob_state_const(s))->owner;

    if (h->op && h->session == s) {
        struct ob_op *op = h->op;

        h->op = NULL;
        (void)obi_hasher_failed(h);
        ob_op_complete(op, OB_E_IO);
    }
    if (h->owner != owner && h->key_owner != owner)
        return;
    /* The block still has data or the key of this session. If another session's op runs there, erase when it ends. */
    if (h->op)
        h->wipe = 1;
    else
        obi_hasher_wipe(h);
}

static void stop(void *dev)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;

    (void)obi_hasher_failed(h);
    if (h->device.work)
        ob_port_write(&h->device, OBI_UDMA + OB_UDMA_CONTROL, 0);
}

#define OPS(rows, poll_verb)                                                                                           \
    {                                                                                                                  \
        .name = "hasher", .caps = rows, .n_caps = sizeof rows / sizeof rows[0],                                        \
        .state_size = sizeof(struct ob_hasher_state), .start = start, .open = open_key, .submit = obi_hasher_submit,   \
        .poll = poll_verb, .close = close_session, .stop = stop, .whole = obi_hasher_whole                             \
    }

int ob_hasher_init(struct ob_hasher *h)
{
    static const struct ob_engine_ops cpu = OPS(obi_hasher_caps_cpu, NULL);
    static const struct ob_engine_ops both = OPS(obi_hasher_caps, NULL), async = OPS(obi_hasher_caps, obi_hasher_poll);

    if (obi_udma_init(&h->device) != OB_OK)
        return OB_E_ARG;
    memset(&h->engine, 0, sizeof h->engine);
    h->engine.dev = h;
    h->engine.ops = !h->device.work ? &cpu : h->async ? &async : &both;
    return OB_OK;
}
