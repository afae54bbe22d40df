/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft alone on a dispatcher of its own. Include after cmocka.h. */
#ifndef OUTBOARD_TEST_SOFT_ALONE_H
#define OUTBOARD_TEST_SOFT_ALONE_H

#include <string.h>

#include <outboard/engine.h>
#include <outboard/outboard.h>

extern struct ob_engine ob_engine_soft;

static struct ob_dispatcher soft_alone;
static struct ob_engine soft_engine;

static inline int add_soft(void **state)
{
    (void)state;
    memset(&soft_alone, 0, sizeof soft_alone);
    memset(&soft_engine, 0, sizeof soft_engine);
    soft_engine.ops = ob_engine_soft.ops;
    return ob_engine_add(&soft_alone, &soft_engine);
}

static inline int remove_soft(void **state)
{
    (void)state;
    ob_stop(&soft_alone);
    return 0;
}

#endif
