/* SPDX-License-Identifier: Apache-2.0 */
/* Ops of several sessions in one call. */
#include "core.h"

/* The first error of a batch; OB_PENDING if any op is pending; else OB_OK. */
static int sum_up(const struct ob_request *list, size_t n)
{
    int all = OB_OK;

    for (size_t i = 0; i < n; i++) {
        if (list[i].result == OB_PENDING)
            return OB_PENDING;
        if (all == OB_OK)
            all = list[i].result;
    }
    return all;
}

int ob_submit_all(struct ob_request *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        list[i].result = ob_submit(list[i].session, list[i].op);
    return sum_up(list, n);
}

/* The first error of a chain, once none of its ops is pending. */
static int wait_for_chain(struct ob_op *op)
{
    int all = OB_OK;

    for (struct ob_op *next; op; op = next) {
        int status = ob_wait(op);

        next = op->next;
        if (all == OB_OK)
            all = status;
    }
    return all;
}

int ob_wait_all(struct ob_request *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].result == OB_PENDING)
            list[i].result = wait_for_chain(list[i].op);
    return sum_up(list, n);
}
