/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: runs one command, in CPU mode or by DMA. */
#include "engine/cryp/internal.h"

/* ---- keys ---- */

/* A value for KEYID, never 0: the block clears KEYID when it clears the key. */
static uint32_t key_number(uint64_t owner)
{
    return (uint32_t)owner | 1u << 31;
}

unsigned obi_cryp_from(const struct obi_cryp_job *j, unsigned reg)
{
    const struct ob_cryp *c = j->c;
    uint64_t owner = j->state->owner;
    bool has = c->key_owner == owner, xts = obi_cryp_mode(j->ctrl) == OB_CRYP_CTRL_MODE_XTS;

    /* In CPU mode a command without key is a bus error, so the driver asks the block first. A key that was loaded by
     * DMA has no number in KEYID and is loaded again. */
    if (has && !j->dma && (reg > OB_CRYP_KEY || xts))
        has = ob_port_read(&c->device, OB_CRYP_KEYID) == key_number(owner);
    /* A load of KEY voids KEY2, so what begins before KEY has to begin with KEY2. */
    if (xts && (reg <= OB_CRYP_KEY || !(has && c->key2_owner == owner)))
        return OB_CRYP_KEY2;
    return has || reg < OB_CRYP_KEY ? reg : OB_CRYP_KEY;
}

/* ---- CPU mode ---- */

/* A position in a list of segments, which is read as one sequence of bytes. */
struct bytes {
    const struct obi_segment *segment;
    const uint8_t *p;
    size_t len; /* bytes left in this segment */
};

static struct bytes bytes_of(const struct obi_segment *segments)
{
    struct bytes b = {segments, segments->p, segments->len};

    return b;
}

static uint8_t *next_byte(struct bytes *b)
{
    while (b->len == 0) {
        b->segment++;
        b->p = b->segment->p;
        b->len = b->segment->len;
    }
    b->len--;
    return (uint8_t *)(uintptr_t)b->p++;
}

static uint32_t get_word(struct bytes *from, unsigned at, unsigned n)
{
    uint8_t w[4] = {0, 0, 0, 0};
    uint32_t word;

    if (n == 4 && from->len >= 4) {
        memcpy(&word, from->p, 4);
        from->p += 4;
        from->len -= 4;
        return word;
    }
    for (unsigned i = 0; i < n; i++)
        w[at + i] = *next_byte(from);
    memcpy(&word, w, 4);
    return word;
}

static void put_word(struct bytes *to, unsigned at, unsigned n, uint32_t word)
{
    uint8_t w[4];

    if (n == 4 && to->len >= 4) {
        memcpy((uint8_t *)(uintptr_t)to->p, &word, 4);
        to->p += 4;
        to->len -= 4;
        return;
    }
    memcpy(w, &word, 4);
    for (unsigned i = 0; i < n; i++)
        *next_byte(to) = w[at + i];
}

/* A position in a section of words: the byte lane at which the next word begins, and the number of bytes left. */
struct section {
    size_t left;
    unsigned lane;
};

static unsigned word_len(const struct section *s)
{
    unsigned n = 4 - s->lane;

    return s->left < n ? (unsigned)s->left : n;
}

static void write_words(const struct ob_device *d, struct bytes *from, struct section *s, unsigned words)
{
    for (; words && s->left; words--) {
        unsigned n = word_len(s);

        ob_port_write(d, OB_CRYP_DATA_IN, get_word(from, s->lane, n));
        s->left -= n;
        s->lane = 0;
    }
}

static void read_words(const struct ob_device *d, struct bytes *to, struct section *s, unsigned words)
{
    for (; words && s->left; words--) {
        unsigned n = word_len(s);

        put_word(to, s->lane, n, ob_port_read(d, OB_CRYP_DATA_OUT));
        s->left -= n;
        s->lane = 0;
    }
}

static size_t total(const struct obi_segment *segments, unsigned n)
{
    size_t len = 0;

    for (unsigned i = 0; i < n; i++)
        len += segments[i].len;
    return len;
}

static void write2(const struct ob_device *d, const uint32_t *w)
{
    ob_port_write(d, OB_CRYP_DATA_IN, w[0]);
    ob_port_write(d, OB_CRYP_DATA_IN + 4, w[1]);
}

static void read2(const struct ob_device *d, uint32_t *w)
{
    w[0] = ob_port_read(d, OB_CRYP_DATA_OUT);
    w[1] = ob_port_read(d, OB_CRYP_DATA_OUT + 4);
}

/* For whole blocks in aligned buffers: the input is written one block ahead of the output that is read. */
static void aligned_blocks2(const struct ob_device *d, const uint32_t *in, uint32_t *out, size_t len)
{
    write2(d, in);
    for (len -= 8; len; len -= 8, out += 2) {
        in += 2;
        write2(d, in);
        read2(d, out);
    }
    read2(d, out);
}

static void aligned_blocks4(const struct ob_device *d, const uint32_t *in, uint32_t *out, size_t len)
{
    write2(d, in);
    write2(d, in + 2);
    for (len -= 16; len; len -= 16, out += 4) {
        in += 4;
        write2(d, in);
        write2(d, in + 2);
        read2(d, out);
        read2(d, out + 2);
    }
    read2(d, out);
    read2(d, out + 2);
}

