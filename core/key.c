/* SPDX-License-Identifier: Apache-2.0 */
/* Opening sessions: what a key may look like, and where it is kept. */
#include <string.h>

#include "core.h"

void obi_session_begin(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg)
{
    ob_wipe(s, offsetof(struct ob_session, key)); /* not memset: see wipe.c */
    s->dispatcher = obi_dispatcher(d);
    s->alg = alg;
    s->flags = s->dispatcher->policy.session_flags;
    s->generation = s->dispatcher->generation;
}

void obi_session_for_test(struct ob_session *s, struct ob_engine *e, uint8_t testing)
{
    s->testing = testing;
    s->flags = OB_SESSION_WAIT | OB_SESSION_NO_RETRY;
    s->pinned = e;
}

static int set_key(struct ob_session *s, const uint8_t *key, size_t key_len)
{
    if (!ob_alg_key_ok(s->alg, key_len) || (key_len && !key))
        return OB_E_ARG;
#if OB_WITH_CIPHER
    if (s->alg == OB_AES_XTS && !ob_differ(key, key + key_len / 2, key_len / 2))
        return OB_E_ARG;
#endif
    if (key_len > OB_SESSION_KEY_MAX)
        return OB_E_ARG;
    if (key_len)
        memcpy(s->key, key, key_len);
    s->key_len = (uint16_t)key_len;
    s->bits = (uint16_t)(key_len * 8);
    return OB_OK;
}

#if OB_WITH_MAC
/* HMAC keys longer than the block count by their hash (RFC 2104, section 2). The session itself does the hashing
 * before it becomes a MAC session, so no other memory is needed. */
static int hash_key(struct ob_session *s, struct ob_dispatcher *d, uint8_t hash, const uint8_t *key, size_t key_len,
                    uint8_t digest[OB_DIGEST_MAX])
{
    struct ob_op op;
    int r = ob_session_open(s, d, hash, NULL, 0);

    if (r != OB_OK)
        return r;
    memset(&op, 0, sizeof op);
    op.flags = OB_FIRST | OB_LAST;
    op.in = key;
    op.in_len = key_len;
    op.tag = digest;
    op.tag_len = ob_alg_tag(hash);
    r = ob_run(s, &op);
    ob_session_close(s);
    return r;
}
#endif

int ob_session_open(struct ob_session *s, struct ob_dispatcher *d, uint8_t alg, const uint8_t *key, size_t key_len)
{
    int r;

#if OB_WITH_MAC
    if (OB_IS_HMAC(alg) && key_len > ob_alg_block(alg)) {
        uint8_t digest[OB_DIGEST_MAX];

        if (!key)
            return OB_E_ARG;
        r = hash_key(s, d, OB_HMAC_HASH(alg), key, key_len, digest);
        if (r == OB_OK)
            r = ob_session_open(s, d, alg, digest, ob_alg_tag(alg));
        ob_wipe(digest, sizeof digest);
        return r;
    }
#endif
    obi_session_begin(s, d, alg);
    r = set_key(s, key, key_len);
    if (r == OB_OK && !obi_match_rows(s))
        r = OB_E_DECLINED;
    if (r != OB_OK)
        ob_wipe(s, offsetof(struct ob_session, state));
    return r;
}

int obi_session_open_row(struct ob_session *s, struct ob_engine *e, unsigned row, uint8_t alg, const uint8_t *key,
                         size_t key_len)
{
    obi_session_begin(s, e->dispatcher, alg);
    obi_session_for_test(s, e, (uint8_t)(row + 1));
    return set_key(s, key, key_len) == OB_OK && obi_match_rows(s) ? OB_OK : OB_E_IO;
}
