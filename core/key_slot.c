/* SPDX-License-Identifier: Apache-2.0 */
/* Key slots: who may use a key that lives in an engine, and for what (docs/key-slots.md). The engine has the keys, and
 * core has a table beside them. An entry's state, serial and users change under the dispatcher's lock; whoever has
 * made an entry BEING_MADE or BEING_DESTROYED, or counts among its users, has the slot until that ends. */
#include "core.h"

#if OB_WITH_SLOTS
#include <outboard/slot.h>

#include "port/clock.h"
#include "port/thread.h"

enum { FREE = 0, BEING_MADE, LIVE, DYING, BEING_DESTROYED };

static struct ob_slot_table *table_of(const struct ob_engine *e)
{
    return e->ops->slots ? e->ops->slots->table(e->dev) : NULL;
}

/* The entry that the handle names, if it is in one of two states, else NULL. The caller holds d's lock. The handle's
 * engine may not exist any more: its address is only compared. */
static struct ob_slot_entry *find(const struct ob_dispatcher *d, const struct ob_key *slot, uint8_t state,
                                  uint8_t other)
{
    for (unsigned i = 0; i < d->n_engines; i++)
        if (d->engine[i] == slot->engine) {
            struct ob_slot_table *t = table_of(d->engine[i]);
            struct ob_slot_entry *entry;

            if (!t || slot->kind != OB_KEY_SLOT || slot->slot >= t->n || !slot->serial)
                return NULL;
            entry = &t->entry[slot->slot];
            if (entry->serial != slot->serial || entry->owner != slot->owner ||
                (entry->state != state && entry->state != other))
                return NULL;
            return entry;
        }
    return NULL;
}

/* The engine of a handle that find has found. */
static struct ob_engine *engine_of(const struct ob_dispatcher *d, const struct ob_key *slot)
{
    for (unsigned i = 0; i < d->n_engines; i++)
        if (d->engine[i] == slot->engine)
            return d->engine[i];
    return NULL;
}

/* Count one more user of a live key: a copy of its entry in *copy. False if there is no such key. */
static bool use(struct ob_dispatcher *d, const struct ob_key *slot, struct ob_slot_entry *copy)
{
    struct ob_slot_entry *entry;

    obi_lock(&d->lock);
    entry = find(d, slot, LIVE, LIVE);
    if (entry && entry->users == UINT16_MAX)
        entry = NULL;
    if (entry) {
        entry->users++;
        *copy = *entry;
    }
    ob_port_unlock(&d->lock);
    return entry != NULL;
}

static void stop_using(struct ob_dispatcher *d, const struct ob_key *slot)
{
    struct ob_slot_entry *entry;

    obi_lock(&d->lock);
    entry = find(d, slot, LIVE, DYING);
    if (entry && entry->users)
        entry->users--;
    ob_port_unlock(&d->lock);
}

/* ---- waiting ---- */

static uint64_t deadline(const struct ob_dispatcher *d)
{
#if OB_ASYNC
    uint64_t now = ob_port_clock_ns(), timeout = d->timeout_ns ? d->timeout_ns : OBI_TIMEOUT_NS;

    return timeout < UINT64_MAX - now ? now + timeout : UINT64_MAX;
#else
    (void)d;
    return 0;
#endif
}

/* Let others go on: false after the deadline. */
static bool wait_until(struct ob_dispatcher *d, uint64_t until)
{
#if OB_ASYNC
    if (ob_poll(d) == 0)
        ob_port_relax();
    return ob_port_clock_ns() < until;
#else
    (void)d, (void)until;
    return false; /* without asynchronous engines nothing changes by waiting */
#endif
}

/* Take e's lock, with no op pending: false if that takes too long. */
static bool enter(struct ob_engine *e)
{
    uint64_t until = deadline(e->dispatcher);

    while (!obi_acquire(e))
        if (!wait_until(e->dispatcher, until))
            return false;
    return true;
}

/* ---- policy ---- */

