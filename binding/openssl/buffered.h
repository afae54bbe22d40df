/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and MACs: the first bytes of a message wait here until it is known whether an engine pays. */
#ifndef OUTBOARD_BINDING_OPENSSL_BUFFERED_H
#define OUTBOARD_BINDING_OPENSSL_BUFFERED_H

#include "binding/openssl/offers.h"

/* The maximum number of bytes that wait. A message that ends within them has a known length; for a longer one the
 * choice is by the bytes that are there. An engine without the standard mid-state only gets whole messages, because the
 * default provider can repeat these: for such an engine more bytes wait, and longer messages do not reach it. */
#define OB_PROV_WAIT_MAX  4096
#define OB_PROV_WHOLE_MAX 65536
#define OB_PROV_WAIT_HERE 256 /* bytes of them that need no allocation */

enum ob_prov_way {
    OB_PROV_WAITING, /* the message so far is in wait */
    OB_PROV_ASIDE,   /* the default provider serves it */
    OB_PROV_ENGINE,  /* an engine serves it: session->stream is under way */
};

struct ob_prov_buffered {
    uint8_t way;   /* enum ob_prov_way */
    uint8_t *wait; /* in the context, or allocated; NULL before the first message */
    size_t n_wait, wait_size;
    size_t wait_max; /* OB_PROV_WAIT_MAX or OB_PROV_WHOLE_MAX; 0: no engine */
    struct ob_prov_use use;
    uint8_t here[OB_PROV_WAIT_HERE];
};

/* Passes bytes to the default provider's context: returns 1 or 0. */
typedef int (*ob_prov_feed)(void *ctx, const uint8_t *in, size_t len);

/* Initialise without a key. The memory need not be zero. */
void obi_prov_buffered_new(struct ob_prov_buffered *b, struct ob_prov_offer *offer);

/* Set a new key: see obi_prov_use_key. */
void obi_prov_buffered_key(struct ob_prov_buffered *b, struct ob_prov_offer *offer, const uint8_t *key, size_t len);

/* Begin a message. */
void obi_prov_buffered_begin(struct ob_prov_buffered *b);

/* Leave the rest of the message to the default provider, which gets the bytes that wait. 0 if it refused, or if an
 * engine has begun the message. */
int obi_prov_buffered_aside(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx);

/* Process in_len bytes: 1, or 0 if the default provider refused, or an engine lost a stream that no one else can
 * continue. */
int obi_prov_buffered_update(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx, const uint8_t *in,
                             size_t in_len);

/* Add in_len bytes to those that wait, if there is room: the usual case of a short message. */
static inline bool obi_prov_buffered_wait(struct ob_prov_buffered *b, const uint8_t *in, size_t in_len)
{
    if (b->way != OB_PROV_WAITING || in_len == 0 || in_len > OB_PROV_WAIT_HERE - b->n_wait || b->wait != b->here)
        return false;
    memcpy(b->here + b->n_wait, in, in_len);
    b->n_wait += in_len;
    return true;
}

/* True if the message waits and is too short for any engine. */
static inline bool obi_prov_buffered_is_short(const struct ob_prov_buffered *b)
{
    return b->way == OB_PROV_WAITING && b->n_wait < obi_prov_use_from(&b->use, 0);
}

/* End the message. True: an engine wrote the tag of tag_len bytes. False with *ok true: the default provider has all
 * bytes and must end the message. False with *ok false: an error. */
bool obi_prov_buffered_end(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx, uint8_t *tag, size_t tag_len,
                           bool *ok);

/* dst is a byte copy of src: give it its own buffer and session. False if memory is short or the stream on the engine
 * cannot be copied. */
bool obi_prov_buffered_copy(struct ob_prov_buffered *dst, const struct ob_prov_buffered *src);

void obi_prov_buffered_free(struct ob_prov_buffered *b);

#endif
