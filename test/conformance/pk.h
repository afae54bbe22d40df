/* SPDX-License-Identifier: Apache-2.0 */
/* One public-key operation of a vector: its key, its buffers, its outcome. */
#ifndef OUTBOARD_TEST_PK_H
#define OUTBOARD_TEST_PK_H

#include "test/conformance/internal.h"

/* Bytes of the longest result: an 8192-bit number, or a generated RSA key of 8192 bits. */
#define PK_OUT_MAX 1024

/* A key with its components in buffers of its own. */
struct pk_key {
    struct region field[FIELDS];
    struct ob_key key;
};

enum pk_half { PK_PUBLIC, PK_PRIVATE };

/* The public or private key of v, components at address % 16 == shift; sparse: without what is not needed. False
 * without a report if the arena has no room. */
bool pk_key_load(struct suite *t, struct pk_key *k, const struct vector *v, enum pk_half half, unsigned shift,
                 bool sparse);

/* The half of the key that v's own operation takes. */
enum pk_half pk_half_of(const struct vector *v);

/* True if an engine's row serves v's key in direction dir (enum ob_dir). */
bool pk_serves(const struct ob_engine *e, const struct vector *v, uint8_t dir);

/* The direction of v's own operation. */
uint8_t pk_direction(const struct vector *v);

/* Open s for v with k on engine e. False after a report, or if the key is refused and v must be refused. */
bool pk_open(struct suite *t, struct ob_session *s, const struct vector *v, const struct pk_key *k,
             const struct ob_engine *e);

/* The buffers of one operation. */
struct pk_call {
    struct region in, aad, out, tag;
    struct ob_op op;
};

/* Prepare v's own operation; false without a report if the arena has no room. */
bool pk_call_init(struct suite *t, struct pk_call *c, const struct vector *v, unsigned shift);

/* Run the call on s and compare all that it must leave behind with what v expects: false after a report, or with
 * t->declined if the engine does not know v's hash. */
bool pk_call_run(struct suite *t, struct pk_call *c, const struct vector *v, struct ob_session *s);

/* The same operation through its typed call. */
int pk_call_typed(struct pk_call *c, const struct vector *v, struct ob_session *s);

/* Compare the outcome r of an operation of v, and what it left behind. */
bool pk_call_check(struct suite *t, struct pk_call *c, const struct vector *v, int r);

/* Give the call's outputs their pattern again. */
void pk_call_reset(struct pk_call *c, const struct vector *v);

/* True if the engine has declined the hash of v, which is its right; the vector is then left out. */
bool pk_declined(const struct vector *v, int r);

/* Undo a signature or an encryption that c holds with the other half of v's key on e: it must be good. */
bool pk_undo(struct suite *t, const struct pk_call *c, const struct vector *v, const struct ob_engine *e);

/* Run v, which is of RSA, with a key that was lent memory (pk_cache.c). */
void pk_cached(struct suite *t, const struct vector *v);

#endif
