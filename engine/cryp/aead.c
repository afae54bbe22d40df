/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: GCM (SP 800-38D) and CCM (SP 800-38C). Each op begins and ends with the standard mid-state. */
#include "engine/cryp/internal.h"

static const uint8_t zeros[16];

/* AAD of at most this many bytes fits into a command beside any data (obi_udma_room). */
#define AAD_BESIDE 128

/* The state of the commands of one op. */
struct aead {
    const struct obi_cryp_job *j;
    unsigned from;       /* first register of the next load */
    unsigned aad_at, at; /* position of the next bytes of AAD and data in their blocks */
    const uint8_t *head; /* CCM: the encoded length of the AAD, which precedes it */
    size_t head_len;
    size_t pad_len; /* zeros to append to the AAD */
    const uint8_t *aad;
    size_t aad_len;
    uint32_t result[4];
};

static uint8_t *bytes_at(const struct obi_cryp_job *j, unsigned reg)
{
    return (uint8_t *)(j->state->image + OBI_CRYP_AT(reg));
}

static void set64(const struct obi_cryp_job *j, unsigned reg, uint64_t value)
{
    j->state->image[OBI_CRYP_AT(reg)] = (uint32_t)value;
    j->state->image[OBI_CRYP_AT(reg) + 1] = (uint32_t)(value >> 32);
}

/* Run one command with n bytes of AAD and len bytes of data. */
static int command(struct aead *a, size_t n, size_t len, const uint8_t *in, uint8_t *out, bool begin, bool end)
{
    const struct obi_cryp_job *j = a->j;
    struct obi_request r = {.n_in = 0};
    uint32_t flags = j->ctrl | (begin && j->first ? OB_CRYP_CTRL_FIRST : 0u);
    size_t aad_len = n;
    int err;

    r.lane = (uint8_t)(a->aad_at % 4);
    obi_request_in(&r, a->head, a->head_len);
    obi_request_in(&r, a->aad, n);
    aad_len += a->head_len;
    if (n == a->aad_len) {
        obi_request_in(&r, zeros, a->pad_len);
        aad_len += a->pad_len;
    }
    r.n_aad = r.n_in;
    obi_request_in(&r, in, len);
    obi_request_out(&r, out, len);
    if (end && j->last) {
        flags |= OB_CRYP_CTRL_LAST;
        if (j->ctrl & OB_CRYP_CTRL_DECRYPT)
            flags |= OB_CRYP_CTRL_VERIFY | (uint32_t)j->op->tag_len << OB_CRYP_CTRL_TAGLEN_LSB;
    }
    if (end) {
        r.result_reg = j->last ? OBI_CRYP_TAG : OBI_CRYP_Y;
        r.result_words = 4;
    }
    err = obi_cryp_run(j, &r, a->from, aad_len, len, flags, a->at, a->result);
    a->from = OB_CRYP_AADLEN;
    a->aad_at = (unsigned)(a->aad_at + aad_len) & 15;
    a->head_len = 0;
    a->aad += n;
    a->aad_len -= n;
    return err;
}

/* Run all commands of the op. */
static int run_all(struct aead *a)
{
    const struct obi_cryp_job *j = a->j;
    const uint8_t *in = j->op->in;
    uint8_t *out = j->op->out;
    size_t left = j->op->in_len, aad_room = obi_cryp_room(j, a->aad, NULL, a->aad_len), room;
    bool begin = true;
    int err = OB_OK;

    while (err == OB_OK && a->aad_len > (aad_room == OBI_UDMA_LEN ? aad_room : AAD_BESIDE)) {
        bool rest = a->aad_len > aad_room;

        err = command(a, rest ? aad_room : a->aad_len, 0, NULL, NULL, begin, !rest && left == 0);
        begin = false;
        if (!rest && left == 0)
            return err;
    }
    room = obi_cryp_room(j, in, out, left);
    while (err == OB_OK) {
        size_t n = left < room ? left : room;

        err = command(a, a->aad_len, n, in, out, begin, n == left);
        begin = false;
        if (n == left)
            break;
        a->pad_len = 0;
        in += n;
        out += n;
        left -= n;
    }
    return err;
}

