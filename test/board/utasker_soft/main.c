/* SPDX-License-Identifier: Apache-2.0 */
/* uTasker's table on the software engines of the board, through the dispatcher. */
#include <outboard/board.h>
#include <stdio.h>
#include <stdlib.h>

#include "test/board/utasker/table.h"

int main(void)
{
    unsigned wrong = ob_board_start(OB_BOARD_SOFTWARE) != OB_OK;

    wrong += table_aes();
    wrong += table_sha256();
    printf("%u wrong\n", wrong);
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
