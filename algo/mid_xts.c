/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of an XTS data unit (IEEE 1619-2018, section 5). */
#include "algo/mid_xts.h"

#include "algo/xor.h"
#include "algo/xts_tweak.h"
#include "outboard/engine.h"

#if OB_WITH_CIPHER && OB_WITH_AES_XTS

/* Blocks that go to the cipher at once. */
#define BATCH (OB_SMALL ? 2 : 64)

struct xts {
    uint8_t *tweak;
    obi_xts_crypt *crypt;
    void *key;
    bool encrypting;
};

static void whole_blocks(const struct xts *x, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t tweaks[16 * BATCH];

    while (len) {
        size_t n = len < sizeof tweaks ? len / 16 : BATCH;

        for (size_t i = 0; i < n; i++, obi_xts_tweak_advance(x->tweak, 1))
            memcpy(tweaks + 16 * i, x->tweak, 16);
        obi_xor(out, in, tweaks, 16 * n);
        x->crypt(x->key, x->encrypting, out, out, n);
        obi_xor(out, out, tweaks, 16 * n);
        in += 16 * n;
        out += 16 * n;
        len -= 16 * n;
    }
    ob_wipe(tweaks, sizeof tweaks);
}

void obi_mid_xts(uint8_t tweak[16], obi_xts_crypt *crypt, void *key, bool encrypting, uint8_t *out, const uint8_t *in,
                 size_t len)
{
    const struct xts x = {tweak, crypt, key, encrypting};
    uint8_t whole[16], last[16], before[16];
    size_t rest = len % 16;

    if (rest)
        len -= 16 + rest;
    whole_blocks(&x, out, in, len);
    if (!rest)
        return;
    /* the last whole block lends the partial one the end of its ciphertext */
    in += len;
    out += len;
    memcpy(before, tweak, 16);
    if (!encrypting)
        obi_xts_tweak_advance(tweak, 1);
    whole_blocks(&x, whole, in, 16);
    if (!encrypting)
        memcpy(tweak, before, 16);
    memcpy(last, in + 16, rest);
    memcpy(last + rest, whole + rest, 16 - rest);
    memcpy(out + 16, whole, rest);
    whole_blocks(&x, out, last, 16);
    ob_wipe(whole, sizeof whole);
    ob_wipe(last, sizeof last);
    ob_wipe(before, sizeof before);
}

#endif