/* Write the result of the op: the mid-state or the tag. */
static void finish(const struct aead *a, const uint8_t *iv)
{
    const struct obi_cryp_job *j = a->j;

    if (!j->last) {
        memcpy(j->s->mid.y, a->result, 16);
        if (j->first)
            memcpy(j->s->mid.iv, iv, 16);
    } else if (!(j->ctrl & OB_CRYP_CTRL_DECRYPT)) {
        memcpy(j->op->tag, a->result, j->op->tag_len);
    }
}

static struct aead begin_op(const struct obi_cryp_job *j)
{
    struct aead a = {.j = j};

    if (j->op->flags & OB_AAD) {
        a.aad = j->op->aad;
        a.aad_len = j->op->aad_len;
    }
    if (j->last && j->ctrl & OB_CRYP_CTRL_DECRYPT)
        memcpy(bytes_at(j, OB_CRYP_TAG_IN), j->op->tag, j->op->tag_len);
    if (!j->first) {
        memcpy(bytes_at(j, OB_CRYP_Y), j->s->mid.y, 16);
        memcpy(bytes_at(j, OB_CRYP_IV), j->s->mid.iv, 16);
    }
    return a;
}

/* The first register to load, for a mode that needs the registers from reg on at its start. */
static unsigned load_from(const struct obi_cryp_job *j, unsigned reg)
{
    if (!j->first)
        reg = OB_CRYP_COUNT_AAD;
    else if (j->last && j->ctrl & OB_CRYP_CTRL_DECRYPT)
        reg = OB_CRYP_TAG_IN;
    return obi_cryp_from(j, reg);
}

/* ---- GCM ---- */

/* Compute J0 into the image, for an IV whose length is not 12 bytes. */
static int hash_iv(const struct obi_cryp_job *j)
{
    struct obi_cryp_job one = *j;
    struct obi_request r = {.result_reg = OBI_CRYP_IV, .result_words = 4};
    uint32_t result[4];
    int err;

    if (obi_cryp_room(j, j->op->iv, NULL, j->op->iv_len) < j->op->iv_len)
        one.dma = false; /* the IV must go in as one command, and DMA through work memory could split it */
    one.ctrl = (j->ctrl & ~(OB_CRYP_CTRL_MODE | OB_CRYP_CTRL_DECRYPT)) | OB_CRYP_CTRL_MODE_GCM_IV;
    obi_request_in(&r, j->op->iv, j->op->iv_len);
    err = obi_cryp_run(&one, &r, obi_cryp_from(&one, OB_CRYP_AADLEN), 0, j->op->iv_len, one.ctrl, 0, result);
    if (err == OB_OK)
        memcpy(bytes_at(j, OB_CRYP_IV), result, 16);
    return err;
}

int obi_cryp_gcm(const struct obi_cryp_job *j)
{
    static const uint8_t one[4] = {0, 0, 0, 1};
    struct aead a = begin_op(j);
    uint64_t aad_done = j->first ? 0 : j->s->aad_done, in_done = obi_cryp_done(j);
    uint8_t *iv = bytes_at(j, OB_CRYP_IV);
    int err = OB_OK;

    a.aad_at = (unsigned)aad_done & 15;
    a.at = (unsigned)in_done & 15;
    set64(j, OB_CRYP_COUNT_AAD, aad_done);
    set64(j, OB_CRYP_COUNT, in_done);
    if (j->first && j->op->iv_len == 12) {
        memcpy(iv, j->op->iv, 12);
        memcpy(iv + 12, one, 4);
    } else if (j->first) {
        err = hash_iv(j);
    }
    if (err != OB_OK)
        return err;
    if (a.aad_len || j->op->in_len || j->last) {
        a.from = load_from(j, OB_CRYP_IV);
        err = run_all(&a);
    } else if (!j->first) {
        return OB_OK;
    }
    if (err == OB_OK)
        finish(&a, iv);
    return err;
}

/* ---- CCM ---- */

/* Length in bytes of the encoded length of the AAD (section A.2.2). */
static unsigned head_len(uint64_t total_aad)
{
    return total_aad == 0 ? 0 : total_aad < 0xff00 ? 2 : total_aad >> 32 ? 10 : 6;
}

