/* SPDX-License-Identifier: Apache-2.0 */
/* Opening public-key sessions. */
#include "core.h"

#if OB_WITH_PK
static int set_pk(struct ob_session *s, uint8_t hash, const struct ob_key *key)
{
    unsigned bits;
    int r = obi_pk_check_key(s->alg, hash, key, &bits);

    if (r != OB_OK)
        return r;
#if OB_WITH_SLOTS
    if (key->kind == OB_KEY_SLOT) {
        struct ob_slot_entry entry;

        r = obi_key_slot_entry(s->dispatcher, key, &entry);
        if (r != OB_OK)
            return r;
        if (entry.alg != s->alg || entry.hash != hash || entry.curve != key->curve || entry.bits != bits)
            return OB_E_ARG;
        s->pinned = key->engine;
    }
#endif
    s->pk = key;
    if (key->cache) {
        key->cache->maker = NULL;
        key->cache->passed = false;
        key->cache->session = s;
        s->key[0] = 1;
    }
    s->curve = key->curve;
    s->hash = hash;
    s->bits = (uint16_t)bits;
    return OB_OK;
}

void obi_pk_leave_cache(const struct ob_session *s)
{
    bool has = OB_ALG_CLASS(s->alg) == OB_CLASS_PK && s->pk && s->key[0];
    struct ob_key_cache *c = has ? s->pk->cache : NULL; /* nothing else of the key is read at close */

    if (!c || c->session != s)
        return;
    ob_wipe(c->data, c->data ? c->size : 0);
    c->session = NULL;
    c->maker = NULL;
}

/* Give a session that has begun its key and rows, or wipe it. */
static int finish(struct ob_session *s, uint8_t hash, const struct ob_key *key)
{
    int r = set_pk(s, hash, key);

    if (r == OB_OK && (!obi_match_rows(s) || !obi_pk_may_serve(s)))
        r = OB_E_DECLINED;
    if (r != OB_OK) {
        obi_pk_leave_cache(s);
        ob_wipe(s, offsetof(struct ob_session, state));
    }
    return r;
}

int ob_session_open_pk(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, uint8_t hash,
                       const struct ob_key *key)
{
    obi_session_begin(s, d, alg);
    return finish(s, hash, key);
}

int obi_session_open_test(struct ob_session *s, struct ob_engine *e, uint8_t alg, uint8_t hash,
                          const struct ob_key *key)
{
    obi_session_begin(s, e->dispatcher, alg);
    obi_session_for_test(s, e, OBI_TESTING_ANY);
    return finish(s, hash, key);
}
#endif
