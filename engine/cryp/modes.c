/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: ECB, CBC, CTR (SP 800-38A), XTS (IEEE 1619) and CMAC (SP 800-38B). Each op begins and ends with the
 * standard mid-state. */
#include "engine/cryp/internal.h"

static uint8_t *bytes_at(const struct obi_cryp_job *j, unsigned reg)
{
    return (uint8_t *)(j->state->image + OBI_CRYP_AT(reg));
}

/* Bytes of the next command, at most room, if left bytes remain. What remains after it is either nothing or at least a
 * block, which XTS needs. */
static size_t part_len(size_t left, size_t room)
{
    if (left <= room)
        return left;
    return left - room < 16 ? room - 16 : room;
}

int obi_cryp_blocks(const struct obi_cryp_job *j)
{
    struct ob_op *op = j->op;
    uint32_t mode = obi_cryp_mode(j->ctrl);
    bool xts = mode == OB_CRYP_CTRL_MODE_XTS, ecb = mode == OB_CRYP_CTRL_MODE_ECB;
    size_t iv_len = ob_alg_block(j->s->alg), left = op->in_len, room;
    unsigned from = ecb ? OB_CRYP_AADLEN : OB_CRYP_IV;
    const uint8_t *in = op->in;
    uint8_t *out = op->out;
    uint32_t result[4];
    int err = OB_OK;

    if (!ecb)
        memcpy(bytes_at(j, OB_CRYP_IV), j->first ? op->iv : j->s->mid.iv, iv_len);
    if (xts && !j->first) { /* the block computes the first tweak again and advances it to this position */
        j->state->image[OBI_CRYP_AT(OB_CRYP_COUNT)] = (uint32_t)j->s->in_done;
        j->state->image[OBI_CRYP_AT(OB_CRYP_COUNT) + 1] = (uint32_t)(j->s->in_done >> 32);
        from = OB_CRYP_COUNT;
    }
    if (left == 0) {
        if (!ecb && j->first)
            memcpy(j->s->mid.iv, op->iv, iv_len);
        return OB_OK;
    }
    from = obi_cryp_from(j, from);
    room = obi_cryp_room(j, in, out, left);
    while (left && err == OB_OK) {
        size_t n = part_len(left, room);
        struct obi_request r = {.n_in = 0};
        uint32_t flags = j->ctrl;

        if (xts && j->first && in == op->in)
            flags |= OB_CRYP_CTRL_FIRST;
        if (xts && j->last && n == left)
            flags |= OB_CRYP_CTRL_LAST;
        obi_request_in(&r, in, n);
        obi_request_out(&r, out, n);
        if (mode == OB_CRYP_CTRL_MODE_CBC && n == left && !j->last) {
            r.result_reg = OBI_CRYP_IV;
            r.result_words = (uint8_t)(iv_len / 4);
        }
        err = obi_cryp_run(j, &r, from, 0, n, flags, 0, result);
        from = OB_CRYP_AADLEN;
        in += n;
        out += n;
        left -= n;
    }
    if (err == OB_OK && !j->last && mode == OB_CRYP_CTRL_MODE_CBC)
        memcpy(j->s->mid.iv, result, iv_len);
    else if (err == OB_OK && xts && j->first)
        memcpy(j->s->mid.iv, op->iv, 16);
    return err;
}

/* out = in with key stream added, len bytes each; out may be in. */
static void add_stream(uint8_t *out, const uint8_t *in, const uint8_t *stream, size_t len)
{
    for (size_t i = 0; i < len; i++)
        out[i] = in[i] ^ stream[i];
}

/* The block's keystream cannot be read. If the stream stops inside a block, the rest of that block's keystream is
 * obtained by encrypting zeros behind the data. */
