/* SPDX-License-Identifier: Apache-2.0 */
/* AES of the library on Outboard: single blocks, CBC, CTR and XTS (FIPS 197, SP 800-38A, IEEE 1619). The key of an
 * operation is read from the schedule in the context of the call. */
#include "binding/mbedtls/internal.h"

#include "port/lock.h"

#if defined(MBEDTLS_AES_C)

#include <mbedtls/aes.h>

static int take(struct obi_lease *lease, enum obi_function function, uint8_t alg, const mbedtls_aes_context *ctx,
                bool decrypts)
{
    uint32_t key[8] = {0};
    unsigned words;
    int r;

    *lease = (struct obi_lease){.function = function};
    if (!obi_mbedtls_started())
        return obi_mbedtls_take(lease, function, alg, key, 0); /* which declines, without a key being read */
    words = obi_aes_key(ctx, decrypts, key);
    r = words ? obi_mbedtls_take(lease, function, alg, key, words) : OB_E_ARG;
    ob_wipe(key, sizeof key);
    return r;
}

/* ---- keys ---- */

/* Close the sessions of a key that ctx may contain, in either direction. */
static void forget(const mbedtls_aes_context *ctx)
{
    uint32_t key[8];
    unsigned words;

    for (int decrypts = 0; decrypts < 2; decrypts++) {
        words = obi_aes_key(ctx, decrypts, key);
        if (words)
            obi_mbedtls_forget_aes(key, words);
    }
    ob_wipe(key, sizeof key);
}

OBI_WRAP(int, aes_setkey_enc, mbedtls_aes_context *ctx, const unsigned char *key, unsigned int keybits)
{
    if (OBI_ON(aes_setkey_enc))
        forget(ctx);
    return __real_mbedtls_aes_setkey_enc(ctx, key, keybits);
}

#if !defined(MBEDTLS_BLOCK_CIPHER_NO_DECRYPT)
OBI_WRAP(int, aes_setkey_dec, mbedtls_aes_context *ctx, const unsigned char *key, unsigned int keybits)
{
    if (OBI_ON(aes_setkey_dec))
        forget(ctx);
    return __real_mbedtls_aes_setkey_dec(ctx, key, keybits);
}
#endif

OBI_WRAP(void, aes_free, mbedtls_aes_context *ctx)
{
    if (OBI_ON(aes_free) && ctx)
        forget(ctx);
    __real_mbedtls_aes_free(ctx);
}

/* ---- modes ---- */

static uint8_t direction(int mode)
{
    return mode == MBEDTLS_AES_ENCRYPT ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT;
}

static bool mode_ok(int mode)
{
    return mode == MBEDTLS_AES_ENCRYPT || mode == MBEDTLS_AES_DECRYPT;
}

/* The dispatcher's epoch in which the library's own code was found cheaper for a single block, by key length and
 * direction; 0: never. It stays cheaper while the epoch lasts, so modes that the library builds from blocks do not ask
 * again for each block. */
static int32_t cheaper_in_epoch[3][2];

static int32_t *cheaper_slot(const mbedtls_aes_context *ctx, int mode)
{
    return &cheaper_in_epoch[ctx->nr == 10 ? 0 : ctx->nr == 12 ? 1 : 2][mode];
}

static bool library_is_cheaper(const mbedtls_aes_context *ctx, int mode)
{
    uint32_t epoch;

    if (!OBI_COMPARE)
        return false;
    epoch = (uint32_t)ob_port_load32(cheaper_slot(ctx, mode));
    return epoch && epoch == __atomic_load_n(&ob_default.epoch, __ATOMIC_ACQUIRE);
}

/* The dispatcher has declined a block on s in favour of the library's code: note that, if the dispatcher has kept its
 * answer. */
static void note_cheaper(const struct ob_session *s, const mbedtls_aes_context *ctx, int mode)
{
    if (s && OBI_COMPARE && s->last_epoch && s->last_epoch == __atomic_load_n(&ob_default.epoch, __ATOMIC_ACQUIRE) &&
        s->last_len == 16)
        ob_port_store32(cheaper_slot(ctx, mode), (int32_t)s->last_epoch);
}

