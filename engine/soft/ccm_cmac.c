/* SPDX-License-Identifier: Apache-2.0 */
/* Engine soft: AES-CCM (SP 800-38C) and AES-CMAC (SP 800-38B). The frames are in algo/; this file adds CBC-MAC and
 * counter mode. */
#include "algo/mid_ccm.h"

#include "engine/soft/block.h"

#if defined(OBI_SOFT_CCM) || defined(OBI_SOFT_CMAC)

static int cbc_mac(void *session, uint8_t y[16], const uint8_t *in, size_t len)
{
    for (; len; len -= 16, in += 16) {
        obi_xor(y, y, in, 16);
        obi_soft_block_encrypt(session, y, y, 1);
    }
    return OB_OK;
}

#ifdef OBI_SOFT_CCM

static int ctr(void *session, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
               size_t len)
{
    obi_soft_block_stream(session, counter, 16, part, (size_t)done & 15, out, in, len);
    return OB_OK;
}

int obi_soft_ccm(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_ccm_submit(s, op, cbc_mac, ctr, s);
}

#endif

#ifdef OBI_SOFT_CMAC

void obi_soft_cmac_open(struct ob_session *s)
{
    obi_soft_block_key(s, s->key, s->key_len);
    (void)obi_mid_cmac_subkeys(obi_soft_block(s)->extra.subkeys, cbc_mac, s); /* fails only where cbc_mac does */
}

int obi_soft_cmac(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_cmac_submit(s, op, obi_soft_block(s)->extra.subkeys, cbc_mac, s);
}

#endif

#endif
