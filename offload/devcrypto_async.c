/* SPDX-License-Identifier: Apache-2.0 */
/* /dev/crypto by its asynchronous calls: a request is queued, poll(2) waits for its result, and a third call fetches
 * it. The process then waits in poll, which signals and deadlines end, and not in a driver. One request is in the queue
 * at a time: the module works off an open file's queue one after the other, and does not say whose error an error is.
 */
#include "offload/cryptodev.h"
#include "offload/worker.h"
#include "port/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* The queue of a descriptor that has just been opened is empty: EBUSY, if there is one. */
enum obi_async obi_devcrypto_async_found(struct obi_worker *w)
{
    struct cryptodev_crypt none = {0};

    return obi_cryptodev_ioctl(w->devcrypto - 1, CRYPTODEV_ASYNC_FETCH, &none) != 0 && errno == EBUSY
               ? OBI_ASYNC_THERE
               : OBI_ASYNC_ABSENT;
}

/* Wait until a time on the port's clock, 0: for ever. 0: the event is there; ETIMEDOUT; ENODEV: the device is gone. */
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

/* The kernel gives back what it was given. A cipher has no use for mac, nor a hash for iv: there stands a number, by
 * which a request is told from others on the same data. */
static void set_number(struct cryptodev_crypt *c, uint64_t number)
{
    *(c->mac ? &c->iv : &c->mac) = (uint8_t *)(uintptr_t)number;
}

static bool same(const struct cryptodev_crypt *a, const struct cryptodev_crypt *b)
{
    return a->session == b->session && a->mac == b->mac && a->iv == b->iv;
}

/* The result of the only request, NULL: whichever it is. Others are not ours, and of before. */
static int fetch(struct obi_worker *w, const struct cryptodev_crypt *c, uint64_t until_ns)
{
    for (;;) {
        struct cryptodev_crypt done = {0};
        int err = wait_for(w, POLLIN, until_ns);

        if (err)
            return err;
        err = obi_devcrypto_ask(w, CRYPTODEV_ASYNC_FETCH, &done);
        if (err == EBUSY) { /* it was a false alarm */
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
