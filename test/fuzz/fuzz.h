/* SPDX-License-Identifier: Apache-2.0 */
/* What the fuzz targets share: input as a sequence of calls, made on one session per engine, whose answers must agree.
 */
#ifndef OUTBOARD_TEST_FUZZ_H
#define OUTBOARD_TEST_FUZZ_H

#include <outboard/outboard.h>

#define FUZZ_SESSIONS 5    /* at most four engines, and one session that the dispatcher places */
#define FUZZ_MESSAGE  4096 /* bytes of an update at most */

/* The rest of the fuzzer's input. Reading past its end gives zeros. */
struct fuzz_input {
    const uint8_t *data;
    size_t len;
};

uint8_t fuzz_byte(struct fuzz_input *in);

/* A length of at most max: mostly short, sometimes long. */
size_t fuzz_length(struct fuzz_input *in, size_t max);

/* Fill len bytes at p: from the input while it lasts, then a pattern. */
void fuzz_fill(struct fuzz_input *in, uint8_t *p, size_t len);

/* The sessions that make the same calls. */
struct fuzz_group {
    struct ob_session session[FUZZ_SESSIONS];
    const char *name[FUZZ_SESSIONS];
    unsigned n;
};

/* Each target defines the classes whose self-tests must pass before the first input: a mask of 1 << enum ob_class. */
extern const unsigned fuzz_classes;

/* Give the engines prices from the input, so that the placed session moves between them. */
void fuzz_begin(struct fuzz_input *in);

/* Open alg with this key on every engine that has it, and on the dispatcher's choice. False if none has it; engines
 * must agree on whether the key is allowed. */
bool fuzz_open(struct fuzz_group *g, uint8_t alg, const uint8_t *key, size_t key_len);

/* Replace every session by a clone of itself. */
void fuzz_clone(struct fuzz_group *g);

void fuzz_close(struct fuzz_group *g);

/* Stop with a report unless r, len and the bytes are those of the group's first session. i counts the sessions. */
void fuzz_agree(const struct fuzz_group *g, unsigned i, int r, const uint8_t *bytes, size_t len, int r0,
                const uint8_t *bytes0, size_t len0);

#endif
