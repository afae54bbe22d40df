/* SPDX-License-Identifier: Apache-2.0 */
/* Input and output of files: an output appears under its name only when it is complete. */
#ifndef OUTBOARD_CLI_FILE_H
#define OUTBOARD_CLI_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A file being read, or standard input. */
struct cli_input {
    const char *name; /* for messages */
    int fd;
    uint64_t size; /* bytes of a regular file, else 0 */
    mode_t mode;
};

/* Open path ("-" or NULL: standard input) for reading: CLI_OK, or an exit code after a message. */
int cli_input_open(struct cli_input *in, const char *path);
void cli_input_close(struct cli_input *in);

/* Read until size bytes or the end: the number of bytes, or -1 after a message. */
ssize_t cli_input_read(struct cli_input *in, void *buffer, size_t size);

/* All of a file of fewer than size bytes: CLI_OK and *len, or an exit code after a message. */
int cli_input_short(const char *path, void *buffer, size_t size, size_t *len);

/* Make the folders of path that are not there yet: CLI_OK, or CLI_FILE after a message. */
int cli_make_folders(const char *path);

/* A file to write: a temporary file in the output's folder, or standard output, or a special file, which is written
 * directly. */
struct cli_output {
    const char *name; /* for messages */
    char path[4096];  /* the final name; empty if written directly */
    char temporary[4096 + 16];
    int fd;
    bool force;
};

/* Begin to write path ("-": standard output). If the file exists, that is an error unless force. mode: permissions of
 * the new file, before the umask. CLI_OK, or an exit code after a message. Until the end, a signal that ends the
 * program first removes the temporary file. */
int cli_output_open(struct cli_output *out, const char *path, mode_t mode, bool force);

/* Write all bytes: true, or false after a message. */
bool cli_output_write(struct cli_output *out, const void *data, size_t len);

/* Make the file durable and give it its name: CLI_OK, or an exit code after a message and without the file. */
int cli_output_commit(struct cli_output *out);

/* Remove what was written. Has no effect after a commit, or if the open failed. */
void cli_output_abandon(struct cli_output *out);

#endif
