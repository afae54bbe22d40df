/* SPDX-License-Identifier: Apache-2.0 */
/* What was seen while a driver did probe operations, and whether that shows that they reached hardware. */
#ifndef OUTBOARD_OFFLOAD_EVIDENCE_H
#define OUTBOARD_OFFLOAD_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#define OBI_EVIDENCE_ROUNDS 6

/* A number that the kernel counts: the interrupts of a name, or what a driver says that it has done. */
struct obi_evidence_count {
    char name[80];                                                    /* of the interrupt, or the counter's path */
    uint64_t during[OBI_EVIDENCE_ROUNDS], quiet[OBI_EVIDENCE_ROUNDS]; /* what it grew by in a round, and in an equal
                                                                       * time after it in which nothing was asked for */
};

struct obi_evidence {
    int error;       /* the operations failed: an error of <errno.h>; then the rest does not count */
    bool async;      /* the driver's claim that it completes later */
    char device[64]; /* that the driver's module is bound to; empty: none */
    unsigned rounds;
    uint32_t ops[OBI_EVIDENCE_ROUNDS]; /* operations in each round, one at a time; at least three different numbers */
    const struct obi_evidence_count *interrupts;
    unsigned n_interrupts;
    struct obi_evidence_count counter; /* empty name: the driver has none that is known */
    uint64_t wall_ns, busy_ns; /* long operations, one at a time: how long they took, and how long all CPUs together
                                * were busier than in a quiet time; 0 and 0: not measured */
};

enum obi_verdict {
    OBI_UNPROVEN,
    OBI_SYNCHRONOUS, /* hardware for which the CPU waits: no relief */
    OBI_HARDWARE,
};

/* The steps of the ladder, the best first. */
enum obi_proof {
    OBI_PROOF_NONE,
    OBI_PROOF_INTERRUPTS, /* those of one name followed the operations */
    OBI_PROOF_COUNTER,    /* the driver's counter did */
    OBI_PROOF_TIME,       /* bound to a device, and most of the time no CPU was busy */
    OBI_PROOF_DEVICE,     /* synchronous and bound to a device: there is no more to be seen */
};

struct obi_judgement {
    enum obi_verdict verdict;
    enum obi_proof proof;
    char text[240]; /* the evidence, or why it is none */
};

/* A count follows the operations if one number from 1 to 4 is its growth per operation in every round, within one and
 * what it grew by in the quiet time after that round, and it hardly grows when nothing is asked for: by a sixteenth of
 * all that the operations explain at most. */
void obi_evidence_judge(const struct obi_evidence *e, struct obi_judgement *j);

/* "not proven", "hardware, no CPU relief", "hardware"; one word for files: "unproven", "synchronous", "hardware". */
const char *obi_verdict_text(enum obi_verdict verdict);
const char *obi_verdict_word(enum obi_verdict verdict);

/* "interrupts", "counter", "time", "device", "none". */
const char *obi_proof_word(enum obi_proof proof);

#endif
