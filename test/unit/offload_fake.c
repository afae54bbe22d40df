/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel for the helper that is none: engine soft behind the calls of offload/afalg.c, and the test device
 * (test/devcrypto) in place of /dev/crypto. Files beside the program say what it does wrong: hang, fail (EIO), die,
 * gone (no such algorithm, no such device), slow (to start), refused (EACCES), other (another driver), software (its
 * drivers are), late (by 200 ms); async, full, stray: the knobs of test/devcrypto. */
#include "offload/cryptodev.h"
#include "offload/worker.h"
#include "test/devcrypto/device.h"
#include "test/devcrypto/inprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <outboard/outboard.h>

#define KEYS 64

static struct {
    int fd;
    struct ob_session session;
} keys[KEYS];

extern struct ob_engine ob_engine_soft;

static bool ordered(const char *what)
{
    static char path[512];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 16);

    while (n > 0 && path[n - 1] != '/')
        n--;
    if (n <= 0)
        exit(3);
    snprintf(path + n, 16, "%s", what);
    return access(path, F_OK) == 0;
}

/* What becomes of an open or ioctl of /dev/crypto. */
static int before(unsigned long number)
{
    device_knobs.hang = ordered("hang");
    device_knobs.fail = ordered("fail") ? EIO : 0;
    device_knobs.other = ordered("other");
    device_knobs.software = ordered("software");
    device_knobs.async = ordered("async");
    device_knobs.full = ordered("full");
    device_knobs.stray = ordered("stray");
    device_knobs.delay_us = ordered("late") ? 200000 : 0;
    if (ordered("die"))
        _exit(0);
    if (device_knobs.hang && (number == CRYPTODEV_CRYPT || number == CRYPTODEV_AUTH_CRYPT)) {
        while (ordered("hang"))
            usleep(10000);
        _exit(0);
    }
    if (number == 0 && ordered("refused"))
        return EACCES;
    return !ordered("gone") ? 0 : number ? ENODEV : ENOENT;
}

__attribute__((constructor)) static void watch(void)
{
    inprocess_before = before;
}

static struct ob_session *session_of(const struct obi_worker_key *k)
{
    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].fd == k->fd)
            return &keys[i].session;
    abort();
}

int obi_afalg_open(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r)
{
    static struct ob_dispatcher d;
    unsigned i = 0;

    (void)w;
    if (ordered("gone"))
        return ENOENT;
    if (ordered("slow"))
        usleep(700000);
    if (d.n_engines == 0 && ob_engine_add(&d, &ob_engine_soft) != OB_OK)
        abort();
    while (i < KEYS && keys[i].fd)
        i++;
    if (i == KEYS)
        abort();
    keys[i].fd = k->fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (k->fd < 0)
        return errno;
    if (ob_session_open(&keys[i].session, &d, r->alg, r->key, r->key_len) != OB_OK) {
        (void)close(k->fd);
        keys[i].fd = 0;
        return EINVAL;
    }
    return 0;
}

void obi_afalg_close(struct obi_worker *w, struct obi_worker_key *k)
{
    (void)w;
    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].fd == k->fd) {
            ob_session_close(&keys[i].session);
            keys[i].fd = 0;
        }
    (void)close(k->fd);
}

int obi_afalg_run(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r,
                  const struct obi_request_data *d)
{
    struct ob_session *s = session_of(k);
    uint32_t flags = r->encrypt ? OB_ENCRYPT : 0;
    int status;

    (void)w;
    if (ordered("die"))
        _exit(0);
    if (ordered("hang")) {
        memset(d->out, 0xaa, r->in_len); /* a device that writes later */
        while (ordered("hang"))
            usleep(10000);
        _exit(0);
    }
    if (ordered("late"))
        usleep(200000);
    if (ordered("fail"))
        return EIO;
    r->calls += 2;
    if (r->kind == OBI_REQUEST_HASH)
        status = ob_feed(s, (r->first ? OB_FIRST : 0) | (r->last ? OB_LAST : 0), r->tag, r->last ? r->tag_len : 0,
                         d->in, r->in_len);
    else
        status = ob_crypt(s, flags, d->out, r->in_len, r->iv, r->iv_len, d->aad, r->aad_len, d->in, r->in_len, r->tag,
                          r->tag_len);
    return status == OB_OK ? 0 : status == OB_E_AUTH ? EBADMSG : EINVAL;
}
