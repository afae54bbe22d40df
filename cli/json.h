/* SPDX-License-Identifier: Apache-2.0 */
/* JSON on standard output (RFC 8259), a member of an object at a time. */
#ifndef OUTBOARD_CLI_JSON_H
#define OUTBOARD_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>

/* Print "name": value, after a comma unless it is the first member of its object. Invalid UTF-8 becomes U+FFFD. */
void cli_json_text(const char *name, const char *value, bool first);
void cli_json_number(const char *name, uint64_t value, bool first);
void cli_json_bool(const char *name, bool value, bool first);

/* Print a string only. */
void cli_json_string(const char *value);

#endif
