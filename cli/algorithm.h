/* SPDX-License-Identifier: Apache-2.0 */
/* An algorithm by any of the names that people write: aes-gcm, AES-GCM, AES-128-GCM, sha-256, DES-EDE3-CBC. */
#ifndef OUTBOARD_CLI_ALGORITHM_H
#define OUTBOARD_CLI_ALGORITHM_H

#include <stdint.h>

#define CLI_ALGORITHM_MAX 40u /* letters and digits of a name that are looked at; no algorithm's has as many */

/* The letters and digits of a name, in lower case, and a final zero; those past CLI_ALGORITHM_MAX are left out. Returns
 * how many there are. */
unsigned cli_algorithm_plain(char out[CLI_ALGORITHM_MAX + 1], const char *name);

/* The algorithm (enum ob_alg) of this name, OB_ALG_NONE if there is none. Case and characters that are neither letters
 * nor digits do not count. *bits: the bits of the key that the name states, else 0; the two keys of XTS count
 * together. With bits NULL a name that states them is none. */
uint8_t cli_algorithm(const char *name, unsigned *bits);

#endif
