/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: DES and Triple DES in ECB and CBC (FIPS 46-3; SP 800-67; SP 800-38A, sections 6.1 and 6.2). */
#include <string.h>

#include "engine/ltc/internal.h"
#include "engine/ltc/regs.h"

#if OB_WITH_CIPHER && OB_WITH_DES

int obi_ltc_des_submit(struct ob_ltc *l, struct ob_session *s, struct ob_op *op)
{
    bool cbc = s->alg == OB_DES_CBC || s->alg == OB_DES3_CBC;
    bool single = s->alg == OB_DES_ECB || s->alg == OB_DES_CBC;
    uint8_t iv[8];
    struct obi_ltc_job job = {
        .mode = (single ? LTC_MD_DES : LTC_MD_DES3) | (cbc ? LTC_MD_CBC : LTC_MD_ECB) |
                (op->flags & OB_ENCRYPT ? LTC_MD_ENC : 0),
        .key = s->key,
        .key_len = s->key_len,
        .ctx = iv,
        .ctx_words = cbc ? 2 : 0,
        .deadline_ns = op->deadline_ns,
    };
    int status = OB_OK;

    if (cbc)
        memcpy(iv, op->flags & OB_FIRST ? op->iv : s->mid.iv, 8);
    if (op->in_len)
        status = obi_ltc_run(l, &job, op->out, op->in, op->in_len);
    if (cbc && status == OB_OK)
        memcpy(s->mid.iv, iv, 8);
    return status;
}

#endif
