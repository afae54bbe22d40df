/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the cipher block with its DMA on Wishbone. */
#include "Vcryp_wb.h"

#define BENCH_TOP cryp_wb
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/wishbone_port.h"

#include "hw/lib/tb/wishbone_memory.h"
