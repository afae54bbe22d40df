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
#define TAG_AT  OBI_KAT_LEN
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

    for (unsigned i = LEN; i--;) {
        OBI_OPAQUE(p); /* or it counts by addresses */
        sum = 33 * sum + p[i];
    }
    return sum;
}

#if !OBI_SINGLE
/* Open s for the row with the key of kat: false if the key is not in the row's range. */
static inline bool open_for(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat,
                            const uint8_t *key)
{
    return obi_session_open_row(s, e, row, kat->alg, key, kat->key_len) == OB_OK;
}

/* One direction of the row with one key: OB_OK, OB_E_BUSY, OB_E_IO for a wrong answer, or 1 if the key is not in the
 * row's range. */
static OBI_ONE_CALLER int test(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat,
                               unsigned dir)
{
    uint8_t data[LEN], *p = data;
    struct ob_op op;
    int r;

    fill(data);
    if (!open_for(s, e, row, kat, data))
        return 1;
    /* OB_ENCRYPT or OB_VERIFY, which have the numbers of the directions */
    obi_op_begin(&op, OB_FIRST | OB_LAST | OB_AAD | dir << 3);
    OBI_OPAQUE(p);
    op.tag = p + TAG_AT;
    if (dir == OB_DIR_DECRYPT && kat->tag)
        op.tag = (uint8_t *)(uintptr_t)kat->tag;
    obi_kat_lens(kat, &op.in_len, &op.tag_len);
    op.iv = p + IV_AT;
    op.iv_len = kat->len;
    op.aad = p + AAD_AT;
    op.aad_len = AAD_LEN;
    op.in = op.out = p;
    op.out_size = op.in_len;
    r = obi_run(s, &op);
    if (r == OB_OK) {
        r = OB_E_IO;
        if (fold(data) == kat->fold[dir - 1])
            r = OB_OK;
        if (op.tag == kat->tag) { /* with other data: the engine must also say no */
            p[0]++;
            if (obi_run(s, &op) != OB_E_AUTH)
                r = OB_E_IO;
        }
    }
    ob_session_close(s);
    return r == OB_OK || r == OB_E_BUSY ? r : OB_E_IO;
}
_Static_assert(OB_DIR_ENCRYPT << 3 == OB_ENCRYPT && OB_DIR_DECRYPT << 3 == OB_VERIFY, "directions as flags of an op");

static int test_dirs(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat)
{
    int r = 1;

    for (unsigned dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT; dir++)
        if (e->ops->caps[row].dirs & dir) {
            r = test(s, e, row, kat, dir);
            if (r != OB_OK)
                break;
        }
    return r;
}

/* The short path of a row that has passed, without AAD: what the first of two equal messages leaves came from submit
 * and is known to be right, so the second must leave the same, and decryption the text. */
static int test_short(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat)
{
    uint8_t data[LEN], first[LEN];
    size_t iv_len = kat->alg < OB_AES_ECB ? 0 : kat->len, tag_len;
    struct ob_whole w = {0, data + IV_AT, NULL, 0, data, 0, data, data + TAG_AT};
    int r = OB_OK;

    obi_kat_lens(kat, &w.in_len, &tag_len);
    tag_len = ob_alg_tag(kat->alg); /* 0 for ciphers */
    fill(data);
    if (obi_session_open_row(s, e, row, kat->alg, data, kat->key_len) != OB_OK)
        return OB_E_IO;
    for (unsigned turn = 0; turn < 2 && r == OB_OK; turn++) {
        fill(data);
        w.shape = OB_WHOLE_SHAPE(OB_ENCRYPT, iv_len, tag_len);
        if (e->ops->caps[row].dirs & OB_DIR_ENCRYPT)
            r = ob_whole(s, &w);
        if (turn == 0)
            memcpy(first, data, LEN);
        else if (r == OB_OK && ob_differ(first, data, LEN))
            r = OB_E_IO;
        w.shape = OB_WHOLE_SHAPE(OB_VERIFY, iv_len, tag_len);
        if (r != OB_OK || e->ops->caps[row].dirs != OB_DIR_BOTH)
            continue;
        r = ob_whole(s, &w);
        for (unsigned i = kat->alg < OB_AES_ECB ? 0 : (unsigned)w.in_len; i-- && r == OB_OK;)
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
