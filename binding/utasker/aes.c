/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: fnAES_Init and fnAES_Cipher. */
#include "binding/utasker/internal.h"

#ifdef CRYPTO_AES

#if UTASKER_AES_LTC
#include "binding/utasker/aes_ltc.h"
#elif UTASKER_AES_MMCAU
#include "binding/utasker/aes_mmcau.h"
#else
#include "binding/utasker/aes_dispatched.h"
#endif

#define BLOCK AES_BLOCK_LENGTH

static struct instance instances[AES_INSTANCE_COUNT];

/* Not memset, which the C libraries of firmware have byte by byte. */
static void zero_iv(struct instance *a)
{
    a->iv[0] = a->iv[1] = a->iv[2] = a->iv[3] = 0;
}

static struct instance *find(int command)
{
    unsigned number = (unsigned)command & AES_INSTANCE_MASK;

    return number < AES_INSTANCE_COUNT ? &instances[number] : NULL;
}

int fnAES_Init(int iInstanceCommand, const unsigned char *ptrKey, int iKeyLength)
{
    struct instance *a = find(iInstanceCommand);
    int status = AES_INSTANCE_NOT_INITIALISED;

    if (!a)
        return AES_INVALID_INSTANCE_REFERENCE;
    if (iInstanceCommand & (AES_COMMAND_AES_SET_KEY_ENCRYPT | AES_COMMAND_AES_SET_KEY_DECRYPT)) {
        if (iKeyLength != 128 && iKeyLength != 192 && iKeyLength != 196 && iKeyLength != 256)
            return AES_INVALID_KEY_LENGTH;
        status = set_key(a, ptrKey, (size_t)(iKeyLength == 196 ? 192 : iKeyLength) / 8);
        zero_iv(a);
    } else if (iInstanceCommand & AES_COMMAND_AES_PRIME_IV) {
        memcpy(a->iv, ptrKey, BLOCK);
        status = 0;
    } else if (iInstanceCommand & AES_COMMAND_AES_RESET_IV) {
        zero_iv(a);
        status = 0;
    }
    return status;
}

int fnAES_Cipher(int iInstanceCommand, const unsigned char *ptrTextIn, unsigned char *ptrTextOut,
                 unsigned long ulDataLength)
{
    struct instance *a = find(iInstanceCommand);
    unsigned direction = (unsigned)iInstanceCommand & (AES_COMMAND_AES_ENCRYPT | AES_COMMAND_AES_DECRYPT);
    int status = 0;

    if (!a)
        status = AES_INVALID_INSTANCE_REFERENCE;
    else if (ulDataLength % BLOCK != 0)
        status = AES_ENCRYPT_BAD_LENGTH;
    else if (!has_key(a) || (direction != AES_COMMAND_AES_ENCRYPT && direction != AES_COMMAND_AES_DECRYPT))
        status = AES_INSTANCE_NOT_INITIALISED;
    if (status == 0) {
        if (iInstanceCommand & AES_COMMAND_AES_RESET_IV)
            zero_iv(a);
        if (ulDataLength)
            status = run(a, direction == AES_COMMAND_AES_ENCRYPT ? OB_DIR_ENCRYPT : OB_DIR_DECRYPT, ptrTextOut,
                         ptrTextIn, ulDataLength);
    }
    if (status != 0 && ptrTextOut)
        memset(ptrTextOut, 0, ulDataLength);
    return status;
}

void obi_utasker_forget_aes(void)
{
    for (unsigned i = 0; i < AES_INSTANCE_COUNT; i++)
        drop_key(&instances[i]);
    ob_wipe(instances, sizeof instances);
}

#else

void obi_utasker_forget_aes(void)
{
}

#endif
