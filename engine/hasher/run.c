/* SPDX-License-Identifier: Apache-2.0 */
/* Engine hasher: runs one op, in CPU mode or by DMA. The state of a hash's stream is the session's standard mid-state.
 * The stream of HMAC is kept in the same fields, but the block cannot show the state between the key and the first
 * block of data, so the rows of HMAC are not OB_CAP_MID. */
#include "engine/hasher/internal.h"
#include "port/lock.h"

/* One op and what its commands need. */
struct job {
    struct ob_hasher *h;
    struct ob_session *s;
    struct ob_op *op;
    uint32_t ctrl;  /* algorithm and operation */
    unsigned block; /* bytes */
    unsigned held;  /* bytes in mid.part before the op */
    uint64_t done;  /* bytes of the stream before the op */
};

static bool is_hmac(const struct job *j)
{
    return (j->ctrl & OB_HASHER_CTRL_OP) != OB_HASHER_CTRL_OP_HASH;
}

static struct job job_of(struct ob_hasher *h, struct ob_session *s, struct ob_op *op)
{
    struct job j = {h, s, op, obi_hasher_alg(s->alg), obi_hasher_block(s->alg), 0, 0};

    if (OB_IS_HMAC(s->alg))
        j.ctrl |= OB_HASHER_CTRL_OP_HMAC;
    j.done = op->flags & OB_FIRST ? 0 : s->in_done;
    j.held = (unsigned)j.done & (j.block - 1);
    return j;
}

static uint64_t owner(const struct job *j)
{
    return ((const struct ob_hasher_state *)ob_state_const(j->s))->owner;
}

void obi_hasher_wipe(struct ob_hasher *h)
{
    ob_port_store8(&h->wipe, 0);
    h->owner = h->key_owner = 0;
    (void)obi_block_wipe(&h->device);
}

int obi_hasher_failed(struct ob_hasher *h)
{
    if (h->device.work)
        (void)obi_udma_abort(&h->device);
    (void)obi_block_wipe(&h->device);
    ob_port_write(&h->device, OBI_BLOCK_EVENT, 0xff);
    h->owner = h->key_owner = 0;
    return OB_E_IO;
}

/* ---- CPU mode ---- */

void obi_hasher_feed(const struct ob_device *d, const uint8_t *p, size_t len)
{
    const uint32_t port = OBI_BLOCK_DATA_IN;
    uint32_t w;

    if (((uintptr_t)p & 3) == 0) {
        for (; len >= 16; len -= 16, p += 16) {
            const uint32_t *word = (const uint32_t *)(const void *)p;

            ob_port_write(d, port, word[0]);
            ob_port_write(d, port + 4, word[1]);
            ob_port_write(d, port + 8, word[2]);
            ob_port_write(d, port + 12, word[3]);
        }
    }
    for (; len >= 4; len -= 4, p += 4) {
        memcpy(&w, p, 4);
        ob_port_write(d, port, w);
    }
    if (len) {
        w = 0;
        memcpy(&w, p, len);
        ob_port_write(d, port, w);
    }
}

/* Run a request by the CPU and read its results. A command that the block would refuse is not written, because the
 * refusal is a bus error: OB_E_STATE if the block no longer has the key. */
static int run_cpu(const struct job *j, const struct obi_request *r, uint32_t *result)
{
    const struct ob_device *d = &j->h->device;

    if (obi_block_free(d, j->op->deadline_ns) != OB_OK) /* somebody's wipe may still run */
        return OB_E_IO;
    if ((r->image[r->words - 1u] & OB_HASHER_CTRL_OP) == OB_HASHER_CTRL_OP_HMAC &&
        !(ob_port_read(d, OB_HASHER_STATUS) & OB_HASHER_STATUS_KEY_VALID))
        return OB_E_STATE;
    for (unsigned i = 0; i < r->words; i++)
        ob_port_write(d, r->reg + 4 * i, r->image[i]);
    for (unsigned i = 0; i < r->n_in; i++)
        obi_hasher_feed(d, r->in[i].p, r->in[i].len);
    if (obi_block_free(d, j->op->deadline_ns) != OB_OK)
        return OB_E_IO;
    for (unsigned i = 0; i < r->result_words; i++)
        result[i] = ob_port_read(d, r->result_reg + 4 * i);
    return obi_block_events(d) == OB_HASHER_EVENT_DONE ? OB_OK : OB_E_IO;
}

/* ---- DMA mode ---- */

