/* SPDX-License-Identifier: Apache-2.0 */
/* Hashes and HMAC of the engine mbedtls (FIPS 180-4, RFC 1321; RFC 2104). Each op builds the library's context from the
 * standard mid-state and writes it back, so a stream can change engines. */
#include "engine/mbedtls/internal.h"

#include <string.h>

#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

#include "algo/mid_tag.h"

/* The library's context for any hash. */
union work {
    mbedtls_md5_context md5;
    mbedtls_sha1_context sha1;
    mbedtls_sha256_context sha256;
    mbedtls_sha512_context sha512;
};

/* Initial values of SHA-512/224 and SHA-512/256 (FIPS 180-4, section 5.3.6). The library lacks these hashes; apart from
 * these values and a shorter digest they are SHA-512. */
static const uint64_t iv_224[8] = {
    0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
    0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1,
};
static const uint64_t iv_256[8] = {
    0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
    0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
};

static bool is_64(uint8_t hash)
{
    return hash >= OB_SHA384 && hash <= OB_SHA512_256;
}

static size_t block_len(uint8_t hash)
{
    return is_64(hash) ? 128 : 64;
}

/* Begin a message. */
static int start(union work *w, uint8_t hash)
{
    int r;

    switch (hash) {
    case OB_MD5:
        mbedtls_md5_init(&w->md5);
        return mbedtls_result(mbedtls_md5_starts(&w->md5));
    case OB_SHA1:
        mbedtls_sha1_init(&w->sha1);
        return mbedtls_result(mbedtls_sha1_starts(&w->sha1));
    case OB_SHA224:
    case OB_SHA256:
        mbedtls_sha256_init(&w->sha256);
        return mbedtls_result(mbedtls_sha256_starts(&w->sha256, hash == OB_SHA224));
    default:
        mbedtls_sha512_init(&w->sha512);
        r = mbedtls_sha512_starts(&w->sha512, hash == OB_SHA384);
        if (hash == OB_SHA512_224)
            memcpy(w->sha512.state, iv_224, sizeof iv_224);
        else if (hash == OB_SHA512_256)
            memcpy(w->sha512.state, iv_256, sizeof iv_256);
        return mbedtls_result(r);
    }
}

static void finish_free(union work *w)
{
    ob_wipe(w, sizeof *w); /* the contexts own no memory */
}

/* Continue a message after count bytes: h has the hash words, and part the last count % block bytes. */
static int load(union work *w, uint8_t hash, const uint32_t *h, const uint8_t *part, uint64_t count)
{
    int err = start(w, hash);
    size_t part_len = (size_t)(count % block_len(hash));
    uint32_t low = (uint32_t)count, high = (uint32_t)(count >> 32);

    if (err)
        return err;
    switch (hash) {
    case OB_MD5:
        memcpy(w->md5.state, h, sizeof w->md5.state);
        memcpy(w->md5.buffer, part, part_len);
        w->md5.total[0] = low;
        w->md5.total[1] = high;
        break;
    case OB_SHA1:
        memcpy(w->sha1.state, h, sizeof w->sha1.state);
        memcpy(w->sha1.buffer, part, part_len);
        w->sha1.total[0] = low;
        w->sha1.total[1] = high;
        break;
    case OB_SHA224:
    case OB_SHA256:
        memcpy(w->sha256.state, h, sizeof w->sha256.state);
        memcpy(w->sha256.buffer, part, part_len);
        w->sha256.total[0] = low;
        w->sha256.total[1] = high;
        break;
    default:
        for (unsigned i = 0; i < 8; i++)
            w->sha512.state[i] = (uint64_t)h[2 * i] << 32 | h[2 * i + 1];
        memcpy(w->sha512.buffer, part, part_len);
        w->sha512.total[0] = count;
        break;
    }
    return OB_OK;
}

static int add(union work *w, uint8_t hash, const uint8_t *in, size_t len)
{
    switch (hash) {
    case OB_MD5:
        return mbedtls_result(mbedtls_md5_update(&w->md5, in, len));
    case OB_SHA1:
        return mbedtls_result(mbedtls_sha1_update(&w->sha1, in, len));
    case OB_SHA224:
    case OB_SHA256:
        return mbedtls_result(mbedtls_sha256_update(&w->sha256, in, len));
    default:
        return mbedtls_result(mbedtls_sha512_update(&w->sha512, in, len));
    }
}

