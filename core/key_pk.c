/* SPDX-License-Identifier: Apache-2.0 */
/* Opening public-key sessions: what a key must have for its algorithm. */
#include "core.h"

#if OB_WITH_PK
static bool key_fits(uint8_t alg, uint8_t hash, const struct ob_key *key)
{
    bool rsa = alg >= OB_RSA && alg <= OB_RSA_OAEP;

    if (alg < OB_RSA || alg > OB_SM2_SIGN || (hash && OB_ALG_CLASS(hash) != OB_CLASS_HASH))
        return false;
    if ((alg == OB_RSA_PKCS1_SIGN || alg == OB_RSA_PSS || alg == OB_RSA_OAEP) && !ob_alg_tag(hash) &&
        key->kind != OB_KEY_NONE)
        return false;
    switch (key->kind) {
    case OB_KEY_NONE:
        return rsa ? key->curve == OB_CURVE_NONE && key->bits : key->curve != OB_CURVE_NONE;
    case OB_KEY_RSA_PUBLIC:
        return rsa && key->n.len && key->e.len;
    case OB_KEY_RSA_PRIVATE:
        return rsa && key->n.len && key->e.len && key->d.len && key->p.len && key->q.len;
    case OB_KEY_EC_PUBLIC:
        return !rsa && key->curve && key->x.len;
    case OB_KEY_EC_PRIVATE:
        return !rsa && key->curve && key->d.len;
    case OB_KEY_SLOT:
        return true;
    default:
        return false;
    }
}

/* Bits of the modulus n, leading zeros apart. */
static unsigned modulus_bits(struct ob_bytes n)
{
    unsigned bits;

    while (n.len && *n.data == 0) {
        n.data++;
        n.len--;
    }
    if (n.len == 0 || n.len > UINT16_MAX / 8)
        return 0;
    bits = (unsigned)n.len * 8;
    for (unsigned top = n.data[0]; !(top & 0x80); top <<= 1)
        bits--;
    return bits;
}

static int set_pk(struct ob_session *s, uint8_t hash, const struct ob_key *key)
{
    unsigned bits;

    if (!key || !key_fits(s->alg, hash, key))
        return OB_E_ARG;
    bits = key->curve ? 0 : key->n.len ? modulus_bits(key->n) : key->bits;
    if (key->bits && key->n.len && key->bits != bits)
        return OB_E_ARG;
    s->pk = key;
    s->curve = key->curve;
    s->hash = hash;
    s->bits = (uint16_t)bits;
    return OB_OK;
}

/* Give a session that has begun its key and rows, or wipe it. */
static int finish(struct ob_session *s, uint8_t hash, const struct ob_key *key)
{
    int r = set_pk(s, hash, key);

    if (r == OB_OK && !obi_match_rows(s))
        r = OB_E_DECLINED;
    if (r != OB_OK)
        ob_wipe(s, offsetof(struct ob_session, state));
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