/* The result of DMA command i: OB_OK, OB_E_IO, or OB_E_STATE if the block no longer has the key. */
static int outcome(const struct ob_device *d, unsigned i)
{
    uint32_t status = obi_udma_status(d, i) & OBI_UDMA_STATUS;

    if (status == (OBI_UDMA_DONE | OB_HASHER_EVENT_DONE << 16))
        return OB_OK;
    return OBI_UDMA_EVENTS(status) & OB_HASHER_EVENT_NO_KEY ? OB_E_STATE : OB_E_IO;
}

/* Take the results of a command after the DMA's last access to memory. */
static int end_dma(struct ob_device *d, uint32_t *result, unsigned words)
{
    int status = outcome(d, 0);

    if (status == OB_OK && words)
        memcpy(result, obi_udma_result(d, 0), 4u * words); /* NOLINT: result is not NULL if words > 0 */
    if (status != OB_E_IO)
        obi_udma_end(d, status == OB_OK);
    return status;
}

/* Run a request by DMA. last: no command of the op follows, so the op may stay pending. */
static int run_dma(const struct job *j, const struct obi_request *r, uint32_t *result, bool last)
{
    struct ob_device *d = &j->h->device;
    int status;

    obi_udma_begin(d);
    if (!obi_udma_put(d, r))
        return OB_E_IO;
    obi_udma_go(d);
    if (last && j->h->async) {
        j->h->session = j->s;
        j->h->op = j->op;
        return OB_PENDING;
    }
    status = obi_udma_wait(d, j->op->deadline_ns);
    return status == OB_OK ? end_dma(d, result, r->result_words) : status;
}

static int run(const struct job *j, const struct obi_request *r, uint32_t *result, bool last)
{
    j->h->owner = owner(j);
    return obi_hasher_by_dma(j->h, j->s->row) ? run_dma(j, r, result, last) : run_cpu(j, r, result);
}

/* ---- commands ---- */

static int load_key(const struct job *j)
{
    uint32_t image[2] = {j->s->key_len, obi_hasher_alg(j->s->alg) | OB_HASHER_CTRL_OP_KEY};
    struct obi_request r = {.image = image, .reg = OB_HASHER_LEN, .words = 2};
    int status;

    j->h->key_owner = 0;
    obi_request_in(&r, j->s->key, j->s->key_len);
    status = run(j, &r, NULL, false);
    if (status == OB_OK)
        j->h->key_owner = owner(j);
    return status;
}

/* Fill in the registers for a command that continues a stream after `at` bytes, with the hash words h. */
static void restore(const struct job *j, uint64_t at, const void *h, uint32_t image[22])
{
    uint64_t count = at + (is_hmac(j) ? j->block : 0);

    memcpy(image, h, 64);
    image[16] = (uint32_t)count;
    image[17] = (uint32_t)(count >> 32);
    image[18] = image[19] = 0;
}

/* What is left to do of an op's input. */
struct span {
    const uint8_t *in; /* the rest of the op's input */
    size_t left;       /* bytes of it that go to the block */
    unsigned held;     /* bytes of mid.part that precede it */
    uint64_t at;       /* bytes of the stream before these */
    const void *h;     /* the hash words there; the block may have lost them since */
};

/* Make the next command: as many bytes as the memory allows, in whole blocks unless it is the last command. */
static void next_request(const struct job *j, struct span *p, struct obi_request *r, uint32_t image[22])
{
    size_t room = obi_udma_room(&j->h->device, p->in, NULL, p->left);
    bool first = p->at == 0, last;
    size_t n = p->left < room ? p->left : room;

    memset(r, 0, sizeof *r);
    obi_request_in(r, j->s->mid.part, p->held);
    obi_request_in(r, p->in, n);
    last = n == p->left && j->op->flags & OB_LAST;
    r->image = image;
    if (!first) {
        restore(j, p->at, p->h, image);
        r->reg = OB_HASHER_H;
        r->words = 22;
    } else {
        r->reg = OB_HASHER_LEN;
        r->words = 2;
    }
    image[r->words - 2u] = (uint32_t)(p->held + n);
    image[r->words - 1u] = j->ctrl | (first ? OB_HASHER_CTRL_FIRST : 0u) | (last ? OB_HASHER_CTRL_LAST : 0u);
    if (last) {
        r->result_reg = OB_HASHER_DIGEST;
        r->result_words = (uint8_t)(ob_alg_tag(j->s->alg) / 4);
    } else {
        r->result_reg = OB_HASHER_H;
        r->result_words = 16;
    }
    p->in += n;
    p->left -= n;
    p->at += p->held + n;
    p->held = 0;
}