OBI_WRAP(int, aes_crypt_ecb, mbedtls_aes_context *ctx, int mode, const unsigned char input[16],
         unsigned char output[16])
{
    struct obi_lease lease;
    int r, ret;

    if (OBI_ON(aes_crypt_ecb) && mode_ok(mode)) {
        if (library_is_cheaper(ctx, mode)) {
            obi_mbedtls_left(OBI_FN_aes_crypt_ecb);
            return __real_mbedtls_aes_crypt_ecb(ctx, mode, input, output);
        }
        r = take(&lease, OBI_FN_aes_crypt_ecb, OB_AES_ECB, ctx, mode == MBEDTLS_AES_DECRYPT);
        if (r == OB_OK)
            r = ob_cipher_crypt(lease.s, direction(mode), output, 16, NULL, 0, input, 16);
        if (r == OB_E_DECLINED)
            note_cheaper(lease.s, ctx, mode);
        if (obi_mbedtls_release(&lease, r, input != output, 0, &ret))
            return ret;
    }
    return __real_mbedtls_aes_crypt_ecb(ctx, mode, input, output);
}

#if defined(MBEDTLS_CIPHER_MODE_CBC)
extern int __real_mbedtls_aes_crypt_cbc(mbedtls_aes_context *ctx, int mode, size_t length, unsigned char iv[16],
                                        const unsigned char *input, unsigned char *output);

/* The arguments of a call for a whole message. They are in memory, because registers that must survive a call cost
 * cycles. */
struct cbc {
    struct ob_whole w;
    mbedtls_aes_context *ctx;
};

/* Finish the message for which the short path returned r, not OB_OK. Returns the result of the call. */
OBI_SLOWLY int cbc_slowly(const struct cbc *m, int r)
{
    mbedtls_aes_context *ctx = m->ctx;
    const struct ob_whole *w = &m->w;
    bool decrypts = !(OB_WHOLE_FLAGS(w) & OB_ENCRYPT);
    struct obi_lease lease = {.s = NULL, .function = OBI_FN_aes_crypt_cbc};
    unsigned char *iv = (unsigned char *)(uintptr_t)w->iv;
    uint8_t last[16];
    int ret;

    if (decrypts)
        memcpy(last, w->in + w->in_len - 16, 16); /* the next IV; processing in place will overwrite it */
    if (r == OBI_NOT_THERE) {
        r = take(&lease, OBI_FN_aes_crypt_cbc, OB_AES_CBC, ctx, decrypts);
        if (!decrypts)
            obi_mbedtls_remember(ctx, &lease);
        r = obi_mbedtls_run(&lease, r, w);
    }
    if (!obi_mbedtls_release(&lease, r, w->in != w->out, 0, &ret))
        return __real_mbedtls_aes_crypt_cbc(ctx, decrypts ? MBEDTLS_AES_DECRYPT : MBEDTLS_AES_ENCRYPT, w->in_len, iv,
                                            w->in, w->out);
    if (ret == 0)
        memcpy(iv, decrypts ? last : w->out + w->in_len - 16, 16);
    return ret;
}

/* Serve all but the encryption of whole blocks. */
OBI_SLOWLY int cbc_fallback(mbedtls_aes_context *ctx, int mode, size_t length, unsigned char iv[16],
                            const unsigned char *input, unsigned char *output)
{
    struct cbc m = {{OB_WHOLE_SHAPE(0, 16, 0), iv, NULL, 0, input, length, output, NULL}, ctx};

    if (!OBI_ON(aes_crypt_cbc) || mode != MBEDTLS_AES_DECRYPT || !length || length % 16)
        return __real_mbedtls_aes_crypt_cbc(ctx, mode, length, iv, input, output);
    return cbc_slowly(&m, OBI_NOT_THERE);
}

extern int __wrap_mbedtls_aes_crypt_cbc(mbedtls_aes_context *ctx, int mode, size_t length, unsigned char iv[16],
                                        const unsigned char *input, unsigned char *output);
