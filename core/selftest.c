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

/* One direction of the row with one key: OB_OK, OB_E_DECLINED if the key is not in the row's range, OB_E_IO for a wrong
 * answer, or OB_E_BUSY. */
static OBI_SMALL_CALL int test(struct ob_session *s, struct ob_engine *e, unsigned row, const struct obi_kat *kat,
                               unsigned dir)
{
    uint8_t data[LEN];
    uint32_t fold = 0;
    int r;
#if !OBI_HASH_ONLY
    const uint8_t *known = dir == OB_DIR_DECRYPT ? kat->tag : NULL;
#endif

    for (unsigned i = LEN; i--;)
        data[i] = (uint8_t)(7 * i + 3);
    if (obi_session_open_row(s, e, row, kat->alg, data, kat->key_len) != OB_OK)
        return OB_E_DECLINED;
#if OBI_HASH_ONLY
    (void)dir;
    r = ob_feed(s, OB_FIRST | OB_LAST, data + TAG_AT, obi_digest_len(kat->alg), data, kat->in_len);
#else
again:
    r = ob_crypt(s, dir == OB_DIR_ENCRYPT ? OB_ENCRYPT : OB_VERIFY, data, TAG_AT, data + IV_AT, kat->iv_len,
                 data + AAD_AT, AAD_LEN, data, kat->in_len, known ? (uint8_t *)(uintptr_t)known : data + TAG_AT,
                 ob_alg_tag(kat->alg));
#endif
#if !OBI_HASH_ONLY
    if (fold) { /* the second time, with other data: the engine must also say no */
        r = r == OB_E_AUTH ? OB_OK : OB_E_IO;
        known = NULL;
    } else
#endif
    {
        for (unsigned i = LEN; i--;)
            fold = 33 * fold + data[i];
        if (r != OB_E_BUSY && (r != OB_OK || fold != kat->fold[OBI_HASH_ONLY ? 0 : dir - 1]))
            r = OB_E_IO;
    }
#if !OBI_HASH_ONLY
    if (r == OB_OK && known) {
        data[0]++;
        goto again;
    }
#endif
    ob_session_close(s);
    return r;
}

#if !OBI_HASH_ONLY
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
#else
#define test_dirs(s, e, row, kat) test(s, e, row, kat, 1)
#endif

#if !OBI_SINGLE
int obi_selftest_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    int r = OB_E_IO; /* unless there is an answer */

    for (const struct obi_kat *kat = obi_kats; kat->alg; kat++)
        if (kat->alg == cap->alg && obi_row_matches(cap, cap->curve, kat->key_len * 8u)) {
            r = test_dirs(s, e, row, kat);
            if (r != OB_OK)
                return r == OB_E_BUSY ? r : OB_E_IO;
        }
    return r;
}
#endif
