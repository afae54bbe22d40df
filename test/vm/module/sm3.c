// SPDX-License-Identifier: GPL-2.0
/* SM3 (GB/T 32905-2016) for the kernel's interfaces: Debian's kernels have none. */
#include "obaccel.h"

#include <crypto/internal/hash.h>
#include <linux/bitops.h>
#include <linux/module.h>

struct sm3_state {
    u32 v[8];
    u64 length;
    u8 block[64];
};

static u32 mix(u32 x, int a, int b)
{
    return x ^ rol32(x, a) ^ rol32(x, b);
}

static void compress(u32 v[8], const u8 *block)
{
    u32 w[68], a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    int j;

    for (j = 0; j < 16; j++)
        w[j] = get_unaligned_be32(block + 4 * j);
    for (; j < 68; j++)
        w[j] = mix(w[j - 16] ^ w[j - 9] ^ rol32(w[j - 3], 15), 15, 23) ^ rol32(w[j - 13], 7) ^ w[j - 6];
    for (j = 0; j < 64; j++) {
        u32 constant = rol32(j < 16 ? 0x79cc4519 : 0x7a879d8a, j % 32);
        u32 ss1 = rol32(rol32(a, 12) + e + constant, 7), ss2 = ss1 ^ rol32(a, 12);
        u32 ff = j < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
        u32 gg = j < 16 ? e ^ f ^ g : (e & f) | (~e & g);
        u32 tt1 = ff + d + ss2 + (w[j] ^ w[j + 4]), tt2 = gg + h + ss1 + w[j];

        d = c;
        c = rol32(b, 9);
        b = a;
        a = tt1;
        h = g;
        g = rol32(f, 19);
        f = e;
        e = mix(tt2, 9, 17);
    }
    v[0] ^= a;
    v[1] ^= b;
    v[2] ^= c;
    v[3] ^= d;
    v[4] ^= e;
    v[5] ^= f;
    v[6] ^= g;
    v[7] ^= h;
}

static int init(struct shash_desc *desc)
{
    static const u32 first[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                                 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};
    struct sm3_state *state = shash_desc_ctx(desc);

    memcpy(state->v, first, sizeof(first));
    state->length = 0;
    return 0;
}

static int update(struct shash_desc *desc, const u8 *data, unsigned int length)
{
    struct sm3_state *state = shash_desc_ctx(desc);
    unsigned int held = state->length % 64;

    state->length += length;
    while (length) {
        unsigned int part = min(length, 64 - held);

        memcpy(state->block + held, data, part);
        held += part;
        data += part;
        length -= part;
        if (held == 64) {
            compress(state->v, state->block);
            held = 0;
        }
    }
    return 0;
}

static int final(struct shash_desc *desc, u8 *out)
{
    static const u8 padding[64] = {0x80};
    struct sm3_state *state = shash_desc_ctx(desc);
    u8 bits[8];
    int i;

    put_unaligned_be64(state->length * 8, bits);
    update(desc, padding, (119 - state->length % 64) % 64 + 1);
    update(desc, bits, sizeof(bits));
    for (i = 0; i < 8; i++)
        put_unaligned_be32(state->v[i], out + 4 * i);
    return 0;
}

static struct shash_alg sm3 = {
    .digestsize = 32,
    .init = init,
    .update = update,
    .final = final,
    .descsize = sizeof(struct sm3_state),
    .base = {.cra_name = "sm3",
             .cra_driver_name = "sm3-plain",
             .cra_priority = 90,
             .cra_blocksize = 64,
             .cra_module = THIS_MODULE},
};
static bool registered;

int accel_sm3_register(void)
{
    int status = crypto_register_shash(&sm3);

    registered = !status;
    return status;
}

void accel_sm3_unregister(void)
{
    if (registered)
        crypto_unregister_shash(&sm3);
}
