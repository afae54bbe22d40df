/* SPDX-License-Identifier: Apache-2.0 */
/* Block cipher modes of the engine openssl as steps between mid-states (SP 800-38A), on the library's bulk calls. */
#include "engine/openssl/internal.h"

#include <string.h>

/* The maximum bytes of one library call, whose length is an int: a multiple of all block lengths. */
#define CALL_MAX ((size_t)1 << 30)

int obi_openssl_context(EVP_CIPHER_CTX **ctx, uint8_t alg, const uint8_t *key, size_t key_len, int encrypt)
{
    EVP_CIPHER_CTX *c;

    if (*ctx)
        return OB_OK;
    c = EVP_CIPHER_CTX_new();
    if (!c || !EVP_CipherInit_ex2(c, obi_openssl_cipher(alg, key_len), key, NULL, encrypt, NULL) ||
        !EVP_CIPHER_CTX_set_padding(c, 0)) {
        EVP_CIPHER_CTX_free(c);
        return OB_E_IO;
    }
    *ctx = c;
    return OB_OK;
}

int obi_openssl_update(EVP_CIPHER_CTX *ctx, uint8_t *out, const uint8_t *in, size_t len)
{
    while (len > 0) {
        size_t n = len < CALL_MAX ? len : CALL_MAX;
        int written;

        if (!EVP_CipherUpdate(ctx, out, &written, in, (int)n) || (out && written != (int)n))
            return OB_E_IO;
        if (out)
            out += n;
        in += n;
        len -= n;
    }
    return OB_OK;
}

/* Make c continue from at, a chaining value or counter block. */
static int seek(struct ob_openssl_chain *c, const uint8_t *at, size_t block)
{
    if (c->at_known && memcmp(c->at, at, block) == 0)
        return OB_OK;
    c->at_known = 0;
    return EVP_CipherInit_ex2(c->ctx, NULL, NULL, at, -1, NULL) ? OB_OK : OB_E_IO;
}

/* Note that c has reached at by processing data. */
static void moved(struct ob_openssl_chain *c, const uint8_t *at, size_t block)
{
    memcpy(c->at, at, block);
    c->at_known = 1;
}

/* After a failure the position of the chain is unknown. */
static int failed(struct ob_openssl_chain *c)
{
    c->at_known = 0;
    return OB_E_IO;
}

int obi_openssl_cbc(struct ob_openssl_chain *c, uint8_t *iv, size_t block, bool encrypt, uint8_t *out,
                    const uint8_t *in, size_t len)
{
    uint8_t last[16];

    if (len == 0)
        return OB_OK;
    if (!encrypt)
        memcpy(last, in + len - block, block); /* processing in place will overwrite it */
    if (seek(c, iv, block) || obi_openssl_update(c->ctx, out, in, len))
        return failed(c);
    memcpy(iv, encrypt ? out + len - block : last, block);
    moved(c, iv, block);
    return OB_OK;
}

int obi_openssl_cbc_mac(struct ob_openssl_chain *c, uint8_t y[16], const uint8_t *in, size_t len)
{
    uint8_t scratch[1024];
    size_t used = len < sizeof scratch ? len : sizeof scratch;
    int err = OB_OK;

    while (len > 0 && err == OB_OK) {
        size_t n = len < sizeof scratch ? len : sizeof scratch;
        err = obi_openssl_cbc(c, y, 16, true, scratch, in, n);
        in += n;
        len -= n;
    }
    ob_wipe(scratch, used);
    return err;
}

void obi_openssl_counter_add(uint8_t counter[16], uint64_t n)
{
    for (unsigned i = 16; i-- > 0 && n > 0;) {
        n += counter[i];
        counter[i] = (uint8_t)n;
        n >>= 8;
    }
}

int obi_openssl_ctr(struct ob_openssl_chain *c, uint8_t counter[16], uint8_t part[16], uint64_t done, uint8_t *out,
                    const uint8_t *in, size_t len)
{
    static const uint8_t zero[16];
    size_t whole;

    for (unsigned i = (unsigned)(done % 16); i > 0 && i < 16 && len > 0; i++, len--)
        *out++ = *in++ ^ part[i];
    whole = len & ~(size_t)15;
    if (whole > 0) {
        if (seek(c, counter, 16) || obi_openssl_update(c->ctx, out, in, whole))
            return failed(c);
        obi_openssl_counter_add(counter, whole / 16);
        moved(c, counter, 16);
    }
    if (len > whole) {
        if (seek(c, counter, 16) || obi_openssl_update(c->ctx, part, zero, 16))
            return failed(c);
        obi_openssl_counter_add(counter, 1);
        moved(c, counter, 16);
        for (size_t i = whole; i < len; i++)
            out[i] = in[i] ^ part[i - whole];
    }
    return OB_OK;
}
