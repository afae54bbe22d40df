/* SPDX-License-Identifier: Apache-2.0 */
/* The known-answer tests of the symmetric rows: fixed patterns through the engine, answers folded to 32 bits (kat.c).
 *
 * Key byte i is i + 1, IV byte i 0x80 + i, AAD byte i 0xa0 + i, input byte i 7 * i + 3, each modulo 256. The input has
 * 147 bytes (144 for ECB and CBC), which spans two blocks of SHA-512 and a partial block of all else; the AAD has 20.
 * The fold is 32-bit FNV-1a over output and tag. Decryption takes the same pattern as ciphertext, so that rows that
 * only decrypt have an answer of their own. */
#include <string.h>

#include "core.h"
#include "kat.h"

#define IN_LEN  147
#define AAD_LEN 20

static uint32_t fold(uint32_t acc, const uint8_t *p, size_t len)
{
    while (len--)
        acc = (acc ^ *p++) * 16777619u; /* the FNV prime for 32 bits */
    return acc;
}

static void pattern(uint8_t *p, size_t len, unsigned start, unsigned step)
{
    for (; len--; start += step)
        *p++ = (uint8_t)start;
}

/* One op of the test in direction dir: OB_OK, OB_E_IO for a wrong answer, or the engine's error. */
static int test(struct ob_session *s, const struct obi_kat *kat, uint8_t dir, uint8_t row)
{
    unsigned cls = OB_ALG_CLASS(kat->alg);
    uint8_t in[IN_LEN], out[IN_LEN], tag[OB_TAG_MAX];
    struct ob_op op;
    uint32_t acc = 2166136261u; /* the FNV offset basis for 32 bits */
    int r;

    memset(&op, 0, sizeof op);
    pattern(in, sizeof in, 3, 7);
    op.in = in;
    op.in_len = IN_LEN;
    op.flags = OB_FIRST | OB_LAST | (dir == OB_DIR_ENCRYPT ? OB_ENCRYPT : cls == OB_CLASS_MAC ? OB_VERIFY : 0u);
    op.tag = tag;
    op.tag_len = ob_alg_tag(kat->alg);
#if OB_WITH_CIPHER || OB_WITH_AEAD
    uint8_t iv[16], aad[AAD_LEN];
    if (cls >= OB_CLASS_CIPHER) {
        pattern(iv, sizeof iv, 0x80, 1);
        pattern(aad, sizeof aad, 0xa0, 1);
        op.iv = iv;
        op.iv_len = kat->iv_len;
        op.out = out;
        op.out_size = sizeof out;
        if (cls == OB_CLASS_AEAD) {
            op.flags |= OB_AAD;
            op.aad = aad;
            op.aad_len = AAD_LEN;
        } else {
            op.in_len = kat->in_len;
        }
    }
#endif
    if (dir == OB_DIR_DECRYPT && kat->tag)
        memcpy(tag, kat->tag, op.tag_len);
    s->row = row;
    r = ob_run(s, &op);
    if (r != OB_OK)
        return r;
    if (cls >= OB_CLASS_CIPHER)
        acc = fold(acc, out, op.in_len);
    if (!(cls == OB_CLASS_CIPHER || (cls == OB_CLASS_AEAD && dir == OB_DIR_DECRYPT)))
        acc = fold(acc, tag, op.tag_len);
    if (acc != (dir == OB_DIR_ENCRYPT ? kat->enc : kat->dec))
        return OB_E_IO;
#if OB_WITH_MAC || OB_WITH_AEAD
    if (dir == OB_DIR_DECRYPT && kat->tag) { /* the engine must also say no */
        tag[0] ^= 1;
        s->row = row;
        r = ob_run(s, &op);
        return r == OB_E_AUTH ? OB_OK : OB_E_IO;
    }
#endif
    return OB_OK;
}

int obi_selftest_row(struct ob_session *s, struct ob_engine *e, unsigned row)
{
    const struct ob_cap *cap = &e->ops->caps[row];
    uint8_t key[64];
    bool tested = false;
    int r = OB_OK;

    pattern(key, sizeof key, 1, 1);
    for (const struct obi_kat *kat = obi_kats; kat->alg && r == OB_OK; kat++) {
        if (kat->alg != cap->alg || !obi_row_matches(cap, cap->curve, kat->key_len * 8u))
            continue;
        r = obi_session_open_with(s, e, cap->alg, key, kat->key_len);
        for (uint8_t dir = OB_DIR_ENCRYPT; dir <= OB_DIR_DECRYPT && r == OB_OK; dir++)
            if (cap->dirs & dir && (dir == OB_DIR_ENCRYPT || OB_ALG_CLASS(cap->alg) != OB_CLASS_HASH)) {
                r = test(s, kat, dir, (uint8_t)row);
                tested = true;
            }
        ob_session_close(s);
    }
    if (r == OB_E_BUSY)
        return r;
    return r == OB_OK && tested ? OB_OK : OB_E_IO;
}
