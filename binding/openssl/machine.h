/* SPDX-License-Identifier: Apache-2.0 */
/* The line of a price file that says for which machine it holds. */
#ifndef OUTBOARD_BINDING_OPENSSL_MACHINE_H
#define OUTBOARD_BINDING_OPENSSL_MACHINE_H

#include <stdbool.h>

/* What the line begins with; boot id, kernel release and a number for the set of drivers follow, with spaces between.
 */
#define OB_PROV_MACHINE     "# holds for "
#define OB_PROV_MACHINE_MAX 160

/* This machine's line; false if the system does not say (no /proc). */
bool obi_prov_machine(char line[OB_PROV_MACHINE_MAX]);

/* False if text has such a line and it is not this machine's. */
bool obi_prov_machine_fits(const char *text);

#endif
