/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of the symmetric rows: one fixed pattern through the engine, answers folded to 32 bits
 * (kat.c).
 *
 * Byte i of the pattern is 7 * i + 3 modulo 256. Its 147 bytes are the input (144 for ECB and CBC), which spans two
 * blocks of SHA-512 and a partial block of all else; the key begins at byte 0, the IV at 64, 20 bytes of AAD at 80.
 * The fold is 32-bit FNV-1a over 147 bytes of output and 64 of tag, zero where nothing is written. Decryption takes
 * the same pattern as ciphertext, so that rows that only decrypt have an answer of their own. */
#include "core.h"
#include "kat.h"

#define IN_LEN  147
#define IV_AT   64
#define AAD_AT  80
#define AAD_LEN 20

/* One op of the test in direction dir: OB_OK, OB_E_IO for a wrong answer, or the engine's error. */
static OBI_SMALL_CALL int test(struct ob_session *s, const struct obi_kat *kat, uint8_t dir, const uint8_t *pattern)
{
    uint8_t result[IN_LEN + OB_TAG_MAX], *tag = result + IN_LEN;
    uint32_t acc = 2166136261u; /* the FNV offset basis for 32 bits */
    struct ob_op op;
    int r;

    obi_clear(result, sizeof result);
    obi_op_begin(&op, OB_FIRST | OB_LAST | OB_AAD | (dir == OB_DIR_ENCRYPT ? OB_ENCRYPT : OB_VERIFY));
    op.iv = pattern + IV_AT;
    op.iv_len = kat->iv_len;
    op.aad = pattern + AAD_AT;
    op.aad_len = AAD_LEN;
    op.in = pattern;
    op.in_len = kat->in_len;
    op.out = result;
    op.out_size = IN_LEN;
    op.tag = tag;
    op.tag_len = ob_alg_tag(kat->alg);
    if (dir == OB_DIR_DECRYPT && kat->tag)
        obi_copy(tag, kat->tag, op.tag_len);
    r = obi_run(s, &op);
    if (r != OB_OK)
        return r;
    for (size_t i = 0; i < sizeof result; i++)
        acc = (acc ^ result[i]) * 16777619u; /* the FNV prime for 32 bits */
    if (acc != (dir == OB_DIR_ENCRYPT ? kat->enc : kat->dec))
        return OB_E_IO;
#if OB_WITH_MAC || OB_WITH_AEAD
    if (dir == OB_DIR_DECRYPT && kat->tag) { /* the engine must also say no */
        *tag ^= 1;
        return obi_run(s, &op) == OB_E_AUTH ? OB_OK : OB_E_IO;
    }
#endif
    return OB_OK;
}

int obi_selftest_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    uint8_t pattern[IN_LEN];
    int r = OB_E_IO; /* unless there is an answer */

    for (unsigned i = 0; i < IN_LEN; i++)
        pattern[i] = (uint8_t)(7 * i + 3);
    for (const struct obi_kat *kat = obi_kats; kat->alg; kat++) {
        if (kat->alg != cap->alg || !obi_row_matches(cap, cap->curve, kat->key_len * 8u))
            continue;
        r = obi_session_open_row(s, e, row, pattern, kat->key_len);
        for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT && r == OB_OK; dir++)
            if (cap->dirs & dir)
                r = test(s, kat, dir, pattern);
        ob_session_close(s);
        if (r != OB_OK)
            break;
    }
    return r == OB_OK || r == OB_E_BUSY ? r : OB_E_IO;
}
