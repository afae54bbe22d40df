/* SPDX-License-Identifier: Apache-2.0 */
/* The side of the offload that enters the kernel: in the helper, or in the caller where there is none. */
#ifndef OUTBOARD_OFFLOAD_WORKER_H
#define OUTBOARD_OFFLOAD_WORKER_H

#include "offload/request.h"

#define OBI_WORKER_KEYS_MAX 4096

/* A key that is open in the kernel. */
struct obi_worker_key {
    uint64_t id;   /* 0: none */
    uint64_t used; /* when, in requests */
    uint32_t tag_len, session;
    int fd;
    uint8_t backend;
    bool in_stream; /* a hash has begun and not ended */
};

struct obi_worker {
    struct obi_worker_key *key; /* n_keys of them */
    unsigned n_keys;
    uint64_t requests;
    int devcrypto;    /* descriptor of /dev/crypto + 1; 0: none */
    uint8_t async;    /* enum obi_async, of that descriptor */
    bool outstanding; /* its queue has a request whose result has not come */
    uint8_t *bounce;  /* devcrypto.c's, of AEADs without room for the tag */
};

/* Do one request; its answer is in r. */
void obi_worker_run(struct obi_worker *w, struct obi_request *r, const struct obi_request_data *d);

/* Close one key, or all with id 0. */
void obi_worker_forget(struct obi_worker *w, uint64_t id);

/* Let go of all keys without a word to the kernel: what other processes have open as well stays theirs. */
void obi_worker_leave(struct obi_worker *w);

/* ---- the backends: afalg.c, devcrypto.c ---- */

/* What follows returns 0 or an error of <errno.h>. Open r's key. */
int obi_afalg_open(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r);
int obi_afalg_run(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r,
                  const struct obi_request_data *d);
void obi_afalg_close(struct obi_worker *w, struct obi_worker_key *k);

/* The same; ENODEV: the device has gone, and all of its keys with it. */
int obi_devcrypto_open(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r);
int obi_devcrypto_run(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r,
                      const struct obi_request_data *d);
void obi_devcrypto_close(struct obi_worker *w, struct obi_worker_key *k);
void obi_devcrypto_leave(struct obi_worker *w);

/* An ioctl of the open device: 0, or the error, after which nothing of a device that is gone is kept (ENODEV): the next
 * request opens it again. */
int obi_devcrypto_ask(struct obi_worker *w, unsigned long number, void *arg);

/* ---- devcrypto_async.c ---- */

struct cryptodev_crypt;

/* Has the device that has just been opened asynchronous calls? Changes nothing, and never waits. */
enum obi_async obi_devcrypto_async_found(struct obi_worker *w);

/* r's operation c by these calls: 0 or an error. ETIMEDOUT with r->outstanding: no result in r->limit_ms; then neither
 * the key nor the data may be touched. EBUSY: no place in the queue in that time. */
int obi_devcrypto_async_run(struct obi_worker *w, struct obi_request *r, const struct cryptodev_crypt *c);

/* Wait for the result of what is outstanding, for ever, where a signal ends the process. */
void obi_devcrypto_async_end(struct obi_worker *w);

/* True if /dev/crypto has a number for the algorithm; its kernel need not have it. */
bool obi_devcrypto_has(uint8_t alg);

#endif
