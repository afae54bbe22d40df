/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of this folder share: the rows of the tables in uTasker's document, of whatever serves its calls.
 */
#ifndef OUTBOARD_TEST_BOARD_UTASKER_TABLE_H
#define OUTBOARD_TEST_BOARD_UTASKER_TABLE_H

#include <stdint.h>

/* Cycles since ob_board_cycles was began. */
uint32_t table_took(uint64_t began);

/* Print the rows of AES-CBC, or that of SHA-256: how many results were wrong. */
unsigned table_aes(void);
unsigned table_sha256(void);

#endif
