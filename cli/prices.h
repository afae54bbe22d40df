/* SPDX-License-Identifier: Apache-2.0 */
/* The price file of this machine: where it is found, what it says, and how one is written. */
#ifndef OUTBOARD_CLI_PRICES_H
#define OUTBOARD_CLI_PRICES_H

#include <outboard/price.h>

#include <stdio.h>

/* What cli_prices_load found. */
struct cli_prices {
    char path[4096]; /* empty: no file, every engine has its own default prices */
    char *text;      /* what the file says: the results in file point into it */
    struct ob_price_file file;
};
extern struct cli_prices cli_prices;

/* Find the price file and give its prices to the engines of ob_default. CLI_OK, also if there is none. A file that
 * cannot be read or is wrong changes no price: CLI_OK after a message, unless OUTBOARD_PRICES names it: CLI_FILE. */
int cli_prices_load(void);

/* Load the price file at path into the engines of ob_default: CLI_OK, or CLI_FILE after a message. */
int cli_prices_load_file(const char *path);

/* The price list of a row of e as it is in use. */
const struct ob_price *cli_price_of(const struct ob_engine *e, unsigned row);

/* Where prices come from, for the head of a file. */
struct cli_price_origin {
    const char *board, *date, *commit;
    uint32_t slow; /* how many times as long as usual software took, on purpose; 1 */
};

/* Write the prices in use of the engines named in mask (one bit each of ob_default) as a price file, those of all
 * algorithms or with wanted of those whose enum ob_alg is true there; or as constant tables in C, ob_prices_<engine>,
 * one pointer per capability row. */
void cli_prices_write(FILE *to, uint32_t mask, const bool wanted[256], const struct cli_price_origin *origin);
void cli_prices_write_c(FILE *to, uint32_t mask, const struct cli_price_origin *origin);

#endif
