/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: fnSHA256. */
#include "binding/utasker/internal.h"

#ifdef CRYPTO_SHA

#include <outboard/hash.h>
#if UTASKER_NATIVE_SHA
#include <outboard/mmcau.h>
#endif

#define DIGEST 32

#ifdef SHA_DISABLE_LTC
#define NO_LTC 1
#else
#define NO_LTC 0
#endif
#ifdef SHA_DISABLE_CAU
#define NO_MMCAU 1
#else
#define NO_MMCAU 0
#endif

static uint8_t started;

#if UTASKER_NATIVE_SHA

static struct ob_mmcau_sha256 hash;

static int begin(void)
{
    ob_mmcau_sha256_start(&hash);
    return 0;
}

static int add(const uint8_t *in, size_t len)
{
    ob_mmcau_sha256_update(&hash, in, len);
    return 0;
}

static int end(uint8_t *digest)
{
    ob_mmcau_sha256_finish(&hash, digest);
    return 0;
}

static void drop(void)
{
    if (started)
        ob_wipe(&hash, sizeof hash);
}

#else

static struct ob_session session;

static void drop(void)
{
    if (started)
        ob_session_close(&session);
}

/* The first engine of the order that hashes takes the message. */
static int begin(void)
{
    struct ob_engine *e;

    drop();
    started = 0;
    for (unsigned place = 0; (e = obi_utasker_engine(place, NO_LTC, NO_MMCAU)) != NULL; place++) {
        uint8_t digest[DIGEST];

        if (ob_hash_open(&session, NULL, OB_SHA256) != OB_OK)
            return AES_ENGINE_FAILED;
        if (ob_session_pin(&session, e) == OB_OK && ob_hash_compute(&session, digest, sizeof digest, NULL, 0) == OB_OK)
            return 0;
        ob_session_close(&session);
    }
    return AES_ENGINE_FAILED;
}

static int add(const uint8_t *in, size_t len)
{
    return ob_hash_update(&session, in, len) == OB_OK ? 0 : AES_ENGINE_FAILED;
}

static int end(uint8_t *digest)
{
    int status = ob_hash_final(&session, digest, DIGEST);

    ob_session_close(&session);
    return status == OB_OK ? 0 : AES_ENGINE_FAILED;
}

#endif

int fnSHA256(const unsigned char *ptrInput, unsigned char *ptrOutput, unsigned long ulLength, int iMode)
{
    int starts = iMode == SHA_START_CALCULATE_TERMINATE || iMode == SHA_START_CALCULATE_STAY_OPEN;
    int ends = iMode == SHA_START_CALCULATE_TERMINATE || iMode == SHA_CONTINUE_CALCULATING_TERMINATE;
    int status = 0;

    if (!starts && (!started || (!ends && iMode != SHA_CONTINUE_CALCULATING)))
        return AES_INSTANCE_NOT_INITIALISED;
#if UTASKER_NATIVE_SHA
    if (starts && ends) {
        obi_utasker_forget_sha(); /* what was begun */
        ob_mmcau_sha256(ptrOutput, ptrInput, ulLength);
        return 0;
    }
#endif
    if (starts)
        status = begin();
    if (status == 0) {
        started = 1;
        status = add(ptrInput, ulLength);
    }
    if (status == 0 && ends) {
        started = 0;
        status = end(ptrOutput);
    }
    if (status != 0) {
        obi_utasker_forget_sha();
        if (ends && ptrOutput)
            memset(ptrOutput, 0, DIGEST);
    }
    return status;
}

void obi_utasker_forget_sha(void)
{
    drop();
    started = 0;
}

#else

void obi_utasker_forget_sha(void)
{
}

#endif
