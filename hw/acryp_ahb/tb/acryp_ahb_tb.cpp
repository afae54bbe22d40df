/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the public-key block on AHB-Lite: its registers alone. */
#include "Vacryp_ahb.h"

#define BENCH_TOP acryp_ahb
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/ahb_port.h"

#include "hw/lib/tb/no_side.h"
