/* SPDX-License-Identifier: Apache-2.0 */
/* An engine with a deliberate fault around a sound one. The self-test passes: it meets the sound engine. */
#include "wrong.h"

#include <string.h>

static struct wrong *wrong_of(void *dev)
{
    return (struct wrong *)dev;
}

static int start(void *dev)
{
    const struct ob_engine *e = wrong_of(dev)->sound;

    return e->ops->start ? e->ops->start(e->dev) : OB_OK;
}

/* With WRONG_SLOT, let s have the handle *other of the slot beside its own. Returns its own. */
static const struct ob_key *mistake_slot(const struct wrong *w, struct ob_session *s, struct ob_key *other)
{
    const struct ob_key *own = s->pk;

    if (w->fault == WRONG_SLOT && own && own->kind == OB_KEY_SLOT) {
        *other = *own;
        other->slot ^= 1;
        s->pk = other;
    }
    return own;
}

static int open_key(void *dev, struct ob_session *s)
{
    struct ob_key other;
    const struct ob_key *own;
    struct wrong *w = wrong_of(dev);
    const struct ob_engine *e = w->sound;
    int r;

    w->opened = s;
    if (w->fault == WRONG_PLACE) {
        uintptr_t place = (uintptr_t)s;

        memcpy(s->mid.part, &place, sizeof place); /* which public keys leave alone, and clones take along */
    }
    own = mistake_slot(w, s, &other);
    r = e->ops->open ? e->ops->open(e->dev, s) : OB_OK;
    s->pk = own;
    return w->fault == WRONG_LENIENT && r == OB_E_ARG && !s->testing ? OB_E_AUTH : r;
}

static void close_key(void *dev, struct ob_session *s)
{
    struct wrong *w = wrong_of(dev);
    const struct ob_engine *e = w->sound;

    if (w->opened == s)
        w->opened = NULL;
    if (e->ops->close)
        e->ops->close(e->dev, s);
}

static int clone(void *dev, struct ob_session *dst, const struct ob_session *src)
{
    struct wrong *w = wrong_of(dev);
    const struct ob_engine *e = w->sound;
    int r = e->ops->clone ? e->ops->clone(e->dev, dst, src) : OB_OK;

    if (w->fault == WRONG_CLONE) {
        dst->mid.h[0] ^= 1;
        dst->mid.iv[0] ^= 1;
        dst->mid.y[0] ^= 1;
        dst->mid.part[0] ^= 1;
    }
    return r;
}

/* True if the fault shows in this op. */
static bool shows(const struct wrong *w, const struct ob_session *s, const struct ob_op *op)
{
    bool first = (op->flags & OB_FIRST) != 0, last = (op->flags & OB_LAST) != 0;
    uintptr_t place = (uintptr_t)s;

    switch (w->fault) {
    case WRONG_ONE_SHOT:
        return first && last;
    case WRONG_IN_PLACE:
        return op->in_len && op->out == op->in;
    case WRONG_MISALIGNED:
        return (uintptr_t)op->in & 1;
    case WRONG_LATER:
        return !first;
    case WRONG_SECOND:
        return w->messages > 1;
    case WRONG_MOVED:
        return !first && s != w->first;
    case WRONG_SHARED:
        return !first && s != w->last;
    case WRONG_STALE:
        return w->open_stream == 2;
    case WRONG_STRANGER:
        return !first && s->in_done + s->aad_done != w->seen;
    case WRONG_PLACE:
        return memcmp(s->mid.part, &place, sizeof place) != 0;
    case WRONG_ONE_KEY:
        return w->opened && s != w->opened;
    case WRONG_LONG:
        return s->in_done > 65536;
    default:
        return false;
    }
}

static bool writes_tag(const struct ob_session *s, const struct ob_op *op)
{
    unsigned cls = OB_ALG_CLASS(s->alg);

    if (!op->tag || !op->tag_len || op->flags & OB_VERIFY || !(op->flags & OB_LAST))
        return false;
    return cls != OB_CLASS_AEAD || op->flags & OB_ENCRYPT;
}

static void spoil(const struct ob_session *s, const struct ob_op *op)
{
    if (writes_tag(s, op))
        op->tag[0] ^= 1;
    else if (op->out && (op->in_len || op->out_len))
        op->out[0] ^= 1;
}

static void notice(struct wrong *w, const struct ob_session *s, const struct ob_op *op)
{
    if (op->flags & OB_FIRST) {
        w->messages = w->first == s ? w->messages + 1 : 1;
        w->open_stream = w->first == s && w->open_stream ? 2 : 1;
        w->first = s;
    }
}

