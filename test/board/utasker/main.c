/* SPDX-License-Identifier: Apache-2.0 */
/* uTasker's table on a board with the mmCAU: set a key to encrypt, encrypt 32 bytes, set a key to decrypt, decrypt 32
 * bytes with AES-CBC, for each key length, and SHA-256 of 32 bytes. Each call is checked. Then what the dispatcher adds
 * to a direct call, within its limits. */
#include <outboard/board.h>
#include <outboard/cipher.h>
#include <outboard/mmcau.h>
#include <outboard/utasker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN  32u
#define KIB  1024u
#define LONG 130u /* two blocks and their padding */

/* Of a message through the dispatcher, hundredths of a direct call. MOST_16 is of the board, from the build. */
#define MOST_KIB 103u

static uint32_t took(uint64_t began)
{
    return (uint32_t)(ob_board_cycles() - began);
}

static void print(const char *what, int bits, const uint32_t *cycles, unsigned n)
{
    printf("%s %d", what, bits);
    for (unsigned i = 0; i < n; i++) {
        uint32_t hundredths = (uint32_t)((uint64_t)cycles[i] * 100000 / ob_board_khz());

        printf("  %lu cycles %lu.%02lu us", (unsigned long)cycles[i], (unsigned long)(hundredths / 100),
               (unsigned long)(hundredths % 100));
    }
    printf("\n");
}

/* How many of all short messages have another digest at once than in two parts, or end wrongly. */
static unsigned wrong_hashes(void)
{
    static uint8_t text[LONG + 3], digest[32], again[32];
    unsigned wrong = 0;

    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(11 * i + 5);
    for (unsigned len = 0; len <= LONG; len++) {
        const uint8_t *in = text + len % 4;

        wrong += fnSHA256(in, digest, len, SHA_START_CALCULATE_TERMINATE) != 0;
        wrong += fnSHA256(in, NULL, len / 2, SHA_START_CALCULATE_STAY_OPEN) != 0;
        wrong += fnSHA256(in + len / 2, again, len - len / 2, SHA_CONTINUE_CALCULATING_TERMINATE) != 0;
        wrong += memcmp(digest, again, sizeof digest) != 0;
    }
    /* A message at once ends the one in parts before it. */
    wrong += fnSHA256(text, NULL, 1, SHA_START_CALCULATE_STAY_OPEN) != 0;
    wrong += fnSHA256(text, digest, 1, SHA_START_CALCULATE_TERMINATE) != 0;
    wrong += fnSHA256(text, again, 1, SHA_CONTINUE_CALCULATING_TERMINATE) != AES_INSTANCE_NOT_INITIALISED;
    return wrong;
}

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
    native = took(began);
    /* The first message asks the chooser, and its answer is kept for those that are like it. */
    wrong += ob_cipher_crypt(s, OB_DIR_ENCRYPT, other, len, iv, sizeof iv, text, len) != OB_OK;
    began = ob_board_cycles();
    wrong += ob_cipher_crypt(s, OB_DIR_ENCRYPT, other, len, iv, sizeof iv, text, len) != OB_OK;
    through = took(began);
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
    static const int bits[] = {128, 192, 256};
    static uint8_t key[32], text[LEN], cipher[LEN], back[LEN], digest[32], again[32];
    unsigned wrong = 0;
    uint64_t began;
    uint32_t cycles[4];

    for (unsigned i = 0; i < LEN; i++)
        key[i] = text[i] = (uint8_t)(37 * i);
    printf("set key, encrypt 32 bytes, set key, decrypt 32 bytes\n");
    for (unsigned b = 0; b < 3; b++) {
        began = ob_board_cycles();
        wrong += fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT, key, bits[b]) != 0;
        cycles[0] = took(began);
        began = ob_board_cycles();
        wrong += fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, text, cipher, LEN) != 0;
        cycles[1] = took(began);
        began = ob_board_cycles();
        wrong += fnAES_Init(AES_COMMAND_AES_SET_KEY_DECRYPT | 1, key, bits[b]) != 0;
        cycles[2] = took(began);
        began = ob_board_cycles();
        wrong += fnAES_Cipher(AES_COMMAND_AES_DECRYPT | 1, cipher, back, LEN) != 0;
        cycles[3] = took(began);
        wrong += memcmp(text, back, LEN) != 0 || memcmp(text, cipher, LEN) == 0;
        print("AES-CBC", bits[b], cycles, 4);
    }
    began = ob_board_cycles();
    wrong += fnSHA256(text, digest, LEN, SHA_START_CALCULATE_TERMINATE) != 0;
    cycles[0] = took(began);
    wrong += fnSHA256(text, NULL, 1, SHA_START_CALCULATE_STAY_OPEN) != 0;
    wrong += fnSHA256(text + 1, again, LEN - 1, SHA_CONTINUE_CALCULATING_TERMINATE) != 0;
    wrong += memcmp(digest, again, sizeof digest) != 0;
    print("SHA", 256, cycles, 1);
    wrong += wrong_hashes();
    wrong += dispatcher();
    printf("%u wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
