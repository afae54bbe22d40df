/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a file of measurements that say for which machine it holds. */
#ifndef OUTBOARD_PORT_MACHINE_H
#define OUTBOARD_PORT_MACHINE_H

#include <stdbool.h>

/* What the line begins with; the kernel's release and architecture and a number for the processor follow, with spaces
 * between. */
#define OBI_MACHINE     "# holds for "
#define OBI_MACHINE_MAX 200

/* What a line begins with that names a driver which the kernel must list (/proc/crypto). */
#define OBI_MACHINE_DRIVER "# needs driver "

/* This machine's line; false if the system does not say (no /proc). */
bool obi_machine(char line[OBI_MACHINE_MAX]);

/* False if text has such a line and it is not this machine's, or names a driver that is not there. */
bool obi_machine_fits(const char *text);

#endif
