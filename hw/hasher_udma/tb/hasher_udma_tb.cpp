/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the hash block with its DMA: a memory on the AXI4 master. */
#include "Vhasher_udma.h"

#define BENCH_TOP hasher_udma
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/axil_port.h"

#include "hw/lib/tb/axi_memory.h"