/* The uses that an algorithm has. */
static unsigned uses_of(uint8_t alg)
{
    switch (OB_ALG_CLASS(alg)) {
    case OB_CLASS_MAC:
        return OB_SLOT_SIGN | OB_SLOT_VERIFY;
    case OB_CLASS_CIPHER:
    case OB_CLASS_AEAD:
        return OB_SLOT_ENCRYPT | OB_SLOT_DECRYPT;
    case OB_CLASS_PK:
        if (alg == OB_ECDH)
            return OB_SLOT_DERIVE;
        return obi_direction(&(struct ob_session){.alg = alg}, 0) == OB_DIR_DECRYPT ? OB_SLOT_ENCRYPT | OB_SLOT_DECRYPT
                                                                                    : OB_SLOT_SIGN | OB_SLOT_VERIFY;
    default:
        return 0;
    }
}

/* The use that an op makes of its key. */
static unsigned use_of(uint8_t alg, uint32_t flags)
{
    unsigned uses = uses_of(alg);

    if (uses & OB_SLOT_SIGN)
        return flags & OB_VERIFY ? OB_SLOT_VERIFY : OB_SLOT_SIGN;
    if (uses & OB_SLOT_ENCRYPT)
        return flags & OB_ENCRYPT ? OB_SLOT_ENCRYPT : OB_SLOT_DECRYPT;
    return uses;
}

/* The directions (enum ob_dir) of a policy's uses. */
static uint8_t dirs_of(const struct ob_slot_policy *policy)
{
    uint8_t usage = policy->usage;

    return (uint8_t)((usage & (OB_SLOT_SIGN | OB_SLOT_ENCRYPT | OB_SLOT_DERIVE) ? OB_DIR_ENCRYPT : 0) |
                     (usage & (OB_SLOT_VERIFY | OB_SLOT_DECRYPT) ? OB_DIR_DECRYPT : 0));
}

static bool policy_ok(const struct ob_slot_policy *policy)
{
    unsigned uses = uses_of(policy->alg);
    bool counter = policy->alg == OB_AES_CTR || policy->alg == OB_SM4_CTR;

    return policy->usage && !(policy->usage & ~uses) && (!counter || policy->usage == uses) &&
           (OB_ALG_CLASS(policy->alg) == OB_CLASS_PK || !policy->hash);
}

/* The algorithm whose rows say what direction dir of alg can do: RSA keys for any use are made as OB_RSA. */
static uint8_t alg_of_rows(uint8_t alg, uint8_t dir)
{
    return dir == OB_DIR_GENERATE && alg >= OB_RSA && alg <= OB_RSA_OAEP ? OB_RSA : alg;
}

/* The first row of e that serves direction dir of s, or OB_ROW_NONE. */
static uint8_t row_for(const struct ob_session *s, const struct ob_engine *e, uint8_t dir)
{
    uint8_t alg = alg_of_rows(s->alg, dir);

    for (unsigned row = obi_first_row(e, alg); row < e->ops->n_caps && e->ops->caps[row].alg == alg; row++)
        if (obi_row_matches(&e->ops->caps[row], s->curve, s->bits) &&
            obi_row_serves(&e->ops->caps[row], s->flags, dir, 0, false))
            return (uint8_t)row;
    return OB_ROW_NONE;
}

/* Set s->row to that for the first of dirs. OB_OK if e has a row for each of them, that may be used now. */
static int take_row(struct ob_session *s, struct ob_engine *e, uint8_t dirs)
{
    s->row = OB_ROW_NONE;
    for (unsigned dir = OB_DIR_GENERATE; dir; dir >>= 1) {
        uint8_t row;

        if (!(dirs & dir))
            continue;
        row = row_for(s, e, (uint8_t)dir);
        if (row == OB_ROW_NONE)
            return OB_E_DECLINED;
        if (!obi_ready(e, obi_group(alg_of_rows(s->alg, (uint8_t)dir), (uint8_t)dir)))
            return OB_E_IO;
        if (s->row == OB_ROW_NONE)
            s->row = row;
    }
    return OB_OK;
}

/* ---- making keys ---- */

/* Reserve a free entry: its number, or -1. */
static int reserve(struct ob_dispatcher *d, struct ob_slot_table *t)
{
    int found = -1;

    obi_lock(&d->lock);
    for (unsigned i = 0; i < t->n && found < 0; i++)
        if (t->entry[i].state == FREE) {
            t->entry[i].state = BEING_MADE;
            found = (int)i;
        }
    ob_port_unlock(&d->lock);
    return found;
}

