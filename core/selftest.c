/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of the symmetric rows: one fixed pattern through the engine, answers folded to 32 bits
 * (kat.c).
 *
 * Byte i of the pattern is 7 * i + 3 modulo 256. 147 bytes from its beginning are the data (144 for ECB and CBC), which
 * spans two blocks of SHA-512 and a partial block of all else, and is written over in place; 64 bytes for the tag
 * follow, then 16 of IV and 20 of AAD. The key is the beginning of the pattern, too. Of all 256 bytes, the last first,
 * the fold is 33 * fold + byte modulo 2^32. Decryption takes the same pattern as ciphertext, so that rows that only
 * decrypt have an answer of their own. */
#include "core.h"
#include "kat.h"

#define LEN     256
#define TAG_AT  147
#define IV_AT   211
#define AAD_AT  227
#define AAD_LEN 20

static inline void fill(uint8_t data[LEN])
{
    uint8_t *p = data;

    OBI_OPAQUE(p);
    for (unsigned i = LEN; i--;)
        p[i] = (uint8_t)(7 * i + 3);
}

static inline uint32_t fold(const uint8_t data[LEN])
{
    const uint8_t *p = data;
    uint32_t sum = 0;

    OBI_OPAQUE(p);
    for (unsigned i = LEN; i--;)
        sum = 33 * sum + p[i];
    return sum;
}

#if OBI_HASHER
/* The first row that may be chosen, which is for hash alg. */
static inline int test_hash(struct ob_session *s, const struct ob_engine *e, uint8_t alg)
{
    uint8_t data[LEN];
    int r;

    fill(data);
    r = ob_session_open(s, e->dispatcher, alg, NULL, 0);
    if (r == OB_OK) {
        s->testing = 1;
        s->flags = 0;
        r = ob_feed(s, OB_FIRST | OB_LAST, data + TAG_AT, obi_digest_len(s->alg), data, TAG_AT);
    }
    if (r != OB_E_BUSY && (r != OB_OK || fold(data) != obi_kat_hashes[s->alg - OB_MD5]))
        r = OB_E_IO;
    ob_session_close(s);
    return r;
}
#else
/* One direction of the row with one key: OB_OK, OB_E_DECLINED if the key is not in the row's range, OB_E_IO for a wrong
 * answer, or OB_E_BUSY. */
static OBI_SMALL_CALL int test(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat,
                               unsigned dir)
{
    const uint8_t *known = NULL;
    uint8_t data[LEN];
    struct ob_op op;
    int r;

    fill(data);
    if (obi_session_open_row(s, e, row, kat->alg, data, kat->key_len) != OB_OK)
        return OB_E_DECLINED;
    obi_op_begin(&op, OB_FIRST | OB_LAST | OB_AAD | OB_ENCRYPT);
    op.tag = data + TAG_AT;
    if (dir == OB_DIR_DECRYPT) {
        op.flags = OB_FIRST | OB_LAST | OB_AAD | OB_VERIFY;
        known = kat->tag;
        if (known)
            op.tag = (uint8_t *)(uintptr_t)known;
    }
    op.tag_len = ob_alg_tag(kat->alg);
    op.iv = data + IV_AT;
    op.iv_len = kat->iv_len;
    op.aad = data + AAD_AT;
    op.aad_len = AAD_LEN;
    op.in = op.out = data;
    op.in_len = op.out_size = kat->in_len;
    r = obi_run(s, &op);
    if (r != OB_E_BUSY && (r != OB_OK || fold(data) != kat->fold[dir - 1]))
        r = OB_E_IO;
    if (r == OB_OK && known) { /* with other data: the engine must also say no */
        data[0]++;
        if (obi_run(s, &op) != OB_E_AUTH)
            r = OB_E_IO;
    }
    ob_session_close(s);
    return r;
}
#endif

#if !OBI_HASHER
static int test_dirs(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat)
{
    int r = OB_E_DECLINED;

    for (unsigned dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT; dir++)
        if (e->ops->caps[row].dirs & dir) {
            r = test(s, e, row, kat, dir);
            if (r != OB_OK)
                break;
        }
    return r;
}
#endif

#if !OBI_SINGLE
/* The short path of a row that has passed, without AAD: what the first of two equal messages leaves came from submit
 * and is known to be right, so the second must leave the same, and decryption the text. */
static int test_short(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat)
{
    uint8_t data[LEN], first[LEN];
    struct ob_whole w = {0, data + IV_AT, NULL, 0, data, kat->in_len, data, data + TAG_AT};
    int r = OB_OK;

    fill(data);
    if (obi_session_open_row(s, e, row, kat->alg, data, kat->key_len) != OB_OK)
        return OB_E_IO;
    for (unsigned turn = 0; turn < 2 && r == OB_OK; turn++) {
        fill(data);
        w.shape = OB_WHOLE_SHAPE(OB_ENCRYPT, kat->iv_len, ob_alg_tag(kat->alg));
        if (e->ops->caps[row].dirs & OB_DIR_ENCRYPT)
            r = ob_whole(s, &w);
        if (turn == 0)
            memcpy(first, data, LEN);
        else if (r == OB_OK && ob_differ(first, data, LEN))
            r = OB_E_IO;
        w.shape = OB_WHOLE_SHAPE(OB_VERIFY, kat->iv_len, ob_alg_tag(kat->alg));
        if (r != OB_OK || e->ops->caps[row].dirs != OB_DIR_BOTH)
            continue;
        r = ob_whole(s, &w);
        for (unsigned i = kat->alg < OB_AES_ECB ? 0 : kat->in_len; i-- && r == OB_OK;)
            if (data[i] != (uint8_t)(7 * i + 3))
                r = OB_E_IO;
    }
    ob_session_close(s);
    return r == OB_OK || r == OB_E_BUSY ? r : OB_E_IO;
}

int obi_selftest_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    int r = OB_E_IO; /* unless there is an answer */

    for (const struct obi_kat *kat = obi_kats; kat->alg; kat++)
        if (kat->alg == cap->alg && obi_row_matches(cap, cap->curve, kat->key_len * 8u)) {
            r = test_dirs(s, e, row, kat);
            if (r == OB_OK && e->ops->whole)
                r = test_short(s, e, row, kat);
            if (r != OB_OK)
                return r == OB_E_BUSY ? r : OB_E_IO;
        }
    return r;
}
#endif
