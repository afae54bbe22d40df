/* SPDX-License-Identifier: Apache-2.0 */
/* What the suite has run on each row: whether something is missing, and the figures as a table. */
#ifndef OUTBOARD_TEST_COUNTS_H
#define OUTBOARD_TEST_COUNTS_H

#include <stdio.h>

#include "test/conformance/suite.h"

/* The number of rows with fewer than min vectors, and of layouts, of those asked for, that apply to a row and have had
 * no message of it; each is named on standard error. */
int counts_complete(const struct suite *t, uint32_t min);

/* The number of rows that do not agree with the table of a full run in a file: it lacks the row, has fewer vectors than
 * ran now, or other negative ones, all of which run each time; or either has messages in a layout in which the other
 * has none. Each is named on standard error. All of them, after a message, if the file cannot be read. */
int counts_known(const struct suite *t, const char *path);

/* The head of the table of counts, and its lines for the rows of the classes that ran. */
void counts_print_head(FILE *to);
void counts_print(const struct suite *t, FILE *to);

/* Write the counts of t as CSV, one line for each row of the classes that ran: 0, or -1 after a message. */
int counts_write(const struct suite *t, const char *path);

/* Write as CSV what the vectors gave on each row that had one; failures: of each row. 0, or -1 after a message. */
int counts_write_results(const struct suite *t, const uint32_t *failures, const char *path);

#endif
