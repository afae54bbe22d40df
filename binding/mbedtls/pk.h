/* SPDX-License-Identifier: Apache-2.0 */
/* What the wrapped public-key functions share: a session for one call, and numbers as bytes. */
#ifndef OB_BINDING_MBEDTLS_PK_H
#define OB_BINDING_MBEDTLS_PK_H

#include "binding/mbedtls/internal.h"

#if defined(MBEDTLS_BIGNUM_C)

#include <mbedtls/bignum.h>
#include <mbedtls/md.h>
#if defined(MBEDTLS_ECP_C)
#include <mbedtls/ecp.h>
#endif

/* Whether the build has public keys at all, and more than one engine, so that one can have them. */
#define OBI_PK (OB_WITH_PK && OB_ENGINES_MAX > 1)

#if defined(MBEDTLS_ECP_C)
#define OBI_COORDINATE MBEDTLS_ECP_MAX_BYTES
#define OBI_SCALAR     (MBEDTLS_ECP_MAX_BYTES + 1) /* secp224k1's order has a byte more than its field */

/* The curve's number here; OB_CURVE_NONE if there is none. */
uint8_t obi_mbedtls_curve(const mbedtls_ecp_group *grp);

/* The affine coordinates of point, F bytes each, to xy (2 F). False where the library has to judge: projective ones,
 * negative or long numbers. */
bool obi_mbedtls_point(uint8_t *xy, size_t f, const mbedtls_ecp_point *point);
#endif

/* One call on a session of its own, which borrows key. */
struct obi_pk_call {
    enum obi_function function;
    bool is_open;
    struct ob_key key;
    struct ob_session s;
};

/* Open a session for a key as the binding needs it: compared with the library, and not on the engine that would call
 * the library again. As ob_pk_open. */
int obi_pk_open(struct ob_session *s, uint8_t alg, uint8_t hash, const struct ob_key *key);

/* Open a session for key, of which call->key is set. OB_OK; else as ob_pk_open, OB_E_DECLINED if Outboard has not
 * started. */
int obi_pk_begin(struct obi_pk_call *call, enum obi_function function, uint8_t alg, uint8_t hash);

/* Close the session and count; what no engine has is not counted. True: the call is done, with *ret. False: the
 * library's own code must run, also without fallback: there the functions below it are wrapped, too, and what no engine
 * has is the library's. auth_failed: the library's error for OB_E_AUTH; 0: the library judges again. */
bool obi_pk_end(struct obi_pk_call *call, int r, int auth_failed, int *ret);

/* The same of a call whose session stays open. */
bool obi_pk_outcome(enum obi_function function, int r, int auth_failed, int *ret);

/* The hash's number here, if a digest has its length; OB_ALG_NONE if not. */
uint8_t obi_pk_hash(mbedtls_md_type_t type, size_t len);

/* m as len bytes; false if it is negative or too long. Time depends on lengths alone. */
bool obi_pk_write(const mbedtls_mpi *m, uint8_t *to, size_t len);

#endif
#endif
