/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the public-key block on Wishbone: its registers alone. */
#include "Vacryp_wb.h"

#define BENCH_TOP acryp_wb
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/wishbone_port.h"

#include "hw/lib/tb/no_side.h"
