/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the capability tables of the kinds of parts, and the verbs. */
#include "outboard/ltc.h"

#include <string.h>

#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"
#include "port/mmio.h"

_Static_assert(sizeof(struct ob_ltc_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than ltc's state");

/* Prices in cycles. Nobody publishes what the block itself takes; these follow uTasker's figures for 32 bytes with a
 * key of 256 bits on KL82 (698 cycles) and for SHA-256 (357), and the accesses to the FIFOs. */
static const struct ob_price cipher_price = {OB_UPTO_ANY, 1, 500, 6400, 500, 6400};
static const struct ob_price des_price = {OB_UPTO_ANY, 1, 500, 9600, 500, 9600};
static const struct ob_price mac_price = {OB_UPTO_ANY, 1200, 700, 6400, 700, 6400};
static const struct ob_price hash_price = {OB_UPTO_ANY, 1, 500, 6400, 500, 6400};
static const struct ob_price gcm_price = {OB_UPTO_ANY, 1, 200000, 1500000, 200000, 1500000};
static const struct ob_price ccm_price = {OB_UPTO_ANY, 1, 3000, 14000, 3000, 14000};

#define ROW(alg, dirs, low, high, price)                                                                               \
    {                                                                                                                  \
        alg, 0, dirs, OB_MODE_CPU, OB_CAP_CT | OB_CAP_HARDWARE | OB_CAP_MID, low, high, 0, &price                      \
    }

#if OB_WITH_HASH && OB_WITH_SHA1
#define SHA1 ROW(OB_SHA1, OB_DIR_ENCRYPT, 0, 0, hash_price),
#else
#define SHA1
#endif
#if OB_WITH_HASH && OB_WITH_SHA256
#define SHA256 ROW(OB_SHA224, OB_DIR_ENCRYPT, 0, 0, hash_price), ROW(OB_SHA256, OB_DIR_ENCRYPT, 0, 0, hash_price),
#else
#define SHA256
#endif
#if OB_WITH_MAC && OB_WITH_AES_CMAC
#define CMAC(bits) ROW(OB_AES_CMAC, OB_DIR_BOTH, 128, bits, mac_price),
#else
#define CMAC(bits)
#endif
#if OB_WITH_CIPHER && OB_WITH_AES
#define AES(bits)                                                                                                      \
    ROW(OB_AES_ECB, OB_DIR_BOTH, 128, bits, cipher_price), ROW(OB_AES_CBC, OB_DIR_BOTH, 128, bits, cipher_price),      \
        ROW(OB_AES_CTR, OB_DIR_BOTH, 128, bits, cipher_price),
#else
#define AES(bits)
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
#define DES                                                                                                            \
    ROW(OB_DES_ECB, OB_DIR_BOTH, 64, 64, des_price), ROW(OB_DES_CBC, OB_DIR_BOTH, 64, 64, des_price),                  \
        ROW(OB_DES3_ECB, OB_DIR_BOTH, 128, 192, des_price), ROW(OB_DES3_CBC, OB_DIR_BOTH, 128, 192, des_price),
#else
#define DES
#endif
#if OB_WITH_AEAD && OB_WITH_AES_GCM
#define GCM(bits) ROW(OB_AES_GCM, OB_DIR_BOTH, 128, bits, gcm_price),
#else
#define GCM(bits)
#endif
#if OB_WITH_AEAD && OB_WITH_AES_CCM
#define CCM(bits) ROW(OB_AES_CCM, OB_DIR_BOTH, 128, bits, ccm_price),
#else
#define CCM(bits)
#endif

static const struct ob_cap caps_kw[] = {CMAC(128) AES(128) GCM(128) CCM(128)};
static const struct ob_cap caps_k82[] = {CMAC(256) AES(256) DES GCM(256) CCM(256)};
static const struct ob_cap caps_kl82[] = {SHA1 SHA256 CMAC(256) AES(256) DES GCM(256) CCM(256)};

/* The block has no name; a register that all parts have must keep what is written. */
static int start(void *dev)
{
    struct ob_ltc *l = (struct ob_ltc *)dev;
    const struct ob_device *d = &l->device;

    obi_ltc_reset(l);
    ob_port_write(d, LTC_CTL, LTC_CTL_SWAPS);
    for (uint32_t pattern = 0x01234567u, i = 0; i < 2; i++, pattern = ~pattern) {
        ob_port_write(d, LTC_CTX, pattern);
        if (ob_port_read(d, LTC_CTX) != pattern)
            return OB_E_IO;
    }
    obi_ltc_reset(l);
    return OB_OK;
}

static int open_key(void *dev, struct ob_session *s)
{
#if OB_WITH_AES
    if (s->alg == OB_AES_CMAC)
        return obi_ltc_aes_open((struct ob_ltc *)dev, s);
#endif
    (void)dev;
    (void)s;
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_ltc *l = (struct ob_ltc *)dev;

#if OB_WITH_HASH && (OB_WITH_SHA1 || OB_WITH_SHA256)
    if (OB_ALG_CLASS(s->alg) == OB_CLASS_HASH)
        return obi_ltc_hash_submit(l, s, op);
#endif
#if OB_WITH_CIPHER && OB_WITH_DES
    if (s->alg == OB_DES_ECB || s->alg == OB_DES_CBC || s->alg == OB_DES3_ECB || s->alg == OB_DES3_CBC)
        return obi_ltc_des_submit(l, s, op);
#endif
#if OB_WITH_AES
    return obi_ltc_aes_submit(l, s, op);
#else
    (void)l;
    return OB_E_DECLINED;
#endif
}

static void stop(void *dev)
{
    obi_ltc_reset((struct ob_ltc *)dev);
}

#define OPS(rows)                                                                                                      \
    {                                                                                                                  \
        .name = "ltc", .caps = rows, .n_caps = sizeof rows / sizeof rows[0],                                           \
        .state_size = sizeof(struct ob_ltc_state), .start = start, .open = open_key, .submit = submit, .stop = stop    \
    }

int ob_ltc_init(struct ob_ltc *l)
{
    static const struct ob_engine_ops ops[] = {
        [OB_LTC_KW] = OPS(caps_kw), [OB_LTC_K82] = OPS(caps_k82), [OB_LTC_KL82] = OPS(caps_kl82)};

    if (l->kind >= sizeof ops / sizeof ops[0])
        return OB_E_ARG;
    memset(&l->engine, 0, sizeof l->engine);
    l->engine.dev = l;
    l->engine.ops = &ops[l->kind];
    l->until_seed = 0;
    return OB_OK;
}
