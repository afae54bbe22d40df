/* SPDX-License-Identifier: Apache-2.0 */
/* Cancelling an op on behalf of its caller. */
#include "core.h"
#include "port/thread.h"

int ob_cancel(struct ob_op *op)
{
#if OB_ASYNC
    int status = ob_port_load32(&op->status);

    if (status != OB_PENDING)
        return status;
    obi_cancel(op->session);
    return ob_port_load32(&op->status);
#else
    return op->status; /* nothing is ever pending */
#endif
}
