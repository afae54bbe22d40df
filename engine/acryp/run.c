/* SPDX-License-Identifier: Apache-2.0 */
/* Engine acryp: one operation of the block, from its parameters to its result, with a deadline on every wait. */
#include "engine/acryp/internal.h"

#include "port/clock.h"

#define EVENTS     (OB_ACRYP_EVENT_DONE | OB_ACRYP_EVENT_SEQ | OB_ACRYP_EVENT_OUT)
#define TIMEOUT_US 30000000u /* for RSA with 8192 bits, 62 million cycles, on the slowest clock */

int obi_acryp_failed(struct ob_acryp *a)
{
    const struct ob_device *d = &a->device;

    if (a->leaving)
        return OB_E_IO;
    a->runs = false;
    ob_port_write(d, OB_ACRYP_IRQ_EN, 0);
    (void)obi_block_wipe(d);
    ob_port_write(d, OB_ACRYP_EVENT, EVENTS);
    return OB_E_IO;
}

static size_t words_of(unsigned bits)
{
    return (bits + 31) / 32;
}

/* Four bytes that end before p, as a word. */
static inline uint32_t word_before(const uint8_t *p)
{
    return (uint32_t)p[-1] | (uint32_t)p[-2] << 8 | (uint32_t)p[-3] << 16 | (uint32_t)p[-4] << 24;
}

/* Give the words of an operand, from the least significant one. */
static void give(const struct ob_device *d, const struct obi_operand *o)
{
    size_t words = words_of(o->bits), whole = o->len / 4 < words ? o->len / 4 : words;
    const uint8_t *p = o->p + o->len, *end = p - 4 * whole;
    uint32_t w = 0;

    for (; p != end; p -= 4)
        ob_port_write(d, OBI_BLOCK_DATA_IN, word_before(p));
    if (whole == words)
        return;
    for (unsigned k = 0; k < o->len % 4; k++) /* a word that the number fills in part */
        w |= (uint32_t)p[-1 - (int)k] << 8 * k;
    ob_port_write(d, OBI_BLOCK_DATA_IN, w);
    while (++whole < words)
        ob_port_write(d, OBI_BLOCK_DATA_IN, 0);
}

/* True if a number has no bit beyond its bits: the block would not see them. */
static bool fits(const struct obi_operand *o)
{
    size_t whole = o->bits / 8;
    uint32_t beyond = 0;

    for (size_t i = whole; i < o->len; i++) {
        uint32_t byte = o->p[o->len - 1 - i];

        beyond |= i == whole ? byte >> o->bits % 8 : byte;
    }
    return beyond == 0;
}

/* As obi_wait_more, but awake where the block has an interrupt: none tells that it wants data, and that is soon. */
static bool more(const struct ob_device *d, struct obi_wait *w)
{
    if (!d->irq)
        return obi_wait_more(d, w);
    return ++w->polls & 31 || ob_port_clock_ns() < w->until;
}

/* Wait until the operation wants data, or has ended: *ended. */
static int wait_for_data(const struct ob_device *d, struct obi_wait *w, bool *ended)
{
    for (;;) {
        if (ob_port_read(d, OB_ACRYP_STATUS) & OB_ACRYP_STATUS_WANTS_DATA)
            return OB_OK;
        *ended = ob_port_read(d, OB_ACRYP_EVENT) != 0;
        if (*ended)
            return OB_OK;
        if (!more(d, w))
            return OB_E_IO;
    }
}

/* Give the operands. *ended: the operation has refused one and takes no more. */
static int feed(const struct ob_device *d, const struct obi_acryp_request *r, struct obi_wait *w, bool *ended)
{
    for (unsigned i = 0; i < r->n_in; i++) {
        const struct obi_operand *o = &r->in[i];
        int status = wait_for_data(d, w, ended);

        if (status != OB_OK || *ended)
            return status;
        if (i == OBI_ACRYP_TABLE_AT && r->table) /* ours, and in range: the block takes it as fast as it comes */
            for (size_t k = 0; k < r->table_words; k++)
                ob_port_write(d, OBI_BLOCK_DATA_IN, r->table[k]);
        give(d, o);
    }
    return OB_OK;
}