static void encode_head(uint8_t head[10], uint64_t total_aad)
{
    unsigned n = head_len(total_aad);

    for (unsigned i = n; i-- > 0; total_aad >>= 8)
        head[i] = (uint8_t)total_aad;
    if (n > 2) {
        head[0] = 0xff;
        head[1] = n == 6 ? 0xfe : 0xff;
    }
}

void obi_cryp_ccm_begin(const struct obi_cryp_job *j)
{
    const struct ob_op *op = j->op;
    unsigned l = 15 - (unsigned)op->iv_len;
    uint8_t *b0 = bytes_at(j, OB_CRYP_Y), *a0 = bytes_at(j, OB_CRYP_IV);
    uint64_t total_in = j->s->total_in;

    memset(a0 + 1 + op->iv_len, 0, l);
    a0[0] = (uint8_t)(l - 1);
    memcpy(a0 + 1, op->iv, op->iv_len);
    b0[0] = (uint8_t)((j->s->total_aad ? 0x40u : 0u) | (unsigned)(op->tag_len - 2) / 2 << 3 | (l - 1));
    memcpy(b0 + 1, op->iv, op->iv_len);
    for (unsigned i = 15; i > 15 - l; i--, total_in >>= 8)
        b0[i] = (uint8_t)total_in;
}

/* y = E(y) after the last byte of data. The block does this when it gets LAST; the standard mid-state has it as soon as
 * all bytes are there. So the block gets y as the state of an AAD that zeros complete. */
static int encrypt_y(struct aead *a, unsigned at)
{
    const struct obi_cryp_job *j = a->j;
    struct obi_request r = {.result_reg = OBI_CRYP_Y, .result_words = 4, .n_aad = 1, .lane = (uint8_t)(at % 4)};

    memcpy(bytes_at(j, OB_CRYP_Y), a->result, 16);
    set64(j, OB_CRYP_COUNT_AAD, at);
    set64(j, OB_CRYP_COUNT, 0);
    obi_request_in(&r, zeros, 16 - at);
    return obi_cryp_run(j, &r, obi_cryp_from(j, OB_CRYP_COUNT_AAD), 16 - at, 0, j->ctrl, 0, a->result);
}

int obi_cryp_ccm(const struct obi_cryp_job *j)
{
    struct aead a = begin_op(j);
    const struct ob_session *s = j->s;
    uint64_t aad_done = j->first ? 0 : s->aad_done, in_done = obi_cryp_done(j), count_aad = head_len(s->total_aad);
    uint8_t head[10], *iv = bytes_at(j, OB_CRYP_IV);
    unsigned end = (unsigned)s->total_in & 15;
    size_t len = j->op->in_len;
    int err;

    if (!j->first && !a.aad_len && !len && !j->last)
        return OB_OK;
    if (j->first) {
        obi_cryp_ccm_begin(j);
        encode_head(head, s->total_aad);
        a.head = head;
        a.head_len = (size_t)count_aad;
    } else {
        a.aad_at = (unsigned)(count_aad + aad_done) & 15;
        count_aad += aad_done;
        if (aad_done == s->total_aad) /* y was encrypted after the last AAD */
            count_aad = (count_aad + 15) & ~(uint64_t)15;
    }
    if (a.aad_len && aad_done + a.aad_len == s->total_aad && !len && !j->last)
        a.pad_len = (size_t)(0u - (a.aad_at + a.head_len + a.aad_len)) & 15;
    if (len == 0 && in_done && in_done == s->total_in) /* y was encrypted after the last data */
        in_done &= ~(uint64_t)15;
    a.at = (unsigned)in_done & 15;
    set64(j, OB_CRYP_COUNT_AAD, count_aad);
    set64(j, OB_CRYP_COUNT, in_done);
    a.from = load_from(j, OB_CRYP_Y);
    err = run_all(&a);
    if (err == OB_OK && len && !j->last && end && obi_cryp_done(j) + len == s->total_in)
        err = encrypt_y(&a, end);
    if (err == OB_OK)
        finish(&a, iv);
    return err;
}
