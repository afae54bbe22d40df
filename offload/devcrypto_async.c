/* SPDX-License-Identifier: Apache-2.0 */
/* The asynchronous calls of /dev/crypto: one call queues a request, poll(2) waits for its result, and a third call
 * fetches it. So the process waits in poll, which a signal or deadline can end, and not in a driver. Only one request
 * is in the queue at a time, because the module processes a queue in order and does not tell which request an error
 * belongs to. */
#include "offload/cryptodev.h"
#include "offload/worker.h"
#include "port/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* Test on a descriptor that was just opened: its queue is empty, so the calls exist if FETCH returns EBUSY. */
enum obi_async obi_devcrypto_async_found(struct obi_worker *w)
{
    struct cryptodev_crypt none = {0};

    return obi_cryptodev_ioctl(w->devcrypto - 1, CRYPTODEV_ASYNC_FETCH, &none) != 0 && errno == EBUSY
               ? OBI_ASYNC_THERE
               : OBI_ASYNC_ABSENT;
}

/* Wait for event until a time on the port's clock; 0: no limit. Returns 0 if the event is there, ETIMEDOUT, or ENODEV
 * if the device is gone. */
static int wait_for(struct obi_worker *w, short event, uint64_t until_ns)
{
    for (;;) {
        uint64_t now = ob_port_clock_ns();
        int ms = until_ns == 0 ? -1 : now < until_ns ? (int)((until_ns - now + 999999) / 1000000) : 0;
        int seen = obi_cryptodev_poll(w->devcrypto - 1, event, ms);

        if (seen < 0)
            return errno;
        if (seen & event)
            return 0;
        if (seen) {
            obi_devcrypto_leave(w);
            return ENODEV;
        }
        if (until_ns && ob_port_clock_ns() >= until_ns)
            return ETIMEDOUT;
    }
}

/* The kernel returns the operation as it was queued. A cipher does not use mac and a hash does not use iv: a number
 * there distinguishes requests on the same data. */
static void set_number(struct cryptodev_crypt *c, uint64_t number)
{
    *(c->mac ? &c->iv : &c->mac) = (uint8_t *)(uintptr_t)number;
}

static bool same(const struct cryptodev_crypt *a, const struct cryptodev_crypt *b)
{
    return a->session == b->session && a->mac == b->mac && a->iv == b->iv;
}

/* Fetch the result of operation c, or any result if c is NULL. Other results belong to earlier requests and are
 * dropped. */
static int fetch(struct obi_worker *w, const struct cryptodev_crypt *c, uint64_t until_ns)
{
    for (;;) {
        struct cryptodev_crypt done = {0};
        int err = wait_for(w, POLLIN, until_ns);

        if (err)
            return err;
        err = obi_devcrypto_ask(w, CRYPTODEV_ASYNC_FETCH, &done);
        if (err == EBUSY) { /* poll reported a result that is not there */
            if (until_ns && ob_port_clock_ns() >= until_ns)
                return ETIMEDOUT;
            continue;
        }
        if (err || !c || same(&done, c))
            return err;
    }
}

int obi_devcrypto_async_run(struct obi_worker *w, struct obi_request *r, const struct cryptodev_crypt *c)
{
    uint64_t until_ns = ob_port_clock_ns() + (uint64_t)r->limit_ms * 1000000;
    struct cryptodev_crypt queued = *c;
    int err;

    set_number(&queued, w->requests);
    r->calls++;
    err = obi_devcrypto_ask(w, CRYPTODEV_ASYNC_CRYPT, &queued);
    if (err == EBUSY) {
        err = wait_for(w, POLLOUT, until_ns);
        if (err == 0)
            err = obi_devcrypto_ask(w, CRYPTODEV_ASYNC_CRYPT, &queued);
        err = err == ETIMEDOUT ? EBUSY : err;
    }
    if (err)
        return err;
    r->queued = 1;
    r->calls++;
    err = fetch(w, &queued, until_ns);
    if (err == ETIMEDOUT) {
        w->outstanding = true;
        r->outstanding = 1;
    }
    return err;
}

void obi_devcrypto_async_end(struct obi_worker *w)
{
    (void)fetch(w, NULL, 0);
}
