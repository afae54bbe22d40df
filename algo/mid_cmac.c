/* SPDX-License-Identifier: Apache-2.0 */
/* CMAC from mid-state to mid-state (SP 800-38B, section 6). */
#include "mid_cmac.h"

#include <string.h>

/* out = in * x in GF(2^128), big-endian. out may be in. */
static void times_x(uint8_t out[16], const uint8_t in[16])
{
    unsigned carry = in[0] >> 7;

    __asm__("" : "+r"(carry)); /* what a compiler knows to be one bit it branches on, on RV32 */
    for (unsigned i = 0; i < 15; i++)
        out[i] = (uint8_t)(in[i] << 1 | in[i + 1] >> 7);
    out[15] = (uint8_t)((unsigned)in[15] << 1 ^ (0x87 & (0u - carry)));
}

int obi_mid_cmac_subkeys(uint8_t subkeys[32], obi_cbc_mac *mac, void *key)
{
    static const uint8_t zero[16];

    memset(subkeys, 0, 16);
    if (mac(key, subkeys, zero, 16))
        return OB_E_IO;
    times_x(subkeys, subkeys);
    times_x(subkeys + 16, subkeys);
    return OB_OK;
}

/* The last block, whole or padded, and the tag. */
static int finish(struct ob_op *op, const uint8_t *subkey, obi_cbc_mac *mac, void *key, uint8_t y[16], uint8_t part[16],
                  size_t part_len)
{
    if (part_len < 16) {
        part[part_len] = 0x80;
        memset(part + part_len + 1, 0, 15 - part_len);
        subkey += 16;
    }
    for (unsigned i = 0; i < 16; i++)
        part[i] ^= subkey[i];
    if (mac(key, y, part, 16))
        return OB_E_IO;
    if (op->flags & OB_VERIFY)
        return ob_differ(op->tag, y, op->tag_len) ? OB_E_AUTH : OB_OK;
    memcpy(op->tag, y, op->tag_len);
    return OB_OK;
}

int obi_mid_cmac_submit(struct ob_session *s, struct ob_op *op, const uint8_t subkeys[32], obi_cbc_mac *mac, void *key)
{
    uint64_t done = op->flags & OB_FIRST ? 0 : s->in_done;
    size_t part_len = done == 0 ? 0 : (size_t)((done - 1) % 16 + 1), len = op->in_len, n;
    const uint8_t *in = op->in;
    uint8_t y[16] = {0}, part[16] = {0};
    int err = OB_OK;

    if (!(op->flags & OB_FIRST)) {
        memcpy(y, s->mid.y, 16);
        memcpy(part, s->mid.part, part_len);
    }
    n = len < 16 - part_len ? len : 16 - part_len;
    if (n > 0)
        memcpy(part + part_len, in, n);
    part_len += n;
    if (len > n) { /* part is whole and not the last block; the last 1 to 16 bytes wait in their turn */
        size_t whole = (len - n - 1) & ~(size_t)15;

        err = mac(key, y, part, 16);
        if (err == OB_OK && whole > 0)
            err = mac(key, y, in + n, whole);
        part_len = len - n - whole;
        memcpy(part, in + n + whole, part_len);
    }
    if (err == OB_OK && op->flags & OB_LAST) {
        err = finish(op, subkeys, mac, key, y, part, part_len);
    } else if (err == OB_OK) {
        memcpy(s->mid.y, y, 16);
        memcpy(s->mid.part, part, part_len);
    }
    ob_wipe(part, sizeof part);
    ob_wipe(y, sizeof y);
    return err;
}
