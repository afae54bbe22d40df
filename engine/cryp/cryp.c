/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cryp: making and starting an instance, sessions and their keys, and which file runs an op. */
#include "engine/cryp/internal.h"
#include "port/lock.h"

_Static_assert(sizeof(struct ob_cryp_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than cryp's state");

void obi_cryp_forget(struct ob_cryp *c)
{
    c->key_owner = c->key2_owner = 0;
}

void obi_cryp_wipe(struct ob_cryp *c)
{
    ob_port_store8(&c->wipe, 0);
    obi_cryp_forget(c);
    (void)obi_block_wipe(&c->device);
}

int obi_cryp_failed(struct ob_cryp *c)
{
    if (c->device.work)
        (void)obi_udma_abort(&c->device);
    obi_cryp_wipe(c);
    ob_port_write(&c->device, OBI_BLOCK_EVENT, 0xff);
    return OB_E_IO;
}

static int start(void *dev)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;

    obi_cryp_forget(c);
    if (c->device.work && obi_udma_start(&c->device) != OB_OK)
        return OB_E_IO;
    return obi_block_start(&c->device, OB_CRYP_NAME_RESET, OB_CRYP_VERSION_RESET);
}

static void stop(void *dev)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;

    (void)obi_cryp_failed(c);
    if (c->device.work)
        ob_port_write(&c->device, OBI_UDMA + OB_UDMA_CONTROL, 0);
}

/* ---- sessions ---- */

/* Values of ALG and MODE in CTRL for each algorithm. */
static uint32_t control(uint8_t alg)
{
    switch (alg) {
    case OB_AES_CMAC:
        return OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_MODE_CMAC;
    case OB_AES_ECB:
        return OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_MODE_ECB;
    case OB_AES_CBC:
        return OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_MODE_CBC;
    case OB_AES_CTR:
        return OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_MODE_CTR;
    case OB_AES_XTS:
        return OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_MODE_XTS;
    case OB_AES_GCM:
        return OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_MODE_GCM;
    case OB_AES_CCM:
        return OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_MODE_CCM;
    case OB_DES_ECB:
        return OB_CRYP_CTRL_ALG_DES | OB_CRYP_CTRL_MODE_ECB;
    case OB_DES_CBC:
        return OB_CRYP_CTRL_ALG_DES | OB_CRYP_CTRL_MODE_CBC;
    case OB_DES3_ECB:
        return OB_CRYP_CTRL_ALG_DES3 | OB_CRYP_CTRL_MODE_ECB;
    case OB_DES3_CBC:
        return OB_CRYP_CTRL_ALG_DES3 | OB_CRYP_CTRL_MODE_CBC;
    case OB_SM4_ECB:
        return OB_CRYP_CTRL_ALG_SM4 | OB_CRYP_CTRL_MODE_ECB;
    case OB_SM4_CBC:
        return OB_CRYP_CTRL_ALG_SM4 | OB_CRYP_CTRL_MODE_CBC;
    case OB_SM4_CTR:
        return OB_CRYP_CTRL_ALG_SM4 | OB_CRYP_CTRL_MODE_CTR;
    default:
        return OB_CRYP_CTRL_ALG_SM4 | OB_CRYP_CTRL_MODE_GCM;
    }
}

static int open_key(void *dev, struct ob_session *s)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    struct ob_cryp_state *state = (struct ob_cryp_state *)ob_state(s);
    uint8_t *key = (uint8_t *)(state->image + OBI_CRYP_AT(OB_CRYP_KEY));
    size_t len = s->key_len;

    state->owner = ++c->last_owner; /* 64 bits never wrap */
    state->ctrl = control(s->alg);
    if (s->alg == OB_AES_XTS) {
        len /= 2;
        memcpy(state->image + OBI_CRYP_AT(OB_CRYP_KEY2), s->key + len, len);
    }
    memcpy(key, s->key, len);
    if ((state->ctrl & OB_CRYP_CTRL_ALG) == OB_CRYP_CTRL_ALG_DES3 && len == 16)
        memcpy(key + 16, s->key, 8); /* K3 is K1 */
    if ((state->ctrl & OB_CRYP_CTRL_ALG) == OB_CRYP_CTRL_ALG_AES)
        state->ctrl |= len == 16   ? OB_CRYP_CTRL_KEYLEN_K128
                       : len == 24 ? OB_CRYP_CTRL_KEYLEN_K192
                                   : OB_CRYP_CTRL_KEYLEN_K256;
    if ((state->ctrl & OB_CRYP_CTRL_ALG) == OB_CRYP_CTRL_ALG_DES3)
        len = 24;
    state->setup = OBI_UDMA_SETUP(OB_CRYP_KEY, len / 4, OB_CRYP_CTRL);
    return OB_OK;
}

