/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 in parts (RFC 4648, section 4), as openssl enc writes and reads it. */
#ifndef OUTBOARD_CLI_BASE64_H
#define OUTBOARD_CLI_BASE64_H

#include "cli/file.h"

#define CLI_BASE64_LINE 48 /* bytes in a line of 64 characters */

/* Files of bytes, or of base64 if `on` is set. All other fields are 0 at first. */
struct cli_base64_writer {
    struct cli_output *out;
    bool on, one_line;
    uint8_t held[CLI_BASE64_LINE]; /* bytes that do not fill a line yet */
    size_t n;
};

struct cli_base64_reader {
    struct cli_input *in;
    bool on;
    bool ended;     /* the padding has been read */
    size_t at, end; /* position and end of the characters in text */
    size_t held_at, held_end;
    uint8_t held[CLI_BASE64_LINE]; /* bytes that have not been read yet */
    char text[16384];
};

/* True, or false after a message. */
bool cli_base64_write(struct cli_base64_writer *w, const uint8_t *data, size_t len);

/* Write the bytes that are held; with one_line without an end of line, as openssl does. */
bool cli_base64_end(struct cli_base64_writer *w);

/* Read until size bytes or the end. Returns the number of bytes; -1 after a message; -2 after a message that the file
 * is not base64. White space is ignored. */
ssize_t cli_base64_read(struct cli_base64_reader *r, uint8_t *data, size_t size);

/* Encode len bytes as a whole; text gets a zero byte as well. Returns the number of characters. By libcrypto, or in a
 * build without it by this program, like the function below. */
size_t cli_base64_encode(char *text, const uint8_t *data, size_t len);

/* Decode whole groups of four characters without white space. Padding, which may stand at their end alone, counts as
 * zeros. Returns the number of bytes; -1: not base64. */
int cli_base64_decode(uint8_t *data, const char *text, size_t len);

#endif
