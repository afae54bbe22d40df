/* SPDX-License-Identifier: Apache-2.0 */
/* The known answer of FuseSoC's target sim: SHA-256 of "abc" (FIPS 180-4), by the CPU. */
#include "hw/hasher/hasher_regs.h"
#include "hw/lib/tb/access.h"

int main()
{
    static const uint32_t want[8] = {0xbf1678ba, 0xeacf018f, 0xde404141, 0x2322ae5d,
                                     0xa36103b0, 0x9c7a1796, 0x61ff10b4, 0xad1500f2};
    uint32_t got[8];

    tb = tb_new(1);
    while (get(OB_HASHER_STATUS) & OB_HASHER_STATUS_BUSY)
        ;
    put(OB_HASHER_LEN, 3);
    put(OB_HASHER_CTRL, OB_HASHER_CTRL_ALG_SHA256 | OB_HASHER_CTRL_FIRST | OB_HASHER_CTRL_LAST);
    put(OB_HASHER_DATA, 0x00636261);
    while (get(OB_HASHER_STATUS) & OB_HASHER_STATUS_BUSY)
        ;
    for (unsigned i = 0; i < 8; i++)
        got[i] = get(OB_HASHER_DIGEST + 4 * i);
    return judge("SHA-256", got, want, 8);
}
