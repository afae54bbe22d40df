/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of uTasker's tables: set a key to encrypt, encrypt 32 bytes, set a key to decrypt, decrypt 32 bytes with
 * AES-CBC, for each key length, and SHA-256 of 32 bytes. Each call is checked. */
#include "test/board/utasker/table.h"

#include <outboard/board.h>
#include <outboard/utasker.h>
#include <stdio.h>
#include <string.h>

#define LEN  32u
#define LONG 130u /* two blocks and their padding */

uint32_t table_took(uint64_t began)
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

unsigned table_aes(void)
{
    static const int bits[] = {128, 192, 256};
    static _Alignas(4) uint8_t key[32], text[LEN], cipher[LEN], back[LEN];
    unsigned wrong = 0;
    uint64_t began;
    uint32_t cycles[4];

    for (unsigned i = 0; i < LEN; i++)
        key[i] = text[i] = (uint8_t)(37 * i);
    printf("set key, encrypt 32 bytes, set key, decrypt 32 bytes\n");
    for (unsigned b = 0; b < 3; b++) {
        began = ob_board_cycles();
        wrong += fnAES_Init(AES_COMMAND_AES_SET_KEY_ENCRYPT, key, bits[b]) != 0;
        cycles[0] = table_took(began);
        began = ob_board_cycles();
        wrong += fnAES_Cipher(AES_COMMAND_AES_ENCRYPT, text, cipher, LEN) != 0;
        cycles[1] = table_took(began);
        began = ob_board_cycles();
        wrong += fnAES_Init(AES_COMMAND_AES_SET_KEY_DECRYPT | 1, key, bits[b]) != 0;
        cycles[2] = table_took(began);
        began = ob_board_cycles();
        wrong += fnAES_Cipher(AES_COMMAND_AES_DECRYPT | 1, cipher, back, LEN) != 0;
        cycles[3] = table_took(began);
        wrong += memcmp(text, back, LEN) != 0 || memcmp(text, cipher, LEN) == 0;
        print("AES-CBC", bits[b], cycles, 4);
    }
    return wrong;
}

unsigned table_sha256(void)
{
    static _Alignas(4) uint8_t text[LEN], digest[32], again[32];
    unsigned wrong = 0;
    uint64_t began;
    uint32_t cycles;

    for (unsigned i = 0; i < LEN; i++)
        text[i] = (uint8_t)(37 * i);
    began = ob_board_cycles();
    wrong += fnSHA256(text, digest, LEN, SHA_START_CALCULATE_TERMINATE) != 0;
    cycles = table_took(began);
    wrong += fnSHA256(text, NULL, 1, SHA_START_CALCULATE_STAY_OPEN) != 0;
    wrong += fnSHA256(text + 1, again, LEN - 1, SHA_CONTINUE_CALCULATING_TERMINATE) != 0;
    wrong += memcmp(digest, again, sizeof digest) != 0;
    print("SHA", 256, &cycles, 1);
    wrong += wrong_hashes();
    return wrong;
}
