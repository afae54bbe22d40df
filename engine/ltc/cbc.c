/* SPDX-License-Identifier: Apache-2.0 */
/* Engine ltc: AES-CBC (SP 800-38A, section 6.2), for the verbs and as a direct call. */
#include "algo/block_words.h"
#include "engine/ltc/session.h"

#if OB_WITH_AES

/* Text that the core reaches in words goes in blocks; most messages are of one session. */
static __attribute__((noinline)) int sessions(struct ob_ltc *l, uint32_t mode, uint8_t *out, const uint8_t *in,
                                              size_t len, struct obi_wait *wait)
{
    for (;;) {
        size_t n = len < OBI_LTC_LONGEST ? len : OBI_LTC_LONGEST;
        int status = obi_ltc_move_blocks(l, mode, out, in, n, wait);

        if (status != OB_OK || n == len)
            return status;
        ob_port_write(&l->device, LTC_CW, LTC_CW_MODE_SIZE);
        ob_port_write(&l->device, LTC_STA, LTC_STA_DI);
        if (!(mode & LTC_MD_ENC))
            mode |= LTC_MD_DK;
        in += n;
        out += n;
        len -= n;
    }
}

/* The next IV is a block of ciphertext, which is sooner read from memory than from the block. */
int obi_ltc_cbc(struct ob_ltc *l, uint32_t direction, const uint8_t *key, size_t key_len, uint8_t *iv, uint8_t *out,
                const uint8_t *in, size_t len, uint64_t deadline_ns)
{
    uint32_t mode = LTC_MD_AES | LTC_MD_CBC | direction, next[4];
    struct obi_wait wait = {deadline_ns, 0};
    int status;

    if (!direction)
        obi_load_block(next, in + len - 16); /* out may be in */
    obi_ltc_begin(l, key, key_len, len);
    obi_ltc_put(&l->device, LTC_CTX, 4, iv, 4);
    if (!OBI_LTC_IS_ALIGNED(in) || !OBI_LTC_IS_ALIGNED(out))
        status = obi_ltc_sessions(l, mode, 0, 0, out, in, len, true, deadline_ns);
    else if (len > OBI_LTC_LONGEST)
        status = sessions(l, mode, out, in, len, &wait);
    else
        status = obi_ltc_move_blocks(l, mode, out, in, len, &wait);
    obi_ltc_end(l, status);
    if (status != OB_OK)
        return status;
    if (direction)
        obi_load_block(next, out + len - 16);
    obi_store_block(iv, next);
    return OB_OK;
}

static int has_key_length(const struct ob_ltc *l, size_t key_len)
{
    return key_len == 16 || (l->kind != OB_LTC_KW && (key_len == 24 || key_len == 32));
}

int ob_ltc_aes_cbc(struct ob_ltc *l, uint8_t dir, const uint8_t *key, size_t key_len, uint8_t iv[16], uint8_t *out,
                   const uint8_t *in, size_t len)
{
    int status;

    if (!has_key_length(l, key_len) || len % 16 || (dir != OB_DIR_ENCRYPT && dir != OB_DIR_DECRYPT))
        return OB_E_ARG;
    if (len == 0)
        return OB_OK;
    status = obi_ltc_cbc(l, dir == OB_DIR_ENCRYPT ? LTC_MD_ENC : 0, key, key_len, iv, out, in, len, 0);
    if (status != OB_OK)
        ob_wipe(out, len);
    return status;
}

#endif
