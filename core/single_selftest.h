/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of a symmetric row in the core for one engine, as selftest.h for the other one. single.c
 * includes this file. */
#ifndef OUTBOARD_CORE_SINGLE_SELFTEST_H
#define OUTBOARD_CORE_SINGLE_SELFTEST_H

#include "core.h"
#include "kat.h"
#include "pattern.h"

#if OBI_HASH_ONLY
/* Test one row of e: OB_OK, or an error (OB_E_IO: wrong answer; OB_E_ARG: no known answer for it). s is memory for a
 * session that is not open; it is closed again on return. */
static inline int test_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    uint8_t data[LEN], *tag = fill(data);
    int r = ob_session_open(s, e->dispatcher, e->ops->caps[row].alg, NULL, 0);

    if (r != OB_OK)
        return r;
    s->flags = 0;
    s->testing = (uint8_t)(row + 1);
    r = ob_feed(s, OB_FIRST | OB_LAST, tag, s->kat->len, data, OBI_KAT_LEN);
    if (r == OB_OK && fold(data) != s->kat->fold[0])
        r = OB_E_IO;
    ob_session_close(s);
    return r;
}
#else
_Static_assert(OB_DIR_ENCRYPT << 3 == OB_ENCRYPT && OB_DIR_DECRYPT << 3 == OB_VERIFY,
               "the flag of an op for each direction");

/* Test the row with one key in each direction that it has: OB_OK, or an error (OB_E_IO: wrong answer, or no direction).
 * Both share a session, so that the key is expanded once. */
static OBI_SMALL_CALL int test(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat)
{
    uint8_t data[LEN], *tag = fill(data);
    unsigned dirs = e->ops->caps[row].dirs;
    struct ob_op op;
    int r = ob_session_open(s, e->dispatcher, kat->alg, data, kat->key_len);

    if (r != OB_OK)
        return r;
    s->flags = 0;
    s->testing = (uint8_t)(row + 1);
    r = OB_E_IO;
    for (unsigned dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT; dir <<= 1) {
        if (!(dirs & dir))
            continue;
        op.flags = OB_FIRST | OB_LAST | OB_AAD | dir << 3; /* OB_ENCRYPT or OB_VERIFY */
        op.in = op.out = data;
        obi_kat_lens(kat, &op.in_len, &op.tag_len);
        op.out_size = op.in_len;
        op.tag = tag;
        if (dir == OB_DIR_DECRYPT) {
            (void)fill(data);
            if (kat->tag)
                op.tag = (uint8_t *)(uintptr_t)kat->tag;
        }
        op.iv = tag + (IV_AT - TAG_AT);
        op.iv_len = kat->len;
        op.aad = tag + (AAD_AT - TAG_AT);
        op.aad_len = AAD_LEN;
        r = ob_typed(s, &op, 0);
        if (r == OB_OK && fold(data) != kat->fold[dir - 1])
            r = OB_E_IO;
        if (r == OB_OK && op.tag != tag) { /* the engine must also reject a wrong tag */
            op.tag = tag;
            if (ob_typed(s, &op, 0) != OB_E_AUTH)
                r = OB_E_IO;
        }
        if (r != OB_OK)
            break;
    }
    ob_session_close(s);
    return r;
}

/* Test one row of e with each key that fits it: OB_OK, or an error (OB_E_IO: wrong answer, or no known answer for it).
 * s is memory for a session that is not open; it is closed again on return. */
static inline int test_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    int r = OB_E_IO;

    for (const struct obi_kat *kat = obi_kats; kat->alg; kat++) {
        if (kat->alg != cap->alg || !obi_row_matches(cap, cap->curve, kat->key_len * 8u))
            continue;
        r = test(s, e, row, kat);
        if (r != OB_OK)
            break;
    }
    return r;
}
#endif

#endif
