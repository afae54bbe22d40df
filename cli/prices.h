/* SPDX-License-Identifier: Apache-2.0 */
/* The price file of this machine: finding, reading and writing it. */
#ifndef OUTBOARD_CLI_PRICES_H
#define OUTBOARD_CLI_PRICES_H

#include <outboard/price.h>

#include <stdio.h>

/* What cli_prices_load found. */
struct cli_prices {
    char path[4096]; /* empty: no file; every engine has its own default prices */
    char *text;      /* the file's text; `file` points into it */
    struct ob_price_file file;
};
extern struct cli_prices cli_prices;

/* Find the price file and set the prices of ob_default's engines. CLI_OK, also if there is no file. A file that cannot
 * be read or is wrong changes no price: CLI_OK after a message, or CLI_FILE if OUTBOARD_PRICES names the file. */
int cli_prices_load(void);

/* Load the price file at path into the engines of ob_default: CLI_OK, or CLI_FILE after a message. */
int cli_prices_load_file(const char *path);

/* The price list that is in use for a row of e. */
const struct ob_price *cli_price_of(const struct ob_engine *e, unsigned row);

/* The origin of prices, for the head of a file. */
struct cli_price_origin {
    const char *board, *date, *commit;
    uint32_t slow; /* how many times as long software was made to take; 1: no change */
};

/* Write the prices in use, of the engines in mask (one bit for each engine of ob_default): as a price file, for all
 * algorithms or for those that wanted (indexed by enum ob_alg) marks; or as C tables, ob_prices_<engine>, with one
 * pointer for each capability row. */
void cli_prices_write(FILE *to, uint32_t mask, const bool wanted[256], const struct cli_price_origin *origin);
void cli_prices_write_c(FILE *to, uint32_t mask, const struct cli_price_origin *origin);

#endif
