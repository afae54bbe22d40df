/* SPDX-License-Identifier: Apache-2.0 */
/* What the benchmark times: one call of Mbed TLS each, or of Outboard where Mbed TLS lacks the algorithm. */
#ifndef EXAMPLE_BENCHMARK_JOBS_H
#define EXAMPLE_BENCHMARK_JOBS_H

#include <stddef.h>
#include <stdint.h>

#define JOBS_MAX      32
#define PUBLISHED_KHZ 30000u /* clock of the published figures */

struct buffers {
    uint8_t *in, *out; /* in the memory that engines reach */
    uint32_t len;      /* bytes of each */
};

struct job {
    const char *name;
    unsigned id;           /* OB_* algorithm, or the library's, as the functions take it */
    unsigned bits;         /* of the key */
    int outboard;          /* 1: by Outboard's own calls, which need an engine to be started */
    uint32_t published[5]; /* KiB/s of software, the engine fed by the CPU, and with DMA, at PUBLISHED_KHZ; 0: none */

    /* Set keys 0 and 1; 0 if all is well. */
    int (*open)(const struct job *job);
    /* One call with this key; hashes have none. 0 if all is well. */
    int (*run)(const struct job *job, const struct buffers *buffers, uint32_t len, unsigned key);
    void (*close)(const struct job *job);
};

extern const struct job jobs[];
extern const unsigned jobs_count;

#endif
