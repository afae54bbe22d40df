/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the hash block with its DMA on Wishbone. */
#include "Vhasher_wb.h"

#define BENCH_TOP hasher_wb
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/wishbone_port.h"

#include "hw/lib/tb/wishbone_memory.h"
