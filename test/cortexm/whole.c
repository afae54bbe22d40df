/* SPDX-License-Identifier: Apache-2.0 */
/* Whole messages through an engine's verbs, key included, for the leak check: WHOLE_ENGINE is the engine. */
#include <string.h>

#include "outboard/engine.h"

#ifndef WHOLE_ENGINE
#define WHOLE_ENGINE ob_engine_cortexm
#endif
#define WHOLE_DECRYPT 1u
#define WHOLE_LONG_IV 2u
#define AAD_LEN       20

extern struct ob_engine WHOLE_ENGINE;

uint32_t whole_session_len(void);
uint32_t whole_rows(void);
void whole_describe(uint8_t out[5], uint32_t row);
void whole_run(struct ob_session *s, const uint8_t *key, uint8_t *out, const uint8_t *in, uint32_t what);

uint32_t whole_session_len(void)
{
    return sizeof(struct ob_session);
}

uint32_t whole_rows(void)
{
    return WHOLE_ENGINE.ops->n_caps;
}

/* Algorithm, directions, shortest and longest key in bytes, and whether the row promises constant time. */
void whole_describe(uint8_t out[5], uint32_t row)
{
    const struct ob_cap *cap = &WHOLE_ENGINE.ops->caps[row];

    out[0] = cap->alg;
    out[1] = cap->dirs;
    out[2] = (uint8_t)(cap->bits_min / 8);
    out[3] = (uint8_t)(cap->bits_max / 8 > 255 ? 255 : cap->bits_max / 8);
    out[4] = (cap->flags & OB_CAP_CT) != 0;
}

/* One message in one op, with a session of zeros: what is, from the low bits on, 8 bits of row, 4 of how, 8 of the
 * key's length and 12 of the message's. The IV and the lengths are public. A tag that is verified is wrong. */
void whole_run(struct ob_session *s, const uint8_t *key, uint8_t *out, const uint8_t *in, uint32_t what)
{
    static const uint8_t iv[16] = {1, 2, 3};
    const uint32_t row = what & 0xff, how = what >> 8 & 0xf, len = what >> 20;
    const struct ob_cap *cap = &WHOLE_ENGINE.ops->caps[row];
    bool aead = OB_ALG_CLASS(cap->alg) == OB_CLASS_AEAD, plain = OB_ALG_CLASS(cap->alg) < OB_CLASS_CIPHER;
    uint8_t tag[64] = {0};
    struct ob_op op = {
        .flags =
            OB_FIRST | OB_LAST | (how & WHOLE_DECRYPT ? 0u : (uint32_t)OB_ENCRYPT) | (aead ? (uint32_t)OB_AAD : 0u),
        .iv = iv,
        .iv_len = plain                 ? 0
                  : how & WHOLE_LONG_IV ? 16
                  : aead                ? 12
                                        : 16,
        .aad = in,
        .aad_len = aead ? AAD_LEN : 0,
        .in = in,
        .in_len = len,
        .out = plain ? NULL : out,
        .out_size = plain ? 0 : len,
        .tag = tag,
        .tag_len = 16,
    };

    s->alg = cap->alg;
    s->row = (uint8_t)row;
    s->key_len = (uint16_t)(what >> 12 & 0xff);
    s->bits = (uint16_t)(8 * s->key_len);
    memcpy(s->key, key, s->key_len);
    (void)WHOLE_ENGINE.ops->open(NULL, s);
    s->total_in = op.in_len;
    s->total_aad = op.aad_len;
    (void)WHOLE_ENGINE.ops->submit(NULL, s, &op);
    memcpy(out, tag, plain || aead ? 16 : 0);
}
