/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: fnCrypto_Forget. */
#include "binding/utasker/internal.h"

void fnCrypto_Forget(void)
{
    obi_utasker_forget_aes();
    obi_utasker_forget_sha();
}
