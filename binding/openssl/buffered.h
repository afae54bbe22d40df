/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and MACs: the first bytes of a message wait here until it is known whether an engine pays. */
#ifndef OUTBOARD_BINDING_OPENSSL_BUFFERED_H
#define OUTBOARD_BINDING_OPENSSL_BUFFERED_H

#include "binding/openssl/offers.h"

/* Bytes that wait. A message that ends within them has a known length; a longer one is chosen by what is there. An
 * engine that keeps no standard mid-state is only given whole messages, which the default provider can do again: for it
 * more bytes wait, and longer messages are not for it. */
#define OB_PROV_WAIT_MAX  4096
#define OB_PROV_WHOLE_MAX 65536
#define OB_PROV_WAIT_HERE 256 /* of them without an allocation */

enum ob_prov_way {
    OB_PROV_WAITING, /* the message so far is in wait */
    OB_PROV_ASIDE,   /* the default provider has it */
    OB_PROV_ENGINE,  /* an engine has it: session->stream is under way */
};

struct ob_prov_buffered {
    uint8_t way;   /* enum ob_prov_way */
    uint8_t *wait; /* here, or allocated; NULL before the first message */
    size_t n_wait, wait_size;
    size_t wait_max; /* OB_PROV_WAIT_MAX or OB_PROV_WHOLE_MAX; 0: no engine */
    struct ob_prov_use use;
    uint8_t here[OB_PROV_WAIT_HERE];
};

/* Gives bytes to the default provider's context: 1 or 0. */
typedef int (*ob_prov_feed)(void *ctx, const uint8_t *in, size_t len);

/* Begin without a key, in memory that need not be clear. */
void obi_prov_buffered_new(struct ob_prov_buffered *b, struct ob_prov_offer *offer);

/* A new key: see obi_prov_use_key. */
void obi_prov_buffered_key(struct ob_prov_buffered *b, struct ob_prov_offer *offer, const uint8_t *key, size_t len);

/* A message begins. */
void obi_prov_buffered_begin(struct ob_prov_buffered *b);

/* The rest of the message is the default provider's: it gets what waits. 0 if it refused, or an engine has begun. */
int obi_prov_buffered_aside(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx);

/* Take in_len bytes: 1, or 0 if the default provider refused or an engine lost a stream that nobody else can go on
 * with. */
int obi_prov_buffered_update(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx, const uint8_t *in,
                             size_t in_len);

/* Take in_len bytes while the message waits and there is room: the usual case of a short message. */
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

/* The message ends. True: an engine wrote its tag of tag_len bytes. False with *ok: the default provider has got
 * everything and is to end it; *ok false: it failed. */
bool obi_prov_buffered_end(struct ob_prov_buffered *b, ob_prov_feed feed, void *ctx, uint8_t *tag, size_t tag_len,
                           bool *ok);

/* dst is a byte copy of src: give it a buffer and a session of its own. False without memory, or if the stream on the
 * engine can't be copied. */
bool obi_prov_buffered_copy(struct ob_prov_buffered *dst, const struct ob_prov_buffered *src);

void obi_prov_buffered_free(struct ob_prov_buffered *b);

#endif
