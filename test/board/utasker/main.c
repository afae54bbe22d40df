/* SPDX-License-Identifier: Apache-2.0 */
/* uTasker's table on the mmCAU, and what the dispatcher adds to a direct call, within its limits. */
#include <outboard/board.h>
#include <outboard/cipher.h>
#include <outboard/mmcau.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/board/utasker/table.h"

#define KIB 1024u

/* Of a message through the dispatcher, hundredths of a direct call. MOST_16 is of the board, from the build. */
#define MOST_KIB 103u

/* A message of AES-128-CBC by a direct call and by the dispatcher: whether the results differ, or the second takes more
 * than most hundredths of the first. */
static unsigned dispatched(struct ob_session *s, const struct ob_mmcau_aes *k, size_t len, uint32_t most)
{
    static uint8_t text[KIB], direct[KIB], other[KIB], iv[16];
    uint32_t chain[4] = {0}, native, through;
    unsigned wrong = 0;
    uint64_t began;

    for (size_t i = 0; i < len; i++)
        text[i] = (uint8_t)(3 * i + 1);
    began = ob_board_cycles();
    ob_mmcau_aes_cbc(k, OB_DIR_ENCRYPT, chain, direct, text, len / 16);
    native = table_took(began);
    /* The first message asks the chooser, and its answer is kept for those that are like it. */
    wrong += ob_cipher_crypt(s, OB_DIR_ENCRYPT, other, len, iv, sizeof iv, text, len) != OB_OK;
    began = ob_board_cycles();
    wrong += ob_cipher_crypt(s, OB_DIR_ENCRYPT, other, len, iv, sizeof iv, text, len) != OB_OK;
    through = table_took(began);
    wrong += memcmp(direct, other, len) != 0;
    wrong += (uint64_t)100 * through > (uint64_t)most * native;
    printf("AES-128-CBC, %lu bytes: direct call %lu cycles, dispatcher %lu, ratio %lu.%02lu, at most %lu.%02lu\n",
           (unsigned long)len, (unsigned long)native, (unsigned long)through, (unsigned long)(through / native),
           (unsigned long)(through * 100 / native % 100), (unsigned long)(most / 100), (unsigned long)(most % 100));
    return wrong;
}

static unsigned dispatcher(void)
{
    static struct ob_session session;
    static const uint8_t key[16] = {1, 2, 3};
    struct ob_mmcau_aes k;
    unsigned wrong = 0;

    wrong += ob_engine_add(NULL, &ob_engine_mmcau) != OB_OK;
    wrong += ob_mmcau_aes_key(&k, key, sizeof key) != OB_OK;
    wrong += ob_cipher_open(&session, NULL, OB_AES_CBC, key, sizeof key) != OB_OK;
    if (wrong)
        return wrong;
    wrong += dispatched(&session, &k, 16, MOST_16);
    wrong += dispatched(&session, &k, KIB, MOST_KIB);
    ob_session_close(&session);
    ob_stop(NULL);
    return wrong;
}

int main(void)
{
    unsigned wrong = table_aes();

    wrong += table_sha256();
    wrong += dispatcher();
    printf("%u wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
