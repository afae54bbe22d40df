/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and MACs: the choice between the engines and the default provider. */
#include "binding/openssl/buffered.h"
#include "binding/openssl/pieces.h"

#include <stdlib.h>
#include <string.h>

/* The number of bytes that wait, which depends on what the engines can do. */
static void set_wait(struct ob_prov_buffered *b)
{
    b->use.streams = b->use.offer && obi_prov_side(b->use.offer, 0)->streams;
    b->wait_max = obi_prov_use_from(&b->use, 0) == SIZE_MAX ? 0 : b->use.streams ? OB_PROV_WAIT_MAX : OB_PROV_WHOLE_MAX;
}

void obi_prov_buffered_new(struct ob_prov_buffered *b, struct ob_prov_offer *offer)
{
    b->way = OB_PROV_WAITING;
    b->wait = NULL;
    b->n_wait = b->wait_size = 0;
    obi_prov_use_new(&b->use, offer);
    set_wait(b);
}

void obi_prov_buffered_key(struct ob_prov_buffered *b, struct ob_prov_offer *offer, const uint8_t *key, size_t len)
{
    obi_prov_use_key(&b->use, offer, key, len);
    set_wait(b);
}

static void forget(struct ob_prov_buffered *b)
{
    obi_prov_wipe_pieces(b->wait, b->n_wait);
    b->n_wait = 0;
}

void obi_prov_buffered_begin(struct ob_prov_buffered *b)
{
    forget(b);
    if (!b->wait) {
        b->wait = b->here;
        b->wait_size = sizeof b->here;
    }
    if (b->use.session && b->way == OB_PROV_ENGINE)
        (void)ob_session_reset(b->use.session);
    b->way = b->wait_max ? OB_PROV_WAITING : OB_PROV_ASIDE;
}

int obi_prov_buffered_aside(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx)
{
    int ok = 1;

    if (b->way == OB_PROV_ENGINE)
        return 0;
    if (b->n_wait)
        ok = feed(ctx, b->wait, b->n_wait);
    forget(b);
    b->way = OB_PROV_ASIDE;
    return ok;
}

/* Make room for len bytes in all. Sizes are powers of two, at most wait_max. */
static bool reserve(struct ob_prov_buffered *b, size_t len)
{
    size_t size = b->wait_size;
    uint8_t *wait;

    if (len <= b->wait_size)
        return true;
    while (size < len)
        size *= 2;
    wait = malloc(size);
    if (!wait)
        return false;
    if (b->n_wait) {
        memcpy(wait, b->wait, b->n_wait);
        obi_prov_wipe(b->wait, b->n_wait);
    }
    if (b->wait != b->here)
        free(b->wait);
    b->wait = wait;
    b->wait_size = size;
    return true;
}

/* Begin a stream on an engine with the bytes that wait, and in. */
static bool begin_stream(struct ob_prov_buffered *b, const uint8_t *in, size_t in_len)
{
    struct ob_op first = {.flags = OB_FIRST, .in = b->wait, .in_len = b->n_wait};
    struct ob_op rest = {.in = in, .in_len = in_len};

    if (b->n_wait == 0)
        rest.flags = OB_FIRST;
    else if (obi_prov_use_run(&b->use, &first) != OB_OK)
        return false;
    if (obi_prov_use_run(&b->use, &rest) != OB_OK)
        return false;
    forget(b);
    b->way = OB_PROV_ENGINE;
    return true;
}

static int stream_on(struct ob_prov_buffered *b, const uint8_t *in, size_t in_len)
{
    struct ob_op op = {.in = in, .in_len = in_len};

    return obi_prov_use_run(&b->use, &op) == OB_OK;
}

int obi_prov_buffered_update(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx, const uint8_t *in, size_t in_len)
{
    int ok;

    if (in_len == 0 && b->way != OB_PROV_ASIDE)
        return 1;
    switch (b->way) {
    case OB_PROV_ENGINE:
        return stream_on(b, in, in_len);
    case OB_PROV_WAITING:
        if (in_len <= b->wait_max - b->n_wait && reserve(b, b->n_wait + in_len)) {
            obi_prov_copy_pieces(b->wait + b->n_wait, in, in_len);
            b->n_wait += in_len;
            return 1;
        }
        if (b->use.streams && obi_prov_use_pays(&b->use, 0, b->n_wait + in_len) && begin_stream(b, in, in_len))
            return 1;
        if (!obi_prov_buffered_aside(b, feed, ctx))
            return 0;
        break;
    default:
        break;
    }
    b->use.aside++;
    ok = feed(ctx, in, in_len);
    obi_prov_use_aside(&b->use);
    return ok;
}

/* Run the last op of a stream on an engine, or the only op with all bytes that wait. */
static bool run_last(struct ob_prov_buffered *b, uint8_t *tag, size_t tag_len)
{
    struct ob_op op = {.flags = OB_LAST, .tag = tag, .tag_len = tag_len};

    if (b->way == OB_PROV_WAITING) {
        op.flags |= OB_FIRST;
        op.in = b->wait;
        op.in_len = b->n_wait;
    }
    return obi_prov_use_run(&b->use, &op) == OB_OK;
}

bool obi_prov_buffered_end(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx, uint8_t *tag, size_t tag_len,
                           bool *ok)
{
    *ok = true;
    if (b->way == OB_PROV_ASIDE)
        return false;
    if (b->way == OB_PROV_ENGINE) {
        *ok = run_last(b, tag, tag_len);
        b->way = OB_PROV_ASIDE;
        return *ok;
    }
    if (b->n_wait && obi_prov_use_pays(&b->use, 0, b->n_wait) && run_last(b, tag, tag_len)) {
        forget(b);
        return true;
    }
    b->use.aside++;
    *ok = obi_prov_buffered_aside(b, feed, ctx) == 1;
    obi_prov_use_aside(&b->use);
    return false;
}

bool obi_prov_buffered_copy(struct ob_prov_buffered *dst, const struct ob_prov_buffered *src)
{
    obi_prov_use_copy(&dst->use, &src->use);
    dst->wait = dst->here;
    dst->wait_size = sizeof dst->here;
    dst->n_wait = 0;
    if (src->n_wait) {
        if (!reserve(dst, src->n_wait))
            return false;
        memcpy(dst->wait, src->wait, src->n_wait);
        dst->n_wait = src->n_wait;
    }
    if (src->way != OB_PROV_ENGINE)
        return true;
    dst->use.session = calloc(1, sizeof *dst->use.session);
    return dst->use.session && ob_session_clone(dst->use.session, src->use.session) == OB_OK;
}

void obi_prov_buffered_free(struct ob_prov_buffered *b)
{
    forget(b);
    if (b->wait != b->here)
        free(b->wait);
    obi_prov_use_end(&b->use);
}