/* Write the context back: the reverse of load. */
static void save(const union work *w, uint8_t hash, uint32_t *h, uint8_t *part, uint64_t count)
{
    size_t part_len = (size_t)(count % block_len(hash));

    switch (hash) {
    case OB_MD5:
        memcpy(h, w->md5.state, sizeof w->md5.state);
        memcpy(part, w->md5.buffer, part_len);
        break;
    case OB_SHA1:
        memcpy(h, w->sha1.state, sizeof w->sha1.state);
        memcpy(part, w->sha1.buffer, part_len);
        break;
    case OB_SHA224:
    case OB_SHA256:
        memcpy(h, w->sha256.state, sizeof w->sha256.state);
        memcpy(part, w->sha256.buffer, part_len);
        break;
    default:
        for (unsigned i = 0; i < 8; i++) {
            h[2 * i] = (uint32_t)(w->sha512.state[i] >> 32);
            h[2 * i + 1] = (uint32_t)w->sha512.state[i];
        }
        memcpy(part, w->sha512.buffer, part_len);
        break;
    }
}

/* Finish the message. digest receives up to 64 bytes, which begin with the algorithm's digest. */
static int end(union work *w, uint8_t hash, uint8_t digest[64])
{
    switch (hash) {
    case OB_MD5:
        return mbedtls_result(mbedtls_md5_finish(&w->md5, digest));
    case OB_SHA1:
        return mbedtls_result(mbedtls_sha1_finish(&w->sha1, digest));
    case OB_SHA224:
    case OB_SHA256:
        return mbedtls_result(mbedtls_sha256_finish(&w->sha256, digest));
    default:
        return mbedtls_result(mbedtls_sha512_finish(&w->sha512, digest));
    }
}

static size_t digest_len(uint8_t hash)
{
    static const uint8_t len[] = {16, 20, 28, 32, 48, 64, 28, 32};

    return len[hash - OB_MD5];
}

int obi_mbedtls_hash_submit(struct ob_session *s, struct ob_op *op)
{
    bool first = op->flags & OB_FIRST;
    uint64_t done = first ? 0 : s->in_done;
    uint8_t digest[64];
    union work w;
    int err = first ? start(&w, s->alg) : load(&w, s->alg, s->mid.h, s->mid.part, done);

    if (err == OB_OK && op->in_len > 0)
        err = add(&w, s->alg, op->in, op->in_len);
    if (err == OB_OK && (op->flags & OB_LAST)) {
        err = end(&w, s->alg, digest);
        if (err == OB_OK)
            memcpy(op->tag, digest, op->tag_len);
    } else if (err == OB_OK) {
        save(&w, s->alg, s->mid.h, s->mid.part, done + op->in_len);
    }
    finish_free(&w);
    return err;
}

/* Compute the hash words after the key block of HMAC. */
static int key_words(uint32_t h[16], const struct ob_session *s, uint8_t pad)
{
    uint8_t hash = OB_HMAC_HASH(s->alg), block[128];
    union work w;
    int err;

    memset(block, pad, sizeof block);
    for (unsigned i = 0; i < s->key_len; i++)
        block[i] ^= s->key[i];
    err = start(&w, hash);
    if (err == OB_OK)
        err = add(&w, hash, block, block_len(hash));
    if (err == OB_OK)
        save(&w, hash, h, block, block_len(hash));
    ob_wipe(block, sizeof block);
    finish_free(&w);
    return err;
}

int obi_mbedtls_hmac_open(struct ob_session *s)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);

    if (s->key_len > block_len(OB_HMAC_HASH(s->alg)))
        return OB_E_IO; /* core replaces a longer key by its hash */
    if (key_words(st->u.hmac.inner, s, 0x36))
        return OB_E_IO;
    return key_words(st->u.hmac.outer, s, 0x5c);
}

int obi_mbedtls_hmac_submit(struct ob_session *s, struct ob_op *op)
{
    struct ob_mbedtls_state *st = mbedtls_state(s);
    uint8_t hash = OB_HMAC_HASH(s->alg), tag[64];
    bool first = op->flags & OB_FIRST;
    uint64_t done = block_len(hash) + (first ? 0 : s->in_done);
    union work w;
    int err = load(&w, hash, first ? st->u.hmac.inner : s->mid.h, s->mid.part, done);

    if (err == OB_OK && op->in_len > 0)
        err = add(&w, hash, op->in, op->in_len);
    if (err == OB_OK && !(op->flags & OB_LAST)) {
        save(&w, hash, s->mid.h, s->mid.part, done + op->in_len);
    } else if (err == OB_OK) {
        err = end(&w, hash, tag);
        if (err == OB_OK)
            err = load(&w, hash, st->u.hmac.outer, s->mid.part, block_len(hash));
        if (err == OB_OK)
            err = add(&w, hash, tag, digest_len(hash));
        if (err == OB_OK)
            err = end(&w, hash, tag);
        if (err == OB_OK)
            err = obi_mid_tag(op, tag, op->flags & OB_VERIFY);
        ob_wipe(tag, sizeof tag);
    }
    finish_free(&w);
    return err;
}
