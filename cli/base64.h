/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 in parts (RFC 4648, section 4), as openssl enc writes and reads it. */
#ifndef OUTBOARD_CLI_BASE64_H
#define OUTBOARD_CLI_BASE64_H

#include "cli/file.h"

#define CLI_BASE64_LINE 48 /* bytes in a line of 64 characters */

/* Files of bytes, or of base64 if on; zero at first otherwise. */
struct cli_base64_writer {
    struct cli_output *out;
    bool on, one_line;
    uint8_t held[CLI_BASE64_LINE]; /* what fills no line yet */
    size_t n;
};

struct cli_base64_reader {
    struct cli_input *in;
    bool on;
    bool ended; /* the padding has been seen */
    unsigned bits, n_bits, n_chars;
    size_t at, end; /* of the characters in text */
    char text[16384];
};

/* True, or false after a message. */
bool cli_base64_write(struct cli_base64_writer *w, const uint8_t *data, size_t len);

/* Write what is held; one_line writes no end of line, as openssl does. */
bool cli_base64_end(struct cli_base64_writer *w);

/* Read until size bytes or the end: the number of bytes; -1 after a message; -2 after one that says that it is no
 * base64. White space is left out. */
ssize_t cli_base64_read(struct cli_base64_reader *r, uint8_t *data, size_t size);

#endif
