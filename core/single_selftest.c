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
/* The known answers of the first row that may be chosen, with the keys in its range: OB_OK, OB_E_BUSY, or OB_E_IO for a
 * wrong answer or if there is none for it. */
static inline int test_row(struct ob_session *s, struct ob_engine *e, const struct ob_cap *cap)
{
    uint8_t data[LEN], *p;
    struct ob_op op;
    size_t in_len;
    int r = 1; /* odd: a failure */

#if OB_WITH_PK
    if (OB_ALG_CLASS(cap->alg) == OB_CLASS_PK)
        return obi_selftest_pk_row(s, e, e->dispatcher->first_row);
#endif
    for (const struct obi_kat *kat = obi_kats; kat->alg; kat++) {
        if (kat->alg != cap->alg)
            continue;
        for (unsigned dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT; dir++) {
            int opened;

            OBI_OPAQUE(dir);
            if (!(cap->dirs & dir))
                continue;
            fill(data);
            opened = ob_session_open(s, e->dispatcher, kat->alg, data, kat->key_len);
            if (opened != OB_OK || s->row != s->dispatcher->first_row) /* rows behind it may serve the key, too */
                continue;
            OBI_OPAQUE(opened);
            s->flags = (uint8_t)opened; /* 0 */
            s->testing = (uint8_t)dir;  /* not 0 */
            p = data;
            OBI_OPAQUE(p);
            op.in = op.out = p;
            p += TAG_AT;
            OBI_OPAQUE(p);
            /* OB_ENCRYPT or OB_VERIFY, which have the numbers of the directions */
            op.flags = (dir << 3) + (OB_FIRST | OB_LAST | OB_AAD);
            op.tag = p;
            if (dir == OB_DIR_DECRYPT && kat->tag)
                op.tag = (uint8_t *)(uintptr_t)kat->tag;
            obi_kat_lens(kat, &in_len, &op.tag_len);
            op.iv = p + (IV_AT - TAG_AT);
            op.iv_len = kat->len;
            op.aad = p + (AAD_AT - TAG_AT);
            op.aad_len = AAD_LEN;
            op.in_len = op.out_size = in_len;
            r = ob_typed(s, &op, 0);
            if (r == OB_OK) {
                if (fold(data) != kat->fold[dir - 1])
                    r = 1;
                else if (op.tag != p) { /* another tag: the engine must also say no */
                    op.tag = p;
                    if (ob_typed(s, &op, 0) != OB_E_AUTH)
                        r = 1;
                }
            }
            ob_session_close(s);
            if (r != OB_OK)
                goto end;
        }
    }
end:
    return r & 1 ? OB_E_IO : r;
}
_Static_assert(OB_DIR_ENCRYPT << 3 == OB_ENCRYPT && OB_DIR_DECRYPT << 3 == OB_VERIFY, "directions as flags of an op");
#endif
