/* SPDX-License-Identifier: Apache-2.0 */
/* What a program may ask the board that it runs on: clock, idle time, memory for buffers. Only programs that are built
 * for a board (board/<name>, ./run app) have these functions; the library itself does not need them. */
#ifndef OUTBOARD_BOARD_H
#define OUTBOARD_BOARD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the board's folder. */
const char *ob_board_name(void);

/* Cycles of the CPU's clock since an arbitrary start; on a machine without such a counter, cycles of a clock of
 * ob_board_khz that is read in nanoseconds. */
uint64_t ob_board_cycles(void);

/* Those of them, since the same start, that the CPU slept while it waited for an engine; 0 where that is not counted.
 */
uint64_t ob_board_idle_cycles(void);

/* Frequency of that clock in kHz. */
uint32_t ob_board_khz(void);

/* RAM that no other part of the program uses, aligned to 64 bytes, where engines can read and write: the board's second
 * RAM if it has one. *len receives its size, at least 64 KiB. */
uint8_t *ob_board_memory(size_t *len);

/* 1: the figures of this board are the same in every run (simulation); 0: they are wall clock. */
int ob_board_is_exact(void);

#ifdef __cplusplus
}
#endif

#endif
