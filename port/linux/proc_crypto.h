/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernel lists in /proc/crypto: the drivers of its algorithms, one after the other. */
#ifndef OUTBOARD_PORT_PROC_CRYPTO_H
#define OUTBOARD_PORT_PROC_CRYPTO_H

#include <stdbool.h>
#include <stdio.h>

/* One paragraph of the file. A field that it lacks is empty, 0 or false; a value that is too long is cut. */
struct obi_crypto_driver {
    char name[64];   /* of the algorithm, as "cbc(aes)" */
    char driver[64]; /* as "cbc-aes-ce" */
    char module[64]; /* "kernel": built in */
    char type[16];   /* "skcipher", "aead", "ahash", "shash", ... */
    int priority;
    unsigned key_min, key_max; /* bytes; 0 and 0: not listed, as of hashes and AEADs */
    bool async;                /* completes later; else the caller's CPU waits */
    bool internal;             /* for the kernel alone */
    bool untested;             /* its self-test has not passed */
};

/* The file that obi_proc_crypto_open opens; another one in tests. */
extern const char *obi_proc_crypto_path;

/* The file, to be closed by the caller; NULL with errno. */
FILE *obi_proc_crypto_open(void);

/* The next driver of f: false at the end. */
bool obi_proc_crypto_next(FILE *f, struct obi_crypto_driver *d);

/* True if AF_ALG reaches a driver of this type as an algorithm of this class, enum ob_alg_class. */
bool obi_proc_crypto_fits(const struct obi_crypto_driver *d, unsigned class);

/* True if the driver is a template around others, as "hmac(sha256-generic)": made when somebody first asks for it. */
bool obi_proc_crypto_composed(const struct obi_crypto_driver *d);

#endif
