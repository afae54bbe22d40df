/* SPDX-License-Identifier: Apache-2.0 */
/* Observations while a driver ran probe operations, and the verdict whether they show that hardware did the work. */
#ifndef OUTBOARD_OFFLOAD_EVIDENCE_H
#define OUTBOARD_OFFLOAD_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#define OBI_EVIDENCE_ROUNDS 6

/* A counter of the kernel: the interrupts of one handler, or a driver's own counter of operations. */
struct obi_evidence_count {
    char name[80]; /* name of the handler, or path of the counter */
    /* The growth in each round, and in an equal time after the round without operations. */
    uint64_t during[OBI_EVIDENCE_ROUNDS], quiet[OBI_EVIDENCE_ROUNDS];
};

struct obi_evidence {
    int error;       /* why the operations failed (<errno.h>); all other fields are invalid then */
    bool async;      /* the driver claims that it completes later */
    char device[64]; /* the device to which the driver's module is bound; empty: none */
    unsigned rounds;
    uint32_t ops[OBI_EVIDENCE_ROUNDS]; /* operations in each round, one at a time; at least three numbers differ */
    uint32_t op_len;                   /* bytes of each */
    const struct obi_evidence_count *interrupts;
    unsigned n_interrupts;
    struct obi_evidence_count counter; /* empty name: no counter of the driver is known */
    /* Long operations, one at a time: their time, and by how much all CPUs together were busier than in a quiet time. 0
     * and 0: not measured. */
    uint64_t wall_ns, busy_ns;
};

enum obi_verdict {
    OBI_UNPROVEN,
    OBI_SYNCHRONOUS, /* hardware, but the CPU waits for it */
    OBI_HARDWARE,
};

/* Kinds of proof, the best one first. */
enum obi_proof {
    OBI_PROOF_NONE,
    OBI_PROOF_INTERRUPTS, /* the interrupts of one handler followed the operations */
    OBI_PROOF_COUNTER,    /* the driver's counter followed the operations */
    OBI_PROOF_TIME,       /* bound to a device, and the CPUs were idle most of the time */
    OBI_PROOF_DEVICE,     /* synchronous and bound to a device: nothing more can be observed */
    OBI_PROOF_TRUST,      /* none: the administrator says so */
};

struct obi_judgement {
    enum obi_verdict verdict;
    enum obi_proof proof;
    char text[240]; /* the evidence, or why there is none */
};

/* A count follows the operations if it grew in every round by the same number per operation: 1 to 4, or, for a device
 * that interrupts whenever its FIFO is to be filled, up to one for each 4 bytes. The error may be at most 1 plus the
 * growth in the quiet time after the round. The growth in all quiet times may be at most a sixteenth of the growth that
 * the operations explain. */
void obi_evidence_judge(const struct obi_evidence *e, struct obi_judgement *j);

/* Somebody who knows the driver says that it is hardware: the verdict, unless the operations failed or it is proven. */
void obi_evidence_trust(const struct obi_evidence *e, struct obi_judgement *j);

/* The verdict for people: "not proven", "hardware, no CPU relief", "hardware"; and as one word for files: "unproven",
 * "synchronous", "hardware". */
const char *obi_verdict_text(enum obi_verdict verdict);
const char *obi_verdict_word(enum obi_verdict verdict);

/* The name of a proof: "interrupts", "counter", "time", "device", "trust", "none". */
const char *obi_proof_word(enum obi_proof proof);

#endif