int obi_cryp_ctr(const struct obi_cryp_job *j)
{
    struct ob_op *op = j->op;
    unsigned at = (unsigned)obi_cryp_done(j) & 15, tail = 0;
    size_t head = at ? 16 - at : 0, left, room, whole; /* head: bytes whose key stream is there */
    const uint8_t *in;
    uint8_t *out, text[16] = {0}, stream[16];
    unsigned from;
    uint32_t result[4];
    int err = OB_OK;

    if (head > op->in_len)
        head = op->in_len;
    in = op->in + head;
    out = op->out + head;
    left = op->in_len - head;
    if (left == 0) {
        add_stream(op->out, op->in, j->s->mid.part + at, head);
        if (j->first)
            obi_cryp_copy16(j->s->mid.iv, op->iv);
        return OB_OK;
    }
    obi_cryp_copy16(bytes_at(j, OB_CRYP_IV), j->first ? op->iv : j->s->mid.iv);
    if (!j->last) {
        tail = left & 15;
        left -= tail;
        if (tail)
            memcpy(text, in + left, tail);
    }
    whole = left;
    from = obi_cryp_from(j, OB_CRYP_IV);
    room = obi_cryp_room(j, in, out, left);
    do {
        size_t n = part_len(left, room), padded = n == left && tail ? 16 : 0;
        struct obi_request r = {.n_in = 0};

        obi_request_in(&r, in, n);
        obi_request_in(&r, text, padded);
        obi_request_out(&r, out, n);
        obi_request_out(&r, stream, padded);
        if (n == left && !j->last) {
            r.result_reg = OBI_CRYP_IV;
            r.result_words = 4;
        }
        err = obi_cryp_run(j, &r, from, 0, n + padded, j->ctrl | (left == whole ? OB_CRYP_CTRL_FIRST : 0u), 0, result);
        from = OB_CRYP_AADLEN;
        in += n;
        out += n;
        left -= n;
    } while (left && err == OB_OK);
    if (err == OB_OK) /* not earlier: an op in place may run again from its start */
        add_stream(op->out, op->in, j->s->mid.part + at, head);
    if (err == OB_OK && tail) {
        memcpy(out, stream, tail);
        for (unsigned i = 0; i < 16; i++)
            j->s->mid.part[i] = stream[i] ^ text[i];
    }
    if (err == OB_OK && !j->last)
        memcpy(j->s->mid.iv, result, 16);
    ob_wipe(text, sizeof text);
    ob_wipe(stream, sizeof stream);
    return err;
}

/* The last 1 to 16 bytes wait in mid.part, because the last block of a message is processed differently. */
int obi_cryp_cmac(const struct obi_cryp_job *j)
{
    struct ob_op *op = j->op;
    struct ob_mid *mid = &j->s->mid;
    uint64_t done = obi_cryp_done(j);
    unsigned held = done ? (unsigned)((done - 1) & 15) + 1 : 0, fill, from;
    bool first = done == held; /* no bytes of this stream have reached the block */
    size_t left = op->in_len, keep = 0, room;
    const uint8_t *in = op->in;
    uint32_t result[4];
    uint8_t part[16];
    int err = OB_OK;

    memcpy(part, mid->part, held);
    fill = left < 16 - held ? (unsigned)left : 16 - held;
    if (fill)
        memcpy(part + held, in, fill);
    if (!j->last && held + left <= 16) {
        if (j->first)
            memset(mid->y, 0, 16);
        memcpy(mid->part, part, held + fill);
        return OB_OK;
    }
    held += fill;
    in += fill;
    left -= fill;
    if (!j->last) {
        keep = (left - 1) % 16 + 1;
        left -= keep;
    }
    obi_cryp_copy16(bytes_at(j, OB_CRYP_Y), mid->y);
    if (op->flags & OB_VERIFY && j->last)
        memcpy(bytes_at(j, OB_CRYP_TAG_IN), op->tag, op->tag_len);
    from = obi_cryp_from(j, op->flags & OB_VERIFY && j->last ? OB_CRYP_TAG_IN : first ? OB_CRYP_AADLEN : OB_CRYP_Y);
    room = obi_cryp_room(j, in, NULL, left);
    do {
        size_t n = part_len(left, room);
        struct obi_request r = {.n_in = 0};
        uint32_t flags = j->ctrl | (first ? OB_CRYP_CTRL_FIRST : 0u);

        obi_request_in(&r, part, held);
        obi_request_in(&r, in, n);
        if (n == left && j->last) {
            flags |= OB_CRYP_CTRL_LAST;
            if (op->flags & OB_VERIFY)
                flags |= OB_CRYP_CTRL_VERIFY | (uint32_t)op->tag_len << OB_CRYP_CTRL_TAGLEN_LSB;
        }
        if (n == left) {
            r.result_reg = j->last ? OBI_CRYP_TAG : OBI_CRYP_Y;
            r.result_words = 4;
        }
        err = obi_cryp_run(j, &r, from, 0, held + n, flags, 0, result);
        from = OB_CRYP_AADLEN;
        first = false;
        held = 0;
        in += n;
        left -= n;
    } while (left && err == OB_OK);
    if (err == OB_OK && j->last) {
        if (!(op->flags & OB_VERIFY))
            memcpy(op->tag, result, op->tag_len);
    } else if (err == OB_OK) {
        memcpy(mid->y, result, 16);
        memcpy(mid->part, in, keep);
    }
    ob_wipe(part, sizeof part);
    return err;
}
