/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the cipher block with its DMA: a memory on the AXI4 master. */
#include "Vcryp_udma.h"

#define BENCH_TOP cryp_udma
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/axil_port.h"

#include "hw/lib/tb/axi_memory.h"

#include "hw/cryp/tb/side_port.h"
