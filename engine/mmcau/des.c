/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: DES and Triple DES in ECB and CBC (FIPS 46-3; SP 800-67; SP 800-38A, sections 6.1 and 6.2). */
#include "algo/bytes.h"
#include "engine/mmcau/internal.h"

#if OB_WITH_CIPHER && OB_WITH_DES

/* A pass: DESK and the first two rounds, three words of three rounds and so on, the last two rounds; the key turns by 1
 * in rounds 1, 2, 9 and 16. */
#define PASS_ENCRYPT 0xc4184301u, 0xc0580b01u, 0xc0580b00u, 0xc0580b01u, 0xc0580b01u, 0xc0182000u
#define PASS_DECRYPT 0xc4585303u, 0xc0d81b03u, 0xc0d81b02u, 0xc0d81b03u, 0xc0d81b03u, 0xc0982000u
#define PASS_WORDS   6

/* From the first pass on encryption, from the second on decryption. */
static const uint32_t passes[4 * PASS_WORDS] = {PASS_ENCRYPT, PASS_DECRYPT, PASS_ENCRYPT, PASS_DECRYPT};

static struct obi_mmcau_des *state_of(struct ob_session *s)
{
    return &((struct ob_mmcau_state *)ob_state(s))->u.des;
}

void obi_mmcau_des_open(struct ob_session *s)
{
    struct obi_mmcau_des *k = state_of(s);
    size_t len = s->key_len;

    k->passes = len == 8 ? 1 : 3;
    for (size_t i = 0; i < 6; i++)
        k->keys[i] = obi_load_be32(s->key + 4 * i % len); /* two keys: the third is the first */
    for (size_t i = 0; i < 2; i++) {
        k->keys[6 + i] = k->keys[2 + i];
        k->keys[8 + i] = k->keys[i];
    }
}

int obi_mmcau_des_submit(struct ob_session *s, struct ob_op *op)
{
    const struct obi_mmcau_des *k = state_of(s);
    bool cbc = s->alg == OB_DES_CBC || s->alg == OB_DES3_CBC, encrypting = op->flags & OB_ENCRYPT;
    const uint32_t *words = encrypting ? passes : passes + PASS_WORDS;
    const uint32_t *keys = encrypting || k->passes == 1 ? k->keys : k->keys + 4;
    uint32_t chain[2] = {0, 0}, block[2];
    uint8_t *out = op->out;

    if (cbc) {
        const uint8_t *iv = op->flags & OB_FIRST ? op->iv : s->mid.iv;

        chain[0] = obi_load_be32(iv);
        chain[1] = obi_load_be32(iv + 4);
    }
    for (const uint8_t *in = op->in, *end = in + op->in_len; in != end; in += 8, out += 8) {
        uint32_t left = obi_load_be32(in), right = obi_load_be32(in + 4);

        block[0] = encrypting ? left ^ chain[0] : left;
        block[1] = encrypting ? right ^ chain[1] : right;
        obi_mmcau_des(keys, words, k->passes, block);
        if (!encrypting) {
            block[0] ^= chain[0];
            block[1] ^= chain[1];
        }
        if (cbc) {
            chain[0] = encrypting ? block[0] : left;
            chain[1] = encrypting ? block[1] : right;
        }
        obi_store_be32(out, block[0]);
        obi_store_be32(out + 4, block[1]);
    }
    if (cbc) {
        obi_store_be32(s->mid.iv, chain[0]);
        obi_store_be32(s->mid.iv + 4, chain[1]);
    }
    ob_wipe(block, sizeof block);
    return OB_OK;
}

#endif
