/* SPDX-License-Identifier: Apache-2.0 */
/* Toy engines of the null algorithm whose price, flags and answers a test sets. */
#include "toy.h"

#include <string.h>

/* The state in the session, to see that it is zero before open, the engine's own in submit, and wiped after close. */
struct toy_state {
    uint8_t key[8]; /* the first half */
    const struct toy *toy;
};

static int start(void *dev)
{
    struct toy *toy = (struct toy *)dev;

    toy->starts++;
    return toy->start_fails ? OB_E_IO : OB_OK;
}

static int open_key(void *dev, struct ob_session *s)
{
    struct toy *toy = (struct toy *)dev;
    struct toy_state *state = (struct toy_state *)ob_state(s);

    if (toy->open_answer != OB_OK && !s->testing)
        return toy->open_answer;
    for (size_t i = 0; i < sizeof state->key; i++)
        if (state->key[i])
            return OB_E_IO; /* not zero before open: breaks the contract */
    memcpy(state->key, s->key, sizeof state->key);
    state->toy = toy;
    toy->opens++;
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct toy *toy = (struct toy *)dev;
    const struct toy_state *state = (const struct toy_state *)ob_state(s);

    if (memcmp(state->key, s->key, sizeof state->key) != 0 || state->toy != toy)
        return OB_E_IO; /* the state of another session or engine */
    if (s->testing) {
        toy->tests++;
    } else {
        if (toy->answer != OB_OK) {
            op->out_len -= toy->short_by;
            return toy->answer;
        }
        toy->ops++;
        toy->last_len = op->in_len;
    }
    if (toy->later && !s->testing) {
        toy->held = op;
        return OB_PENDING;
    }
    if (op->in_len && op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    if (toy->wrong && op->in_len)
        op->out[0] ^= 1;
    if (!s->testing)
        op->out_len -= toy->short_by;
    return OB_OK;
}

#if OB_ASYNC
static int poll(void *dev)
{
    struct toy *toy = (struct toy *)dev;
    struct ob_op *op = toy->held;

    if (!op)
        return 0;
    if (toy->mute) {
        if (op->out && op->in_len)
            op->out[0] = 0xdb;
        return 0;
    }
    toy->held = NULL;
    if (op->in_len && op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    ob_op_complete(op, OB_OK);
    return 1;
}
#endif

static void close_key(void *dev, struct ob_session *s)
{
    struct toy *toy = (struct toy *)dev;

    if (!s->testing)
        toy->closes++;
#if OB_ASYNC
    struct ob_op *op = toy->held;

    toy->held = NULL;
    if (op)
        ob_op_complete(op, OB_E_IO);
#endif
}

void toy_make(struct toy *toy, const char *name, uint32_t setup, uint32_t per_kib, uint16_t cap_flags)
{
    memset(toy, 0, sizeof *toy);
    toy->price = (struct ob_price){OB_UPTO_ANY, 0, setup, per_kib, setup / 2, per_kib / 2};
    toy->cap = (struct ob_cap){OB_NULL, 0, OB_DIR_BOTH, OB_MODE_SW, cap_flags, 128, 128, 0, &toy->price};
    toy->ops_table = (struct ob_engine_ops)
    {
        .name = name, .caps = &toy->cap, .n_caps = 1, .state_size = sizeof(struct toy_state),
        .flags = OB_ENGINE_REENTRANT, .start = start, .open = open_key, .submit = submit,
#if OB_ASYNC
        .poll = poll,
#endif
        .close = close_key,
    };
    toy->engine.ops = &toy->ops_table;
    toy->engine.dev = toy;
}

static int begin(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    struct toy *toy = (struct toy *)dev;

    if (s->testing)
        toy->tests++;
    else if (toy->begin_answer != OB_OK)
        return toy->begin_answer;
    else
        toy->wholes++;
    if (w->out != w->in)
        memcpy(w->out, w->in, w->in_len);
    return OB_PENDING;
}

static int end(void *dev, struct ob_session *s, const struct ob_whole *w)
{
    const struct toy *toy = (const struct toy *)dev;

    if (s->testing)
        return OB_OK;
    if (toy->end_answer != OB_OK && w->in_len)
        w->out[0] ^= 1;
    return toy->end_answer;
}

static const struct ob_whole_ops *whole(void *dev, const struct ob_session *s, const struct ob_whole *like)
{
    static const struct ob_whole_ops ops = {begin, end};

    (void)dev, (void)s, (void)like;
    return &ops;
}

void toy_shorten(struct toy *toy)
{
    toy->ops_table.whole = whole;
}
