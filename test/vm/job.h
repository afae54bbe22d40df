/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of this folder measure: messages through libcrypto, by algorithm. */
#ifndef OUTBOARD_TEST_VM_JOB_H
#define OUTBOARD_TEST_VM_JOB_H

#include <stddef.h>
#include <stdint.h>

#define JOB_LONGEST 65536

enum job_kind { JOB_CIPHER, JOB_UNIT, JOB_AEAD, JOB_DIGEST, JOB_HMAC, JOB_CMAC };

struct job {
    const char *name; /* as in bench/results */
    const char *evp;  /* the cipher's or the digest's */
    enum job_kind kind;
    int bits, encrypt;
};

extern const struct job jobs[];
extern const size_t n_jobs;

/* End the program, saying what failed, unless ok is positive. */
void job_check(int ok, const char *what);

/* ns on the monotonic clock. */
uint64_t job_now(void);

/* OpenSSL's engine of this name serves ciphers from now on. */
void job_use_engine(const char *name);

/* One of each at a time: fill the input, which for decryption has to have the right tag; set the key; run a message of
 * len bytes; forget the key. */
void job_prepare(const struct job *j, int len);
void job_set_up(const struct job *j);
void job_message(const struct job *j, int len);
void job_tear_down(void);

/* As in bench/results: enc, dec, hash, mac. */
const char *job_operation(const struct job *j);

/* True if name is one of a list with commas, or the list is "all". */
int job_listed(const char *list, const char *name);

/* The next number of a list with commas, a length that every job takes; *list moves on. */
int job_length(char **list);

#endif
