/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: DES and Triple DES in ECB and CBC (SP 800-38A, sections 6.1 and 6.2). Not constant time. */
#include "algo/des.h"

#include <string.h>

#include "engine/soft/soft.h"
#include "engine/soft/state.h"

#if OB_WITH_CIPHER && OB_WITH_DES

static struct obi_soft_des *state_of(struct ob_session *s)
{
    return &((struct ob_soft_state *)ob_state(s))->u.des;
}

void obi_soft_des_open(struct ob_session *s)
{
    struct obi_soft_des *k = state_of(s);

    k->n_keys = obi_des_expand(k->keys, s->key, s->key_len);
}

int obi_soft_des(struct ob_session *s, struct ob_op *op)
{
    const struct obi_soft_des *k = state_of(s);
    bool cbc = s->alg == OB_DES_CBC || s->alg == OB_DES3_CBC;
    uint8_t *iv = s->mid.iv;

    if (op->flags & OB_FIRST && cbc)
        memcpy(iv, op->iv, 8);
    for (size_t done = 0; done < op->in_len; done += 8) {
        uint8_t *out = op->out + done, block[8];

        memcpy(block, op->in + done, 8);
        if (op->flags & OB_ENCRYPT) {
            for (size_t i = 0; cbc && i < 8; i++)
                block[i] ^= iv[i];
            obi_des_encrypt(k->keys, k->n_keys, out, block);
            if (cbc)
                memcpy(iv, out, 8);
        } else {
            obi_des_decrypt(k->keys, k->n_keys, out, block);
            for (size_t i = 0; cbc && i < 8; i++) {
                out[i] ^= iv[i];
                iv[i] = block[i];
            }
        }
    }
    return OB_OK;
}

#endif
