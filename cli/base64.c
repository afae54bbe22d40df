/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 in parts (RFC 4648, section 4), as openssl enc writes and reads it. */
#include "cli/base64.h"

#include <string.h>

#include "cli/cli.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- writing ---- */

/* Encode len bytes; returns the number of characters. */
static size_t encode(char *text, const uint8_t *data, size_t len)
{
    char *at = text;

    for (size_t i = 0; i < len; i += 3) {
        unsigned more = len - i < 3 ? (unsigned)(len - i) : 3;
        unsigned bits = (unsigned)data[i] << 16 | (more > 1 ? (unsigned)data[i + 1] << 8 : 0) |
                        (more > 2 ? (unsigned)data[i + 2] : 0);

        for (unsigned k = 0; k < 4; k++)
            at[k] = alphabet[bits >> (18 - 6 * k) & 63];
        for (unsigned k = more + 1; k < 4; k++)
            at[k] = '=';
        at += 4;
    }
    return (size_t)(at - text);
}

static bool write_line(struct cli_base64_writer *w)
{
    char line[CLI_BASE64_LINE / 3 * 4 + 1];
    size_t len = encode(line, w->held, w->n);

    w->n = 0;
    if (!w->one_line)
        line[len++] = '\n';
    return cli_output_write(w->out, line, len);
}

bool cli_base64_write(struct cli_base64_writer *w, const uint8_t *data, size_t len)
{
    if (!w->on)
        return cli_output_write(w->out, data, len);
    for (size_t i = 0; i < len; i++) {
        if (w->n == sizeof w->held && !write_line(w))
            return false;
        w->held[w->n++] = data[i];
    }
    return true;
}

bool cli_base64_end(struct cli_base64_writer *w)
{
    return !w->on || w->n == 0 || write_line(w);
}

/* ---- reading ---- */

/* Decode a character; *data gets a byte if one is complete. Returns the number of bytes, or -1 if c is not base64. */
static int take(struct cli_base64_reader *r, char c, uint8_t *data)
{
    const char *place = c ? strchr(alphabet, c) : NULL;

    if (c == ' ' || c == '\n' || c == '\r' || c == '\t')
        return 0;
    if (c == '=' && (r->n_chars % 4 >= 2)) {
        r->ended = true;
        r->n_chars++;
        return 0;
    }
    if (!place || r->ended)
        return -1;
    r->n_chars++;
    r->bits = r->bits << 6 | (unsigned)(place - alphabet);
    r->n_bits += 6;
    if (r->n_bits < 8)
        return 0;
    r->n_bits -= 8;
    *data = (uint8_t)(r->bits >> r->n_bits);
    return 1;
}

ssize_t cli_base64_read(struct cli_base64_reader *r, uint8_t *data, size_t size)
{
    size_t done = 0;

    if (!r->on)
        return cli_input_read(r->in, data, size);
    while (done < size) {
        int n;

        if (r->at == r->end) {
            ssize_t len = cli_input_read(r->in, r->text, sizeof r->text);

            if (len < 0)
                return -1;
            r->at = 0;
            r->end = (size_t)len;
            if (len == 0)
                break;
        }
        n = take(r, r->text[r->at++], data + done);
        if (n < 0) {
            cli_error("%s: not base64", r->in->name);
            return -2;
        }
        done += (size_t)n;
    }
    if (done < size && r->n_chars % 4 != 0) {
        cli_error("%s: the base64 is cut short", r->in->name);
        return -2;
    }
    return (ssize_t)done;
}
