/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and HMAC (RFC 2104, section 2) from mid-state to mid-state, for any engine on the hashes of hash.h. */
#ifndef OBI_MID_HASH_H
#define OBI_MID_HASH_H

#include "mid_hmac.h"
#include "outboard/engine.h"

/* The submit verb for every hash. */
int obi_mid_hash_submit(struct ob_session *s, struct ob_op *op);

/* Fill k from s->key. s->mid is free: no stream is under way in this engine. */
void obi_mid_hmac_open(struct obi_mid_hmac *k, const struct ob_session *s);

/* The submit verb for every HMAC. */
int obi_mid_hmac_submit(struct ob_session *s, struct ob_op *op, const struct obi_mid_hmac *k);

#endif
