/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps keys open in the kernel and runs requests on them. A new key replaces the least recently used one. */
#include "offload/worker.h"

#include <errno.h>
#include <string.h>

static const struct {
    int (*open)(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r);
    int (*run)(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r, const struct obi_request_data *d);
    void (*close)(struct obi_worker *w, struct obi_worker_key *k);
} backends[] = {
    [OBI_BACKEND_AFALG] = {obi_afalg_open, obi_afalg_run, obi_afalg_close},
    [OBI_BACKEND_DEVCRYPTO] = {obi_devcrypto_open, obi_devcrypto_run, obi_devcrypto_close},
};

static void close_key(struct obi_worker *w, struct obi_worker_key *k)
{
    if (k->id) /* otherwise it was lost with its device */
        backends[k->backend].close(w, k);
    memset(k, 0, sizeof *k);
}

void obi_worker_leave(struct obi_worker *w)
{
    obi_devcrypto_leave(w);
    obi_worker_forget(w, 0);
}

void obi_worker_forget(struct obi_worker *w, uint64_t id)
{
    for (unsigned i = 0; i < w->n_keys; i++)
        if (w->key[i].id && (id == 0 || w->key[i].id == id))
            close_key(w, &w->key[i]);
}

/* The key of r if it is open; else NULL, and *place is a closed entry for it. */
static struct obi_worker_key *find(struct obi_worker *w, const struct obi_request *r, struct obi_worker_key **place)
{
    struct obi_worker_key *oldest = &w->key[0];

    for (unsigned i = 0; i < w->n_keys; i++) {
        struct obi_worker_key *k = &w->key[i];

        if (k->id == r->id && k->backend == r->backend) {
            if (r->kind != OBI_REQUEST_AEAD || k->tag_len == r->tag_len)
                return k;
            oldest = k; /* a tag's length belongs to the key's descriptor */
            break;
        }
        if (k->used < oldest->used)
            oldest = k;
    }
    if (oldest->id)
        close_key(w, oldest);
    *place = oldest;
    return NULL;
}

/* Open r's key in *k. If the process has no descriptor left, close all other keys and try again. */
static int open_key(struct obi_worker *w, struct obi_worker_key *k, struct obi_request *r)
{
    int err = backends[r->backend].open(w, k, r);

    if (err == EMFILE) {
        obi_worker_forget(w, 0);
        err = backends[r->backend].open(w, k, r);
    }
    if (err)
        return err;
    k->id = r->id;
    k->backend = r->backend;
    k->tag_len = r->tag_len;
    r->opened++;
    return 0;
}

static void set_stage(struct obi_request *r, enum obi_stage stage)
{
    __atomic_store_n(&r->stage, (uint32_t)stage, __ATOMIC_RELEASE);
}

void obi_worker_run(struct obi_worker *w, struct obi_request *r, const struct obi_request_data *d)
{
    struct obi_worker_key *k, *place = NULL;

    set_stage(r, OBI_STAGE_OPENING);
    r->calls = r->opened = 0;
    r->queued = r->outstanding = 0;
    r->at_open = 1;
    r->status = 0;
    if (r->id == 0 || r->backend >= sizeof backends / sizeof *backends || r->in_len > OBI_REQUEST_DATA_MAX ||
        r->aad_len > OBI_REQUEST_AAD_MAX || r->key_len > sizeof r->key || r->iv_len > sizeof r->iv ||
        r->tag_len > OBI_REQUEST_TAG_MAX) { /* a host that gave up has wiped the request, or another program wrote it */
        r->status = EINVAL;
        return;
    }
    k = find(w, r, &place);
    if (!k) {
        k = place;
        if (r->kind == OBI_REQUEST_HASH && !r->first)
            r->status = ECONNRESET; /* the earlier parts were lost with the key's descriptor */
        else
            r->status = open_key(w, k, r);
        if (r->status)
            return;
    }
    k->used = ++w->requests;
    if (r->kind == OBI_REQUEST_PROBE) {
        close_key(w, k);
        return;
    }
    r->at_open = 0;
    if (k->in_stream && r->first) { /* an earlier message was never ended */
        close_key(w, k);
        r->status = open_key(w, k, r);
        if (r->status)
            return;
    }
    set_stage(r, OBI_STAGE_RUNNING);
    r->status = backends[r->backend].run(w, k, r, d);
    k->in_stream = r->kind == OBI_REQUEST_HASH && !r->last;
    if (r->status && !w->outstanding) /* the state that is left in the kernel is unknown */
        close_key(w, k);
}
