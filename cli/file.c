/* SPDX-License-Identifier: Apache-2.0 */
/* Files: an output is a temporary file, made durable by fsync, then renamed; it is removed after a failure or a
 * signal. */
#include "cli/file.h"
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- input ---- */

int cli_input_open(struct cli_input *in, const char *path)
{
    struct stat st;

    in->size = 0;
    in->mode = 0666;
    if (!path || strcmp(path, "-") == 0) {
        in->name = "standard input";
        in->fd = STDIN_FILENO;
    } else {
        in->name = path;
        in->fd = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (in->fd < 0 || fstat(in->fd, &st) != 0) {
        cli_error("%s: %s", in->name, strerror(errno));
        cli_input_close(in);
        return CLI_FILE;
    }
    if (S_ISDIR(st.st_mode)) {
        cli_error("%s: %s", in->name, strerror(EISDIR));
        cli_input_close(in);
        return CLI_FILE;
    }
    if (S_ISREG(st.st_mode)) {
        off_t at = lseek(in->fd, 0, SEEK_CUR);
        in->size = at >= 0 && st.st_size > at ? (uint64_t)(st.st_size - at) : 0;
        in->mode = st.st_mode & 0777;
    }
    return CLI_OK;
}

void cli_input_close(struct cli_input *in)
{
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    in->fd = -1;
}

ssize_t cli_input_read(struct cli_input *in, void *buffer, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t n = read(in->fd, (char *)buffer + done, size - done);

        if (n == 0)
            break;
        if (n < 0) {
            if (errno == EINTR)
                continue;
            cli_error("%s: %s", in->name, strerror(errno));
            return -1;
        }
        done += (size_t)n;
    }
    return (ssize_t)done;
}

int cli_input_short(const char *path, void *buffer, size_t size, size_t *len)
{
    struct cli_input in;
    ssize_t n;
    int code = cli_input_open(&in, path);

    if (code != CLI_OK)
        return code;
    n = cli_input_read(&in, buffer, size);
    cli_input_close(&in);
    if (n < 0)
        return CLI_FILE;
    if ((size_t)n == size) {
        cli_error("%s: too long", in.name);
        return CLI_FILE;
    }
    *len = (size_t)n;
    return CLI_OK;
}

/* ---- signals ---- */

static char to_remove[4096 + 16]; /* temporary file to remove if a signal ends the program; empty: none */
static const int deadly[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2};
#define N_DEADLY (sizeof deadly / sizeof deadly[0])

static void remove_and_die(int number)
{
    if (to_remove[0])
        unlink(to_remove);
    signal(number, SIG_DFL); /* the handler was installed with SA_RESETHAND in effect: raise again with the default */
    raise(number);
}

static void signal_set(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < N_DEADLY; i++)
        sigaddset(set, deadly[i]);
}