/* The answer r of fill or public_half, or OB_E_IO if the contract does not allow it. */
static int allowed(int r)
{
    return r > OB_OK || r < OB_E_IO || r == OB_E_STATE || r == OB_E_AUTH ? OB_E_IO : r;
}

static int call_fill(struct ob_engine *e, struct ob_session *s, unsigned number)
{
    int r;

    if (!enter(e))
        return OB_E_BUSY;
    s->slot = 0;
    memset(s->state[0], 0, sizeof s->state[0]);
    r = e->ops->slots->fill(e->dev, s, number);
    ob_wipe(s->state[0], sizeof s->state[0]);
    if (r != OB_OK)
        e->ops->slots->destroy(e->dev, number);
    obi_release(e);
    r = allowed(r);
    if (r == OB_E_IO && !s->excused) {
        obi_count(e, OBI_ERRORS, 0);
        obi_quarantine(e, obi_group(s->alg, OB_DIR_GENERATE));
    }
    return r;
}

/* Put the key of s, which is open, into a slot of e. dirs: those of the policy, and OB_DIR_GENERATE. Closes s. */
static int fill(struct ob_key *slot, struct ob_session *s, struct ob_engine *e, const struct ob_slot_policy *policy,
                uint8_t dirs)
{
    struct ob_dispatcher *d = e->dispatcher;
    struct ob_slot_table *t = table_of(e);
    struct ob_slot_entry *entry;
    int number, r = take_row(s, e, dirs);

    if (r != OB_OK)
        return r;
    number = reserve(d, t);
    if (number < 0)
        return OB_E_BUSY;
    r = call_fill(e, s, (unsigned)number);
    entry = &t->entry[number];
    obi_lock(&d->lock);
    if (r == OB_OK) {
        entry->serial = ++t->serial;
        entry->owner = policy->owner;
        entry->bits = s->bits;
        entry->users = 0;
        entry->alg = policy->alg;
        entry->hash = policy->hash;
        entry->curve = s->curve;
        entry->usage = policy->usage;
        entry->state = LIVE;
        slot->kind = OB_KEY_SLOT;
        slot->curve = s->curve;
        slot->bits = s->curve ? 0 : s->bits;
        slot->slot = (uint32_t)number;
        slot->owner = policy->owner;
        slot->serial = entry->serial;
        slot->engine = e;
    } else {
        entry->state = FREE;
    }
    ob_port_unlock(&d->lock);
    return r;
}

/* What all ways to make a key check first. */
static int begin(struct ob_key *slot, const struct ob_engine *e, const struct ob_slot_policy *policy, bool is_pk)
{
    memset(slot, 0, sizeof *slot);
    if (!e || !e->dispatcher || !policy_ok(policy) || (OB_ALG_CLASS(policy->alg) == OB_CLASS_PK) != is_pk)
        return OB_E_ARG;
    return table_of(e) ? OB_OK : OB_E_DECLINED;
}

/* Make a key of s, for which opening has answered r. */
static int finish(struct ob_key *slot, struct ob_session *s, struct ob_engine *e, const struct ob_slot_policy *policy,
                  uint8_t dirs, int r)
{
    if (r != OB_OK)
        return r;
    r = fill(slot, s, e, policy, dirs);
    ob_session_close(s);
    ob_wipe(s->key, sizeof s->key);
    return r;
}

int ob_slot_import(struct ob_key *slot, struct ob_session *work, struct ob_engine *e,
                   const struct ob_slot_policy *policy, const struct ob_key *key)
{
    int r = begin(slot, e, policy, true);

    if (r != OB_OK)
        return r;
    if (!key || (key->kind != OB_KEY_RSA_PRIVATE && key->kind != OB_KEY_EC_PRIVATE))
        return OB_E_ARG;
    r = ob_session_open_pk(work, e->dispatcher, policy->alg, policy->hash, key);
    return finish(slot, work, e, policy, dirs_of(policy), r);
}

