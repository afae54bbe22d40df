/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of the provider share: a library context with the default provider alone, one with the provider in
 * front of it, and bytes to work on. */
#ifndef OUTBOARD_TEST_BINDING_OPENSSL_EVP_H
#define OUTBOARD_TEST_BINDING_OPENSSL_EVP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <openssl/evp.h>

extern OSSL_LIB_CTX *evp_plain, *evp_outboard;

/* Load both; evp_outboard fetches with ?provider=outboard, as the installed configuration does. */
int evp_start(void **state);
int evp_stop(void **state);

/* The same pseudo-random bytes in every run (xorshift32 of seed). */
void evp_fill(uint8_t *out, size_t len, uint32_t seed);
uint32_t evp_next(uint32_t *seed);

/* True if OUTBOARD is this. */
bool evp_mode_is(const char *mode);

#endif