static void data(const struct ob_device *d, const struct obi_request *r, unsigned skip, unsigned block_words)
{
    const struct obi_segment *in = r->in + r->n_aad;
    unsigned n_in = r->n_in - (unsigned)r->n_aad, first = block_words - skip / 4, before;
    size_t len = total(in, n_in);
    struct section to = {len, skip % 4}, from = {total(r->out, r->n_out), skip % 4};
    struct bytes input = bytes_of(in), output = bytes_of(r->out);

    if (n_in == 1 && r->n_out == 1 && skip == 0 && ((uintptr_t)in->p | (uintptr_t)r->out->p) % 4 == 0 &&
        len % (4 * block_words) == 0) {
        const uint32_t *from_words = (const uint32_t *)(const void *)in->p;
        uint32_t *to_words = (uint32_t *)(uintptr_t)r->out->p;

        if (block_words == 2)
            aligned_blocks2(d, from_words, to_words, len);
        else
            aligned_blocks4(d, from_words, to_words, len);
        return;
    }
    write_words(d, &input, &to, first);
    for (before = first; to.left; before = block_words) {
        write_words(d, &input, &to, block_words);
        read_words(d, &output, &from, before);
    }
    read_words(d, &output, &from, 2 * block_words);
}

static int run_cpu(const struct obi_cryp_job *j, const struct obi_request *r, unsigned skip, uint32_t *result)
{
    const struct ob_device *d = &j->c->device;
    unsigned block_words = ob_alg_block(j->s->alg) == 8 ? 2 : 4, last = r->words - 1u;
    uint32_t events;

    if (obi_block_free(d, j->op->deadline_ns) != OB_OK) /* somebody's wipe may still run */
        return OB_E_IO;
    for (unsigned i = 0; i < last; i++)
        ob_port_write(d, r->reg + 4 * i, r->image[i]);
    if (r->reg <= OB_CRYP_KEY)
        ob_port_write(d, OB_CRYP_KEYID, key_number(j->state->owner));
    ob_port_write(d, OB_CRYP_CTRL, r->image[last]);
    if (r->n_aad) {
        struct bytes input = bytes_of(r->in);
        struct section to = {total(r->in, r->n_aad), r->lane};

        write_words(d, &input, &to, UINT32_MAX);
    }
    if (r->n_in > r->n_aad)
        data(d, r, skip, block_words);
    if (obi_block_free(d, j->op->deadline_ns) != OB_OK)
        return OB_E_IO;
    for (unsigned i = 0; i < r->result_words; i++)
        result[i] = ob_port_read(d, r->result_reg + 4 * i);
    events = obi_block_events(d);
    if (events & ~(OB_CRYP_EVENT_DONE | OB_CRYP_EVENT_AUTH) || !(events & OB_CRYP_EVENT_DONE))
        return OB_E_IO;
    return events & OB_CRYP_EVENT_AUTH ? OB_E_AUTH : OB_OK;
}

/* ---- DMA ---- */

static int run_dma(const struct obi_cryp_job *j, const struct obi_request *r, uint32_t *result)
{
    struct ob_device *d = &j->c->device;
    int err;

    obi_udma_begin(d);
    if (!obi_udma_put(d, r))
        return OB_E_IO;
    obi_udma_go(d);
    err = obi_udma_wait(d, j->op->deadline_ns);
    if (err != OB_OK)
        return err;
    err = obi_cryp_outcome(obi_udma_status(d, 0));
    if (err == OB_OK && r->result_words)
        memcpy(result, obi_udma_result(d, 0), 4u * r->result_words);
    if (err != OB_E_IO)
        obi_udma_end(d, err != OB_E_STATE);
    return err;
}

/* ---- both ---- */

size_t obi_cryp_room(const struct obi_cryp_job *j, const uint8_t *in, const uint8_t *out, size_t len)
{
    return j->dma ? obi_udma_room(&j->c->device, in, out, len) : OBI_UDMA_LEN;
}

int obi_cryp_run(const struct obi_cryp_job *j, struct obi_request *r, unsigned from, size_t aad_len, size_t len,
                 uint32_t flags, unsigned skip, uint32_t *result)
{
    struct ob_cryp *c = j->c;
    uint32_t *image = j->state->image;
    int err;

    image[OBI_CRYP_AT(OB_CRYP_AADLEN)] = (uint32_t)aad_len;
    image[OBI_CRYP_AT(OB_CRYP_LEN)] = (uint32_t)len;
    image[OBI_CRYP_AT(OB_CRYP_CTRL)] = flags;
    r->image = image + OBI_CRYP_AT(from);
    r->reg = (uint16_t)from;
    r->words = (uint8_t)(OBI_CRYP_AT(OB_CRYP_CTRL) + 1 - OBI_CRYP_AT(from));
    if (aad_len == 0)
        r->lane = (uint8_t)(skip % 4);
    r->out_lane = (uint8_t)(skip % 4);
    if (from <= OB_CRYP_KEY) /* set before the result is known: after a failure the block is wiped */
        c->key_owner = j->state->owner;
    if (from == OB_CRYP_KEY2)
        c->key2_owner = j->state->owner;
    err = j->dma ? run_dma(j, r, result) : run_cpu(j, r, skip, result);
    if (err == OB_OK && r->n_out)
        c->written = 1;
    return err;
}
