/* SPDX-License-Identifier: Apache-2.0 */
/* The known answer of FuseSoC's target sim: AES-128 (FIPS 197, appendix C.1), by the CPU. */
#include "hw/cryp/cryp_regs.h"
#include "hw/lib/tb/access.h"

int main()
{
    static const uint32_t want[4] = {0xd8e0c469, 0x30047b6a, 0x80b7cdd8, 0x5ac5b470};
    uint32_t got[4];

    tb = tb_new(1);
    while (get(OB_CRYP_STATUS) & OB_CRYP_STATUS_BUSY)
        ;
    for (uint32_t i = 0; i < 4; i++)
        put(OB_CRYP_KEY + 4 * i, 0x03020100 + i * 0x04040404);
    put(OB_CRYP_LEN, 16);
    put(OB_CRYP_CTRL, OB_CRYP_CTRL_ALG_AES | OB_CRYP_CTRL_KEYLEN_K128 | OB_CRYP_CTRL_MODE_ECB);
    for (uint32_t i = 0; i < 4; i++)
        put(OB_CRYP_DATA_IN, 0x33221100 + i * 0x44444444);
    for (unsigned i = 0; i < 4; i++)
        got[i] = get(OB_CRYP_DATA_OUT);
    return judge("AES-128", got, want, 4);
}
