/* SPDX-License-Identifier: Apache-2.0 */
/* uTasker's table over Mbed TLS alone: uTasker's calls, made of the library's. */
#include <mbedtls/aes.h>
#include <mbedtls/sha256.h>
#include <outboard/utasker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/board/utasker/table.h"

static struct instance {
    mbedtls_aes_context aes;
    unsigned char iv[AES_BLOCK_LENGTH];
} instances[2];
static mbedtls_sha256_context sha;
static int begun; /* a message in parts */

int fnAES_Init(int iInstanceCommand, const unsigned char *ptrKey, int iKeyLength)
{
    struct instance *a = &instances[iInstanceCommand & 1];

    memset(a->iv, 0, sizeof a->iv);
    return iInstanceCommand & AES_COMMAND_AES_SET_KEY_ENCRYPT
               ? mbedtls_aes_setkey_enc(&a->aes, ptrKey, (unsigned)iKeyLength)
               : mbedtls_aes_setkey_dec(&a->aes, ptrKey, (unsigned)iKeyLength);
}

int fnAES_Cipher(int iInstanceCommand, const unsigned char *ptrTextIn, unsigned char *ptrTextOut,
                 unsigned long ulDataLength)
{
    struct instance *a = &instances[iInstanceCommand & 1];

    return mbedtls_aes_crypt_cbc(&a->aes,
                                 iInstanceCommand & AES_COMMAND_AES_ENCRYPT ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT,
                                 ulDataLength, a->iv, ptrTextIn, ptrTextOut);
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
        status = mbedtls_sha256_starts(&sha, 0);
    if (status == 0)
        status = mbedtls_sha256_update(&sha, ptrInput, ulLength);
    if (status == 0 && ends)
        status = mbedtls_sha256_finish(&sha, ptrOutput);
    return status;
}

int main(void)
{
    unsigned wrong = table_aes() + table_sha256();

    printf("%u wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
