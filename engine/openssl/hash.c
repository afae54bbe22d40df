/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and HMAC of the engine openssl (FIPS 180-4, RFC 1321, GB/T 32905; RFC 2104). */
#include "engine/openssl/internal.h"

#include <string.h>

#include "algo/mid_tag.h"

static int digest_end(EVP_MD_CTX *c, uint8_t digest[EVP_MAX_MD_SIZE], unsigned *len)
{
    return EVP_DigestFinal_ex(c, digest, len) ? OB_OK : OB_E_IO;
}

int obi_openssl_hash_open(struct ob_session *s)
{
    struct ob_openssl_state *st = openssl_state(s);
    const EVP_MD *md = obi_openssl_md(s->alg);

    if (!md)
        return OB_E_DECLINED;
    st->md[MD_WORK] = EVP_MD_CTX_new();
    return st->md[MD_WORK] && EVP_DigestInit_ex2(st->md[MD_WORK], md, NULL) ? OB_OK : OB_E_IO;
}

int obi_openssl_hash_submit(struct ob_session *s, struct ob_op *op)
{
    EVP_MD_CTX *c = openssl_state(s)->md[MD_WORK];
    uint8_t digest[EVP_MAX_MD_SIZE];
    unsigned len;

    if ((op->flags & OB_FIRST) && !EVP_DigestInit_ex2(c, NULL, NULL))
        return OB_E_IO;
    if (op->in_len > 0 && !EVP_DigestUpdate(c, op->in, op->in_len))
        return OB_E_IO;
    if (op->flags & OB_LAST) {
        if (digest_end(c, digest, &len))
            return OB_E_IO;
        memcpy(op->tag, digest, op->tag_len < len ? op->tag_len : len);
    }
    return OB_OK;
}

/* The hash state after the key block, which each message copies. For short messages this saves half of the work of
 * HMAC. */
static int keyed(EVP_MD_CTX **out, const EVP_MD *md, const struct ob_session *s, uint8_t pad)
{
    uint8_t block[OB_BLOCK_MAX];
    int block_len = EVP_MD_get_block_size(md);
    int ok;

    if (block_len <= 0 || (size_t)block_len > sizeof block || s->key_len > block_len)
        return OB_E_IO;
    memset(block, pad, (size_t)block_len);
    for (unsigned i = 0; i < s->key_len; i++)
        block[i] ^= s->key[i];
    *out = EVP_MD_CTX_new();
    ok = *out && EVP_DigestInit_ex2(*out, md, NULL) && EVP_DigestUpdate(*out, block, (size_t)block_len);
    ob_wipe(block, sizeof block);
    return ok ? OB_OK : OB_E_IO;
}

int obi_openssl_hmac_open(struct ob_session *s)
{
    struct ob_openssl_state *st = openssl_state(s);
    const EVP_MD *md = obi_openssl_md(OB_HMAC_HASH(s->alg));

    if (!md)
        return OB_E_DECLINED;
    st->md[MD_WORK] = EVP_MD_CTX_new();
    if (!st->md[MD_WORK] || keyed(&st->md[MD_INNER], md, s, 0x36))
        return OB_E_IO;
    return keyed(&st->md[MD_OUTER], md, s, 0x5c);
}

int obi_openssl_hmac_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_openssl_state *st = openssl_state(s);
    EVP_MD_CTX *c = st->md[MD_WORK];
    uint8_t tag[EVP_MAX_MD_SIZE];
    unsigned len;
    int err;

    if ((op->flags & OB_FIRST) && !EVP_MD_CTX_copy_ex(c, st->md[MD_INNER]))
        return OB_E_IO;
    if (op->in_len > 0 && !EVP_DigestUpdate(c, op->in, op->in_len))
        return OB_E_IO;
    if (!(op->flags & OB_LAST))
        return OB_OK;
    if (digest_end(c, tag, &len) || !EVP_MD_CTX_copy_ex(c, st->md[MD_OUTER]) || !EVP_DigestUpdate(c, tag, len) ||
        digest_end(c, tag, &len) || op->tag_len > len)
        err = OB_E_IO;
    else
        err = obi_mid_tag(op, tag, op->flags & OB_VERIFY);
    ob_wipe(tag, sizeof tag);
    return err;
}
