/* SPDX-License-Identifier: Apache-2.0 */
/* The line of a file of measurements that says for which machine it holds. */
#ifndef OUTBOARD_PORT_MACHINE_H
#define OUTBOARD_PORT_MACHINE_H

#include <stdbool.h>

/* What the line begins with; boot id, kernel release and a number for the set of drivers follow, with spaces between.
 */
#define OBI_MACHINE     "# holds for "
#define OBI_MACHINE_MAX 160

/* This machine's line; false if the system does not say (no /proc). */
bool obi_machine(char line[OBI_MACHINE_MAX]);

/* False if text has such a line and it is not this machine's. */
bool obi_machine_fits(const char *text);

#endif
