/* SPDX-License-Identifier: Apache-2.0 */
/* The self-test of a build with one engine: to what answers, selftest.c says. A part of single.c. */
#include "selftest.c" // NOLINT(bugprone-suspicious-include)

#if OBI_HASHER
#define test_row(s, e, cap) test_hash(s, e, (cap)->alg)

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
/* One direction of the first row that may be chosen with one key: OB_OK, OB_E_BUSY, OB_E_IO for a wrong answer, or 1 if
 * the key is not in the row's range. */
static OBI_ONE_CALLER int test(struct ob_session *s, const struct ob_engine *e, const struct obi_kat *kat, unsigned dir)
{
    uint8_t data[LEN], *p = data;
    size_t in_len;
    struct ob_op op;
    int r;

    fill(data);
    r = ob_session_open(s, e->dispatcher, kat->alg, data, kat->key_len);
    s->testing = 1;
    s->flags = 0;
    if (r != OB_OK || s->row != s->dispatcher->first_row) /* rows behind it may serve the key, too */
        return 1;
    OBI_OPAQUE(p);
    op.flags = (dir << 3) +
               (OB_FIRST | OB_LAST | OB_AAD); /* OB_ENCRYPT or OB_VERIFY, which have the numbers of the directions */
    op.tag = p + TAG_AT;
    if (dir == OB_DIR_DECRYPT && kat->tag)
        op.tag = (uint8_t *)(uintptr_t)kat->tag;
    obi_kat_lens(kat, &in_len, &op.tag_len);
    op.iv = p + IV_AT;
    op.iv_len = kat->len;
    op.aad = p + AAD_AT;
    op.aad_len = AAD_LEN;
    op.in = op.out = p;
    op.in_len = op.out_size = in_len;
    r = ob_typed(s, &op, 0);
    if (r == OB_OK) {
        if (fold(data) != kat->fold[dir - 1])
            r = 1;
        if (op.tag == kat->tag) { /* with other data: the engine must also say no */
            p[0]++;
            if (ob_typed(s, &op, 0) != OB_E_AUTH)
                r = 1;
        }
    }
    ob_session_close(s);
    return r == OB_OK || r == OB_E_BUSY ? r : OB_E_IO;
}
_Static_assert(OB_DIR_ENCRYPT << 3 == OB_ENCRYPT && OB_DIR_DECRYPT << 3 == OB_VERIFY, "directions as flags of an op");

/* The known answers of the first row that may be chosen: OB_E_IO if there is none for it. */
static inline int test_row(struct ob_session *s, struct ob_engine *e, const struct ob_cap *cap)
{
    int r = OB_E_IO;

#if OB_WITH_PK
    if (OB_ALG_CLASS(cap->alg) == OB_CLASS_PK)
        return obi_selftest_pk_row(s, e, e->dispatcher->first_row);
#endif
    for (const struct obi_kat *kat = obi_kats; kat->alg; kat++)
        if (kat->alg == cap->alg)
            for (unsigned dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT; dir++)
                if (cap->dirs & dir) {
                    int answer = test(s, e, kat, dir);

                    if (answer > 0)
                        continue;
                    r = answer;
                    if (r != OB_OK)
                        return r;
                }
    return r;
}
#endif
