/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs of engine cortexm row by row, to be called on the simulator: what they cost is the engine's price. */
#include <string.h>

#include "engine/cortexm/internal.h"

extern struct ob_engine ob_engine_cortexm;

uint32_t cost_session_len(void);
uint32_t cost_rows(void);
void cost_describe(uint8_t out[40], uint32_t row);
void cost_open(struct ob_session *s, const uint8_t *key, uint32_t row, uint32_t key_len);
void cost_run(struct ob_session *s, uint8_t *out, const uint8_t *in, uint32_t len, uint32_t decrypting);

static const char *const names[] = {
#define ROW(alg, dirs, flags, low, high, price, variant) #price,
#include "engine/cortexm/rows.inc"
#undef ROW
};

uint32_t cost_session_len(void)
{
    return sizeof(struct ob_session);
}

uint32_t cost_rows(void)
{
    return ob_engine_cortexm.ops->n_caps;
}

/* Algorithm, directions, shortest key in bytes, and the name of the price from the fourth byte on. */
void cost_describe(uint8_t out[40], uint32_t row)
{
    const struct ob_cap *cap = &ob_engine_cortexm.ops->caps[row];

    out[0] = cap->alg;
    out[1] = cap->dirs;
    out[2] = (uint8_t)(cap->bits_min / 8);
    strncpy((char *)out + 3, names[row], 36);
}

void cost_open(struct ob_session *s, const uint8_t *key, uint32_t row, uint32_t key_len)
{
    const struct ob_cap *cap = &ob_engine_cortexm.ops->caps[row];

    s->alg = cap->alg;
    s->row = (uint8_t)row;
    s->key_len = (uint16_t)key_len;
    s->bits = (uint16_t)(8 * key_len);
    memcpy(s->key, key, key_len);
    ob_engine_cortexm.ops->open(NULL, s);
}

/* One message, in one op. */
void cost_run(struct ob_session *s, uint8_t *out, const uint8_t *in, uint32_t len, uint32_t decrypting)
{
    static const uint8_t iv[16] = {1, 2, 3};
    uint8_t tag[64];
    bool hash = OB_ALG_CLASS(s->alg) < OB_CLASS_CIPHER;
    struct ob_op op = {
        .flags = OB_FIRST | OB_LAST | (decrypting ? 0u : (uint32_t)OB_ENCRYPT),
        .iv = iv,
        .iv_len = OB_ALG_CLASS(s->alg) == OB_CLASS_AEAD ? 12
                  : s->alg == OB_AES_ECB                ? 0
                                                        : 16,
        .in = in,
        .in_len = len,
        .out = hash ? NULL : out,
        .out_size = hash ? 0 : len,
        .tag = tag,
        .tag_len = 16,
    };

    s->total_in = len;
    (void)ob_engine_cortexm.ops->submit(NULL, s, &op);
}