/* Wait for an event; 0 at the deadline. It stays set. */
static uint32_t event(const struct ob_device *d, struct obi_wait *w)
{
    uint32_t events;

    while ((events = ob_port_read(d, OB_ACRYP_EVENT)) == 0)
        if (!obi_wait_more(d, w))
            return 0;
    return events;
}

/* Read results into r->out. */
static void take(const struct ob_device *d, const struct obi_acryp_request *r)
{
    size_t len = (r->out_bits + 7u) / 8;
    uint8_t *begin = r->out;

    for (unsigned i = 0; i < r->n_out; i++, begin += len) {
        uint8_t *p = begin + len, *end = begin + len % 4;

        for (; p != end; p -= 4) {
            uint32_t w = ob_port_read(d, OBI_BLOCK_DATA_OUT);

            p[-1] = (uint8_t)w;
            p[-2] = (uint8_t)(w >> 8);
            p[-3] = (uint8_t)(w >> 16);
            p[-4] = (uint8_t)(w >> 24);
        }
        if (p != begin)
            for (uint32_t w = ob_port_read(d, OBI_BLOCK_DATA_OUT); p != begin; w >>= 8)
                *--p = (uint8_t)w;
    }
}

/* From the last operand to the end. */
static int finish(const struct ob_device *d, const struct obi_acryp_request *r, struct obi_wait *w)
{
    uint32_t events = event(d, w);

    if (events & OB_ACRYP_EVENT_SEQ || !events)
        return OB_E_IO;
    if (events & OB_ACRYP_EVENT_OUT) {
        take(d, r);
        while (!((events = ob_port_read(d, OB_ACRYP_EVENT)) & OB_ACRYP_EVENT_DONE))
            if (!obi_wait_more(d, w))
                return OB_E_IO;
        if (events & OB_ACRYP_EVENT_SEQ)
            return OB_E_IO;
    }
    ob_port_write(d, OB_ACRYP_EVENT, EVENTS);
    switch (ob_port_read(d, OB_ACRYP_RESULT) & OB_ACRYP_RESULT_END) {
    case OB_ACRYP_END_OK:
        return events & OB_ACRYP_EVENT_OUT ? OB_OK : OB_E_IO; /* a success without a result is none */
    case OB_ACRYP_END_ARG:
        return OBI_ACRYP_BAD;
    case OB_ACRYP_END_NO_INVERSE:
        return OBI_ACRYP_NO_INVERSE;
    case OB_ACRYP_END_CHECK:
        return OBI_ACRYP_WRONG;
    default:
        return OB_E_IO;
    }
}

/* When the operation is to have ended: at the op's deadline, or after the time that the platform states. */
static uint64_t due(const struct obi_acryp_job *j)
{
    uint32_t timeout_us = j->a->device.timeout_us ? j->a->device.timeout_us : TIMEOUT_US;

    return j->op->deadline_ns ? j->op->deadline_ns : ob_port_clock_ns() + (uint64_t)timeout_us * 1000;
}

/* Start an operation and give it its operands: OB_OK, also if it has ended early; OB_E_IO. */
static int start(const struct obi_acryp_job *j, const struct obi_acryp_request *r)
{
    const struct ob_device *d = &j->a->device;
    struct obi_wait w = {due(j), 0};
    bool ended = false;

    if (obi_block_idle(d, &w) != OB_OK)
        return OB_E_IO;
    ob_port_write(d, OB_ACRYP_EVENT, EVENTS);
    for (unsigned i = 0; i < r->n_params; i++)
        ob_port_write(d, OB_ACRYP_PARAM + 4 * i, r->param[i]);
    ob_port_write(d, OB_ACRYP_IRQ_EN, d->irq ? OB_ACRYP_EVENT_DONE | OB_ACRYP_EVENT_OUT : 0);
    ob_port_write(d, OB_ACRYP_CTRL, r->op);
    return feed(d, r, &w, &ended);
}

/* Wait for the end of the operation, and take its result. */
static int end(const struct obi_acryp_job *j, const struct obi_acryp_request *r)
{
    struct obi_wait w = {due(j), 0};
    int status = finish(&j->a->device, r, &w);

    j->a->runs = false;
    ob_port_write(&j->a->device, OB_ACRYP_IRQ_EN, 0);
    return status;
}

