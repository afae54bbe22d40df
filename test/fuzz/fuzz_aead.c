/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: AEADs, random sequences of one-shot calls, streams, wrong tags and clones on all engines. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const unsigned fuzz_classes = 1u << OB_CLASS_AEAD;

#define IV_MAX 128 /* bytes: above it OpenSSL 3.0 declines GCM */

static struct fuzz_group group;
static uint8_t message[FUZZ_MESSAGE], aad[FUZZ_MESSAGE], iv[300], out[FUZZ_MESSAGE], out0[FUZZ_MESSAGE];

/* Encrypt in one call; where that works, decrypt it again, and again with one bit changed. */
static void one_shot(size_t iv_len, size_t aad_len, size_t n, size_t tag_len, uint8_t flip)
{
    uint8_t tag[32], tag0[32];
    int r0 = OB_OK;

    for (unsigned i = 0; i < group.n; i++) {
        struct ob_session *s = &group.session[i];
        int r;

        memset(out, 0xa7, sizeof out);
        memset(tag, 0x5c, sizeof tag);
        r = ob_aead_encrypt(s, out, n, tag, tag_len, iv, iv_len, aad, aad_len, message, n);
        if (i == 0) {
            r0 = r;
            memcpy(out0, out, sizeof out);
            memcpy(tag0, tag, sizeof tag);
        }
        fuzz_agree(&group, i, r, out, sizeof out, r0, out0, sizeof out);
        fuzz_agree(&group, i, r, tag, sizeof tag, r0, tag0, sizeof tag);
        if (r != OB_OK)
            continue;
        if (ob_aead_decrypt(s, out, n, iv, iv_len, aad, aad_len, out, n, tag, tag_len) != OB_OK ||
            memcmp(out, message, n) != 0)
            abort();
        tag[flip % tag_len] ^= (uint8_t)(1 << (flip >> 5));
        if (ob_aead_decrypt(s, out, n, iv, iv_len, aad, aad_len, out0, n, tag, tag_len) != OB_E_AUTH)
            abort();
        for (size_t k = 0; k < n; k++)
            if (out[k])
                abort(); /* not wiped */
    }
}

/* One call of a stream on all sessions. */
static void stream_call(struct fuzz_input *in, uint8_t what, size_t tag_len)
{
    uint8_t tag[32], tag0[32];
    size_t n = fuzz_length(in, sizeof message);
    int r0 = OB_OK;

    fuzz_fill(in, message, n);
    fuzz_fill(in, tag0, sizeof tag0);
    for (unsigned i = 0; i < group.n; i++) {
        struct ob_session *s = &group.session[i];
        int r;

        memset(out, 0xa7, sizeof out);
        memcpy(tag, tag0, sizeof tag);
        switch (what) {
        case 0:
            r = ob_aead_aad(s, message, n);
            break;
        case 1:
            r = ob_aead_update(s, out, n, message, n);
            break;
        case 2:
            r = ob_aead_finish(s, tag, tag_len);
            break;
        default:
            r = ob_aead_verify(s, tag, tag_len);
            break;
        }
        if (i == 0) {
            r0 = r;
            memcpy(out0, out, sizeof out);
            memcpy(iv, tag, sizeof tag);
        }
        fuzz_agree(&group, i, r, out, sizeof out, r0, out0, sizeof out);
        fuzz_agree(&group, i, r, tag, sizeof tag, r0, iv, sizeof tag);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    uint8_t key[32], alg;
    size_t key_len;

    fuzz_begin(&in);
    alg = (uint8_t)(OB_AES_GCM + fuzz_byte(&in) % (OB_CHACHA20_POLY1305 - OB_AES_GCM + 1));
    key_len = (2u + fuzz_byte(&in) % 3) * 8u;
    fuzz_fill(&in, key, key_len);
    if (!fuzz_open(&group, alg, key, key_len))
        return 0;
    while (in.len) {
        uint8_t what = fuzz_byte(&in), more = fuzz_byte(&in);
        size_t tag_len = more & 0x80 ? 16 : (more & 31u), iv_len = more & 0x40 ? 12 : fuzz_length(&in, IV_MAX);
        size_t aad_len, n;
        int r0 = OB_OK;

        switch (what % 8) {
        case 0:
            aad_len = fuzz_length(&in, sizeof aad);
            n = fuzz_length(&in, sizeof message);
            fuzz_fill(&in, iv, iv_len);
            fuzz_fill(&in, aad, aad_len);
            fuzz_fill(&in, message, n);
            one_shot(iv_len, aad_len, n, tag_len, more);
            break;
        case 1:
            aad_len = fuzz_length(&in, sizeof aad);
            n = fuzz_length(&in, sizeof message);
            fuzz_fill(&in, iv, iv_len);
            for (unsigned i = 0; i < group.n; i++) {
                int r = ob_aead_start(&group.session[i], what & 0x40 ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT, iv, iv_len,
                                      aad_len, n, tag_len);
                if (i == 0)
                    r0 = r;
                fuzz_agree(&group, i, r, NULL, 0, r0, NULL, 0);
            }
            break;
        case 2:
            fuzz_clone(&group);
            break;
        case 3:
            stream_call(&in, 2, tag_len);
            break;
        case 4:
            stream_call(&in, 3, tag_len);
            break;
        case 5:
            stream_call(&in, 0, tag_len);
            break;
        default:
            stream_call(&in, 1, tag_len);
            break;
        }
    }
    fuzz_close(&group);
    return 0;
}
