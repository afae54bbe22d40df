/* SPDX-License-Identifier: Apache-2.0 */
/* The Verilated blocks under their drivers, alone in a dispatcher, with software as the reference beside them. */
#include "blocks_rig.h"

extern struct ob_engine ob_engine_soft;

struct rig rig;

static struct ob_sim *open_block(const char *name)
{
    const char *folder = getenv("OB_RTL_DIR");
    char path[512];
    struct ob_sim *sim;

    snprintf(path, sizeof path, "%s/%s_udma/lib%s_udma.so", folder ? folder : "build/host/rtl", name, name);
    sim = ob_sim_open(path, 7);
    assert_non_null(sim);
    return sim;
}

void rig_open(enum ob_sim_memory memory, bool async)
{
    memset(&rig, 0, sizeof rig);
    rig.hasher_sim = open_block("hasher");
    rig.cryp_sim = open_block("cryp");
    ob_sim_device(rig.hasher_sim, &rig.hasher.device, memory);
    ob_sim_device(rig.cryp_sim, &rig.cryp.device, memory);
    rig.hasher.async = rig.cryp.async = async;
    rig.blocks.retest_ns = 1;
    assert_int_equal(ob_hasher_init(&rig.hasher), OB_OK);
    assert_int_equal(ob_cryp_init(&rig.cryp), OB_OK);
    assert_int_equal(ob_engine_add(&rig.blocks, &rig.hasher.engine), OB_OK);
    assert_int_equal(ob_engine_add(&rig.blocks, &rig.cryp.engine), OB_OK);
    rig.soft.ops = ob_engine_soft.ops;
    assert_int_equal(ob_engine_add(&rig.reference, &rig.soft), OB_OK);
}

void rig_close(void)
{
    ob_stop(&rig.blocks);
    ob_stop(&rig.reference);
    assert_int_equal(ob_sim_wrongs(rig.hasher_sim), 0);
    assert_int_equal(ob_sim_wrongs(rig.cryp_sim), 0);
    ob_sim_close(rig.hasher_sim);
    ob_sim_close(rig.cryp_sim);
}

void rig_mode(uint8_t mode)
{
    static const struct ob_price cheap = {OB_UPTO_ANY, 0, 1, 0, 1, 0}, dear = {OB_UPTO_ANY, 0, 1000, 0, 1000, 0};
    static const struct ob_price *prices[2][64];

    for (unsigned e = 0; e < 2; e++) {
        struct ob_engine *engine = e ? &rig.cryp.engine : &rig.hasher.engine;

        for (unsigned row = 0; row < engine->ops->n_caps; row++)
            prices[e][row] = engine->ops->caps[row].mode == mode ? &cheap : &dear;
        engine->prices = prices[e];
    }
}

void rig_fill(uint8_t *p, size_t len, unsigned seed)
{
    for (size_t i = 0; i < len; i++)
        p[i] = (uint8_t)((i * 131 + seed * 17 + (i >> 8) * 7) ^ 0x5c);
}

int rig_run(struct ob_session *s, uint32_t flags, const void *iv, size_t iv_len, const void *aad, size_t aad_len,
            const void *in, size_t in_len, void *out, void *tag, size_t tag_len)
{
    struct ob_op op;

    memset(&op, 0, sizeof op);
    op.flags = flags | (aad_len ? OB_AAD : 0u);
    op.iv = (const uint8_t *)iv;
    op.iv_len = iv_len;
    op.aad = (const uint8_t *)aad;
    op.aad_len = aad_len;
    op.in = (const uint8_t *)in;
    op.in_len = in_len;
    op.out = (uint8_t *)out;
    op.out_size = out ? in_len : 0;
    op.tag = (uint8_t *)tag;
    op.tag_len = tag_len;
    return ob_run(s, &op);
}

void rig_session(struct ob_session *s, bool reference, uint8_t alg, const void *key, size_t key_len)
{
    assert_int_equal(ob_session_open(s, reference ? &rig.reference : &rig.blocks, alg, (const uint8_t *)key, key_len),
                     OB_OK);
}

void rig_digest(uint8_t *tag, uint8_t alg, const void *key, size_t key_len, const void *in, size_t in_len)
{
    static struct ob_session s;

    rig_session(&s, true, alg, key, key_len);
    assert_int_equal(rig_run(&s, OB_FIRST | OB_LAST, NULL, 0, NULL, 0, in, in_len, NULL, tag, ob_alg_tag(alg)), OB_OK);
    ob_session_close(&s);
}
