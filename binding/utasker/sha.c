/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: fnSHA256. */
#include "binding/utasker/internal.h"

#ifdef CRYPTO_SHA

#if UTASKER_SHA_LTC
#include "binding/utasker/sha_ltc.h"
#elif UTASKER_SHA_MMCAU
#include "binding/utasker/sha_mmcau.h"
#else
#include "binding/utasker/sha_dispatched.h"
#endif

static uint8_t started;

int fnSHA256(const unsigned char *ptrInput, unsigned char *ptrOutput, unsigned long ulLength, int iMode)
{
    int starts = iMode == SHA_START_CALCULATE_TERMINATE || iMode == SHA_START_CALCULATE_STAY_OPEN;
    int ends = iMode == SHA_START_CALCULATE_TERMINATE || iMode == SHA_CONTINUE_CALCULATING_TERMINATE;
    int status = 0;

    if (!starts && (!started || (!ends && iMode != SHA_CONTINUE_CALCULATING)))
        return AES_INSTANCE_NOT_INITIALISED;
    if (starts)
        obi_utasker_forget_sha(); /* what was begun */
    if (starts && ends) {
        status = whole(ptrOutput, ptrInput, ulLength);
    } else {
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
    }
    if (status != 0) {
        obi_utasker_forget_sha();
        if (ends && ptrOutput)
            memset(ptrOutput, 0, SHA256_DIGEST_LENGTH);
    }
    return status;
}

void obi_utasker_forget_sha(void)
{
    if (started)
        drop();
    started = 0;
}

#else

void obi_utasker_forget_sha(void)
{
}

#endif