int __wrap_mbedtls_aes_crypt_cbc(mbedtls_aes_context *ctx, int mode, size_t length, unsigned char iv[16],
                                 const unsigned char *input, unsigned char *output)
{
    int r;

    if (__builtin_expect(!OBI_ON(aes_crypt_cbc) || mode != MBEDTLS_AES_ENCRYPT || !length || length % 16, 0))
        return cbc_fallback(ctx, mode, length, iv, input, output);

    struct cbc m = {{OB_WHOLE_SHAPE(OB_ENCRYPT, 16, 0), iv, NULL, 0, input, length, output, NULL}, ctx};

    r = obi_mbedtls_aes_whole(OBI_FN_aes_crypt_cbc, OB_AES_CBC, ctx, &m.w);
    if (__builtin_expect(r != OB_OK, 0))
        return cbc_slowly(&m, r);
    return obi_copy((uint8_t *)(uintptr_t)m.w.iv, m.w.out + m.w.in_len - 16, 16);
}
#endif

#if defined(MBEDTLS_CIPHER_MODE_CTR)
/* The stream continues inside a block: stream_block is its keystream and nonce_counter the next counter block, as in
 * the standard mid-state. */
OBI_WRAP(int, aes_crypt_ctr, mbedtls_aes_context *ctx, size_t length, size_t *nc_off, unsigned char nonce_counter[16],
         unsigned char stream_block[16], const unsigned char *input, unsigned char *output)
{
    struct obi_lease lease;
    struct ob_op op;
    uint8_t last[16] = {0};
    int r, ret;

    if (OBI_ON(aes_crypt_ctr) && *nc_off < 16 && length > (*nc_off ? 16 - *nc_off : 0)) {
        if (length >= 16)
            memcpy(last, input + length - 16, 16);
        r = take(&lease, OBI_FN_aes_crypt_ctr, OB_AES_CTR, ctx, false);
        if (r == OB_OK) {
            memcpy(lease.s->mid.iv, nonce_counter, 16);
            memcpy(lease.s->mid.part, stream_block, 16);
            r = ob_session_resume(lease.s, OB_ENCRYPT, 0, *nc_off);
        }
        if (r == OB_OK) {
            memset(&op, 0, sizeof op);
            op.flags = OB_ENCRYPT;
            op.in = input;
            op.in_len = length;
            op.out = output;
            op.out_size = length;
            r = ob_run(lease.s, &op);
        }
        if (r == OB_OK) {
            memcpy(nonce_counter, lease.s->mid.iv, 16);
            *nc_off = (*nc_off + length) % 16;
            if (*nc_off)
                memcpy(stream_block, lease.s->mid.part, 16);
            else /* the last block is used up, but the library keeps it in stream_block */
                for (unsigned i = 0; i < 16; i++)
                    stream_block[i] = last[i] ^ output[length - 16 + i];
        }
        if (obi_mbedtls_release(&lease, r, input != output, 0, &ret))
            return ret;
    }
    return __real_mbedtls_aes_crypt_ctr(ctx, length, nc_off, nonce_counter, stream_block, input, output);
}
#endif

#if defined(MBEDTLS_CIPHER_MODE_XTS)
extern int __real_mbedtls_aes_crypt_xts(mbedtls_aes_xts_context *ctx, int mode, size_t length,
                                        const unsigned char data_unit[16], const unsigned char *input,
                                        unsigned char *output);

enum { XTS_MAX = 1 << 24 }; /* bytes of a data unit (SP 800-38E) */

/* The next tweak (IEEE 1619, section 5.2), in constant time. */
static void next_tweak(uint8_t tweak[16])
{
    unsigned carry = 0;

    for (unsigned i = 0; i < 16; i++) {
        carry |= (unsigned)tweak[i] << 1;
        tweak[i] = (uint8_t)carry;
        carry >>= 8;
    }
    tweak[0] ^= (uint8_t)((0u - carry) & 0x87);
}

