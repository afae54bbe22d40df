/* SPDX-License-Identifier: Apache-2.0 */
/* Bench of the hash block with its DMA on AHB-Lite. */
#include "Vhasher_ahb.h"

#define BENCH_TOP hasher_ahb
#include "hw/lib/tb/bench.h"

#include "hw/lib/tb/ahb_port.h"

#include "hw/lib/tb/ahb_memory.h"
