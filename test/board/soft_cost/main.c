/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles of the verbs of engine soft, row by row: to open a key, and one op of 16, 32, 64 and 1088 bytes, for
 * the prices in engine/soft/prices.h. Keys have the shortest length of their row; buffers are aligned. The build must
 * have this engine alone (-DOB_ENGINES=soft): engine cortexm brings other code for hashes. */
#include <inttypes.h>
#include <outboard/board.h>
#include <outboard/engine.h>
#include <outboard/outboard.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HMAC_KEY 32u
#define LENGTHS  4

extern struct ob_engine ob_engine_soft;

static const uint32_t lengths[LENGTHS] = {16, 32, 64, 1088};
static uint8_t in[1088], out[1088];

static int run(struct ob_session *s, uint32_t len, int decrypts)
{
    static const uint8_t iv[16] = {1, 2, 3};
    uint8_t tag[64];
    int digests = OB_ALG_CLASS(s->alg) < OB_CLASS_CIPHER;
    struct ob_op op = {
        .flags = OB_FIRST | OB_LAST | (decrypts ? 0u : (uint32_t)OB_ENCRYPT),
        .iv = iv,
        .iv_len = OB_ALG_CLASS(s->alg) == OB_CLASS_AEAD ? 12 : 16,
        .in = in,
        .in_len = len,
        .out = digests ? NULL : out,
        .out_size = digests ? 0 : len,
        .tag = tag,
        .tag_len = 16,
    };

    return ob_engine_soft.ops->submit(&ob_engine_soft, s, &op);
}

int main(void)
{
    static struct ob_session s;

    for (unsigned row = 0; row < ob_engine_soft.ops->n_caps; row++) {
        const struct ob_cap *cap = &ob_engine_soft.ops->caps[row];
        unsigned class = OB_ALG_CLASS(cap->alg);
        uint64_t began;
        int status;

        memset(&s, 0, sizeof s);
        s.alg = cap->alg;
        s.row = (uint8_t)row;
        s.key_len = (uint16_t)(cap->bits_min ? cap->bits_min / 8 : class == OB_CLASS_MAC ? HMAC_KEY : 0);
        s.bits = (uint16_t)(8 * s.key_len);
        for (unsigned i = 0; i < s.key_len; i++)
            s.key[i] = (uint8_t)(i * 7 + 1);
        began = ob_board_cycles();
        status = ob_engine_soft.ops->open(&ob_engine_soft, &s);
        printf("%-16s %u: %" PRIu32, ob_alg_name(cap->alg), cap->dirs, (uint32_t)(ob_board_cycles() - began));
        for (unsigned l = 0; l < LENGTHS && status == OB_OK; l++) {
            memset(&s.mid, 0, sizeof s.mid);
            began = ob_board_cycles();
            status = run(&s, lengths[l], cap->dirs == OB_DIR_DECRYPT);
            printf(" %" PRIu32, (uint32_t)(ob_board_cycles() - began));
        }
        printf(status == OB_OK ? "\n" : " error %d\n", status);
    }
    return EXIT_SUCCESS;
}
