/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of an XTS data unit (IEEE 1619-2018, section 5). */
#include "algo/mid_xts.h"

#include "algo/xor.h"
#include "algo/xts_tweak.h"
#include "outboard/engine.h"

#if OB_WITH_CIPHER && OB_WITH_AES_XTS

/* Blocks that go to the cipher at once. */
#define BATCH (OB_SMALL ? 2 : 64)

struct lent {
    obi_xts_crypt *crypt;
    void *key;
};

static void lent_blocks(void *lent, bool encrypting, uint8_t tweak[16], uint8_t *out, const uint8_t *in, size_t n)
{
    const struct lent *l = (const struct lent *)lent;
    uint8_t tweaks[16 * BATCH];

    for (size_t m; n; n -= m, in += 16 * m, out += 16 * m) {
        m = n < BATCH ? n : BATCH;
        for (size_t i = 0; i < m; i++, obi_xts_tweak_advance(tweak, 1))
            memcpy(tweaks + 16 * i, tweak, 16);
        obi_xor(out, in, tweaks, 16 * m);
        l->crypt(l->key, encrypting, out, out, m);
        obi_xor(out, out, tweaks, 16 * m);
    }
    ob_wipe(tweaks, sizeof tweaks);
}

void obi_mid_xts_with(uint8_t tweak[16], obi_xts_blocks *blocks, void *key, bool encrypting, uint8_t *out,
                      const uint8_t *in, size_t len)
{
    uint8_t whole[16], last[16], before[16];
    size_t rest = len % 16;

    if (rest)
        len -= 16 + rest;
    blocks(key, encrypting, tweak, out, in, len / 16);
    if (!rest)
        return;
    /* the last whole block lends the partial one the end of its ciphertext */
    in += len;
    out += len;
    memcpy(before, tweak, 16);
    if (!encrypting)
        obi_xts_tweak_advance(tweak, 1);
    blocks(key, encrypting, tweak, whole, in, 1);
    if (!encrypting)
        memcpy(tweak, before, 16);
    memcpy(last, in + 16, rest);
    memcpy(last + rest, whole + rest, 16 - rest);
    memcpy(out + 16, whole, rest);
    blocks(key, encrypting, tweak, out, last, 1);
    ob_wipe(whole, sizeof whole);
    ob_wipe(last, sizeof last);
    ob_wipe(before, sizeof before);
}

void obi_mid_xts(uint8_t tweak[16], obi_xts_crypt *crypt, void *key, bool encrypting, uint8_t *out, const uint8_t *in,
                 size_t len)
{
    struct lent lent = {crypt, key};

    obi_mid_xts_with(tweak, lent_blocks, &lent, encrypting, out, in, len);
}

#endif