/* From now on a signal that ends the program removes path; NULL: removes nothing. Ignored signals stay ignored. */
static void remove_on_signal(const char *path)
{
    sigset_t block, before;
    struct sigaction action, old;

    signal_set(&block);
    sigprocmask(SIG_BLOCK, &block, &before);
    snprintf(to_remove, sizeof to_remove, "%s", path ? path : "");
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_and_die;
    action.sa_mask = block;
    for (size_t i = 0; i < N_DEADLY; i++)
        if (sigaction(deadly[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(deadly[i], &action, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- output ---- */

static int failed(struct cli_output *out, int why)
{
    cli_error("%s: %s", out->name, strerror(why));
    cli_output_abandon(out);
    return CLI_FILE;
}

/* Create the temporary file beside out->path: out->fd, or -1 with errno set. */
static int create_temporary(struct cli_output *out)
{
    sigset_t block, before;
    int why;

    /* A signal must not end the program between the file's creation and its entry in to_remove. */
    signal_set(&block);
    sigprocmask(SIG_BLOCK, &block, &before);
    snprintf(out->temporary, sizeof out->temporary, "%s.XXXXXX", out->path);
    out->fd = mkostemp(out->temporary, O_CLOEXEC);
    why = errno;
    if (out->fd >= 0)
        remove_on_signal(out->temporary);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return out->fd;
}

int cli_make_folders(const char *path)
{
    char copy[4096];

    if (strlen(path) >= sizeof copy) {
        cli_error("%s: %s", path, strerror(ENAMETOOLONG));
        return CLI_FILE;
    }
    snprintf(copy, sizeof copy, "%s", path);
    for (char *slash = strchr(copy + (*copy == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (*copy && mkdir(copy, 0777) != 0 && errno != EEXIST) {
            cli_error("%s: %s", copy, strerror(errno));
            return CLI_FILE;
        }
        *slash = '/';
    }
    return CLI_OK;
}

int cli_output_open(struct cli_output *out, const char *path, mode_t mode, bool force)
{
    struct stat st;
    mode_t mask;

    signal(SIGPIPE, SIG_IGN); /* a failing write then gives an error and an exit code */
    signal(SIGXFSZ, SIG_IGN);
    out->name = path;
    out->path[0] = out->temporary[0] = 0;
    out->fd = -1;
    out->force = force;
    if (strcmp(path, "-") == 0) {
        out->name = "standard output";
        out->fd = STDOUT_FILENO;
        return CLI_OK;
    }
    if (stat(path, &st) == 0) {
        if (S_ISDIR(st.st_mode))
            return failed(out, EISDIR);
        if (!S_ISREG(st.st_mode)) {
            out->fd = open(path, O_WRONLY | O_CLOEXEC);
            return out->fd >= 0 ? CLI_OK : failed(out, errno);
        }
        if (!force) {
            cli_error("%s: exists already; --force replaces it", path);
            return CLI_FILE;
        }
        if (!realpath(path, out->path)) /* replace the target of a link, not the link */
            return failed(out, errno);
    } else if (strlen(path) >= sizeof out->path) {
        return failed(out, ENAMETOOLONG);
    } else {
        snprintf(out->path, sizeof out->path, "%s", path);
    }
    if (create_temporary(out) < 0) {
        out->temporary[0] = 0;
        return failed(out, errno);
    }
    mask = umask(0);
    umask(mask);
    if (fchmod(out->fd, mode & 0777 & ~mask) != 0)
        return failed(out, errno);
    return CLI_OK;
}

bool cli_output_write(struct cli_output *out, const void *data, size_t len)
{
    for (size_t done = 0; done < len;) {
        ssize_t n = write(out->fd, (const char *)data + done, len - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            cli_error("%s: %s", out->name, strerror(n < 0 ? errno : ENOSPC));
            return false;
        }
        done += (size_t)n;
    }
    return true;
}

/* Make the new name durable. Some file systems cannot open or synchronise a folder: that is no error. */
static void sync_folder(const char *path)
{
    char copy[4096];
    int fd;

    snprintf(copy, sizeof copy, "%s", path);
    fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* Rename the temporary file. Unless forced, do not replace a file that was created meanwhile. */
static int rename_output(struct cli_output *out)
{
    if (out->force)
        return rename(out->temporary, out->path);
    if (link(out->temporary, out->path) == 0) /* fails if a file of that name exists */
        return unlink(out->temporary);
    if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP && errno != EMLINK)
        return -1;
    /* This file system has no hard links. */
    if (access(out->path, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    return rename(out->temporary, out->path);
}

int cli_output_commit(struct cli_output *out)
{
    if (!out->temporary[0]) {
        int fd = out->fd;
        out->fd = -1;
        if (fd > STDERR_FILENO && close(fd) != 0)
            return failed(out, errno);
        return CLI_OK;
    }
    if (fsync(out->fd) != 0 && errno != EINVAL)
        return failed(out, errno);
    if (close(out->fd) != 0) {
        out->fd = -1;
        return failed(out, errno);
    }
    out->fd = -1;
    if (rename_output(out) != 0)
        return failed(out, errno);
    remove_on_signal(NULL);
    out->temporary[0] = 0;
    sync_folder(out->path);
    return CLI_OK;
}

void cli_output_abandon(struct cli_output *out)
{
    if (out->fd > STDERR_FILENO)
        close(out->fd);
    out->fd = -1;
    if (out->temporary[0]) {
        unlink(out->temporary);
        out->temporary[0] = 0;
        remove_on_signal(NULL);
    }
}
