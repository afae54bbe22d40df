/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of a symmetric row: the engine processes the pattern of pattern.h, whose fold kat.c has.
 * registry.c includes this file. */
#ifndef OUTBOARD_CORE_SELFTEST_H
#define OUTBOARD_CORE_SELFTEST_H

#include "core.h"
#include "kat.h"
#include "pattern.h"

/* Test one direction of the row with one key: OB_OK, OB_E_BUSY, or OB_E_IO for a wrong answer. */
static inline int test(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat, unsigned dir)
{
    uint8_t data[LEN];
    struct ob_op op;
    int r;

    (void)fill(data);
    if (obi_session_open_row(s, e, row, kat->alg, data, kat->key_len) != OB_OK)
        return OB_E_IO;
    obi_op_begin(&op, OB_FIRST | OB_LAST);
    obi_kat_lens(kat, &op.in_len, &op.tag_len);
    op.in = data;
    op.tag = data + TAG_AT;
    if (!OBI_HASH_ONLY) {
        op.flags |= OB_AAD | (dir == OB_DIR_ENCRYPT ? OB_ENCRYPT : OB_VERIFY);
        if (dir == OB_DIR_DECRYPT && kat->tag)
            op.tag = (uint8_t *)(uintptr_t)kat->tag;
        op.iv = data + IV_AT;
        op.iv_len = kat->len;
        op.aad = data + AAD_AT;
        op.aad_len = AAD_LEN;
        op.out = data;
        op.out_size = op.in_len;
    }
    r = obi_run(s, &op);
    if (r == OB_OK && fold(data) != kat->fold[dir - 1])
        r = OB_E_IO;
    if (!OBI_HASH_ONLY && r == OB_OK && op.tag == kat->tag) { /* the engine must also reject a wrong tag */
        op.tag = data + TAG_AT;
        if (obi_run(s, &op) != OB_E_AUTH)
            r = OB_E_IO;
    }
    ob_session_close(s);
    return r == OB_OK || r == OB_E_BUSY ? r : OB_E_IO;
}

/* Test the short path of a row that has passed the test above, with two equal messages without AAD. The first one goes
 * through submit, which is already tested; the second one takes the short path and must give the same result.
 * Decryption must restore the text. */
static int test_short(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat)
{
    uint8_t data[LEN], first[LEN];
    size_t iv_len = kat->alg < OB_AES_ECB ? 0 : kat->len, tag_len;
    struct ob_whole w = {.iv = data + IV_AT, .in = data, .out = data, .tag = data + TAG_AT};
    int r = OB_OK;

    obi_kat_lens(kat, &w.in_len, &tag_len);
    tag_len = ob_alg_tag(kat->alg); /* 0 for ciphers */
    (void)fill(data);
    if (obi_session_open_row(s, e, row, kat->alg, data, kat->key_len) != OB_OK)
        return OB_E_IO;
    for (unsigned turn = 0; turn < 2 && r == OB_OK; turn++) {
        (void)fill(data);
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

/* Test one row of e: OB_OK, OB_E_IO (wrong answer, or no known answer for it) or OB_E_BUSY. s is memory for a session
 * that is not open; it is closed again on return. */
static inline int obi_selftest_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    int r = OB_E_IO; /* the result if no known answer fits the row */

    for (const struct obi_kat *kat = obi_kats; kat->alg; kat++) {
        if (kat->alg != cap->alg || !obi_row_matches(cap, cap->curve, kat->key_len * 8u))
            continue;
        for (unsigned dir = OB_DIR_ENCRYPT; dir <= (OBI_HASH_ONLY ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT); dir++)
            if (cap->dirs & dir) {
                r = test(s, e, row, kat, dir);
                if (r != OB_OK)
                    return r;
            }
        if (e->ops->whole)
            r = test_short(s, e, row, kat);
        if (r != OB_OK)
            return r;
    }
    return r;
}

#endif
