/* SPDX-License-Identifier: Apache-2.0 */
/* Reads keys and passwords: from a file, a descriptor or a prompt without echo. */
#include "cli/secret.h"
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define KEY_LEN 32

/* Read up to size bytes, or to the end of the file or line. Returns the number, or -1 with errno set. */
static ssize_t read_some(int fd, uint8_t *data, size_t size, bool line)
{
    size_t n = 0;

    while (n < size) {
        ssize_t got = read(fd, data + n, line ? 1 : size - n);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0 || (line && data[n] == '\n'))
            break;
        n += (size_t)got;
    }
    return (ssize_t)n;
}

static int hex_digit(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Convert 32 bytes, or 64 digits and an optional end of line, to 32 bytes. */
static bool key_ok(struct cli_secret *s)
{
    while (s->len > 2 * KEY_LEN && (s->data[s->len - 1] == '\n' || s->data[s->len - 1] == '\r'))
        s->len--;
    if (s->len == 2 * KEY_LEN) {
        for (size_t i = 0; i < KEY_LEN; i++) {
            int high = hex_digit(s->data[2 * i]), low = hex_digit(s->data[2 * i + 1]);
            if (high < 0 || low < 0)
                return false;
            s->data[i] = (uint8_t)(high << 4 | low);
        }
        s->len = KEY_LEN;
    }
    return s->len == KEY_LEN;
}

/* Read a key or password from a file, or from descriptor fd if path is NULL. */
static int from_file(struct cli_secret *s, const char *path, int fd, bool key)
{
    char number[32];
    const char *name = path;
    ssize_t n;
    int why;

    if (path) {
        fd = open(path, O_RDONLY | O_CLOEXEC);
    } else {
        snprintf(number, sizeof number, "descriptor %d", fd);
        name = number;
    }
    n = fd < 0 ? -1 : read_some(fd, s->data, sizeof s->data, !key);
    why = errno;
    if (path && fd >= 0)
        close(fd);
    if (n < 0) {
        cli_error("%s: %s", name, strerror(why));
        return CLI_FILE;
    }
    s->len = (size_t)n;
    s->is_key = key;
    if (key && !key_ok(s)) {
        cli_error("%s: a key is 32 bytes, or 64 hexadecimal digits", name);
        return CLI_USAGE;
    }
    if (!key && s->len > 0 && s->data[s->len - 1] == '\r')
        s->len--;
    if (s->len == 0 || s->len == CLI_SECRET_MAX) {
        cli_error("%s: %s", name, s->len ? "the password is too long" : "the password is empty");
        return CLI_USAGE;
    }
    return CLI_OK;
}

static struct termios shown; /* the terminal's state, to be restored */
static int hidden_tty = -1;

static void show_again(int number)
{
    if (hidden_tty >= 0)
        tcsetattr(hidden_tty, TCSAFLUSH, &shown);
    signal(number, SIG_DFL);
    raise(number);
}

/* Ask for one line on the terminal, without echo. */
static int prompt(int tty, const char *text, uint8_t *data, size_t *len)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
    void (*before[5])(int);
    struct termios quiet;
    ssize_t n;

    if (tcgetattr(tty, &shown) != 0)
        return CLI_FILE;
    quiet = shown;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    for (size_t i = 0; i < 5; i++)
        before[i] = signal(numbers[i], show_again);
    hidden_tty = tty;
    tcsetattr(tty, TCSAFLUSH, &quiet);
    dprintf(tty, "%s", text);
    n = read_some(tty, data, CLI_SECRET_MAX, true);
    dprintf(tty, "\n");
    tcsetattr(tty, TCSAFLUSH, &shown);
    hidden_tty = -1;
    for (size_t i = 0; i < 5; i++)
        signal(numbers[i], before[i]);
    if (n < 0) {
        cli_error("terminal: %s", strerror(errno));
        return CLI_FILE;
    }
    *len = (size_t)n;
    return CLI_OK;
}

static int from_prompt(struct cli_secret *s, bool twice)
{
    struct cli_secret again = {.len = 0};
    int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY), code;

    if (tty < 0)
        return cli_usage("there is no terminal to ask for the password; use --password-file, --password-fd, --key-file "
                         "or --key-fd");
    s->is_key = false;
    code = prompt(tty, "Password: ", s->data, &s->len);
    if (code == CLI_OK && (s->len == 0 || s->len == CLI_SECRET_MAX)) {
        cli_error("%s", s->len ? "the password is too long" : "the password is empty");
        code = CLI_USAGE;
    }
    if (code == CLI_OK && twice) {
        code = prompt(tty, "Password again: ", again.data, &again.len);
        if (code == CLI_OK && (again.len != s->len || ob_differ(again.data, s->data, s->len))) {
            cli_error("the two passwords differ");
            code = CLI_USAGE;
        }
        ob_wipe(&again, sizeof again);
    }
    close(tty);
    return code;
}

int cli_secret_get(struct cli_secret *s, const struct cli_secret_source *from, bool twice)
{
    int said =
        (from->key_file != NULL) + (from->password_file != NULL) + (from->key_fd >= 0) + (from->password_fd >= 0);

    if (said > 1)
        return cli_usage("more than one of --key-file, --key-fd, --password-file and --password-fd");
    if (from->key_file || from->key_fd >= 0)
        return from_file(s, from->key_file, from->key_fd, true);
    if (from->password_file || from->password_fd >= 0)
        return from_file(s, from->password_file, from->password_fd, false);
    return from_prompt(s, twice);
}
