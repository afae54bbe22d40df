/* SPDX-License-Identifier: Apache-2.0 */
/* Engine mmcau: MD5, SHA-1, SHA-224 and SHA-256, and HMAC over them, on the frames of algo/. */
#include "algo/md5.h"
#include "algo/mid_hash_with.h"
#include "algo/sha1.h"
#include "algo/sha256.h"
#include "engine/mmcau/internal.h"

#if OBI_MMCAU_HASHES

static inline void blocks_with(obi_mmcau_hash_blocks *f, uint32_t *h, const uint8_t *in, size_t n_blocks)
{
#if OB_MMCAU_ALIGNED
    if ((uintptr_t)in & 3) {
        uint32_t block[16];

        for (; n_blocks; n_blocks--, in += sizeof block) {
            memcpy(block, in, sizeof block);
            f(h, (const uint8_t *)block, 1);
        }
        ob_wipe(block, sizeof block);
        return;
    }
#endif
    if (n_blocks)
        f(h, in, n_blocks);
}

#if OB_WITH_MD5

static void md5_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    blocks_with(obi_mmcau_md5_blocks, h, in, n_blocks);
}

static const struct obi_hash md5 = {OB_MD5, 64, 16, 4, obi_md5_iv, md5_blocks};

#endif

#if OB_WITH_SHA1

static void sha1_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    blocks_with(obi_mmcau_sha1_blocks, h, in, n_blocks);
}

static const struct obi_hash sha1 = {OB_SHA1, 64, 20, 5, obi_sha1_iv, sha1_blocks};

#endif

#if OB_WITH_SHA256

static void sha256_blocks(uint32_t *h, const uint8_t *in, size_t n_blocks)
{
    blocks_with(obi_mmcau_sha256_blocks, h, in, n_blocks);
}

static const struct obi_hash sha224 = {OB_SHA224, 64, 28, 8, obi_sha224_iv, sha256_blocks};
const struct obi_hash obi_mmcau_sha256 = {OB_SHA256, 64, 32, 8, obi_sha256_iv, sha256_blocks};

#endif

static const struct obi_hash *find(uint8_t hash)
{
    switch (hash) {
#if OB_WITH_MD5
    case OB_MD5:
        return &md5;
#endif
#if OB_WITH_SHA1
    case OB_SHA1:
        return &sha1;
#endif
#if OB_WITH_SHA256
    case OB_SHA224:
        return &sha224;
    case OB_SHA256:
        return &obi_mmcau_sha256;
#endif
    default: /* no row has another */
        return NULL;
    }
}

#if OB_WITH_HASH

int obi_mmcau_hash_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_hash_with(find(s->alg), s, op);
}

#endif

#if OB_WITH_MAC && OB_WITH_HMAC

void obi_mmcau_hmac_open(struct ob_session *s)
{
    obi_mid_hmac_open_with(find(OB_HMAC_HASH(s->alg)), &((struct ob_mmcau_state *)ob_state(s))->u.hmac, s);
}

int obi_mmcau_hmac_submit(struct ob_session *s, struct ob_op *op)
{
    return obi_mid_hmac_with(find(OB_HMAC_HASH(s->alg)), s, op, &((struct ob_mmcau_state *)ob_state(s))->u.hmac);
}

#endif

#endif
