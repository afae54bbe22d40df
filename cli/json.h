/* SPDX-License-Identifier: Apache-2.0 */
/* JSON on standard output (RFC 8259), a member of an object at a time. */
#ifndef OUTBOARD_CLI_JSON_H
#define OUTBOARD_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>

/* "name": value, after a comma unless it is the first of its object. Bytes that are no UTF-8 become U+FFFD. */
void cli_json_text(const char *name, const char *value, bool first);
void cli_json_number(const char *name, uint64_t value, bool first);
void cli_json_bool(const char *name, bool value, bool first);

/* A string alone. */
void cli_json_string(const char *value);

#endif