/* Use the memory of the key wrongly; true if that spoils the op. */
static bool misuse_cache(const struct wrong *w, const struct ob_session *s)
{
    struct ob_key_cache *c = OB_ALG_CLASS(s->alg) == OB_CLASS_PK ? s->pk->cache : NULL;

    if (!c || !c->data)
        return false;
    if (w->fault == WRONG_CACHE_KEPT)
        return c->session != s;
    if (w->fault == WRONG_CACHE_ROOM)
        c->data[c->size] ^= 1;
    if (w->fault != WRONG_CACHE || c->session != s || c->size == 0)
        return false;
    if (c->maker == w)
        return c->data[0] != 0x77;
    c->maker = w;
    c->data[0] = 0x77;
    return false;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct wrong *w = wrong_of(dev);
    const struct ob_engine *e = w->sound;
    uint64_t in_done = s->in_done;
    const struct ob_key *own;
    struct ob_key other;
    bool shown;
    int r;

    if (s->testing)
        return e->ops->submit(e->dev, s, op);
    notice(w, s, op);
    shown = misuse_cache(w, s) || shows(w, s, op);
    if (w->fault == WRONG_PRIVATE && op->flags & OB_VERIFY && op->tag_len)
        op->tag[op->tag_len / 2] ^= 1;
    if (w->fault == WRONG_COUNTER)
        s->in_done = (uint32_t)in_done;
    if (w->fault == WRONG_EARLY && op->out && op->out_size > op->in_len && !(op->flags & OB_LAST))
        op->out[op->in_len] ^= 1;
    own = mistake_slot(w, s, &other);
    r = e->ops->submit(e->dev, s, op);
    s->pk = own;
    s->in_done = in_done;
    w->last = s;
    w->seen = (op->flags & OB_FIRST ? 0 : in_done + s->aad_done) + op->in_len + (op->flags & OB_AAD ? op->aad_len : 0);
    if (op->flags & OB_LAST)
        w->open_stream = 0;
    if (shown && r == OB_OK)
        spoil(s, op);
    if (shown && r == OB_OK && op->flags & OB_VERIFY && OB_ALG_CLASS(s->alg) == OB_CLASS_PK)
        r = OB_E_AUTH;
    if (w->fault == WRONG_PRIVATE && op->tag && op->tag_len && (op->flags & OB_VERIFY || r == OB_OK))
        op->tag[op->tag_len / 2] ^= 1;
    if (w->fault == WRONG_TRUSTING && r == OB_E_AUTH)
        r = OB_OK;
    if (w->fault == WRONG_LENIENT && r == OB_E_ARG)
        r = OB_E_AUTH; /* as if the point were one, and the signature wrong */
    if (w->fault == WRONG_BEYOND && op->out)
        op->out[op->out_size] ^= 1;
    if (w->fault == WRONG_BEFORE && op->out && op->flags & OB_FIRST)
        op->out[-1] ^= 1;
    if (w->fault == WRONG_TAG_BEYOND && writes_tag(s, op))
        op->tag[op->tag_len] ^= 1;
    if (w->fault == WRONG_INPUT && op->in_len && op->in != op->out)
        ((uint8_t *)(uintptr_t)op->in)[0] ^= 1;
    if (w->fault == WRONG_AAD && op->aad_len)
        ((uint8_t *)(uintptr_t)op->aad)[0] ^= 1;
    if (w->fault == WRONG_DECLINES && op->flags & OB_FIRST)
        r = OB_E_DECLINED;
    return r;
}

/* ---- slots ---- */

static struct ob_slot_table *slot_table(void *dev)
{
    const struct ob_engine *e = wrong_of(dev)->sound;

    return e->ops->slots->table(e->dev);
}

static int slot_fill(void *dev, struct ob_session *s, unsigned slot)
{
    const struct ob_engine *e = wrong_of(dev)->sound;

    if (wrong_of(dev)->fault == WRONG_SLOT_LAST && slot + 1u == slot_table(dev)->n)
        return OB_E_BUSY;
    return e->ops->slots->fill(e->dev, s, slot);
}

static int slot_public(void *dev, unsigned slot, struct ob_key *key, uint8_t *out, size_t out_size)
{
    const struct ob_engine *e = wrong_of(dev)->sound;
    int r = e->ops->slots->public_half(e->dev, slot, key, out, out_size);

    if (wrong_of(dev)->fault == WRONG_SLOT_OPEN && r == OB_OK)
        key->d = key->curve ? key->x : key->n;
    return r;
}

static void slot_destroy(void *dev, unsigned slot)
{
    const struct ob_engine *e = wrong_of(dev)->sound;

    if (wrong_of(dev)->fault != WRONG_SLOT_KEPT)
        e->ops->slots->destroy(e->dev, slot);
}

void wrong_init(struct wrong *w, const struct ob_engine *sound, enum wrong_fault fault)
{
    memset(w, 0, sizeof *w);
    w->sound = sound;
    w->fault = fault;
    w->ops = *sound->ops;
    w->ops.whole = NULL; /* the faults are in the ops */
    w->ops.start = start;
    w->ops.open = open_key;
    w->ops.submit = submit;
    w->ops.clone = clone;
    w->ops.close = close_key;
    w->ops.stop = NULL;
    w->ops.flags &= ~(uint32_t)OB_ENGINE_REENTRANT;
    w->slots = (struct ob_slot_ops){slot_table, slot_fill, slot_public, slot_destroy};
    w->ops.slots = sound->ops->slots ? &w->slots : NULL;
    w->engine.ops = &w->ops;
    w->engine.dev = w;
}