static void close_session(void *dev, struct ob_session *s)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    uint64_t owner = ((const struct ob_cryp_state *)ob_state_const(s))->owner;

    if (c->op && c->session == s) {
        struct ob_op *op = c->op;

        c->op = NULL;
        (void)obi_cryp_failed(c);
        ob_op_complete(op, OB_E_IO);
    }
    if (c->key_owner != owner && c->key2_owner != owner)
        return;
    /* The block still has data or the key of this session. If another session's op runs there, erase when it ends. */
    if (c->op)
        c->wipe = 1;
    else
        obi_cryp_wipe(c);
}

/* ---- ops ---- */

static int run_op(struct ob_cryp *c, struct ob_session *s, struct ob_op *op)
{
    struct obi_cryp_job j = {.c = c, .s = s, .op = op, .state = (struct ob_cryp_state *)ob_state(s)};

    j.ctrl = j.state->ctrl;
    j.dma = obi_cryp_by_dma(c, s->row);
    j.first = (op->flags & OB_FIRST) != 0;
    j.last = (op->flags & OB_LAST) != 0;
    switch (obi_cryp_mode(j.ctrl)) {
    case OB_CRYP_CTRL_MODE_CTR:
        return obi_cryp_ctr(&j);
    case OB_CRYP_CTRL_MODE_CMAC:
        return obi_cryp_cmac(&j);
    default:
        if (!(op->flags & OB_ENCRYPT))
            j.ctrl |= OB_CRYP_CTRL_DECRYPT;
        if (s->alg == OB_AES_CCM)
            return obi_cryp_ccm(&j);
        return OB_ALG_CLASS(s->alg) == OB_CLASS_AEAD ? obi_cryp_gcm(&j) : obi_cryp_blocks(&j);
    }
}

int obi_cryp_conclude(struct ob_cryp *c, struct ob_session *s, struct ob_op *op, int status)
{
    if (status == OB_E_STATE && !(c->written && op->in == op->out)) {
        obi_cryp_forget(c);
        status = run_op(c, s, op);
    }
    if (status != OB_OK && status != OB_E_AUTH)
        return obi_cryp_failed(c);
    if (ob_port_load8(&c->wipe))
        obi_cryp_wipe(c);
    return status;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    int status;

    if (sizeof op->iv_len > 4 && op->iv_len > UINT32_MAX && op->flags & OB_FIRST)
        return OB_E_DECLINED; /* GCM hashes such an IV; the block takes it in one command, whose LEN has 32 bits */
    c->written = 0;
    if (obi_cryp_by_dma(c, s->row) && c->device.dma.plain && op->in_len <= OBI_UDMA_LEN &&
        (op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) && obi_cryp_once(c, s, op, &status)) {
        if (status == OB_PENDING)
            return status;
    } else {
        status = run_op(c, s, op);
    }
    return obi_cryp_conclude(c, s, op, status);
}

static int poll(void *dev)
{
    struct ob_cryp *c = (struct ob_cryp *)dev;
    struct ob_op *op = c->op;
    int status;

    if (!op)
        return 0;
    status = obi_udma_poll(&c->device);
    if (status == OB_PENDING)
        return 0;
    if (status == OB_OK)
        status = obi_cryp_once_end(c, op);
    c->op = NULL;
    ob_op_complete(op, obi_cryp_conclude(c, c->session, op, status));
    return 1;
}

#define OPS(rows, poll_verb)                                                                                           \
    {                                                                                                                  \
        .name = "cryp", .caps = rows, .n_caps = sizeof rows / sizeof rows[0],                                          \
        .state_size = sizeof(struct ob_cryp_state), .start = start, .open = open_key, .submit = submit,                \
        .poll = poll_verb, .close = close_session, .stop = stop, .whole = obi_cryp_whole                               \
    }

int ob_cryp_init(struct ob_cryp *c)
{
    static const struct ob_engine_ops cpu = OPS(obi_cryp_caps_cpu, NULL);
    static const struct ob_engine_ops both = OPS(obi_cryp_caps, NULL), async = OPS(obi_cryp_caps, poll);

    if (obi_udma_init(&c->device) != OB_OK)
        return OB_E_ARG;
    memset(&c->engine, 0, sizeof c->engine);
    c->fast = c->device.work && c->device.dma.plain && !c->async;
    c->engine.dev = c;
    c->engine.ops = !c->device.work ? &cpu : c->async ? &async : &both;
    return OB_OK;
}
