/* SPDX-License-Identifier: Apache-2.0 */
/* What the suite's programs need of a host. */
#ifndef OUTBOARD_TEST_HOST_H
#define OUTBOARD_TEST_HOST_H

#include <stddef.h>
#include <stdint.h>

/* Map a file for reading: its bytes, *len of them, or NULL after a message. */
const uint8_t *host_map(const char *path, size_t *len);

#endif
