// SPDX-License-Identifier: GPL-2.0
/* SM4 (GB/T 32907-2016), one block, for the kernel's templates: Debian's kernels have none. */
#include "obaccel.h"

#include <linux/bitops.h>
#include <linux/module.h>

struct sm4_key {
    u32 encrypt[32], decrypt[32];
};

static u8 substitute[256];

/* Multiplication in GF(2^8) modulo x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1. */
static u8 multiply(u8 a, u8 b)
{
    u8 product = 0;

    for (; b; b >>= 1) {
        if (b & 1)
            product ^= a;
        a = (a << 1) ^ (a & 0x80 ? 0xf5 : 0);
    }
    return product;
}

/* The affine map of the S-box: each row of its matrix is the one before, turned by one; the constant is 0xd3. */
static u8 affine(u8 x)
{
    u8 out = 0;
    int row;

    for (row = 0; row < 8; row++)
        out |= (hweight8(x & rol8(0xd3, row + 1)) & 1) << row;
    return out ^ 0xd3;
}

static void make_table(void)
{
    int x, i;

    for (x = 0; x < 256; x++) {
        u8 base = affine(x), inverse = 1;

        for (i = 0; i < 254; i++) /* x^254 is the inverse, and 0 for 0 */
            inverse = multiply(inverse, base);
        substitute[x] = affine(inverse);
    }
}

static u32 nonlinear(u32 x)
{
    return substitute[x >> 24] << 24 | substitute[x >> 16 & 0xff] << 16 | substitute[x >> 8 & 0xff] << 8 |
           substitute[x & 0xff];
}

static int setkey(struct crypto_tfm *tfm, const u8 *bytes, unsigned int length)
{
    static const u32 system[4] = {0xa3b1bac6, 0x56aa3350, 0x677d9197, 0xb27022dc};
    struct sm4_key *key = crypto_tfm_ctx(tfm);
    u32 k[4];
    int i, j;

    if (length != 16)
        return -EINVAL;
    for (i = 0; i < 4; i++)
        k[i] = get_unaligned_be32(bytes + 4 * i) ^ system[i];
    for (i = 0; i < 32; i++) {
        u32 constant = 0, mixed;

        for (j = 0; j < 4; j++)
            constant = constant << 8 | (u8)((4 * i + j) * 7);
        mixed = nonlinear(k[1] ^ k[2] ^ k[3] ^ constant);
        mixed ^= rol32(mixed, 13) ^ rol32(mixed, 23) ^ k[0];
        k[0] = k[1];
        k[1] = k[2];
        k[2] = k[3];
        k[3] = mixed;
        key->encrypt[i] = mixed;
        key->decrypt[31 - i] = mixed;
    }
    return 0;
}

static void crypt(const u32 *round, u8 *out, const u8 *in)
{
    u32 x[4];
    int i;

    for (i = 0; i < 4; i++)
        x[i] = get_unaligned_be32(in + 4 * i);
    for (i = 0; i < 32; i++) {
        u32 mixed = nonlinear(x[1] ^ x[2] ^ x[3] ^ round[i]);

        mixed ^= rol32(mixed, 2) ^ rol32(mixed, 10) ^ rol32(mixed, 18) ^ rol32(mixed, 24) ^ x[0];
        x[0] = x[1];
        x[1] = x[2];
        x[2] = x[3];
        x[3] = mixed;
    }
    for (i = 0; i < 4; i++)
        put_unaligned_be32(x[3 - i], out + 4 * i);
}

static void encrypt(struct crypto_tfm *tfm, u8 *out, const u8 *in)
{
    crypt(((struct sm4_key *)crypto_tfm_ctx(tfm))->encrypt, out, in);
}

static void decrypt(struct crypto_tfm *tfm, u8 *out, const u8 *in)
{
    crypt(((struct sm4_key *)crypto_tfm_ctx(tfm))->decrypt, out, in);
}

static struct crypto_alg sm4 = {
    .cra_name = "sm4",
    .cra_driver_name = "sm4-plain",
    .cra_priority = 90,
    .cra_flags = CRYPTO_ALG_TYPE_CIPHER,
    .cra_blocksize = 16,
    .cra_ctxsize = sizeof(struct sm4_key),
    .cra_module = THIS_MODULE,
    .cra_cipher = {.cia_min_keysize = 16,
                   .cia_max_keysize = 16,
                   .cia_setkey = setkey,
                   .cia_encrypt = encrypt,
                   .cia_decrypt = decrypt},
};
static bool registered;

int accel_sm4_register(void)
{
    int status;

    make_table();
    status = crypto_register_alg(&sm4);
    registered = !status;
    return status;
}

void accel_sm4_unregister(void)
{
    if (registered)
        crypto_unregister_alg(&sm4);
}
