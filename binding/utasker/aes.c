/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: fnAES_Init and fnAES_Cipher. */
#include "binding/utasker/internal.h"

#ifdef CRYPTO_AES

#include <outboard/cipher.h>
#if UTASKER_NATIVE_AES
#include <outboard/mmcau.h>
#endif

#define BLOCK AES_BLOCK_LENGTH

#ifdef AES_DISABLE_LTC
#define NO_LTC 1
#else
#define NO_LTC 0
#endif
#ifdef AES_DISABLE_CAU
#define NO_MMCAU 1
#else
#define NO_MMCAU 0
#endif

struct instance {
#if UTASKER_NATIVE_AES
    struct ob_mmcau_aes key; /* rounds 0: not set */
#else
    struct ob_session session;
    uint8_t open;
#endif
    uint32_t iv[BLOCK / 4];
};

static struct instance instances[AES_INSTANCE_COUNT];

#if UTASKER_NATIVE_AES

static int set_key(struct instance *a, const uint8_t *key, size_t key_len)
{
    return ob_mmcau_aes_key(&a->key, key, key_len) == OB_OK ? 0 : AES_INVALID_KEY_LENGTH;
}

static int has_key(const struct instance *a)
{
    return a->key.rounds != 0;
}

static int run(struct instance *a, uint8_t dir, uint8_t *out, const uint8_t *in, size_t len)
{
    ob_mmcau_aes_cbc(&a->key, dir, a->iv, out, in, len / BLOCK);
    return 0;
}

static void drop_key(struct instance *a)
{
    (void)a;
}

#else

static void drop_key(struct instance *a)
{
    if (a->open)
        ob_session_close(&a->session);
    a->open = 0;
}

static int set_key(struct instance *a, const uint8_t *key, size_t key_len)
{
    drop_key(a);
    if (!obi_utasker_engine(0, NO_LTC, NO_MMCAU) ||
        ob_cipher_open(&a->session, NULL, OB_AES_CBC, key, key_len) != OB_OK)
        return AES_ENGINE_FAILED;
    a->open = 1;
    return 0;
}

static int has_key(const struct instance *a)
{
    return a->open;
}

/* Each call is a message of its own, so the next engine can take what one does not serve; but not over a text that an
 * engine which failed has overwritten. */
static int run(struct instance *a, uint8_t dir, uint8_t *out, const uint8_t *in, size_t len)
{
    uint8_t next[BLOCK];
    struct ob_engine *e;

    if (dir == OB_DIR_DECRYPT)
        memcpy(next, in + len - BLOCK, BLOCK);
    for (unsigned place = 0; (e = obi_utasker_engine(place, NO_LTC, NO_MMCAU)) != NULL; place++) {
        int status;

        if (ob_session_pin(&a->session, e) != OB_OK)
            continue;
        status = ob_cipher_crypt(&a->session, dir, out, len, (const uint8_t *)a->iv, BLOCK, in, len);
        if (status == OB_OK) {
            memcpy(a->iv, dir == OB_DIR_DECRYPT ? next : out + len - BLOCK, BLOCK);
            return 0;
        }
        if (status == OB_E_IO && out == in)
            break;
    }
    return AES_ENGINE_FAILED;
}

#endif

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
        memset(a->iv, 0, BLOCK);
    } else if (iInstanceCommand & AES_COMMAND_AES_PRIME_IV) {
        memcpy(a->iv, ptrKey, BLOCK);
        status = 0;
    } else if (iInstanceCommand & AES_COMMAND_AES_RESET_IV) {
        memset(a->iv, 0, BLOCK);
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
            memset(a->iv, 0, BLOCK);
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