int obi_acryp_run(const struct obi_acryp_job *j, const struct obi_acryp_request *r)
{
    struct ob_acryp *a = j->a;
    size_t len = (size_t)r->n_out * ((r->out_bits + 7u) / 8);
    int status = OB_OK;

    for (unsigned i = 0; i < r->n_in; i++)
        if (!fits(&r->in[i]))
            return OBI_ACRYP_BAD;
    switch (obi_acryp_log_next(a, r->out, len, &status)) {
    case OBI_ACRYP_LEAVING:
        return OB_E_IO;
    case OBI_ACRYP_LOGGED:
        return status;
    default:
        break;
    }
    if (!a->runs) {
        status = start(j, r);
        if (status == OB_OK && !a->full && obi_acryp_log_has_room(a, len)) {
            a->runs = a->leaving = true;
            return OB_E_IO;
        }
    }
    if (status == OB_OK)
        status = end(j, r);
    if (status == OB_E_IO)
        status = obi_acryp_failed(a);
    obi_acryp_log(a, status, r->out, len);
    return status;
}

/* ---- modular arithmetic ---- */

int obi_acryp_mod(const struct obi_acryp_job *j, unsigned op, const struct obi_modulus *m, uint8_t *out,
                  const uint8_t *a, const uint8_t *b)
{
    const struct obi_acryp_request r = {
        .op = (uint8_t)op,
        .n_params = 1,
        .n_in = b ? 3 : 2,
        .n_out = 1,
        .param = {(uint16_t)m->bits},
        .out_bits = (uint16_t)m->bits,
        .out = out,
        .in = {{m->p, m->len, m->bits}, {a, m->len, m->bits}, {b, m->len, m->bits}},
    };

    return obi_acryp_run(j, &r);
}

int obi_acryp_reduce(const struct obi_acryp_job *j, const struct obi_modulus *m, uint8_t *out, const uint8_t *a,
                     size_t a_len)
{
    uint8_t piece[5][OBI_ACRYP_FIELD];
    unsigned n = (unsigned)((a_len * 8 + m->bits - 1) / m->bits);
    struct obi_acryp_request r = {
        .op = OB_ACRYP_OP_REDUCE,
        .n_params = 2,
        .n_in = (uint8_t)(n + 1),
        .n_out = 1,
        .param = {(uint16_t)m->bits, (uint16_t)n},
        .out_bits = (uint16_t)m->bits,
        .out = out,
        .in = {{m->p, m->len, m->bits}},
    };
    int status;

    for (unsigned i = 0; i < n; i++) { /* from the most significant */
        obi_acryp_slice(piece[i], m->len, a, a_len, (size_t)(n - 1 - i) * m->bits, m->bits);
        r.in[i + 1] = (struct obi_operand){piece[i], m->len, m->bits};
    }
    status = obi_acryp_run(j, &r);
    ob_wipe(piece, sizeof piece);
    return status;
}

int obi_acryp_blind(const struct obi_acryp_job *j, uint8_t *out, const struct obi_modulus *m)
{
    unsigned spare = (unsigned)(m->len * 8 - m->bits) + 1; /* bits to clear */

    if (obi_acryp_random(j, out, m->len) != OB_OK)
        return OB_E_IO;
    for (size_t i = 0; spare > 0; i++) {
        unsigned n = spare < 8 ? spare : 8;

        out[i] = (uint8_t)(out[i] & 0xffu >> n);
        spare -= n;
    }
    out[m->len - 1] |= 1;
    return OB_OK;
}

int obi_acryp_nonce(const struct obi_acryp_job *j, uint8_t *out, const struct obi_modulus *m)
{
    for (unsigned i = 0; i < 256; i++) { /* more than half of the candidates serve */
        if (obi_acryp_random(j, out, m->len) != OB_OK)
            break;
        out[0] = (uint8_t)(out[0] & 0xffu >> (m->len * 8 - m->bits));
        if (!obi_number_is_zero(out, m->len) && obi_number_below(out, m->p, m->len))
            return OB_OK;
    }
    ob_wipe(out, m->len);
    return OB_E_IO;
}