int ob_slot_import_symmetric(struct ob_key *slot, struct ob_session *work, struct ob_engine *e,
                             const struct ob_slot_policy *policy, const uint8_t *key, size_t key_len)
{
    int r = begin(slot, e, policy, false);

    if (r == OB_OK && !key_len)
        r = OB_E_ARG;
    if (r == OB_OK)
        r = ob_session_open(work, e->dispatcher, policy->alg, key, key_len);
    else
        return r;
    return finish(slot, work, e, policy, dirs_of(policy), r);
}

int ob_slot_generate(struct ob_key *slot, struct ob_session *work, struct ob_engine *e,
                     const struct ob_slot_policy *policy, uint8_t curve, unsigned bits)
{
    bool is_pk = OB_ALG_CLASS(policy->alg) == OB_CLASS_PK;
    struct ob_key none = {.kind = OB_KEY_NONE, .curve = curve, .bits = (uint16_t)bits};
    int r = begin(slot, e, policy, is_pk);

    if (r != OB_OK)
        return r;
    if (bits > UINT16_MAX || (!is_pk && (curve || bits % 8 || !bits || !ob_alg_key_ok(policy->alg, bits / 8) ||
                                         (OB_IS_HMAC(policy->alg) && bits / 8 > ob_alg_block(policy->alg)))))
        return OB_E_ARG;
    if (is_pk) {
        r = ob_session_open_pk(work, e->dispatcher, policy->alg, policy->hash, &none);
        return finish(slot, work, e, policy, (uint8_t)(dirs_of(policy) | OB_DIR_GENERATE), r);
    }
    obi_session_begin(work, e->dispatcher, policy->alg);
    work->bits = (uint16_t)bits;
    return finish(slot, work, e, policy, dirs_of(policy), OB_OK);
}

/* ---- using keys ---- */

int ob_slot_public(struct ob_dispatcher *dispatcher, const struct ob_key *slot, struct ob_key *key, uint8_t *out,
                   size_t out_size)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    struct ob_slot_entry entry;
    struct ob_engine *e;
    int r = OB_E_BUSY;

    memset(key, 0, sizeof *key);
    if (!use(d, slot, &entry))
        return OB_E_STATE;
    if (OB_ALG_CLASS(entry.alg) != OB_CLASS_PK) {
        stop_using(d, slot);
        return OB_E_ARG;
    }
    key->curve = entry.curve;
    key->bits = entry.curve ? 0 : entry.bits;
    e = engine_of(d, slot);
    if (enter(e)) {
        r = allowed(e->ops->slots->public_half(e->dev, slot->slot, key, out, out_size));
        obi_release(e);
    }
    stop_using(d, slot);
    if (r == OB_OK && key->kind != OB_KEY_RSA_PUBLIC && key->kind != OB_KEY_EC_PUBLIC)
        r = OB_E_IO;
    if (r != OB_OK) {
        ob_wipe(out, r == OB_E_IO ? out_size : 0);
        memset(key, 0, sizeof *key);
    }
    return r;
}

int obi_key_slot_entry(const struct ob_dispatcher *dispatcher, const struct ob_key *slot, struct ob_slot_entry *copy)
{
    struct ob_dispatcher *d = (struct ob_dispatcher *)(uintptr_t)dispatcher;
    const struct ob_slot_entry *entry;

    obi_lock(&d->lock);
    entry = find(d, slot, LIVE, LIVE);
    if (entry)
        *copy = *entry;
    ob_port_unlock(&d->lock);
    return entry ? OB_OK : OB_E_STATE;
}

int ob_slot_open(struct ob_session *s, struct ob_dispatcher *d, const struct ob_key *slot)
{
    struct ob_slot_entry entry;
    int r = obi_key_slot_entry(obi_dispatcher(d), slot, &entry);

    if (r != OB_OK)
        return r;
    if (OB_ALG_CLASS(entry.alg) == OB_CLASS_PK)
        return ob_session_open_pk(s, d, entry.alg, entry.hash, slot);
    obi_session_begin(s, d, entry.alg);
    s->pk = slot;
    s->bits = entry.bits;
    s->pinned = slot->engine;
    r = obi_match_rows(s) ? OB_OK : OB_E_DECLINED;
    if (r != OB_OK)
        ob_wipe(s, offsetof(struct ob_session, state));
    return r;
}

