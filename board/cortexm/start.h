/* SPDX-License-Identifier: Apache-2.0 */
/* What start-up, console and clock of the boards with a Cortex-M have of each other, and what each part brings. */
#ifndef OUTBOARD_BOARD_CORTEXM_START_H
#define OUTBOARD_BOARD_CORTEXM_START_H

#include <outboard/board.h>
#include <stdint.h>

/* Right after reset, with a stack, but neither data nor bss: what the core needs (floating point, caches), and what the
 * part needs (flash). The clock stays what it is after reset. */
void cortexm_core_start(void);
void cortexm_part_start(void);

/* Of the part's crypto blocks: whether there is something for this mode, and add the engines for it to ob_default,
 * which is started: OB_OK, or an error of ob_engine_add. */
int cortexm_has_blocks(enum ob_board_mode mode);
int cortexm_blocks_start(enum ob_board_mode mode);

/* Of the console: end of the program, by semihosting; without a debugger, an endless loop. */
_Noreturn void cortexm_console_exit(int code);

/* Whether the debugger's command line for the program has this word. */
int cortexm_console_has_word(const char *word);

/* Of the clock: start the cycle counter. */
void cortexm_clock_start(void);

static inline uint32_t cortexm_read(uint32_t address)
{
    return *(volatile uint32_t *)(uintptr_t)address;
}

static inline void cortexm_write(uint32_t address, uint32_t value)
{
    *(volatile uint32_t *)(uintptr_t)address = value;
}

#endif
