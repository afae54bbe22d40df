/* SPDX-License-Identifier: Apache-2.0 */
/* Prices: the cost of an op, price files, and fitting prices to measurements. */
#ifndef OUTBOARD_PRICE_H
#define OUTBOARD_PRICE_H

#include "dispatch.h"
#include "engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The cost of one op of len bytes at price p, under an objective, in p's unit; open included if with_open. Saturates
 * at UINT64_MAX. */
uint64_t ob_price_cost(const struct ob_price *p, uint8_t objective, uint64_t len, bool with_open);

/* The segment of p that holds for len bytes. */
const struct ob_price *ob_price_segment(const struct ob_price *p, uint64_t len);

/* The last length up to which, from len on, the cost is a straight line under an objective: the end of the segment, or
 * with OB_THROUGHPUT the length at which the device takes longer than the CPU. UINT64_MAX: it has no end. */
uint64_t ob_price_line_end(const struct ob_price *p, uint8_t objective, uint64_t len);

/* A price beside factor (at least 1) times another one, under an objective. */
struct ob_price_pair {
    const struct ob_price *price, *base;
    uint32_t factor;
    uint8_t objective; /* enum ob_objective */
    bool with_open;    /* the open prices count, too */
};

/* True if at len bytes the price is below factor times base. */
bool ob_price_below(const struct ob_price_pair *pair, uint64_t len);

/* The next length above from, and up to limit, at which ob_price_below says something else than at from; UINT64_MAX:
 * there is none. Exact but for the rounding of ob_price_cost where the two cross. */
uint64_t ob_price_change(const struct ob_price_pair *pair, uint64_t from, uint64_t limit);

/* ---- price files (docs/prices.md) ---- */

/* The first line of a price file is OB_PRICE_FILE_MAGIC and, after commas, unit ("ns" or "cycles"), board, date and
 * commit; the second is OB_PRICE_FILE_COLUMNS; each further line is one segment of one capability row's price. Blank
 * lines and lines that begin with # are passed over. */
#define OB_PRICE_FILE_MAGIC "outboard-prices,1"
#define OB_PRICE_FILE_COLUMNS                                                                                          \
    "engine,algorithm,curve,bits_min,bits_max,dirs,mode,upto,open,setup,per_kib,cpu_setup,cpu_per_kib"

/* A part of the text that was read; not terminated. */
struct ob_price_text {
    const char *at;
    size_t len;
};

/* What ob_price_load works with. The caller sets the first group and leaves the rest alone. */
struct ob_price_file {
    const char *unit;              /* the unit that the file must be in */
    struct ob_price *segments;     /* memory for the segments: lives as long as the engines, not used by them now */
    size_t segments_max;           /* as many as the text has lines are always enough */
    const struct ob_price **lists; /* memory for one pointer per capability row of every engine, likewise */
    size_t lists_max;
    /* -- results -- */
    struct ob_price_text board, date, commit;
    size_t rows;       /* capability rows that now have a price of the file */
    size_t skipped;    /* lines whose engine, algorithm or row the dispatcher does not have */
    size_t line;       /* after OB_E_ARG: the line, counted from 1, */
    const char *error; /* and what is wrong with it, in lower case */
};

/* Give the engines of d (NULL: ob_default) the prices of text. Rows that the file does not name get their engine's
 * own price, whatever an earlier file said; engines that it does not name stay as they are. Among rows of one engine
 * that are alike in all named columns, the first list of segments is the first row's. OB_OK; OB_E_ARG: text is not a
 * price file, is wrong somewhere, or needs more memory: no price has changed. One thread at a time; ops of others may
 * run meanwhile, by old or new prices: then the memory of the old ones must live as long as the engines, too. */
OB_MUST_CHECK int ob_price_load(struct ob_price_file *f, struct ob_dispatcher *d, const char *text, size_t len);

/* ---- fitting ---- */

/* The cost of one op with its key already open, in the unit of the table. */
struct ob_price_sample {
    uint32_t len; /* bytes */
    uint32_t cost;
    uint32_t cpu_cost; /* the part during which the CPU was not free */
};

/* The relative error that a fit stays within at every sample, in thousandths: half of the loss against the best
 * single engine that a choice between two such prices may cost at most. */
#define OB_PRICE_FIT_ERROR 25

/* Fit n samples, in ascending order of length, with as few segments as stay within OB_PRICE_FIT_ERROR at each of them
 * (and half a unit, which rounding costs); among those, with the least relative error. open goes into every segment.
 * Returns the number of segments; OB_E_ARG: n is 0, the lengths do not ascend, or max is less than needed (n always
 * suffices). */
OB_MUST_CHECK int ob_price_fit(struct ob_price *segments, size_t max, const struct ob_price_sample *samples, size_t n,
                               uint32_t open);

#ifdef __cplusplus
}
#endif

#endif
