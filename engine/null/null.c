/* SPDX-License-Identifier: Apache-2.0 */
/* Engine null: the smallest engine. It copies its input; copy it to begin a new engine, or use it to measure the
 * framework. */
#include <string.h>

#include <outboard/engine.h>

#include "engine/null/state.h"

_Static_assert(sizeof(struct ob_null_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than null's state");

static int open_key(void *dev, struct ob_session *s)
{
    struct ob_null_state *state = (struct ob_null_state *)ob_state(s);

    (void)dev;
    state->opened = 1;
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    const struct ob_null_state *state = (const struct ob_null_state *)ob_state(s);

    (void)dev;
    if (!state->opened)
        return OB_E_IO;
    if (op->in_len && op->out != op->in)
        memcpy(op->out, op->in, op->in_len);
    return OB_OK;
}

/* 10 ns an op and 40 ns a KiB: the order of magnitude of a copy on a 3 GHz core; outboard calibrate measures the real
 * prices. */
static const struct ob_price price = {OB_UPTO_ANY, 1, 10, 40, 10, 40};

static const struct ob_cap caps[] = {
    {OB_NULL, 0, OB_DIR_BOTH, OB_MODE_SW, OB_CAP_CT | OB_CAP_MID, 128, 128, 0, &price},
};

extern struct ob_engine ob_engine_null;

static const struct ob_engine_ops ops = {
    .name = "null",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_null_state),
    .flags = OB_ENGINE_REENTRANT,
    .open = open_key,
    .submit = submit,
};

struct ob_engine ob_engine_null = {.ops = &ops};
