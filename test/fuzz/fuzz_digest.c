/* SPDX-License-Identifier: Apache-2.0 */
/* Fuzz target: hashes and MACs, random sequences of update, final, verify, one-shot, clone and reset on all engines. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const unsigned fuzz_classes = 1u << OB_CLASS_HASH | 1u << OB_CLASS_MAC;

static struct fuzz_group group;
static uint8_t message[FUZZ_MESSAGE];

static void tag_all(struct fuzz_input *in, bool compute)
{
    uint8_t tag[OB_TAG_MAX] = {0}, tag0[OB_TAG_MAX] = {0};
    size_t len = compute ? fuzz_length(in, sizeof message) : 0, tag_len = ob_alg_tag(group.session[0].alg);
    bool mac = OB_ALG_CLASS(group.session[0].alg) == OB_CLASS_MAC;
    int r0 = OB_OK;

    if (mac && fuzz_byte(in) & 1)
        tag_len = fuzz_byte(in) % (OB_TAG_MAX + 1);
    fuzz_fill(in, message, len);
    for (unsigned i = 0; i < group.n; i++) {
        struct ob_session *s = &group.session[i];
        int r;

        memset(tag, 0x5c, sizeof tag);
        if (mac)
            r = compute ? ob_mac_compute(s, tag, tag_len, message, len) : ob_mac_final(s, tag, tag_len);
        else
            r = compute ? ob_hash_compute(s, tag, tag_len, message, len) : ob_hash_final(s, tag, tag_len);
        if (i == 0) {
            r0 = r;
            memcpy(tag0, tag, sizeof tag);
        }
        fuzz_agree(&group, i, r, tag, sizeof tag, r0, tag0, sizeof tag0);
        if (mac && r == OB_OK && compute) { /* what was made must pass, with one bit changed it must not */
            if (ob_mac_check(s, tag, tag_len, message, len) != OB_OK)
                abort();
            tag[tag_len - 1] ^= 0x80;
            if (ob_mac_check(s, tag, tag_len, message, len) != OB_E_AUTH)
                abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    uint8_t key[300], alg;
    size_t key_len = 0;

    fuzz_begin(&in);
    alg = fuzz_byte(&in);
    if (alg & 1) {
        alg = (uint8_t)(OB_HMAC_MD5 + (alg >> 1) % (OB_AES_CMAC - OB_HMAC_MD5 + 1));
        key_len = fuzz_length(&in, sizeof key);
        fuzz_fill(&in, key, key_len);
    } else {
        alg = (uint8_t)(OB_MD5 + (alg >> 1) % (OB_SM3 - OB_MD5 + 1));
    }
    if (!fuzz_open(&group, alg, key, key_len))
        return 0;
    while (in.len) {
        size_t n;

        switch (fuzz_byte(&in) % 8) {
        default:
            n = fuzz_length(&in, sizeof message);
            fuzz_fill(&in, message, n);
            for (unsigned i = 0; i < group.n; i++) {
                int r = key_len || OB_ALG_CLASS(alg) == OB_CLASS_MAC ? ob_mac_update(&group.session[i], message, n)
                                                                     : ob_hash_update(&group.session[i], message, n);
                fuzz_agree(&group, i, r, NULL, 0, OB_OK, NULL, 0);
            }
            break;
        case 1:
            tag_all(&in, false);
            break;
        case 2:
            tag_all(&in, true);
            break;
        case 3:
            fuzz_clone(&group);
            break;
        case 4:
            for (unsigned i = 0; i < group.n; i++)
                (void)ob_session_reset(&group.session[i]);
            break;
        }
    }
    tag_all(&in, false);
    fuzz_close(&group);
    return 0;
}
