/* SPDX-License-Identifier: Apache-2.0 */
/* The limit on the length of files that a process writes (RLIMIT_FSIZE). Who writes beyond it, or makes memory with a
 * descriptor that is longer, gets SIGXFSZ, which ends a program that does not expect it. */
#ifndef OUTBOARD_PORT_LINUX_FILE_LIMIT_H
#define OUTBOARD_PORT_LINUX_FILE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* True if this process may write len more bytes to the end of the file. */
bool obi_file_takes(int fd, uint64_t len);

#endif
