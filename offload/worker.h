/* SPDX-License-Identifier: Apache-2.0 */
/* The part of the offload that calls the kernel. It runs in the helper, or in the caller if there is no helper. */
#ifndef OUTBOARD_OFFLOAD_WORKER_H
#define OUTBOARD_OFFLOAD_WORKER_H

#include "offload/request.h"

#define OBI_WORKER_KEYS_MAX 4096

/* A key that is open in the kernel. */
struct obi_worker_key {
    uint64_t id;   /* 0: the entry is free */
    uint64_t used; /* number of the last request that used it */
    uint32_t tag_len, session;
    int fd;
    uint8_t backend;
    bool in_stream; /* a hash was begun and not ended */
};

struct obi_worker {
    struct obi_worker_key *key; /* n_keys entries */
    unsigned n_keys;
    uint64_t requests;
    int devcrypto;    /* descriptor of /dev/crypto + 1; 0: none */
    uint8_t async;    /* enum obi_async of that descriptor */
    bool outstanding; /* its queue has a request without a result yet */
    uint8_t *bounce;  /* buffer of devcrypto.c for AEADs without room for the tag */
};

/* Run one request and write its answer to r. */
void obi_worker_run(struct obi_worker *w, struct obi_request *r, const struct obi_request_data *d);

/* Close one key, or all keys if id is 0. */
void obi_worker_forget(struct obi_worker *w, uint64_t id);

/* Close the descriptors without a call that would end the sessions: other processes that share them keep them. */
void obi_worker_leave(struct obi_worker *w);

/* ---- the backends: afalg.c, devcrypto.c ---- */

/* The following return 0 or an error of <errno.h>. First: open r's key. */
int obi_afalg_open(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r);
int obi_afalg_run(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r,
                  const struct obi_request_data *d);
void obi_afalg_close(struct obi_worker *w, struct obi_worker_key *k);

/* As above; also ENODEV if the device is gone, and all keys with it. */
int obi_devcrypto_open(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r);
int obi_devcrypto_run(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r,
                      const struct obi_request_data *d);
void obi_devcrypto_close(struct obi_worker *w, struct obi_worker_key *k);
void obi_devcrypto_leave(struct obi_worker *w);

/* ioctl on the open device: 0 or an error. After ENODEV nothing of the device is kept, and the next request opens it
 * again. */
int obi_devcrypto_ask(struct obi_worker *w, unsigned long number, void *arg);

/* ---- devcrypto_async.c ---- */

struct cryptodev_crypt;

/* Test whether the device that was just opened has asynchronous calls. Changes nothing and never waits. */
enum obi_async obi_devcrypto_async_found(struct obi_worker *w);

/* Run operation c of r by these calls: 0 or an error. ETIMEDOUT with r->outstanding: there is no result after
 * r->limit_ms, and neither the key nor the data may be touched. EBUSY: the queue had no room in that time. */
int obi_devcrypto_async_run(struct obi_worker *w, struct obi_request *r, const struct cryptodev_crypt *c);

/* Wait without limit for the result of the outstanding operation. Only for a process that a signal may end. */
void obi_devcrypto_async_end(struct obi_worker *w);

/* True if /dev/crypto has a number for the algorithm; the kernel may still lack it. */
bool obi_devcrypto_has(uint8_t alg);

#endif
