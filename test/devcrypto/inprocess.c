/* SPDX-License-Identifier: Apache-2.0 */
/* The test device in place of /dev/crypto in the program that has this file: its ioctls reach the device as a kernel
 * would bring them. */
#include "test/devcrypto/inprocess.h"
#include "offload/cryptodev.h"
#include "test/devcrypto/device.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILES 1024

int (*inprocess_before)(unsigned long number);

static struct device_file *files[FILES]; /* by descriptor, which is /dev/null's */

static int fails(unsigned long number)
{
    int err = inprocess_before ? inprocess_before(number) : 0;

    errno = err;
    return err;
}

int obi_cryptodev_open(void)
{
    int fd;

    if (fails(0))
        return -1;
    fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (fd < 0 || fd >= FILES)
        return -1;
    if (files[fd]) /* closed since */
        device_close(files[fd]);
    files[fd] = device_open();
    return fd;
}

int obi_cryptodev_poll(int fd, short events, int timeout_ms)
{
    for (int ms = 0;; ms++) {
        int seen = fails(INPROCESS_POLL) ? POLLERR : device_poll(files[fd]) & events;

        if (seen || (timeout_ms >= 0 && ms >= timeout_ms))
            return seen;
        (void)usleep(1000);
    }
}

static void gather(uint8_t *to, const struct device_plan *p)
{
    for (unsigned i = 0; i < p->n_in; i++) {
        memcpy(to, p->in[i].at, p->in[i].len);
        to += p->in[i].len;
    }
}

static void scatter(const struct device_plan *p, const uint8_t *from)
{
    for (unsigned i = 0; i < p->n_out; i++) {
        memcpy(p->out[i].at, from, p->out[i].len);
        from += p->out[i].len;
    }
}

int obi_cryptodev_ioctl(int fd, unsigned long number, void *arg)
{
    struct device_plan plan;
    uint8_t *in, *out;
    int err;

    if (fails(number))
        return -1;
    err = device_plan(files[fd], number, arg, arg, &plan);
    if (err) {
        errno = err;
        return -1;
    }
    in = malloc(device_total(plan.in, plan.n_in));
    out = calloc(1, device_total(plan.out, plan.n_out) + 1);
    if (!in || !out)
        abort();
    gather(in, &plan);
    err = device_run(files[fd], number, &plan, in, out);
    if (err == 0)
        scatter(&plan, out);
    free(in);
    free(out);
    errno = err;
    return err ? -1 : 0;
}
