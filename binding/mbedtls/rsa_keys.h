/* SPDX-License-Identifier: Apache-2.0 */
/* Public RSA keys that the binding keeps open, each with memory for R^2 (struct ob_key_cache). */
#ifndef OB_BINDING_MBEDTLS_RSA_KEYS_H
#define OB_BINDING_MBEDTLS_RSA_KEYS_H

#include "binding/mbedtls/pk.h"

#if defined(MBEDTLS_RSA_C) && !defined(MBEDTLS_RSA_ALT) && OBI_PK && OB_MBEDTLS_RSA_KEYS > 0

#include <mbedtls/rsa.h>

#define OBI_RSA_KEYS OB_MBEDTLS_RSA_KEYS

/* Find or open the session for the public key of ctx, which this call then uses alone, until obi_rsa_give_back: OB_OK,
 * with *s; OB_E_BUSY: there is no room for it; else as ob_pk_open. */
int obi_rsa_take(struct ob_session **s, const mbedtls_rsa_context *ctx, uint8_t alg, uint8_t hash);
void obi_rsa_give_back(struct ob_session *s);

/* Close and wipe all. */
void obi_rsa_forget(void);

/* Around a fork (pool.c): lock what is free of what is not held yet, true if all is held then; unlock what is held;
 * and in the child wipe what is not held, and unlock everything. */
bool obi_rsa_hold(bool begin);
void obi_rsa_let_go(void);
void obi_rsa_in_child(void);

#else
#define OBI_RSA_KEYS 0
#endif
#endif
