/* SPDX-License-Identifier: Apache-2.0 */
/* Costs recorded on real boards (bench/recorded/), and engines that have them. */
#ifndef OUTBOARD_TEST_PRICE_RECORDED_H
#define OUTBOARD_TEST_PRICE_RECORDED_H

#include <outboard/outboard.h>
#include <outboard/price.h>

#define RECORDED_ENGINES 4
#define RECORDED_LENS    8

/* The costs of the engines of one board for one algorithm and key size, at the lengths that all engines share. */
struct recorded {
    char board[32], algorithm[32];
    unsigned bits;
    char engine[RECORDED_ENGINES][32];
    unsigned n_engines, n_lens;
    uint32_t len[RECORDED_LENS];
    double cost[RECORDED_ENGINES][RECORDED_LENS]; /* ns, or cycles where the board's table counts those */
    double cpu[RECORDED_ENGINES][RECORDED_LENS];  /* the part of it on the CPU; equal to cost if it is not recorded */
    unsigned crossover;                           /* the length that others found to be the border; 0: none */
};

/* Read a file of bench/recorded: the number of tables, at most max; 0 if it can't be read or is wrong. */
size_t recorded_read(const char *path, struct recorded *tables, size_t max);

/* A dispatcher with an engine per recorded one. They compute by means of a linked engine that has the algorithm; only
 * their prices are the recorded ones. */
struct recorded_board {
    struct ob_dispatcher dispatcher;
    struct ob_engine engine[RECORDED_ENGINES];
    struct ob_engine_ops ops[RECORDED_ENGINES];
    unsigned n_engines;
    struct ob_price segments[4096];
    const struct ob_price *lists[1024];
    char text[1 << 18];
    size_t text_len;
};

/* Start with n engines of these names; alg and bits must be there. False if no linked engine has them. */
bool recorded_start(struct recorded_board *b, char names[][32], unsigned n, uint8_t alg, unsigned bits);

/* Add the price of engine e for alg to the price file, and, once all are added, load it. */
void recorded_price(struct recorded_board *b, unsigned e, uint8_t alg, unsigned bits, const struct ob_price *p);
bool recorded_load(struct recorded_board *b);

/* The engine that the dispatcher chooses for a one-shot op of len bytes: as ob_explain says, after running one and
 * seeing that engine's counter move. -1 if the two disagree or nothing was chosen. */
int recorded_choice(struct recorded_board *b, uint8_t alg, unsigned bits, uint32_t len);

#endif
