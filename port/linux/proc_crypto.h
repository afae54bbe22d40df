/* SPDX-License-Identifier: Apache-2.0 */
/* The drivers of algorithms that the kernel lists in /proc/crypto. */
#ifndef OUTBOARD_PORT_PROC_CRYPTO_H
#define OUTBOARD_PORT_PROC_CRYPTO_H

#include <stdbool.h>
#include <stdio.h>

/* One paragraph of the file. A missing field is empty, 0 or false; a value that is too long is cut. */
struct obi_crypto_driver {
    char name[64];   /* of the algorithm, such as "cbc(aes)" */
    char driver[64]; /* such as "cbc-aes-ce" */
    char module[64]; /* "kernel": built in */
    char type[16];   /* "skcipher", "aead", "ahash", "shash", ... */
    int priority;
    unsigned key_min, key_max; /* bytes; 0 and 0: not listed, for example for hashes and AEADs */
    bool async;                /* completes later; if false, the caller's CPU does the work or waits */
    bool internal;             /* only the kernel itself may use it */
    bool untested;             /* its self-test has not passed */
};

/* The file that obi_proc_crypto_open opens; tests set another one. */
extern const char *obi_proc_crypto_path;

/* Open the file, which the caller closes; NULL with errno. */
FILE *obi_proc_crypto_open(void);

/* Read the next driver of f: false at the end. */
bool obi_proc_crypto_next(FILE *f, struct obi_crypto_driver *d);

/* True if AF_ALG offers a driver of this type for algorithms of this class (enum ob_alg_class). */
bool obi_proc_crypto_fits(const struct obi_crypto_driver *d, unsigned class);

/* True if the driver is a template around others, such as "hmac(sha256-generic)". The kernel makes its instance when it
 * is first requested. */
bool obi_proc_crypto_composed(const struct obi_crypto_driver *d);

#endif
