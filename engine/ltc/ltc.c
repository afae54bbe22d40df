/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the capability tables of the kinds of parts, and the verbs. */
#include "outboard/ltc.h"

#include <string.h>

#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"
#include "engine/ltc/rows.h"
#include "port/mmio.h"

_Static_assert(sizeof(struct ob_ltc_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than ltc's state");

static const struct ob_cap caps_kw[] = {CMAC(128) AES(128) GCM(128) CCM(128)};
static const struct ob_cap caps_k82[] = {CMAC(256) AES(256) DES GCM(256) CCM(256)};
static const struct ob_cap caps_kl82[] = {SHA1 SHA256 CMAC(256) AES(256) DES GCM(256) CCM(256)};

/* The block has no name; a register that all parts have must keep what is written. */
int obi_ltc_start(void *dev)
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

int obi_ltc_open(void *dev, struct ob_session *s)
{
#if OB_WITH_AES
    if (s->alg == OB_AES_CMAC)
        return obi_ltc_aes_open((struct ob_ltc *)dev, s);
#endif
    if (OB_ALG_CLASS(s->alg) == OB_CLASS_PK)
        return ((struct ob_ltc *)dev)->pk->open(s);
    return OB_OK;
}

int obi_ltc_submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_ltc *l = (struct ob_ltc *)dev;

    if (OB_ALG_CLASS(s->alg) == OB_CLASS_PK)
        return l->pk->submit(l, s, op);
#if OBI_LTC_HASHES
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

void obi_ltc_stop(void *dev)
{
    obi_ltc_reset((struct ob_ltc *)dev);
}

int ob_ltc_init(struct ob_ltc *l)
{
    static const struct ob_engine_ops ops[] = {[OB_LTC_KW] = OBI_LTC_OPS(caps_kw),
                                               [OB_LTC_K82] = OBI_LTC_OPS(caps_k82),
                                               [OB_LTC_KL82] = OBI_LTC_OPS(caps_kl82)};

    if (l->kind >= sizeof ops / sizeof ops[0])
        return OB_E_ARG;
    memset(&l->engine, 0, sizeof l->engine);
    l->engine.dev = l;
    l->engine.ops = &ops[l->kind];
    l->until_seed = 0;
    l->pk = NULL;
    return OB_OK;
}
