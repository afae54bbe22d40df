/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: ciphers, random sequences of start, update, finish, one-shot, clone and reset on all engines. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const unsigned fuzz_classes = 1u << OB_CLASS_CIPHER;

static struct fuzz_group group;
static uint8_t message[FUZZ_MESSAGE], out[FUZZ_MESSAGE + 64], out0[FUZZ_MESSAGE + 64];

enum call { UPDATE, FINISH, ONE_SHOT, ONE_SHOT_IN_PLACE };

static void call_all(enum call call, uint8_t dir, const uint8_t *iv, size_t iv_len, size_t n, size_t room)
{
    size_t len0 = 0;
    int r0 = OB_OK;

    for (unsigned i = 0; i < group.n; i++) {
        struct ob_session *s = &group.session[i];
        size_t len = 0;
        int r = OB_OK;

        memset(out, 0xa7, sizeof out);
        switch (call) {
        case UPDATE:
            r = ob_cipher_update(s, out, room, &len, message, n);
            break;
        case FINISH:
            r = ob_cipher_finish(s, out, room, &len);
            break;
        case ONE_SHOT:
            r = ob_cipher_crypt(s, dir, out, room, iv, iv_len, message, n);
            len = r == OB_OK ? n : 0;
            break;
        case ONE_SHOT_IN_PLACE:
            memcpy(out, message, n);
            r = ob_cipher_crypt(s, dir, out, room, iv, iv_len, out, n);
            len = r == OB_OK ? n : 0;
            break;
        }
        if (i == 0) {
            r0 = r;
            len0 = len;
            memcpy(out0, out, sizeof out);
        }
        fuzz_agree(&group, i, r, NULL, len, r0, NULL, len0);
        fuzz_agree(&group, i, r, out, sizeof out, r0, out0, sizeof out); /* what is not output is untouched */
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    uint8_t key[64], iv[32], alg;
    size_t key_len;

    fuzz_begin(&in);
    alg = (uint8_t)(OB_AES_ECB + fuzz_byte(&in) % (OB_SM4_CTR - OB_AES_ECB + 1));
    key_len = (fuzz_byte(&in) % 9) * 8u;
    fuzz_fill(&in, key, key_len);
    if (!fuzz_open(&group, alg, key, key_len))
        return 0;
    while (in.len) {
        uint8_t what = fuzz_byte(&in), dir = what & 0x40 ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT;
        size_t iv_len = alg == OB_AES_ECB || alg == OB_DES_ECB || alg == OB_DES3_ECB || alg == OB_SM4_ECB
                            ? 0
                            : ob_alg_block(alg),
               n;

        if (what >= 0xf0)
            iv_len = what & 15;
        switch (what % 8) {
        default:
            n = fuzz_length(&in, sizeof message);
            if (what & 0x20)
                n &= ~(size_t)15;
            fuzz_fill(&in, message, n);
            call_all(UPDATE, 0, NULL, 0, n, what & 0x10 ? n + 31 : n);
            break;
        case 1:
            call_all(FINISH, 0, NULL, 0, 0, 32);
            break;
        case 2:
        case 3:
            n = fuzz_length(&in, sizeof message);
            if (what & 0x20)
                n &= ~(size_t)15;
            fuzz_fill(&in, iv, iv_len);
            fuzz_fill(&in, message, n);
            call_all(what % 8 == 2 ? ONE_SHOT : ONE_SHOT_IN_PLACE, dir, iv, iv_len, n, n);
            break;
        case 4:
            fuzz_fill(&in, iv, iv_len);
            for (unsigned i = 0; i < group.n; i++) {
                int r = ob_cipher_start(&group.session[i], dir, iv, iv_len, what & 0x20 ? 1000 : 0);
                fuzz_agree(&group, i, r, NULL, 0, iv_len == 0 || iv_len == ob_alg_block(alg) ? r : OB_E_ARG, NULL, 0);
            }
            break;
        case 5:
            fuzz_clone(&group);
            break;
        case 6:
            for (unsigned i = 0; i < group.n; i++)
                (void)ob_session_reset(&group.session[i]);
            break;
        }
    }
    call_all(FINISH, 0, NULL, 0, 0, 32);
    fuzz_close(&group);
    return 0;
}
