/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of PSA Crypto that live in key slots of an engine: Outboard as a secure element of Mbed TLS 3.6 (its interface
 * psa/crypto_se_driver.h), under the library's own functions psa_*. binding/psa/README.md */
#ifndef OUTBOARD_PSA_H
#define OUTBOARD_PSA_H

#include "slot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keys at once, 1 to 255, each with sizeof(struct ob_session) and some 120 bytes of static memory. */
#ifndef OB_PSA_KEYS
#define OB_PSA_KEYS 16
#endif

/* Let PSA keys whose lifetime has this location live in slots of engine e, which belongs to a dispatcher. Call it
 * before psa_crypto_init, and again before each later one, because mbedtls_psa_crypto_free forgets all drivers. Keys of
 * an earlier time are destroyed. OB_OK; OB_E_ARG: location is not 1 to 255, or e belongs to no dispatcher;
 * OB_E_DECLINED: e has no slots; OB_E_STATE: the location has a driver already, or PSA has no place for another;
 * OB_E_BUSY: an earlier key is in use. Not thread-safe. */
OB_MUST_CHECK int ob_psa_register(uint32_t location, struct ob_engine *e);

/* Destroy all keys that PSA has in slots: after mbedtls_psa_crypto_free, which leaves them. OB_OK; OB_E_BUSY: some are
 * in use, or their engine is. */
OB_MUST_CHECK int ob_psa_forget(void);

#ifdef __cplusplus
}
#endif

#endif
