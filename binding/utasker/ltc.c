/* SPDX-License-Identifier: Apache-2.0 */
/* Binding utasker: ob_utasker_ltc. */
#include "binding/utasker/internal.h"

struct ob_ltc *obi_utasker_ltc;

void ob_utasker_ltc(struct ob_ltc *ltc)
{
    obi_utasker_ltc = ltc;
}
