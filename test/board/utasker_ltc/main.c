/* SPDX-License-Identifier: Apache-2.0 */
/* uTasker's table on the LTC. */
#include <outboard/board.h>
#include <outboard/ltc.h>
#include <outboard/utasker.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test/board/utasker/table.h"

/* The board's block, once the board has switched its clock on. */
static struct ob_ltc *block(void)
{
    if (ob_board_start(OB_BOARD_CPU) != OB_OK)
        return NULL;
    for (unsigned i = 0; i < ob_default.n_engines; i++)
        if (strcmp(ob_default.engine[i]->ops->name, "ltc") == 0)
            return (struct ob_ltc *)ob_default.engine[i]->dev;
    return NULL;
}

int main(void)
{
    struct ob_ltc *ltc = block();
    unsigned wrong;

    if (!ltc)
        return EXIT_FAILURE;
    ob_utasker_ltc(ltc);
    wrong = table_aes();
    if (ltc->kind == OB_LTC_KL82)
        wrong += table_sha256();
    printf("%u wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
