/* SPDX-License-Identifier: Apache-2.0 */
/* Base64 in parts (RFC 4648, section 4), as openssl enc writes and reads it. */
#include "cli/base64.h"

#include <string.h>

#include "cli/cli.h"

/* ---- writing ---- */

static bool write_line(struct cli_base64_writer *w)
{
    char line[CLI_BASE64_LINE / 3 * 4 + 1];
    size_t len = cli_base64_encode(line, w->held, w->n);

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

/* The next character that is no white space; 0 at the end, -1 after a message. */
static int next_char(struct cli_base64_reader *r)
{
    for (;;) {
        if (r->at == r->end) {
            ssize_t len = cli_input_read(r->in, r->text, sizeof r->text);

            if (len <= 0)
                return (int)len;
            r->at = 0;
            r->end = (size_t)len;
        }
        char c = r->text[r->at++];

        if (c == 0)
            return '?'; /* no more base64 than that is */
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            return (unsigned char)c;
    }
}

/* Decode the characters of at most one line into held: true, or false after a message with the reader's result in why.
 */
static bool fill(struct cli_base64_reader *r, ssize_t *why)
{
    char quads[CLI_BASE64_LINE / 3 * 4] = "";
    size_t n = 0, pads = 0;
    int c = 0, len = 0;

    while (n < sizeof quads && (c = next_char(r)) > 0)
        quads[n++] = (char)c;
    r->held_at = r->held_end = 0;
    *why = c < 0 ? -1 : -2;
    if (c < 0)
        return false;
    while (pads < 2 && pads < n && quads[n - 1 - pads] == '=')
        pads++;
    if (n % 4 == 0 && !(n > 0 && r->ended) && !memchr(quads, '=', n - pads))
        len = n ? cli_base64_decode(r->held, quads, n) : 0;
    else if (n % 4 != 0 && !memchr(quads, '=', n - pads))
        return cli_error("%s: the base64 is cut short", r->in->name), false;
    else
        len = -1;
    if (len < 0 || (size_t)len < pads)
        return cli_error("%s: not base64", r->in->name), false;
    r->ended = pads > 0 || r->ended;
    r->held_end = (size_t)len - pads;
    return true;
}

ssize_t cli_base64_read(struct cli_base64_reader *r, uint8_t *data, size_t size)
{
    size_t done = 0;
    ssize_t why;

    if (!r->on)
        return cli_input_read(r->in, data, size);
    while (done < size) {
        if (r->held_at == r->held_end && !fill(r, &why))
            return why;
        if (r->held_end == 0)
            break;
        for (; r->held_at < r->held_end && done < size; done++)
            data[done] = r->held[r->held_at++];
    }
    return (ssize_t)done;
}