/* Run all commands of an op. OB_PENDING: the last command is under way. */
static int run_span(const struct job *j, size_t take, uint32_t result[16])
{
    struct span p = {j->op->in, take, j->held, j->done - j->held, j->s->mid.h};
    struct obi_request r;
    uint32_t image[22];
    int status;

    if (p.held && p.left) { /* complete the partial block, so that the next command begins at a word */
        unsigned n = j->block - p.held;

        if (n > p.left)
            n = (unsigned)p.left;
        memcpy(j->s->mid.part + p.held, p.in, n); /* past the valid bytes: a failure changes no state */
        p.held += n;
        p.in += n;
        p.left -= n;
    }
    do {
        next_request(j, &p, &r, image);
        status = run(j, &r, result, p.left == 0);
        p.h = result;
    } while (status == OB_OK && p.left);
    ob_wipe(image, sizeof image);
    return status;
}

/* Bytes of the op's input that the block processes now: all in the LAST op, else up to the last whole block. */
static size_t taken(const struct job *j)
{
    size_t len = j->op->in_len, rest;

    if (j->op->flags & OB_LAST)
        return len;
    rest = (size_t)(j->held + len) & (j->block - 1u);
    return len < rest ? 0 : len - rest;
}

/* Write the digest or tag, or compare it; or save mid-state and remaining bytes in the session. */
static int finish(const struct job *j, const uint32_t *result, size_t take)
{
    struct ob_op *op = j->op;

    if (op->flags & OB_LAST) {
        if (op->flags & OB_VERIFY)
            return ob_differ(op->tag, result, op->tag_len) ? OB_E_AUTH : OB_OK;
        memcpy(op->tag, result, op->tag_len);
        return OB_OK;
    }
    memcpy(j->s->mid.h, result, 64);
    memcpy(j->s->mid.part, op->in + take, op->in_len - take);
    return OB_OK;
}

/* Run an op that does not complete a block. The FIRST op of a hash reads the initial hash words from the block, so that
 * any engine can continue the stream. */
static int hold(const struct job *j)
{
    if (j->op->flags & OB_FIRST && !is_hmac(j)) {
        uint32_t image[2] = {0, j->ctrl | OB_HASHER_CTRL_FIRST}, result[16];
        struct obi_request r = {
            .image = image, .reg = OB_HASHER_LEN, .words = 2, .result_reg = OB_HASHER_H, .result_words = 16};
        int status = run(j, &r, result, false);

        if (status != OB_OK)
            return status;
        memcpy(j->s->mid.h, result, 64);
    }
    if (j->op->in_len)
        memcpy(j->s->mid.part + j->held, j->op->in, j->op->in_len);
    return OB_OK;
}

static int whole_op(const struct job *j)
{
    size_t take = taken(j);
    uint32_t result[16];
    int status;

    if (!(j->op->flags & OB_LAST) && j->held + j->op->in_len < j->block)
        return hold(j);
    status = is_hmac(j) && j->h->key_owner != owner(j) ? load_key(j) : OB_OK;
    if (status == OB_OK)
        status = run_span(j, take, result);
    if (status == OB_OK)
        status = finish(j, result, take);
    ob_wipe(result, sizeof result);
    return status;
}

/* Run the op again if the block was reset by someone else. Erase what a session that was closed meanwhile left. */
static int final_status(const struct job *j, int status)
{
    struct ob_hasher *h = j->h;

    if (status == OB_E_STATE) {
        h->key_owner = 0;
        status = whole_op(j);
    }
    if (status == OB_PENDING)
        return status;
    if (status != OB_OK && status != OB_E_AUTH)
        return obi_hasher_failed(h);
    if (ob_port_load8(&h->wipe))
        obi_hasher_wipe(h);
    return status;
}

int obi_hasher_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    const struct job j = job_of(h, s, op);

    return final_status(&j, whole_op(&j));
}

int obi_hasher_poll(void *dev)
{
    struct ob_hasher *h = (struct ob_hasher *)dev;
    uint32_t result[16];
    struct job j;
    int status;

    if (!h->op)
        return 0;
    status = obi_udma_poll(&h->device);
    if (status == OB_PENDING)
        return 0;
    j = job_of(h, h->session, h->op);
    h->op = NULL;
    if (status == OB_OK)
        status = end_dma(&h->device, result, 16);
    if (status == OB_OK)
        status = finish(&j, result, taken(&j));
    ob_wipe(result, sizeof result);
    status = final_status(&j, status);
    if (status == OB_PENDING)
        return 0;
    ob_op_complete(j.op, status);
    return 1;
}
