/* SPDX-License-Identifier: Apache-2.0 */
/* CMAC and CCM of the engine openssl (SP 800-38B, SP 800-38C) on the library's CBC and CTR. The library's own CMAC
 * processes one block per call, and its CCM only whole messages. */
#include "engine/openssl/internal.h"

#include "algo/mid_ccm.h"

static int cbc_mac(void *key, uint8_t y[16], const uint8_t *in, size_t len)
{
    struct ob_openssl_state *st = key;

    return obi_openssl_cbc_mac(&st->chain[CHAIN_MAC], y, in, len);
}

static int ctr(void *key, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out, const uint8_t *in,
               size_t len)
{
    struct ob_openssl_state *st = key;

    return obi_openssl_ctr(&st->chain[CHAIN_CCM_CTR], counter, part, done, out, in, len);
}

static int open_chain(struct ob_session *s, unsigned use, uint8_t alg)
{
    if (!obi_openssl_cipher(alg, s->key_len))
        return OB_E_DECLINED;
    return obi_openssl_context(&openssl_state(s)->chain[use].ctx, alg, s->key, s->key_len, 1);
}

int obi_openssl_cmac_open(struct ob_session *s)
{
    struct ob_openssl_state *st = openssl_state(s);
    int err = open_chain(s, CHAIN_MAC, OB_AES_CBC);

    if (err == OB_OK)
        err = obi_mid_cmac_subkeys(st->subkeys, cbc_mac, st);
    return err;
}

int obi_openssl_cmac_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_openssl_state *st = openssl_state(s);

    return obi_mid_cmac_submit(s, op, st->subkeys, cbc_mac, st);
}

int obi_openssl_ccm_open(struct ob_session *s)
{
    int err = open_chain(s, CHAIN_MAC, OB_AES_CBC);

    return err == OB_OK ? open_chain(s, CHAIN_CCM_CTR, OB_AES_CTR) : err;
}

int obi_openssl_ccm_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_ccm_submit(s, op, cbc_mac, ctr, openssl_state(s));
}
