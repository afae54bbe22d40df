/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: the Low Power Trusted Cryptography block of NXP Kinetis parts. */
#ifndef OUTBOARD_LTC_H
#define OUTBOARD_LTC_H

#include "device.h"
#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

struct obi_ltc_pk_ops;

/* What the block of a part has. */
enum ob_ltc_kind {
    OB_LTC_KW,   /* KW20 to KW41: AES with 128 bits */
    OB_LTC_K82,  /* K82: AES with 128, 192 and 256 bits, DES and Triple DES */
    OB_LTC_KL82, /* KL82: the same and SHA-1, SHA-224, SHA-256 */
};

/* One block, in static memory of its owner: set device, kind and what else there is; leave the rest zero. The clock of
 * the block is on before it is used.
 *
 *     static struct ob_ltc ltc = {.device = {.base = 0x400d1000}, .kind = OB_LTC_K82};
 *     if (ob_ltc_init(&ltc) == OB_OK && ob_engine_add(NULL, &ltc.engine) == OB_OK) ... */
struct ob_ltc {
    struct ob_device device;      /* base, or calls; timeout_us. There is no DMA */
    uint8_t kind;                 /* enum ob_ltc_kind */
    uint32_t (*seed)(void *user); /* 32 random bits for the block's masks against power analysis (DPAMS), with
                                   * device.user; asked for every 50,000 blocks. NULL: the masks stay as after reset */
    /* -- below this line: the engine's own -- */
    uint32_t until_seed; /* blocks until the next */
    const struct obi_ltc_pk_ops *pk;
    struct ob_engine engine; /* to be given to ob_engine_add */
};

/* Make l->engine, "ltc". The block is touched only by ob_engine_add. OB_OK; OB_E_ARG: an unknown kind. */
OB_MUST_CHECK int ob_ltc_init(struct ob_ltc *l);

/* The same with RSA, ECDSA and ECDH, which the parts but OB_LTC_KW have. Their self-test takes random bytes: without a
 * source of them (port/random, or ob_dispatcher.random) public keys are not served. OB_E_ARG also for OB_LTC_KW. */
OB_MUST_CHECK int ob_ltc_init_pk(struct ob_ltc *l);

#ifdef __cplusplus
}
#endif

#endif
