/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that live in the engine mbedtls. */
#ifndef OB_ENGINE_MBEDTLS_SLOT_H
#define OB_ENGINE_MBEDTLS_SLOT_H

#include "engine/mbedtls/internal.h"

/* Key slots; 0 leaves them out, as the default does where there is no operating system. */
#ifndef OB_MBEDTLS_SLOTS
#if OB_WITH_SLOTS && defined(__unix__)
#define OB_MBEDTLS_SLOTS 16
#else
#define OB_MBEDTLS_SLOTS 0
#endif
#endif

/* Bytes of a slot for the numbers of one key: those of an RSA key of 4,096 bits (4.5 times 512, and e of 32) fit. */
#ifndef OB_MBEDTLS_SLOT_BYTES
#define OB_MBEDTLS_SLOT_BYTES 2400
#endif

#if OB_MBEDTLS_SLOTS
/* The verbs; dev is not used: all instances of the engine are one. */
extern const struct ob_slot_ops obi_mbedtls_slot_ops;

/* The public-key components in a slot, NULL if it is empty. */
const struct ob_key *obi_mbedtls_slot_pk(unsigned slot);

/* Copy a slot's symmetric key to s->key: OB_OK, or OB_E_DECLINED if the slot is empty. */
int obi_mbedtls_slot_key(struct ob_session *s, unsigned slot);
#endif

static inline bool mbedtls_in_slot(const struct ob_session *s)
{
    return OB_MBEDTLS_SLOTS && s->pk && s->pk->kind == OB_KEY_SLOT;
}

#endif
