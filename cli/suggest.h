/* SPDX-License-Identifier: Apache-2.0 */
/* The known name that comes nearest to a wrong one, for error messages. */
#ifndef OUTBOARD_CLI_SUGGEST_H
#define OUTBOARD_CLI_SUGGEST_H

/* A search: begin with the wrong name, and distance 0 and name NULL. */
struct cli_suggest {
    const char *wrong, *name;
    unsigned distance;
};

/* Consider one known name. It counts if it has the same letters and digits in any order, or if at most a third of the
 * wrong name's have to change. Case and other characters do not matter. */
void cli_suggest_add(struct cli_suggest *s, const char *known);

/* The usage error "<what> "<wrong>"", and the nearest name if there is one; returns CLI_USAGE. */
int cli_suggest_usage(const struct cli_suggest *s, const char *what);

/* The same for an algorithm's name; class is one of enum ob_class, or 0 for all of them. */
int cli_suggest_algorithm(const char *what, const char *wrong, unsigned class);

#endif
