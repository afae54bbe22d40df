/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a file may grow under RLIMIT_FSIZE. */
#include "port/linux/file_limit.h"

#include <sys/resource.h>
#include <sys/stat.h>

bool obi_file_takes(int fd, uint64_t len)
{
    struct rlimit limit;
    struct stat st;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return true;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return true; /* the limit is of ordinary files */
    return (uint64_t)st.st_size + len <= limit.rlim_cur;
}
