/* SPDX-License-Identifier: Apache-2.0 */
/* What a program may ask the board that it runs on: engines, clock, idle time, memory for buffers. Only programs that
 * are built for a board (board/<name>, ./run app) have these functions; the library itself does not need them. */
#ifndef OUTBOARD_BOARD_H
#define OUTBOARD_BOARD_H

#include "dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the board's folder. */
const char *ob_board_name(void);

/* ---- engines ---- */

/* How the blocks of the board are used. */
enum ob_board_mode {
    OB_BOARD_SOFTWARE, /* not at all: the CPU's instructions alone */
    OB_BOARD_CPU,      /* fed by the CPU */
    OB_BOARD_DMA,      /* by their DMA, and by the CPU where that is cheaper */
};

/* Start ob_default (NULL in calls) with the linked engines and, in the other modes, the board's blocks. OB_OK;
 * OB_E_DECLINED: the board has no block for this mode; an error of ob_engine_add. After it, and before it is called
 * again for another mode, ob_stop(NULL) ends all. Sessions do not survive that. */
OB_MUST_CHECK int ob_board_start(enum ob_board_mode mode);

/* Which keys the board's block for public keys serves: the others' self-test is left out, which takes it long. */
enum ob_board_keys {
    OB_BOARD_ALL_KEYS,
    OB_BOARD_RSA,
    OB_BOARD_CURVES,
};

/* Add that block to what ob_board_start has started. OB_OK; OB_E_DECLINED: there is none; an error of ob_engine_add. */
OB_MUST_CHECK int ob_board_start_keys(enum ob_board_keys keys);

/* ---- time ---- */

/* Cycles of the CPU's clock since an arbitrary start; on a machine without such a counter, cycles of a clock of
 * ob_board_khz that is read in nanoseconds. */
uint64_t ob_board_cycles(void);

/* Those of them, since the same start, that the CPU slept while it waited for an engine; 0 where that is not counted.
 */
uint64_t ob_board_idle_cycles(void);

/* Frequency of that clock in kHz. */
uint32_t ob_board_khz(void);

/* 1: a call takes the same cycles in every run, and however often it was made before; 0: caches, or a wall clock. */
int ob_board_is_exact(void);

/* 1: a simulation that does less than a million cycles a second, or whoever started the program wants it to be short:
 * tests that take a hundred million cycles are better left out. */
int ob_board_is_slow(void);

/* ---- memory ---- */

/* RAM that no other part of the program uses, aligned to 64 bytes, where engines can read and write: the board's second
 * RAM if it has one. *len receives its size: 64 KiB or more, less if the part has not as much. */
uint8_t *ob_board_memory(size_t *len);

#ifdef __cplusplus
}
#endif

#endif