static int one_xts_block(mbedtls_aes_xts_context *ctx, int mode, const uint8_t tweak[16], uint8_t block[16])
{
    int ret;

    for (unsigned i = 0; i < 16; i++)
        block[i] ^= tweak[i];
    ret = __real_mbedtls_aes_crypt_ecb(&ctx->crypt, mode, block, block);
    for (unsigned i = 0; i < 16; i++)
        block[i] ^= tweak[i];
    return ret;
}

/* A data unit in place whose length is no multiple of 16, by the library's code up to the last blocks. There the
 * library (3.6.7) overwrites the end of the input before it reads it, and what it returns can't be decrypted. So the
 * ciphertext stealing (IEEE 1619, section 5.3.2) is done here. */
static int xts_in_place(mbedtls_aes_xts_context *ctx, int mode, size_t length, const uint8_t data_unit[16],
                        uint8_t *data)
{
    bool decrypts = mode == MBEDTLS_AES_DECRYPT;
    size_t rest = length % 16, whole = length - rest, before = decrypts ? whole - 16 : whole;
    uint8_t tweaks[2][16], *block = data + whole - 16, *tail = data + whole;
    int ret = __real_mbedtls_aes_crypt_ecb(&ctx->tweak, MBEDTLS_AES_ENCRYPT, data_unit, tweaks[0]);

    for (size_t i = 16; i < whole; i += 16)
        next_tweak(tweaks[0]);
    memcpy(tweaks[1], tweaks[0], 16); /* of the last whole block, and the next one */
    next_tweak(tweaks[1]);
    if (ret == 0 && before)
        ret = __real_mbedtls_aes_crypt_xts(ctx, mode, before, data_unit, data, data);
    if (ret == 0 && decrypts)
        ret = one_xts_block(ctx, mode, tweaks[1], block);
    for (size_t i = 0; ret == 0 && i < rest; i++) {
        uint8_t byte = tail[i];

        tail[i] = block[i];
        block[i] = byte;
    }
    if (ret == 0)
        ret = one_xts_block(ctx, mode, tweaks[decrypts ? 0 : 1], block);
    ob_wipe(tweaks, sizeof tweaks);
    return ret;
}

/* The library's code, for any places of input and output. */
static int xts_by_library(mbedtls_aes_xts_context *ctx, int mode, size_t length, const uint8_t data_unit[16],
                          const uint8_t *input, uint8_t *output)
{
    if (OBI_ON(aes_crypt_xts) && mode_ok(mode) && input == output && length > 16 && length % 16 && length <= XTS_MAX)
        return xts_in_place(ctx, mode, length, data_unit, output);
    return __real_mbedtls_aes_crypt_xts(ctx, mode, length, data_unit, input, output);
}

OBI_WRAP(int, aes_crypt_xts, mbedtls_aes_xts_context *ctx, int mode, size_t length, const unsigned char data_unit[16],
         const unsigned char *input, unsigned char *output)
{
    struct obi_lease lease = {.function = OBI_FN_aes_crypt_xts};
    uint32_t key[16];
    unsigned words, tweak_words;
    int r = OB_E_ARG, ret;

    if (OBI_ON(aes_crypt_xts) && mode_ok(mode) && length >= 16) {
        words = obi_aes_key(&ctx->crypt, mode == MBEDTLS_AES_DECRYPT, key);
        tweak_words = obi_aes_key(&ctx->tweak, false, key + words);
        if (words && words == tweak_words)
            r = obi_mbedtls_take(&lease, OBI_FN_aes_crypt_xts, OB_AES_XTS, key, 2 * words);
        ob_wipe(key, sizeof key);
        if (r == OB_OK)
            r = ob_cipher_crypt(lease.s, direction(mode), output, length, data_unit, 16, input, length);
        if (obi_mbedtls_release(&lease, r, input != output, 0, &ret))
            return ret;
    }
    return xts_by_library(ctx, mode, length, data_unit, input, output);
}

OBI_WRAP(void, aes_xts_free, mbedtls_aes_xts_context *ctx)
{
    if (OBI_ON(aes_xts_free) && ctx) {
        forget(&ctx->crypt);
        forget(&ctx->tweak);
    }
    __real_mbedtls_aes_xts_free(ctx);
}
#endif

#endif
