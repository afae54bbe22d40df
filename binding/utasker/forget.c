/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: ob_utasker_forget. */
#include "binding/utasker/internal.h"

void ob_utasker_forget(void)
{
    obi_utasker_forget_aes();
    obi_utasker_forget_sha();
}
