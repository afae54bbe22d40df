/* SPDX-License-Identifier: Apache-2.0 */
/* uTasker's table over wolfSSL alone: uTasker's calls, made of the library's. */
#include <outboard/utasker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wolfssl/wolfcrypt/settings.h>

#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/sha256.h>

#include "test/board/utasker/table.h"

static Aes instances[2];
static wc_Sha256 sha;
static int begun; /* a message in parts */

int fnAES_Init(int iInstanceCommand, const unsigned char *ptrKey, int iKeyLength)
{
    return wc_AesSetKey(&instances[iInstanceCommand & 1], ptrKey, (word32)iKeyLength / 8, NULL,
                        iInstanceCommand & AES_COMMAND_AES_SET_KEY_ENCRYPT ? AES_ENCRYPTION : AES_DECRYPTION);
}

int fnAES_Cipher(int iInstanceCommand, const unsigned char *ptrTextIn, unsigned char *ptrTextOut,
                 unsigned long ulDataLength)
{
    Aes *a = &instances[iInstanceCommand & 1];

    return iInstanceCommand & AES_COMMAND_AES_ENCRYPT
               ? wc_AesCbcEncrypt(a, ptrTextOut, ptrTextIn, (word32)ulDataLength)
               : wc_AesCbcDecrypt(a, ptrTextOut, ptrTextIn, (word32)ulDataLength);
}

int fnSHA256(const unsigned char *ptrInput, unsigned char *ptrOutput, unsigned long ulLength, int iMode)
{
    int starts = iMode == SHA_START_CALCULATE_TERMINATE || iMode == SHA_START_CALCULATE_STAY_OPEN;
    int ends = iMode == SHA_START_CALCULATE_TERMINATE || iMode == SHA_CONTINUE_CALCULATING_TERMINATE;
    int status = 0;

    if (!starts && !begun)
        return AES_INSTANCE_NOT_INITIALISED;
    begun = !ends;
    if (starts)
        status = wc_InitSha256(&sha);
    if (status == 0)
        status = wc_Sha256Update(&sha, ptrInput, (word32)ulLength);
    if (status == 0 && ends)
        status = wc_Sha256Final(&sha, ptrOutput);
    return status;
}

int main(void)
{
    unsigned wrong = table_aes() + table_sha256();

    printf("%u wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
