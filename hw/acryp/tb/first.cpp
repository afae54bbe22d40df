/* SPDX-License-Identifier: Apache-2.0 */
/* The known answer of FuseSoC's target sim: (N - 1)^2 = 1 modulo N = 2^127 - 1, by the CPU. */
#include "hw/acryp/acryp_ops.h"
#include "hw/acryp/acryp_regs.h"
#include "hw/lib/tb/access.h"

int main()
{
    static const uint32_t want[5] = {1, 0, 0, 0, OB_ACRYP_END_OK};
    uint32_t got[5];

    tb = tb_new(1);
    while (get(OB_ACRYP_STATUS) & OB_ACRYP_STATUS_BUSY)
        ;
    put(OB_ACRYP_PARAM, 127);
    put(OB_ACRYP_CTRL, OB_ACRYP_OP_MUL << OB_ACRYP_CTRL_OP_LSB);
    for (unsigned operand = 0; operand < 3; operand++)
        for (unsigned i = 0; i < 4; i++)
            put(OB_ACRYP_DATA_IN, i == 3 ? 0x7fffffff : operand && i == 0 ? 0xfffffffe : 0xffffffff);
    while (!(get(OB_ACRYP_EVENT) & (OB_ACRYP_EVENT_OUT | OB_ACRYP_EVENT_DONE)))
        ;
    for (unsigned i = 0; i < 4; i++)
        got[i] = get(OB_ACRYP_DATA_OUT);
    while (get(OB_ACRYP_STATUS) & OB_ACRYP_STATUS_BUSY)
        ;
    got[4] = get(OB_ACRYP_RESULT) & OB_ACRYP_RESULT_END;
    return judge("product", got, want, 5);
}
