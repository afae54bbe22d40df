/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of Mbed TLS with table AES, in loops, so that nothing of ours lies between two of them. */
#ifndef OUTBOARD_TEST_SPEED_PLAIN_H
#define OUTBOARD_TEST_SPEED_PLAIN_H

#include <stddef.h>
#include <stdint.h>

enum plain_job { PLAIN_AES_BLOCK, PLAIN_AES_CBC, PLAIN_AES_CTR, PLAIN_AES_GCM, PLAIN_SHA256, PLAIN_SHA512 };

/* Expand the key of AES-128 for all jobs: 0, or an error of Mbed TLS. */
__attribute__((visibility("default"))) int plain_key(const uint8_t key[16]);

/* n times: one call on len bytes (PLAIN_AES_BLOCK: 16), with a warm key. out: in_len bytes, or the digest. tag: 16
 * bytes, GCM only. 0, or an error of Mbed TLS. */
__attribute__((visibility("default"))) int plain_run(enum plain_job job, uint8_t *out, uint8_t *tag, const uint8_t *in,
                                                     size_t len, unsigned n);

#endif
