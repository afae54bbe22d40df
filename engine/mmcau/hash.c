/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: SHA-224 and SHA-256, and HMAC over them, on the frames of algo/. */
#include "algo/mid_hash_with.h"
#include "algo/sha256.h"
#include "engine/mmcau/internal.h"

#if OB_WITH_SHA256

static void sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
#if OB_MMCAU_ALIGNED
    if ((uintptr_t)in & 3) {
        uint32_t block[16];

        for (; n_blocks; n_blocks--, in += sizeof block) {
            memcpy(block, in, sizeof block);
            obi_mmcau_sha256_blocks(h, (const uint8_t *)block, 1);
        }
        ob_wipe(block, sizeof block);
        return;
    }
#endif
    obi_mmcau_sha256_blocks(h, in, n_blocks);
}

static const struct obi_hash sha224 = {OB_SHA224, 64, 28, 8, obi_sha224_iv, sha256_blocks};
const struct obi_hash obi_mmcau_sha256 = {OB_SHA256, 64, 32, 8, obi_sha256_iv, sha256_blocks};

#if OB_WITH_HASH

int obi_mmcau_hash_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_hash_with(s->alg == OB_SHA224 ? &sha224 : &obi_mmcau_sha256, s, op);
}

#endif

#if OB_WITH_MAC && OB_WITH_HMAC

static const struct obi_hash *hash_of(const struct ob_session *s)
{
    return OB_HMAC_HASH(s->alg) == OB_SHA224 ? &sha224 : &obi_mmcau_sha256;
}

void obi_mmcau_hmac_open(struct ob_session *s)
{
    obi_mid_hmac_open_with(hash_of(s), &((struct ob_mmcau_state *)ob_state(s))->u.hmac, s);
}

int obi_mmcau_hmac_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_hmac_with(hash_of(s), s, op, &((struct ob_mmcau_state *)ob_state(s))->u.hmac);
}

#endif

#endif
