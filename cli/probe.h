/* SPDX-License-Identifier: Apache-2.0 */
/* What other commands use of the command probe. */
#ifndef OUTBOARD_CLI_PROBE_H
#define OUTBOARD_CLI_PROBE_H

#include "offload/verdicts.h"

/* True if every driver that the command probe would examine now has a verdict. */
bool cli_probe_covers(const struct obi_verdicts *v);

#endif
