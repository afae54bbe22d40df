/* SPDX-License-Identifier: Apache-2.0 */
/* Judges the probe: measured numbers in, verdict out. */
#include "offload/evidence.h"

#include <stdio.h>
#include <string.h>

#define PER_OP_MAX  4  /* a hash may take two requests, data and end, and each may be split in two */
#define FILL_MIN    4  /* bytes that a FIFO takes at least for each interrupt: a word */
#define OPS_MIN     64 /* in all rounds; fewer operations could match by chance */
#define DISTINCT    3  /* different numbers of operations in the rounds */
#define NOISE_SHARE 16 /* 1/16: the share of a count's growth that may have other causes */
#define BUSY_SHARE  2  /* 1/2: the share of the wall time that CPUs may be busy while a device works by itself */
#define WALL_MIN_NS 100000000u

static bool enough(const struct obi_evidence *e)
{
    unsigned distinct = 0;
    uint64_t ops = 0;

    for (unsigned i = 0; i < e->rounds; i++) {
        bool new = e->ops[i] != 0;

        for (unsigned k = 0; k < i; k++)
            new = new && e->ops[k] != e->ops[i];
        distinct += new;
        ops += e->ops[i];
    }
    return distinct >= DISTINCT && ops >= OPS_MIN;
}

/* True if count grew by per_op for each operation of every round. */
static bool follows_by(const struct obi_evidence *e, const struct obi_evidence_count *count, unsigned per_op)
{
    uint64_t explained = 0, quiet = 0;

    for (unsigned i = 0; i < e->rounds; i++) {
        uint64_t want = (uint64_t)per_op * e->ops[i], is = count->during[i];
        uint64_t off = is > want ? is - want : want - is;

        if (off > 1 + count->quiet[i])
            return false;
        explained += want;
        quiet += count->quiet[i];
    }
    return quiet * NOISE_SHARE <= explained;
}

/* By how much count grew per operation; 0 if it did not follow the operations. */
static unsigned follows(const struct obi_evidence *e, const struct obi_evidence_count *count)
{
    uint64_t grown = 0, ops = 0, fills;

    for (unsigned per_op = 1; per_op <= PER_OP_MAX; per_op++)
        if (follows_by(e, count, per_op))
            return per_op;
    for (unsigned i = 0; i < e->rounds; i++) {
        grown += count->during[i];
        ops += e->ops[i];
    }
    fills = ops ? (grown + ops / 2) / ops : 0;
    if (fills > PER_OP_MAX && fills <= PER_OP_MAX + e->op_len / FILL_MIN && follows_by(e, count, (unsigned)fills))
        return (unsigned)fills;
    return 0;
}

static unsigned total(const struct obi_evidence *e)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < e->rounds; i++)
        sum += e->ops[i];
    return sum;
}

static void prove(const struct obi_evidence *e, struct obi_judgement *j, enum obi_proof proof)
{
    j->proof = proof;
    j->verdict = e->async ? OBI_HARDWARE : OBI_SYNCHRONOUS;
}

static bool by_counts(const struct obi_evidence *e, struct obi_judgement *j)
{
    unsigned per_op;

    if (!enough(e))
        return false;
    for (unsigned i = 0; i < e->n_interrupts; i++) {
        per_op = follows(e, &e->interrupts[i]);
        if (!per_op)
            continue;
        prove(e, j, OBI_PROOF_INTERRUPTS);
        snprintf(j->text, sizeof j->text, "interrupt %s: %u per operation in each of %u rounds, %u operations",
                 e->interrupts[i].name, per_op, e->rounds, total(e));
        return true;
    }
    per_op = e->counter.name[0] ? follows(e, &e->counter) : 0;
    if (!per_op)
        return false;
    prove(e, j, OBI_PROOF_COUNTER);
    snprintf(j->text, sizeof j->text, "counter %s: %u per operation in each of %u rounds, %u operations",
             e->counter.name, per_op, e->rounds, total(e));
    return true;
}

void obi_evidence_judge(const struct obi_evidence *e, struct obi_judgement *j)
{
    unsigned busy = e->wall_ns ? (unsigned)(e->busy_ns * 100 / e->wall_ns) : 0;

    memset(j, 0, sizeof *j);
    if (e->error) {
        snprintf(j->text, sizeof j->text, "the operations failed: %s", strerror(e->error));
    } else if (by_counts(e, j)) {
        return;
    } else if (!e->device[0]) {
        snprintf(j->text, sizeof j->text, "no interrupt%s followed its operations, and its module has no device",
                 e->counter.name[0] ? " and no counter" : "");
    } else if (!e->async) {
        prove(e, j, OBI_PROOF_DEVICE);
        snprintf(j->text, sizeof j->text, "bound to device %s, and synchronous: the CPU waits for it", e->device);
    } else if (e->wall_ns >= WALL_MIN_NS && e->busy_ns <= e->wall_ns / BUSY_SHARE) {
        prove(e, j, OBI_PROOF_TIME);
        snprintf(j->text, sizeof j->text, "bound to device %s, and the CPUs were busy for %u %% of the time", e->device,
                 busy);
    } else if (e->wall_ns) {
        snprintf(
            j->text, sizeof j->text,
            "bound to device %s, but no interrupt%s followed its operations, and a CPU was busy for %u %% of the time",
            e->device, e->counter.name[0] ? " and no counter" : "", busy);
    } else {
        snprintf(j->text, sizeof j->text, "bound to device %s, which proves nothing", e->device);
    }
}

void obi_evidence_trust(const struct obi_evidence *e, struct obi_judgement *j)
{
    char seen[sizeof j->text];

    if (e->error || j->verdict != OBI_UNPROVEN)
        return;
    snprintf(seen, sizeof seen, "%s", j->text);
    prove(e, j, OBI_PROOF_TRUST);
    snprintf(j->text, sizeof j->text, "trusted, not proven: %.200s", seen);
}

const char *obi_verdict_text(enum obi_verdict verdict)
{
    static const char *const texts[] = {"not proven", "hardware, no CPU relief", "hardware"};

    return texts[verdict];
}

const char *obi_verdict_word(enum obi_verdict verdict)
{
    static const char *const words[] = {"unproven", "synchronous", "hardware"};

    return words[verdict];
}

const char *obi_proof_word(enum obi_proof proof)
{
    static const char *const words[] = {"none", "interrupts", "counter", "time", "device", "trust"};

    return words[proof];
}
