/* SPDX-License-Identifier: Apache-2.0 */
/* The progress of a long operation, which its caller may give up meanwhile. */
#include "core.h"

int ob_progress(struct ob_session *s)
{
    struct ob_watch *w = s->pk && s->pk->kind == OB_KEY_NONE ? s->pk->watch : NULL;

    if (!w)
        return OB_OK;
    (void)__atomic_add_fetch(&w->steps, 1, __ATOMIC_RELAXED);
    if (!s->excused && !__atomic_load_n(&w->stop, __ATOMIC_RELAXED) && (!w->step || w->step(w)))
        return OB_OK;
    s->excused = 1;
    return OB_E_IO;
}
