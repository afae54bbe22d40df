/* SPDX-License-Identifier: Apache-2.0 */
/* Engine nettle: SHA-256 and AES-128-ECB of GNU Nettle; the example of docs/adding-an-engine.md. */
#include <outboard/engine.h>

#include "engine/nettle/state.h"

_Static_assert(sizeof(struct ob_nettle_state) <= OB_STATE_SIZE, "OB_STATE_SIZE is smaller than nettle's state");

static int open_key(void *dev, struct ob_session *s)
{
    struct ob_nettle_state *state = (struct ob_nettle_state *)ob_state(s);

    (void)dev;
    if (s->alg == OB_AES_ECB) {
        aes128_set_encrypt_key(&state->encrypt, s->key);
        aes128_set_decrypt_key(&state->decrypt, s->key);
    }
    return OB_OK;
}

static int submit(void *dev, struct ob_session *s, struct ob_op *op)
{
    struct ob_nettle_state *state = (struct ob_nettle_state *)ob_state(s);

    (void)dev;
    if (s->alg == OB_SHA256) {
        if (op->flags & OB_FIRST)
            sha256_init(&state->hash);
        sha256_update(&state->hash, op->in_len, op->in);
        if (op->flags & OB_LAST)
            sha256_digest(&state->hash, op->tag_len, op->tag);
        return OB_OK;
    }
    if (op->flags & OB_ENCRYPT)
        aes128_encrypt(&state->encrypt, op->in_len, op->out, op->in);
    else
        aes128_decrypt(&state->decrypt, op->in_len, op->out, op->in);
    return OB_OK;
}

/* open, setup and per_kib in ns on a PC of 2.6 GHz; outboard calibrate measures the real ones. */
static const struct ob_price sha256 = {OB_UPTO_ANY, 1, 100, 700, 100, 700};
static const struct ob_price aes = {OB_UPTO_ANY, 100, 20, 300, 20, 300};

/* Sorted by algorithm. Nettle picks AES-NI at run time or falls back to tables, so nothing promises constant time. */
static const struct ob_cap caps[] = {
    {OB_SHA256, 0, OB_DIR_ENCRYPT, OB_MODE_SW, OB_CAP_CT, 0, 0, 0, &sha256},
    {OB_AES_ECB, 0, OB_DIR_BOTH, OB_MODE_SW, OB_CAP_MID, 128, 128, 0, &aes},
};

extern struct ob_engine ob_engine_nettle;

static const struct ob_engine_ops ops = {
    .name = "nettle",
    .caps = caps,
    .n_caps = sizeof caps / sizeof caps[0],
    .state_size = sizeof(struct ob_nettle_state),
    .flags = OB_ENGINE_REENTRANT,
    .open = open_key,
    .submit = submit,
};

struct ob_engine ob_engine_nettle = {.ops = &ops};
