/* SPDX-License-Identifier: Apache-2.0 */
/* Entropy of Linux: getrandom(2), which blocks until the kernel's pool is seeded. */
#include "port/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include <outboard/engine.h>

int ob_port_random(uint8_t *out, size_t len)
{
    size_t done = 0;

    while (done < len) {
        ssize_t n = getrandom(out + done, len - done, 0);
        if (n > 0) {
            done += (size_t)n;
        } else if (n == 0 || errno != EINTR) {
            ob_wipe(out, len);
            return OB_E_IO;
        }
    }
    return OB_OK;
}
