/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: our own portable C. This file has the capability table and the verbs, which call one file for each
 * family of algorithms. */
#include "engine/soft/soft.h"

#include "algo/mid_chachapoly.h"
#include "algo/mid_hash.h"
#include "engine/soft/block.h"

_Static_assert(sizeof(struct ob_soft_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than soft's state");

/* The prices: to open a key, to begin an op, and for each KiB. First in ns on a PC of 2.6 GHz (x86-64, gcc 12 -O2); the
 * command outboard calibrate replaces these by the machine's own. Then in cycles, the unit of all prices without an
 * operating system, on a simulated Cortex-M0 (STM32F0, gcc 12 -O2, test/board/soft_cost). Modes that process several
 * blocks at once have two more values after the first one, for messages of less than four blocks of AES or three of
 * SM4, which are processed one by one. A build with one engine has no choice, so there all rows share one price. */
#if OB_ENGINES_MAX > 1
#define PRICE_OF(open, setup, per_kib) (&(const struct ob_price){OB_UPTO_ANY, open, setup, per_kib, setup, per_kib})
#define WIDE_OF(upto, open, setup_one, one, setup, per_kib)                                                            \
    ((const struct ob_price[]){{upto, open, setup_one, one, setup_one, one},                                           \
                               {OB_UPTO_ANY, open, setup, per_kib, setup, per_kib}})
#define AES_WIDE_OF(...) WIDE_OF(63, __VA_ARGS__)
#define SM4_WIDE_OF(...) WIDE_OF(47, __VA_ARGS__)
#ifdef __unix__
#define PRICE(ns, cycles)    PRICE_OF ns
#define AES_WIDE(ns, cycles) AES_WIDE_OF ns
#define SM4_WIDE(ns, cycles) SM4_WIDE_OF ns
#else
#define PRICE(ns, cycles)    PRICE_OF cycles
#define AES_WIDE(ns, cycles) AES_WIDE_OF cycles
#define SM4_WIDE(ns, cycles) SM4_WIDE_OF cycles
#endif
#else
static const struct ob_price only = {OB_UPTO_ANY, 1, 1, 1, 1, 1};
#define PRICE(ns, cycles)    (&only)
#define AES_WIDE(ns, cycles) (&only)
#define SM4_WIDE(ns, cycles) (&only)
#endif

#define MID    OB_CAP_MID
#define MID_CT (OB_CAP_MID | OB_CAP_CT)

#define HASH(alg, price)                                                                                               \
    {                                                                                                                  \
        alg, 0, OB_DIR_ENCRYPT, OB_MODE_SW, MID_CT, 0, 0, 0, price                                                     \
    }
#define HMAC(hash, price)                                                                                              \
    {                                                                                                                  \
        OB_HMAC(hash), 0, OB_DIR_BOTH, OB_MODE_SW, MID_CT, 0, UINT16_MAX, 0, price                                     \
    }
#define CIPHER(alg, flags, bits_min, bits_max, price)                                                                  \
    {                                                                                                                  \
        alg, 0, OB_DIR_BOTH, OB_MODE_SW, flags, bits_min, bits_max, 0, price                                           \
    }

#define BLOCK(alg, dirs, bits, price)                                                                                  \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_SW, MID_CT, 128, bits, 0, price                                                          \
    }

/* AES in the modes whose decryption uses the inverse cipher. */
#if OB_WITH_AES_DEC
#define AES_DIRS OB_DIR_BOTH
#else
#define AES_DIRS OB_DIR_ENCRYPT
#endif

/* Sorted by algorithm. */
static const struct ob_cap caps[] = {
#if OB_WITH_HASH
#if OB_WITH_MD5
    HASH(OB_MD5, PRICE((1, 100, 1050), (115, 4430, 21700))),
#endif
#if OB_WITH_SHA1
    HASH(OB_SHA1, PRICE((1, 85, 780), (125, 7760, 48800))),
#endif
#if OB_WITH_SHA256
#if OB_WITH_SHA224
    HASH(OB_SHA224, PRICE((1, 150, 1740), (135, 11200, 97600))),
#endif
    HASH(OB_SHA256, PRICE((1, 150, 1740), (145, 11200, 97600))),
#endif
#if OB_WITH_SHA512
    HASH(OB_SHA384, PRICE((1, 185, 1110), (155, 18800, 199000))),
    HASH(OB_SHA512, PRICE((1, 185, 1110), (165, 19100, 199000))),
    HASH(OB_SHA512_224, PRICE((1, 185, 1110), (175, 18400, 199000))),
    HASH(OB_SHA512_256, PRICE((1, 185, 1110), (185, 18500, 199000))),
#endif
#if OB_WITH_SM3
    HASH(OB_SM3, PRICE((1, 155, 1780), (195, 11400, 101000))),
#endif
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
#if OB_WITH_MD5
    HMAC(OB_MD5, PRICE((150, 170, 1050), (8390, 7980, 21700))),
#endif
#if OB_WITH_SHA1
    HMAC(OB_SHA1, PRICE((130, 145, 780), (13400, 13600, 48800))),
#endif
#if OB_WITH_SHA256
#if OB_WITH_SHA224
    HMAC(OB_SHA224, PRICE((255, 275, 1740), (19800, 19800, 97600))),
#endif
    HMAC(OB_SHA256, PRICE((255, 275, 1740), (19900, 19900, 97600))),
#endif
#if OB_WITH_SHA512
    HMAC(OB_SHA384, PRICE((340, 350, 1110), (60600, 46800, 199000))),
    HMAC(OB_SHA512, PRICE((340, 350, 1110), (60700, 46800, 199000))),
    HMAC(OB_SHA512_224, PRICE((340, 350, 1110), (60700, 46700, 199000))),
    HMAC(OB_SHA512_256, PRICE((340, 350, 1110), (60700, 46700, 199000))),
#endif
#if OB_WITH_SM3
    HMAC(OB_SM3, PRICE((255, 290, 1780), (20300, 20200, 101000))),
#endif
#endif
#ifdef OBI_SOFT_CMAC
    CIPHER(OB_AES_CMAC, MID_CT, 128, 256, PRICE((510, 40, 10270), (26100, 3210, 689000))),
#endif
#if OB_WITH_CIPHER && OB_WITH_AES
#if OB_WITH_AES_ECB
    BLOCK(OB_AES_ECB, AES_DIRS, 256, AES_WIDE((340, 20, 10300, 450, 1740), (14700, 4400, 467000, 175000, 519000))),
#endif
#if OB_WITH_AES_CBC
    BLOCK(OB_AES_CBC, OB_DIR_ENCRYPT, 256, PRICE((340, 20, 10280), (14700, 1760, 703000))),
#if OB_WITH_AES_DEC
    BLOCK(OB_AES_CBC, OB_DIR_DECRYPT, 256,
          AES_WIDE((340, 20, 10300, 470, 2500), (14700, 4550, 582000, 183000, 729000))),
#endif
#endif
#if OB_WITH_AES_CTR
    CIPHER(OB_AES_CTR, MID_CT, 128, 256, AES_WIDE((340, 25, 10300, 470, 1890), (14700, 14900, 526000, 181000, 652000))),
#endif
#if OB_WITH_AES_XTS
    {OB_AES_XTS, 0, AES_DIRS, OB_MODE_SW, OB_CAP_CT, 256, 512, 0,
     AES_WIDE((650, 190, 10300, 700, 2640), (29000, 24900, 559000, 191000, 686000))},
#endif
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
    CIPHER(OB_DES_ECB, MID, 64, 64, PRICE((490, 12, 8400), (20700, 1460, 317000))),
    CIPHER(OB_DES_CBC, MID, 64, 64, PRICE((490, 12, 9650), (20700, 1590, 345000))),
    CIPHER(OB_DES3_ECB, MID, 128, 192, PRICE((1450, 12, 22200), (42500, 1460, 856000))),
    CIPHER(OB_DES3_CBC, MID, 128, 192, PRICE((1450, 12, 23500), (42500, 1590, 884000))),
#endif
#if OB_WITH_CIPHER && OB_WITH_SM4
    CIPHER(OB_SM4_ECB, MID_CT, 128, 128, SM4_WIDE((620, 20, 35000, 1330, 2700), (21900, 2240, 1340000, 74000, 347000))),
    BLOCK(OB_SM4_CBC, OB_DIR_ENCRYPT, 128, PRICE((620, 20, 35000), (21900, 1760, 1440000))),
    BLOCK(OB_SM4_CBC, OB_DIR_DECRYPT, 128,
          SM4_WIDE((620, 20, 35000, 1330, 3500), (21900, 4020, 1410000, 75600, 420000))),
    CIPHER(OB_SM4_CTR, MID_CT, 128, 128,
           SM4_WIDE((620, 30, 35000, 1330, 2750), (21900, 12800, 1400000, 84500, 406000))),
#endif
#if OB_WITH_AEAD && OB_WITH_AES && OB_WITH_AES_GCM
    CIPHER(OB_AES_GCM, MID_CT, 128, 256, PRICE((500, 600, 3600), (25000, 207000, 1540000))),
#endif
#ifdef OBI_SOFT_CCM
    CIPHER(OB_AES_CCM, MID_CT, 128, 256, PRICE((330, 500, 12300), (14800, 216000, 1340000))),
#endif
#if OB_WITH_AEAD && OB_WITH_SM4 && OB_WITH_SM4_GCM
    CIPHER(OB_SM4_GCM, MID_CT, 128, 128, PRICE((1200, 1500, 4500), (43700, 122000, 1300000))),
#endif
#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305
    CIPHER(OB_CHACHA20_POLY1305, OB_CAP_CT, 256, 256, PRICE((1, 110, 1320), (450, 12000, 151000))),
#endif
};

#if OB_WITH_MAC && OB_WITH_HMAC
static struct obi_mid_hmac *hmac_of(struct ob_session *s)
{
    return &((struct ob_soft_state *)ob_state(s))->u.hmac;
}
#endif

static int open_key(void *dev, struct ob_session *s)
{
    (void)dev;
    switch (s->alg) {
#ifdef OBI_SOFT_CMAC
    case OB_AES_CMAC:
        obi_soft_cmac_open(s);
        break;
#endif
#ifdef OBI_SOFT_DES
    case OB_DES_ECB:
    case OB_DES_CBC:
    case OB_DES3_ECB:
    case OB_DES3_CBC:
        obi_soft_des_open(s);
        break;
#endif
#ifdef OBI_SOFT_CCM
    case OB_AES_CCM:
        obi_soft_block_key(s, s->key, s->key_len);
        break;
#endif
#ifdef OBI_SOFT_GCM
    case OB_AES_GCM:
    case OB_SM4_GCM:
        obi_soft_gcm_open(s);
        break;
#endif
    default:
#ifdef OBI_SOFT_CIPHER
        if (OB_ALG_CLASS(s->alg) == OB_CLASS_CIPHER)
            obi_soft_cipher_open(s);
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
        if (OB_ALG_CLASS(s->alg) == OB_CLASS_MAC)
            obi_mid_hmac_open(hmac_of(s), s);
#endif
        break; /* hashes and ChaCha20-Poly1305 have nothing to expand */
    }
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    (void)dev;
    switch (s->alg) {
#ifdef OBI_SOFT_CMAC
    case OB_AES_CMAC:
        return obi_soft_cmac(s, op);
#endif
#ifdef OBI_SOFT_DES
    case OB_DES_ECB:
    case OB_DES_CBC:
    case OB_DES3_ECB:
    case OB_DES3_CBC:
        return obi_soft_des(s, op);
#endif
#ifdef OBI_SOFT_CCM
    case OB_AES_CCM:
        return obi_soft_ccm(s, op);
#endif
#ifdef OBI_SOFT_GCM
    case OB_AES_GCM:
    case OB_SM4_GCM:
        return obi_soft_gcm(s, op);
#endif
#if OB_WITH_AEAD && OB_WITH_CHACHA20_POLY1305
    case OB_CHACHA20_POLY1305:
        return obi_mid_chachapoly_submit(s, op);
#endif
    default:
        break;
    }
    switch (OB_ALG_CLASS(s->alg)) {
#if OB_WITH_HASH
    case OB_CLASS_HASH:
        return obi_mid_hash_submit(s, op);
#endif
#if OB_WITH_MAC && OB_WITH_HMAC
    case OB_CLASS_MAC:
        return obi_mid_hmac_submit(s, op, hmac_of(s));
#endif
#ifdef OBI_SOFT_CIPHER
    case OB_CLASS_CIPHER:
        return obi_soft_cipher(s, op);
#endif
    default:
        return OB_E_DECLINED;
    }
}

extern struct ob_engine ob_engine_soft;

static const struct ob_engine_ops ops = {
    .name = "soft",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_soft_state),
    .flags = OB_ENGINE_REENTRANT,
    .open = open_key,
    .submit = submit,
};

struct ob_engine ob_engine_soft = {.ops = &ops};
