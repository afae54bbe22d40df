/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the cipher block with its DMA on AHB-Lite. */
#include "Vcryp_ahb.h"

#define BENCH_TOP cryp_ahb
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/ahb_port.h"

#include "hw/lib/tb/ahb_memory.h"
