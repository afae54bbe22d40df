/* SPDX-License-Identifier: Apache-2.0 */
/* The lines of a file of measurements that name the machine for which it is valid. */
#ifndef OUTBOARD_PORT_MACHINE_H
#define OUTBOARD_PORT_MACHINE_H

#include <stdbool.h>

/* The beginning of the machine's line. The kernel's release, its architecture and a hash of the processor's features
 * follow, separated by spaces. */
#define OBI_MACHINE     "# holds for "
#define OBI_MACHINE_MAX 200

/* The beginning of a line that names a driver; the kernel must list that driver in /proc/crypto. */
#define OBI_MACHINE_DRIVER "# needs driver "

/* Write this machine's line; false if the system does not tell (no /proc). */
bool obi_machine(char line[OBI_MACHINE_MAX]);

/* False if text has a machine's line that is not this machine's, or names a driver that the kernel does not list. */
bool obi_machine_fits(const char *text);

#endif
