/* SPDX-License-Identifier: Apache-2.0 */
/* The trace of a dispatcher's decisions. */
#include "core.h"

#if OB_TRACE
void obi_trace_call(const struct ob_engine *e, uint8_t event, uint8_t alg, uint8_t row, int status, size_t len)
{
    const struct ob_dispatcher *d = e->dispatcher;
    struct ob_trace t = {event, alg, row, (int8_t)status, e, len};

    d->trace(d->trace_user, &t);
}
#endif
