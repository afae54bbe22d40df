/* SPDX-License-Identifier: Apache-2.0 */
/* AF_ALG: one descriptor for each key, two system calls for each request (linux/if_alg.h; the user interface of
 * crypto/af_alg.c is described in Documentation/crypto/userspace-if.rst). */
#define _GNU_SOURCE /* accept4 */
#include "offload/worker.h"

#include <errno.h>
#include <linux/if_alg.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef SOL_ALG
#define SOL_ALG 279
#endif

static const char *type_of(const struct obi_request *r)
{
    switch (OB_ALG_CLASS(r->alg)) {
    case OB_CLASS_CIPHER:
        return "skcipher";
    case OB_CLASS_AEAD:
        return "aead";
    default:
        return "hash";
    }
}

static int set_up(int fd, const struct obi_request *r)
{
    if (r->kind == OBI_REQUEST_PROBE)
        return 0;
    if ((r->key_len || OB_ALG_CLASS(r->alg) != OB_CLASS_HASH) &&
        setsockopt(fd, SOL_ALG, ALG_SET_KEY, r->key, r->key_len) != 0)
        return errno;
    if (r->kind == OBI_REQUEST_AEAD && setsockopt(fd, SOL_ALG, ALG_SET_AEAD_AUTHSIZE, NULL, r->tag_len) != 0)
        return errno;
    return 0;
}

/* The kernel refuses a new key while an operation's descriptor is open, so each key has a transformation of its own.
 * The operation's descriptor keeps the transformation alive, so the other descriptor is closed. */
int obi_afalg_open(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r)
{
    struct sockaddr_alg name = {.salg_family = AF_ALG};
    int fd = socket(AF_ALG, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), err = 0;

    (void)w;
    if (fd < 0)
        return errno;
    strncpy((char *)name.salg_type, type_of(r), sizeof name.salg_type - 1);
    memcpy(name.salg_name, r->name, sizeof r->name - 1);
    if (bind(fd, (const struct sockaddr *)&name, sizeof name) != 0)
        err = errno;
    else
        err = set_up(fd, r);
    if (err == 0) {
        k->fd = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
        if (k->fd < 0)
            err = errno;
    }
    (void)close(fd);
    return err;
}

void obi_afalg_close(struct obi_worker *w, struct obi_worker_key *k)
{
    (void)w;
    (void)close(k->fd);
}

static int received(ssize_t n, size_t wanted)
{
    if (n < 0)
        return errno;
    return (size_t)n == wanted ? 0 : EIO;
}

static int hash(struct obi_worker_key *k, struct obi_request *r, const struct obi_request_data *d)
{
    ssize_t n = send(k->fd, d->in, r->in_len, r->last ? 0 : MSG_MORE);

    r->calls++;
    if (received(n, r->in_len) != 0 || !r->last)
        return received(n, r->in_len);
    r->calls++;
    return received(read(k->fd, r->tag, r->tag_len), r->tag_len);
}

/* Room for direction, IV and length of AAD, of which only the direction is always sent. */
union control {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(uint32_t)) + CMSG_SPACE(sizeof(struct af_alg_iv) + 16) + CMSG_SPACE(sizeof(uint32_t))];
};

static struct cmsghdr *add(struct msghdr *m, struct cmsghdr *at, int type, const void *value, size_t len)
{
    at = at ? (struct cmsghdr *)((char *)at + CMSG_ALIGN(at->cmsg_len)) : (struct cmsghdr *)m->msg_control;
    at->cmsg_level = SOL_ALG;
    at->cmsg_type = type;
    at->cmsg_len = (__typeof__(at->cmsg_len))CMSG_LEN(len); /* the field is size_t, or socklen_t as in POSIX */
    memcpy(CMSG_DATA(at), value, len);
    m->msg_controllen += (__typeof__(m->msg_controllen))CMSG_SPACE(len);
    return at;
}

static ssize_t send_parts(struct obi_worker_key *k, const struct obi_request *r, struct iovec *parts, size_t n)
{
    union control control = {0};
    struct msghdr m = {
        .msg_iov = parts, .msg_iovlen = (__typeof__(((struct msghdr *)0)->msg_iovlen))n, .msg_control = control.bytes};
    uint32_t direction = r->encrypt ? ALG_OP_ENCRYPT : ALG_OP_DECRYPT;
    struct cmsghdr *at = add(&m, NULL, ALG_SET_OP, &direction, sizeof direction);

    if (r->iv_len) {
        uint8_t iv[sizeof(struct af_alg_iv) + 16];

        memcpy(iv, &r->iv_len, sizeof r->iv_len);
        memcpy(iv + sizeof(struct af_alg_iv), r->iv, 16);
        at = add(&m, at, ALG_SET_IV, iv, sizeof(struct af_alg_iv) + r->iv_len);
    }
    if (r->kind == OBI_REQUEST_AEAD)
        (void)add(&m, at, ALG_SET_AEAD_ASSOCLEN, &r->aad_len, sizeof r->aad_len);
    return sendmsg(k->fd, &m, 0);
}

static int cipher(struct obi_worker_key *k, struct obi_request *r, const struct obi_request_data *d)
{
    struct iovec in = {(void *)(uintptr_t)d->in, r->in_len};
    ssize_t n = send_parts(k, r, &in, 1);

    r->calls += 2;
    if (received(n, r->in_len) != 0)
        return received(n, r->in_len);
    return received(read(k->fd, d->out, r->in_len), r->in_len);
}

/* Sent: AAD, data, and the tag if the kernel compares it. Received: AAD, data, and the tag if the kernel writes it. */
static int aead(struct obi_worker_key *k, struct obi_request *r, const struct obi_request_data *d)
{
    uint8_t aad[OBI_REQUEST_AAD_MAX], none;
    struct iovec in[3] = {{(void *)(uintptr_t)d->aad, r->aad_len},
                          {(void *)(uintptr_t)d->in, r->in_len},
                          {r->tag, r->encrypt ? 0 : r->tag_len}};
    struct iovec out[4] = {{aad, r->aad_len}, {d->out, r->in_len}, {r->tag, r->encrypt ? r->tag_len : 0}, {&none, 0}};
    size_t given = in[0].iov_len + in[1].iov_len + in[2].iov_len;
    size_t wanted = out[0].iov_len + out[1].iov_len + out[2].iov_len;
    ssize_t n = send_parts(k, r, in, 3);

    r->calls += 2;
    if (received(n, given) != 0)
        return received(n, given);
    out[3].iov_len = wanted == 0; /* after a read of no bytes the kernel would not check the tag */
    return received(readv(k->fd, out, 4), wanted);
}

int obi_afalg_run(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r,
                  const struct obi_request_data *d)
{
    (void)w;
    switch (r->kind) {
    case OBI_REQUEST_HASH:
        return hash(k, r, d);
    case OBI_REQUEST_AEAD:
        return aead(k, r, d);
    default:
        return cipher(k, r, d);
    }
}