int obi_key_slot_begin(struct ob_session *s, const struct ob_op *op)
{
    struct ob_slot_entry entry;

    if (!use(s->dispatcher, s->pk, &entry))
        return OBI_NO_KEY;
    if ((op->flags & (OB_FIRST | OB_LAST)) == (OB_FIRST | OB_LAST) && entry.alg == s->alg && entry.hash == s->hash &&
        entry.curve == s->curve && entry.bits == s->bits && (op->checking || entry.usage & use_of(s->alg, op->flags)))
        return OB_OK;
    stop_using(s->dispatcher, s->pk);
    return OBI_NOT_ALLOWED;
}

void obi_key_slot_end(struct ob_session *s)
{
    if (OB_ALG_CLASS(s->alg) != OB_CLASS_PK)
        ob_wipe(&s->mid, sizeof s->mid); /* GHASH's value and the like tell something of the key */
    stop_using(s->dispatcher, s->pk);
}

int obi_key_slot_unserved(struct ob_session *s, const struct ob_op *op)
{
    struct ob_slot_entry entry;
    uint8_t dir = obi_direction(s, op->flags);

    if (obi_key_slot_entry(s->dispatcher, s->pk, &entry) != OB_OK)
        return OB_E_STATE;
    if (row_for(s, s->pk->engine, dir) == OB_ROW_NONE)
        return OB_E_DECLINED;
    return obi_ready(engine_of(s->dispatcher, s->pk), obi_group(s->alg, dir)) ? OB_E_DECLINED : OB_E_IO;
}

/* ---- the end of keys ---- */

/* True if ops use the key, which is being destroyed. */
static bool in_use(struct ob_dispatcher *d, const struct ob_key *slot)
{
    const struct ob_slot_entry *entry;
    bool used;

    obi_lock(&d->lock);
    entry = find(d, slot, DYING, DYING); /* another thread may have destroyed it, and the slot have another key */
    used = entry && entry->users;
    ob_port_unlock(&d->lock);
    return used;
}

int ob_slot_destroy(struct ob_dispatcher *dispatcher, const struct ob_key *slot)
{
    struct ob_dispatcher *d = obi_dispatcher(dispatcher);
    uint64_t until = deadline(d);
    struct ob_slot_entry *entry;
    struct ob_engine *e;
    bool ours;

    obi_lock(&d->lock);
    entry = find(d, slot, LIVE, DYING);
    if (entry)
        entry->state = DYING;
    ob_port_unlock(&d->lock);
    if (!entry)
        return OB_E_STATE;
    e = engine_of(d, slot);
    while (in_use(d, slot))
        if (!wait_until(d, until))
            return OB_E_BUSY;
    if (!enter(e))
        return OB_E_BUSY;
    obi_lock(&d->lock); /* another thread may have destroyed it meanwhile */
    ours = find(d, slot, DYING, DYING) == entry;
    if (ours)
        entry->state = BEING_DESTROYED;
    ob_port_unlock(&d->lock);
    if (ours)
        e->ops->slots->destroy(e->dev, slot->slot);
    obi_release(e);
    if (!ours)
        return OB_E_STATE;
    obi_lock(&d->lock);
    memset(entry, 0, sizeof *entry);
    ob_port_unlock(&d->lock);
    return OB_OK; /* the handle stays: sessions that are open with it must go on to find that it names no key */
}

void obi_key_slots_clear(struct ob_engine *e)
{
    struct ob_slot_table *t = table_of(e);

    for (unsigned i = 0; t && i < t->n; i++)
        if (t->entry[i].state != FREE) {
            e->ops->slots->destroy(e->dev, i);
            memset(&t->entry[i], 0, sizeof t->entry[i]);
        }
}

unsigned ob_slot_count(const struct ob_engine *e, unsigned *n_free)
{
    struct ob_slot_table *t = table_of(e);
    uint32_t *lock = e->dispatcher ? &e->dispatcher->lock : NULL;

    *n_free = 0;
    if (lock)
        obi_lock(lock);
    for (unsigned i = 0; t && i < t->n; i++)
        *n_free += t->entry[i].state == FREE;
    if (lock)
        ob_port_unlock(lock);
    return t ? t->n : 0;
}
#endif
