/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: single operations on numbers (outboard/numbers.h), beside the dispatcher's ops. */
#include "engine/acryp/internal.h"

#include "port/lock.h"

#define PIECES 11 /* of REDUCE */

/* Without leading zeros. */
static struct ob_bytes trimmed(struct ob_bytes b)
{
    while (b.len && *b.data == 0) {
        b.data++;
        b.len--;
    }
    return b;
}

/* The request of an operation that has n, a, and b if `both`. */
static struct obi_acryp_request request(const struct ob_number_job *job, uint8_t op, unsigned bits, bool both)
{
    return (struct obi_acryp_request){
        .op = op,
        .n_params = 1,
        .n_in = both ? 3 : 2,
        .n_out = 1,
        .param = {(uint16_t)bits},
        .out_bits = (uint16_t)bits,
        .in = {{job->n.data, job->n.len, bits}, {job->a.data, job->a.len, bits}, {job->b.data, job->b.len, bits}},
    };
}

static int power(const struct obi_acryp_job *j, const struct ob_number_job *job, unsigned bits, uint8_t *out)
{
    unsigned e_bits = obi_number_bits(job->b);
    struct obi_acryp_request r = request(job, OB_ACRYP_OP_POWER, bits, true);

    if (e_bits == 0 || e_bits + 16 > 2 * bits)
        return OB_E_DECLINED;
    r.n_params = 3;
    r.param[1] = (uint16_t)e_bits;
    r.in[2].bits = e_bits;
    r.out = out;
    return obi_acryp_run(j, &r);
}

/* a modulo n, in pieces as long as n, from the most significant one. */
static int reduce(const struct obi_acryp_job *j, const struct ob_number_job *job, unsigned bits, uint8_t *out)
{
    struct ob_bytes a = trimmed(job->a);
    unsigned a_bits = obi_number_bits(a), n = a_bits > bits ? (a_bits + bits - 1) / bits : 1;
    size_t len = (bits + 7) / 8;
    static uint8_t piece[PIECES][OBI_ACRYP_RSA_BYTES]; /* under the engine's lock */
    struct obi_acryp_request r = request(job, OB_ACRYP_OP_REDUCE, bits, false);
    int status;

    if (n > PIECES)
        return OB_E_DECLINED;
    r.n_params = 2;
    r.param[1] = (uint16_t)n;
    r.n_in = (uint8_t)(n + 1);
    r.out = out;
    for (unsigned i = 0; i < n; i++) {
        obi_acryp_slice(piece[i], len, a.data, a.len, (size_t)(n - 1 - i) * bits, bits);
        r.in[i + 1] = (struct obi_operand){piece[i], len, bits};
    }
    status = obi_acryp_run(j, &r);
    ob_wipe(piece, sizeof piece);
    return status;
}

static int run(const struct obi_acryp_job *j, const struct ob_number_job *job, unsigned bits, uint8_t *out)
{
    static const uint8_t ops[] = {
        [OB_NUMBER_ADD] = OB_ACRYP_OP_ADD,
        [OB_NUMBER_SUB] = OB_ACRYP_OP_SUB,
        [OB_NUMBER_MUL] = OB_ACRYP_OP_MUL,
        [OB_NUMBER_INVERT] = OB_ACRYP_OP_INVERT,
    };
    struct obi_acryp_request r;

    if (job->op == OB_NUMBER_POWER)
        return power(j, job, bits, out);
    if (job->op == OB_NUMBER_MOD)
        return reduce(j, job, bits, out);
    r = request(job, ops[job->op], bits, job->op != OB_NUMBER_INVERT);
    r.out = out;
    return obi_acryp_run(j, &r);
}

int ob_acryp_number(void *acryp, const struct ob_number_job *job)
{
    struct ob_acryp *a = (struct ob_acryp *)acryp;
    struct ob_op op = {0};
    const struct obi_acryp_job j = {a, NULL, &op};
    unsigned bits = obi_number_bits(job->n);
    size_t len = (bits + 7) / 8;
    static uint8_t out[OBI_ACRYP_RSA_BYTES]; /* under the engine's lock */
    int status;

    if (bits < 16 || bits > OBI_ACRYP_RSA_BITS || !(job->n.data[job->n.len - 1] & 1))
        return OB_E_DECLINED;
    if (!ob_port_trylock(&a->engine.lock))
        return OB_E_BUSY;
    status = a->op || !a->engine.started ? OB_E_BUSY : run(&j, job, bits, out);
    if (status == OB_OK) {
        memset(job->out, 0, job->n.len - len);
        memcpy(job->out + job->n.len - len, out, len);
    }
    ob_wipe(out, sizeof out);
    ob_port_unlock(&a->engine.lock);
    return status == OBI_ACRYP_BAD || status == OBI_ACRYP_NO_INVERSE ? OB_E_ARG
           : status == OBI_ACRYP_WRONG                               ? OB_E_IO
                                                                     : status;
}
