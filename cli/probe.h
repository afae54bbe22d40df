/* SPDX-License-Identifier: Apache-2.0 */
/* What other commands ask the probe of drivers. */
#ifndef OUTBOARD_CLI_PROBE_H
#define OUTBOARD_CLI_PROBE_H

#include "offload/verdicts.h"

/* True if there is a verdict on each driver that the command probe would examine now. */
bool cli_probe_covers(const struct obi_verdicts *v);

#endif
