/* SPDX-License-Identifier: Apache-2.0 */
/* Random bytes: HMAC_DRBG with SHA-256 (SP 800-90A, section 10.1.2) over the platform's entropy. */
#ifndef OUTBOARD_RNG_H
#define OUTBOARD_RNG_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OB_RNG_REQUEST_MAX 65536u /* bytes a request: SP 800-90A, table 2 (2^19 bits) */

/* A generator in memory of the caller; one thread at a time. After a fork both processes may go on with it: the child's
 * is seeded anew with its next bytes. */
struct ob_rng {
    struct ob_dispatcher *dispatcher;
    int (*entropy)(void *user, uint8_t *out, size_t len); /* OB_OK or OB_E_IO; NULL: the platform's */
    void *entropy_user;
    uint64_t reseed_counter;
    uint64_t reseed_interval; /* requests between two reseedings, at most 2^48; 0: 10,000 */
    uint8_t key[32], v[32];
    uint32_t process; /* the one that seeded it last */
    uint8_t live;
    struct ob_session mac;
};

/* Instantiate with 48 bytes of entropy (256 bits and a 128-bit nonce) and an optional personalisation string. The
 * fields entropy, entropy_user and reseed_interval are read; set all others to zero. OB_OK; OB_E_IO: no entropy. */
#define ob_rng_open OB_LAYOUT_NAME(ob_rng_open)
OB_MUST_CHECK int ob_rng_open(struct ob_rng *r, struct ob_dispatcher *d, const uint8_t *personal, size_t personal_len);

/* Fill out, in requests of at most OB_RNG_REQUEST_MAX bytes. OB_E_IO: a due reseeding found no entropy; out is wiped.
 * OB_E_STATE: not open. */
OB_MUST_CHECK int ob_rng_bytes(struct ob_rng *r, uint8_t *out, size_t len);

/* Add fresh entropy and optional input now. */
OB_MUST_CHECK int ob_rng_reseed(struct ob_rng *r, const uint8_t *more, size_t more_len);

void ob_rng_close(struct ob_rng *r);

#ifdef __cplusplus
}
#endif

#endif
