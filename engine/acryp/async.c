/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: ops that stay pending while the block works. An op is a function that runs one operation of the block
 * after the other. While one is under way the function is left; when it has ended, the function is called again from
 * its beginning, and gets the results of the operations that have ended, and the random numbers that it has drawn, from
 * a log, so that it comes to the same place. Its own work is little beside the block's. */
#include "engine/acryp/internal.h"

_Static_assert(OB_ACRYP_WORK_LEN <= UINT16_MAX, "the log's positions are 16 bits");

static uint8_t *at(const struct ob_acryp *a, size_t place)
{
    return (uint8_t *)a->device.work + place;
}

static void forget(struct ob_acryp *a)
{
    a->op = NULL;
    a->session = NULL;
    a->leaving = a->runs = a->made = a->passed = false;
    if (a->log_len)
        ob_wipe(a->device.work, a->log_len);
    a->log_len = a->log_at = 0;
}

enum obi_acryp_logged obi_acryp_log_next(struct ob_acryp *a, uint8_t *out, size_t len, int *status)
{
    if (!a->op)
        return OBI_ACRYP_NOT_LOGGED;
    if (a->leaving)
        return OBI_ACRYP_LEAVING;
    if (a->log_at == a->log_len)
        return OBI_ACRYP_NOT_LOGGED;
    *status = (int8_t)*at(a, a->log_at++); /* NOLINT(bugprone-signed-char-misuse,cert-str34-c): as it was logged */
    if (*status == OB_OK) {
        memcpy(out, at(a, a->log_at), len);
        a->log_at = (uint16_t)(a->log_at + len);
    }
    return OBI_ACRYP_LOGGED;
}

bool obi_acryp_log_has_room(const struct ob_acryp *a, size_t len)
{
    return a->op && a->log_len + len + 1 <= OB_ACRYP_WORK_LEN;
}

void obi_acryp_log(struct ob_acryp *a, int status, const uint8_t *out, size_t len)
{
    if (!a->op)
        return;
    if (!obi_acryp_log_has_room(a, len)) { /* the op goes on without being left again */
        a->full = true;
        return;
    }
    *at(a, a->log_len++) = (uint8_t)status;
    if (status == OB_OK) {
        memcpy(at(a, a->log_len), out, len);
        a->log_len = (uint16_t)(a->log_len + len);
    }
    a->log_at = a->log_len;
}

int obi_acryp_random(const struct obi_acryp_job *j, uint8_t *out, size_t len)
{
    int status;

    switch (obi_acryp_log_next(j->a, out, len, &status)) {
    case OBI_ACRYP_LEAVING:
        ob_wipe(out, len);
        return OB_E_IO;
    case OBI_ACRYP_LOGGED:
        return status;
    default:
        status = ob_random(j->s, out, len);
        obi_acryp_log(j->a, status, out, len);
        return status;
    }
}

/* Call the op's function: OB_PENDING if it was left, else its result. */
static int call(struct ob_acryp *a)
{
    const struct obi_acryp_job j = {a, a->session, a->op};
    int status;

    a->log_at = 0;
    a->leaving = false;
    status = obi_acryp_serve(&j);
    if (a->leaving)
        return OB_PENDING;
    forget(a);
    return status;
}

int obi_acryp_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_acryp *a = (struct ob_acryp *)dev;
    const struct obi_acryp_job j = {a, s, op};

    if (a->op)
        return OB_E_BUSY;
    a->made = a->passed = a->full = false;
    if (!a->async || op->flags & OB_GENERATE) /* a key takes any number of operations */
        return obi_acryp_serve(&j);
    a->op = op;
    a->session = s;
    return call(a);
}

#if OB_ASYNC

int obi_acryp_poll(void *dev)
{
    struct ob_acryp *a = (struct ob_acryp *)dev;
    struct ob_op *op = a->op;
    int status;

    if (!op || !ob_port_read(&a->device, OB_ACRYP_EVENT))
        return 0;
    status = call(a);
    if (status == OB_PENDING)
        return 0;
    ob_op_complete(op, status);
    return 1;
}

void obi_acryp_close(void *dev, struct ob_session *s)
{
    struct ob_acryp *a = (struct ob_acryp *)dev;
    struct ob_op *op = a->op;

    if (!op || a->session != s)
        return;
    forget(a);
    (void)obi_acryp_failed(a);
    ob_op_complete(op, OB_E_IO);
}

#endif
